"""In the demo, somebody who has been called to tables: once with good conduct, once with a question that did harm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from accounts.models import User
from exams.calls import evenings
from exams.calls.evenings import NoCalls
from exams.calls.models import Call, Evening
from exams.practice.exercises import learner_of
from exams.practice.seed import RUTH


def seed(demo: bool) -> None:
    """In the demo, let this person have been called, unless they have; always to the same tables."""
    if not demo:
        return
    for person in User.objects.filter(email=RUTH, is_active=True):
        learner = learner_of(person)
        if Evening.objects.filter(learner=learner).exists():
            continue
        known = {one.law for one in evenings.units_for(learner)}
        for number, law in enumerate(sorted(known)[-2:]):
            reference = uuid5(NAMESPACE_URL, f"demo/{person.email}/{law}")
            try:
                evening = evenings.begin(learner, reference=reference, law=law, seed=f"demo/{law}")
            except NoCalls:
                continue
            for call in evening.calls.all():
                _conducted(call, person, harmful=bool(number))


def _conducted(call: Call, person: User, *, harmful: bool) -> None:
    """Take a call as the law has it, with a question that does harm before it if so wished."""
    content = call.content
    presses = [_as_the_law_has_it(content, one["acts"][0]) for one in content["order"]]
    harm = next((one["id"] for one in content["acts"] if one["worth"] == "harmful" and not one["stops"]), "")
    if harmful and harm:
        presses.insert(1, {"act": harm})
    for number, told in enumerate(presses):
        evenings.press(call.pk, person, told, key=uuid5(call.pk, str(number)))


def _as_the_law_has_it(content: Mapping[str, Any], act: str) -> dict[str, Any]:
    if act == "tell":
        tell = content["tell"]
        right = sorted((one for one in tell["options"] if one["place"] >= 0), key=lambda one: one["place"])
        return {"act": act, "to": tell["to"], "options": [one["id"] for one in right]}
    if act == "rule":
        rule = content["rule"]
        law, reason = (next(one["id"] for one in rule[name] if one["right"]) for name in ("laws", "reasons"))
        parts = [one["id"] for one in rule["parts"] if one["right"]]
        return {"act": act, "law": law, "parts": parts, "reason": reason}
    return {"act": act}
