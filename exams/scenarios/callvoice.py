"""The words of options for the laws on insufficient calls and calls out of rotation."""

from __future__ import annotations

from collections.abc import Iterator

from exams.scenarios.choices import Choice
from exams.scenarios.mistakes import mistakes
from exams.scenarios.phrases import ruling_text
from laws.rulings.ruling import Ruling


class CallVoice:
    """Rulings in the phrases of `phrases`, mistakes as `mistakes` knows them."""

    def text(self, ruling: Ruling) -> str:
        """The ruling as an option."""
        return ruling_text(ruling)

    def mistakes(self, ruling: Ruling) -> Iterator[Choice]:
        """The wrong rulings for this table, the nearest first."""
        return mistakes(ruling)
