"""How much of a paper can be guessed from the options alone, by whoever has not read its questions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.core.cache import caches

from exams.bank.tells import guess
from exams.papers.models import Paper, PaperQuestion

TOO_MUCH: Final = 0.5
"""From this share on examiners are warned; chance alone gives a quarter where there are four options."""
KEPT_FOR: Final = 24 * 60 * 60
"""Seconds. A paper never changes, and a few milliseconds a question are more than its page should take."""


@dataclass(frozen=True)
class Guessable:
    """Of the questions with one right option among several: how many, the shares that our measure and that lots find.

    positions: the places of those whose right option it picks.
    """

    questions: int
    share: float
    chance: float
    positions: Sequence[int]

    @property
    def percent(self) -> int:
        """The share in whole percent."""
        return round(self.share * 100)

    @property
    def chance_percent(self) -> int:
        """What lots would find, in whole percent."""
        return round(self.chance * 100)

    @property
    def too_much(self) -> bool:
        """Whether examiners are warned."""
        return self.share >= TOO_MUCH


def of_paper(paper: Paper, questions: Iterable[PaperQuestion]) -> Guessable | None:
    """What can be guessed of these questions, which are those of the paper; none where no options are offered."""
    kept = caches["parts"]
    name = f"guessable-{paper.pk}"
    found: Guessable | None = kept.get(name)
    if found is None and (found := _guessable(questions)):
        kept.set(name, found, KEPT_FOR)
    return found


def _guessable(questions: Iterable[PaperQuestion]) -> Guessable | None:
    guesses = [(one.position, guessed) for one in questions if (guessed := guess(one.version.content))]
    if not guesses:
        return None
    return Guessable(
        len(guesses),
        sum(guessed.right for _place, guessed in guesses) / len(guesses),
        sum(guessed.chance for _place, guessed in guesses) / len(guesses),
        [place for place, guessed in guesses if guessed.finds],
    )
