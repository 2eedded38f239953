"""Two editions side by side: what answers to what by the concordance, and the texts of both.

Where both texts are on the shelf, the statements of a law are set against those that answer to it: those that share at
least half of their words stand in one row, with the words that differ marked, and the others alone.
"""

from __future__ import annotations

import datetime
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from laws import keys
from laws.comparing.concordance import holding, place_in_book
from laws.comparing.statements import FOOTNOTE, Statement, Statements, read
from laws.comparing.words import Piece, diff_words
from laws.models import Concordance, Edition, TextKind

# Two statements that share fewer of their words than this say their things each in its own way: marks on nearly every word
# would help nobody.
ALIKE = 0.5
_WORD = re.compile(r"\w+")

# A word and which of its occurrences in the statement it is, so that sets can count.
_Words = frozenset[tuple[str, int]]


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a pair: the edition, the date for which its text is shown, and whether it has any here."""

    edition: Edition
    on: datetime.date
    readable: bool


@dataclass(frozen=True, slots=True)
class Row:
    """Two statements that are alike, with `pieces` that tell their words apart; or what stands alone on either side."""

    earlier: tuple[Statement, ...]
    later: tuple[Statement, ...]
    pieces: list[Piece] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the concordance with the nearest headings of its two places."""

    kind: str
    label: str
    earlier_key: str
    later_key: str
    remark: str
    later_title: str


@dataclass(frozen=True, slots=True)
class Group:
    """A law of the earlier edition, or a new one of the later: the entries about it, and the texts they name, aligned."""

    number: str
    title: str
    new: bool
    entries: list[Entry]
    rows: list[Row]

    @property
    def name(self) -> str:
        """What people call the law."""
        return keys.name(self.number)


@dataclass(frozen=True, slots=True)
class Correspondence:
    """All entries by law in the order of the earlier edition, new laws where their number stands; how many of each kind.

    `unpaired` are the laws of the later edition of which the concordance says nothing, as (number, title).
    """

    groups: list[Group]
    counts: Counter[str]
    unpaired: list[tuple[str, str]]


class NotComparableError(LookupError):
    """Nothing on the shelf says how the two editions belong together."""


def joined(one: Edition, other: Edition) -> tuple[Edition, Edition]:
    """The two in the order in which the concordance has them; NotComparableError if it has not."""
    for earlier, later in ((one, other), (other, one)):
        if Concordance.objects.filter(earlier_edition=earlier, later_edition=later).exists():
            return earlier, later
    raise NotComparableError(f"{one} and {other}")


def compare_editions(
    earlier: Side, later: Side, *, law: str = "", texts: bool = True, kind: TextKind = TextKind.DIGEST
) -> Correspondence:
    """The two editions by the concordance between them, whole or the entries in which a law stands on either side.

    Without `texts` the groups have titles but no rows. One query, or two where amendments have changed what is noted, and
    for each side with a text those of `read`.
    """
    noted = list(Concordance.objects.filter(earlier_edition=earlier.edition, later_edition=later.edition))
    entries = holding(noted, {side.edition.pk: side.on for side in (earlier, later)})
    paired = {_law(one.later_key) for one in entries}
    of_law: dict[tuple[str, bool], list[Concordance]] = {}
    for one in sorted(entries, key=place_in_book):
        if not law or law in (_law(one.earlier_key), _law(one.later_key)):
            of_law.setdefault((_law(one.earlier_key or one.later_key), not one.earlier_key), []).append(one)
    shelves = [
        _Shelf(read(side.edition, [side.on], kind=kind)[0] if side.readable else {}) for side in (earlier, later)
    ]
    return Correspondence(
        groups=[_group(number, new, its, shelves, texts=texts) for (number, new), its in of_law.items()],
        counts=Counter(one.kind for its in of_law.values() for one in its),
        unpaired=[] if law else [(number, title) for number, title in shelves[1].laws() if number not in paired],
    )


