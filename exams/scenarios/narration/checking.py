"""A words file held against its procedure: every fault named with file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import Formatter
from typing import Any, Final

from exams.scenarios.narration.codes import codes_of
from exams.scenarios.narration.paths import paths, with_incidents
from exams.scenarios.narration.when import NOT_ASKED, When
from exams.scenarios.narration.words import Answer, Words, step_name
from exams.scenarios.phrases import PLACES
from laws.rulings.editions import EDITIONS
from laws.rulings.ruling import Ruling

_PROVISION: Final = re.compile(r"\b\d{1,2}[A-Z](?:\d{1,2})?(?:\([a-z]\))?(?:\([ivx]+\))?")
"""A provision within a sentence; "3NT" and "2C" are calls."""
_CALL: Final = re.compile(r"[1-7](?:NT?|[CDHS])")

Path = tuple[str | int, ...]


def faults_of(words: Words) -> list[str]:
    """What is wrong with the words, in the order of the file: `law_10.yaml:14: ...`; nothing when all is well."""
    return list(dict.fromkeys(_Checker(words).faults()))


class _Checker:
    def __init__(self, words: Words) -> None:
        self._words = words
        every = paths(words.procedure).values()
        self._paths = [dict(ruling.usual_path) for ruling in every if not _left_out(words, dict(ruling.usual_path))]
        self._rulings: list[Ruling] = list(every)
        self._facts = dict.fromkeys(fact for ruling in every for fact, _ in ruling.path)

    def _at(self, *path: str | int) -> str:
        return self._words.document.place(*path)

    def faults(self) -> Iterator[str]:
        yield from self._answers()
        yield from self._decisions()
        yield from self._conditions()
        for path, text in _texts(self._words.document.data, ()):
            yield from self._text(path, text)

    def _answers(self) -> Iterator[str]:
        words = self._words
        told: set[Answer] = {answer for path in self._paths for answer in path.items()}
        reached: set[Answer] = {answer for ruling in self._rulings for answer in ruling.path}
        for fact, value in sorted(told - set(words.tells), key=str):
            yield f"{self._at('answers', fact)}: no sentence for {fact}: {step_name(value)}, which paths of the procedure have"
        for fact, value in {**words.tells, **words.conditions}:
            if (fact, value) not in reached:
                yield (
                    f"{self._at('answers', fact, step_name(value))}: nobody can reach this: no path of Law "
                    f"{words.procedure} answers {fact} so"
                )
        for place, fact in enumerate(words.document.data.get("plain", ())):
            if fact not in self._facts:
                yield f"{self._at('plain', place)}: Law {words.procedure} does not ask {fact}"

    def _decisions(self) -> Iterator[str]:
        usual, further = _codes(self._rulings), frozenset[str]()
        data: Mapping[str, Any] = self._words.document.data
        for key in ("decisions", "silent", "aloud", "uncited"):
            for place, code in enumerate(data.get(key, ())):
                if code in usual or code in further:
                    continue
                further = further or _codes(with_incidents(self._words.procedure))
                if code not in further:
                    yield (
                        f"{self._at(key, code if key == 'decisions' else place)}: no path of Law {self._words.procedure} "
                        f"decides {code}"
                    )

    def _conditions(self) -> Iterator[str]:
        words = self._words
        whens: list[tuple[Path, When]] = [(("hard",), words.hard), (("elsewhere",), words.elsewhere)]
        whens += [(("never", place, "when"), when) for place, (when, _) in enumerate(words.never)]
        data: Mapping[str, Any] = words.document.data
        rulings = iter(words.mistakes)
        for place, group in enumerate(data.get("mistakes", ())):
            when = next(rulings).when
            for _ in group["rulings"][1:]:
                next(rulings)
            whens.append((("mistakes", place, "when"), when))
        for path, when in whens:
            for case in when.cases:
                for fact in case.answers.keys() - self._facts.keys():
                    yield f"{self._at(*path, fact)}: Law {words.procedure} does not ask {fact}"
                for name in case.table - words.table:
                    yield f"{self._at(*path)}: {name!r} is not among the names under `table`"
                if not any(_fits(case.answers, dict(ruling.path)) for ruling in self._rulings):
                    yield f"{self._at(*path)}: no path of Law {words.procedure} is like this"

    def _text(self, path: Path, text: str) -> Iterator[str]:
        edition = EDITIONS["duplicate-2017"]
        for found in _PROVISION.findall(text):
            if not _CALL.fullmatch(found) and not edition.has(found):
                yield f"{self._at(*path)}: {found} is not a provision of {edition.slug}"
        if path[0] == "texts":
            return  # the stage fills those, in as many steps as it likes
        try:
            places = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
        except ValueError as error:
            yield f"{self._at(*path)}: {error}"
            return
        for name in sorted(places - PLACES - self._words.places):
            yield f"{self._at(*path)}: nothing fills {{{name}}}; add it to `places` if the stage does"


def _codes(rulings: Iterable[Ruling]) -> frozenset[str]:
    return frozenset(code for ruling in rulings for step in ruling.decided for code in codes_of(step))


def _left_out(words: Words, path: Mapping[str, Any]) -> bool:
    return words.elsewhere.fits(path) or any(when.fits(path) for when, _ in words.never)


def _fits(wanted: Mapping[str, frozenset[Any]], path: Mapping[str, Any]) -> bool:
    return all(path.get(fact, NOT_ASKED) in values for fact, values in wanted.items())


_READ: Final = ("answers", "decisions", "mistakes", "texts")
"""The parts of a file that people read."""


def _texts(data: Any, path: Path) -> Iterator[tuple[Path, str]]:
    if isinstance(data, str):
        if "when" not in path[2:3]:
            yield path, data
        return
    items: Iterable[tuple[str | int, Any]] = ()
    if isinstance(data, Mapping):
        items = data.items()
    elif isinstance(data, Sequence):
        items = enumerate(data)
    for step, value in items:
        if path or step in _READ:
            yield from _texts(value, (*path, step))
