"""Lessons: the idea of a law in three sentences, and the few tables at which a learner says which way the law goes.

Each lesson stands in a file of its own here, `law_NN.yaml`, and is found there; `schema.yaml` says what each key means. A
branch names the answers at which the law forks, and `lessons` finds the simplest path of the engine that has them and that a
table can show, so a lesson outlives a procedure that is written otherwise, or says by file and line where it does not. Of two
branches no table fits both: each teaches another way. Plain Python without Django.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from exams.scenarios.covering import reason_of
from exams.scenarios.generating import PROCEDURES
from exams.scenarios.levels import level_of_path
from exams.scenarios.narration.paths import paths
from exams.scenarios.narration.words import BadWords
from exams.scenarios.reach import askable, stageable
from laws import keys
from laws.rulings.facts import FACTS, answer_words
from laws.sources.lines import Document, read_checked, read_plain

FOLDER: Final = Path(__file__).parent
KIND: Final = "best_ruling"
"""As which kind of question a table of a lesson is staged: its story is told to the end."""
LONGEST_IDEA, LONGEST_BRANCH = 42, 34
"""Words of a sentence of the idea, and of what a branch does."""
_ENDS: Final = re.compile(r"[.?!](?=\s|$)")

Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Branch:
    """A way that the law goes.

    does: what it does there, in a sentence. when: the answers at which it forks, in words, by fact. path: of the table that
    shows it, as `stageable` names it.
    """

    does: str
    procedure: str
    when: Mapping[str, str]
    path: str

    @property
    def answers(self) -> dict[str, str]:
        """Every answer on the path, in words, by fact."""
        return _told(self.procedure, self.path)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lesson of a law: the number that it goes by, the procedures it goes through, its idea and its branches."""

    law: str
    procedures: Sequence[str]
    idea: Sequence[str]
    branches: Sequence[Branch]

    @property
    def top(self) -> str:
        """The whole law on whose page it is found: `16` for `16B`."""
        return keys.parse(self.law).top


@cache
def lessons() -> Mapping[str, Lesson]:
    """Every lesson by its law, in the order of the law book. Raises BadWords with all that is wrong in the files."""
    return read(FOLDER)


def read(folder: Path) -> Mapping[str, Lesson]:
    """The lessons whose files stand in a folder. Raises BadWords with every fault, by file and line."""
    faults: list[str] = []
    schema = read_plain(Path(__file__).with_name("schema.yaml"))
    documents = [read_checked(path, schema, faults) for path in sorted(folder.glob("law_*.yaml"))]
    found: dict[str, Lesson] = {}
    for document in filter(None, documents):
        wrong = list(_wrong_with(document.data))
        if not wrong and (law := str(document.data["law"])) in found:
            wrong = [(("law",), f"Law {law} has a lesson in another file; leave one of them")]
        faults += [f"{document.place(*path)}: {'.'.join(map(str, path))}: {message}" for path, message in wrong]
        if not wrong:
            lesson = _lesson(document)
            found[lesson.law] = lesson
    if faults:
        raise BadWords(faults)
    order = {procedure: place for place, procedure in enumerate(PROCEDURES)}
    return {law: found[law] for law in sorted(found, key=lambda law: order[found[law].procedures[0]])}


def _lesson(document: Document) -> Lesson:
    told = document.data
    procedures = _procedures(told)
    branches = []
    for one in told["branches"]:
        procedure = one.get("of", procedures[0])
        path = _fitting(procedure, one["when"])[0]
        branches.append(Branch(_flat(one["does"]), procedure, dict(one["when"]), path))
    return Lesson(told["law"], procedures, [_flat(one) for one in told["idea"]], branches)


def _procedures(told: Mapping[str, Any]) -> list[str]:
    return list(told.get("procedures", [told["law"]]))


def _flat(text: str) -> str:
    return " ".join(text.split())


def _told(procedure: str, path: str) -> dict[str, str]:
    """The answers on a path in words, by fact."""
    return {fact: answer_words(value) for fact, value in paths(procedure)[path].usual_path}