class _Shelf:
    """The statements of a side by law, with the words of each."""

    def __init__(self, statements: Statements) -> None:
        self._of_law: dict[str, list[Statement]] = {}
        for one in statements.values():
            if one.law:
                self._of_law.setdefault(one.law, []).append(one)
        for its in self._of_law.values():
            its.sort(key=lambda one: (one.order, one.what == FOOTNOTE, one.name))
        self._words: dict[tuple[str, str, str], _Words] = {}

    def laws(self) -> Iterable[tuple[str, str]]:
        """Number and title of each law."""
        for number, its in self._of_law.items():
            yield number, its[0].heading

    def title(self, key: str) -> str:
        """The heading of a place, or the nearest one above it."""
        if not key:
            return ""
        place = keys.parse(key)
        headings = {one.key: one.heading for one in self._of_law.get(place.top, []) if one.heading}
        return next((headings[str(one)] for one in (place, *reversed(place.ancestors)) if str(one) in headings), "")

    def under(self, places: Iterable[str]) -> list[Statement]:
        """The statements of these places and of all that stands under them, each once.

        One that is only a heading hands it to the first under it.
        """
        found: dict[tuple[str, str, str], Statement] = {}
        for place in map(keys.parse, filter(None, dict.fromkeys(places))):
            above: list[str] = []
            for one in self._of_law.get(place.top, []):
                if one.id in found or not (one.key == str(place) or place in keys.parse(one.key).ancestors):
                    continue
                if one.text or one.tables:
                    found[one.id] = replace(one, heading=" · ".join(filter(None, [*above, one.heading])))
                    above = []
                elif one.key != place.top:
                    above.append(one.heading)
        return list(found.values())

    def words(self, one: Statement) -> _Words:
        """The words of a statement, whatever their order and case."""
        if one.id not in self._words:
            seen: Counter[str] = Counter()
            words = []
            for word in _WORD.findall(one.text.lower()):
                seen[word] += 1
                words.append((word, seen[word]))
            self._words[one.id] = frozenset(words)
        return self._words[one.id]


def _law(key: str) -> str:
    return keys.parse(key).top if key else ""


def _group(number: str, new: bool, its: list[Concordance], shelves: Sequence[_Shelf], *, texts: bool) -> Group:
    earlier, later = shelves
    rows: list[Row] = []
    if texts:
        rows = _aligned(
            [(one, earlier.words(one)) for one in earlier.under(one.earlier_key for one in its)],
            [(one, later.words(one)) for one in later.under(one.later_key for one in its)],
        )
    return Group(
        number=number,
        title=(later if new else earlier).title(number),
        new=new,
        entries=[
            Entry(
                kind=one.kind,
                label=str(one.get_kind_display()),
                earlier_key=one.earlier_key,
                later_key=one.later_key,
                remark=one.remark,
                later_title=later.title(one.later_key),
            )
            for one in its
        ],
        rows=rows,
    )


def _aligned(earlier: Sequence[tuple[Statement, _Words]], later: Sequence[tuple[Statement, _Words]]) -> list[Row]:
    """Both lists as rows, in the order of both, so that together the rows are as alike as can be.

    best[i][j] is how alike the statements from i and from j on can be made.
    """
    alike = [[_likeness(mine, theirs) for _, theirs in later] for _, mine in earlier]
    best = [[0.0] * (len(later) + 1) for _ in range(len(earlier) + 1)]
    for i in reversed(range(len(earlier))):
        for j in reversed(range(len(later))):
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + alike[i][j])
    rows: list[Row] = []
    alone: tuple[list[Statement], list[Statement]] = ([], [])

    def close() -> None:
        if any(alone):
            rows.append(Row(tuple(alone[0]), tuple(alone[1])))
            alone[0].clear()
            alone[1].clear()

    i = j = 0
    while i < len(earlier) or j < len(later):
        if i < len(earlier) and j < len(later) and alike[i][j] and best[i][j] == best[i + 1][j + 1] + alike[i][j]:
            close()
            old, new = earlier[i][0], later[j][0]
            rows.append(Row((old,), (new,), diff_words(old.text, new.text)))
            i, j = i + 1, j + 1
        elif j == len(later) or (i < len(earlier) and best[i][j] == best[i + 1][j]):
            alone[0].append(earlier[i][0])
            i += 1
        else:
            alone[1].append(later[j][0])
            j += 1
    close()
    return rows


def _likeness(mine: _Words, theirs: _Words) -> float:
    """The share of words that two statements have in common; nothing when that is less than ALIKE."""
    shared = 2 * len(mine & theirs) / ((len(mine) + len(theirs)) or 1)
    return shared if shared >= ALIKE else 0.0
