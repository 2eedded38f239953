"""The tables of the exam room: sittings and entries, attempts and answers, and what happens in the room."""

from exams.sittings.models.answers import ANSWER_LENGTH, LAST_SEQUENCE, Answer, AnswerEvent, PendingDraft
from exams.sittings.models.attempts import Attempt, AttemptQuerySet, ClosedHow, Entry
from exams.sittings.models.room import Presence, ResumeCode, RoomEvent, VoidAttempt
from exams.sittings.models.sittings import Invigilator, Release, Sitting, SittingQuerySet

__all__ = [
    "ANSWER_LENGTH",
    "LAST_SEQUENCE",
    "Answer",
    "AnswerEvent",
    "Attempt",
    "AttemptQuerySet",
    "ClosedHow",
    "Entry",
    "Invigilator",
    "PendingDraft",
    "Presence",
    "Release",
    "ResumeCode",
    "RoomEvent",
    "Sitting",
    "SittingQuerySet",
    "VoidAttempt",
]
