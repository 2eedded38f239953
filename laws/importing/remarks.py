"""The commentary of a document: which comments of the digest its remarks are the words of, and those on their own."""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count as numbers

from django.db.models import Model, QuerySet

from laws import keys
from laws.importing.documents import Document
from laws.importing.held import HeldEdition, Span, folded
from laws.importing.revising import Import, revise
from laws.importing.wanted import Wanted
from laws.models import Commentary, CommentaryVersion, SourceDocument, TextKind
from laws.sources.reading import Lines, ReadRemark


@dataclass(frozen=True, slots=True)
class DigestComment:
    """A comment of the digest that was drawn from the document, the lines it covers there, the time for which it stood."""

    pk: int
    kind: str
    lines: Lines
    span: Span


def store_remarks(document: Document, held: HeldEdition, running: Import) -> None:
    """Give every remark to the comment of the digest that was drawn from its lines, or make a comment of it.

    What the digest tells in one comment a document may have in several pieces: they follow one another in its text.
    """
    comments = _digest_comments(held, running.source)
    pieces: dict[DigestComment, list[ReadRemark]] = defaultdict(list)
    alone: list[ReadRemark] = []
    for remark in document.reading.remarks:
        fitting = best_fit(remark, comments)
        if fitting:
            pieces[fitting].append(remark)
        else:
            alone.append(remark)
    rows = _own_comments(document, alone, held, running)
    wanted = [
        *(_wanted(comment.pk, told, comment.span) for comment, told in pieces.items()),
        *(_wanted(pk, [remark], Span(held.edition.in_force)) for pk, remark in rows),
    ]
    among = {"commentary__edition": held.edition}
    revise(CommentaryVersion, "commentary", among=among, wanted=wanted, running=running)


def best_fit(remark: ReadRemark, comments: Iterable[DigestComment]) -> DigestComment | None:
    """The comment that shares the most lines with a remark; among equals the one of its kind; None if several are left."""
    shared = [(count, one) for one in comments if (count := _shared(one.lines, remark.lines))]
    most = max((count for count, _ in shared), default=0)
    best = [one for count, one in shared if count == most]
    if len(best) > 1:
        best = [one for one in best if one.kind == remark.kind]
    return best[0] if len(best) == 1 else None


def precision(day: datetime.date) -> Commentary.Precision:
    """How much of a reader's date is known: it gives the first day of a month or year that is all the document tells.

    So a meeting on the first of a month is only dated to the month, which is still true.
    """
    if day.day > 1:
        return Commentary.Precision.DAY
    return Commentary.Precision.MONTH if day.month > 1 else Commentary.Precision.YEAR


def _shared(one: Lines, other: Lines) -> int:
    return max(0, min(one.last, other.last) - max(one.first, other.first) + 1)


def _digest_comments(held: HeldEdition, source: SourceDocument) -> list[DigestComment]:
    rows = CommentaryVersion.objects.current().filter(
        commentary__edition=held.edition, kind=TextKind.DIGEST, source=source, first_line__isnull=False
    )
    told: dict[int, DigestComment] = {}
    fields = rows.order_by("commentary", "-effective").values_list(
        "commentary", "commentary__kind", "first_line", "last_line", "effective"
    )
    for pk, kind, first, last, days in fields:
        told.setdefault(pk, DigestComment(pk, kind, Lines(first or 0, last or 0), Span(days.lower, days.upper)))
    return list(told.values())


def _wanted(pk: int, told: list[ReadRemark], span: Span) -> Wanted:
    lines = Lines(min(one.lines.first for one in told), max(one.lines.last for one in told))
    text = "\n\n".join(one.text for one in told)
    return Wanted(
        pk, f"The comment on {', '.join(told[0].keys) or told[0].term}", text, span, lines, {"heading": told[0].title}
    )


