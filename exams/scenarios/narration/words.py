"""The words of a law's questions: a YAML file that examiners edit and translators translate, checked when it is loaded.

`docs/exams.md` tells how such a file is written. This module has its shape (`SCHEMA`); `narration.reading` reads it, and
`narration.checking` holds it against the procedure: a fact or an answer that it does not have, a sentence that is missing,
one that nobody can reach, a provision that the edition lacks, a place that nothing fills. A file that is `like` another
has its words too, and its own beside them.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from exams.scenarios.narration.bridge import in_words
from exams.scenarios.narration.when import ALWAYS, When, parse_when
from laws.sources.lines import Document, read_checked

PACKAGE: Final = "exams.scenarios.laws"
FOLDER: Final = Path(__file__).parent.parent / "laws"
"""Where the words of the laws and their stages stand."""
LAW: Final = "law_"
"""How the name of a law's file begins; the others have words that laws share."""
T = TypeVar("T")
Answer = tuple[str, Any]
"""A fact and one answer to it."""
YES, NO = "yes", "no"
ELSEWHERE: Final = "another plot of this procedure tells it"
"""Why a file of words leaves a path out that other words of its procedure tell."""

LINE: Final[dict[str, Any]] = {"type": "string", "minLength": 1}
LINES: Final[dict[str, Any]] = {"type": "array", "items": LINE}
_WHEN: Final[dict[str, Any]] = {"type": ["object", "array"]}


def shape(properties: Mapping[str, Any], *required: str) -> dict[str, Any]:
    """Names with what may stand under each, some of them required, and no other."""
    return {"type": "object", "properties": properties, "required": list(required), "additionalProperties": False}


def _named(value: Any) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": value}


def several(item: Any) -> dict[str, Any]:
    """A list of such items."""
    return {"type": "array", "items": item}


_RULING: Final = shape({"ruling": LINE, "why": LINE, "cites": LINES}, "ruling", "why")
_GROUPS: Final = several(
    {
        **shape({"when": _WHEN, "rulings": {**several(_RULING), "minItems": 1}, "like": LINE, "with": _named(LINE)}),
        "oneOf": [{"required": ["rulings"]}, {"required": ["like"]}],
    }
)
_PHRASE: Final[dict[str, Any]] = {"anyOf": [LINE, several(shape({"when": _WHEN, "say": LINE}, "when", "say"))]}
_STEP: Final = shape({"answer": {"type": "object"}, "decision": LINE, "step": LINE, "spared": LINE}, "step")
_SHARED: Final[dict[str, Any]] = {
    "places": LINES,
    "table": LINES,
    "apart": {"type": "integer", "minimum": 1},
    "singly": LINE,
    "answers": _named(_named(shape({"tell": LINES, "if": LINE, "considered": LINE}))),
    "decisions": _named(_PHRASE),
    "silent": LINES,
    "beside": LINES,
    "steps": several(_STEP),
    "lists": _named(_GROUPS),
    "texts": {"type": "object"},
}
SHARED_SCHEMA: Final[dict[str, Any]] = shape(_SHARED)
"""The shape of a file of words that several laws share."""
SCHEMA: Final[dict[str, Any]] = shape(
    {
        **_SHARED,
        "procedure": LINE,
        "topic": LINE,
        "stage": {"anyOf": [LINE, _named(_WHEN)]},
        "question": LINE,
        "like": LINE,
        "share": {"type": "integer", "minimum": 1},
        "hard": _WHEN,
        "kinds": _named(_named(_WHEN)),
        "themes": LINES,
        "about": _named(shape({"staged": LINES, "when": _WHEN})),
        "never": several(shape({"when": _WHEN, "because": LINE}, "when", "because")),
        "elsewhere": _WHEN,
        "plain": LINES,
        "settled": several({"type": "object", "minProperties": 1, "maxProperties": 1}),
        "aloud": LINES,
        "uncited": LINES,
        "mistakes": _GROUPS,
    },
    "procedure",
    "topic",
)
"""The shape of a words file."""


