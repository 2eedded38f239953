"""Finding what the texts of an edition cite, and joining it to the provisions."""

from __future__ import annotations

import datetime
from collections.abc import Iterator

from django.db.models import Q, QuerySet

from laws import citing, footnotes, keys
from laws.keys import Key
from laws.models import (
    Citation,
    CommentaryVersion,
    DefinitionVersion,
    Edition,
    FootnoteVersion,
    Provision,
    ProvisionVersion,
)

# For each kind of citing text: the field of Citation, the model, the way to its edition, the key of the place where it
# stands (for a definition none, for a comment the first of those it hangs on).
_KINDS = (
    ("version", ProvisionVersion, "provision__edition", "provision__key"),
    ("footnote_version", FootnoteVersion, "footnote__provision__edition", "footnote__provision__key"),
    ("definition_version", DefinitionVersion, "definition__edition", None),
    ("commentary_version", CommentaryVersion, "commentary__edition", "commentary__provisions__key"),
)


def renew(edition: Edition, since: datetime.datetime | None = None) -> None:
    """Make the citations of all texts that are held now anew: each is resolved from its place in the law.

    Texts of a superseded revision keep the citations they had. `since` is for a change of some texts that neither brings
    nor takes provisions, so that the citations of all others stay what they are: only texts entered since then are read.
    """
    of_edition = Provision.objects.filter(edition=edition)
    places = {row.key: row for row in of_edition}
    known = frozenset(places)
    # A text names a footnote by the number that it has on the text's last day.
    marks: dict[datetime.date, dict[str, str]] = {}
    rows: list[Citation] = []
    targets: list[list[Provision]] = []
    for field, version_id, text, last, at in _texts(edition, since):
        if last not in marks:
            marks[last] = footnotes.places(edition.slug, last)
        for mention, resolved in citing.cited(text, at, known, year=edition.year, footnotes=marks[last]):
            rows.append(
                Citation(
                    **{f"{field}_id": version_id},
                    start=mention.start,
                    end=mention.end,
                    written=text[mention.start : mention.end],
                    status=resolved.status.value,
                )
            )
            targets.append([places[str(key)] for key in resolved.keys if str(key) in places])
    _current(edition, since).delete()
    Citation.objects.bulk_create(rows)
    link = Citation.provisions.through
    link._default_manager.bulk_create(
        link(citation_id=row.pk, provision_id=provision.pk)
        for row, cited in zip(rows, targets, strict=True)
        for provision in cited
    )


def _current(edition: Edition, since: datetime.datetime | None) -> QuerySet[Citation]:
    """The citations of the texts that are held now."""
    here = Q()
    for field, _, way, _ in _KINDS:
        entered = {f"{field}__created_at__gte": since} if since else {}
        here |= Q(**{f"{field}__{way}": edition, f"{field}__superseded_at": None}, **entered)
    return Citation.objects.filter(here)


def _texts(
    edition: Edition, since: datetime.datetime | None
) -> Iterator[tuple[str, int, str, datetime.date, Key | None]]:
    """Each text that is held now: the field of Citation for it, its id, the text, its last day, its place in the law."""
    for field, model, way, place in _KINDS:
        rows = model._default_manager.filter(**{way: edition}, superseded_at=None).exclude(text="").order_by("pk")
        rows = rows.filter(created_at__gte=since) if since else rows
        seen: set[int] = set()
        order = "commentary__provisions__order" if field == "commentary_version" else "pk"
        for pk, text, effective, key in rows.order_by("pk", order).values_list(
            "pk", "text", "effective", place or "pk"
        ):
            if pk not in seen:  # a comment comes once for each provision that it hangs on
                seen.add(pk)
                last = footnotes.last_day(effective.upper)
                yield field, pk, text, last, keys.parse(key) if place and key else None
