"""A words file held against its procedure: every fault named with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, Final

from exams.scenarios.believable.checks import CHECKS
from exams.scenarios.narration.bridge import PLACES
from exams.scenarios.narration.paths import codes_of, paths, turned, with_incidents
from exams.scenarios.narration.when import ALWAYS, TABLE, When
from exams.scenarios.narration.words import Answer, Words, step_name
from laws.rulings.editions import EDITIONS
from laws.rulings.ruling import Ruling
from laws.sources.lines import Document

_PROVISION: Final = re.compile(r"\b\d{1,2}[A-Z](?:\d{1,2})?(?:\([a-z]\))?(?:\([ivx]+\))?")
"""A provision within a sentence; "3NT" and "2C" are calls."""
_CALL: Final = re.compile(r"[1-7](?:NT?|[CDHS])")

Path = tuple[str | int, ...]


def faults_of(words: Words) -> list[str]:
    """What is wrong with the words, in the order of the file: `law_10.yaml:14: ...`; nothing when all is well.

    What stands in a file that other laws are `like` as well need not be of use to this one.
    """
    return list(dict.fromkeys([*_Checker(words).faults(), *unused(words.document, [words])]))


def unused(document: Document, laws: Sequence[Words]) -> Iterator[str]:
    """What stands in a file of words and none of the laws whose file it is, or which are like it, has a use for."""
    data: Mapping[str, Any] = document.data
    answers: list[tuple[Path, str, str]] = [
        (("answers", fact, value), fact, value) for fact, told in data.get("answers", {}).items() for value in told
    ]
    for place, step in enumerate(data.get("steps", ())):
        answers += [(("steps", place), fact, value) for fact, value in step.get("answer", {}).items()]
    reached = {
        (fact, step_name(value))
        for words in laws
        for ruling in paths(words.procedure).values()
        for fact, value in ruling.path
    }
    for path, fact, value in answers:
        if (fact, str(value)) not in reached:
            yield f"{document.place(*path)}: nobody can reach this: no path answers {fact} so"
    for path, code in _codes_in(data):
        decided = (code in _codes(words.procedure, more) for more in (False, True) for words in laws)
        if not any(decided):
            yield f"{document.place(*path)}: no path decides {code}"
    files = {one.name: one for words in laws for one in words.documents}
    named = {group.get("like") for one in files.values() for group in _groups(one.data)}
    for name in data.get("lists", {}):
        if name not in named:
            yield f"{document.place('lists', name)}: no mistakes are like {name!r}"


def _codes_in(data: Mapping[str, Any]) -> Iterator[tuple[Path, str]]:
    """The codes of decisions in a file, with where they stand."""
    for part in ("decisions", "cited", "holds", "quoted", "asked", "counted"):
        yield from (((part, code), code) for code in data.get(part, ()))
    for key in ("silent", "aloud", "beside", "uncited", "unwritten"):
        yield from (((key, place), code) for place, code in enumerate(data.get(key, ())))
    for place, step in enumerate(data.get("steps", ())):
        if "decision" in step:
            yield ("steps", place), step["decision"]


def _groups(data: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    yield from data.get("mistakes", ())
    for groups in data.get("lists", {}).values():
        yield from groups


@cache
def _codes(procedure: str, incidents: bool) -> frozenset[str]:
    """The codes of what a procedure decides, on paths with an incidental fact or on the others, and of the opposite, which is
    offered beside it.
    """
    every = with_incidents(procedure) if incidents else paths(procedure).values()
    decided = {step for one in every for step in one.decided}
    opposites = {opposite for step in decided if (opposite := turned(step))}
    return frozenset(code for step in decided | opposites for code in codes_of(step))


class _Checker:
    def __init__(self, words: Words) -> None:
        self._words = words
        every = paths(words.procedure).values()
        self._told = [ruling for ruling in every if not words.untold(dict(ruling.usual_path))]
        self._paths = [dict(ruling.usual_path) for ruling in self._told]
        self._rulings: list[Ruling] = list(every)
        self._facts = dict.fromkeys(fact for ruling in every for fact, _ in ruling.path)

    def _at(self, *path: str | int) -> str:
        return self._words.document.place(*path)

    def faults(self) -> Iterator[str]:
        if not self._words.themes:
            yield from self._untold()
        yield from self._unstaged()
        yield from self._unknown()
        yield from self._levels()
        yield from self._unchecked()
        yield from self._conditions()
        yield from self._cited()
        yield from self._reasons()
        for document in self._words.documents:
            for path, text in _texts(document.data, ()):
                yield from self._text(document.place(*path), text, places=path[0] != "texts")
        for mistake in self._words.mistakes:
            for place, text in mistake.written.items():
                yield from self._text(place, text, places=True)

    def _untold(self) -> Iterator[str]:
        words = self._words
        told: set[Answer] = {answer for path in self._paths for answer in path.items()}
        for fact, value in sorted(told - set(words.tells), key=str):
            yield f"{self._at('answers', fact)}: no sentence for {fact}: {step_name(value)}, which paths of the procedure have"

    def _unstaged(self) -> Iterator[str]:
        stages = [when for (part, *_), when in self._words.kinds.items() if part == "stage"]
        for path in self._paths if stages else ():
            if not any(when.fits(path) for when in stages):
                yield f"{self._at('stage')}: nothing stages {', '.join(f'{fact}: {step_name(path[fact])}' for fact in path)}"

    def _unknown(self) -> Iterator[str]:
        for place, fact in enumerate(self._words.document.data.get("plain", ())):
            if fact not in self._facts:
                yield f"{self._at('plain', place)}: Law {self._words.procedure} does not ask {fact}"
        for fact in self._words.document.data.get("found", ()):
            if fact not in self._facts:
                yield f"{self._at('found', fact)}: Law {self._words.procedure} does not ask {fact}"
        for theme in self._words.about:
            if theme not in self._words.themes:
                yield f"{self._at('about', theme)}: {theme!r} is not among the themes"

    def _levels(self) -> Iterator[str]:
        hard = self._words.document.data.get("hard", [])
        for place, written in (
            [((), hard)] if isinstance(hard, Mapping) else [((i,), one) for i, one in enumerate(hard)]
        ):
            if TABLE in written:
                at = self._at("hard", *place, TABLE)
                yield f"{at}: the level follows from the path alone, so `hard` cannot ask for a table"

    def _unchecked(self) -> Iterator[str]:
        for place, one in enumerate(self._words.document.data.get("unchecked", ())):
            if one["check"] not in CHECKS:
                at = self._at("unchecked", place, "check")
                yield f"{at}: there is no check {one['check']!r}; there are {', '.join(CHECKS)}"

    def _conditions(self) -> Iterator[str]:
        words = self._words
        whens = [(self._at("hard"), words.hard), (self._at("elsewhere"), words.elsewhere)]
        whens += [(self._at("about", theme, "when"), about.when) for theme, about in words.about.items()]
        whens += [(self._at("never", place, "when"), when) for place, (when, _) in enumerate(words.never)]
        whens += [(self._at(*path), when) for path, when in words.kinds.items()]
        whens += [(self._at("often", place, "when"), when) for place, (when, _) in enumerate(words.often)]
        whens += [(self._at("named", place, "when"), when) for place, (when, _) in enumerate(words.named)]
        whens += [(mistake.place, mistake.when) for mistake in words.mistakes]
        whens += [(reason.place, reason.when) for reason in words.reasons]
        for key, phrases in (
            ("decisions", words.phrases),
            ("holds", words.holds),
            ("quoted", words.quoted),
            ("asked", words.asked),
            ("counted", words.counted),
        ):
            for code in words.document.data.get(key, {}):
                said = [when for when, _ in phrases[code] if when is not ALWAYS]
                whens += [(self._at(key, code, place, "when"), when) for place, when in enumerate(said)]
        for code, rows in self._citations():
            said = [when for when, _ in rows if when is not ALWAYS]
            whens += [(self._at("cited", code, place, "when"), when) for place, when in enumerate(said)]
        for place, when in whens:
            for case in when.cases:
                for fact in case.answers.keys() - self._facts.keys():
                    yield f"{place}: Law {words.procedure} does not ask {fact}"
                for name in case.table - words.table:
                    yield f"{place}: {name!r} is not among the names under `table`"
                if not any(case.fits(dict(ruling.path), case.table) for ruling in self._rulings):
                    yield f"{place}: no path of Law {words.procedure} is like this"

    def _cited(self) -> Iterator[str]:
        """A citation that the edition lacks or that stands twice, and a first one that the ruling does not cite as well."""
        edition = EDITIONS["duplicate-2017"]
        for code, rows in self._citations():
            for number, (when, keys) in enumerate(rows):
                at = self._at("cited", code, *(() if when is ALWAYS else (number,)))
                yield from (f"{at}: {key} is not a provision of {edition.slug}" for key in keys if not edition.has(key))
                yield from (f"{at}: {key} stands twice" for key in dict.fromkeys(keys) if keys.count(key) > 1)
                if code in self._words.uncited:
                    continue  # nobody is asked for it, and it may send the Director to another law
                for path, ruling in zip(self._paths, self._told, strict=True):
                    decided = any(code in codes_of(step) for step in ruling.decided)
                    if decided and when.anywhere(path) and not set(keys[:1]) <= set(ruling.citations):
                        yield f"{at}: {keys[0]} is shown as the best, but the ruling does not cite it"
                        break

    def _citations(self) -> Iterator[tuple[str, Sequence[tuple[When, Sequence[str]]]]]:
        """What this file itself says of the provisions of decisions, by their codes."""
        yield from ((code, self._words.cited[code]) for code in self._words.document.data.get("cited", ()))

    def _reasons(self) -> Iterator[str]:
        """Every path that is asked about has a reason, and what a reason cites is what the engine rules by on its paths."""
        words = self._words
        used = set()
        for ruling in self._rulings if words.reasons else ():
            path = dict(ruling.usual_path)
            if words.untold(path):
                continue
            reason = words.reason(path)
            if reason is None:
                told = ", ".join(f"{fact}: {step_name(value)}" for fact, value in path.items())
                yield f"{self._at('reasons')}: no reason is given where {told}"
                continue
            used.add(reason.place)
            for provision in reason.cites:
                if provision not in ruling.citations:
                    yield f"{reason.place}: {provision} does not come up on every path that has this reason"
        for reason in words.reasons:
            if reason.place not in used:
                yield f"{reason.place}: nobody can reach this: every path like it has an earlier reason"
            yield from self._text(reason.place, f"{reason.say} {reason.case}", places=True)

    def _text(self, place: str, text: str, *, places: bool) -> Iterator[str]:
        edition = EDITIONS["duplicate-2017"]
        for found in _PROVISION.findall(text):
            if not _CALL.fullmatch(found) and not edition.has(found):
                yield f"{place}: {found} is not a provision of {edition.slug}"
        if not places:
            return  # the stage fills those, in as many steps as it likes
        try:
            named = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        except ValueError as error:
            yield f"{place}: {error}"
            return
        for name in sorted(named - PLACES - self._words.places):
            yield f"{place}: nothing fills {{{name}}}; add it to `places` if the stage does"


_READ: Final = ("answers", "decisions", "holds", "quoted", "asked", "counted", "steps", "texts")
"""The parts of a file that people read; mistakes are looked at where they are of use."""


def _texts(data: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(data, str):
        said = (
            path[3:] in ((), ("say",))
            if path[0] in ("decisions", "holds", "quoted", "asked", "counted")
            else path[0] != "steps" or path[2:] == ("step",)
        )
        if said:
            yield path, data
        return
    items = data.items() if isinstance(data, Mapping) else enumerate(data if isinstance(data, list) else ())
    for step, value in items:
        if path or step in _READ:
            yield from _texts(value, (*path, step))
