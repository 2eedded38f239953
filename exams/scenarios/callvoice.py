"""The words of options for the laws on insufficient calls and calls out of rotation."""

from __future__ import annotations

from collections.abc import Iterator

from exams.scenarios.choices import Choice, Neighbour, Statement
from exams.scenarios.mistakes import flipped, mistakes
from exams.scenarios.phrases import decision_words, ruling_text, say
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import AnyLegalCall, Info
from laws.rulings.ruling import Ruling


class CallVoice:
    """Rulings in the phrases of `phrases`, mistakes as `mistakes` knows them."""

    def text(self, ruling: Ruling) -> str:
        """The ruling as an option."""
        return ruling_text(ruling)

    def mistakes(self, ruling: Ruling) -> Iterator[Choice]:
        """The wrong rulings for this table, the nearest first."""
        return mistakes(ruling)

    def statements(self, ruling: Ruling) -> list[Statement]:
        """The decisions one by one: what becomes of the calls, who is bound, who may use what."""
        told = dict(decision_words(ruling))
        found: dict[str, Statement] = {}
        for step in ruling.decided:
            effect = step.effect
            words = told.get(effect)
            if words is None and _tells(effect):
                words = effect.words
            if words is not None:
                text = say(ruling, words)
                found.setdefault(text, Statement(text, step.provision, effect))
        return list(found.values())

    def myths(self, ruling: Ruling) -> Iterator[Choice]:
        """The sentence of each mistake that the ruling does not share, not even in part.

        A mistake with two such sentences gives one reason for both, which need not fit either alone.
        """
        own = ruling_text(ruling)
        for mistake in mistakes(ruling):
            strange = [sentence for sentence in mistake.text.removesuffix(".").split(". ") if sentence not in own]
            if len(strange) == 1:
                yield Choice(f"{strange[0]}.", mistake.why)

    def neighbours(self, ruling: Ruling) -> Iterator[Neighbour]:
        """The rulings with one fact the other way that somebody could take it for."""
        return flipped(ruling)


def _tells(effect: Effect) -> bool:
    """Decisions beside the main ones that a director has to know, and that a sentence by itself tells.

    What holds only until the offender has called again is no more so when he has.
    """
    if isinstance(effect, Info):
        return not effect.when
    return effect.name == "adjusted_score" or (isinstance(effect, AnyLegalCall) and effect.by == "partner")
