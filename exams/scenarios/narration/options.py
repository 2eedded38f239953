"""Options of a told question: the ruling in short sentences, and the rulings it could be mistaken for.

A mistake is first of all the right ruling of a path that differs in one or two answers, with the words that say when it
would be right; then what the narrative itself knows people to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from exams.scenarios.narration import balance
from exams.scenarios.narration.balance import Offer
from exams.scenarios.narration.bridge import names
from exams.scenarios.narration.paths import codes_of
from exams.scenarios.narration.words import Act, Answer, Words
from laws.rulings.case import Asked, Decided, Step
from laws.rulings.contrasts import contrast, needs_no_more
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import CallStands, LaterCallsCancelled
from laws.rulings.readers import explore
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.words import NOBODY, fill


@dataclass(frozen=True)
class Choice:
    """One option: its text, and why it is wrong (nothing for the key)."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class Statement:
    """One decision of a ruling as a sentence, with the provision it rests on.

    said_by: the provisions that say it, the most exact first, so that a director can be asked for the number; none where the
    decision only follows from them.
    """

    text: str
    provision: str
    effect: Effect
    said_by: Sequence[str] = ()


@dataclass(frozen=True)
class Neighbour:
    """The ruling on the same table with an answer or two the other way; `why` says when it would be right."""

    ruling: Ruling
    why: str


_SENTENCE: Final = re.compile(r"(?<=[.?!] )[a-z]")


