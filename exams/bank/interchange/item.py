"""A question as every format can say it: between our content and QTI or Moodle XML."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from exams.bank.content import whole
from exams.bank.interchange.xml import plain
from exams.bank.kinds import Content
from laws.diagrams import hand

LETTERS = "abcdef"
"""The ids of options, in their order."""


class Way(StrEnum):
    """How a candidate answers, in any system."""

    SINGLE = "single"
    MULTIPLE = "multiple"
    ORDER = "order"
    ENTRY = "entry"
    NUMBER = "number"
    ESSAY = "essay"


WAYS: Mapping[str, Way] = {
    "best_ruling": Way.SINGLE,
    "judge_ruling": Way.SINGLE,
    "whose_turn": Way.SINGLE,
    "book_fact": Way.SINGLE,
    "choose_all": Way.MULTIPLE,
    "order_steps": Way.ORDER,
    "cite_law": Way.ENTRY,
    "number": Way.NUMBER,
    "written": Way.ESSAY,
}
"""The way of each of our kinds."""


@dataclass(frozen=True)
class Choice:
    """An option, with why it holds or not."""

    text: str
    why: str = ""


@dataclass(frozen=True)
class Criterion:
    """A line of a rubric. `part` and `provision` are empty where a file does not say them."""

    text: str
    marks: int = 1
    part: str = ""
    provision: str = ""
    id: str = ""


@dataclass(frozen=True)
class Item:
    """A question.

    right: of choices their positions (from 0; of an order in that order), of an entry the accepted answers, the best
    first, of a number that number in figures. ruling: the one that is to be judged, if any. told: what no format asks for
    but a file may say: kind, level, topic, edition, cites, version; and `say`, which paragraph of the explanation is what the
    Director says, from 0, where it is not the first. carried: our own content, where the file has it. explanation: paragraphs.
    """

    way: Way
    stem: tuple[str, ...]
    question: str
    ruling: str = ""
    choices: tuple[Choice, ...] = ()
    right: tuple[int, ...] | tuple[str, ...] = ()
    rubric: tuple[Criterion, ...] = ()
    diagrams: Mapping[str, Any] = field(default_factory=dict)
    explanation: tuple[str, ...] = ()
    told: Mapping[str, Any] = field(default_factory=dict)
    carried: Mapping[str, Any] | None = None

    @property
    def title(self) -> str:
        """How lists of other systems name it."""
        opening = self.stem[0] if self.stem else self.question
        return opening if len(opening) <= 80 else opening[:79].rstrip() + "…"

    @property
    def most(self) -> int:
        """What all of it earns: of a written ruling the sum of its rubric, else one."""
        return sum(one.marks for one in self.rubric) if self.way is Way.ESSAY else 1

    @property
    def number(self) -> int:
        """Which version of its question it is, so that a file may have them in any order; 0 where it does not say."""
        return whole(str(self.told.get("version", ""))) or 0

    def retold(self, known: Item) -> dict[str, Any]:
        """What the file tells beside the item otherwise than `known`: its level, topic and so on, as it has them now.

        What it does not tell is not changed; nor are capitals or the order of provisions, which other systems do not keep.
        """
        told = {name: said for name, said in self.told.items() if name in known.told}
        return {name: said for name, said in told.items() if _loosely(said) != _loosely(known.told[name])}

    def essence(self) -> tuple[Any, ...]:
        """What makes it this question; two items of the same essence ask, key and explain the same.

        Where the steps of an order stand before they are put in order does not matter: other systems shuffle them.
        """
        said: Any = self.choices
        key: Any = self.right
        if self.way is Way.ORDER:
            said, key = tuple(self.choices[int(place)] for place in self.right), ()
        elif self.way is Way.MULTIPLE:
            key = tuple(sorted(self.right))
        rubric = tuple((one.text, one.marks, one.part, one.provision) for one in self.rubric)
        return (self.way, self.stem, self.ruling, self.question, said, key, rubric, dict(self.diagrams))


def identifiers(items: Iterable[Item]) -> list[str]:
    """A name for each item that no other of them has, the same in every export: versions of one question are numbered."""
    names: list[str] = []
    seen: Counter[str] = Counter()
    for item in items:
        name = f"rectify-{item.carried['fingerprint']}" if item.carried else "rectify"
        seen[name] += 1
        names.append(name if seen[name] == 1 else f"{name}-{seen[name]}")
    return names


def item_of(content: Content, number: int | None = None) -> Item:
    """The item that says what a content says. number: of the version that it is, where it is one of the bank's."""
    way = WAYS[content["kind"]]
    ids = [option["id"] for option in content["options"]]
    right: tuple[int, ...] | tuple[str, ...]
    match way:
        case Way.SINGLE:
            right = (ids.index(content["key"]),)
        case Way.MULTIPLE | Way.ORDER:
            right = tuple(ids.index(one) for one in content["key"])
        case Way.ENTRY:
            right = tuple(content["key"])
        case Way.NUMBER:
            right = (content["key"],)
        case Way.ESSAY:
            right = ()
    return Item(
        way=way,
        stem=tuple(filter(None, (plain(paragraph) for paragraph in content["stem"]))),
        question=plain(content["question"]),
        ruling=plain(content.get("ruling", "")),
        choices=tuple(Choice(plain(option["text"]), plain(option["why"])) for option in content["options"]),
        right=right,
        rubric=tuple(
            Criterion(plain(one["text"]), one["marks"], one["part"], one["provision"], plain(one["id"]))
            for one in content.get("rubric", [])
        ),
        diagrams=content["diagrams"],
        explanation=_explanation(content["explanation"]),
        told={
            "kind": content["kind"],
            "level": content["level"],
            "topic": content["topic"],
            "edition": content["edition"],
            "cites": list(content["explanation"]["cites"]),
            **({"say": str(len(before))} if (before := _why(content["explanation"])) else {}),
            **({} if number is None else {"version": str(number)}),
        },
        carried=content,
    )


