"""How long a body keeps what: off until it is set, looked at before, and removed in small batches."""

from __future__ import annotations

import datetime as dt

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation import appeals, standing
from accounts.accreditation.intake import services as intake
from accounts.accreditation.models import Application, Award, Doubt, Intake, IntakeLine, Level
from accounts.accreditation.services import decline, grant
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Body, Invitation, Role, User
from accounts.privacy import retention
from accounts.privacy.models import Retention
from exams.practice.exercises import learner_of
from exams.practice.models import Learner
from tests.accounts.accreditation.intake.conftest import ready
from tests.accounts.conftest import signed_in

YEARS = dt.timedelta(days=800)


def address(body: Body) -> str:
    return reverse("privacy:times", args=[body.slug])


def letter(body: Body, person: User, sent: dt.timedelta | None) -> Letter:
    """A letter that was sent so long ago, or not yet."""
    at = None if sent is None else timezone.now() - sent
    once = str(Letter.objects.count())
    return Letter.objects.create(
        body=body, person=person, once=once, subject="Hello", text="Dear", html="<p>", sent_at=at
    )


def keep(body: Body, actor: User, **months: int | None) -> None:
    retention.set_times(body=body, actor=actor, months=months)


class TestPermissions:
    def test_only_administrators_of_the_body_see_and_set_it(
        self, body: Body, alice: User, rita: User, boris: User, carol: User, adam: User
    ) -> None:
        assert signed_in(None).get(address(body)).status_code == 302
        for user in (alice, rita, boris, carol):
            assert signed_in(user).get(address(body)).status_code == 403
            assert signed_in(user).post(address(body), {"letters": 1, "do": "save"}).status_code == 403
        assert not Retention.objects.exists()
        assert signed_in(adam).get(address(body)).status_code == 200


class TestPage:
    def test_looking_changes_nothing_and_tells_numbers_and_the_oldest(
        self, body: Body, adam: User, alice: User
    ) -> None:
        for days in (800, 900, 10):
            letter(body, alice, dt.timedelta(days=days))
        page = signed_in(adam).post(address(body), {"letters": 24, "do": "look"}).content.decode()
        oldest = timezone.localtime(timezone.now() - dt.timedelta(days=900), body.zone)
        assert f"Today 2 would go; the oldest is of {oldest.day} {oldest:%B %Y}." in page
        assert not Retention.objects.exists()
        assert not AuditEntry.objects.exclude(verb__startswith="person.").exists()

    def test_saving_is_noted_once(self, body: Body, adam: User) -> None:
        for _time in range(2):
            signed_in(adam).post(address(body), {"letters": 24, "do": "save"})
        assert retention.set_months(body)["letters"] == 24
        assert AuditEntry.objects.filter(verb="retention.set").count() == 1

    def test_what_is_no_number_of_months_is_refused(self, body: Body, adam: User) -> None:
        response = signed_in(adam).post(address(body), {"letters": 0, "practice": "x", "do": "save"})
        assert response.status_code == 400
        assert not Retention.objects.exists()


