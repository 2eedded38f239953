"""The words of a law's questions: a YAML file that examiners edit and translators translate, checked when it is loaded.

`docs/exams.md` tells how such a file is written, `schemas.yaml` what may stand in it. `narration.reading` reads it, and
`narration.checking` holds it against the procedure: a fact or an answer that it does not have, a sentence that is missing,
one that nobody can reach, a provision that the edition lacks, a place that nothing fills. A file that is `like` another
has its words too, and its own beside them.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from exams.scenarios.narration.bridge import in_words
from exams.scenarios.narration.when import ALWAYS, When, parse_when
from laws.sources.lines import Document, read_checked, read_plain

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


class BadWords(ValueError):
    """A words file that cannot be used; `faults` names each fault with file and line."""

    def __init__(self, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(faults))


@dataclass(frozen=True)
class Mistake:
    """A wrong ruling that people make: when somebody could make it, its text with places, and why it is wrong.

    cites: the provisions that say so. source: the one that people take it from. place: where it stands, with its condition.
    written: its parts as they were written, by where they stand.
    """

    when: When
    text: str
    why: str
    cites: tuple[str, ...]
    source: str
    place: str = field(repr=False)
    written: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True)
class Reason:
    """Why the ruling of some paths is what it is.

    case: such a path in a few words, without the names of a table. say: the reason at this table, with places. cites: the
    provisions that decide. place: where it stands.
    """

    when: When
    case: str
    say: str
    cites: tuple[str, ...]
    place: str = field(repr=False)


@dataclass(frozen=True)
class Theme:
    """What a question can be about where the stage tells more than one story at a table.

    staged: the stories of the stage that may be about it; when: the rulings that are.
    """

    staged: frozenset[str]
    when: When = ALWAYS


@dataclass(frozen=True)
class Act:
    """A step of a director whose place the law lays down; `spared` where a long list can do without it, and what it `cites`
    where that is not the provision of the answer or decision.
    """

    text: str
    spared: bool
    cites: str = ""


@dataclass(frozen=True, eq=False)
class Words:
    """What the questions of a procedure say: the parts of its file, which `schemas.yaml` tells of.

    tells, conditions, considered, here: for each answer, its sentences, the words after "this would be right if", those of
    a way not taken, and those of a table that has it. phrases, holds: the words of decisions, and why they are right, by
    their codes (`codes_of`). quoted, asked: what is quoted of a decision whose provision is asked for, and the question,
    where those are not the usual ones. counted: how the number of a decision is asked for. kinds: conditions of paths, by
    where they stand. documents: the files that the words stand in, that of words shared with other laws first. unchecked:
    checks of believable bridge that do not concern these stories, each with the reason.
    """

    document: Document
    documents: Sequence[Document]
    procedure: str
    topic: str
    question: str
    aside: str
    share: int
    one_in: int
    tells: Mapping[Answer, Sequence[str]]
    conditions: Mapping[Answer, str]
    considered: Mapping[Answer, str]
    here: Mapping[Answer, str]
    phrases: Mapping[str, Sequence[tuple[When, str]]]
    holds: Mapping[str, Sequence[tuple[When, str]]]
    silent: frozenset[str]
    aloud: frozenset[str]
    beside: frozenset[str]
    cited: Mapping[str, Sequence[tuple[When, Sequence[str]]]]
    uncited: frozenset[str]
    quoted: Mapping[str, Sequence[tuple[When, str]]]
    asked: Mapping[str, Sequence[tuple[When, str]]]
    counted: Mapping[str, Sequence[tuple[When, str]]]
    found: Mapping[Answer, str]
    unwritten: frozenset[str]
    plain: frozenset[str]
    settled: frozenset[Answer]
    expected: frozenset[Answer]
    implied: Sequence[tuple[When, Answer]]
    singly: bool
    steps: Mapping[Answer | str, Act]
    mistakes: Sequence[Mistake]
    reasons: Sequence[Reason]
    hard: When
    kinds: Mapping[tuple[str, ...], When]
    themes: Sequence[str]
    about: Mapping[str, Theme]
    never: Sequence[tuple[When, str]]
    elsewhere: When
    often: Sequence[tuple[When, int]]
    named: Sequence[tuple[When, frozenset[str]]]
    unchecked: Mapping[str, str]
    places: frozenset[str]
    table: frozenset[str]
    texts: Texts = field(repr=False)

    def untold(self, path: Mapping[str, Any]) -> str:
        """Why no question of this file takes a path; empty when one does."""
        if self.elsewhere.fits(path):
            return ELSEWHERE
        return next((reason for when, reason in self.never if when.fits(path)), "")

    def reason(self, path: Mapping[str, Any]) -> Reason | None:
        """Why a path ends in its ruling; None where the file does not say."""
        return next((one for one in self.reasons if one.when.fits(path)), None)

    def times(self, path: Mapping[str, Any]) -> int:
        """How often a path is a theme, where every path is one."""
        return next((times for when, times in self.often if when.fits(path)), 1)

    def named_on(self, path: Mapping[str, Any]) -> frozenset[str]:
        """The calls that the stage names on a path, beside those of the ruling."""
        return frozenset().union(*(places for when, places in self.named if when.fits(path)))

    def staged(self, theme: str) -> frozenset[str]:
        """The stories of the stage that may be about a theme."""
        return self.about[theme].staged if theme in self.about else frozenset((theme,))

    def fits(self, theme: str, path: Mapping[str, Any]) -> bool:
        """Whether a ruling with this path, on a story staged for the theme, is about it."""
        return theme not in self.about or self.about[theme].when.fits(path)


class Texts:
    """The `texts` of a words file, by name. Asking for one that is not there is a KeyError with the file.

    read: gives the file, once one of its texts is asked for. A module that names its texts at its head does not read them
    when it is imported: most processes never tell a table.
    """

    def __init__(self, read: Callable[[], Document], path: tuple[str, ...] = ("texts",)) -> None:
        self._read = read
        self._path = path
        self._kinds: dict[str, Sequence[tuple[str, When]]] = {}

    def data(self, *steps: str | bool) -> Any:
        """What stands under a name just as it is written: rows of names and values, which the stage knows how to read."""
        document = self._read()
        found: Any = document.data
        path = self._to(steps)
        for step in path:
            if not isinstance(found, dict) or step not in found:
                raise KeyError(f"{document.name}: no {' / '.join(path)}")
            found = found[step]
        return found

    def _to(self, steps: Sequence[str | bool]) -> tuple[str, ...]:
        return (*self._path, *map(step_name, steps))

    def _of(self, kind: type[T], words: str, steps: Sequence[str | bool]) -> T:
        value = self.data(*steps)
        if not isinstance(value, kind):
            raise KeyError(f"{self._read().place(*self._to(steps))}: expected {words}")
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
            rows = self._read().data["kinds"][of].items()
            self._kinds[of] = [(name, parse_when(row, lambda fact, value, *_: (fact, value), ())) for name, row in rows]
        path = {fact: step_name(value) for fact, value in facts.items()}
        return next(name for name, when in self._kinds[of] if when.fits(path))

    def part(self, *steps: str | bool) -> Texts:
        """The texts that stand under a name."""
        return Texts(self._read, self._to(steps))

    def names(self, *steps: str | bool) -> tuple[str, ...]:
        """The names that stand under a name, in the order of the file."""
        return tuple(self.data(*steps))

    def __contains__(self, step: object) -> bool:
        return step_name(step) in self.data()


def filled(text: str, places: Mapping[str, Any]) -> str:
    """The text with its places filled: players by name, bids by their symbols."""
    return text.format(**{name: in_words(value) for name, value in places.items()})


def step_name(step: object) -> str:
    """A name in the file: `yes` and `no` for True and False."""
    return (YES if step else NO) if isinstance(step, bool) else str(step)


@cache
def document(name: str, folder: Path = FOLDER) -> Document:
    """The words file of this name, its shape checked. Raises BadWords naming file and line."""
    return checked(folder / f"{name}.yaml", "law" if name.startswith(LAW) else "shared")


@cache
def schemas() -> Mapping[str, dict[str, Any]]:
    """The shapes of the files: `law`, `shared` for words that several laws share, and `conventions`."""
    found: dict[str, dict[str, Any]] = read_plain(Path(__file__).with_name("schemas.yaml"))
    return found


def checked(path: Path, shape: str) -> Document:
    """A file of one of the shapes of `schemas`. Raises BadWords naming file and line."""
    faults: list[str] = []
    found = read_checked(path, schemas()[shape], faults)
    if found is None:
        raise BadWords(faults)
    return found


def texts(name: str, folder: Path = FOLDER) -> Texts:
    """The texts of a words file, which is read at the first of them: `texts("law_10")`."""
    return Texts(partial(document, name, folder))
