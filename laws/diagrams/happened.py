"""What became of each call of a diagram, as far as it was seen or said at the table.

A diagram holds the calls in the order in which they were made, the irregular ones marked. What they do not show by
themselves the record tells: that a call was accepted or not, which calls came at one moment, what took the place of a
cancelled one. Nothing here says what the law makes of a call: whoever is asked for the ruling must not read it off the
diagram. So a call over an irregular one (27A1, 29A) is drawn as it came, and is not called an acceptance. A diagram that
stands beside a ruling brings the fates with it (`laws.diagrams.ruled`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from laws.rulings.record import BadRecord, parse_record, parse_stored
from laws.rulings.replay import Irregularity, Kind, diagnose

SEATS: Final = "WNES"
Entry = dict[str, Any]
"""A call of a diagram (`by`, `call`, `bad`, `note`), and what is told of it here: `faults`, names of `FAULTS`; `fate`,
one of `FATES` or empty; `moment`, the same number for calls of one moment, from 1; `early`, that it was not this
player's turn; `apart`, that it is no call of the auction that went on."""
TOLD: Final = "happened"
"""Marks a diagram whose calls are told already."""

CHANGE: Final = "change"
TOGETHER: Final = "together"
EARLY: Final = "out_of_turn"
FAULTS: Final[Mapping[Kind, str]] = {
    Kind.OUT_OF_ROTATION: EARLY,
    Kind.SKIPPED_BY_PASSES: EARLY,
    Kind.CHANGE_OF_CALL: CHANGE,
    Kind.INSUFFICIENT: "too_low",
    Kind.INADMISSIBLE_DOUBLE: "inadmissible",
    Kind.INADMISSIBLE_REDOUBLE: "inadmissible",
    Kind.REQUIRED_TO_PASS: "had_to_pass",
    Kind.MORE_THAN_SEVEN: "over_seven",
    Kind.AFTER_FINAL_PASS: "auction_over",
}
ACCEPTED: Final = "accepted"
STANDS: Final = "stands"
REFUSED: Final = "not_accepted"
CANCELLED: Final = "cancelled"
CHANGED: Final = "changed"
WITHDRAWN: Final = frozenset((REFUSED, CANCELLED, CHANGED))
"""Fates of a call that is no longer part of the auction."""
PART: Final = frozenset((ACCEPTED, STANDS))
"""Fates of one that is."""


def lho(seat: str) -> str:
    """The next seat to call."""
    return SEATS[(SEATS.index(seat) + 1) % 4]