class BadWords(ValueError):
    """A words file that cannot be used; `faults` names each fault with file and line."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


@dataclass(frozen=True)
class Mistake:
    """A wrong ruling that people make: when somebody could make it, its text with places, and why it is wrong.

    place: where it stands, with its condition. written: its parts as they were written, by where they stand.
    """

    when: When
    text: str
    why: str
    place: str = field(repr=False)
    written: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Theme:
    """What a question can be about where the stage tells more than one story at a table.

    staged: the stories of the stage that may be about it; when: the rulings that are.
    """

    staged: frozenset[str]
    when: When = ALWAYS


@dataclass(frozen=True)
class Act:
    """A step of a director whose place the law lays down; `spared` where a long list can do without it."""

    text: str
    spared: bool


@dataclass(frozen=True, eq=False)
class Words:
    """What the questions of a procedure say.

    - tells: for each answer, sentences that tell it, one of which is drawn; an answer that the opening always tells has ().
    - conditions: for each answer, the words after "this would be right if"; considered: those that the explanation says
      of a way not taken.
    - phrases: a decision's code (`codes.codes_of`, the narrowest that has one) in the few words of an option, by the paths
      on which it is said so; the engine's sentence where there are none.
    - silent: codes of decisions that an option leaves out, since they go with every ruling of the kind.
    - aloud: codes of decisions that an option tells although they are not main ones.
    - beside: codes of decisions that are told one by one although they are not main ones; rights, duties and information
      where the file does not say.
    - uncited: codes of decisions that follow from the law without a provision that says them; nobody is asked for its number.
    - plain: facts that nobody who has read the question gets wrong: the ruling with another answer is no believable
      mistake.
    - settled: answers that nobody mistakes for another answer to the fact, nor another for them, though those others can be
      mistaken for one another (nobody takes a board that has been played for one still to come).
    - apart: the answers in which a neighbouring path may differ.
    - singly: a mistake's sentence that the ruling does not share is wrong by itself as well.
    - steps: by answer or code of a decision, what the director does, where the law lays down the order.
    - mistakes: wrong rulings of people, beyond the right ruling of a neighbouring path.
    - never: paths that no believable table shows, each with the reason; elsewhere: those that another file of the
      procedure tells. Neither are themes.
    - hard: the paths that are for congress directors; club directors master the others.
    - kinds: by where they stand, conditions of the paths that a function of the law's module stages, or that the stage tells
      alike (`texts(...).kind`).
    - themes: what the questions are about, in the proportion in which they are wanted, where the stage tells more than one
      story at a table; else every path is a theme. about: which stories and rulings those are.
    - question: what is asked of the candidate. share: how often the themes are taken in a round of all laws.
    - places: what the sentences name beside the players and calls of the record. table: what `when` can ask of a table
      that the path does not tell.
    - texts: what the stage says: openings, and what stands in them.
    """

    document: Document
    shared: Document | None
    procedure: str
    topic: str
    question: str
    share: int
    tells: Mapping[Answer, Sequence[str]]
    conditions: Mapping[Answer, str]
    considered: Mapping[Answer, str]
    phrases: Mapping[str, Sequence[tuple[When, str]]]
    silent: frozenset[str]
    aloud: frozenset[str]
    beside: frozenset[str]
    uncited: frozenset[str]
    plain: frozenset[str]
    settled: frozenset[Answer]
    apart: int
    singly: bool
    steps: Mapping[Answer | str, Act]
    mistakes: Sequence[Mistake]
    hard: When
    kinds: Mapping[tuple[str, ...], When]
    themes: Sequence[str]
    about: Mapping[str, Theme]
    never: Sequence[tuple[When, str]]
    elsewhere: When
    places: frozenset[str]
    table: frozenset[str]
    texts: Texts = field(repr=False)

    def untold(self, path: Mapping[str, Any]) -> str:
        """Why no question of this file takes a path; empty when one does."""
        if self.elsewhere.fits(path):
            return ELSEWHERE
        return next((reason for when, reason in self.never if when.fits(path)), "")

    def staged(self, theme: str) -> frozenset[str]:
        """The stories of the stage that may be about a theme."""
        return self.about[theme].staged if theme in self.about else frozenset((theme,))

    def fits(self, theme: str, path: Mapping[str, Any]) -> bool:
        """Whether a ruling with this path, on a story staged for the theme, is about it."""
        return theme not in self.about or self.about[theme].when.fits(path)

    @property
    def documents(self) -> tuple[Document, ...]:
        """The files that the words stand in: that of words shared with other laws first."""
        return (self.shared, self.document) if self.shared is not None else (self.document,)


class Texts:
    """The `texts` of a words file, by name. Asking for one that is not there is a KeyError with the file."""

    def __init__(self, document: Document, path: tuple[str, ...] = ("texts",)) -> None:
        self._document = document
        self._path = path
        self._found: dict[Sequence[str | bool], Any] = {}
        self._kinds: dict[str, Sequence[tuple[str, When]]] = {}

    def _value(self, steps: Sequence[str | bool]) -> Any:
        """What stands there; it is asked for at every table."""
        if steps not in self._found:
            self._found[steps] = self._look_up(steps)
        return self._found[steps]

    def _look_up(self, steps: Sequence[str | bool]) -> Any:
        found: Any = self._document.data
        path = (*self._path, *map(step_name, steps))
        for step in path:
            if not isinstance(found, Mapping) or step not in found:
                raise KeyError(f"{self._document.name}: no {' / '.join(path)}")
            found = found[step]
        return found

    def _of(self, kind: type[T], words: str, steps: Sequence[str | bool]) -> T:
        value = self._value(steps)
        if not isinstance(value, kind):
            raise KeyError(f"{self._document.place(*self._path, *map(step_name, steps))}: expected {words}")
        return value

    def lines(self, *steps: str | bool) -> tuple[str, ...]:
        """The ways to say a thing, one of which is drawn."""
        return tuple(self._of(list, "a list of sentences", steps))

    def line(self, *steps: str | bool, **places: Any) -> str:
        """A text that is always said the same way, its places filled if any are given."""
        text = self._of(str, "one text", steps)
        return filled(text, places) if places else text

    def draw(self, rng: random.Random, *steps: str | bool, **places: Any) -> str:
        """One of the ways to say a thing, its places filled."""
        return filled(rng.choice(self.lines(*steps)), places)

    def kind(self, of: str, facts: Mapping[str, Any]) -> str:
        """Which of the kinds of a thing a path is: the first in the file whose condition it fulfils."""
        if of not in self._kinds:
            rows = self._document.data["kinds"][of].items()
            self._kinds[of] = [(name, parse_when(row, lambda fact, value, *_: (fact, value), ())) for name, row in rows]
        path = {fact: step_name(value) for fact, value in facts.items()}
        return next(name for name, when in self._kinds[of] if when.fits(path))

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


def filled(text: str, places: Mapping[str, Any]) -> str:
    """The text with its places filled: players by name, bids by their symbols."""
    return text.format(**{name: in_words(value) for name, value in places.items()})


def step_name(step: object) -> str:
    """A name in the file: `yes` and `no` for True and False."""
    return (YES if step else NO) if isinstance(step, bool) else str(step)


@cache
def document(name: str, folder: Path = FOLDER) -> Document:
    """The words file of this name, its shape checked. Raises BadWords naming file and line."""
    return checked(folder / f"{name}.yaml", SCHEMA if name.startswith(LAW) else SHARED_SCHEMA)


def checked(path: Path, schema: dict[str, Any]) -> Document:
    """A file of words whose shape is that of a schema. Raises BadWords naming file and line."""
    faults: list[str] = []
    found = read_checked(path, schema, faults)
    if found is None:
        raise BadWords(faults)
    return found


def texts(name: str, folder: Path = FOLDER) -> Texts:
    """The texts of a words file: `texts("law_10")`."""
    return Texts(document(name, folder))
