"""A table record read as a story: the short way of telling a simple case, in the form that every board has.

A record puts what followed an irregular call into fields of its own (`accepted`, `replacement`, `continued` ...). Here each
becomes the entry that it stands for, in the order in which it happened; what a record leaves out stays untold.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from laws.rulings.record import TableRecord, parse_record
from laws.rulings.replay import Kind, Situation
from laws.rulings.seats import Seat
from laws.rulings.story.form import FRAME, UNTOLD

Entry = dict[str, Any] | str
_NAMED: Final = ("withdrawn", "replacement", "attempted")


def story_of(data: Mapping[str, Any]) -> dict[str, Any]:
    """The story of a record, as plain data that `form.parse_story` reads. Raises BadRecord for what is no record."""
    record = parse_record(data)
    at = Situation(record)
    told = {name: data[name] for name in FRAME if name in data}
    if not {"dealer", "board"} & told.keys():
        told["dealer"] = record.dealer.value
    meanings = dict(data.get("meanings") or {})
    named = {name: meanings.pop(name) for name in _NAMED if name in meanings}
    found = at.irregularity
    by_calls = "procedure" not in data and found is not None and found.where == "auction"
    if meanings and by_calls:
        told["methods"] = {at.offender.side.value: meanings}
    elif meanings:
        named |= meanings
    entries = _by_calls(data, record, at, named) if by_calls else _asked_about(data, record, named)
    return {**told, "story": list(entries)}


def _by_calls(data: Mapping[str, Any], record: TableRecord, at: Situation, named: Mapping[str, Any]) -> Iterator[Entry]:
    yield from _obligations(data, record)
    offender, lho = at.offender.value, at.offender.lho.value
    calls = list(_auction(data, at.irregularity.index if at.irregularity else 0, named))
    yield from calls
    place = len(calls) + bool(data.get("must_pass"))
    before: list[Entry] = []
    if data.get("remark"):
        before.append({offender: "remarks", "words": data["remark"]})
    before += [{seat: "accepts"} for seat in data.get("says_accept") or ()]
    attempts = [_call(offender, item, named.get("attempted")) for item in data.get("attempted") or ()]
    if "replacement" in data:
        attempts.append(_call(offender, data["replacement"], named.get("replacement")))
    if data.get("premature") and attempts:
        before.append(attempts.pop(0))
    if "intended" in data:
        before.append({offender: "tells", "meant": data["intended"]})
    yield from before
    yield {"director": "comes", "noticed": data.get("noticed") or UNTOLD}
    place += len(before) + 1
    if record.accepted is not None:
        yield {lho: "accepts" if record.accepted else "declines"}
        place += 1
    continued = [_made(item) for item in data.get("continued") or ()]
    if Kind.OUT_OF_ROTATION in at.kinds:
        yield from continued
        place += len(continued)
        continued = []
        if attempts:
            yield "..."  # a record may leave out the calls before the offender's own turn
            place += 1
    yield from attempts[:1]
    if record.attempt_accepted is not None:
        about = place if attempts else place - 1
        yield {lho: "accepts" if record.attempt_accepted else "declines", "about": about}
    yield from [*attempts[1:], *continued]
    if fields := {
        name: data[name]
        for name in ("declarer", "contract", "play", "lead", "designation", "player", "cards", "poll")
        if name in data
    }:
        yield {"asked": UNTOLD, "record": fields}
    if data.get("after"):
        yield "..."
    yield from (_made(item) for item in data.get("after") or ())
    yield from _found(data)


def _asked_about(data: Mapping[str, Any], record: TableRecord, named: Mapping[str, Any]) -> Iterator[Entry]:
    """A ruling that is asked for by name, or without an irregular call."""
    yield from _obligations(data, record)
    yield from _auction(data, None, {})
    fields = {name: data[name] for name in _FIELDS if name in data}
    if named:
        fields["meanings"] = dict(named)
    yield {"asked": data.get("procedure") or UNTOLD, "record": fields}
    yield from _found(data)


_FIELDS: Final = (
    "offender",
    "accepted",
    "premature",
    "attempted",
    "attempt_accepted",
    "replacement",
    "continued",
    "after",
    "noticed",
    "intended",
    "says_accept",
    "remark",
    "deviates",
    "declarer",
    "contract",
    "play",
    "lead",
    "designation",
    "player",
    "cards",
    "poll",
)


def _obligations(data: Mapping[str, Any], record: TableRecord) -> Iterator[Entry]:
    if record.must_pass:
        yield {
            "ruled": {
                seat.value: {"extent": duty.extent, "from": _since(record, seat) if duty.since is None else duty.since}
                for seat, duty in record.must_pass.items()
            }
        }


def _since(record: TableRecord, player: Seat) -> int:
    """From which call on an obligation holds of which the record tells only that it does where its auction ends."""
    calls = [made.by for made in record.auction]
    last = len(calls) - 1 - calls[::-1].index(player) if player in calls else 0
    return max(last, len(calls) - len(Seat), 0)


def _auction(data: Mapping[str, Any], irregular: int | None, named: Mapping[str, Any]) -> Iterator[Entry]:
    place = 0
    for item in data.get("auction") or ():
        group = item if isinstance(item, list) else [item]
        told = []
        for one in group:
            told.append(_made(one, named.get("withdrawn") if place == irregular else None))
            place += 1
        yield {"together": told} if isinstance(item, list) else told[0]


def _made(item: Any, means: Any = None) -> dict[str, Any]:
    if isinstance(item, str):
        seat, _, call = item.strip().partition(" ")
        item = {"by": seat, "call": call}
    details = {name: item[name] for name in ("means", "over", "stands") if name in item}
    if means is not None:
        details["means"] = means
    return {item["by"]: item["call"], **details}


def _call(offender: str, offered: Any, means: Any) -> dict[str, Any]:
    call = offered if isinstance(offered, Mapping) else {"call": offered}
    means = call.get("means", means)
    return {offender: call["call"], **({} if means is None else {"means": means})}


def _found(data: Mapping[str, Any]) -> Iterator[Entry]:
    findings = dict(data.get("findings") or {})
    if data.get("deviates"):
        findings["deviates"] = True
    if findings:
        yield {"found": findings}
