"""Judge a ruling that somebody has given: it is right, or one of three faults is found with it, each with its law.

The ruling given is the right one in a question of four, and otherwise one that a question of the best ruling would offer
beside it. A fault is told by what should have been ruled: what another of those rulings says and this one does not, with the
provisions. So the true fault is what the engine's own ruling says; a false one has a decision that the engine's ruling denies.
"""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from exams.scenarios.kinds.asking import Asking, NotAskable, lettered
from exams.scenarios.narration.balance import WRONG, drawn
from exams.scenarios.narration.options import Choice, Part
from exams.scenarios.narration.statements import denied, otherwise
from exams.scenarios.stories import Story
from laws.rulings.ruling import Ruling

RIGHT: Final = "Yes."
WRONG_SO: Final = "No. {fault}"
_GIVEN: Final = (
    "You let the trainee director who is with you give the ruling.",
    "You let your assistant give the ruling.",
    "You let a trainee director give the ruling.",
    "You ask your assistant to give the ruling.",
)
"""Whoever has called you, and whatever you have found out: somebody else with you says what is ruled."""
_ANSWERED: Final = (
    "You let the trainee director who is with you answer.",
    "You let your assistant answer.",
    "You let a trainee director answer.",
)
"""The same where a general question of law has been asked."""
_QUESTION: Final = "Is the ruling right? If not, what has to be changed?"
_QUESTION_OF_AN_ANSWER: Final = "Is that right? If not, what has to be changed?"
_DRAWS: Final = 5
"""Rulings to choose from, and draws of faults for each, so that the true fault is as often the shortest as the longest."""


class _Fault(NamedTuple):
    """What is said against a ruling, sentence by sentence, and why that is wrong; no reason where it is true."""

    parts: tuple[Part, ...]
    why: str

    @property
    def text(self) -> str:
        return WRONG_SO.format(fault=" ".join(_cited(self.parts)))

    @property
    def said(self) -> frozenset[str]:
        return frozenset(part.text for part in self.parts)


Judged = tuple[Choice, Sequence[_Fault]]
"""A ruling that was given, and three faults that are found with it."""


