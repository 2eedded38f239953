"""The bank's tables: questions and their versions, what was said about them, the runs that made them, their upkeep."""

from exams.bank.models.difficulty import Difficulty
from exams.bank.models.levels import LevelMove
from exams.bank.models.questions import (
    APPROVALS_NEEDED,
    TRANSITIONS,
    Comment,
    Level,
    Observed,
    Question,
    QuestionVersion,
    QuestionVersionQuerySet,
    Review,
    Status,
)
from exams.bank.models.runs import GenerationJob, kinds_to_generate
from exams.bank.models.upkeep import LawFlag, Problem

__all__ = [
    "APPROVALS_NEEDED",
    "TRANSITIONS",
    "Comment",
    "Difficulty",
    "GenerationJob",
    "LawFlag",
    "Level",
    "LevelMove",
    "Observed",
    "Problem",
    "Question",
    "QuestionVersion",
    "QuestionVersionQuerySet",
    "Review",
    "Status",
    "kinds_to_generate",
]