def _loosely(said: str | Iterable[str]) -> list[str]:
    return sorted(one.casefold() for one in ([said] if isinstance(said, str) else said))


def _explanation(explanation: Mapping[str, Any]) -> tuple[str, ...]:
    """Why it is the ruling, then what the Director says; then each step that was taken, what follows, and the laws."""
    steps = [f"{one['question']} {one['answer']} ({one['provision']})" for one in explanation["steps"] if one["taken"]]
    follows = [f"{one['text']} ({one['provision']})" for one in explanation["outcomes"] if one.get("main", True)]
    laws = ", ".join(explanation["cites"])
    rest = filter(None, map(plain, [explanation["say"], *steps, *follows, f"Laws: {laws}"]))
    return (*_why(explanation), *rest)


def _why(explanation: Mapping[str, Any]) -> tuple[str, ...]:
    """The reason, then what the two calls show where it turned on that, with the tests and the hand that tells."""
    reason, compared = explanation.get("reason"), explanation.get("comparison")
    found = [f"{reason['text']} ({', '.join(reason['provisions'])})"] if reason else []
    if compared:
        found += [f"{one['call']}: {one['shows']}." for one in (compared["withdrawn"], compared["replacement"])]
        found += [f"{test['why']} ({test['provision']})" for test in compared["tests"]]
        found += [hand("", compared["hand"]).words] if "hand" in compared else []
    return tuple(filter(None, map(plain, found)))


# --- What a file brings -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Found:
    """What stands in one place of a file: an item, or the fault for which there is none."""

    file: str
    title: str
    item: Item | None = None
    fault: str = ""


class BrokenUpload(ValueError):
    """Nothing of the file can be read; the message says why and what to send, to the person who sent it."""


class BrokenItem(ValueError):
    """This question cannot be taken; the message says why. The others of the file are not touched by it."""


# ---
# What a file tells of an item beside the item: tags and keywords of ours, `rectify:level=club`, and our own content


def words_of(told: Mapping[str, Any], before: str) -> list[str]:
    """The tags that say it; a list takes one a value."""
    return [
        f"{before}{name}={one}"
        for name, value in told.items()
        for one in ([value] if isinstance(value, str) else value)
    ]


def told_in(words: Iterable[str], before: str) -> dict[str, Any]:
    """What those of the tags say that are ours."""
    told: dict[str, Any] = {}
    for word in words:
        name, found, value = word.removeprefix(before).partition("=")
        if not word.startswith(before) or not found:
            continue
        if name == "cites":
            told.setdefault("cites", []).append(value)
        else:
            told[name] = value
    return told


def kept_in(text: str | bytes | None) -> dict[str, Any] | None:
    """What was kept as JSON; None where there is nothing, or somebody has broken it."""
    try:
        kept = json.loads(text or "")
    except (ValueError, RecursionError):
        return None
    return kept if isinstance(kept, dict) else None