class TestRemoving:
    def test_nothing_goes_before_the_body_has_said_so(self, body: Body, alice: User) -> None:
        letter(body, alice, YEARS)
        assert retention.remove_all() == 0

    def test_it_goes_in_batches_each_noted_and_nothing_else_goes(
        self, body: Body, other_body: Body, adam: User, alice: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(retention, "BATCH", 2)
        old = [letter(body, alice, YEARS) for _n in range(5)]
        kept = [letter(body, alice, dt.timedelta(days=5)), letter(body, alice, None), letter(other_body, alice, YEARS)]
        keep(body, adam, letters=24)
        assert retention.remove_all() == 5
        assert retention.remove_all() == 0
        for one in old:
            one.refresh_from_db()
            # That it was sent stays: the same letter must not go out again.
            assert (one.text, one.subject, one.html, one.sent_at is None) == ("", "", "", False)
        for one in kept:
            one.refresh_from_db()
            assert one.text == "Dear"
        noted = AuditEntry.objects.filter(verb="retention.removed", body_id=body.pk)
        assert sorted(one.data["count"] for one in noted) == [1, 2, 2]

    def test_invitations_that_are_open_stay(self, body: Body, adam: User) -> None:
        about = {"body": body, "role": Role.EXAMINER, "reason": "r", "invited_by": adam}
        old = Invitation.objects.create(email="a@example.org", at=timezone.now() - YEARS, **about)
        new = Invitation.objects.create(email="b@example.org", **about)
        keep(body, adam, invitations=1)
        assert retention.remove_all() == 1
        assert list(Invitation.objects.all()) == [new] != [old]

    def test_practice_goes_of_whoever_has_not_signed_in(self, body: Body, adam: User, alice: User, carol: User) -> None:
        for one, last in ((alice, timezone.now() - YEARS), (carol, timezone.now())):
            User.objects.filter(pk=one.pk).update(last_login=last)
            learner_of(one)
            Learner.objects.filter(person=one).update(body=body)
        keep(body, adam, practice=24)
        assert retention.remove_all() == 1
        assert [one.person for one in Learner.objects.all()] == [carol]

    def test_lines_of_imports_go_and_their_awards_stay(self, body: Body, adam: User, rita: User, level: Level) -> None:
        lines = [f"{name},,,,{level.code},2026-01-01,2029-12-31" for name in ("Lena Lowe", "Max Moss")]
        applied, waiting = ready(body, rita, lines[0]), ready(body, rita, lines[1])
        intake.apply(intake=applied, actor=rita)
        Intake.objects.update(made_at=timezone.now() - YEARS)
        keep(body, adam, import_lines=12)
        assert retention.remove_all() == 2
        assert retention.remove_all() == 0
        line = IntakeLine.objects.get()
        assert (line.intake_id, line.cells, line.plan) == (applied.pk, [], {})
        assert Award.objects.get(name="Lena Lowe").intake_line == line
        assert not Intake.objects.filter(pk=waiting.pk).exists()
        with pytest.raises(Exception, match="has been removed"):
            intake.undo(intake=applied, actor=rita, reason="Wrong file.")
        for page in ("intake", "intake_line"):
            args = [applied.pk] if page == "intake" else [applied.pk, line.number]
            assert signed_in(rita).get(reverse(f"accreditation:{page}", args=args)).status_code == 200


class TestDeclinedApplications:
    @pytest.fixture
    def declined(self, application: Application, rita: User) -> Application:
        """Declined long ago."""
        decline(application=application, actor=rita, reason="You were rude to the players.")
        self.long_ago(application)
        return application

    def long_ago(self, application: Application) -> None:
        Application.objects.filter(pk=application.pk).update(decided_at=timezone.now() - YEARS)

    def test_what_they_say_goes_and_that_they_were_declined_stays(
        self, declined: Application, body: Body, adam: User, alice: User, rita: User
    ) -> None:
        sealed = list(AuditEntry.objects.values_list("pk", "seal"))
        keep(body, adam, declined_applications=24)
        [told] = [one for one in retention.outlook(body, retention.set_months(body)) if one.count]
        assert (told.kind.key, told.count) == ("declined_applications", 1)
        declined.refresh_from_db()
        assert declined.emptied_at is None
        assert retention.remove_all() == 1
        assert retention.remove_all() == 0
        result = declined.evidence["result"]
        declined.refresh_from_db()
        assert (declined.status, declined.decided_by, declined.reason) == ("declined", rita, "")
        assert declined.evidence == {"kind": "paper", "result": result}
        assert declined.emptied_at is not None
        # The log is as it was, and its seals fit.
        assert sealed == list(AuditEntry.objects.filter(pk__in=[pk for pk, _seal in sealed]).values_list("pk", "seal"))
        assert AuditEntry.objects.filter(verb="application.declined", reason="You were rude to the players.").exists()
        for person in (alice, rita):
            page = reverse("accreditation:application", args=[declined.pk])
            shown = signed_in(person).get(page).content.decode()
            assert "does not keep it any longer" in shown
            assert "You were rude" not in shown.partition('id="letters"')[0]
        # What was declined still counts as declined.
        assert standing.rests_on(declined) == [f"paper:{result}"]

    @pytest.mark.parametrize("why", ["waits", "granted", "lately", "appeal", "in time", "doubt"])
    def test_the_others_stay(
        self, application: Application, body: Body, adam: User, alice: User, rita: User, why: str
    ) -> None:
        if why == "granted":
            grant(application=application, actor=rita)
        elif why != "waits":
            decline(application=application, actor=rita, reason="No.")
        if why == "appeal":
            appeals.make(application=application, person=alice, grounds="I was not.")
        if why == "doubt":
            Doubt.objects.create(application=application, about="regrade:1", why="Marked again.")
        if why == "in time":
            Level.objects.update(appeal_days=900)
        if why not in ("waits", "lately"):
            self.long_ago(application)
        keep(body, adam, declined_applications=1)
        assert retention.remove_all() == 0
        application.refresh_from_db()
        assert "percent" in application.evidence

    @pytest.mark.parametrize(
        "change",
        [
            {"evidence": {"result": "another"}, "emptied_at": timezone.now()},
            {"evidence": {"result": "r"}},
            {"emptied_at": None},
            {"reason": "Other words."},
            {"status": "submitted", "decided_by": None, "decided_at": None},
        ],
    )
    def test_the_database_lets_them_be_emptied_and_nothing_else(
        self, declined: Application, body: Body, adam: User, change: dict[str, object]
    ) -> None:
        if "evidence" not in change:
            keep(body, adam, declined_applications=24)
            retention.remove_all()
        with pytest.raises(DatabaseError, match="Cannot update"), transaction.atomic():
            Application.objects.filter(pk=declined.pk).update(**change)


@pytest.mark.parametrize(
    ("months", "day"), [(1, "2026-02-28"), (3, "2025-12-31"), (12, "2025-03-31"), (600, "1976-03-31")]
)
def test_months_are_counted_back_in_the_calendar(
    body: Body, monkeypatch: pytest.MonkeyPatch, months: int, day: str
) -> None:
    monkeypatch.setattr(Body, "today", lambda _self: dt.date(2026, 3, 31))
    assert f"{retention.cut_off(body, months):%Y-%m-%d}" == day
