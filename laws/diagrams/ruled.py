"""What a ruling, or the rulings of a story, make of the calls: for pages that tell the ruling beside the auction."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from laws.diagrams.happened import CANCELLED, CHANGED, STANDS, as_it_happened
from laws.rulings.effects.calls import CallCancelled, CallStands, LaterCallsCancelled
from laws.rulings.record import TableRecord
from laws.rulings.replay import diagnose
from laws.rulings.ruling import Ruling
from laws.rulings.story.course import Course
from laws.rulings.story.form import CALL, Story


def with_ruling(diagram: Mapping[str, Any], ruling: Ruling) -> dict[str, Any]:
    """The diagram with what became of its irregular call; the diagram as it is where the ruling is on no call of it."""
    at = ruling.situation
    if at is None or at.irregularity is None or at.irregularity.where != "auction":
        return dict(diagram)
    calls = [dict(one) for one in diagram["calls"]]
    place = at.irregularity.index
    # A change of call is irregular as the second of two calls, a hasty correction follows the irregular one.
    own = [
        near for near in (place - 1, place + 1) if 0 <= near < len(calls) and calls[near]["by"] == calls[place]["by"]
    ]
    places = {"irregular": place, "original": own[0] if place - 1 in own else place}
    if place + 1 in own:
        places["attempt"] = place + 1
    for part, fate in _fates(ruling).items():
        if part in places:
            calls[places[part]].update(bad=True, fate=fate)
    if places["original"] < place and calls[place].get("fate") == STANDS:
        calls[place - 1].update(bad=True, fate=CHANGED)
    if any(isinstance(effect, LaterCallsCancelled) for effect in ruling.effects):
        for later in calls[place + 1 :]:
            later.update(bad=True, fate=CANCELLED)
    return {**diagram, "calls": calls}


def of_record(record: TableRecord, ruling: Ruling) -> dict[str, Any]:
    """The auction of a table record as a diagram, with what the record and the ruling on it tell of its calls."""
    bad = {one.index for one in diagnose(record) if one.where == "auction"}
    calls = [
        {"by": made.by.value, "call": made.call.text, **({"bad": True} if place in bad else {})}
        for place, made in enumerate(record.auction)
    ]
    return as_it_happened(with_ruling({"dealer": record.dealer.value, "calls": calls}, ruling), record.source)


def of_story(story: Story, found: Course) -> dict[str, Any]:
    """The auction that a story tells, as a diagram: every call in order, and what became of those that were ruled on."""
    ruled = {
        (one.at, at.irregularity.made.by): _fates(one.ruling).get("irregular", "")
        for one in found.rulings
        if (at := one.ruling.situation) is not None and at.irregularity is not None
    }
    calls: list[dict[str, Any]] = []
    moment = 0
    for one in story.happenings:
        if one.what != CALL or one.by is None or one.call is None:
            continue
        moment += not one.together
        call: dict[str, Any] = {"by": one.by.value, "call": one.call.text, "moment": moment}
        if (one.place, one.by) in ruled:
            call |= {"bad": True, "fate": ruled[one.place, one.by]}
        calls.append(call)
    return {"dealer": story.dealer.value, "calls": calls}


def _fates(ruling: Ruling) -> dict[str, str]:
    """What is decided about calls, by the part that they play in the ruling; of those that stand, only the irregular one."""
    found = {
        step.effect.call: CANCELLED if isinstance(step.effect, CallCancelled) else STANDS
        for step in ruling.decided
        if isinstance(step.effect, (CallCancelled, CallStands))
    }
    return {call: fate for call, fate in found.items() if fate == CANCELLED or call == "irregular"}
