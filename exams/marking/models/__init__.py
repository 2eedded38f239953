"""The tables of marking."""

from exams.marking.models.appeals import GROUNDS_LENGTH, Appeal, AppealQuerySet
from exams.marking.models.regrades import DryRun, Regrade, RegradedResult, RegradeQuerySet
from exams.marking.models.results import AnswerMark, Result, ResultQuerySet, ResultsRelease
from exams.marking.models.scripts import (
    COMMENT_LENGTH,
    Marker,
    MarkerTask,
    Script,
    ScriptMark,
    ScriptQuerySet,
    Settlement,
    ThirdMarker,
)
from exams.marking.models.statistics import Statistics

__all__ = [
    "COMMENT_LENGTH",
    "GROUNDS_LENGTH",
    "AnswerMark",
    "Appeal",
    "AppealQuerySet",
    "DryRun",
    "Marker",
    "MarkerTask",
    "Regrade",
    "RegradeQuerySet",
    "RegradedResult",
    "Result",
    "ResultQuerySet",
    "ResultsRelease",
    "Script",
    "ScriptMark",
    "ScriptQuerySet",
    "Settlement",
    "Statistics",
    "ThirdMarker",
]
