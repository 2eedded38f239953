"""What pages show of a version: the question as asked, what the candidate gave, and the ruling explained.

All are built key by key from the stored content. A page that gets `asked` and `given` cannot leak the key, whatever its
template does, because the key is not in them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from django.utils.functional import Promise

from exams.bank.kinds import Content, Line, Reason, Step, kind_of
from exams.bank.kinds.written import PARTS
from laws.assistant.comparisons import comparing
from laws.diagrams import Hand, as_it_happened, hand
from laws.rulings.facts import FACTS
from laws.rulings.words import NOBODY, fill


class Stored(Protocol):
    """What has a stored content to show: a question version, or a table that somebody practised."""

    @property
    def pk(self) -> Any:
        """Its id."""

    @property
    def content(self) -> Any:
        """As `exams.bank.kinds` reads it."""


@dataclass(frozen=True)
class Option:
    """A ruling, a player or a choice; the letter is how people speak of it."""

    id: str
    letter: str
    text: str


@dataclass(frozen=True)
class Asked:
    """All that a candidate may see before the paper is marked. `template` is what the answer is given in.

    version: the id of what is asked, by which pages know what they need to put together only once. ruling: the one that is to
    be judged, if any. auction: with what became of each call, as `laws.diagrams.as_it_happened` tells it. prefix: before the
    names of its fields, where a page asks several questions.
    """

    version: str
    kind: str
    note: str | Promise
    template: str
    stem: list[str]
    ruling: str
    question: str
    auction: Mapping[str, Any] | None
    hands: Mapping[str, Any] | None
    play: Mapping[str, Any] | None
    options: list[Option]
    prefix: str = ""

    @property
    def cards(self) -> bool:
        """Whether the options are cards of a hand, which are shown beside each other."""
        return bool(self.options) and all(_CARD.fullmatch(option.text) for option in self.options)


_CARD: Final = re.compile("[♠♥♦♣](?:[2-9AKQJ]|10)")


@dataclass(frozen=True)
class Given:
    """The candidate's answer as a page shows it: the options chosen, the steps as they are placed, or what was typed.

    reading: how a typed answer was understood. fault: why what was typed could not be read.
    """

    text: str
    chosen: Sequence[str]
    steps: list[Step]
    reading: str
    fault: str


@dataclass(frozen=True)
class Item:
    """A line of a rubric."""

    part: str | Promise
    text: str
    provision: str
    marks: int


@dataclass(frozen=True)
class Compared:
    """Two calls of a table side by side: what each is called and shows, the tests that tell, and a hand that tells them apart.

    hand: one that the new call can be made on and the withdrawn one could not; None where no hand tells. address: of the page
    that compares two calls, with these filled in; empty where it cannot show them.
    """

    comparable: bool
    old: str
    old_shows: str
    new: str
    new_shows: str
    tests: list[Mapping[str, Any]]
    hand: Hand | None
    address: str


@dataclass(frozen=True)
class Explained:
    """The director's ruling with its reasons, told to somebody who gave the answer in `chosen` (nothing: none).

    key and chosen are answers in lines, each under its heading. reason: why it is the ruling at this table, where the question
    says so. deciding: the provisions that decide. comparison: what comparability turned on. outcomes: what is decided about
    calls, players and score. attending: the rights, duties and information that go with it. reasons: what there is to say of
    each option. cites: the provisions that say something about this ruling, those that decide first. since: in words, what was
    laid down about the answer after all this was written.
    """

    key_heading: str | Promise
    key: list[Line]
    chosen_heading: str | Promise
    chosen: list[Line]
    right: bool
    ordered: bool
    tells_what_holds: bool
    reason: str
    deciding: list[str]
    comparison: Compared | None
    say_heading: str | Promise
    say: str
    steps: list[Mapping[str, Any]]
    outcomes: list[Mapping[str, Any]]
    attending: list[Mapping[str, Any]]
    reasons_heading: str | Promise
    reasons: list[Reason]
    rubric: list[Item]
    cites: list[str]
    since: str = ""


def asked(version: Stored, *, partial: bool = False) -> Asked:
    """The question as a candidate meets it; partial: whether its paper gives partial credit, which the note then tells."""
    content, kind = version.content, kind_of(version.content)
    auction = content["diagrams"].get("auction")
    return Asked(
        version=str(version.pk),
        kind=kind.name,
        note=kind.told(partial=partial),
        template=kind.template,
        stem=content["stem"],
        ruling=content.get("ruling", ""),
        question=content["question"],
        auction=as_it_happened(auction, content.get("record")) if auction else None,
        hands=content["diagrams"].get("hands"),
        play=content["diagrams"].get("play"),
        options=[Option(option["id"], option["id"].upper(), option["text"]) for option in content["options"]],
    )


def given(version: Stored, answer: str | None = None, *, typed: str | None = None, fault: str = "") -> Given:
    """What the fields of the question hold: the stored answer, or what was `typed` and refused for its `fault`."""
    kind = kind_of(version.content)
    shown = answer if typed is None else typed
    return Given(
        text=shown or "",
        chosen=kind.chosen(shown),
        steps=kind.steps(version.content, shown),
        reading=kind.reading(answer),
        fault=fault,
    )


def explained(version: Stored, answer: str | None = None) -> Explained:
    """The ruling explained, to somebody who gave this answer."""
    content, kind = version.content, kind_of(version.content)
    explanation = content["explanation"]
    return Explained(
        key_heading=kind.key_heading,
        key=kind.right_lines(content),
        chosen_heading=kind.answer_heading,
        chosen=kind.lines(content, answer),
        right=kind.is_right(content, answer),
        ordered=bool(kind.steps(content, None)),
        tells_what_holds=kind.tells_what_holds,
        reason=explanation.get("reason", {}).get("text", ""),
        deciding=deciding(content),
        comparison=_compared(content),
        say_heading=kind.say_heading,
        say=explanation["say"],
        steps=explanation["steps"],
        outcomes=[outcome for outcome in explanation["outcomes"] if outcome.get("main", True)],
        attending=[outcome for outcome in explanation["outcomes"] if not outcome.get("main", True)],
        reasons_heading=kind.reasons_heading,
        reasons=kind.reasons(content, answer),
        rubric=[
            Item(PARTS[item["part"]], item["text"], item["provision"], item["marks"])
            for item in content.get("rubric", [])
        ],
        cites=_telling(content),
    )


def _compared(content: Mapping[str, Any]) -> Compared | None:
    told = content["explanation"].get("comparison")
    if told is None:
        return None
    old, new = told["withdrawn"], told["replacement"]
    return Compared(
        comparable=told["comparable"],
        old=old["call"],
        old_shows=old["shows"],
        new=new["call"],
        new_shows=new["shows"],
        tests=told["tests"],
        hand=hand("", told["hand"]) if told.get("hand") else None,
        address=comparing(content["edition"], old["meaning"], new["meaning"]),
    )


def deciding(content: Mapping[str, Any]) -> list[str]:
    """What decides the question: the provision a candidate had to cite, and those that its reason names."""
    reason = content["explanation"].get("reason")
    if reason is None:
        return decisive(content)
    asked_for = [line.provision for line in kind_of(content).right_lines(content)[:1] if line.provision]
    return list(dict.fromkeys([*asked_for, *reason["provisions"]]))


def _telling(content: Mapping[str, Any]) -> list[str]:
    """The provisions cited that say what the ruling is and why, those that decide first.

    Left out are those under which something was only asked, or that give a right or a duty beside the ruling: they stand
    beside that. All of them where a person wrote no outcomes.
    """
    explanation = content["explanation"]
    if not explanation["outcomes"]:
        return list(explanation["cites"])
    main = [one for one in explanation["outcomes"] if one.get("main", True)]
    tests = explanation.get("comparison", {}).get("tests", ())
    said = {one["provision"] for one in (*main, *tests, *content.get("rubric", ()))}
    beside = {one["provision"] for one in (*explanation["steps"], *explanation["outcomes"])} - said
    return list(dict.fromkeys([*deciding(content), *(one for one in explanation["cites"] if one not in beside)]))


def decisive(content: Mapping[str, Any]) -> list[str]:
    """The provisions that decide the ruling: those of its main outcomes, and the one a candidate had to cite.

    Where a person wrote no outcomes, all that the explanation cites.
    """
    asked_for = [line.provision for line in kind_of(content).right_lines(content)[:1] if line.provision]
    main = [outcome["provision"] for outcome in content["explanation"]["outcomes"] if outcome.get("main", True)]
    return list(dict.fromkeys([*asked_for, *main])) or list(content["explanation"]["cites"])


# --- The engine's way through a procedure, from the path in a question's receipt --------------------------------------


def way_of(content: Content) -> list[tuple[str, str]]:
    """Each question with its answer, in the order in which the engine asked them; nothing without a receipt."""
    if "receipt" not in content:
        return []
    _procedure, *steps = str(content["receipt"]["path"]).split("/")
    return [_step(step) for step in steps]


def _step(step: str) -> tuple[str, str]:
    name, _equals, answer = step.partition("=")
    fact = FACTS.get(name)
    return (fill(fact.question, NOBODY) if fact else name.replace("_", " ")), answer
