"""What has happened at the table so far: a call and the presses on it, in the order in which they came.

A press is data: `{"act": id}`; for the options also `to`, a seat, and `options`, their ids in the order in which they were
told; for the ruling `law`, `parts` and `reason`, by their ids. Nothing here is kept: the same call and presses always give
the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from laws.rulings.seats import Seat

YOU: Final = "you"
TELL: Final = "tell"
OTHER: Final = "other"
"""Whoever does not have the choice, where an assessor notes no more of whom the options were told."""
SETTLE: Final = "settle"
"""To have everything left as it is."""
RULE: Final = "rule"
SEATS: Final[Mapping[str, str]] = {seat.value: seat.full_name for seat in Seat}
NAMES: Final[Mapping[str, str]] = {
    **SEATS,
    YOU: "You",
    "table": "The table",
    OTHER: "Somebody else",
    "NS": "North–South",
    "EW": "East–West",
}
ROUND: Final = 540
"""Seconds until the round ends, when the Director is called."""
_NOT_YET: Final = "There is nothing to see yet: nobody has chosen."
_NOT_MINE: Final = "“I don't think that's for me to choose.”"
_OPTIONS: Final = ("this is your option.", "these are your options.")
_BEGIN: Final = 4
"""Seconds from the call to the Director's first word."""


class NotAnAct(ValueError):
    """A press that this call does not have, or a form of it that cannot be read; says so in a sentence.

    part: the part of the press that is missing or wrong.
    """

    def __init__(self, says: str, part: str) -> None:
        super().__init__(says)
        self.part = part


@dataclass(frozen=True)
class Line:
    """Something said, or done, at a moment in seconds. seen: what the Director learned by doing, and did not say."""

    at: int
    by: str
    say: str = ""
    do: str = ""
    seen: bool = False

    @property
    def name(self) -> str:
        """Who it was."""
        return NAMES[self.by]


@dataclass(frozen=True)
class Done:
    """A press with what it was at that moment.

    early: what has to come before had not been done, so nothing came of it. out_of_order: it was done though a question that
    comes first had not been put. again: it had been done before. amiss: it was said to somebody else than it is for. harmful:
    it did harm then.
    """

    act: str
    at: int
    press: Mapping[str, Any]
    early: bool = False
    out_of_order: bool = False
    again: bool = False
    amiss: bool = False
    harmful: bool = False
    answer: str = ""

    @property
    def counts(self) -> bool:
        """Whether it took a step."""
        return not (self.early or self.again or self.amiss)


@dataclass
class Conversation:
    """All that was said and done. stopped: harm was done that cannot be undone, by that act; closed: it is over."""

    lines: list[Line] = field(default_factory=list)
    done: list[Done] = field(default_factory=list)
    seconds: int = 0
    stopped: str = ""
    closed: bool = False

    @property
    def acts(self) -> set[str]:
        """What has been done, so that it counts."""
        return {one.act for one in self.done if one.counts}

    @property
    def left(self) -> int:
        """Seconds until the round ends; never less than zero."""
        return max(0, ROUND - self.seconds)


