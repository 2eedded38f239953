"""The words of a law's questions: a YAML file that examiners edit and translators translate, checked when it is loaded.

`docs/exams.md` tells how such a file is written. This module reads its shape (`SCHEMA`) and keeps where everything
stands; `narration.checking` holds the words against the procedure: a fact or an answer that it does not have, a sentence
that is missing, one that nobody can reach, a provision that the edition lacks, a place that nothing fills.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from exams.scenarios.narration.when import When, parse_when
from laws.rulings.facts import FACTS
from laws.sources.lines import Document, read_checked

PACKAGE: Final = "exams.scenarios.laws"
FOLDER: Final = Path(__file__).parent.parent / "laws"
"""Where the words of the laws and their stages stand."""
Answer = tuple[str, Any]
"""A fact and one answer to it."""
YES, NO = "yes", "no"

_LINE: Final[dict[str, Any]] = {"type": "string", "minLength": 1}
_LINES: Final[dict[str, Any]] = {"type": "array", "items": _LINE}
_WHEN: Final[dict[str, Any]] = {"type": ["object", "array"]}
SCHEMA: Final[dict[str, Any]] = {
    "type": "object",
    "properties": {
        "procedure": _LINE,
        "topic": _LINE,
        "question": _LINE,
        "share": {"type": "integer", "minimum": 1},
        "places": _LINES,
        "table": _LINES,
        "hard": _WHEN,
        "never": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"when": _WHEN, "because": _LINE},
                "required": ["when", "because"],
                "additionalProperties": False,
            },
        },
        "elsewhere": _WHEN,
        "plain": _LINES,
        "settled": {"type": "array", "items": {"type": "object", "minProperties": 1, "maxProperties": 1}},
        "answers": {
            "type": "object",
            "additionalProperties": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "properties": {"tell": _LINES, "if": _LINE},
                    "additionalProperties": False,
                },
            },
        },
        "decisions": {"type": "object", "additionalProperties": _LINE},
        "silent": _LINES,
        "aloud": _LINES,
        "uncited": _LINES,
        "mistakes": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "when": _WHEN,
                    "rulings": {
                        "type": "array",
                        "minItems": 1,
                        "items": {
                            "type": "object",
                            "properties": {"ruling": _LINE, "why": _LINE, "cites": _LINES},
                            "required": ["ruling", "why"],
                            "additionalProperties": False,
                        },
                    },
                },
                "required": ["rulings"],
                "additionalProperties": False,
            },
        },
        "texts": {"type": "object"},
    },
    "required": ["procedure", "topic", "answers"],
    "additionalProperties": False,
}
"""The shape of a words file."""


class BadWords(ValueError):
    """A words file that cannot be used; `faults` names each fault with file and line."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


@dataclass(frozen=True)
class Mistake:
    """A wrong ruling that people make: when somebody could make it, its text with places, and why it is wrong."""

    when: When
    text: str
    why: str


@dataclass(frozen=True)
class Words:
    """What the questions of a procedure say.

    - tells: for each answer, sentences that tell it, one of which is drawn; an answer that the opening always tells has ().
    - conditions: for each answer, the words after "it would be the ruling if".
    - phrases: a decision's code (`codes.codes_of`, with the provision or without) in the few words of an option; the
      engine's sentence where it has none.
    - silent: codes of decisions that an option leaves out, since they go with every ruling of the kind.
    - aloud: codes of decisions that an option tells although they are not main ones.
    - uncited: codes of decisions that follow from the law without a provision that says them; nobody is asked for its number.
    - plain: facts that nobody who has read the question gets wrong: the ruling with another answer is no believable
      mistake.
    - settled: answers that nobody mistakes for another answer to the fact, nor another for them, though those others can be
      mistaken for one another (nobody takes a board that has been played for one still to come).
    - mistakes: wrong rulings of people, beyond the right ruling of a neighbouring path.
    - never: paths that no believable table shows, each with the reason; elsewhere: those that another file of the
      procedure tells. Neither are themes.
    - hard: the paths that are for congress directors; club directors master the others.
    - question: what is asked of the candidate. share: how often the themes are taken in a round of all laws.
    - places: what the sentences name beside the players and calls of the record. table: what `when` can ask of a table
      that the path does not tell.
    - texts: what the stage says: openings, and what stands in them.
    """

    document: Document
    procedure: str
    topic: str
    question: str
    share: int
    tells: Mapping[Answer, Sequence[str]]
    conditions: Mapping[Answer, str]
    phrases: Mapping[str, str]
    silent: frozenset[str]
    aloud: frozenset[str]
    uncited: frozenset[str]
    plain: frozenset[str]
    settled: frozenset[Answer]
    mistakes: Sequence[Mistake]
    hard: When
    never: Sequence[tuple[When, str]]
    elsewhere: When
    places: frozenset[str]
    table: frozenset[str]
    texts: Texts = field(repr=False)


