"""Options of a told question: the ruling in short sentences, and the rulings it could be mistaken for.

A mistake is first of all the right ruling of a path that differs in one or two answers, with the words that say when it
would be right; then what the narrative itself knows people to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice, Neighbour, Statement
from exams.scenarios.narration.codes import codes_of
from exams.scenarios.narration.narrative import Setting
from exams.scenarios.narration.words import Words
from exams.scenarios.phrases import names
from laws.rulings.case import Decided
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import CallStands, LaterCallsCancelled
from laws.rulings.readers import explore
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.words import fill

_ASKED: Final = frozenset(("right", "no_right", "duty", "info"))
"""Decisions beside the main ones that a sentence by itself tells."""
_SENTENCE: Final = re.compile(r"(?<=[.?!] )[a-z]")
_FURTHEST: Final = 2
"""Answers by which a neighbouring path may differ: more conditions than that nobody reads."""


class Voice:
    """The words of a law for the rulings at one table."""

    def __init__(self, words: Words, setting: Setting) -> None:
        self._words = words
        self._places = dict(setting.places)
        self._like = setting.like
        # The names depend on the table alone, and a question asks for them a hundred times.
        self._situation: Situation | None = None
        self._known: dict[str, str] | None = None

    def text(self, ruling: Ruling) -> str:
        """The ruling as an option: each main decision in a few words."""
        return " ".join(self.sentences(ruling))

    def sentences(self, ruling: Ruling) -> list[str]:
        """The decisions of an option, in the order of the law, each once."""
        return list(dict.fromkeys(self.sentence(ruling, step) for step in self.decisions(ruling)))

    def decisions(self, ruling: Ruling) -> list[Decided]:
        """What an option tells: the main decisions that the narrative is not silent about, and those it tells aloud."""
        aloud = self._words.aloud
        return [
            step
            for step in ruling.decided
            if (step.effect.main or not aloud.isdisjoint(codes_of(step)))
            and not self._silent(step)
            and not _of_no_call(ruling, step.effect)
        ]

    def _silent(self, step: Decided) -> bool:
        return not self._words.silent.isdisjoint(codes_of(step))

    def sentence(self, ruling: Ruling, step: Decided) -> str:
        """One decision in a few words."""
        phrases = self._words.phrases
        words = next((phrases[code] for code in codes_of(step) if code in phrases), step.effect.words)
        return self.filled(ruling, f"{words}.")

    def filled(self, ruling: Ruling, template: str) -> str:
        """A template of the narrative with the players and calls of this table."""
        return sentences_of(fill(template, {**names(ruling), **self._places}))

    def mistakes(self, ruling: Ruling) -> Iterator[Choice]:
        """The wrong rulings for this table, the nearest first; two may have the same text."""
        yield from (Choice(self.text(other.ruling), other.why) for other in self.neighbours(ruling))
        path = dict(ruling.path)
        for mistake in self._words.mistakes:
            if mistake.when.fits(path, self._like):
                yield Choice(self.filled(ruling, mistake.text), self.filled(ruling, mistake.why))

    def statements(self, ruling: Ruling) -> list[Statement]:
        """The decisions one by one, with the rights, duties and information that go with the main ones."""
        found: dict[str, Statement] = {}
        for step in ruling.decided:
            effect = step.effect
            if not self._silent(step) and not _of_no_call(ruling, effect) and (effect.main or effect.name in _ASKED):
                text = self.sentence(ruling, step)
                citable = self._words.uncited.isdisjoint(codes_of(step))
                found.setdefault(text, Statement(text, step.provision, effect, citable))
        return list(found.values())

    def myths(self, ruling: Ruling) -> Iterator[Choice]:
        """None: a sentence of a narrative's mistake may be wrong only beside the others."""
        yield from ()

    def neighbours(self, ruling: Ruling) -> Iterator[Neighbour]:
        """The rulings of paths that differ in an answer or two, the nearest first, with words for when they are right."""
        own = {self.sentence(ruling, step) for step in self.decisions(ruling)}
        found: list[tuple[int, Neighbour]] = []
        for other in explore(ruling.procedure, ruling.edition):
            differing = self._differing(ruling, other)
            if differing is None:
                continue
            # The same table, so that its words name the same seats.
            told = Ruling(other.procedure, other.title, other.edition, other.steps, situation=ruling.situation)
            strange = [step for step in self.decisions(told) if self.sentence(told, step) not in own]
            if not strange:
                continue  # it says less than the ruling, and nothing that is wrong
            condition = " and ".join(self._words.conditions[answer] for answer in differing)
            why = f"it would be the ruling if {condition} ({strange[0].provision})"
            found.append((len(differing), Neighbour(told, self.filled(ruling, f"{why}."))))
        yield from (neighbour for _, neighbour in sorted(found, key=lambda one: one[0]))

    def _differing(self, ruling: Ruling, other: Ruling) -> list[tuple[str, Any]] | None:
        """The answers in which another path differs; None when it is this one, too far off, or not believable."""
        known = dict(ruling.path)
        answers = [(fact, value) for fact, value in other.usual_path if known.get(fact) != value or fact not in known]
        flipped = [fact for fact, _ in answers if fact in known]
        if not flipped or len(answers) > _FURTHEST:
            return None
        if any(fact in self._words.plain or (fact, known[fact]) in self._words.settled for fact in flipped):
            return None
        if any(answer in self._words.settled for answer in answers):
            return None
        if any(answer not in self._words.conditions for answer in answers):
            return None
        return answers


def _of_no_call(ruling: Ruling, effect: Effect) -> bool:
    """About calls made after the irregular one, at a table where that player made none."""
    at = ruling.situation
    if at is None:
        return False
    if isinstance(effect, CallStands) and effect.call == "over":
        return at.next_made is None or at.next_made.by is not at.seat(effect.player)
    return isinstance(effect, LaterCallsCancelled) and at.next_made is None


def sentences_of(text: str) -> str:
    """The text as sentences: each with a capital, which may be a place that was filled in small, the last with its stop."""
    text = _SENTENCE.sub(lambda found: found.group().upper(), text)
    return text if text.endswith((".", "?", "!", "”")) else f"{text}."
