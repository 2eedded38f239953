"""What the shelf knows of an edition before a document is laid beside it."""

from __future__ import annotations

import datetime
from collections import defaultdict
from dataclasses import dataclass

from django.db.models.functions import Length

from laws.models import (
    Amendment,
    DefinitionVersion,
    Edition,
    FootnoteVersion,
    Law,
    Provision,
    ProvisionVersion,
    TextKind,
)


class EditionNotHeldError(Exception):
    """The edition is not in the library. The message says what to do."""


@dataclass(frozen=True, slots=True)
class Span:
    """Days from the first to before the second, without an end while it lasts."""

    starts: datetime.date
    ends: datetime.date | None = None

    def has(self, day: datetime.date) -> bool:
        """Whether the day is one of them."""
        return self.starts <= day and (self.ends is None or day < self.ends)


@dataclass(frozen=True, slots=True)
class HeldText:
    """A heading of a provision in the digest, how long its text is there, and the time for which both stood."""

    key: str
    heading: str
    span: Span
    length: int


@dataclass(frozen=True, slots=True)
class HeldFootnote:
    """A footnote and the time for which the digest has a text of it."""

    pk: int
    key: str
    mark: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class HeldEdition:
    """An edition as its digest states it.

    `provisions` gives the ids by key; `texts` the wordings of each law by its number; `amended` for a key the days on which
    an amendment changed it and the amendments' ids; `terms` the ids of definitions by every form of the term, folded.
    """

    edition: Edition
    laws: dict[str, int]
    provisions: dict[str, int]
    texts: dict[str, list[HeldText]]
    amended: dict[str, list[tuple[datetime.date, int]]]
    footnotes: list[HeldFootnote]
    definitions: dict[int, str]
    terms: dict[str, int]

    def span(self, key: str, day: datetime.date) -> Span:
        """How long the text that a provision had on a day was the law, as far as amendments tell."""
        days = [self.edition.in_force, *(one for one, _ in self.amended.get(key, ()))]
        starts = max(one for one in days if one <= day)
        return Span(starts, min((one for one in days if one > day), default=None))

    def amendment(self, key: str, day: datetime.date) -> int | None:
        """The amendment that gave a provision the text it had on a day."""
        starts = self.span(key, day).starts
        return next((pk for one, pk in self.amended.get(key, ()) if one == starts), None)


def held_edition(slug: str) -> HeldEdition:
    """Everything about an edition, in a few queries; EditionNotHeldError when its digest has not been loaded."""
    edition = Edition.objects.on_shelf().filter(slug=slug).first()
    if not edition:
        raise EditionNotHeldError(
            f"The document is of the edition {slug}, which is not in the library."
            " Load its digest first: manage.py load_laws."
        )
    definitions, terms = _definitions(edition)
    return HeldEdition(
        edition=edition,
        laws=dict(Law.objects.filter(edition=edition).values_list("number", "pk")),
        provisions=dict(Provision.objects.filter(edition=edition).values_list("key", "pk")),
        texts=_texts(edition),
        amended=_amended(edition),
        footnotes=_footnotes(edition),
        definitions=definitions,
        terms=terms,
    )


def folded(term: str) -> str:
    """A term without what may differ between two lists of terms: capitals, and an abbreviation in brackets behind."""
    return " ".join(term.split("(")[0].casefold().split())


def _texts(edition: Edition) -> dict[str, list[HeldText]]:
    rows = ProvisionVersion.objects.current().filter(kind=TextKind.DIGEST, provision__edition=edition)
    texts: dict[str, list[HeldText]] = defaultdict(list)
    in_order = rows.order_by("provision__order", "effective")
    for number, key, heading, days, length in in_order.values_list(
        "provision__law__number", "provision__key", "heading", "effective", Length("text")
    ):
        texts[number].append(HeldText(key, heading, Span(days.lower, days.upper), length))
    return dict(texts)


def _amended(edition: Edition) -> dict[str, list[tuple[datetime.date, int]]]:
    rows = Amendment.objects.filter(edition=edition, provisions__isnull=False).order_by("in_force")
    amended: dict[str, list[tuple[datetime.date, int]]] = defaultdict(list)
    for key, day, pk in rows.values_list("provisions__key", "in_force", "pk"):
        amended[key].append((day, pk))
    return dict(amended)


def _footnotes(edition: Edition) -> list[HeldFootnote]:
    rows = FootnoteVersion.objects.current().filter(kind=TextKind.DIGEST, footnote__provision__edition=edition)
    in_order = rows.order_by("footnote__provision__order", "footnote__mark", "effective")
    return [
        HeldFootnote(pk, key, mark, Span(days.lower, days.upper))
        for pk, key, mark, days in in_order.values_list(
            "footnote", "footnote__provision__key", "footnote__mark", "effective"
        )
    ]


def _definitions(edition: Edition) -> tuple[dict[int, str], dict[str, int]]:
    """The defined terms by id, and the ids by every form of a term; a form of one term may be another term."""
    rows = DefinitionVersion.objects.current().filter(kind=TextKind.DIGEST, definition__edition=edition)
    terms: dict[int, str] = {}
    by_form: dict[str, int] = {}
    for pk, term, forms in rows.order_by("definition").values_list("definition", "definition__term", "forms"):
        terms[pk] = term
        for form in forms:
            by_form.setdefault(folded(form), pk)
    return terms, by_form | {folded(term): pk for pk, term in terms.items()}
