"""Who chose what: the picks of each option, or the commonest answers where nothing is offered to choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from exams.marking.statistics.formulas import mean
from exams.marking.statistics.scripts import Item, Script

MOST = 8
"""So many of the answers that candidates thought of themselves are told."""
FEWEST = 3
"""Fewer picks than these say nothing about who picks it."""
STRONG_SHARE = 0.05


@dataclass(frozen=True)
class Pick:
    """One option, or one answer as its kind spells it.

    share: of the candidates who met the question, 0 to 1. rest: the mean share of the marks that those who chose it earned
    elsewhere in the paper; None for nobody. attracts_strong: it is wrong, and who chose it did better elsewhere than who
    chose the right one.
    """

    answer: str
    right: bool
    count: int
    share: float
    rest: float | None
    attracts_strong: bool = False


def picks(item: Item, scripts: Sequence[Script]) -> list[Pick]:
    """The picks of an item by the scripts that hold it, dropped or not. Of an item marked by people: none."""
    if item.picks:
        chosen = {
            option: [script for script in scripts if option in script.response(item.id).chosen]
            for option in item.options
        }
        right = set(item.right)
    elif item.key:
        chosen = {}
        for script in scripts:
            if (answer := script.response(item.id).answer) is not None:
                chosen.setdefault(answer, []).append(script)
        chosen.setdefault(item.key, [])
        right = {item.key, *item.right}
        commonest = sorted(chosen, key=lambda answer: (-len(chosen[answer]), answer))
        chosen = {answer: chosen[answer] for answer in commonest[:MOST]}
    else:
        return []
    rests = {answer: _rest(item, those) for answer, those in chosen.items()}
    # What the best of the right answers' choosers earn elsewhere: of several right options, any may be an easy one.
    able = max((rest for answer, rest in rests.items() if answer in right and rest is not None), default=None)
    enough = max(FEWEST, STRONG_SHARE * len(scripts))

    def attracts_strong(answer: str) -> bool:
        rest = rests[answer]
        if answer in right or rest is None or able is None:
            return False
        return len(chosen[answer]) >= enough and rest > able

    return [
        Pick(answer, answer in right, len(those), _share(those, scripts), rests[answer], attracts_strong(answer))
        for answer, those in chosen.items()
    ]


def _share(some: Sequence[Script], of: Sequence[Script]) -> float:
    return len(some) / len(of) if of else 0.0


def _rest(item: Item, those: Sequence[Script]) -> float | None:
    known = [rest for script in those if (rest := script.rest(item.id)) is not None]
    return mean(known) if known else None
