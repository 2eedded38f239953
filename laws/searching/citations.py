"""The citations that lead nowhere here, or not to one place: what is written, where, and how many there are of each."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce

from laws.models import Citation, TextKind

# How much of the text stands on either side of a citation.
AROUND = 110

_TEXTS = ("version", "footnote_version", "definition_version", "commentary_version")
_EDITIONS = (
    "version__provision__edition",
    "footnote_version__footnote__provision__edition",
    "definition_version__definition__edition",
    "commentary_version__commentary__edition",
)


@dataclass(frozen=True, slots=True)
class Tally:
    """The citations of all texts of an edition that are held now, by status."""

    by_status: Counter[str]

    @property
    def total(self) -> int:
        """All of them, those that were found too."""
        return self.by_status.total()

    def rate(self, status: str) -> float:
        """How many of a hundred have the status."""
        return 100 * self.by_status[status] / self.total if self.total else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A citation that was not found. The text around it is cut between words.

    `what` is law, footnote, definition or commentary; `key` the citing provision, empty for a definition; `name` the mark
    of a footnote, the term, or the short name of the comment; `title` the comment's own.
    """

    status: str
    label: str
    edition: str
    edition_title: str
    what: str
    key: str
    name: str
    title: str
    official: bool
    before: str
    written: str
    after: str


def tallies() -> dict[int, Tally]:
    """By edition, in one query."""
    found: dict[int, Counter[str]] = {}
    rows = _held().annotate(edition=Coalesce(*_EDITIONS)).values_list("edition", "status")
    for edition, status in rows.order_by():
        found.setdefault(edition, Counter())[status] += 1
    return {edition: Tally(counts) for edition, counts in found.items()}


def misses(*, edition: int | None = None, status: str = "") -> QuerySet[Citation]:
    """Citations that were not found, in texts that are held now: of an edition and a status, or all, in their order."""
    rows = _held().exclude(status=Citation.Status.FOUND)
    if edition is not None:
        here = Q()
        for way in _EDITIONS:
            here |= Q(**{way: edition})
        rows = rows.filter(here)
    if status:
        rows = rows.filter(status=status)
    return rows.select_related(
        "version__provision__edition",
        "footnote_version__footnote__provision__edition",
        "definition_version__definition__edition",
        "commentary_version__commentary__edition",
    ).order_by("status", "pk")


def told(citation: Citation) -> Miss:
    """A citation with its place and the words around it."""
    if version := citation.version:
        what, key, name, title, edition = "law", version.provision.key, "", "", version.provision.edition
        text, kind = version.text, version.kind
    elif note := citation.footnote_version:
        provision = note.footnote.provision
        what, key, name, title, edition = "footnote", provision.key, note.footnote.mark, "", provision.edition
        text, kind = note.text, note.kind
    elif term := citation.definition_version:
        what, key, name, title, edition = "definition", "", term.definition.term, "", term.definition.edition
        text, kind = term.text, term.kind
    else:
        comment = citation.commentary_version
        if comment is None:
            raise ValueError(f"citation {citation.pk} stands in no text")
        what, key, name, title = "commentary", "", comment.commentary.code, comment.heading
        edition, text, kind = comment.commentary.edition, comment.text, comment.kind
    return Miss(
        status=citation.status,
        label=str(citation.get_status_display()),
        edition=edition.slug,
        edition_title=edition.title,
        what=what,
        key=key,
        name=name,
        title=title,
        official=kind == TextKind.OFFICIAL,
        before=_before(text[: citation.start]),
        written=citation.written,
        after=_after(text[citation.end :]),
    )


def _held() -> QuerySet[Citation]:
    """The citations of texts that are held now."""
    here = Q()
    for text in _TEXTS:
        here |= Q(**{f"{text}__isnull": False, f"{text}__superseded_at": None})
    return Citation.objects.filter(here)


def _before(text: str) -> str:
    if len(text) <= AROUND:
        return text
    return "… " + text[-AROUND:].split(maxsplit=1)[-1] + (" " if text[-1:].isspace() else "")


def _after(text: str) -> str:
    if len(text) <= AROUND:
        return text
    return text[:AROUND].rsplit(maxsplit=1)[0] + " …"