class Voice:
    """The words of a law for the rulings at one table.

    places: what they name beside the players and calls of the record; like: what `table` can ask of it.
    """

    def __init__(self, words: Words, places: Mapping[str, str], like: frozenset[str] = frozenset()) -> None:
        self._words = words
        self._places = places
        self._like = like
        # The names depend on the table alone, and a question asks for them a hundred times.
        self._known: tuple[Situation | None, dict[str, str]] | None = None

    def text(self, ruling: Ruling) -> str:
        """The ruling as an option."""
        return " ".join(self.sentences(ruling))

    def sentences(self, ruling: Ruling) -> list[str]:
        """The decisions of an option in a few words, in the order of the law, each once."""
        return list(dict.fromkeys(self.sentence(ruling, step) for step in self.decisions(ruling)))

    def decisions(self, ruling: Ruling) -> list[Decided]:
        """What an option tells at this table."""
        return [step for step in balance.told(self._words, ruling) if not _of_no_call(ruling, step.effect)]

    def _silent(self, step: Decided) -> bool:
        return not self._words.silent.isdisjoint(codes_of(step))

    def sentence(self, ruling: Ruling, step: Decided) -> str:
        """One decision in a few words."""
        return self.filled(ruling, f"{balance.phrase(self._words, ruling, step)}.")

    def filled(self, ruling: Ruling, template: str) -> str:
        """A template of the narrative with the players and calls of this table."""
        return sentences_of(fill(template, self._names(ruling)))

    def _names(self, ruling: Ruling) -> Mapping[str, str]:
        if self._known is None or self._known[0] is not ruling.situation:
            self._known = ruling.situation, {**names(ruling), **self._places}
        return self._known[1]

    def mistakes(self, ruling: Ruling) -> Iterator[Choice]:
        """The wrong rulings for this table, the nearest first; two may have the same text."""
        yield from (Choice(self.text(other.ruling), other.why) for other in self.neighbours(ruling))
        path = dict(ruling.path)
        for mistake in self._words.mistakes:
            if mistake.when.fits(path, self._like):
                yield Choice(self.filled(ruling, mistake.text), self.filled(ruling, mistake.why))

    def wrong(self, ruling: Ruling) -> list[tuple[Choice, float]]:
        """The wrong rulings for this table, each with how much it is wanted, so that no wording tells what is right.

        Those are left out that name what this table does not have, and those that come to the same words as the ruling.
        """
        own = self.sentences(ruling)
        path = dict(ruling.path)
        found: dict[str, tuple[Offer, Choice]] = {}
        for offer in balance.offers(self._words, ruling):
            if offer.mistake is not None and not offer.mistake.when.fits(path, self._like):
                continue
            if not self._nameable(ruling, offer.wording):
                continue
            sentences = [self.filled(ruling, offer.wording)]
            if offer.ruling is not None:
                sentences = self.sentences(replace(offer.ruling, situation=ruling.situation))
            text = " ".join(sentences)
            if text != " ".join(own) and not set(sentences) <= set(own):
                found.setdefault(text, (offer, Choice(text, self.filled(ruling, offer.why))))
        weights = balance.weights(self._words)
        return [(choice, weights.get(offer.wording, 1.0) * offer.nearness) for offer, choice in found.values()]

    def _nameable(self, ruling: Ruling, template: str) -> bool:
        """Whether this table has everything that the template names."""
        known = self._names(ruling)
        return all(known[name] not in ("", NOBODY.get(name)) for name in balance.places(template) & balance.PASSING)

    def statements(self, ruling: Ruling) -> list[Statement]:
        """The decisions one by one, with the rights, duties and information that go with the main ones."""
        found: dict[str, Statement] = {}
        for step in ruling.decided:
            effect = step.effect
            if self._told_alone(step) and not _of_no_call(ruling, effect):
                text = self.sentence(ruling, step)
                found.setdefault(text, Statement(text, step.provision, effect, said_by(self._words, ruling, step)))
        return list(found.values())

    def _told_alone(self, step: Decided) -> bool:
        """Whether a decision is told one by one; one that is beside by its code is, though options are silent about it."""
        beside = self._words.beside
        if not beside.isdisjoint(codes_of(step)):
            return True
        return not self._silent(step) and (step.effect.main or step.effect.name in beside)

    def myths(self, ruling: Ruling) -> Iterator[Choice]:
        """The sentence of each mistake that the ruling does not share, where one is wrong by itself as well.

        A mistake with two such sentences gives one reason for both, which need not fit either alone.
        """
        own = self.text(ruling)
        for mistake in self.mistakes(ruling) if self._words.singly else ():
            strange = [sentence for sentence in mistake.text.removesuffix(".").split(". ") if sentence not in own]
            if len(strange) == 1:
                yield Choice(f"{strange[0]}.", mistake.why)

    @property
    def considered(self) -> Mapping[Answer, str]:
        """By fact and answer not given, the words after "if" in the explanation."""
        return self._words.considered

    def act(self, step: Step) -> Act | None:
        """What the director does at a step of the ruling, where the law lays down the order."""
        steps = self._words.steps
        if isinstance(step, Asked):
            return steps.get((step.fact.id, step.value))
        if isinstance(step, Decided):
            return next((steps[code] for code in codes_of(step) if code in steps), None)
        return None

    def neighbours(self, ruling: Ruling) -> Iterator[Neighbour]:
        """The rulings of paths that differ in an answer or two, the nearest first, with words for when they are right."""
        return self._flipped(ruling) if self._words.apart == 1 else self._near(ruling)

    def _flipped(self, ruling: Ruling) -> Iterator[Neighbour]:
        """Those of this very path with one answer the other way."""
        own = {(step.effect, step.provision) for step in ruling.decided}
        for other in contrast(ruling):
            condition = self._words.conditions.get((other.fact.id, other.value))
            if condition is None or other.fact.id in self._words.plain or not needs_no_more(ruling, other):
                continue
            strange = [
                step for step in other.ruling.decided if step.effect.main and (step.effect, step.provision) not in own
            ]
            provision = strange[0].provision if strange else other.ruling.citations[-1]
            yield Neighbour(other.ruling, self._why(ruling, condition, provision))

    def _near(self, ruling: Ruling) -> Iterator[Neighbour]:
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
            found.append((len(differing), Neighbour(told, self._why(ruling, condition, strange[0].provision))))
        yield from (neighbour for _, neighbour in sorted(found, key=lambda one: one[0]))

    def _why(self, ruling: Ruling, condition: str, provision: str) -> str:
        return self.filled(ruling, f"this would be right if {condition} ({provision}).")

    def _differing(self, ruling: Ruling, other: Ruling) -> list[tuple[str, Any]] | None:
        """The answers in which another path differs; None when it is this one, too far off, or not believable."""
        known = dict(ruling.path)
        answers = [(fact, value) for fact, value in other.usual_path if known.get(fact) != value or fact not in known]
        flipped = [fact for fact, _ in answers if fact in known]
        if not flipped or len(answers) > self._words.apart:
            return None
        if any(fact in self._words.plain or (fact, known[fact]) in self._words.settled for fact in flipped):
            return None
        if any(answer in self._words.settled for answer in answers):
            return None
        if any(answer not in self._words.conditions for answer in answers):
            return None
        return answers


def said_by(words: Words, ruling: Ruling, step: Decided) -> Sequence[str]:
    """The provisions that say a decision, the most exact first; none where it only follows from them."""
    codes = codes_of(step)
    if not words.uncited.isdisjoint(codes):
        return ()
    path = dict(ruling.usual_path)
    written = (by for code in codes for when, by in words.cited.get(code, ()) if when.fits(path))
    return next(written, (step.provision,))


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
