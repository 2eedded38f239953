"""Assembling a paper: which questions of a bank fill the quotas of a blueprint. Plain Python with a solver, no Django.

Everything is chosen at once, as a problem of whole numbers, so that quotas which draw on the same questions are met
exactly whenever that is possible at all; where it is not, `explain` says which number stands in the way.
"""

from exams.papers.assembling.choosing import CannotAssemble, Target, choose
from exams.papers.assembling.ordering import arrange
from exams.papers.assembling.problem import Candidate, Pool, Wanted, pool
from exams.papers.assembling.shortages import Clash, Explanation, Shortage, explain

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
