"""An assessment that is arranged, and its people."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any

import pytest

from accounts.accreditation.models import Level
from accounts.models import Body, Role, User
from exams.assessment import calls, services
from exams.assessment.grades import CRITERIA
from exams.assessment.models import Assessment, Call, Sheet
from tests.accounts.conftest import (
    adam,
    alice,
    application,
    award,
    body,
    boris,
    carol,
    club,
    erin,
    level,
    other_body,
    person,
    rita,
    rolf,
)
from tests.exams.calls import conduct

__all__ = [
    "adam",
    "alice",
    "application",
    "award",
    "body",
    "boris",
    "carol",
    "club",
    "erin",
    "level",
    "other_body",
    "rita",
    "rolf",
]


@pytest.fixture
def ernest(body: Body) -> User:
    """Another examiner, who assesses with Erin."""
    return person("Ernest Eaton", body, Role.EXAMINER)


@pytest.fixture
def assessment(level: Level, alice: User, erin: User, ernest: User, rita: User) -> Assessment:
    """Alice is assessed today by Erin and Ernest; Rita has arranged it."""
    return arranged(level, alice, [erin, ernest], rita)


def arranged(level: Level, candidate: User, assessors: list[User], actor: User, **more: Any) -> Assessment:
    """An assessment of three calls."""
    told: dict[str, Any] = {
        "day": level.body.today(),
        "place": "Jacaranda Bridge Club",
        "count": calls.FEWEST,
        "laws": ["27"],
        "reference": uuid.uuid4(),
    }
    return services.arrange(level=level, person=candidate, assessors=assessors, actor=actor, **(told | more))


def marks(assessment: Assessment, word: str = "fully", grade: str = "passed", note: str = "") -> dict[str, Any]:
    """Every criterion of every call marked alike."""
    one = {**dict.fromkeys(CRITERIA, word), "grade": grade, "note": note}
    return {str(call.number): one for call in assessment.calls.all()}


def sent(assessment: Assessment, person: User, overall: str = "passed", **more: Any) -> Sheet:
    """A sheet of theirs."""
    told: dict[str, Any] = {
        "key": uuid.uuid4(),
        "after": 0,
        "marks": marks(assessment),
        "note": "",
    }
    # What is cached of the endings belongs to another request.
    fresh = Assessment.objects.get(pk=assessment.pk)
    return services.send(assessment=fresh, actor=person, overall=overall, **(told | more))


def fields(assessment: Assessment, overall: str = "passed", **more: Any) -> dict[str, Any]:
    """A sheet as a form sends it."""
    told = {
        f"c{call.number}-{name}": "mostly" for call in Call.objects.filter(assessment=assessment) for name in CRITERIA
    }
    told |= {f"c{call.number}-grade": "passed" for call in Call.objects.filter(assessment=assessment)}
    return told | {"overall": overall, "note": "Well done.", "key": str(uuid.uuid4()), "after": "0"} | more


def in_order(call: Call) -> dict[str, Any]:
    """Everything in the law's order, as it is noted on the list of a call."""
    assert call.acts is not None
    return conduct.noted(call.acts)


def ticked(call: Call, **more: Any) -> dict[str, Any]:
    """Everything in the law's order, ticked on the list of a call, as the form of the sheet sends it."""
    noted = in_order(call) | more
    told = {f"c{call.number}-did-{name}": noted[name] for name in ("acts", "options", "law", "parts", "reason")}
    return told | {f"c{call.number}-did-order": ",".join(noted["order"])}


def tomorrow(of: Body) -> dt.date:
    """The day after today, where the body is."""
    return of.today() + dt.timedelta(days=1)
