"""A problem of whole numbers, put to HiGHS: columns with their cost, rows with their bounds."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

INFINITY = float("inf")
# Branching ends here with the best found so far. A limit in seconds would draw another paper on a slower machine.
MOST_NODES = 20_000
# How far from the best a choice may be: less than one lot counts for, far less than one path repeated.
GAP = 1e-4
# The solver means “true” up to this.
CLOSE = 0.5


class NoAnswer(Exception):
    """The solver stopped without a choice and without a proof that there is none."""


class Model:
    """Minimise the cost of the columns, each between 0 and its upper bound, while every row stays within its bounds."""

    def __init__(self) -> None:
        self._cost: list[float] = []
        self._upper: list[float] = []
        self._whole: list[bool] = []
        self._starts: list[int] = [0]
        self._columns: list[int] = []
        self._values: list[float] = []
        self._lower_rows: list[float] = []
        self._upper_rows: list[float] = []

    def column(self, *, cost: float = 0.0, upper: float = 1.0, whole: bool = True) -> int:
        """Another number to be found; its place."""
        self._cost.append(cost)
        self._upper.append(upper)
        self._whole.append(whole)
        return len(self._cost) - 1

    def row(self, terms: Iterable[tuple[int, float]], lower: float, upper: float) -> None:
        """Another condition: the sum of these columns, each so many times, lies between the bounds."""
        for column, value in terms:
            self._columns.append(column)
            self._values.append(value)
        self._starts.append(len(self._columns))
        self._lower_rows.append(lower)
        self._upper_rows.append(upper)

    def solve(self) -> list[float] | None:
        """The numbers, in the order of the columns; None when no numbers meet the conditions.

        One thread and a fixed seed, so the same problem has the same answer. HiGHS lets other Python threads run meanwhile.
        """
        if not self._cost:
            met = all(low <= 0 <= high for low, high in zip(self._lower_rows, self._upper_rows, strict=True))
            return [] if met else None
        highspy = _highspy()
        solver = highspy.Highs()
        for option, value in (
            ("output_flag", False),
            ("threads", 1),
            ("random_seed", 1),
            ("mip_rel_gap", 0.0),
            ("mip_abs_gap", GAP),
            ("mip_max_nodes", MOST_NODES),
        ):
            solver.setOptionValue(option, value)
        solver.passModel(self._stated(highspy))
        solver.run()
        status = solver.getModelStatus()
        if status == highspy.HighsModelStatus.kInfeasible:
            return None
        information = solver.getInfo()
        if information.primal_solution_status != highspy.SolutionStatus.kSolutionStatusFeasible:
            raise NoAnswer(solver.modelStatusToString(status))
        return list(solver.getSolution().col_value)

    def _stated(self, highspy: Any) -> Any:
        stated = highspy.HighsLp()
        stated.num_col_ = len(self._cost)
        stated.num_row_ = len(self._lower_rows)
        stated.col_cost_ = self._cost
        stated.col_lower_ = [0.0] * len(self._cost)
        stated.col_upper_ = self._upper
        stated.row_lower_ = self._lower_rows
        stated.row_upper_ = self._upper_rows
        stated.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
        stated.a_matrix_.num_col_ = len(self._cost)
        stated.a_matrix_.num_row_ = len(self._lower_rows)
        stated.a_matrix_.start_ = self._starts
        stated.a_matrix_.index_ = self._columns
        stated.a_matrix_.value_ = self._values
        kinds = highspy.HighsVarType
        stated.integrality_ = [kinds.kInteger if whole else kinds.kContinuous for whole in self._whole]
        return stated


@cache
def _highspy() -> Any:
    """The solver, when first needed: it brings numpy with it, and most processes never assemble a paper."""
    import highspy

    return highspy
