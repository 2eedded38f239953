"""Applying, deciding, and what may follow on what. Permissions first."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from accounts.accreditation import services
from accounts.accreditation.life import months_later
from accounts.accreditation.models import Application, Award, AwardEvent, Level
from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from tests.accounts.conftest import passed, person
from tests.asking import ask_paper

Turn = Callable[..., None]
TURNS = [services.suspend, services.revoke, services.reinstate]


@pytest.fixture
def by_one(level: Level) -> None:
    """The level asks for no second registrar to revoke."""
    level.revocation_countersigned = False
    level.save()


class TestWhoDecides:
    @pytest.mark.parametrize("who", ["alice", "adam", "boris", "carol"])
    def test_only_a_registrar_of_the_body_decides(
        self, who: str, application: Application, request: pytest.FixtureRequest
    ) -> None:
        somebody = request.getfixturevalue(who)
        with pytest.raises(PermissionDenied):
            services.grant(application=application, actor=somebody)
        with pytest.raises(PermissionDenied):
            services.decline(application=application, actor=somebody, reason="No")
        application.refresh_from_db()
        assert application.status == Application.Status.SUBMITTED

    def test_a_registrar_does_not_decide_about_himself(self, rita: User, level: Level) -> None:
        own = passed(rita, level)
        with pytest.raises(PermissionDenied):
            services.grant(application=own, actor=rita)
        with pytest.raises(PermissionDenied):
            services.decline(application=own, actor=rita, reason="Too easy")
        colleague = person("Rolf Reed", level.body, Role.REGISTRAR)
        award = services.grant(application=own, actor=colleague)
        with pytest.raises(PermissionDenied):
            services.suspend(award=award, actor=rita, reason="Tired")

    @pytest.mark.parametrize("turn", TURNS)
    @pytest.mark.parametrize("who", ["alice", "adam", "boris", "carol"])
    def test_only_a_registrar_of_the_body_changes_an_award(
        self, who: str, turn: Turn, award: Award, request: pytest.FixtureRequest
    ) -> None:
        with pytest.raises(PermissionDenied):
            turn(award=award, actor=request.getfixturevalue(who), reason="Because")
        assert award.events.count() == 1


class TestApply:
    def test_a_pass_makes_an_application_with_its_evidence(self, alice: User, level: Level) -> None:
        application = passed(alice, level, "result-7")
        assert (application.body, application.person, application.level) == (level.body, alice, level)
        assert application.status == Application.Status.SUBMITTED
        assert application.evidence == {
            "kind": "paper",
            "result": "result-7",
            "blueprint": "club-auction",
            "percent": "82.00",
            "sitting": "Spring paper",
            "date": "2026-11-14",
        }
        entry = AuditEntry.objects.get()
        assert (entry.verb, entry.actor, entry.body_id) == ("application.submitted", None, level.body_id)

    def test_the_same_result_makes_one_application(self, alice: User, level: Level) -> None:
        assert passed(alice, level) == passed(alice, level)
        assert AuditEntry.objects.count() == 1

    def test_another_result_makes_another(self, alice: User, level: Level) -> None:
        assert passed(alice, level, "result-1") != passed(alice, level, "result-2")

    def test_a_blueprint_no_level_asks_for_makes_none(self, alice: User, level: Level, other_body: Body) -> None:
        evidence = {"result": "result-1"}
        for body, code in ((level.body, "practice"), (other_body, "club-auction")):
            made = services.apply_for_pass(person=alice, body=body, blueprint_code=code, evidence=evidence)
            assert made is None
        assert not Application.objects.exists()


class TestGrant:
    def test_it_makes_an_award_for_the_months_of_the_level(self, application: Application, rita: User) -> None:
        award = services.grant(application=application, actor=rita, reason="Seen directing")
        today = application.body.today()
        assert (award.person, award.name, award.level) == (application.person, "Alice Archer", application.level)
        assert (award.valid_from, award.valid_until) == (today, months_later(today, 36))
        assert (award.status, award.granted_by) == (Award.Status.GRANTED, rita)
        application.refresh_from_db()
        assert (application.status, application.decided_by) == (Application.Status.GRANTED, rita)
        assert application.decided_at == award.granted_at
        event = award.events.get()
        assert (event.verb, event.actor, event.reason) == ("granted", rita, "Seen directing")
        entry = AuditEntry.objects.get(verb="award.granted")
        assert (entry.actor, entry.body_id, entry.target_id) == (rita, application.body_id, str(award.pk))

    def test_granting_twice_gives_one_award(self, application: Application, rita: User) -> None:
        first = services.grant(application=application, actor=rita)
        assert services.grant(application=application, actor=rita) == first
        assert AwardEvent.objects.count() == 1

    def test_an_earlier_day_is_possible_a_later_one_not(self, application: Application, rita: User) -> None:
        tomorrow = application.body.today() + timedelta(days=1)
        with pytest.raises(ValidationError, match="future"):
            services.grant(application=application, actor=rita, valid_from=tomorrow)
        yesterday = application.body.today() - timedelta(days=1)
        assert services.grant(application=application, actor=rita, valid_from=yesterday).valid_from == yesterday

    def test_a_declined_application_stays_declined(self, application: Application, rita: User) -> None:
        services.decline(application=application, actor=rita, reason="Too few sessions")
        with pytest.raises(ValidationError, match="declined"):
            services.grant(application=application, actor=rita)
        assert not Award.objects.exists()

    def test_all_the_level_asks_for_must_be_shown(self, application: Application, rita: User) -> None:
        ask_paper(application.level, "club-movements", "Movements")
        with pytest.raises(ValidationError, match=r"Not met yet: Movements\."):
            services.grant(application=application, actor=rita)
        services.apply_for_pass(
            person=application.person,
            body=application.body,
            blueprint_code="club-movements",
            evidence={"result": "result-2"},
        )
        assert services.grant(application=application, actor=rita).application == application

    def test_who_holds_the_level_waits_until_it_ends(self, application: Application, rita: User) -> None:
        again = passed(application.person, application.level, "result-2")
        award = services.grant(application=application, actor=rita)
        with pytest.raises(ValidationError, match="holds this level until"):
            services.grant(application=again, actor=rita)
        Award.objects.update(
            valid_from=award.valid_from - timedelta(days=9), valid_until=award.body.today() - timedelta(days=1)
        )
        assert services.grant(application=again, actor=rita) != award

    def test_a_nameless_person_gets_no_certificate(self, application: Application, rita: User) -> None:
        User.objects.filter(pk=application.person_id).update(name="")
        with pytest.raises(ValidationError, match="name"):
            services.grant(application=application, actor=rita)
        assert not Award.objects.exists()

    def test_a_new_name_does_not_rewrite_the_award(self, award: Award) -> None:
        User.objects.filter(pk=award.person_id).update(name="Somebody Else")
        award.refresh_from_db()
        assert award.name == "Alice Archer"


class TestDecline:
    def test_the_reason_is_kept(self, application: Application, rita: User) -> None:
        services.decline(application=application, actor=rita, reason=" Too few sessions ")
        application.refresh_from_db()
        assert (application.status, application.reason) == (Application.Status.DECLINED, "Too few sessions")
        assert AuditEntry.objects.get(verb="application.declined").reason == "Too few sessions"

    def test_it_needs_a_reason(self, application: Application, rita: User) -> None:
        with pytest.raises(ValidationError, match="Say why"):
            services.decline(application=application, actor=rita, reason=" ")

    def test_what_is_granted_is_not_declined(self, award: Award, rita: User) -> None:
        with pytest.raises(ValidationError, match="granted"):
            services.decline(application=award.application, actor=rita, reason="Second thoughts")


@pytest.mark.usefixtures("by_one")
class TestTurns:
    @pytest.mark.parametrize(
        ("turns", "status"),
        [
            ([services.suspend], Award.Status.SUSPENDED),
            ([services.revoke], Award.Status.REVOKED),
            ([services.suspend, services.revoke], Award.Status.REVOKED),
            ([services.suspend, services.reinstate], Award.Status.GRANTED),
            ([services.revoke, services.reinstate], Award.Status.GRANTED),
        ],
    )
    def test_what_follows_on_what(self, turns: list[Turn], status: str, award: Award, rita: User) -> None:
        for turn in turns:
            turn(award=award, actor=rita, reason="Because")
        award.refresh_from_db()
        assert award.status == status
        verbs = list(award.events.values_list("verb", flat=True))
        assert len(verbs) == 1 + len(turns)
        logged = AuditEntry.objects.filter(target_id=str(award.pk)).order_by("id")
        assert list(logged.values_list("verb", flat=True)) == [f"award.{verb}" for verb in verbs]

    @pytest.mark.parametrize(
        "turns",
        [
            [services.reinstate],
            [services.revoke, services.suspend],
        ],
    )
    def test_what_does_not_follow(self, turns: list[Turn], award: Award, rita: User) -> None:
        *before, last = turns
        for turn in before:
            turn(award=award, actor=rita, reason="Because")
        with pytest.raises(ValidationError, match="Not possible now"):
            last(award=award, actor=rita, reason="Because")
        assert award.events.count() == 1 + len(before)

    @pytest.mark.parametrize("turn", [services.suspend, services.revoke])
    def test_sent_twice_it_is_done_once(self, turn: Turn, award: Award, rita: User, rolf: User) -> None:
        for _press in range(2):
            turn(award=award, actor=rita, reason="Because")
        assert award.events.count() == 2
        # A colleague's press with a reason of its own is not lost without a word.
        with pytest.raises(ValidationError, match="Not possible now"):
            turn(award=award, actor=rolf, reason="Another reason")

    @pytest.mark.parametrize("turn", TURNS)
    def test_it_needs_a_reason(self, turn: Turn, award: Award, rita: User) -> None:
        with pytest.raises(ValidationError, match="Say why"):
            turn(award=award, actor=rita, reason="")

    def test_a_revoked_award_stays_so_beside_a_new_one(self, award: Award, rita: User) -> None:
        services.revoke(award=award, actor=rita, reason="Found out")
        services.grant(application=passed(award.person, award.level, "result-2"), actor=rita)
        with pytest.raises(ValidationError, match="holds this level until"):
            services.reinstate(award=award, actor=rita, reason="Appeal upheld")


class TestTheDatabase:
    def test_the_history_of_an_award_cannot_be_rewritten(self, award: Award) -> None:
        event = award.events.get()
        event.reason = "Something nicer"
        connection.check_constraints()  # so that TRUNCATE meets the trigger and not foreign keys still to be checked
        attempts: list[Callable[[], object]] = [
            event.save,
            event.delete,
            lambda: AwardEvent.objects.update(reason=""),
            lambda: connection.cursor().execute("TRUNCATE accreditation_awardevent CASCADE"),
        ]
        for attempt in attempts:
            with pytest.raises(DatabaseError, match="only grows"), transaction.atomic():
                attempt()
        assert award.events.get().reason == ""

    def test_one_application_makes_one_award(self, award: Award, rita: User) -> None:
        with pytest.raises(DatabaseError, match="application_id"), transaction.atomic():
            Award.objects.create(
                body=award.body,
                person=award.person,
                name=award.name,
                level=award.level,
                application=award.application,
                granted_by=rita,
                valid_from=award.valid_from,
                valid_until=award.valid_until,
            )

    def test_a_decision_has_somebody_who_made_it(self, application: Application) -> None:
        with pytest.raises(DatabaseError, match="decided_by_somebody"), transaction.atomic():
            Application.objects.filter(pk=application.pk).update(status=Application.Status.GRANTED)

    def test_one_result_makes_one_application(self, application: Application) -> None:
        with pytest.raises(DatabaseError, match="application_is_made_once"), transaction.atomic():
            Application.objects.create(
                body=application.body,
                person=application.person,
                level=application.level,
                evidence=application.evidence,
            )


def test_a_registrar_whose_role_ended_decides_nothing(application: Application, rita: User) -> None:
    Membership.objects.filter(person=rita).update(until=timezone.now())
    with pytest.raises(PermissionDenied):
        services.grant(application=application, actor=rita)
