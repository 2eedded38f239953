"""What an installation has under way when levels begin to ask by rules: nothing is lost, nothing counts that did not."""

from __future__ import annotations

import datetime
from typing import Any

import pytest
from django.utils import timezone

from accounts.accreditation.models import Application, Evidence, Level, RequirementsVersion
from accounts.accreditation.requirements import NOTHING
from accounts.accreditation.services import grant
from accounts.accreditation.standing import judged, rule_of
from accounts.models import Body, Role
from tests.accounts.conftest import person
from tests.migrating import tables_before
from tests.templates import rows_before_any_test


@pytest.mark.first
@pytest.mark.django_db(transaction=True)
def test_requirements_become_versions_and_applications_evidence() -> None:
    body = Body.objects.create(name="Moreton", short_name="MBA", slug="mba", time_zone="Australia/Brisbane")
    alice = person("Alice Archer", body, Role.CANDIDATE)
    bert = person("Bert Best", body, Role.CANDIDATE)
    rita = person("Rita Rowe", body, Role.REGISTRAR)
    with tables_before(("accreditation", "0005_life_of_an_award")) as before:
        levels, applications = before("accreditation", "Level"), before("accreditation", "Application")
        club, congress, bare = (
            levels.objects.create(body_id=body.pk, code=code, name=code.title(), validity_months=36, order=order)
            for order, code in enumerate(("club", "congress", "bare"))
        )
        for level, code, words in (
            (club, "club-auction", "Pass the auction"),
            (congress, "club-auction", "Pass the auction"),
            (congress, "congress-laws", "Pass the laws"),
        ):
            before("accreditation", "Requirement").objects.create(level=level, blueprint_code=code, description=words)
        told = {
            "kind": "paper",
            "blueprint": "club-auction",
            "percent": "82.00",
            "sitting": "Spring",
            "date": "2026-11-14",
        }

        def applied(who: Any, level: Any, evidence: dict[str, Any], **more: Any) -> Any:
            return applications.objects.create(
                body_id=body.pk, person_id=who.pk, level=level, evidence=evidence, **more
            )

        decided = {"decided_by_id": rita.pk, "decided_at": timezone.now()}
        waiting = applied(alice, club, told | {"result": "r1"})
        applied(alice, congress, told | {"result": "r1"})
        doubted = applied(bert, club, told | {"result": "r2"})
        before("accreditation", "Doubt").objects.create(application=doubted, about="regrade:1", why="Lost")
        applied(bert, congress, told | {"result": "r3"}, status="declined", reason="No", **decided)
        # Before figures were kept, at half past midnight in Brisbane; a grant by hand; a level that asked for no paper.
        late = datetime.datetime(2026, 11, 14, 14, 30, tzinfo=datetime.UTC)
        applied(alice, club, {"result": "r4", "blueprint": "club-auction"}, created_at=late)
        applied(alice, bare, {"kind": "hand", "result": "hand:1", "words": "Seen"}, status="granted", **decided)
        applied(bert, bare, {"kind": "record", "result": "old", "blueprint": None})

    written = {version.level.code: version for version in RequirementsVersion.objects.select_related("level")}
    paper = {"paper": {"codes": ["club-auction"], "words": "Pass the auction"}}
    laws = {"paper": {"codes": ["congress-laws"], "words": "Pass the laws"}}
    assert {code: one.written for code, one in written.items()} == {
        "club": {"all_of": [paper]},
        "congress": {"all_of": [paper, laws]},
    }
    assert {(one.number, one.from_day, one.made_by) for one in written.values()} == {
        (1, datetime.date(2000, 1, 1), None)
    }
    assert rule_of(Level.objects.get(code="bare")) == NOTHING
    assert {level.code for level in Level.objects.all() if level.applies_early} == {"congress"}

    kept = {one.reference: one for one in Evidence.objects.select_related("person")}
    assert {ref: (one.person, one.kind, one.day.isoformat(), one.standing) for ref, one in kept.items()} == {
        "paper:r1": (alice, "paper", "2026-11-14", "accepted"),
        "paper:r2": (bert, "paper", "2026-11-14", "accepted"),
        "paper:r3": (bert, "paper", "2026-11-14", "accepted"),
        "paper:r4": (alice, "paper", "2026-11-15", "accepted"),
    }
    assert kept["paper:r1"].details == {"blueprint": "club-auction", "percent": "82.00", "sitting": "Spring"}

    # What was under way goes on as it would have.
    now = {level.code: level for level in Level.objects.select_related("body")}
    assert [part.standing for part in judged(bert, now["club"]).parts] == ["met"]
    assert [part.standing for part in judged(bert, now["congress"]).parts] == ["doubtful", "missing"]
    assert grant(application=Application.objects.get(pk=waiting.pk), actor=rita).level == now["club"]


def test_an_installation_without_anything_moves_on(db: None) -> None:
    """As all tests begin with it: every migration has run while there was nothing yet."""
    assert rows_before_any_test(RequirementsVersion) == 0
    assert rows_before_any_test(Evidence) == 0
