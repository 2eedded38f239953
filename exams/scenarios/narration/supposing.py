"""What would have to be otherwise at a table for another ruling to be right, in as few facts as say it truly.

Of the answers in which two paths differ, some follow from others and some change nothing. So the engine is asked which one
or two of them are enough, whatever the others are. Where more than two are needed, the one is said without which the law
never rules so.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from exams.scenarios.narration.words import Answer, Words
from laws.rulings.readers import explore, interview
from laws.rulings.ruling import Ruling

_ENOUGH: Final = 2
"""Nobody reads more conditions than that."""

IsSo = Callable[[Ruling], bool]
"""Whether a ruling says what is explained."""


@dataclass(frozen=True)
class Supposed:
    """The answers that are named; they are enough, or the ruling is never given without them."""

    answers: tuple[Answer, ...]
    enough: bool

    def why(self, words: Words, provision: str) -> str:
        """Why a ruling by a provision is wrong here, with places."""
        condition = _and([words.conditions[answer] for answer in self.answers])
        return f"this would be right {'if' if self.enough else 'only if'} {condition} ({provision})."

    def but_for(self, words: Words) -> str:
        """What would have to be otherwise for a decision not to be part of the ruling, as words that go on from that it is."""
        return f"; it would not be if {_and([words.conditions[answer] for answer in self.answers])}"


def supposed(
    words: Words, known: Mapping[str, Any], other: Ruling, differing: Sequence[Answer], is_so: IsSo
) -> Supposed:
    """What to say of another path that differs from the known answers in these, each of which has words."""
    silent = {answer for answer in differing if not words.conditions[answer] or answer in words.expected}
    spoken = [answer for answer in differing if answer not in silent] or list(differing)
    implied = {fact: value for fact, value in differing if (fact, value) in silent}
    found = [
        chosen
        for count in range(1, _ENOUGH + 1)
        for chosen in itertools.combinations(spoken, count)
        if all(map(is_so, rulings(words, other, {**known, **implied, **dict(chosen)})))
    ]
    if found:
        fewest = min(map(len, found))
        return Supposed(min((one for one in found if len(one) == fewest), key=lambda one: _length(words, one)), True)
    needed = [one for one in spoken if one[0] in known and _is_needed(other, one, is_so)]
    if len(spoken) > _ENOUGH and needed:
        return Supposed((needed[0],), False)
    return Supposed(tuple(spoken), True)


def rulings(words: Words, other: Ruling, answers: Mapping[str, Any]) -> Iterator[Ruling]:
    """The rulings that the law can come to with these answers.

    What comes up then and has no words for the answer no is answered so: it is not at the table.
    """
    found = interview(other.procedure, answers, other.edition)
    if found.pending is None:
        yield found
        return
    fact = found.pending.fact
    values = [False] if False in fact.values and (fact.id, False) not in words.conditions else fact.values
    for value in values:
        yield from rulings(words, other, {**answers, fact.id: value})


def _is_needed(other: Ruling, answer: Answer, is_so: IsSo) -> bool:
    """Whether no path of the law comes to it without this answer."""
    fact, value = answer
    return all(
        dict(path.usual_path).get(fact) == value for path in explore(other.procedure, other.edition) if is_so(path)
    )


def _length(words: Words, answers: Sequence[Answer]) -> int:
    return sum(len(words.conditions[answer]) for answer in answers)


def _and(conditions: Sequence[str]) -> str:
    """The conditions as one, each once; an answer without words is implied by another.

    Who has been named in the one before is not named again: "East had led and had been a defender".
    """
    said: list[str] = []
    before = ""
    for condition in dict.fromkeys(filter(None, conditions)):
        subject, had, rest = condition.partition(" had ")
        same = bool(had) and subject == before
        said.append(f"had {rest}" if same else condition)
        before = subject if had else ""
    *most, last = said
    return f"{', '.join(most)} and {last}" if most else last
