"""What would have to be otherwise at a table for another ruling to be right, in as few facts as say it truly.

Of the answers in which two paths differ, some follow from others and some change nothing. So the engine is asked which one
or two of them are enough, whatever the others are. Where more than two are needed, the one is said without which the law
never rules so.
"""

from __future__ import annotations

import itertools
import re
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
    implied: tuple[Answer, ...] = ()
    """Answers that differ as well and are not named, because those that are say them."""
    against: str = ""
    """The fact of several whose answer at this table rules it out by itself: the law never rules so with it."""

    def why(self, words: Words, known: Mapping[str, Any], provision: str) -> str:
        """Why a ruling by a provision is wrong here, with places; where one fact decides, what it is at this table too."""
        condition = _and([words.conditions[answer] for answer in self.answers])
        fact = self.answers[0][0] if len(self.answers) == 1 else self.against
        here = as_it_is(words, fact, known[fact]) if fact in known else ""
        told = f"{condition}{here and f'; but {here}'}"
        return f"this would be right {'if' if self.enough else 'only if'} {told} ({provision})."

    def but_for(self, words: Words, known: Mapping[str, Any], provision: str) -> str:
        """Why a decision is part of the ruling: the answer at this table on which it turns, else no more than the provision."""
        turning = (*self.answers, *self.implied)
        here = next((text for fact, _ in turning if fact in known if (text := as_it_is(words, fact, known[fact]))), "")
        return f"correct ({provision}): {here}." if here else f"correct ({provision})."


def as_it_is(words: Words, fact: str, value: object) -> str:
    """An answer as a fact of the table: its own words, or those after "if" as something that has happened; else empty."""
    answer: Answer = (fact, value)
    return words.here.get(answer) or _indicative(words.conditions.get(answer, ""))


_HAD: Final = re.compile(r"(?P<subject>\S+) had (?P<between>(?:not |never |still |already |just )?)(?P<verb>[\w-]+)")
_MANY: Final = re.compile(
    r"(?:\{(?:side|others|opponents|entitled|loser)\}|you|players|hands|results|passes|calls|they)$", re.IGNORECASE
)
_SO_FAR: Final = frozenset(("called", "bid", "finished", "ended"))
"""What nobody has done, or what has finished, is so up to now."""
_PAST: Final[Mapping[str, str]] = {
    "arisen": "arose",
    "begun": "began",
    "come": "came",
    "done": "did",
    "forbidden": "forbade",
    "given": "gave",
    "gone": "went",
    "known": "knew",
    "seen": "saw",
    "shown": "showed",
    "taken": "took",
}
"""Participles whose past tense is another word."""
_PLAIN: Final[Mapping[str, str]] = {
    "known": "know",
    "made": "make",
    "matched": "match",
    "seen": "see",
    "suggested": "suggest",
    "taken": "take",
}
"""Participles that are told with "did not": what was not so at the time, whatever has happened since."""


def _indicative(condition: str) -> str:
    """What stands after "if" as a statement: "had not called" as "has not called", "had passed" as "passed"."""
    return _HAD.sub(_told, re.sub(r"(?<=\}) were ", " is ", condition))


def _told(found: re.Match[str]) -> str:
    subject, between, verb = found["subject"], found["between"], found["verb"]
    many = bool(_MANY.search(subject))
    if subject == "have" or (verb == "to" and between != "still "):
        return found[0]
    if verb == "been":
        return " ".join(filter(None, (subject, "were" if many else "was", between.strip())))
    if between == "not " and verb in _PLAIN:
        return f"{subject} did not {_PLAIN[verb]}"
    up_to_now = verb in _SO_FAR and (verb in {"finished", "ended"} or subject.lower() == "nobody")
    if up_to_now or verb == "to" or between not in {"", "still "}:
        return f"{subject} {'have' if many else 'has'} {between}{verb}"
    return f"{subject} {between}{_PAST.get(verb, verb)}"


def supposed(
    words: Words, known: Mapping[str, Any], other: Ruling, differing: Sequence[Answer], is_so: IsSo
) -> Supposed:
    """What to say of another path that differs from the known answers in these, each of which has words."""
    # Nobody expects what is otherwise at this very table.
    expected = {(fact, value) for fact, value in words.expected if fact not in known}
    expected |= {answer for when, answer in words.implied if answer[0] not in known and when.fits(known)}
    silent = {answer for answer in differing if not words.conditions[answer] or answer in expected}
    spoken = [answer for answer in differing if answer not in silent] or list(differing)
    implied = {fact: value for fact, value in differing if (fact, value) in silent}
    quiet = tuple(implied.items())
    found = [
        chosen
        for count in range(1, _ENOUGH + 1)
        for chosen in itertools.combinations(spoken, count)
        if all(map(is_so, rulings(words, other, {**known, **implied, **dict(chosen)})))
    ]
    if found:
        fewest = min(map(len, found))
        named = min((one for one in found if len(one) == fewest), key=lambda one: _length(words, one))
        told = (one for one in named if one[0] in known and as_it_is(words, one[0], known[one[0]]))
        against = next((one[0] for one in told if fewest > 1 and _is_needed(other, one, is_so)), "")
        return Supposed(named, True, quiet, against)
    needed = [one for one in spoken if one[0] in known and _is_needed(other, one, is_so)]
    if len(spoken) > _ENOUGH and needed:
        return Supposed((needed[0],), False, quiet)
    return Supposed(tuple(spoken), True, quiet)


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

    One that another says already as a part of its own is left out: "it had been East's turn and East had passed" says both.
    Who has been named in the one before is not named again: "East had led and had been a defender".
    """
    said: list[str] = []
    before = ""
    different = list(dict.fromkeys(filter(None, conditions)))
    for condition in different:
        if any(other.startswith(f"{condition} and ") or other.endswith(f" and {condition}") for other in different):
            continue
        subject, had, rest = condition.partition(" had ")
        same = bool(had) and subject == before
        said.append(f"had {rest}" if same else condition)
        before = subject if had else ""
    *most, last = said
    return f"{', '.join(most)} and {last}" if most else last
