"""Options of a told question: the ruling in short sentences, and the rulings it could be mistaken for.

A mistake is first of all the right ruling of a path that differs in one or two answers, with the words that say when it
would be right; then what the narrative itself knows people to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, Final

from exams.scenarios.narration import balance, statements
from exams.scenarios.narration.balance import Offer
from exams.scenarios.narration.bridge import names
from exams.scenarios.narration.paths import codes_of
from exams.scenarios.narration.statements import denied, told_alone
from exams.scenarios.narration.words import Act, Answer, Words
from laws.rulings.case import Asked, Decided, Step
from laws.rulings.effects import Effect
from laws.rulings.effects.calls import CallStands, Info, LaterCallsCancelled
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.words import NOBODY, fill


@dataclass(frozen=True)
class Choice:
    """One option: its text, why it is wrong (nothing for the key), and where a wrong ruling comes from."""

    text: str
    why: str = ""
    offer: Offer | None = None


@dataclass(frozen=True)
class Part:
    """One sentence of a ruling, with the provision that it rests on, or that people take it from.

    effects: the decisions that it would tell at this table; none where no ruling of the law says so. provision: empty where
    nothing is known.
    """

    text: str
    provision: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Statement:
    """One decision of a ruling as a sentence, with the provision it rests on.

    said_by: the provisions that say it, the most exact first, so that a director can be asked for the number; none where the
    decision only follows from them. quoted: what of the sentence they say, where that is not all of it. asked: how the number
    is asked for, where the usual question does not go with what is quoted.
    """

    text: str
    provision: str
    effect: Effect
    said_by: Sequence[str] = ()
    quoted: str = ""
    asked: str = ""


@dataclass(frozen=True)
class Tick:
    """A sentence to be ticked where it is right: its text, why it is right or wrong, and how much it is wanted.

    against: the right sentence that it says the opposite of.
    """

    text: str
    right: bool
    why: str
    size: float
    against: str = ""


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

    def named(self, said: str) -> str:
        """What is said at the table, with another board by its number where the story has one."""
        other = self._places.get("other_board")
        return said.replace("the other board", f"board {other}") if other else said

    def by(self, words: Words) -> Voice:
        """The words of another law at the same table."""
        return Voice(words, self._places, self._like)

    def text(self, ruling: Ruling) -> str:
        """The ruling as an option."""
        return " ".join(self.sentences(ruling))

    def sentences(self, ruling: Ruling) -> list[str]:
        """The decisions of an option in a few words, in the order of the law, each once."""
        return list(dict.fromkeys(self.sentence(ruling, step) for step in self.decisions(ruling)))

    def decisions(self, ruling: Ruling) -> list[Decided]:
        """What an option tells at this table."""
        return [step for step in balance.told(self._words, ruling) if not _of_no_call(ruling, step.effect)]

    def sentence(self, ruling: Ruling, step: Decided) -> str:
        """One decision in a few words."""
        return self.filled(ruling, f"{balance.phrase(self._words, ruling, step)}.")

    def filled(self, ruling: Ruling, template: str) -> str:
        """A template of the narrative with the players and calls of this table."""
        return sentences_of(fill(template, self._names(ruling)))

    def can_say(self, ruling: Ruling, template: str) -> bool:
        """Whether this table has everybody and everything that the template names."""
        known = self._names(ruling)
        return all(known.get(name, "") not in ("", NOBODY.get(name)) for name in balance.places(template))

    def clause(self, ruling: Ruling, template: str) -> str:
        """A template filled as a part of a sentence; empty where this table lacks something that it names."""
        return template.format_map(self._names(ruling)) if self.can_say(ruling, template) else ""

    def can_tell(self, ruling: Ruling, step: Decided) -> bool:
        """Whether this table has everybody and everything that the words of a decision name."""
        return self.can_say(ruling, balance.phrase(self._words, ruling, step))

    def _names(self, ruling: Ruling) -> Mapping[str, str]:
        if self._known is None or self._known[0] is not ruling.situation:
            self._known = ruling.situation, {**names(ruling), **self._places}
        return self._known[1]

    def wrong(self, ruling: Ruling) -> list[tuple[Choice, float]]:
        """The wrong rulings for this table, each with how much it is wanted, so that no wording tells what is right.

        Those are left out that name what this table does not have, and those that come to the same words as the ruling.
        """
        own = self.sentences(ruling)
        path = dict(ruling.path)
        found: dict[frozenset[str], tuple[Offer, Choice]] = {}
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
                # Two templates may come to the same words at this table, also in another order.
                said = frozenset(balance.sentences(text))
                first = found[said][0] if said in found else offer
                if first is offer or (offer.mistake is not None and first.mistake is None):
                    # What has been written for this very table says more than the path that rules so elsewhere.
                    found[said] = first, Choice(text, self.filled(ruling, offer.why), first)
        weights = balance.weights(self._words)
        return [(choice, weights.get(offer.wording, 1.0) * offer.nearness) for offer, choice in found.values()]

    def parts(self, ruling: Ruling, wrong: Offer | None = None) -> list[Part]:
        """The sentences of the ruling, or of a wrong one for this table.

        What people wrongly say has the provision by which it is right at another table, the one nearest to what refutes it
        here; or that which refutes it.
        """
        known = balance.right_parts(self._words)
        found: list[tuple[str, str, tuple[Effect, ...]]]
        if wrong is not None and wrong.mistake is not None:
            found = [
                (text, _nearest(wrong.mistake.source, [step.provision for step in known.get(text, ())]), ())
                for text in balance.sentences(wrong.mistake.text)
            ]
        else:
            there = (
                ruling if wrong is None or wrong.ruling is None else replace(wrong.ruling, situation=ruling.situation)
            )
            steps = balance.parts_of(self._words, there, self.decisions(there))
            found = [(text, self._said_by(there, step), (step.effect,)) for text, step in steps.items()]
        return [
            Part(_capital(self.filled(ruling, text)), provision, self._meant(ruling, text) or effects)
            for text, provision, effects in found
        ]

    def _said_by(self, ruling: Ruling, step: Decided) -> str:
        """The provision that a decision is cited with at this table."""
        return next(iter(_rests_on(self._words, ruling, step, self._like)), step.provision)

    def _meant(self, ruling: Ruling, text: str) -> tuple[Effect, ...]:
        """The decisions that a sentence would tell on the path of this ruling."""
        steps = balance.right_parts(self._words).get(text, ())
        return tuple(one.effect for one in steps if text in balance.parts_of(self._words, ruling, [one]))

    def true(self, ruling: Ruling) -> frozenset[str]:
        """Every sentence that tells a decision of the ruling, also of those that options are silent about."""
        told = {text for step in ruling.decided for text in balance.sentences(f"{step.effect.words}.")}
        told |= balance.parts_of(self._words, ruling, ruling.decided).keys()
        return frozenset(_capital(self.filled(ruling, text)) for text in told)

    def _nameable(self, ruling: Ruling, template: str) -> bool:
        """Whether this table has everything that the template names."""
        known = self._names(ruling)
        return all(known[name] not in ("", NOBODY.get(name)) for name in balance.places(template) & balance.PASSING)

    def statements(self, ruling: Ruling) -> list[Statement]:
        """The decisions one by one, with the rights, duties and information that go with the main ones."""
        found: dict[str, Statement] = {}
        for step in ruling.decided:
            effect = step.effect
            if told_alone(self._words, step) and not _of_no_call(ruling, effect):
                text = self.sentence(ruling, step)
                provisions = said_by(self._words, ruling, step, self._like)
                quoted, asked = (
                    balance.said_by_code(said, ruling, step) for said in (self._words.quoted, self._words.asked)
                )
                one = Statement(
                    text,
                    step.provision,
                    effect,
                    provisions,
                    self.filled(ruling, quoted) if quoted else "",
                    self.filled(ruling, asked) if asked else "",
                )
                found.setdefault(text, one)
        return list(found.values())

    def ticks(self, ruling: Ruling) -> list[Tick]:
        """The sentences to be ticked or not at this table, each once, so that no wording tells whether it is right.

        What people wrongly say comes last, and is wanted only where too few others are there. One of two sentences that
        they say together has no reason of its own, and is not offered alone.
        """
        own = [one.effect for one in self.statements(ruling)]
        weights = statements.weights(self._words)
        found: dict[str, Tick] = {}
        for one in statements.singles(self._words, ruling):
            told = replace(one.of, situation=ruling.situation) if one.of else ruling
            if _of_no_call(told, one.step.effect) or not self._nameable(ruling, one.wording):
                continue
            # The table may have settled what the path leaves open.
            if one.of is not None and not denied(one.step.effect, ruling, own):
                continue
            text = self.sentence(told, one.step)
            why = self.filled(ruling, one.why)
            size = one.size * weights.get(one.pattern, 1.0)
            against = self.sentence(ruling, one.against) if one.against else ""
            found.setdefault(text, Tick(text, one.right, why, size, against))
        known = self.true(ruling)
        found = {text: one for text, one in found.items() if one.right or not _says(known, text)}
        path = dict(ruling.path)
        ruled = self.text(ruling)
        for mistake in self._words.mistakes if self._words.singly else ():
            if mistake.when.fits(path, self._like) and self._nameable(ruling, mistake.text):
                told_so = self.filled(ruling, mistake.text).removesuffix(".").split(". ")
                strange = [sentence for sentence in told_so if sentence not in ruled]
                if len(strange) == 1:
                    text = f"{strange[0]}."
                    if not _says(known, text):
                        found.setdefault(text, Tick(text, False, self.filled(ruling, mistake.why), balance.MYTH))
        return list(found.values())

    @property
    def unchecked(self) -> Mapping[str, str]:
        """The checks of believable bridge that do not concern these stories, with the reason."""
        return self._words.unchecked

    @property
    def found(self) -> Mapping[Answer, str]:
        """By fact and answer, what a written answer can say was found, with places."""
        return self._words.found

    @property
    def unwritten(self) -> frozenset[str]:
        """Codes of decisions that nobody would write down in a ruling."""
        return self._words.unwritten

    @property
    def considered(self) -> Mapping[Answer, str]:
        """By fact and answer not given, the words after "if" in the explanation."""
        return self._words.considered

    def reason(self, ruling: Ruling) -> dict[str, Any] | None:
        """Why the ruling is what it is at this table, and the provisions that decide: `{text, provisions}`."""
        found = self._words.reason(dict(ruling.usual_path))
        return {"text": self.filled(ruling, found.say), "provisions": list(found.cites)} if found else None

    def counted(self, ruling: Ruling, step: Decided) -> str:
        """The question that asks for the number of a decision; empty where the words have none."""
        said = balance.said_by_code(self._words.counted, ruling, step)
        return self.filled(ruling, said) if said else ""

    def act(self, step: Step) -> Act | None:
        """What the director does at a step of the ruling, where the law lays down the order."""
        steps = self._words.steps
        if isinstance(step, Asked):
            return steps.get((step.fact.id, step.value))
        if isinstance(step, Decided):
            return next((steps[code] for code in codes_of(step) if code in steps), None)
        return None


def _nearest(source: str, provisions: Sequence[str]) -> str:
    """The first of the provisions that have most of their number in common with the source; that itself without any."""

    def shared(one: str) -> int:
        return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, source, strict=False)))

    return max(provisions, key=shared, default=source)


def said_by(words: Words, ruling: Ruling, step: Decided, table: frozenset[str] = frozenset()) -> Sequence[str]:
    """The provisions that say a decision at such a table, the most exact first; none where it only follows from them."""
    return () if not words.uncited.isdisjoint(codes_of(step)) else _rests_on(words, ruling, step, table)


def _rests_on(words: Words, ruling: Ruling, step: Decided, table: frozenset[str]) -> Sequence[str]:
    path = dict(ruling.usual_path)
    written = (by for code in codes_of(step) for when, by in words.cited.get(code, ()) if when.fits(path, table))
    return next(written, (step.provision,))


def _of_no_call(ruling: Ruling, effect: Effect) -> bool:
    """About nothing at this table: calls after the irregular one where that player made none, what dummy's own card told."""
    at = ruling.situation
    if at is None:
        return False
    if isinstance(effect, Info) and effect.about == "card" and at.irregular_play is not None:
        # Everybody sees a card of dummy's all the time.
        return at.record.declarer is not None and at.irregular_play.hand is at.record.declarer.partner
    if isinstance(effect, CallStands) and effect.call == "over":
        return at.next_made is None or at.next_made.by is not at.seat(effect.player)
    return isinstance(effect, LaterCallsCancelled) and at.next_made is None


def _says(known: Iterable[str], text: str) -> bool:
    """Whether one of these sentences says as much, alone or beside another: "it stays played, and no trick goes over"."""
    said = text.removesuffix(".")
    after = f", and {said[:1].lower()}{said[1:]}."
    return any(one == text or one.startswith((f"{said}, and ", f"{said}; ")) or one.endswith(after) for one in known)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentences_of(text: str) -> str:
    """The text as sentences: each with a capital, which may be a place that was filled in small, the last with its stop."""
    text = _SENTENCE.sub(lambda found: found.group().upper(), text)
    return text if text.endswith((".", "?", "!", "”")) else f"{text}."
