"""An assessment that is moved, and the letters about one: each once, to those whom it concerns."""

from __future__ import annotations

import uuid

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, transaction

from accounts.accreditation.mail import catalogue
from accounts.accreditation.models import Level
from accounts.audit.models import AuditEntry
from accounts.letters import texts
from accounts.letters.models import Letter
from accounts.models import Body, User
from exams.assessment import services
from exams.assessment.models import Assessment
from tests.accounts.conftest import signed_in
from tests.exams.assessment.conftest import arranged, sent, tomorrow


def told(person: User) -> list[str]:
    """The subjects of a person's letters, the earliest first."""
    return list(person.letters.order_by("made_at", "pk").values_list("subject", flat=True))


def text_to(person: User) -> str:
    """The latest letter to a person, as it reads."""
    return Letter.objects.filter(person=person).latest("made_at").text


def move(assessment: Assessment, actor: User, **more: object) -> None:
    wanted = {"day": tomorrow(assessment.body), "place": "Kenmore Hall", "reason": "The club is flooded."}
    services.move(assessment=Assessment.objects.get(pk=assessment.pk), actor=actor, **(wanted | more))  # type: ignore[arg-type]


class TestLetters:
    def test_arranged_with_a_form_that_is_sent_twice(
        self, level: Level, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        reference = uuid.uuid4()
        for _press in range(2):
            made = arranged(level, alice, [erin, ernest], rita, reference=reference)
        day = f"{made.day:%-d %B %Y}"
        assert told(alice) == [f"Your practical assessment for Club Director is on {day}"]
        assert "at Jacaranda Bridge Club" in text_to(alice) and "Erin East and Ernest Eaton" in text_to(alice)
        for assessor in (erin, ernest):
            assert told(assessor) == [f"You assess Alice Archer on {day}"]
            assert f"/assessments/{made.pk}/" in text_to(assessor)
        assert not Letter.objects.exclude(person__in=[alice, erin, ernest]).exists()
        assert set(Letter.objects.values_list("about", flat=True)) == {f"assessment:{made.pk}"}

    def test_called_off_twice(self, assessment: Assessment, alice: User, erin: User, ernest: User, rita: User) -> None:
        for _press in range(2):
            fresh = Assessment.objects.get(pk=assessment.pk)
            services.call_off(assessment=fresh, actor=rita, reason="The club is flooded.")
        for person in (alice, erin, ernest):
            assert len(told(person)) == 2 and told(person)[1].endswith("is called off")
            assert "The club is flooded." in text_to(person)

    def test_settled_by_two_sheets_that_agree_is_told_to_the_candidate_alone(
        self, assessment: Assessment, alice: User, erin: User, ernest: User
    ) -> None:
        sent(assessment, erin)
        assert len(told(alice)) == 1
        sheet = sent(assessment, ernest)
        sent(assessment, ernest, key=sheet.key)
        assert told(alice)[1:] == ["The outcome of your practical assessment for Club Director"]
        assert "is settled: passed." in text_to(alice)
        assert len(told(erin)) == len(told(ernest)) == 1

    def test_settled_by_a_registrar(
        self, assessment: Assessment, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        sent(assessment, erin)
        sent(assessment, ernest, overall="failed")
        for _press in range(2):
            fresh = Assessment.objects.get(pk=assessment.pk)
            services.decide(assessment=fresh, actor=rita, outcome="failed", reason="One call was lost.")
        assert len(told(alice)) == 2 and "is settled: not passed." in text_to(alice)

    def test_in_the_words_of_the_body(
        self, level: Level, body: Body, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        kind = catalogue.ASSESSOR_NAMED
        words = {"subject": "Come on {{ day }}", "text": "{{ candidate }} is waiting at {{ where }}."}
        texts.write(body=body, actor=rita, kind=kind, reason="Shorter", number=0, **words)
        made = arranged(level, alice, [erin, ernest], rita)
        assert told(erin) == [f"Come on {made.day:%-d %B %Y}"]
        assert "Alice Archer is waiting at Jacaranda Bridge Club." in text_to(erin)

    def test_no_address_takes_the_place_of_a_name(
        self, level: Level, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        User.objects.filter(pk__in=[erin.pk, alice.pk]).update(name="")
        arranged(level, User.objects.get(pk=alice.pk), [erin, ernest], rita)
        assert erin.email not in text_to(alice)
        assert alice.email not in text_to(ernest) and "a candidate is assessed" in text_to(ernest)
        assert "an assessor and Ernest Eaton" in text_to(alice)

    def test_an_arrangement_that_fails_tells_nobody(
        self, level: Level, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        with pytest.raises(ZeroDivisionError), transaction.atomic():
            arranged(level, alice, [erin, ernest], rita)
            raise ZeroDivisionError
        assert not Letter.objects.exists()


class TestMoving:
    def test_to_another_day_and_place_with_a_form_that_is_sent_twice(
        self, assessment: Assessment, alice: User, erin: User, ernest: User, rita: User
    ) -> None:
        calls = list(assessment.calls.values_list("fingerprint", flat=True))
        for _press in range(2):
            move(assessment, rita)
        moved = Assessment.objects.get(pk=assessment.pk)
        assert (moved.day, moved.place) == (tomorrow(moved.body), "Kenmore Hall")
        assert list(moved.calls.values_list("fingerprint", flat=True)) == calls
        entry = AuditEntry.objects.get(verb="assessment.moved")
        assert (entry.reason, entry.data["before"]["place"]) == ("The club is flooded.", "Jacaranda Bridge Club")
        for person in (alice, erin, ernest):
            assert len(told(person)) == 2 and told(person)[1].endswith(f"is moved to {moved.day:%-d %B %Y}")
            assert "Kenmore Hall" in text_to(person) and "The club is flooded." in text_to(person)

    def test_there_and_back_and_there_again_is_told_each_time(
        self, assessment: Assessment, alice: User, rita: User
    ) -> None:
        for place in ("Kenmore Hall", "Jacaranda Bridge Club", "Kenmore Hall"):
            move(assessment, rita, day=assessment.day, place=place)
        assert len(told(alice)) == 4

    def test_not_once_a_sheet_is_in(self, assessment: Assessment, alice: User, erin: User, rita: User) -> None:
        sent(assessment, erin)
        with pytest.raises(ValidationError, match="has been held"):
            move(assessment, rita)
        assert len(told(alice)) == 1
        assert "Move it" not in signed_in(rita).get(assessment.get_absolute_url()).content.decode()

    def test_not_after_it_was_called_off(self, assessment: Assessment, rita: User) -> None:
        services.call_off(assessment=assessment, actor=rita, reason="Flood.")
        with pytest.raises(ValidationError, match="settled"):
            move(assessment, rita)

    def test_not_into_the_past_nor_nowhere(self, assessment: Assessment, rita: User) -> None:
        for wrong, field in (({"day": assessment.day.replace(year=2020)}, "day"), ({"place": " "}, "place")):
            with pytest.raises(ValidationError) as refused:
                move(assessment, rita, **wrong)
            assert list(refused.value.message_dict) == [field]

    def test_not_by_others(self, assessment: Assessment, alice: User, erin: User, boris: User) -> None:
        for actor in (alice, erin, boris):
            with pytest.raises(PermissionDenied):
                move(assessment, actor)

    def test_nothing_else_of_it_changes(self, assessment: Assessment, erin: User) -> None:
        for wrong in ({"person": erin}, {"reference": uuid.uuid4()}):
            with pytest.raises(DatabaseError), transaction.atomic():
                Assessment.objects.filter(pk=assessment.pk).update(**wrong)
        with pytest.raises(DatabaseError), transaction.atomic():
            Assessment.objects.all().delete()

    def test_on_its_page(self, assessment: Assessment, rita: User) -> None:
        browser, page = signed_in(rita), assessment.get_absolute_url()
        assert "Move it" in browser.get(page).content.decode()
        typed = {"day": "2020-01-01", "place": "Kenmore Hall", "reason": "Flood"}
        answer = browser.post(f"{page}move/", typed)
        assert answer.status_code == 422
        assert "Give a day from today on" in answer.content.decode() and "Kenmore Hall" in answer.content.decode()
        typed["day"] = tomorrow(assessment.body).isoformat()
        assert browser.post(f"{page}move/", typed).status_code == 302
        assert "Kenmore Hall" in browser.get(page).content.decode()
