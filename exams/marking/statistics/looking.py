"""Which questions to look at first, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

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