class Texts:
    """The `texts` of a words file, by name. Asking for one that is not there is a KeyError with the file."""

    def __init__(self, document: Document, path: tuple[str, ...] = ("texts",)) -> None:
        self._document = document
        self._path = path

    def _value(self, steps: Sequence[str | bool]) -> Any:
        found: Any = self._document.data
        path = (*self._path, *map(step_name, steps))
        for step in path:
            if not isinstance(found, Mapping) or step not in found:
                raise KeyError(f"{self._document.name}: no {' / '.join(path)}")
            found = found[step]
        return found

    def lines(self, *steps: str | bool) -> tuple[str, ...]:
        """The ways to say a thing, one of which is drawn."""
        value = self._value(steps)
        if not isinstance(value, list):
            raise KeyError(f"{self._document.place(*self._path, *map(step_name, steps))}: expected a list of sentences")
        return tuple(value)

    def line(self, *steps: str | bool) -> str:
        """A text that is always said the same way."""
        value = self._value(steps)
        if not isinstance(value, str):
            raise KeyError(f"{self._document.place(*self._path, *map(step_name, steps))}: expected one text")
        return value

    def draw(self, rng: random.Random, *steps: str | bool, **places: str) -> str:
        """One of the ways to say a thing, its places filled."""
        return rng.choice(self.lines(*steps)).format(**places)

    def data(self, *steps: str | bool) -> Any:
        """What stands under a name just as it is written: rows of names and values, which the stage knows how to read."""
        return self._value(steps)

    def part(self, *steps: str | bool) -> Texts:
        """The texts that stand under a name."""
        self._value(steps)
        return Texts(self._document, (*self._path, *map(step_name, steps)))

    def names(self, *steps: str | bool) -> tuple[str, ...]:
        """The names that stand under a name, in the order of the file."""
        return tuple(self._value(steps))

    def __contains__(self, step: object) -> bool:
        return step_name(step) in self._value(())


def step_name(step: object) -> str:
    """A name in the file: `yes` and `no` for True and False."""
    return (YES if step else NO) if isinstance(step, bool) else str(step)


@cache
def document(name: str) -> Document:
    """The words file of this name, its shape checked. Raises BadWords naming file and line."""
    return checked(FOLDER / f"{name}.yaml", SCHEMA)


def checked(path: Path, schema: dict[str, Any]) -> Document:
    """A file of words whose shape is that of a schema. Raises BadWords naming file and line."""
    faults: list[str] = []
    found = read_checked(path, schema, faults)
    if found is None:
        raise BadWords(faults)
    return found


def texts(name: str) -> Texts:
    """The texts of a words file: `texts("law_10")`."""
    return Texts(document(name))


def read(document: Document) -> Words:
    """The words of a file whose shape is right. Raises BadWords for a fact or an answer that the engine does not know."""
    return _Reader(document).words()


class _Reader:
    def __init__(self, document: Document) -> None:
        self._document = document
        self._data: Mapping[str, Any] = document.data
        self._faults: list[str] = []

    def words(self) -> Words:
        data = self._data
        answers = list(self._answers())
        found = Words(
            document=self._document,
            procedure=str(data["procedure"]),
            topic=data["topic"],
            question=data.get("question", "What is your ruling?"),
            share=data.get("share", 1),
            tells={answer: tuple(told["tell"]) for answer, told in answers if "tell" in told},
            conditions={answer: told["if"] for answer, told in answers if "if" in told},
            phrases=data.get("decisions", {}),
            silent=frozenset(data.get("silent", ())),
            aloud=frozenset(data.get("aloud", ())),
            uncited=frozenset(data.get("uncited", ())),
            plain=frozenset(data.get("plain", ())),
            settled=frozenset(
                self._answer(fact, value, "settled", place, fact)
                for place, item in enumerate(data.get("settled", ()))
                for fact, value in item.items()
            ),
            mistakes=tuple(self._mistakes()),
            hard=self._when("hard", default=[]),
            never=tuple(
                (self._when("never", place, "when"), item["because"])
                for place, item in enumerate(data.get("never", ()))
            ),
            elsewhere=self._when("elsewhere", default=[]),
            places=frozenset(data.get("places", ())),
            table=frozenset(data.get("table", ())),
            texts=Texts(self._document),
        )
        if self._faults:
            raise BadWords(self._faults)
        return found

    def _answers(self) -> Any:
        for fact, values in self._data["answers"].items():
            for value, told in values.items():
                yield self._answer(fact, value, "answers", fact, value), told

    def _answer(self, fact: str, value: Any, *path: str | int) -> Answer:
        if fact not in FACTS:
            self._faults.append(f"{self._document.place(*path)}: {fact!r} is no fact that the engine knows")
            return fact, value
        known = {step_name(one): one for one in FACTS[fact].values}
        if str(value) not in known:
            self._faults.append(
                f"{self._document.place(*path)}: {fact} has no answer {value!r}; its answers are {', '.join(known)}"
            )
            return fact, value
        return fact, known[str(value)]

    def _when(self, *path: str | int, default: Any = None) -> When:
        written: Any = self._data
        for step in path:
            try:
                written = written[step]
            except (KeyError, IndexError):
                written = {} if default is None else default
        return parse_when(written, self._answer, path)

    def _mistakes(self) -> Any:
        for place, group in enumerate(self._data.get("mistakes", ())):
            when = self._when("mistakes", place, "when")
            for one in group["rulings"]:
                yield Mistake(when, one["ruling"], _citing(one["why"], one.get("cites", ())))


def _citing(why: str, cites: Sequence[str]) -> str:
    """The reason with its provisions in brackets, before the full stop if it has one."""
    if not cites:
        return why
    stop = "." if why.endswith(".") else ""
    return f"{why.removesuffix('.')} ({', '.join(cites)}){stop}"
