"""Options of a told question: the ruling in short sentences, and the rulings it could be mistaken for.

A mistake is first of all the right ruling of a path that differs in one or two answers, with the words that say when it
would be right; then what the narrative itself knows people to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.codes import code_of
from exams.scenarios.narrating.narrative import Narrative
from exams.scenarios.phrases import names
from laws.rulings.case import Decided
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling
from laws.rulings.words import fill

_FURTHEST = 2
"""Answers by which a neighbouring path may differ: more conditions than that nobody reads."""


class Voice:
    """Words for the rulings of one narrative at one table; `places` are the setting's own."""

    def __init__(self, narrative: Narrative, places: dict[str, str]) -> None:
        self._narrative = narrative
        self._places = places

    def text(self, ruling: Ruling) -> str:
        """The ruling as an option: each main decision in a few words."""
        return " ".join(self.sentences(ruling))

    def sentences(self, ruling: Ruling) -> list[str]:
        """The decisions of an option, in the order of the law, each once."""
        return list(dict.fromkeys(self.sentence(ruling, step) for step in self.decisions(ruling)))

    def decisions(self, ruling: Ruling) -> list[Decided]:
        """What an option tells: the main decisions that the narrative is not silent about."""
        silent = self._narrative.silent
        return [step for step in ruling.decided if step.effect.main and code_of(step.effect) not in silent]

    def sentence(self, ruling: Ruling, step: Decided) -> str:
        """One decision in a few words."""
        words = self._narrative.phrases.get(code_of(step.effect)) or step.effect.words
        return self.filled(ruling, f"{words}.")

    def filled(self, ruling: Ruling, template: str) -> str:
        """A template of the narrative with the players and calls of this table."""
        return fill(template, {**names(ruling), **self._places})

    def mistakes(self, ruling: Ruling) -> Iterator[Choice]:
        """The wrong rulings for this table, the nearest first; two may have the same text."""
        yield from self._neighbours(ruling)
        if self._narrative.mistakes is not None:
            for choice in self._narrative.mistakes(ruling):
                yield Choice(self.filled(ruling, choice.text), self.filled(ruling, choice.why))

    def _neighbours(self, ruling: Ruling) -> Iterator[Choice]:
        own = {self._heard(ruling, step) for step in self.decisions(ruling)}
        found: list[tuple[int, Choice]] = []
        for other in explore(ruling.procedure, ruling.edition):
            differing = self._differing(ruling, other)
            if differing is None:
                continue
            # The same table, so that its words name the same seats.
            told = Ruling(other.procedure, other.title, other.edition, other.steps, situation=ruling.situation)
            strange = [step for step in self.decisions(told) if self._heard(told, step) not in own]
            if not strange:
                continue  # it says less than the ruling, and nothing that is wrong
            condition = " and ".join(self._narrative.conditions[answer] for answer in differing)
            why = f"it would be the ruling if {condition} ({strange[0].provision})"
            found.append((len(differing), Choice(self.text(told), self.filled(ruling, f"{why}."))))
        yield from (choice for _, choice in sorted(found, key=lambda one: one[0]))

    def _heard(self, ruling: Ruling, step: Decided) -> str:
        return self.sentence(ruling, step)

    def _differing(self, ruling: Ruling, other: Ruling) -> list[tuple[str, Any]] | None:
        """The answers in which another path differs; None when it is this one, too far off, or not believable."""
        known = dict(ruling.path)
        answers = [(fact, value) for fact, value in other.usual_path if known.get(fact) != value or fact not in known]
        flipped = [fact for fact, _ in answers if fact in known]
        if not flipped or len(answers) > _FURTHEST:
            return None
        if any(fact in self._narrative.plain for fact in flipped):
            return None
        if any(answer not in self._narrative.conditions for answer in answers):
            return None
        return answers
