"""Appeals against a refusal, a suspension or a revocation. Permissions first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import appeals, deeds, services
from accounts.accreditation.models import Appeal, AppealAnswer, Application, Award, AwardEvent, Level
from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import passed, person, signed_in

UPHELD, DISMISSED = AppealAnswer.Outcome.UPHELD, AppealAnswer.Outcome.DISMISSED


@pytest.fixture
def declined(application: Application, rita: User) -> Application:
    services.decline(application=application, actor=rita, reason="Too few sessions")
    return application


@pytest.fixture
def suspended(award: Award, rita: User) -> Award:
    deeds.suspend(award=award, actor=rita, reason="A complaint")
    return award


def appealed(application: Application, grounds: str = "It was not me") -> Appeal:
    return appeals.make(application=application, person=application.person, grounds=grounds)


def make_page(application: Application) -> str:
    return reverse("accreditation:appeal", args=[application.pk])


def answer_page(appeal: Appeal) -> str:
    return reverse("accreditation:answer_appeal", args=[appeal.pk])


class TestWhoMay:
    @pytest.mark.parametrize(
        ("who", "status"),
        [("erin", 404), ("adam", 404), ("boris", 404), ("carol", 404), ("rita", 403), ("rolf", 403)],
    )
    def test_only_the_person_appeals(
        self, who: str, status: int, declined: Application, request: pytest.FixtureRequest
    ) -> None:
        somebody = request.getfixturevalue(who)
        with pytest.raises(PermissionDenied):
            appeals.make(application=declined, person=somebody, grounds="It was not so")
        assert signed_in(somebody).post(make_page(declined), {"grounds": "It was not so"}).status_code == status
        assert not Appeal.objects.exists()

    @pytest.mark.parametrize(
        ("who", "status"),
        [("alice", 403), ("erin", 404), ("adam", 404), ("boris", 404), ("carol", 404), ("rita", 403)],
    )
    def test_only_a_registrar_without_a_part_in_it_answers(
        self, who: str, status: int, declined: Application, request: pytest.FixtureRequest
    ) -> None:
        appeal, somebody = appealed(declined), request.getfixturevalue(who)
        with pytest.raises(PermissionDenied):
            appeals.answer(appeal=appeal, actor=somebody, outcome=UPHELD, reasons="So it was")
        sent = {"outcome": "upheld", "reasons": "So it was"}
        assert signed_in(somebody).post(answer_page(appeal), sent).status_code == status
        assert not AppealAnswer.objects.exists()

    def test_a_stranger_is_asked_to_sign_in(self, declined: Application) -> None:
        appeal = appealed(declined)
        for address in (make_page(declined), answer_page(appeal)):
            assert signed_in(None).post(address)["Location"].startswith(reverse("account_login"))
            assert signed_in(None).get(address).status_code in {302, 405}

    def test_neither_of_two_who_revoked_answers(self, award: Award, rita: User, rolf: User) -> None:
        deeds.countersign(revocation=deeds.propose(award=award, actor=rita, reason="Found out"), actor=rolf)
        appeal = appealed(award.application)
        for one in (rita, rolf):
            with pytest.raises(PermissionDenied):
                appeals.answer(appeal=appeal, actor=one, outcome=DISMISSED, reasons="No")
        ruth = person("Ruth Roe", award.body, Role.REGISTRAR)
        appeals.answer(appeal=appeal, actor=ruth, outcome=DISMISSED, reasons="No")

    def test_no_registrar_answers_their_own(self, level: Level, rita: User, rolf: User) -> None:
        own = passed(rita, level)
        services.decline(application=own, actor=rolf, reason="Too few sessions")
        with pytest.raises(PermissionDenied):
            appeals.answer(appeal=appealed(own), actor=rita, outcome=UPHELD, reasons="Of course")


class TestMade:
    def test_against_a_refusal_it_keeps_the_reason(self, declined: Application, rita: User) -> None:
        appeal = appealed(declined)
        assert (appeal.against, appeal.decision, appeal.decided_by) == ("refusal", "Too few sessions", rita)
        entry = AuditEntry.objects.get(verb="accreditation_appeal.made")
        assert (entry.actor, entry.body_id) == (declined.person, declined.body_id)

    def test_once_against_a_deed(self, declined: Application) -> None:
        assert appealed(declined) == appealed(declined)
        with pytest.raises(ValidationError, match="appealed against once"):
            appealed(declined, "And another thing")

    @pytest.mark.parametrize(("days", "in_time"), [(28, True), (29, False)])
    def test_within_the_days_of_the_level(self, days: int, in_time: bool, declined: Application) -> None:
        Application.objects.update(decided_at=timezone.now() - timedelta(days=days))
        if in_time:
            appealed(declined)
        else:
            with pytest.raises(ValidationError, match="The time to appeal is over"):
                appealed(declined)
            assert "The time to appeal ended on" in self.shown(declined)

    def test_the_days_are_the_levels_own(self, declined: Application) -> None:
        Level.objects.update(appeal_days=2)
        Application.objects.update(decided_at=timezone.now() - timedelta(days=3))
        with pytest.raises(ValidationError, match="over"):
            appealed(declined)

    def shown(self, application: Application) -> str:
        page = reverse("accreditation:application", args=[application.pk])
        return signed_in(application.person).get(page).content.decode()

    def test_only_while_something_stands_against_the_person(self, application: Application, rita: User) -> None:
        with pytest.raises(ValidationError, match="no decision"):
            appealed(application)
        award = services.grant(application=application, actor=rita)
        with pytest.raises(ValidationError, match="no decision"):
            appealed(application)
        deeds.suspend(award=award, actor=rita, reason="A complaint")
        deeds.reinstate(award=award, actor=rita, reason="Settled")
        with pytest.raises(ValidationError, match="no decision"):
            appealed(application)

    def test_a_second_suspension_is_another_deed(self, suspended: Award, rita: User, rolf: User) -> None:
        first = appealed(suspended.application)
        appeals.answer(appeal=first, actor=rolf, outcome=UPHELD, reasons="So it is")
        deeds.suspend(award=suspended, actor=rita, reason="Another complaint")
        assert appealed(suspended.application, "Nor was this") != first

    def test_grounds_are_asked_for(self, declined: Application) -> None:
        with pytest.raises(ValidationError, match="Say why"):
            appealed(declined, " ")

    def test_a_revocation_of_before_without_data_can_be_appealed(self, award: Award, rita: User, rolf: User) -> None:
        Award.objects.update(status=Award.Status.REVOKED)
        AwardEvent.objects.create(award=award, actor=rita, verb="revoked", reason="Found out")
        appeal = appealed(award.application)
        assert (appeal.decided_by, appeal.proposed_by) == (rita, None)
        appeals.answer(appeal=appeal, actor=rolf, outcome=UPHELD, reasons="So it is")


class TestAnswered:
    def test_an_upheld_refusal_waits_again_and_can_be_granted(
        self, declined: Application, rita: User, rolf: User
    ) -> None:
        appeals.answer(appeal=appealed(declined), actor=rolf, outcome=UPHELD, reasons="The sessions are there")
        declined.refresh_from_db()
        assert (declined.status, declined.decided_by, declined.reason) == (Application.Status.SUBMITTED, None, "")
        assert services.grant(application=declined, actor=rita).status == Award.Status.GRANTED
        assert AuditEntry.objects.filter(verb="application.reopened", actor=rolf).exists()

    def test_refused_again_it_can_be_appealed_again(self, declined: Application, rita: User, rolf: User) -> None:
        appeals.answer(appeal=appealed(declined), actor=rolf, outcome=UPHELD, reasons="The sessions are there")
        services.decline(application=declined, actor=rita, reason="They are not")
        assert appealed(declined, "They are").decision == "They are not"

    def test_an_upheld_suspension_is_reinstated(self, suspended: Award, rolf: User) -> None:
        appeal = appealed(suspended.application)
        appeals.answer(appeal=appeal, actor=rolf, outcome=UPHELD, reasons="There was no complaint")
        suspended.refresh_from_db()
        event = suspended.events.latest("pk")
        assert (suspended.status, event.verb, event.actor) == (Award.Status.GRANTED, "reinstated", rolf)
        assert event.data["appeal"] == str(appeal.pk)

    def test_dismissed_the_decision_stands(self, suspended: Award, rolf: User) -> None:
        appeals.answer(appeal=appealed(suspended.application), actor=rolf, outcome=DISMISSED, reasons="It is so")
        suspended.refresh_from_db()
        assert suspended.status == Award.Status.SUSPENDED

    def test_another_deed_since_is_left_alone(self, suspended: Award, rita: User, rolf: User) -> None:
        appeal = appealed(suspended.application)
        deeds.reinstate(award=suspended, actor=rita, reason="Settled")
        deeds.suspend(award=suspended, actor=rita, reason="A new complaint")
        appeals.answer(appeal=appeal, actor=rolf, outcome=UPHELD, reasons="There was no complaint")
        suspended.refresh_from_db()
        assert suspended.status == Award.Status.SUSPENDED

    def test_a_newer_award_is_left_alone(self, award: Award, rita: User, rolf: User) -> None:
        Level.objects.update(revocation_countersigned=False)
        deeds.revoke(award=award, actor=rita, reason="Found out")
        appeal = appealed(award.application)
        services.grant(application=passed(award.person, award.level, "result-2"), actor=rita)
        appeals.answer(appeal=appeal, actor=rolf, outcome=UPHELD, reasons="It was not so")
        award.refresh_from_db()
        assert award.status == Award.Status.REVOKED

    def test_there_is_one_answer(self, declined: Application, rolf: User) -> None:
        appeal = appealed(declined)
        first = appeals.answer(appeal=appeal, actor=rolf, outcome=DISMISSED, reasons="It is so")
        assert appeals.answer(appeal=appeal, actor=rolf, outcome=DISMISSED, reasons="It is so") == first
        with pytest.raises(ValidationError, match="Rolf Reed has answered this appeal already: dismissed"):
            appeals.answer(appeal=appeal, actor=rolf, outcome=UPHELD, reasons="On second thoughts")

    @pytest.mark.parametrize(("outcome", "reasons"), [("perhaps", "It is so"), ("upheld", " ")])
    def test_what_is_missing_is_named(self, outcome: str, reasons: str, declined: Application, rolf: User) -> None:
        with pytest.raises(ValidationError, match="Say"):
            appeals.answer(appeal=appealed(declined), actor=rolf, outcome=outcome, reasons=reasons)

    def test_nothing_of_it_is_rewritten(self, declined: Application, rolf: User) -> None:
        appeals.answer(appeal=appealed(declined), actor=rolf, outcome=DISMISSED, reasons="It is so")
        for model, field in ((Appeal, "grounds"), (AppealAnswer, "reasons")):
            with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
                model._default_manager.update(**{field: "x"})


class TestThePages:
    @pytest.mark.usefixtures("rolf")
    def test_from_a_suspension_to_the_answer(self, suspended: Award, rolf: User, alice: User) -> None:
        hers, his = signed_in(alice), signed_in(rolf)
        page = reverse("accreditation:award", args=[suspended.pk])
        assert make_page(suspended.application) in hers.get(page).content.decode()
        response = hers.post(make_page(suspended.application), {"grounds": "It was not me"})
        assert response["Location"] == page
        shown = hers.get(page).content.decode()
        assert "It was not me" in shown
        assert make_page(suspended.application) not in shown
        appeal = Appeal.objects.get()
        queue = his.get(reverse("accreditation:queue", args=[suspended.body.slug])).content.decode()
        assert "Appeals you can answer" in queue
        assert answer_page(appeal) in his.get(page).content.decode()
        sent = {"outcome": "upheld", "reasons": "There was no complaint"}
        assert "The appeal is upheld." in his.post(answer_page(appeal), sent, follow=True).content.decode()
        shown = hers.get(page).content.decode()
        assert "There was no complaint" in shown
        assert "Upheld" in shown

    def test_against_a_refusal_on_the_page_of_the_application(self, declined: Application, rolf: User) -> None:
        page = reverse("accreditation:application", args=[declined.pk])
        browser = signed_in(declined.person)
        assert browser.post(make_page(declined), {"grounds": "I did"})["Location"] == page
        assert "I did" in signed_in(rolf).get(page).content.decode()

    def test_whoever_decided_reads_it_and_has_no_form(self, declined: Application, rita: User) -> None:
        appeal = appealed(declined)
        shown = signed_in(rita).get(reverse("accreditation:application", args=[declined.pk])).content.decode()
        assert "It was not me" in shown
        assert answer_page(appeal) not in shown

    def test_where_nobody_could_answer_the_page_says_so(self, declined: Application, rita: User) -> None:
        page = reverse("accreditation:application", args=[declined.pk])
        words = "no other registrar who could answer"
        assert words in signed_in(declined.person).get(page).content.decode()
        appealed(declined)
        assert words in signed_in(rita).get(page).content.decode()
        person("Ruth Roe", declined.body, Role.REGISTRAR)
        assert words not in signed_in(rita).get(page).content.decode()

    def test_a_registrar_whose_role_ended_cannot_answer(self, declined: Application, rolf: User) -> None:
        appeal = appealed(declined)
        Membership.objects.filter(person=rolf).update(until=timezone.now())
        with pytest.raises(PermissionDenied):
            appeals.answer(appeal=appeal, actor=rolf, outcome=DISMISSED, reasons="No")

    @pytest.mark.parametrize(
        "sent", [{"outcome": "", "reasons": "Long reasons"}, {"outcome": "no", "reasons": "Long reasons"}]
    )
    def test_a_bad_answer_keeps_what_was_typed(self, sent: dict[str, str], declined: Application, rolf: User) -> None:
        shown = signed_in(rolf).post(answer_page(appealed(declined)), sent).content.decode()
        assert "Long reasons" in shown
        assert not AppealAnswer.objects.exists()

    def test_an_answer_that_comes_second_is_told_of_the_first(self, declined: Application, rolf: User) -> None:
        appeal = appealed(declined)
        ruth = person("Ruth Roe", declined.body, Role.REGISTRAR)
        appeals.answer(appeal=appeal, actor=ruth, outcome=DISMISSED, reasons="It is so")
        sent = {"outcome": "upheld", "reasons": "My own reasons"}
        shown = signed_in(rolf).post(answer_page(appeal), sent).content.decode()
        assert "Ruth Roe has answered this appeal already" in shown
        assert "My own reasons" in shown

    def test_an_appeal_that_is_too_late_keeps_what_was_typed(self, declined: Application) -> None:
        Application.objects.update(decided_at=timezone.now() - timedelta(days=60))
        shown = signed_in(declined.person).post(make_page(declined), {"grounds": "All my grounds"}).content.decode()
        assert "The time to appeal is over" in shown
        assert "All my grounds" in shown

    def test_its_queries_do_not_grow(
        self, suspended: Award, rita: User, rolf: User, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        browser, page = signed_in(rolf), reverse("accreditation:award", args=[suspended.pk])
        for number in range(3):
            appeal = appealed(suspended.application, f"It was not me {number}")
            # As without an appeal, and one for whether anybody else could answer.
            with django_assert_num_queries(14):
                assert browser.get(page).status_code == 200
            appeals.answer(appeal=appeal, actor=rolf, outcome=UPHELD, reasons="So it is")
            deeds.suspend(award=suspended, actor=rita, reason=f"Complaint {number}")


def test_the_queue_of_another_body_has_none_of_it(declined: Application, boris: User, other_body: Body) -> None:
    appealed(declined)
    assert not appeals.answerable_by(boris, [other_body.pk]).exists()