def _own_comments(
    document: Document, alone: list[ReadRemark], held: HeldEdition, running: Import
) -> list[tuple[int, ReadRemark]]:
    """The records of the remarks of which the digest has no comment, and what they hang on; written where they differ."""
    rows: list[tuple[Commentary, ReadRemark]] = []
    ours = _codes_of(running.source)
    stored = Commentary.objects.in_bulk(field_name="code")
    for code, remark in _coded(document, alone, stored.keys() - ours):
        row = stored.get(code) or Commentary(edition=held.edition, code=code)
        told = _told(remark)
        if not row.pk or any(getattr(row, name) != value for name, value in told.items()):
            running.changes.hung += bool(row.pk)
            for name, value in told.items():
                setattr(row, name, value)
            row.save()
        rows.append((row, remark))
    _hang(rows, held, running)
    return [(row.pk, remark) for row, remark in rows]


def _codes_of(source: SourceDocument) -> set[str]:
    """The names of the comments that came from a document, those whose words it has lost among them."""
    own = Commentary.objects.exclude(versions__kind=TextKind.DIGEST)
    return set(own.filter(versions__source=source).values_list("code", flat=True))


def _coded(document: Document, remarks: list[ReadRemark], taken: set[str]) -> Iterator[tuple[str, ReadRemark]]:
    """Each remark with its name: the format and the first line, and more where another document has that name."""
    seen: set[str] = set()
    for remark in remarks:
        stem = f"{document.format}-{remark.lines.first}"
        if stem in taken:
            stem = f"{stem}-{document.sha256[:8]}"
        code = next(name for name in _numbered(stem) if name not in seen)
        seen.add(code)
        yield code, remark


def _numbered(stem: str) -> Iterator[str]:
    yield stem
    yield from (f"{stem}-{number}" for number in numbers(2))


def _told(remark: ReadRemark) -> dict[str, object]:
    """The fields of a comment. What binds only because of who made it and when is a note where that is not told."""
    binds = remark.authority and (remark.dated or remark.kind != Commentary.Kind.MINUTE)
    binding = remark.kind in (Commentary.Kind.MINUTE, Commentary.Kind.REGULATION)
    return {
        "kind": remark.kind if binds or not binding else Commentary.Kind.NOTE.value,
        "author": remark.author,
        "authority": remark.authority,
        "place": remark.place,
        "dated": remark.dated,
        "dated_to": precision(remark.dated).value if remark.dated else Commentary.Precision.DAY.value,
    }


def _hang(rows: list[tuple[Commentary, ReadRemark]], held: HeldEdition, running: Import) -> None:
    """Join comments to their provisions and definitions, and part them from those they were joined to."""
    pks = [row.pk for row, _ in rows]
    places = {(row.pk, pk) for row, remark in rows for pk in _places(remark, held)}
    terms = {(row.pk, pk) for row, remark in rows for pk in _terms(remark, held)}
    for link, target, wanted in (
        (Commentary.provisions.through, "provision_id", places),
        (Commentary.definitions.through, "definition_id", terms),
    ):
        links: QuerySet[Model] = link._default_manager.filter(commentary__in=pks)
        there = {(one, other): pk for one, other, pk in links.values_list("commentary_id", target, "pk")}
        gone = [pk for pair, pk in there.items() if pair not in wanted]
        new = sorted(wanted - there.keys())
        links.filter(pk__in=gone).delete()
        links.bulk_create([link(**{"commentary_id": one, target: other}) for one, other in new])
        running.changes.hung += len(gone) + len(new)


def _places(remark: ReadRemark, held: HeldEdition) -> set[int]:
    """The provisions; of one that is not on the shelf the nearest above it."""
    found = set()
    for key in map(keys.parse, remark.keys):
        here = next((str(one) for one in (key, *reversed(key.ancestors)) if str(one) in held.provisions), None)
        if here:
            found.add(held.provisions[here])
    return found


def _terms(remark: ReadRemark, held: HeldEdition) -> set[int]:
    return {held.terms[folded(remark.term)]} if folded(remark.term) in held.terms else set()
