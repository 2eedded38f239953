"""In the demo, somebody who has been called to tables: once with good conduct, once with a question that did harm."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5

from accounts.models import User
from exams.calls import evenings
from exams.calls.evenings import NoCalls
from exams.calls.models import Call, Evening
from exams.practice.exercises import learner_of
from exams.practice.seed import RUTH
from exams.practice.units import Unit
from exams.scenarios.calls import staged_call
from exams.scenarios.demand import NotStagedError

_CALLS: Final = 2


def seed(demo: bool) -> None:
    """In the demo, let this person have been called, unless they have; always to the same tables."""
    if not demo:
        return
    for person in User.objects.filter(email=RUTH, is_active=True):
        learner = learner_of(person)
        if Evening.objects.filter(learner=learner).exists():
            continue
        for number, unit in enumerate(_telling(evenings.units_for(learner))):
            reference = uuid5(NAMESPACE_URL, f"demo/{person.email}/{unit.law}")
            try:
                evening = evenings.begin(
                    learner, reference=reference, law=unit.law, path=unit.path, seed=_seed_of(unit.law)
                )
            except NoCalls:
                continue
            for call in evening.calls.all():
                _conducted(call, person, harmful=bool(number))


def _seed_of(law: str) -> str:
    return f"demo/{law}"


def _telling(units: Sequence[Unit]) -> list[Unit]:
    """One path each of the last laws of the book of which a call has options to tell and a question that does harm."""
    found: dict[str, Unit] = {}
    for unit in reversed(units):
        if unit.law in found:
            continue
        try:
            content = staged_call(unit.path, seed=f"{_seed_of(unit.law)}/0")
        except NotStagedError:
            continue
        if content["tell"] and content["tell"]["to"] and _harmful(content):
            found[unit.law] = unit
        if len(found) == _CALLS:
            break
    return list(found.values())


def _harmful(content: Mapping[str, Any]) -> str:
    """What does harm at this table without ending the call; empty where nothing does."""
    return next((one["id"] for one in content["acts"] if one["worth"] == "harmful" and not one["stops"]), "")


def _conducted(call: Call, person: User, *, harmful: bool) -> None:
    """Take a call as the law has it, with a question that does harm before it if so wished."""
    content = call.content
    presses = [_as_the_law_has_it(content, one["acts"][0]) for one in content["order"]]
    if harmful:
        presses.insert(1, {"act": _harmful(content)})
    for number, told in enumerate(presses):
        evenings.press(call.pk, person, told, key=uuid5(call.pk, str(number)))


def _as_the_law_has_it(content: Mapping[str, Any], act: str) -> dict[str, Any]:
    if act == "tell":
        tell = content["tell"]
        right = sorted((one for one in tell["options"] if one["place"] >= 0), key=lambda one: one["place"])
        return {"act": act, "to": tell["to"][:1], "options": [one["id"] for one in right]}
    if act == "rule":
        rule = content["rule"]
        law, reason = (next(one["id"] for one in rule[name] if one["right"]) for name in ("laws", "reasons"))
        parts = [one["id"] for one in rule["parts"] if one["right"]]
        return {"act": act, "law": law, "parts": parts, "reason": reason}
    return {"act": act}
