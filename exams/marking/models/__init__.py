"""The tables of marking."""

from exams.marking.models.results import AnswerMark, Result, ResultQuerySet, ResultsRelease
from exams.marking.models.scripts import (
    COMMENT_LENGTH,
    Marker,
    MarkerTask,
    Script,
    ScriptMark,
    ScriptQuerySet,
    Settlement,
)
from exams.marking.models.statistics import Statistics

__all__ = [
    "COMMENT_LENGTH",
    "AnswerMark",
    "Marker",
    "MarkerTask",
    "Result",
    "ResultQuerySet",
    "ResultsRelease",
    "Script",
    "ScriptMark",
    "ScriptQuerySet",
    "Settlement",
    "Statistics",
]
