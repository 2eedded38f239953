"""How far the marks of a paper can be relied on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from exams.marking.statistics.formulas import TINY, mean, variance
from exams.marking.statistics.scripts import Test


@dataclass(frozen=True)
class Reliability:
    """coefficient: at most 1; None where it cannot be told.

    method: `kr20` where every item is right or wrong and all bear the same marks, `alpha` otherwise, `nested` where candidates
    had different papers.
    error: the standard error of measurement in percent of the paper, the distance within which about two of three
    candidates would lie of the mark they would get on average of many such papers.
    """

    method: str
    coefficient: float | None
    error: float | None
    items: int
    scripts: int


def alpha(rows: Sequence[Sequence[float]]) -> float | None:
    """Cronbach's alpha of a table of marks, a row for each candidate and a column for each item.

    L. J. Cronbach, "Coefficient alpha and the internal structure of tests", Psychometrika 16 (1951):
    k / (k - 1) * (1 - sum of the variances of the items / variance of the totals). Of items that are right or wrong it is
    formula 20 of G. F. Kuder and M. W. Richardson, "The theory of the estimation of test reliability", Psychometrika 2
    (1937). None for fewer than two items or candidates, or where all totals are equal.
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return None
    columns = list(zip(*rows, strict=True))
    return _alpha([variance(column) for column in columns], [math.fsum(row) for row in rows])


def alphas_without(rows: Sequence[Sequence[float]]) -> list[float | None]:
    """For each item the alpha of the others: where it is above that of all, the paper were better without the item."""
    if len(rows) < 2 or len(rows[0]) < 3:
        return [None] * (len(rows[0]) if rows else 0)
    columns = list(zip(*rows, strict=True))
    spread = [variance(column) for column in columns]
    totals = [math.fsum(row) for row in rows]
    return [
        _alpha(
            spread[:place] + spread[place + 1 :],
            [total - mark for total, mark in zip(totals, columns[place], strict=True)],
        )
        for place in range(len(columns))
    ]


def _alpha(spread: Sequence[float], totals: Sequence[float]) -> float | None:
    whole = variance(totals)
    if whole < TINY:
        return None
    items = len(spread)
    return items / (items - 1) * (1 - math.fsum(spread) / whole)


def nested(rows: Sequence[Sequence[float]]) -> float | None:
    """Reliability where each candidate met items of their own: shares of the marks, a row for each, of any length.

    Items nested in persons: 1 - mean square within persons / mean square between persons, the generalizability
    coefficient of the design i:p (R. L. Brennan, Generalizability Theory, 2001), which is ICC(1,k) of P. E. Shrout and
    J. L. Fleiss, "Intraclass correlations", Psychological Bulletin 86 (1979). What papers differ in difficulty counts
    as error, as it must where another paper might have been drawn. None where it cannot be told.
    """
    told = [row for row in rows if len(row) > 1]
    if len(told) < 2:
        return None
    count = sum(len(row) for row in told)
    middle = math.fsum(math.fsum(row) for row in told) / count
    between = math.fsum(len(row) * (mean(row) - middle) ** 2 for row in told) / (len(told) - 1)
    within = math.fsum(len(row) * variance(row) for row in told) / (count - len(told))
    return 1 - within / between if between >= TINY else None


def error_of(coefficient: float | None, spread: float | None) -> float | None:
    """The standard error of measurement, in the unit of the spread: s * sqrt(1 - reliability) (F. M. Lord and M. R.
    Novick, Statistical Theories of Mental Test Scores, 1968). A coefficient below zero counts as zero.
    """
    if coefficient is None or spread is None:
        return None
    return spread * math.sqrt(1 - max(0.0, min(1.0, coefficient)))


def table(test: Test) -> tuple[list[str], list[list[float]]]:
    """The items that every script holds and that tell something, and the marks of each script in them; empty where
    candidates had several forms.
    """
    if len(test.forms) != 1:
        return [], []
    common = [item.id for item in test.items if len(test.met[item.id]) == len(test.scripts) and not item.untold]
    return common, [[script.responses[item].marks for item in common] for script in test.scripts]


def of_test(test: Test, spread: float | None) -> Reliability:
    """The reliability of the whole paper. spread: the standard deviation of the marks in percent."""
    items, rows = table(test)
    if items:
        coefficient = alpha(rows)
        responses = [script.responses[item] for script in test.scripts for item in items]
        right_or_wrong = all(response.share in (0, 1) for response in responses)
        alike = len({response.out_of for response in responses}) == 1
        method = "kr20" if right_or_wrong and alike else "alpha"
        return Reliability(method, coefficient, error_of(coefficient, spread), len(items), len(rows))
    told = {item.id for item in test.items if not item.untold}
    shares = [[one.share for item, one in script.responses.items() if item in told] for script in test.scripts]
    coefficient = nested(shares)
    asked = max((len(row) for row in shares), default=0)
    return Reliability("nested", coefficient, error_of(coefficient, spread), asked, len(shares))
