"""What is told of one question: the picks of each option or the commonest answers, and whether to look at it first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exams.marking.statistics.formulas import mean
from exams.marking.statistics.scripts import Item, Script

# --- Answers chosen ---------------------------------------------------------------------------------------------------


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


# --- Which questions to look at first, and why ------------------------------------------------------------------------


ENOUGH: Final = 10
"""With fewer candidates figures say more about the candidates than about the question, and nothing is marked out."""
HARDEST: Final = 0.2
EASIEST: Final = 0.95
WEAK: Final = 0.1
OMITTED: Final = 0.1
"""More than this share of the candidates left it out."""
SLOW: Final = 3.0
"""So many times as long as the middle question of the paper."""
SLOW_AT_LEAST: Final = 60.0

WEIGHTS: Final[Mapping[str, int]] = {
    "negative": 100,
    "attracts_strong": 60,
    "too_hard": 40,
    "omitted": 25,
    "weak": 20,
    "slow": 15,
    "too_easy": 10,
    "never_picked": 5,
}
"""What each reason weighs: first what may be a wrong key, then what teaches nothing, last what is merely idle."""


def reasons(row: Mapping[str, Any], middle: float | None) -> list[dict[str, Any]]:
    """Why an examiner should look at an item, by its row of the report; none where its marks tell nothing, since somebody
    has looked already. middle: median seconds of the paper's items.

    Each has a `code` of WEIGHTS and the figures it rests on. The bounds .2 and .95 of the facility are those within
    which a question of four options can tell candidates apart at all; weak is below .1 (R. L. Ebel and D. A. Frisbie,
    Essentials of Educational Measurement, call below .19 poor; one sitting is a small sample, so less is asked).
    """
    if row["taken"] < ENOUGH or row["untold"]:
        return []
    found: list[dict[str, Any]] = []
    discrimination, facility, seconds = row["discrimination"], row["facility"], row["seconds"]
    if discrimination is not None and discrimination < 0:
        found.append({"code": "negative", "value": discrimination})
    elif discrimination is not None and discrimination < WEAK and HARDEST <= facility <= EASIEST:
        found.append({"code": "weak", "value": discrimination})
    found.extend(
        {"code": "attracts_strong", "answer": pick["answer"], "count": pick["count"]}
        for pick in row["picks"]
        if pick["attracts_strong"]
    )
    if facility < HARDEST:
        found.append({"code": "too_hard", "value": facility})
    if facility > EASIEST:
        found.append({"code": "too_easy", "value": facility})
    if row["omitted"] > OMITTED * row["taken"]:
        found.append({"code": "omitted", "count": row["omitted"], "taken": row["taken"]})
    if seconds is not None and middle and seconds >= SLOW_AT_LEAST and seconds > SLOW * middle:
        found.append({"code": "slow", "seconds": seconds, "times": seconds / middle})
    idle = [pick["answer"] for pick in row["picks"] if not pick["count"] and not pick["right"]]
    if row["offers"] and idle:
        found.append({"code": "never_picked", "answers": idle})
    return sorted(found, key=lambda one: -WEIGHTS[one["code"]])


def ranked(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """The ids of the items that have reasons, the weightiest first; among equals the one that discriminates least."""
    weighed = [
        (
            -sum(WEIGHTS[reason["code"]] for reason in row["reasons"]),
            row["discrimination"] or 0.0,
            row["number"],
            row["id"],
        )
        for row in rows
        if row["reasons"]
    ]
    return [id_ for *_order, id_ in sorted(weighed)]
