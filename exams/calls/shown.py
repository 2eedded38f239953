"""A call as its page shows it: the table as the Director sees it, what may be done, and what has been done already."""

from __future__ import annotations

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from exams.calls.models import Call, Evening
from exams.scenarios.calls import Conversation
from laws.rulings.calls import SYMBOLS, parse_call
from laws.rulings.seats import ROUND, Seat

SEATS = tuple(seat.value for seat in ROUND)
_VULNERABLE: Mapping[str, Sequence[str]] = {"NS": ("N", "S"), "EW": ("E", "W"), "all": SEATS, "both": SEATS}


@dataclass(frozen=True)
class Player:
    """One player at the table: what is said under the name, the calls in the order in which they were made, and cards that
    lie face up, each as rank and suit.
    """

    seat: str
    name: str
    vulnerable: bool
    roles: Sequence[str]
    calls: Sequence[str]
    faced: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Doing:
    """An act that may be pressed: of whom, its words, whether it has been done, and the word for that."""

    id: str
    of: str
    text: str
    done: bool
    word: str


def table_of(content: Mapping[str, Any]) -> dict[str, Any]:
    """The table of a call: its players, the board, the contract once there is one; what needs a key is on it or not."""
    table = content["table"]
    players = []
    for seat in SEATS:
        roles = [_("dealer")] if seat == table["dealer"] and table["calls"] else []
        roles += [_("declarer")] if seat == table["declarer"] else []
        calls = [call_name(one["call"]) for one in table["calls"] if one["by"] == seat]
        faced = [(one[1:].replace("T", "10"), SYMBOLS[one[0]]) for one in table["faced"].get(seat, ())]
        vulnerable = seat in _VULNERABLE.get(table["vulnerability"], ())
        players.append(Player(seat, seat_name(seat), vulnerable, roles, calls, faced))
    return {
        "players": players,
        "board": table["board"],
        "dealer": seat_name(table["dealer"]),
        "vulnerable": {"NS": _("N–S vulnerable"), "EW": _("E–W vulnerable"), "none": _("None vulnerable")}.get(
            table["vulnerability"], _("All vulnerable")
        ),
        "contract": _("%(contract)s by %(seat)s")
        % {"contract": contract_name(table["contract"]), "seat": seat_name(table["declarer"])}
        if table["contract"] and table["declarer"]
        else "",
        "trick": table["tricks"] + 1 if table["tricks"] else 0,
        "marked": any(one.vulnerable for one in players),
        "auction": any(one.calls for one in players),
    }


def call_name(written: str) -> str:
    """A call as it lies on the table."""
    spoken = _(parse_call(written).symbol)
    return spoken[:1].upper() + spoken[1:]


def contract_name(written: str) -> str:
    """A contract as people write it: 4♠, 4♠ doubled."""
    bid = written.rstrip("X")
    more = {1: _(" doubled"), 2: _(" redoubled")}.get(len(written) - len(bid), "")
    return call_name(bid) + more if bid else ""


def seat_name(letter: str) -> str:
    """The name of a seat, a side or the table."""
    if letter in SEATS:
        return _(Seat(letter).full_name)
    return {"NS": _("N–S"), "EW": _("E–W")}.get(letter, _("All"))


def acts_of(content: Mapping[str, Any], found: Conversation, chance: str) -> dict[str, list[Doing]]:
    """What may be done, by group, in an order that tells nothing of what is needed. chance: by which they are mixed."""
    done = {one.act for one in found.done}
    mixed = sorted(content["acts"], key=lambda one: (one["id"] != "settle", _place(one, chance)))
    groups: dict[str, list[Doing]] = {"ask": [], "look": []}
    for one in mixed:
        text = str(one["text"])
        seen = _("seen") if text.startswith("Look ") else _("done")
        word = _("asked") if text.endswith("?”") else _("said") if text.startswith("“") else seen
        groups[one["group"]].append(Doing(one["id"], seat_name(one["of"]), text, one["id"] in done, word))
    return groups


def _place(act: Mapping[str, Any], chance: str) -> str:
    return uuid.uuid5(uuid.NAMESPACE_OID, f"{chance}/{act['id']}").hex


def clock(seconds: int) -> str:
    """Minutes and seconds at the table."""
    return f"{seconds // 60}:{seconds % 60:02}"


def page_of(call: Call) -> dict[str, Any]:
    """What the page of a call that is under way needs."""
    content, found = call.content, call.conversation
    tell = content["tell"]
    return {
        "call": call,
        "table": table_of(content),
        "lines": [(clock(one.at), one) for one in found.lines],
        "spent": clock(found.seconds),
        "left": -(-found.left // 60),
        "acts": acts_of(content, found, str(call.pk)),
        "tell": tell,
        "seats": [(seat, seat_name(seat)) for seat in SEATS],
        "told": tell is not None and tell["id"] in found.acts,
        "rule": content["rule"],
        "key": uuid.uuid4(),
    }


def criteria_of(judged: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The five criteria of a judgement, each with its title and its points as dots."""
    titles = {
        "law": _("The right law"),
        "ruling": _("The right ruling"),
        "reasons": _("Reasons"),
        "questions": _("The questions needed"),
        "calm": _("Calm and order"),
    }
    return [
        {**one, "title": titles[one["name"]], "pips": "●" * one["points"] + "○" * (4 - one["points"])}
        for one in judged["criteria"]
    ]


def judged_page(call: Call) -> dict[str, Any]:
    """What the page of a call that is over needs."""
    judged = dict(call.judged or {})
    criteria = criteria_of(judged)
    signs = marks()
    rows = [
        {**one, "time": clock(one["at"]) if one["at"] is not None else "", "sign": sign, "word": word}
        for one in judged["rows"]
        for sign, word in [signs[one["mark"]]]
    ]
    return {
        "call": call,
        "judged": judged,
        "criteria": criteria,
        "rows": rows,
        "edition": call.content["edition"],
        "following": call.evening.calls.waiting().order_by("number").first(),
        "best": best_before(call),
        "reference": uuid.uuid4(),
    }


def marks() -> dict[str, tuple[str, str]]:
    """How a row of the replay is marked: a sign by its class, and a word."""
    return {
        "same": ("yes", _("same")),
        "part": ("part", _("in part")),
        "early": ("part", _("too early")),
        "amiss": ("no", _("not theirs")),
        "again": ("none", _("again")),
        "neutral": ("none", _("allowed")),
        "not_needed": ("no", _("not needed")),
        "harm": ("no", _("did harm")),
        "left_out": ("no", _("left out")),
    }


def best_before(call: Call) -> int | None:
    """The most points that the learner had before this call; None where it is the first. One query."""
    earlier = Call.objects.closed().filter(learner=call.learner_id, closed_at__lt=call.closed_at)
    return max((one["points"] for one in earlier.values_list("judged", flat=True) if one), default=None)


def evening_page(evening: Evening) -> dict[str, Any]:
    """What the page of an evening needs: its calls in order, with the points of those that are over. One query."""
    calls = list(evening.calls.defer("content").order_by("number"))
    judged = [one.judged for one in calls if one.judged is not None]
    return {
        "evening": evening,
        "calls": calls,
        "over": len(judged),
        "points": sum(one["points"] for one in judged),
        "of": sum(one["of"] for one in judged),
        "passed": sum(one["passed"] for one in judged),
        "harm": sum(bool(one["harm"]) for one in judged),
        "following": next((one for one in calls if one.judged is None), None),
    }
