"""How often a wording was offered, and how often it was right: far from what chance would give, it speaks for itself."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, Final

from exams.bank.kinds import Content, kind_of
from exams.bank.tells.phrases import wordings

UNLIKELY: Final = 1 / 200
"""As seldom as this chance alone would give what was counted, or something more striking."""

FAR: Final = 3.0
"""By how much the odds differ from those of chance: one in four is then one in two, or one in ten."""


@dataclass(frozen=True)
class Tally:
    """Of a wording: in how many questions it was offered, in how many of them it was right; expected: how many by chance."""

    offered: int
    right: int
    expected: float

    @property
    def odds(self) -> float:
        """Its odds of being right as a multiple of those that chance gives; far below one for what is hardly ever right."""
        share = self.expected / self.offered
        # Half a question more on each side, so that what is never right has odds as well.
        return (self.right + 0.5) / (self.offered - self.right + 0.5) * (1 - share) / share

    @cached_property
    def speaks(self) -> int:
        """1 for a wording that is right far more often than chance has it, -1 for one far less often, 0 for others."""
        if 1 / FAR < self.odds < FAR:
            return 0
        share = self.expected / self.offered
        if self.right < self.expected:
            return -1 if _at_most(self.right, self.offered, share) < UNLIKELY else 0
        return 1 if _at_most(self.offered - self.right, self.offered, 1 - share) < UNLIKELY else 0

    @property
    def surprise(self) -> float:
        """How many standard deviations it is off: what to look at first."""
        share = self.expected / self.offered
        return abs(self.right - self.expected) / math.sqrt(self.offered * share * (1 - share))


def tallied(contents: Iterable[Content]) -> dict[str, Tally]:
    """Every wording of the options of these questions. A question whose options all have it says nothing of it."""
    counted: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0])
    for content in contents:
        for wording, one in _in_question(content).items():
            whole = counted[wording]
            for place, count in enumerate(one):
                whole[place] += count
    return {wording: Tally(int(offered), int(right), due) for wording, (offered, right, due) in counted.items()}


def _in_question(content: Content) -> dict[str, tuple[int, int, float]]:
    """For each wording whether the right option has it, and how likely that was."""
    options: list[dict[str, Any]] = content["options"]
    holding = kind_of(content).chosen(kind_of(content).right(content))
    having: dict[str, list[str]] = defaultdict(list)
    for option in options:
        for wording in wordings(option["text"]):
            having[wording].append(option["id"])
    return {
        wording: (1, int(any(one in holding for one in found)), _due(len(found), len(holding), len(options)))
        for wording, found in having.items()
        if len(found) < len(options)
    }


@cache
def _due(having: int, holding: int, options: int) -> float:
    """How likely one of so many options is among those that hold, if these were drawn."""
    return 1 - math.comb(options - having, holding) / math.comb(options, holding)


def _at_most(hits: int, trials: int, chance: float) -> float:
    """How likely so many hits or fewer are."""
    if not 0 < chance < 1:
        return 1.0
    whole = math.lgamma(trials + 1)
    return math.fsum(
        math.exp(
            whole
            - math.lgamma(one + 1)
            - math.lgamma(trials - one + 1)
            + one * math.log(chance)
            + (trials - one) * math.log1p(-chance)
        )
        for one in range(hits + 1)
    )
