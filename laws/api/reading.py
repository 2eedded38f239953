"""The records of an answer with everything it tells of them, in a fixed number of queries."""

from __future__ import annotations

import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Prefetch, Q, QuerySet, Subquery

from laws.models import (
    Citation,
    Code,
    Commentary,
    CommentaryVersion,
    Definition,
    DefinitionVersion,
    Edition,
    FlowChart,
    FlowChartVersion,
    Footnote,
    FootnoteVersion,
    Law,
    Provision,
    ProvisionVersion,
)
from laws.models.citations import CITING
from laws.titles import titled


def editions() -> QuerySet[Edition]:
    """Editions with `until` and `on_shelf`, by code, the latest first."""
    later = Edition.objects.filter(code=OuterRef("code"), in_force__gt=OuterRef("in_force")).order_by("in_force")
    return (
        Edition.objects.annotate(
            until=Subquery(later.values("in_force")[:1]), on_shelf=Exists(Law.objects.filter(edition=OuterRef("pk")))
        )
        .select_related("code")
        .order_by("code__slug", "-in_force")
    )


def codes() -> QuerySet[Code]:
    """Codes with `editions_here`."""
    return Code.objects.order_by("slug").prefetch_related(Prefetch("editions", editions(), to_attr="editions_here"))


def laws(edition: Edition, on: datetime.date) -> QuerySet[Law]:
    """The laws of an edition with the title of the date."""
    return titled(Law.objects.filter(edition=edition), on).select_related("part", "edition").order_by("order")


def provisions(edition: Edition, on: datetime.date) -> QuerySet[Provision]:
    """The provisions of an edition with `texts`, `gap` and `notes` (each with `texts`) of a date, in the order of the law.

    One that was taken out of the library has no wording that is held now, and is left out.
    """
    held = ProvisionVersion.objects.current().filter(provision=OuterRef("pk"))
    notes = _with_texts(Footnote.objects.order_by("mark"), "footnote", FootnoteVersion.objects.all(), on)
    return (
        Provision.objects.filter(Exists(held), edition=edition)
        .annotate(gap=~Exists(held.filter(effective__contains=on)))
        .select_related("law", "parent", "edition")
        .prefetch_related(
            Prefetch("versions", _then(ProvisionVersion.objects.select_related("amended_by"), on), to_attr="texts"),
            Prefetch("footnotes", notes, to_attr="notes"),
        )
        .order_by("order")
    )


def definitions(edition: Edition, on: datetime.date) -> QuerySet[Definition]:
    """The definitions of an edition with the `texts` of a date, in alphabetical order."""
    found = Definition.objects.filter(edition=edition).order_by("term")
    return _with_texts(found, "definition", DefinitionVersion.objects.all(), on)


def charts(edition: Edition, on: datetime.date) -> QuerySet[FlowChart]:
    """The flow charts of an edition with the `texts` of a date."""
    found = FlowChart.objects.filter(edition=edition).order_by("pk")
    texts = _with_texts(found, "chart", FlowChartVersion.objects.all(), on)
    return texts.prefetch_related(Prefetch("laws", Law.objects.order_by("order")))


def commentary(edition: Edition, on: datetime.date) -> QuerySet[Commentary]:
    """The commentary in force on a date, with its `texts`; the latest first."""
    found = hung(Commentary.objects.filter(edition=edition).order_by(F("dated").desc(nulls_last=True), "pk"))
    return _with_texts(found, "commentary", CommentaryVersion.objects.all(), on)


def hung(comments: QuerySet[Commentary]) -> QuerySet[Commentary]:
    """Commentary with what it hangs on, in order."""
    return comments.select_related("edition").prefetch_related(
        Prefetch("provisions", Provision.objects.order_by("order")),
        Prefetch("definitions", Definition.objects.order_by("term")),
    )


def citations(edition: Edition, on: datetime.date) -> QuerySet[Citation]:
    """The citations in an edition's texts of a date and in the commentary of that date, by where they stand."""
    texts: tuple[QuerySet[Any], ...] = (
        ProvisionVersion.objects.filter(provision__edition=edition),
        FootnoteVersion.objects.filter(footnote__provision__edition=edition),
        DefinitionVersion.objects.filter(definition__edition=edition),
        CommentaryVersion.objects.filter(commentary__edition=edition),
    )
    here = Q()
    for field, versions in zip(CITING, texts, strict=True):
        then = versions.filter(superseded_at=None, effective__contains=on).order_by()
        here |= Q(**{f"{field}__in": then.values("pk")})
    return (
        Citation.objects.filter(here)
        .select_related(
            "version__provision",
            "footnote_version__footnote__provision",
            "definition_version__definition",
            "commentary_version__commentary",
        )
        .defer(*(f"{one}__search" for one in CITING))
        .prefetch_related(Prefetch("provisions", Provision.objects.order_by("order")))
        .order_by("pk")
    )


def _with_texts(owners: QuerySet[Any], owner: str, versions: Any, on: datetime.date) -> QuerySet[Any]:
    """Owners that had a text on the date, with it."""
    then = versions.filter(superseded_at=None, effective__contains=on)
    return owners.filter(Exists(then.filter(**{owner: OuterRef("pk")}).order_by())).prefetch_related(
        Prefetch("versions", _then(versions, on), to_attr="texts")
    )


def _then(versions: Any, on: datetime.date) -> QuerySet[Any]:
    """Of these wordings those held now of what applied on the date, the digest before the official text.

    The columns of the full text search are long and for nobody's eyes.
    """
    then = versions.filter(superseded_at=None, effective__contains=on).select_related("source")
    if versions.model is ProvisionVersion:
        then = then.select_related("source", "amended_by")
    unread = [field.name for field in versions.model._meta.concrete_fields if field.name == "search"]
    return then.defer(*unread).order_by("kind")  # type: ignore[no-any-return]
