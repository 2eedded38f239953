"""The practical assessments of the demo."""

from __future__ import annotations

from typing import Any

import pytest

from accounts import seed as people
from accounts.accreditation import demo_register
from accounts.accreditation import seed as levels
from accounts.accreditation.models import Evidence
from accounts.audit.models import AuditEntry
from accounts.models import User
from exams.assessment import calls, seed
from exams.assessment.grades import grade_of
from exams.assessment.models import Assessment, Ending, Sheet
from exams.assessment.rules import may_assess


@pytest.fixture
def demo(db: None, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The people and levels of the demo, as if its register were there."""
    settings.DEMO = True
    monkeypatch.setattr(demo_register, "fill", lambda _registrars: None)
    people.seed(demo=True)
    levels.seed(demo=True)
    monkeypatch.setattr(demo_register, "is_filled", lambda _body: True)
    seed.seed(demo=True)


@pytest.mark.usefixtures("demo")
class TestDemo:
    def test_one_is_passed_one_waits_for_a_sheet_one_is_to_come(self) -> None:
        ruth, philippa, tom = (
            Assessment.objects.get(person__email=f"{name}@example.org") for name in ("ruth", "philippa", "tom")
        )
        assert ruth.ended is not None
        assert ruth.ended.kind == Ending.Kind.PASSED
        assert Evidence.objects.get(reference=ruth.evidence_reference).person == ruth.person
        ivo = User.objects.get(email="ivo@example.org")
        today = tom.body.today()
        assert philippa.level.code == "congress"
        assert [one for one in Assessment.objects.to_mark_by(ivo) if one.day <= today] == [tom]
        assert philippa.day > today
        assert all(one.calls.count() == calls.FEWEST for one in (ruth, philippa, tom))

    def test_a_sheet_stands_beside_its_list_and_differs_from_it_once(self) -> None:
        for sheet in Sheet.objects.all():
            assert sheet.noted
            grades = {number: grade_of(one["judged"]) for number, one in sheet.noted.items()}
            differs = [number for number, grade in grades.items() if sheet.marks[number]["grade"] != grade]
            assert differs == ["3"]

    def test_who_assesses_may_and_what_was_done_is_noted(self) -> None:
        for one in Assessment.objects.all():
            assert {each.person for each in one.assessors.all()} <= set(may_assess(one.body))
            assert one.person not in {each.person for each in one.assessors.all()}
        entries = AuditEntry.objects.filter(verb__startswith="assessment.")
        assert sorted(entries.values_list("verb", flat=True)) == [
            *["assessment.arranged"] * 3,
            *["assessment.marked"] * 3,
            "assessment.passed",
        ]
        assert all(entry.is_genuine for entry in entries)

    def test_the_table_of_one_to_come_has_been_met_by_nobody(self) -> None:
        prints = {one: set(one.calls.values_list("fingerprint", flat=True)) for one in Assessment.objects.all()}
        coming = next(one for one in prints if one.day > one.body.today())
        assert not any(prints[coming] & met for one, met in prints.items() if one != coming)

    def test_loading_twice_changes_nothing(self) -> None:
        before = set(Assessment.objects.values_list("pk", flat=True))
        seed.seed(demo=True)
        assert set(Assessment.objects.values_list("pk", flat=True)) == before


def test_without_the_register_there_are_none(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo_register, "fill", lambda _registrars: None)
    people.seed(demo=True)
    levels.seed(demo=True)
    seed.seed(demo=True)
    seed.seed(demo=False)
    assert not Assessment.objects.exists()
