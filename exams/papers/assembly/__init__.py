"""Assembling a paper: which questions of a bank fill the quotas of a blueprint. Plain Python with a solver, no Django.

Everything is chosen at once, as a problem of whole numbers, so that quotas which draw on the same questions are met
exactly whenever that is possible at all; where it is not, `explain` says which number stands in the way.
"""

from __future__ import annotations

from exams.papers.assembly.choice import CannotAssemble, Target, arrange, choose
from exams.papers.assembly.problem import Candidate, Pool, Wanted, pool
from exams.papers.assembly.shortages import Clash, Explanation, Shortage, explain

__all__ = [
    "Candidate",
    "CannotAssemble",
    "Clash",
    "Explanation",
    "Pool",
    "Shortage",
    "Target",
    "Wanted",
    "arrange",
    "choose",
    "explain",
    "pool",
]
