"""The formulas, on plain numbers. Each says where it is from; None always means that it cannot be told."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

# Below this a variance is rounding, not a difference between people.
TINY = 1e-12

KELLEY = 0.27
"""The share of the candidates in the upper, and in the lower, group.

T. L. Kelley, "The selection of upper and lower groups for the validation of test items", Journal of Educational
Psychology 30 (1939): with 27 % each the difference between the groups is most certain.
"""


def mean(values: Sequence[float]) -> float:
    """The arithmetic mean of at least one value."""
    return math.fsum(values) / len(values)


def variance(values: Sequence[float]) -> float:
    """The variance of these very values (divided by n), 0 for one."""
    middle = mean(values)
    return math.fsum((value - middle) ** 2 for value in values) / len(values)


def deviation(values: Sequence[float]) -> float | None:
    """The standard deviation as an estimate for all who might have sat (divided by n - 1); None for fewer than two."""
    if len(values) < 2:
        return None
    return math.sqrt(variance(values) * len(values) / (len(values) - 1))


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share lies, between neighbours in proportion.

    Definition 7 of R. J. Hyndman and Y. Fan, "Sample quantiles in statistical packages", The American Statistician 50
    (1996), which spreadsheets use.
    """
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    # Weighed from below, so that equal neighbours give themselves, without rounding.
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def correlation(pairs: Sequence[tuple[float, float]]) -> float | None:
    """Pearson's product-moment correlation, -1 to 1; None with fewer than three pairs or where one side never varies.

    Between the marks of an item and those of the rest of the test it is the item-rest (corrected item-total)
    correlation; where the item is right or wrong, the point-biserial one. S. Henrysson, "Correction of item-total
    correlations in item analysis", Psychometrika 28 (1963), says why the item itself must be left out.
    """
    return pooled_correlation([pairs])


def pooled_correlation(groups: Iterable[Sequence[tuple[float, float]]]) -> float | None:
    """Correlation within groups: each pair as a difference from the means of its own group.

    So the sittings of one question can be looked at together without an easy paper passing for able candidates. It is the
    pooled within-group correlation of the analysis of covariance (G. W. Snedecor and W. G. Cochran, Statistical
    Methods); for one group it is `correlation`.
    """
    product = first = second = 0.0
    count = 0
    for pairs in groups:
        if not pairs:
            continue
        count += len(pairs)
        left, right = mean([a for a, _b in pairs]), mean([b for _a, b in pairs])
        product += math.fsum((a - left) * (b - right) for a, b in pairs)
        first += math.fsum((a - left) ** 2 for a, _b in pairs)
        second += math.fsum((b - right) ** 2 for _a, b in pairs)
    if count < 3 or first / count < TINY or second / count < TINY:
        return None
    return max(-1.0, min(1.0, product / math.sqrt(first * second)))


def upper_lower(pairs: Sequence[tuple[float, float]], share: float = KELLEY) -> float | None:
    """What the best earn more of an item than the weakest: mean share of the upper group less that of the lower, -1 to 1.

    pairs: (share of the item, share of the whole paper) of each candidate. A group is Kelley's 27 % of the candidates;
    where its edge falls among equals, each of them counts with the same part, so that no order of the list decides. None
    where a group would be less than one candidate.
    """
    size = share * len(pairs)
    if size < 1:
        return None
    by_total: dict[float, list[float]] = {}
    for item, total in pairs:
        by_total.setdefault(total, []).append(item)
    totals = sorted(by_total)
    return _mean_of_first([by_total[t] for t in reversed(totals)], size) - _mean_of_first(
        [by_total[t] for t in totals], size
    )


def _mean_of_first(groups: Sequence[Sequence[float]], size: float) -> float:
    """The mean over the first `size` candidates, of groups of equals the last of which may count in part."""
    left, earned = size, 0.0
    for group in groups:
        taken = min(left, len(group))
        earned += taken * mean(group)
        left -= taken
        if left <= 0:
            break
    return earned / size
