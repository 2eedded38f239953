"""Time on a question.

The site hears of a candidate when an answer is saved. The time between one save and the next (for the first: since the
start) is taken to have been spent on the question that the later one answers; a question answered several times adds up.
Reading a question and leaving it, and thinking after the last save, cannot be seen. So that a candidate who leaves the
table does not seem to think for an hour, one gap counts as ten minutes at most; a gap in which a break or a pause of
the sitting falls is not counted at all.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence

LONGEST = 600.0
"""Seconds that one gap counts at most."""


def seconds_on(
    started: dt.datetime, saves: Iterable[tuple[int, dt.datetime]], stops: Sequence[dt.datetime] = ()
) -> dict[int, float]:
    """Seconds on each question: saves are (question, moment) in the order of their sequence.

    stops: moments at which a break or a pause began or ended.
    """
    spent: dict[int, float] = {}
    before = started
    for question, at in saves:
        if not any(before <= stop <= at for stop in stops):
            gap = min(max(0.0, (at - before).total_seconds()), LONGEST)
            spent[question] = spent.get(question, 0.0) + gap
        before = at
    return spent