def acts_of(content: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """The acts of a call by id, without the options and the ruling."""
    return {one["id"]: one for one in content["acts"]}


def check(content: Mapping[str, Any], press: Mapping[str, Any]) -> None:
    """Raises NotAnAct where the call has no such act, or where the press leaves out what the act needs."""
    act = press.get("act")
    if act == TELL and content["tell"]:
        known = {one["id"] for one in content["tell"]["options"]}
        if press.get("to") not in SEATS:
            raise NotAnAct("Say whose choice it is.", "to")
        if not press.get("options") or not known.issuperset(press["options"]):
            raise NotAnAct("Tick what you tell them: at least one of the options.", "options")
    elif act == RULE:
        rule = content["rule"]
        if press.get("law") not in {one["id"] for one in rule["laws"]}:
            raise NotAnAct("Say which law you rule under.", "law")
        if not press.get("parts") or not {one["id"] for one in rule["parts"]}.issuperset(press["parts"]):
            raise NotAnAct("Tick what you rule: at least one part.", "parts")
        if press.get("reason") not in {one["id"] for one in rule["reasons"]}:
            raise NotAnAct("Say why you rule so.", "reason")
    elif act not in acts_of(content):
        raise NotAnAct("That cannot be done at this table. Choose one of the acts on the page.", "act")


def follow(content: Mapping[str, Any], presses: Sequence[Mapping[str, Any]]) -> Conversation:
    """What has been said and done when these presses had come. What follows the end of a call is passed over."""
    opening = content["opening"]
    found = Conversation([Line(0, opening["by"], say=opening["say"])], seconds=_BEGIN)
    for press in presses:
        if found.closed:
            break
        if press["act"] == TELL:
            _told(found, content, press)
        elif press["act"] == RULE:
            _ruled(found, content["rule"], press)
        else:
            _acted(found, acts_of(content)[press["act"]], press)
    return found


def _acted(found: Conversation, act: Mapping[str, Any], press: Mapping[str, Any]) -> None:
    early = not found.acts.issuperset(act["after"])
    harmful = act["worth"] == "harmful" and not (act["before"] and act["before"] in found.acts)
    at = found.seconds
    again = act["id"] in found.acts
    said = act["text"].startswith("“")
    found.lines.append(Line(at, YOU, say=act["text"]) if said else Line(at, YOU, do=_small(act["text"])))
    found.seconds += act["seconds"]
    answers = [{"by": YOU, "do": _NOT_YET}] if early else act["answers"]
    for one in answers:
        found.lines.append(_answered(found.seconds, one))
    told = " ".join(one.get("say") or one.get("do", "") for one in answers)
    found.done.append(Done(act["id"], at, press, early=early, again=again, harmful=harmful, answer=told))
    if harmful and act["stops"]:
        found.stopped, found.closed = act["id"], True


def _told(found: Conversation, content: Mapping[str, Any], press: Mapping[str, Any]) -> None:
    tell = content["tell"]
    texts = {one["id"]: one["text"] for one in tell["options"]}
    at, amiss, again = found.seconds, press["to"] not in tell["to"], TELL in found.acts
    out_of_order = not found.acts.issuperset(tell["after"])
    words = " ".join(texts[one] for one in press["options"])
    if content.get("format", 1) > 1 and press["to"] != OTHER:  # before, the options named whoever has the choice
        words = f"{SEATS[press['to']]}, {_OPTIONS[len(press['options']) > 1]} {words}"
    found.lines.append(Line(at, YOU, say=f"“{words}”"))
    found.seconds += tell["seconds"] + tell["each"] * len(press["options"])
    answers = [{"by": press["to"], "say": _NOT_MINE}] if amiss else tell["answers"]
    for one in answers:
        found.lines.append(_answered(found.seconds, one))
    told = " ".join(one.get("say") or one.get("do", "") for one in answers)
    found.done.append(Done(TELL, at, press, out_of_order=out_of_order, again=again, amiss=amiss, answer=told))


def _ruled(found: Conversation, rule: Mapping[str, Any], press: Mapping[str, Any]) -> None:
    texts = {one["id"]: one["text"] for one in rule["parts"]}
    early = not found.acts.issuperset(rule["after"])
    ruled = " ".join(texts[one] for one in press["parts"])
    found.lines.append(Line(found.seconds, YOU, say=f"“{ruled or '…'}”"))
    found.done.append(Done(RULE, found.seconds, press, out_of_order=early))
    found.seconds += rule["seconds"]
    found.closed = True


def _answered(at: int, one: Mapping[str, str]) -> Line:
    return Line(at, one["by"], one.get("say", ""), one.get("do", ""), seen=one["by"] == YOU)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]
