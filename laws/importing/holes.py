"""Holes: provisions that a document lacks although it has others before and behind them.

A document may begin late or end early because it is a book of some laws only; a hole in its middle is a page that got
lost. Where the words are there and only the label is lost, somebody should look at it, but the document is whole.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from laws import keys
from laws.importing.held import HeldEdition
from laws.importing.matching import Matched, lengths
from laws.sources.reading import Fault, Reading

# How much longer than its digest a provision must be to hold the words of the missing ones, as a share of their digest.
_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Hole:
    """What is missing in one place, the uppermost keys only; `line` is where the document goes on.

    `inside` is the provision whose text has the words, if one does.
    """

    missing: tuple[str, ...]
    before: str
    line: int
    inside: str

    @property
    def names(self) -> list[str]:
        """What people call the missing provisions."""
        return [keys.name(one) for one in self.missing]


def holes_in(reading: Reading, matched: Matched, held: HeldEdition) -> list[Hole]:
    """Every hole, in the order of the law."""
    return list(_holes(reading, matched, held))


def hole_faults(
    reading: Reading, matched: Matched, held: HeldEdition, without: Collection[str] = frozenset()
) -> Iterator[Fault]:
    """A fault for each hole, but for the provisions that the document is known to lack."""
    for hole in holes_in(reading, matched, held):
        unknown = [one for one in hole.missing if not _stated(one, without)]
        if unknown and not hole.inside:
            names = ", ".join(map(keys.name, unknown))
            stated = " ".join(unknown)
            yield Fault(
                hole.line,
                f"{names} missing behind {keys.name(hole.before)}; the document is not whole. If it never had"
                f" {'it' if len(unknown) == 1 else 'them'}, say --without {stated}",
            )


def _stated(key: str, without: Collection[str]) -> bool:
    return key in without or any(str(one) in without for one in keys.parse(key).ancestors)


def _holes(reading: Reading, matched: Matched, held: HeldEdition) -> Iterator[Hole]:
    lines = {one.key: one.lines for one in reading.provisions} | {law.number: law.lines for law in reading.laws}
    missing = set(matched.missing)
    before = ""
    open_run: list[str] = []
    for key in sorted(matched.keys | missing, key=lambda one: keys.parse(one).order):
        if key in missing:
            if before and not any(str(one) in missing for one in keys.parse(key).ancestors):
                open_run.append(key)
            continue
        if open_run:
            run = tuple(open_run)
            yield Hole(run, before, lines[key].first, _inside(run, before, reading, matched, held))
            open_run = []
        before = key


def _inside(missing: tuple[str, ...], before: str, reading: Reading, matched: Matched, held: HeldEdition) -> str:
    """The provision that has the words of the missing ones: the one before them, or one that they stand under."""
    digest = lengths(matched, held)
    own = {one.key: len(one.text) for one in reading.provisions}
    lacking = sum(
        length
        for key, length in digest.items()
        if key in missing or any(str(one) in missing for one in keys.parse(key).ancestors)
    )
    above = [str(one) for one in reversed(keys.parse(missing[0]).ancestors)]
    for key in (before, *above):
        if key in own and own[key] >= digest.get(key, 0) + _SHARE * lacking:
            return key
    return ""