def judge_ruling(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
    """A ruling with four judgements on it. Raises NotAskable where there are no three faults to find with one."""
    judge = _Judge(story, ruling)
    # Whichever is asked, both must be possible: else the ruling would be right too often where hardly any fault fits.
    right = list(judge.of_the_right_one(rng))
    wrong = [judged for _ in range(_DRAWS) for judged in judge.of_a_wrong_one(rng)] if right else []
    if not wrong:
        raise NotAskable(f"Law {ruling.procedure}: no three faults to find with a ruling")
    is_right = rng.randrange(WRONG + 1) == 0
    shorter = rng.randrange(WRONG)
    given, faults = min(
        right if is_right else wrong,
        key=lambda judged: abs(_shorter_than_the_first(judged[1]) - shorter),
    )
    key = RIGHT if is_right else faults[0].text
    said = "answer" if story.general else "ruling"
    told = [
        (RIGHT, _of_what_was_said(given.why, said)),
        *((one.text, one.why) for one in rng.sample(list(faults), WRONG)),
    ]
    options = lettered(told)
    letter = next(one["id"] for one in options if one["text"] == key)
    frames, asks = (_ANSWERED, _QUESTION_OF_AN_ANSWER) if story.general else (_GIVEN, _QUESTION)
    return Asking(asks, options, letter, {"ruling": aloud(given.text)}, after=(rng.choice(frames),))


class _Judge:
    """What can be found wrong with the rulings for one table."""

    def __init__(self, story: Story, ruling: Ruling) -> None:
        self._voice, self._ruling = story.voice, ruling
        self._right = Choice(story.voice.text(ruling))
        self._wrong = story.voice.wrong(ruling)
        self._ruled = [one.effect for one in story.voice.statements(ruling)]
        self._true = story.voice.true(ruling)
        self._own = {part.text: part for part in story.voice.parts(ruling)}
        self._parts: dict[str, Sequence[Part]] = {}

    def of_the_right_one(self, rng: random.Random) -> Iterator[Judged]:
        """The right ruling with three false faults, drawn again and again; nothing where there are fewer."""
        against = self._against(self._right)
        for _ in range(_DRAWS):
            yield from _judged(self._right, drawn(rng, against))

    def of_a_wrong_one(self, rng: random.Random) -> Iterator[Judged]:
        """A wrong ruling with its true fault first, and two false ones, drawn again and again; nothing where there are none."""
        three = drawn(rng, self._wrong)
        if len(three) < WRONG:
            return
        given = rng.choice(three)
        true = self._lacking(self._right, given)
        # Who only forgets to warn of something has not ruled otherwise.
        if not any(effect.main for part in true for effect in part.effects):
            return
        against = self._against(given, true)
        for _ in range(_DRAWS):
            yield from _judged(given, [_Fault(true, ""), *drawn(rng, against, WRONG - 1)])

    def _against(self, given: Choice, true: Sequence[Part] = ()) -> list[tuple[_Fault, float]]:
        """The faults that are falsely found with a ruling, each with the reason of the nearest ruling that has it.

        One that says all that the true one says, and more, is left with what is more: it could never be right.
        """
        found: dict[frozenset[str], tuple[_Fault, float, float]] = {}
        for other, size in self._wrong:
            lacking = self._lacking(other, given)
            if other is given or other.offer is None or not self._false(other, lacking, given):
                continue
            if true and set(true) < set(lacking):
                lacking = tuple(part for part in lacking if part not in true)
                if _IT.search(lacking[0].text):
                    continue
            fault, nearness = _Fault(lacking, other.why), other.offer.nearness
            _, sizes, nearest = found.get(fault.said, (fault, 0.0, 0.0))
            if nearness < nearest:
                fault, nearness = found[fault.said][0], nearest
            found[fault.said] = fault, sizes + size, nearness
        return [(fault, size) for fault, size, _ in found.values()]

    def _lacking(self, other: Choice, given: Choice) -> tuple[Part, ...]:
        """What another ruling says and the one given does not; nothing where a provision for it is not known.

        A sentence that speaks of “it” brings the one before it along.
        """
        said = {part.text for part in self._parts_of(given)}
        parts = self._parts_of(other)
        wanted = {place for place, part in enumerate(parts) if part.text not in said}
        wanted |= {place - 1 for place in wanted if place and _IT.search(parts[place].text)}
        found = tuple(part for place, part in enumerate(parts) if place in wanted)
        return found if all(part.provision for part in found) else ()

    def _false(self, other: Choice, lacking: Sequence[Part], given: Choice) -> bool:
        """Whether what a wrong ruling says beyond the one that was given is wrong by itself."""
        strange = [part for part in self._parts_of(other) if part.text not in self._own]
        if other.offer is not None and other.offer.mistake is not None and not set(strange) <= set(lacking):
            # Its reason is against all that it says, and need not be against a part.
            return False
        return any(part in lacking and self._denied(part, given) for part in strange)

    def _denied(self, part: Part, given: Choice) -> bool:
        """Whether the engine's ruling is otherwise, in whatever words it is told at this table.

        To find less than it says missing is false where the ruling given says all of it, and half true where it does not.
        """
        against = otherwise if given is self._right else denied
        return part.text not in self._true and all(
            against(effect, self._ruling, self._ruled) for effect in part.effects
        )

    def _parts_of(self, choice: Choice) -> Sequence[Part]:
        """Its sentences; those that the ruling has too with the provision that they rest on at this table."""
        if choice.text not in self._parts:
            parts = self._voice.parts(self._ruling, choice.offer)
            self._parts[choice.text] = [
                replace(part, provision=self._own[part.text].provision) if part.text in self._own else part
                for part in parts
            ]
        return self._parts[choice.text]


def _judged(given: Choice, faults: Sequence[_Fault]) -> Iterator[Judged]:
    """The ruling with these faults, if there are enough and none of them says all that another says."""
    if len(faults) == WRONG and not any(one.said <= other.said for one, other in itertools.permutations(faults, 2)):
        yield given, faults


_IT: Final = re.compile(r"\bit\b")


def _cited(parts: Sequence[Part]) -> Iterator[str]:
    """The sentences, those of one provision with it behind the last of them."""
    for part, after in zip(parts, [*parts[1:], None], strict=True):
        last = after is None or after.provision != part.provision
        text = advised(part.text)
        yield f"{text.removesuffix('.')} ({part.provision})." if last else text


def _shorter_than_the_first(faults: Sequence[_Fault]) -> int:
    first, *others = faults
    return sum(len(other.text) < len(first.text) for other in others)


def _of_what_was_said(why: str, said: str) -> str:
    """The reason against a ruling, where it is not the ruling that is chosen but that it, or the answer, is right."""
    return why.replace("This would be right", f"The {said} would be right", 1)


_OBJECT: Final = re.compile(r"\b(by calling|tells?|calls?|with|to) you\b")
_YOU: Final = re.compile(r"\b[Yy]ou( are\b|rself\b|)")
_I: Final = {"": "I", " are": "I am", "rself": "myself"}
_LATER: Final = re.compile(r"\bI (adjust|check|deal|decide|explain|find|leave|look|now rule|report|wait)\b")


def aloud(text: str) -> str:
    """The ruling as the director says it: what an option tells you to do, they do, or will do when the board is over."""
    said = _YOU.sub(lambda found: _I[found[1]], _OBJECT.sub(r"\1 me", text))
    return _LATER.sub(r"I'll \1", said)


_HAVE: Final = re.compile(r"\byou have\b")
_MODAL: Final = re.compile(r"\b([Yy])ou (may|must|should|cannot)\b")
_NOT: Final = re.compile(r"\b([Yy])ou do not\b")
_DO: Final = re.compile(r"\b([Yy])ou\b")
_DIRECTOR: Final = {"Y": "The director", "y": "the director"}


def advised(text: str) -> str:
    """A decision as somebody says it who corrects a ruling: what an option tells you to do, the director should do."""
    text = _OBJECT.sub(r"\1 the director", text).replace(" yourself", "")
    text = _HAVE.sub("the director has", text)
    text = _MODAL.sub(lambda found: f"{_DIRECTOR[found[1]]} {found[2]}", text)
    text = _NOT.sub(lambda found: f"{_DIRECTOR[found[1]]} should not", text)
    return _DO.sub(lambda found: f"{_DIRECTOR[found[1]]} should", text)