def as_it_happened(diagram: Mapping[str, Any], record: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The diagram with all that is told of its calls; record: the table record that it was drawn from, if there is one."""
    if diagram.get(TOLD):
        return dict(diagram)
    # Commentary writes 1N for 1NT.
    calls: list[Entry] = [dict(one, call=re.sub(r"^(\d)N$", r"\1NT", one["call"])) for one in diagram.get("calls", ())]
    found = _irregularities(diagram["dealer"], calls, record) if any(one.get("bad") for one in calls) else {}
    said = _Said(calls, record or {}, found)
    _walk(calls, str(diagram["dealer"]), said)
    for place, one in enumerate(calls):
        one["faults"] = _faults(one, found.get(place)) if one.get("bad") else []
        one["fate"] = _fate(calls, place, said)
        one["apart"] = _is_apart(calls, place)
    return {**diagram, "calls": calls, TOLD: True}


class _Said:
    """What the record says of the calls that a diagram shows."""

    def __init__(self, calls: list[Entry], record: Mapping[str, Any], found: Mapping[int, Irregularity]) -> None:
        self.accepted: bool | None = None
        self.premature = bool(record.get("premature"))
        self.place = min(found, default=None)
        for one, moment in zip(calls, _moments(calls, record), strict=True):
            one.setdefault("moment", moment)
        if self.place is None or not record:
            return
        made = _made(record)
        if [(one["by"], one["call"]) for one in calls[: len(made)]] != made:
            return
        self.accepted = record.get("accepted")
        over = found[self.place].made.by.lho is found[self.place].turn and _over(record, self.place + 1)
        if self.accepted is None and over is not None:
            self._over = over
        replacement = record.get("replacement")
        if replacement and not self.accepted and not record.get("attempted") and len(calls) == len(made):
            offender = calls[self.place]["by"]
            early = offender != found[self.place].turn.value
            if lho(calls[-1]["by"]) == offender if early else self.place == len(calls) - 1:
                call = replacement["call"] if isinstance(replacement, Mapping) else replacement
                calls.append({"by": offender, "call": str(call), "moment": calls[-1]["moment"] + 1})

    _over: bool | None = None

    def goes_on(self, place: int, fate: str) -> bool | None:
        """Whether the auction went on from this irregular call; None where only the calls themselves can tell."""
        if fate:
            return fate in PART
        if place != self.place:
            return None
        return self._over if self.accepted is None else self.accepted


def _walk(calls: list[Entry], dealer: str, said: _Said) -> None:
    """Tells of each call whether it came early, and of each that was left out of the auction which call set it aside.

    After an irregular call the player who made it may call again, in its place, or the player whose turn it was calls: the
    auction goes on from there, without it. Everybody else's call goes on from the irregular one.
    """
    turn, turns, run = dealer, list[str](), list[int]()
    for place, one in enumerate(calls):
        back = _back(calls, turns, run, one, said)
        if back is not None:
            turn = turns[back]
            for left in run[run.index(back) :]:
                calls[left]["set_aside"] = place
            run = run[: run.index(back)]
        turns.append(turn)
        again = bool(place) and calls[place - 1]["by"] == one["by"] and back is None
        one["again"] = again
        one["together"] = any(other["moment"] == one["moment"] for other in calls if other is not one)
        one["early"] = one["by"] != turn and not again
        turn = lho(one["by"])
        run = [*run, place] if one.get("bad") else []


def _back(calls: Sequence[Entry], turns: Sequence[str], run: Sequence[int], one: Entry, said: _Said) -> int | None:
    """The irregular call without which this call goes on, out of those just before it; None when it goes on from them."""
    for place in reversed(run):
        offender = calls[place]["by"]
        if one["moment"] == calls[place]["moment"] and turns[place] != one["by"]:
            continue
        if offender == one["by"]:
            return place
        if turns[place] != one["by"]:
            continue
        # The next player after a single irregular call may be the one whose turn it was: without more, that call goes on.
        goes_on = said.goes_on(place, calls[place].get("fate", ""))
        if goes_on is None:
            goes_on = one["by"] == lho(offender) and len(run) == 1
        if not goes_on:
            return place
    return None


def _fate(calls: Sequence[Entry], place: int, said: _Said) -> str:
    one = calls[place]
    if not one.get("bad"):
        return ""
    if one.get("fate"):
        return str(one["fate"])
    by = one.get("set_aside")
    if by is None:
        if said.place == place and said.accepted is not None:
            return ACCEPTED if said.accepted else REFUSED
        return ""
    if calls[by]["by"] == one["by"] and by == place + 1:
        return CHANGED if said.premature or not one["faults"] else CANCELLED
    told = said.place == place and said.accepted is False
    # Without a word of it, the auction shows that a call is out of it when its player has called again.
    again = any(later["by"] == one["by"] for later in calls[by:])
    earlier = any(
        calls[other].get("set_aside") == by and calls[other]["by"] == calls[by]["by"] for other in range(place)
    )
    return CANCELLED if told or again or earlier else ""


def _is_apart(calls: Sequence[Entry], place: int) -> bool:
    """A change of a call, or a call out of turn: until it is set aside nobody knows, but for the call that goes on from it."""
    one = calls[place]
    if one["fate"] in PART:
        return False
    before = calls[place - 1] if place else {}
    if one["again"] or (before.get("apart") and "set_aside" in one and before.get("set_aside") == one["set_aside"]):
        return True
    if not one["early"] or not one.get("bad"):
        return False
    following = calls[place + 1] if place + 1 < len(calls) else None
    gone = "set_aside" in one or one["fate"] in WITHDRAWN
    return gone or following is None or following["by"] != lho(one["by"])


def _faults(one: Entry, found: Irregularity | None) -> list[str]:
    if one["together"]:
        return [TOGETHER]
    names = [FAULTS[kind] for kind in found.kinds] if found else []
    if not names and one["early"]:
        names = [EARLY]
    return list(dict.fromkeys(names))


# --- what the record tells -------------------------------------------------------------------------------------------


def _irregularities(dealer: str, calls: Sequence[Entry], record: Mapping[str, Any] | None) -> dict[int, Irregularity]:
    """What was wrong, by the place of the call; nothing where the calls cannot be read."""
    made: list[str] = []
    for one in calls:
        if one["call"] == "?":
            break
        made.append(f"{one['by']} {one['call']}")
    try:
        read = parse_record({"dealer": dealer, "auction": made}) if record is None else parse_stored(record)
        found = [one for one in diagnose(read) if one.where == "auction"]
    except (BadRecord, LookupError):
        return {}
    # A record orders the calls of one moment (Law 33), a diagram has them as they were written down.
    places = {
        one.index: [
            place for place in range(len(calls)) if _pair(calls[place]) == (one.made.by.value, one.made.call.text)
        ]
        for one in found
    }
    return {min(places[one.index], key=lambda place: abs(place - one.index)): one for one in found if places[one.index]}


def _flat(record: Mapping[str, Any]) -> Iterator[tuple[int, Any]]:
    """The calls of a record with the number of their moment."""
    moment = 0
    for part in ("auction", "continued"):
        for item in record.get(part) or ():
            moment += 1
            yield from ((moment, made) for made in (item if isinstance(item, list) else [item]))


def _made(record: Mapping[str, Any]) -> list[tuple[str, str]]:
    return [_pair(made) for _moment, made in _flat(record)]


def _pair(made: Any) -> tuple[str, str]:
    if isinstance(made, str):
        by, _space, call = made.strip().partition(" ")
        return by, call
    return str(made["by"]), str(made["call"])


def _moments(calls: Sequence[Entry], record: Mapping[str, Any]) -> list[int]:
    """When each call was made; one after the other, unless the record holds them together."""
    told = list(_flat(record))
    if [_pair(made) for _moment, made in told] == [(one["by"], one["call"]) for one in calls[: len(told)]]:
        moments = [moment for moment, _made in told]
        last = moments[-1] if moments else 0
        return [*moments, *range(last + 1, last + 1 + len(calls) - len(told))]
    return list(range(1, len(calls) + 1))


def _over(record: Mapping[str, Any], place: int) -> bool | None:
    """Whether the player who called next meant to call over the irregular call."""
    made = [made for _moment, made in _flat(record)][place : place + 1]
    return made[0].get("over") if made and isinstance(made[0], Mapping) else None