@cache
def _shown(procedure: str) -> tuple[str, ...]:
    """The paths of a procedure that a lesson can show a table of, those for club directors first."""
    known = [one for one in stageable() if one.partition("/")[0] == procedure and KIND in askable(one)]
    levelled = {one: level_of_path(one) for one in known if reason_of(one) is not None}
    # Sorted stably: of one level the order of the engine.
    return tuple(sorted((one for one in levelled if levelled[one]), key=lambda one: levelled[one].level != "club"))  # type: ignore[union-attr]


def _fitting(procedure: str, when: Mapping[str, str]) -> list[str]:
    """The paths with these answers that a table can show."""
    return [path for path in _shown(procedure) if _fits(when, _told(procedure, path))]


def _fits(when: Mapping[str, str], answers: Mapping[str, str]) -> bool:
    return all(answers.get(fact) == answer for fact, answer in when.items())


# --- what a schema cannot see -----------------------------------------------------------------------------------------


def _wrong_with(told: Mapping[str, Any]) -> Iterator[tuple[Place, str]]:
    """Where in a file, and what is expected there."""
    procedures = _procedures(told)
    for at, one in enumerate(procedures):
        if one not in PROCEDURES:
            place: Place = ("procedures", at) if "procedures" in told else ("law",)
            yield place, f"questions are staged for no procedure {one!r}; a lesson needs one that they are staged for"
            return
    for at, text in enumerate(told["idea"]):
        yield from _wrong_sentence(text, ("idea", at), LONGEST_IDEA)
    unused = {*procedures} - {one.get("of", procedures[0]) for one in told["branches"]}
    if unused:
        yield ("procedures",), f"no branch is of {min(unused)}; give it one, or leave it out"
    sound = True
    for at, branch in enumerate(told["branches"]):
        yield from _wrong_sentence(branch["does"], ("branches", at, "does"), LONGEST_BRANCH)
        wrong = list(_wrong_fork(branch, procedures, ("branches", at)))
        sound = sound and not wrong
        yield from wrong
    if sound:
        yield from _taken_twice(told["branches"], procedures)


def _wrong_sentence(text: str, place: Place, most: int) -> Iterator[tuple[Place, str]]:
    text = _flat(text)
    ends = _ENDS.findall(text)
    if len(ends) != 1 or text[-1] not in ".?!":
        yield place, f"expected one sentence with a full stop at its end, not {len(ends)}: {text}"
    if (count := len(text.split())) > most:
        yield place, f"expected at most {most} words, not {count}"


def _wrong_fork(branch: Mapping[str, Any], procedures: Sequence[str], place: Place) -> Iterator[tuple[Place, str]]:
    procedure = branch.get("of", procedures[0])
    if procedure not in procedures:
        yield (*place, "of"), f"the lesson does not go through {procedure}; its procedures are {', '.join(procedures)}"
        return
    asked = {fact for path in paths(procedure) for fact, _value in paths(procedure)[path].usual_path}
    for fact, answer in branch["when"].items():
        if fact not in asked:
            yield (
                (*place, "when", fact),
                f"the procedure of {procedure} asks no {fact}; it asks {', '.join(sorted(asked))}",
            )
            return
        answers = [answer_words(value) for value in FACTS[fact].values]
        if answer not in answers:
            yield (*place, "when", fact), f"{answer!r} is no answer to it; the answers are {'; '.join(answers)}"
            return
    if not _fitting(procedure, branch["when"]):
        yield (*place, "when"), "no table that can be staged goes this way; name other answers, or fewer"


def _taken_twice(branches: Sequence[Mapping[str, Any]], procedures: Sequence[str]) -> Iterator[tuple[Place, str]]:
    """Branches whose table goes another branch's way too."""
    for at, one in enumerate(branches):
        procedure = one.get("of", procedures[0])
        answers = _told(procedure, _fitting(procedure, one["when"])[0])
        for other, second in enumerate(branches):
            if other != at and second.get("of", procedures[0]) == procedure and _fits(second["when"], answers):
                yield (
                    ("branches", at, "when"),
                    f"its table goes the way of branch {other} too; name the fork between them",
                )
