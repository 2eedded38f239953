"""How hard a version is: what its author or the generator expected, until enough candidates have answered it."""

from __future__ import annotations

from typing import Final

from django.db.models import Case, F, FloatField, IntegerChoices, IntegerField, Q, Value, When
from django.utils.translation import gettext_lazy as _


class Difficulty(IntegerChoices):
    """How many candidates a question is expected to beat; blueprints ask for it in these bands."""

    EASY = 1, _("Easy")
    MEDIUM = 2, _("Medium")
    HARD = 3, _("Hard")


TRUSTED_FROM: Final = 30
"""Candidates from whom on their facility counts for more than the estimate: its standard error is below 0.1 then."""

EASY_FROM: Final = 0.8
MEDIUM_FROM: Final = 0.5
"""The facilities from which on a question is easy, or medium."""

EXPECTED: Final = {Difficulty.EASY: 0.9, Difficulty.MEDIUM: 0.65, Difficulty.HARD: 0.4}
"""The facility to expect of an estimate: the middle of its band, as far as that goes for the hard ones."""

_KNOWN = Q(observed__taken__gte=TRUSTED_FROM)


def band() -> Case:
    """The difficulty to go by, 1 to 3: as observed when enough candidates have answered, else as estimated."""
    return Case(
        When(_KNOWN & Q(observed__facility__gte=EASY_FROM), then=Value(Difficulty.EASY.value)),
        When(_KNOWN & Q(observed__facility__gte=MEDIUM_FROM), then=Value(Difficulty.MEDIUM.value)),
        When(_KNOWN, then=Value(Difficulty.HARD.value)),
        default=F("difficulty"),
        output_field=IntegerField(),
    )


def expected() -> Case:
    """The facility to expect, 0 to 1: the observed one when enough candidates have answered, else that of the estimate."""
    return Case(
        When(_KNOWN, then=F("observed__facility")),
        *(When(difficulty=one.value, then=Value(facility)) for one, facility in EXPECTED.items()),
        output_field=FloatField(),
    )
