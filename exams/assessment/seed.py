"""In the demo, three practical assessments: one that was passed, one that waits for the second sheet, one to come."""

from __future__ import annotations

import datetime as dt
import random
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from accounts.accreditation import demo_register
from accounts.accreditation.evidencing import put_assessment_on_record
from accounts.accreditation.models import Level
from accounts.audit.models import AuditEntry
from accounts.audit.services import record_many
from accounts.models import Body, User
from exams.assessment import calls
from exams.assessment.grades import CRITERIA, judgement_of
from exams.assessment.models import Assessment, Assessor, Call, Ending, Outcome, Sheet
from exams.scenarios.calls import law_order

PLACE: Final = "Jacaranda Bridge Club"
NOTES: Final = (
    "Calm throughout, and read the law from the book without being asked.",
    "Asked West whether they accept before anything else. Could have called the table to order sooner.",
)


@dataclass(frozen=True)
class Told:
    """Who is assessed for which level, on which day from today, and how many assessors have sent a sheet.

    arranged: how many days before.
    """

    email: str
    level: str
    day: int
    sheets: int
    arranged: int = 21


ASSESSMENTS: Final[Sequence[Told]] = (
    Told("ruth@example.org", "club", day=-17, sheets=2),
    Told("tom@example.org", "club", day=-2, sheets=1),
    Told("philippa@example.org", "congress", day=12, sheets=0),
)
ASSESSORS: Final = ("margaret@example.org", "ivo@example.org")


def seed(demo: bool) -> None:
    """Write them beside the register of the demo, once; where no calls can be staged, there are none."""
    if not demo:
        return
    body = Body.objects.get(slug="qba")
    if not demo_register.is_filled(body) or Assessment.objects.filter(body=body).exists():
        return
    levels = {one.code: one for one in Level.objects.filter(body=body)}
    try:
        # The two that have been held for one level share their tables.
        staged = {code: calls.staged(levels[code], calls.FEWEST) for code in ("club", "congress")}
    except calls.NotStaged:
        return
    for told in ASSESSMENTS:
        _write(levels[told.level], told, staged[told.level])


def _write(level: Level, told: Told, staged: Sequence[calls.Staged]) -> None:
    body, person = level.body, User.objects.get(email=told.email)
    registrar = User.objects.get(email="helen@example.org")
    day = body.today() + dt.timedelta(days=told.day)
    arranged_at = _at(body, min(day, body.today()) - dt.timedelta(days=told.arranged), 9)
    made = Assessment.objects.create(
        body=body,
        person=person,
        level=level,
        day=day,
        place=PLACE,
        reference=uuid.uuid5(uuid.NAMESPACE_URL, f"demo:{told.email}"),
        arranged_by=registrar,
        arranged_at=arranged_at,
    )
    assessors = [Assessor(assessment=made, person=User.objects.get(email=email)) for email in ASSESSORS]
    Assessor.objects.bulk_create(assessors)
    drawn = [
        Call(
            assessment=made,
            number=n,
            unit=one.unit,
            fingerprint=one.content["fingerprint"],
            content=one.content,
            acts=one.acts,
        )
        for n, one in enumerate(staged, start=1)
    ]
    Call.objects.bulk_create(drawn)
    prints = [one.fingerprint for one in drawn]
    data = {"person": person.pk, "level": level.code, "day": day, "place": PLACE}
    data |= {"assessors": [one.person_id for one in assessors], "fingerprints": prints}
    entries = [_entry(made, arranged_at, "arranged", registrar, data)]
    for hour, assessor, note in zip((17, 20), assessors[: told.sheets], NOTES, strict=False):
        sheet = Sheet.objects.create(
            assessor=assessor,
            assessment=made,
            number=1,
            key=uuid.uuid5(made.reference, assessor.person.email),
            marks=_marks(drawn, assessor.person.email),
            noted=_noted(drawn),
            overall=Outcome.PASSED,
            note=note,
            sent_at=_at(body, day, hour),
        )
        data = {"number": 1, "overall": sheet.overall, "marks": sheet.marks, "key": sheet.key}
        data["noted"] = {number: one["noted"] for number, one in sheet.noted.items()}
        entries.append(_entry(made, sheet.sent_at, "marked", assessor.person, data))
    if told.sheets == len(assessors):
        at = _at(body, day, 20)
        Ending.objects.create(assessment=made, kind=Ending.Kind.PASSED, at=at)
        by = " and ".join(one.person.name for one in assessors)
        put_assessment_on_record(
            person=person,
            body=body,
            day=day,
            details={"outcome": "passed", "level": level.code, "by": by},
            reference=made.evidence_reference,
        )
        entries.append(_entry(made, at, "passed", None, {"person": person.pk, "level": level.code, "day": day}))
    record_many(entries)


def _marks(drawn: Sequence[Call], who: str) -> dict[str, Any]:
    """Mostly full marks."""
    chance = random.Random(f"demo/{who}")  # noqa: S311 - not for secrets
    return {
        str(call.number): {
            **{name: chance.choice(["fully", "fully", "mostly"]) for name in CRITERIA},
            "grade": "passed",
            "note": "",
        }
        for call in drawn
    }


def _noted(drawn: Sequence[Call]) -> dict[str, Any]:
    """What was ticked: everything in the law's order; but at the last table the ruling came before what it rests on."""
    found = {}
    for call in drawn:
        if call.acts is None:
            continue
        rule = call.acts["rule"]
        done = law_order(call.acts) if call is not drawn[-1] else ["settle"]
        steps = {act for step in call.acts["order"] for act in step["acts"]}
        told = [one for one in (call.acts["tell"] or {"options": []})["options"] if one["place"] >= 0]
        noted = {
            "acts": [one["id"] for one in call.acts["acts"] if one["id"] in steps and one["id"] in done],
            "order": [one for one in done if one in steps],
            "options": [one["id"] for one in sorted(told, key=lambda one: one["place"])] if "tell" in done else [],
            "other": False,
            "law": next(one["id"] for one in rule["laws"] if one["right"]),
            "parts": [one["id"] for one in rule["parts"] if one["right"]],
            "reason": next(one["id"] for one in rule["reasons"] if one["right"]),
        }
        found[str(call.number)] = {"noted": noted, "judged": judgement_of(call, noted)}
    return found


def _at(body: Body, day: dt.date, hour: int) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(hour, 15), body.zone)


def _entry(made: Assessment, at: dt.datetime, verb: str, by: User | None, data: dict[str, Any]) -> AuditEntry:
    return AuditEntry(
        at=at,
        actor=by,
        body_id=made.body_id,
        verb=f"assessment.{verb}",
        target_type=made._meta.label,
        target_id=str(made.pk),
        data=data,
    )
