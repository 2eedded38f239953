"""How a table behaves that has called the Director: what is declared of all laws in `conduct.yaml`, and of one in its file.

A law adds to the common part under `call` in its words file. What is declared decides which laws can be simulated: those of
which a path's questions can all be answered in the players' words, and somebody can say why the Director was called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from exams.scenarios.narration.when import ALWAYS, When, parse_when
from exams.scenarios.narration.words import YES, Answer, BadWords, Words, checked, step_name
from laws.rulings.facts import FACTS
from laws.sources.lines import Document

COMMON: Final = Path(__file__).with_name("conduct.yaml")
CARD: Final = "card"
"""Of whom a fact is asked that the agreements of the offender's side show."""


@dataclass(frozen=True)
class Opening:
    """Who calls the Director, a role, and in which words, on the paths that fulfil a condition."""

    when: When
    by: str
    say: str


@dataclass(frozen=True)
class Asking:
    """How the Director finds out a fact: of whom, in which words, and what is answered.

    of: a role, a place of the story that names a player, `table` or `card`. say or do: the question (of a choice, only where
    the engine's would not be put so), or how the Director finds
    it out without one, such as a poll; the answers then tell what is found. away: away from the table. unasked: the answer
    where the ruling does not turn on it; without one the question is put only where it does. to: whose choice it is, where
    that is not the player who answers: a role, or a side of which each player has it.
    """

    of: str
    say: str
    do: str
    to: str
    away: bool
    answers: Mapping[Any, str]
    unasked: str


@dataclass(frozen=True)
class Doing:
    """What a Director might do beside that, with what it is worth, the law and the reason.

    of: a role, `table` or `every player`. say or do: what is said, or done without words. answer: what is said to it; seen:
    what it shows. where: on which tables; when: on which paths. before: it does its harm only while that has not been
    done. stops: the call ends there.
    """

    id: str
    of: str
    say: str
    do: str
    answer: str
    seen: str
    seconds: int
    worth: str
    law: str
    why: str
    where: str
    before: str
    stops: bool
    when: When


@dataclass(frozen=True)
class Harm:
    """That an act of the common part does harm under a law, which and why."""

    law: str
    why: str


@dataclass(frozen=True)
class Conduct:
    """All that is declared for one law: its own part and the common one.

    unseen: paths on which the cards that the record names do not lie there: they were only spoken of, or play is over.
    calls: openings by what is wrong with a call, in the names of `Kind`.
    explained_by: the provision by which the Director explains all the options.
    """

    openings: Sequence[Opening]
    unseen: Sequence[When]
    calls: Mapping[str, Opening]
    facts: Mapping[str, Asking]
    doings: Sequence[Doing]
    harm: Mapping[str, Harm]
    explained_by: str

    def opening(self, path: Mapping[str, Any], kinds: Sequence[str]) -> Opening | None:
        """Who calls on a path, at a table where these things are wrong with a call; None where nobody is told to."""
        own = next((one for one in self.openings if one.when.fits(path)), None)
        return own or next((self.calls[kind] for kind in kinds if kind in self.calls), None)


def conduct_of(words: Words) -> Conduct:
    """What is declared for the law of these words. Raises BadWords for a fact or an answer that the engine does not have."""
    parts = [(one, ("call",)) for one in words.documents if "call" in one.data]
    return _joined([*(_read(document, path) for document, path in parts), _common()])


@cache
def _common() -> Conduct:
    return _read(checked(COMMON, "conduct"), ())


def _joined(parts: Sequence[Conduct]) -> Conduct:
    """The first of two that say the same counts."""
    facts: dict[str, Asking] = {}
    calls: dict[str, Opening] = {}
    harm: dict[str, Harm] = {}
    for part in reversed(parts):
        facts |= part.facts
        calls |= part.calls
        harm |= part.harm
    return Conduct(
        tuple(one for part in parts for one in part.openings),
        tuple(one for part in parts for one in part.unseen),
        calls,
        facts,
        tuple(one for part in reversed(parts) for one in part.doings),
        harm,
        next((part.explained_by for part in parts if part.explained_by), ""),
    )


def _read(document: Document, at: tuple[str, ...]) -> Conduct:
    data: Mapping[str, Any] = document.data
    for step in at:
        data = data[step]
    faults: list[str] = []

    def answer(fact: str, value: Any, *path: str | int) -> Answer:
        known = {step_name(one): one for one in FACTS[fact].values} if fact in FACTS else {}
        if str(value) not in known:
            faults.append(f"{document.place(*at, *path)}: {fact!r} has no answer {value!r} that the engine knows")
        return fact, known.get(str(value), value)

    def askings() -> Iterator[tuple[str, Asking]]:
        for fact, told in data.get("facts", {}).items():
            answers = {
                answer(fact, value, "facts", fact, "answers", value)[1]: words
                for value, words in told["answers"].items()
            }
            if fact not in FACTS:
                faults.append(f"{document.place(*at, 'facts', fact)}: {fact!r} is no fact that the engine knows")
            away = told.get("away") == YES
            say, do, to = (told.get(name, "") for name in ("say", "do", "to"))
            yield fact, Asking(told["of"], say, do, to, away, answers, told.get("unasked", ""))

    def when(part: str, place: int, one: Mapping[str, Any]) -> When:
        return parse_when(one["when"], answer, (part, place, "when")) if "when" in one else ALWAYS

    found = Conduct(
        tuple(
            Opening(when("openings", place, one), one["by"], one["say"])
            for place, one in enumerate(data.get("openings", ()))
        ),
        (parse_when(data["unseen"], answer, ("unseen",)),) if "unseen" in data else (),
        {kind: Opening(ALWAYS, one["by"], one["say"]) for kind, one in data.get("calls", {}).items()},
        dict(askings()),
        tuple(_doing(one, when("acts", place, one)) for place, one in enumerate(data.get("acts", ()))),
        {act: Harm(one["law"], one["why"]) for act, one in data.get("harm", {}).items()},
        data.get("explained_by", ""),
    )
    if faults:
        raise BadWords(faults)
    return found


def _doing(one: Mapping[str, Any], when: When) -> Doing:
    names = ("say", "do", "answer", "seen", "law", "why", "where", "before")
    told = {name: one.get(name, "") for name in names}
    return Doing(
        id=one["id"],
        of=one["of"],
        seconds=one["seconds"],
        worth=one["worth"],
        stops=one.get("stops") == YES,
        when=when,
        **told,
    )
