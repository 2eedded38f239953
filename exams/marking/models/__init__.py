"""The tables of marking."""

from exams.marking.models.results import AnswerMark, Result, ResultQuerySet, ResultsRelease

__all__ = ["AnswerMark", "Result", "ResultQuerySet", "ResultsRelease"]
