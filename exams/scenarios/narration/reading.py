"""From the document of a words file to `Words`: conditions are understood, and lists of mistakes stand where they are named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from exams.scenarios.narration.when import ALWAYS, When, parse_when
from exams.scenarios.narration.words import (
    NO,
    YES,
    Act,
    Answer,
    BadWords,
    Mistake,
    Reason,
    Texts,
    Theme,
    Words,
    step_name,
)
from laws.rulings.facts import FACTS
from laws.sources.lines import Document


def read(document: Document, shared: Document | None = None) -> Words:
    """The words of a file whose shape is right, with those of the file that it is `like`.

    Raises BadWords for a fact or an answer that the engine does not know, and for a list of mistakes that is not there.
    """
    return _Reader(document, shared).words()


Place = tuple[Document, tuple[str | int, ...]]
"""Where something is written: the file, and the steps to it."""
_BESIDE: Final = ("right", "no_right", "duty", "info")
"""More conditions than that nobody reads."""


class _Reader:
    def __init__(self, document: Document, shared: Document | None) -> None:
        self._document = document
        self._documents = (shared, document) if shared is not None else (document,)
        self._faults: list[str] = []

    def words(self) -> Words:
        data: Mapping[str, Any] = self._document.data
        answers = list(self._answers("answers"))
        considered = {answer: told["considered"] for answer, told in answers if "considered" in told}
        found = Words(
            document=self._document,
            documents=self._documents,
            procedure=str(data["procedure"]),
            topic=data["topic"],
            question=data.get("question", "What is your ruling?"),
            aside=data.get("aside", ""),
            share=data.get("share", 1),
            one_in=data.get("one_in", 1),
            tells={answer: tuple(told["tell"]) for answer, told in answers if "tell" in told},
            conditions=considered | {answer: told["if"] for answer, told in answers if "if" in told},
            considered=considered,
            here={answer: told["here"] for answer, told in answers if "here" in told},
            phrases={code: tuple(self._phrases(place, said)) for place, (code, said) in self._items("decisions")},
            holds={code: tuple(self._phrases(place, why)) for place, (code, why) in self._items("holds")},
            silent=self._names("silent"),
            aloud=self._names("aloud"),
            beside=self._names("beside") or frozenset(_BESIDE),
            cited={code: tuple(self._sources(place, by)) for place, (code, by) in self._items("cited")},
            uncited=self._names("uncited"),
            quoted={code: tuple(self._phrases(place, said)) for place, (code, said) in self._items("quoted")},
            asked={code: tuple(self._phrases(place, said)) for place, (code, said) in self._items("asked")},
            counted={code: tuple(self._phrases(place, said)) for place, (code, said) in self._items("counted")},
            found=dict(self._answers("found")),
            unwritten=self._names("unwritten"),
            plain=self._names("plain"),
            settled=frozenset(self._each("settled")),
            expected=frozenset(self._each("expected")),
            implied=tuple(
                (self._when(item["when"], (self._document, ("implied", place, "when"))), answer)
                for place, item in enumerate(data.get("implied", ()))
                for fact, value in item["answers"].items()
                for answer in [self._answer(fact, value, (self._document, ("implied", place, "answers", fact)))]
            ),
            singly=self._one("singly", NO) == YES,
            steps=dict(self._steps()),
            mistakes=tuple(
                found
                for place, group in enumerate(data.get("mistakes", ()))
                for found in self._mistakes(group, (self._document, ("mistakes", place)), ALWAYS, {})
            ),
            reasons=tuple(self._reasons()),
            hard=self._when(data.get("hard", []), (self._document, ("hard",))),
            kinds={
                (*path, name): self._when(written, (self._document, (*path, name)))
                for path, kinds in _kinds(data)
                for name, written in kinds.items()
            },
            themes=tuple(data.get("themes", ())),
            about={
                theme: Theme(
                    frozenset(item.get("staged", (theme,))),
                    self._when(item.get("when", {}), (self._document, ("about", theme, "when"))),
                )
                for theme, item in data.get("about", {}).items()
            },
            never=tuple(
                (self._when(item["when"], (self._document, ("never", place, "when"))), item["because"])
                for place, item in enumerate(data.get("never", ()))
            ),
            elsewhere=self._when(data.get("elsewhere", []), (self._document, ("elsewhere",))),
            often=tuple(
                (self._when(item["when"], (self._document, ("often", place, "when"))), item["times"])
                for place, item in enumerate(data.get("often", ()))
            ),
            named=tuple(
                (self._when(item["when"], (self._document, ("named", place, "when"))), frozenset(item["places"]))
                for place, item in enumerate(data.get("named", ()))
            ),
            unchecked={item["check"]: item["because"] for _, item in self._items("unchecked")},
            places=self._names("places"),
            table=self._names("table"),
            texts=Texts(lambda: self._document),
        )
        if self._faults:
            raise BadWords(self._faults)
        return found

    def _items(self, key: str) -> Iterator[tuple[Place, Any]]:
        """What stands under a key, the shared words first, each with its place: items, or names with what they stand for."""
        for document in self._documents:
            part = document.data.get(key, ())
            items = part.items() if isinstance(part, Mapping) else enumerate(part)
            for step, value in items:
                yield (document, (key, step)), (step, value) if isinstance(part, Mapping) else value

    def _names(self, key: str) -> frozenset[str]:
        return frozenset(name for _, name in self._items(key))

    def _one(self, key: str, default: Any) -> Any:
        return next((one.data[key] for one in reversed(self._documents) if key in one.data), default)

    def _each(self, key: str) -> Iterator[Answer]:
        for place, item in enumerate(self._document.data.get(key, ())):
            for fact, value in item.items():
                yield self._answer(fact, value, (self._document, (key, place, fact)))

    def _answers(self, key: str) -> Iterator[tuple[Answer, Any]]:
        for (document, path), (fact, values) in self._items(key):
            for value, told in values.items():
                yield self._answer(fact, value, (document, (*path, value))), told

    def _answer(self, fact: str, value: Any, place: Place) -> Answer:
        document, path = place
        if fact not in FACTS:
            self._faults.append(f"{document.place(*path)}: {fact!r} is no fact that the engine knows")
            return fact, value
        known = {step_name(one): one for one in FACTS[fact].values}
        if str(value) not in known:
            self._faults.append(
                f"{document.place(*path)}: {fact} has no answer {value!r}; its answers are {', '.join(known)}"
            )
            return fact, value
        return fact, known[str(value)]

    def _when(self, written: Any, place: Place) -> When:
        return parse_when(written, lambda fact, value, *path: self._answer(fact, value, (place[0], path)), place[1])

    def _phrases(self, place: Place, said: Any) -> Iterator[tuple[When, str]]:
        """The words of a decision: the same on every path, or by the path."""
        document, path = place
        if isinstance(said, str):
            yield ALWAYS, said
            return
        for number, one in enumerate(said):
            yield self._when(one["when"], (document, (*path, number, "when"))), one["say"]

    def _sources(self, place: Place, by: Any) -> Iterator[tuple[When, Sequence[str]]]:
        """The provisions that say a decision: the same on every path, or by the path."""
        document, path = place
        if isinstance(by[0], str):
            yield ALWAYS, tuple(by)
            return
        for number, one in enumerate(by):
            yield self._when(one["when"], (document, (*path, number, "when"))), tuple(one["by"])

    def _steps(self) -> Iterator[tuple[Answer | str, Act]]:
        for (document, path), item in self._items("steps"):
            act = Act(item["step"], item.get("spared") == YES, item.get("cites", ""))
            if "decision" in item:
                yield item["decision"], act
            for fact, value in item.get("answer", {}).items():
                yield self._answer(fact, value, (document, (*path, "answer", fact))), act

    def _reasons(self) -> Iterator[Reason]:
        for (document, path), item in self._items("reasons"):
            at = (*path, "when")
            when = self._when(item["when"], (document, at))
            yield Reason(when, item["case"], item["say"], tuple(map(str, item["cites"])), document.place(*path))

    def _mistakes(self, group: Any, place: Place, outer: When, filled: Mapping[str, str]) -> Iterator[Mistake]:
        """The mistakes of a group, or of the list that it names."""
        document, path = place
        when = outer.and_also(self._when(group["when"], (document, (*path, "when")))) if "when" in group else outer
        if "like" in group:
            yield from self._listed(group, place, when, filled)
            return
        for number, one in enumerate(group["rulings"]):
            at = (*path, "rulings", number)
            ruling, why = _with(one["ruling"], filled), _with(one["why"], filled)
            cites = [_with(provision, filled) for provision in one.get("cites", ())]
            written = {document.place(*at, "ruling"): ruling, document.place(*at, "why"): why}
            written |= {document.place(*at, "cites"): ", ".join(cites)} if cites else {}
            source = one.get("from") or next(iter(cites), "")
            yield Mistake(
                when, ruling, _citing(why, cites), tuple(cites), source, document.place(*path, "when"), written
            )

    def _listed(self, group: Any, place: Place, when: When, outer: Mapping[str, str]) -> Iterator[Mistake]:
        document, path = place
        filled = {name: _with(value, outer) for name, value in group.get("with", {}).items()}
        for source in reversed(self._documents):
            if group["like"] in source.data.get("lists", {}):
                for number, one in enumerate(source.data["lists"][group["like"]]):
                    at = source, ("lists", group["like"], number)
                    yield from self._mistakes(one, at, when, filled)
                return
        self._faults.append(f"{document.place(*path, 'like')}: there is no list {group['like']!r}")


def _kinds(data: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Where kinds of paths stand: functions of the stage, and those under `kinds`."""
    if isinstance(data.get("stage"), Mapping):
        yield ("stage",), data["stage"]
    yield from ((("kinds", of), kinds) for of, kinds in data.get("kinds", {}).items())


def _with(text: str, filled: Mapping[str, str]) -> str:
    """The text with what the group that names its list fills in."""
    for name, value in filled.items():
        text = text.replace(f"{{{name}}}", value)
    return text


def _citing(why: str, cites: Sequence[str]) -> str:
    """The reason with its provisions in brackets, before the full stop if it has one."""
    if not cites:
        return why
    stop = "." if why.endswith(".") else ""
    return f"{why.removesuffix('.')} ({', '.join(cites)}){stop}"
