"""How far the markers of a sitting agree: pure arithmetic on pairs of marks."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

FEWEST = 3
"""Pairs below which no reliability is told: it would be chance."""


@dataclass(frozen=True)
class Pair:
    """Two marks of one script, in percent of the question's marks, and how far apart they may be.

    Exact, so that two marks just as far apart as the paper tolerates are within it here as they are where they are settled.
    """

    first_by: uuid.UUID
    first: Fraction
    second_by: uuid.UUID
    second: Fraction
    tolerance: int


@dataclass(frozen=True)
class Severity:
    """How much more (or less, below zero) a marker gave than those who marked the same scripts, in percent."""

    by: uuid.UUID
    scripts: int
    difference: float


@dataclass(frozen=True)
class Agreement:
    """Over n pairs: the mean absolute difference in percent, the shares of pairs that are equal and within the tolerance
    (0 to 1), the intraclass correlation where it can be told, and each marker's severity.
    """

    n: int
    difference: float
    exact: float
    tolerated: float
    icc: float | None
    severities: list[Severity]


def agreement(pairs: Sequence[Pair]) -> Agreement | None:
    """What the pairs tell; None if there are none."""
    if not pairs:
        return None
    apart = [abs(pair.first - pair.second) for pair in pairs]
    return Agreement(
        n=len(pairs),
        difference=float(sum(apart) / len(pairs)),
        exact=sum(gap == 0 for gap in apart) / len(pairs),
        tolerated=sum(gap <= pair.tolerance for gap, pair in zip(apart, pairs, strict=True)) / len(pairs),
        icc=icc([(float(pair.first), float(pair.second)) for pair in pairs]),
        severities=_severities(pairs),
    )


def icc(pairs: Sequence[tuple[float, float]]) -> float | None:
    """The reliability of one marker's mark: the one-way intraclass correlation, -1 to 1.

    ICC(1,1) of P. E. Shrout and J. L. Fleiss, “Intraclass Correlations: Uses in Assessing Rater Reliability”, Psychological
    Bulletin 86 (1979): (MSB - MSW) / (MSB + MSW) for two marks a script, MSB and MSW being the mean squares between and
    within scripts. The one-way form, because the two markers of a script are drawn by lot and differ from script to script.
    None for fewer than FEWEST pairs, or where all marks are the same.
    """
    n = len(pairs)
    if n < FEWEST:
        return None
    means = [(first + second) / 2 for first, second in pairs]
    whole = sum(means) / n
    between = 2 * sum((one - whole) ** 2 for one in means) / (n - 1)
    within = sum((first - second) ** 2 for first, second in pairs) / 2 / n
    return (between - within) / (between + within) if between + within else None


def _severities(pairs: Sequence[Pair]) -> list[Severity]:
    """By marker, the most generous first."""
    gaps: dict[uuid.UUID, list[Fraction]] = {}
    for pair in pairs:
        gaps.setdefault(pair.first_by, []).append(pair.first - pair.second)
        gaps.setdefault(pair.second_by, []).append(pair.second - pair.first)
    found = [Severity(by, len(those), float(sum(those) / len(those))) for by, those in gaps.items()]
    return sorted(found, key=lambda one: (-one.difference, str(one.by)))
