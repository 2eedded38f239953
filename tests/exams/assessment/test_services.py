"""Arranging, marking and settling an assessment."""

from __future__ import annotations

import datetime as dt
import uuid

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.accreditation.models import Evidence, Level, RequirementsVersion
from accounts.accreditation.requirements import Assessment as Assessed
from accounts.accreditation.standing import judged
from accounts.audit.models import AuditEntry
from accounts.models import Membership, Role, User
from exams.assessment import calls, services
from exams.assessment.models import Assessment, Call, Ending, Sheet
from exams.practice.exercises import kept_back
from tests.accounts.conftest import person
from tests.exams.assessment.conftest import arranged, sent, tomorrow


class TestArranging:
    def test_the_calls_are_staged_and_stay(self, assessment: Assessment) -> None:
        found = list(assessment.calls.all())
        assert [call.number for call in found] == [1, 2, 3]
        assert len({call.fingerprint for call in found}) == 3
        for call in found:
            assert call.content["receipt"]["engine"]
            assert call.content["kind"] == calls.KIND
            assert call.unit.startswith("27/")
        with pytest.raises(IntegrityError), transaction.atomic():
            Call.objects.update(unit="40")

    def test_drawn_from_what_the_level_asks_for(
        self, level: Level, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        made = arranged(level, alice, [erin, ernest], rita, laws=[], count=4)
        fitting = {unit.path: unit for unit in calls.units_for(level)}
        assert {unit.level for unit in fitting.values()} == {"club"}
        asked = [call.unit for call in made.calls.all()]
        assert set(asked) <= set(fitting)
        assert len({fitting[unit].law for unit in asked}) == 4

    def test_the_same_form_makes_one(self, level: Level, alice: User, erin: User, ernest: User, rita: User) -> None:
        reference = uuid.uuid4()
        first, second = (arranged(level, alice, [erin, ernest], rita, reference=reference) for _n in range(2))
        assert first == second
        assert AuditEntry.objects.filter(verb="assessment.arranged").count() == 1

    def test_the_calls_are_kept_out_of_practice_until_it_is_settled(self, assessment: Assessment, rita: User) -> None:
        prints = list(assessment.calls.values_list("fingerprint", flat=True))
        assert all(kept_back([one]) for one in prints)
        services.call_off(assessment=assessment, actor=rita, reason="Flood.")
        assert not any(kept_back([one]) for one in prints)

    def test_a_situation_that_is_kept_back_is_not_staged(
        self, level: Level, alice: User, erin: User, ernest: User, rita: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(calls, "kept_back", lambda _prints: True)
        with pytest.raises(calls.NotStaged, match="Pick more laws"):
            arranged(level, alice, [erin, ernest], rita)
        assert not Assessment.objects.exists()

    def test_who_cannot_assess(
        self, level: Level, alice: User, erin: User, carol: User, boris: User, adam: User, rita: User
    ) -> None:
        for others in ([erin, alice], [erin, erin], [erin], [erin, carol], [erin, boris], [erin, adam]):
            with pytest.raises(ValidationError) as refused:
                arranged(level, alice, others, rita)
            assert "second" in refused.value.message_dict

    def test_a_holder_of_an_award_can_assess(
        self, level: Level, award: object, alice: User, erin: User, rita: User
    ) -> None:
        bob = person("Bob", level.body, Role.CANDIDATE)
        assert arranged(level, bob, [erin, alice], rita).assessors.count() == 2

    @pytest.mark.parametrize(
        ("told", "field"),
        [
            ({"day": dt.date(2020, 1, 1)}, "day"),
            ({"day": dt.date(2200, 1, 1)}, "day"),
            ({"place": "  "}, "place"),
            ({"count": 1}, "count"),
        ],
    )
    def test_what_is_wrong_is_said(
        self, told: dict[str, object], field: str, level: Level, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        with pytest.raises(ValidationError) as refused:
            arranged(level, alice, [erin, ernest], rita, **told)
        assert list(refused.value.message_dict) == [field]

    def test_only_candidates_of_the_body(self, level: Level, carol: User, erin: User, ernest: User, rita: User) -> None:
        with pytest.raises(ValidationError) as refused:
            arranged(level, carol, [erin, ernest], rita)
        assert "person" in refused.value.message_dict

    def test_nobody_arranges_their_own(self, level: Level, alice: User, erin: User, ernest: User) -> None:
        with pytest.raises(PermissionDenied):
            arranged(level, alice, [erin, ernest], alice)


class TestMarking:
    def test_two_that_agree_settle_it_and_a_pass_enters_once(
        self, assessment: Assessment, alice: User, erin: User, ernest: User
    ) -> None:
        sent(assessment, erin)
        assert not Ending.objects.exists()
        sheet = sent(assessment, ernest)
        assert Ending.objects.get().kind == "passed"
        made = Evidence.objects.get(person=alice, kind="assessment")
        assert made.reference == f"assessed:{assessment.pk}"
        assert (made.standing, made.day, made.entered_by) == ("accepted", assessment.day, None)
        assert made.details == {"outcome": "passed", "level": "club", "by": "Erin East and Ernest Eaton"}
        sent(assessment, ernest, key=sheet.key)
        assert Evidence.objects.filter(kind="assessment").count() == 1

    def test_a_fail_enters_nothing(self, assessment: Assessment, erin: User, ernest: User) -> None:
        sent(assessment, erin, "failed")
        sent(assessment, ernest, "failed")
        assert Ending.objects.get().kind == "failed"
        assert not Evidence.objects.filter(kind="assessment").exists()

    def test_sent_twice_counts_once(self, assessment: Assessment, erin: User) -> None:
        key = uuid.uuid4()
        first, second = (sent(assessment, erin, key=key) for _n in range(2))
        assert first == second
        assert AuditEntry.objects.filter(verb="assessment.marked").count() == 1

    def test_a_key_of_somebody_else_is_refused(self, assessment: Assessment, erin: User, ernest: User) -> None:
        with pytest.raises(PermissionDenied):
            sent(assessment, ernest, key=sent(assessment, erin).key)

    def test_a_correction_is_a_version_with_a_reason(self, assessment: Assessment, erin: User) -> None:
        sent(assessment, erin, "failed")
        with pytest.raises(ValidationError):
            sent(assessment, erin, "passed", after=1)
        sent(assessment, erin, "passed", after=1, reason="I misread my notes.")
        assert [(one.number, one.overall) for one in Sheet.objects.order_by("number")] == [(1, "failed"), (2, "passed")]
        with pytest.raises(IntegrityError), transaction.atomic():
            Sheet.objects.all().delete()

    def test_a_page_left_open_takes_the_place_of_nothing(self, assessment: Assessment, erin: User) -> None:
        sent(assessment, erin, "failed")
        with pytest.raises(ValidationError, match="another sheet"):
            sent(assessment, erin, "passed", reason="Old page.")

    def test_not_before_the_day(self, level: Level, alice: User, erin: User, ernest: User, rita: User) -> None:
        made = arranged(level, alice, [erin, ernest], rita, day=tomorrow(level.body))
        with pytest.raises(ValidationError, match="not been held"):
            sent(made, erin)

    def test_nothing_after_it_is_settled(self, assessment: Assessment, erin: User, ernest: User) -> None:
        sent(assessment, erin)
        sent(assessment, ernest)
        with pytest.raises(ValidationError, match="settled"):
            sent(assessment, erin, after=1, reason="Later.")


class TestDiffering:
    @pytest.fixture
    def differing(self, assessment: Assessment, erin: User, ernest: User) -> Assessment:
        sent(assessment, erin)
        sent(assessment, ernest, "failed")
        return Assessment.objects.get(pk=assessment.pk)

    def test_one_agrees_again(self, differing: Assessment, ernest: User) -> None:
        assert differing.ended is None
        sent(differing, ernest, after=1, reason="Erin convinced me.")
        assert Ending.objects.get().by is None

    def test_a_registrar_decides_with_a_reason_once(self, differing: Assessment, rita: User, alice: User) -> None:
        with pytest.raises(ValidationError):
            services.decide(assessment=differing, actor=rita, outcome="passed", reason=" ")
        for _n in range(2):
            services.decide(assessment=differing, actor=rita, outcome="passed", reason="All rulings were right.")
        assert Ending.objects.get().by == rita
        assert Evidence.objects.filter(person=alice, kind="assessment").count() == 1

    def test_it_cannot_be_called_off_then(self, differing: Assessment, rita: User) -> None:
        with pytest.raises(ValidationError, match="Both sheets are in"):
            services.call_off(assessment=differing, actor=rita, reason="No.")

    def test_nobody_decides_before_both_are_in(self, assessment: Assessment, rita: User) -> None:
        with pytest.raises(ValidationError, match="Both sheets"):
            services.decide(assessment=assessment, actor=rita, outcome="passed", reason="Seen.")


def test_it_meets_a_requirement_of_its_level_alone(
    assessment: Assessment, level: Level, alice: User, erin: User, ernest: User
) -> None:
    higher = Level.objects.create(body=level.body, code="congress", name="Congress", validity_months=36, order=1)
    for number, (asking, code) in enumerate(((level, "club"), (higher, "congress")), start=7):
        RequirementsVersion.objects.create(
            level=asking, number=number, written=Assessed(level=code).written(), from_day=dt.date(2026, 1, 1)
        )
    sent(assessment, erin)
    sent(assessment, ernest)
    assert judged(alice, level).met
    assert not judged(alice, higher).met


def test_called_off_twice_is_once_and_the_person_may_have_left(assessment: Assessment, rita: User, alice: User) -> None:
    Membership.objects.filter(person=alice).update(until=timezone.now())
    for _n in range(2):
        services.call_off(assessment=assessment, actor=rita, reason="Alice has left.")
    assert Ending.objects.count() == 1
