"""Commentary as it was known on a date: what hangs on a law, on defined terms, or on a whole edition."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.backends.postgresql.psycopg_any import DateRange
from django.db.models import OuterRef, Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from laws.models import EDITORS, Commentary, CommentaryVersion, Definition, Provision, TextKind

Kind = Commentary.Kind
Precision = Commentary.Precision

# In the order in which a page has them: what binds comes first. What we say ourselves stands apart from what others say.
KINDS: dict[str, str | Promise] = {
    Kind.MINUTE: _("Minutes"),
    Kind.REGULATION: _("Regulations"),
    Kind.NOTE: _("Notes"),
    Kind.EXAMPLE: _("Examples"),
    Kind.CHANGE_NOTE: _("Changes"),
    Kind.RATIONALE: _("Rationale"),
}
CAUTION = Kind.CAUTION.value
_PLACE = {kind: place for place, kind in enumerate((CAUTION, *KINDS))}
# Those that bind: of them a reader must know whether they still do.
_BINDING = {Kind.MINUTE, Kind.REGULATION}


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """A comment on a date. `keys` and `terms` are all that it hangs on.

    `text` is the digest's; `official` has the words of the source itself, where these are held. `over` is set when it had
    ended before the date; `ends` is the day on which it ends, if that is known. `version` and `official_version` are the
    ids of the texts.
    """

    code: str
    kind: str
    title: str
    author: str
    authority: str
    place: str
    dated: datetime.date | None
    dated_to: str
    ends: datetime.date | None
    over: bool
    auctions: tuple[dict[str, Any], ...]
    deals: tuple[dict[str, Any], ...]
    document: str
    lines: tuple[int, int] | None
    keys: tuple[str, ...]
    terms: tuple[str, ...]
    text: str = ""
    version: int | None = None
    official: str = ""
    official_version: int | None = None

    @property
    def name(self) -> str:
        """What it is called; one without a title goes by its short name."""
        return self.title or self.code

    @property
    def kind_name(self) -> str:
        """What sort of statement it is, in a word."""
        return str(Kind(self.kind).label)

    @property
    def ours(self) -> bool:
        """Whether it is our own: a caution about what somebody said, or a note that the editors sign."""
        return self.kind == CAUTION or self.author == EDITORS

    @property
    def group(self) -> str:
        """What a reader shows or hides it with: its kind, or what is ours together."""
        return CAUTION if self.ours else self.kind

    @property
    def binding(self) -> bool:
        """Whether directors are bound by it as long as it is in force."""
        return self.kind in _BINDING


def on_law(edition_slug: str, number: str, on: datetime.date) -> list[Remark]:
    """What hangs on provisions of a law."""
    return _read(Q(provisions__law__number=number), edition_slug, on)


def on_provisions(edition_slug: str, keys: Iterable[str], on: datetime.date) -> list[Remark]:
    """What hangs on these provisions themselves, whatever hangs above or below them."""
    return _read(Q(provisions__key__in=set(keys)), edition_slug, on)


def on_terms(edition_slug: str, on: datetime.date) -> list[Remark]:
    """What hangs on the definitions of an edition."""
    return _read(Q(definitions__isnull=False), edition_slug, on)


def on_edition(edition_slug: str, on: datetime.date) -> list[Remark]:
    """All commentary on an edition."""
    return _read(Q(), edition_slug, on)


def counts(remarks: Iterable[Remark]) -> list[tuple[str, str]]:
    """How many there are of each kind, in words: [("minute", "2 minutes"), …]."""
    numbers: dict[str, int] = {}
    for one in remarks:
        numbers[one.group] = numbers.get(one.group, 0) + 1
    return [(kind, _counted(kind, numbers[kind])) for kind in _PLACE if kind in numbers]


def _read(which: Q, edition_slug: str, on: datetime.date) -> list[Remark]:
    """Remarks in the order of a page, in one query: by kind, the latest minutes first, others as their document has them.

    A remark that has ended is given too; one that begins or was made after the date was not known then.
    """
    hung = Commentary.objects.filter(which, edition__slug=edition_slug)
    rows = (
        CommentaryVersion.objects.current()
        .filter(
            Q(commentary__dated=None) | Q(commentary__dated__lte=on),
            commentary__in=hung,
            effective__startswith__lte=on,
        )
        .order_by("commentary_id", "kind", "-effective__startswith")
        .distinct("commentary_id", "kind")
        .values_list(
            "commentary__code",
            "kind",
            "pk",
            "text",
            "heading",
            "effective",
            "auctions",
            "deals",
            "first_line",
            "last_line",
            "source__title",
            "commentary__kind",
            "commentary__author",
            "commentary__authority",
            "commentary__place",
            "commentary__dated",
            "commentary__dated_to",
            ArraySubquery(
                Provision.objects.filter(commentary=OuterRef("commentary_id")).order_by("order").values("key")
            ),
            ArraySubquery(
                Definition.objects.filter(commentary=OuterRef("commentary_id")).order_by("term").values("term")
            ),
        )
    )
    found: dict[str, Remark] = {}
    for code, words, version, text, *rest in rows:
        # Rows of the digest come first, and its title and diagrams go before those of the source.
        one = found.get(code) or _remark(code, on, *rest)
        if words == TextKind.DIGEST:
            found[code] = replace(one, text=text, version=version)
        else:
            found[code] = replace(one, official=text, official_version=version)
    return sorted(found.values(), key=_order)


def _remark(
    code: str,
    on: datetime.date,
    title: str,
    effective: DateRange,
    auctions: list[dict[str, Any]],
    deals: list[dict[str, Any]],
    first_line: int | None,
    last_line: int | None,
    document: str | None,
    kind: str,
    author: str,
    authority: str,
    place: str,
    dated: datetime.date | None,
    dated_to: str,
    on_keys: list[str],
    on_terms: list[str],
) -> Remark:
    """A remark without its texts, from the columns of `_read`."""
    return Remark(
        code=code,
        kind=kind,
        title=title,
        author=author,
        authority=authority,
        place=place,
        dated=dated,
        dated_to=dated_to,
        ends=effective.upper,
        over=effective.upper is not None and effective.upper <= on,
        auctions=tuple(auctions),
        deals=tuple(deals),
        document=document or "",
        lines=(first_line, last_line) if first_line is not None and last_line is not None else None,
        keys=tuple(on_keys),
        terms=tuple(on_terms),
    )


def _order(one: Remark) -> tuple[int, int, int, str]:
    newest_first = -one.dated.toordinal() if one.dated and one.kind == Kind.MINUTE else 0
    return _PLACE[one.group], newest_first, one.lines[0] if one.lines else 0, one.code


def _counted(kind: str, number: int) -> str:
    match kind:
        case Kind.MINUTE:
            words = ngettext("%d minute", "%d minutes", number)
        case Kind.REGULATION:
            words = ngettext("%d regulation", "%d regulations", number)
        case Kind.NOTE:
            words = ngettext("%d note", "%d notes", number)
        case Kind.EXAMPLE:
            words = ngettext("%d example", "%d examples", number)
        case Kind.CHANGE_NOTE:
            words = ngettext("%d change", "%d changes", number)
        case Kind.RATIONALE:
            words = ngettext("%d rationale", "%d rationales", number)
        case _:
            words = ngettext("%d remark by the editors", "%d remarks by the editors", number)
    return words % number
