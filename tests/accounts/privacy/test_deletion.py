"""Deleting an account: asked for and confirmed, waited for, taken back, and done with exactly what was told."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core import mail
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation.models import Award, RegisterEntry
from accounts.audit.models import AuditEntry
from accounts.letters.account import send_letter
from accounts.letters.models import Letter
from accounts.models import Membership, Role, User
from accounts.privacy import deletions
from accounts.privacy.models import Deletion
from exams.practice import exercises
from exams.practice.models import Learner
from exams.practice.queue import Wanted
from exams.sittings import closure, services
from exams.sittings.models import Attempt
from tests import factories, shelves
from tests.accounts.conftest import signed_in
from tests.accounts.privacy.test_my_data import confirmed, with_password
from tests.exams.marking.conftest import Clock, clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

__all__ = ["clock"]

DELETE, KEEP = reverse("privacy:delete"), reverse("privacy:take-back")
LATER = dt.timedelta(days=15)


def due(person: User) -> Deletion:
    """Asked for so long ago that it is due."""
    made = deletions.ask(person=person)
    Deletion.objects.filter(pk=made.pk).update(due_at=timezone.now() - dt.timedelta(minutes=1))
    return made


class TestPermissions:
    def test_a_stranger_is_asked_to_sign_in(self, db: None) -> None:
        for address in (DELETE, KEEP):
            assert signed_in(None).post(address)["Location"].startswith(reverse("account_login"))

    def test_whoever_finds_a_machine_signed_in_must_give_the_password(self, alice: User) -> None:
        asked = with_password(alice).post(DELETE, {"sure": "on"})
        assert asked["Location"].startswith(reverse("account_reauthenticate"))
        assert not Deletion.objects.exists()

    def test_one_asks_for_oneself_alone(self, alice: User, carol: User) -> None:
        confirmed(carol).post(DELETE, {"sure": "on"})
        assert [one.person for one in Deletion.objects.all()] == [carol]
        signed_in(alice).post(KEEP)
        assert deletions.asked_by(carol) is not None


class TestAsking:
    def test_the_page_says_before_what_goes_and_what_stays(self, award: Award, alice: User) -> None:
        page = signed_in(alice).get(DELETE).content.decode()
        assert "Stays, with the name on the award. The public must be able to check who may direct" in page
        assert "It is closed." in page

    def test_it_waits_a_fortnight_and_a_letter_tells(
        self, alice: User, django_capture_on_commit_callbacks: object
    ) -> None:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            assert confirmed(alice).post(DELETE, {"sure": "on"}).status_code == 302
            confirmed(alice).post(DELETE, {"sure": "on"})
        made = Deletion.objects.get()
        assert made.due_at - made.asked_at == dt.timedelta(days=14)
        assert [one.to for one in mail.outbox] == [[alice.email]]
        assert AuditEntry.objects.filter(verb="person.deletion_asked").count() == 1
        assert deletions.carry_out_due() == 0

    def test_without_the_tick_nothing_happens(self, alice: User) -> None:
        assert confirmed(alice).post(DELETE, {}).status_code == 400
        assert not Deletion.objects.exists()

    def test_it_can_be_taken_back(self, alice: User) -> None:
        due(alice)
        browser = signed_in(alice)
        for _time in range(2):
            assert browser.post(KEEP).status_code == 302
        assert deletions.carry_out_due() == 0
        assert AuditEntry.objects.filter(verb="person.deletion_taken_back").count() == 1
        assert deletions.ask(person=alice).taken_back_at is None

    @pytest.mark.parametrize("who", ["rita", "adam"])
    def test_nobody_goes_who_alone_holds_a_role(self, who: str, request: pytest.FixtureRequest) -> None:
        user: User = request.getfixturevalue(who)
        assert "You are the only" in signed_in(user).get(DELETE).content.decode()
        with pytest.raises(ValidationError, match="has to be appointed first"):
            deletions.ask(person=user)

    def test_nor_when_the_others_have_gone_since(self, rita: User, rolf: User) -> None:
        due(rita)
        due(rolf)
        assert deletions.carry_out_due() == 1
        assert Membership.objects.active().filter(role=Role.REGISTRAR).count() == 1


class TestDoing:
    def test_awards_and_log_stay_and_the_rest_goes(self, award: Award, alice: User, rita: User) -> None:
        RegisterEntry.objects.create(body=award.body, person=alice, number="4711")
        Letter.objects.create(body=award.body, person=alice, once="x", subject="Hello", text="Dear Alice", html="")
        letters = Letter.objects.filter(person=alice).count()
        before = list(AuditEntry.objects.values_list("pk", "seal"))
        made = due(alice)
        assert deletions.carry_out_due() == 1
        alice.refresh_from_db()
        award.refresh_from_db()
        assert (alice.name, alice.shown_email, alice.is_active) == ("Alice Archer", "", False)
        assert not alice.has_usable_password()
        assert (award.name, award.person, award.state) == ("Alice Archer", alice, Award.objects.get(pk=award.pk).state)
        assert not Membership.objects.active().filter(person=alice).exists()
        assert not Letter.objects.filter(person=alice).exists()
        assert RegisterEntry.objects.get(person=alice).number == ""
        made.refresh_from_db()
        assert made.done_at is not None
        assert (
            list(
                AuditEntry.objects.filter(pk__in=[pk for pk, _seal in before])
                .order_by("-at", "-id")
                .values_list("pk", "seal")
            )
            == before
        )
        assert all(one.is_genuine for one in AuditEntry.objects.all())
        told = AuditEntry.objects.get(verb="person.deleted")
        assert (told.actor, told.data["removed"]["letters"]) == (None, letters)

    def test_twice_does_it_once(self, alice: User) -> None:
        made = due(alice)
        assert deletions.carry_out_due() == 1
        assert deletions.carry_out_due() == 0
        assert not deletions.carry_out(made.pk)
        assert AuditEntry.objects.filter(verb="person.deleted").count() == 1

    def test_without_an_award_or_a_result_the_name_goes_too(self, carol: User) -> None:
        browser = signed_in(carol)
        assert browser.get(reverse("people:me")).status_code == 200
        due(carol)
        deletions.carry_out_due()
        carol.refresh_from_db()
        assert "Carol" not in f"{carol.name} {carol.email}"
        assert browser.get(reverse("people:me")).status_code == 302

    def test_one_that_fails_stops_no_other(self, carol: User, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
        due(carol)
        due(alice)
        real = send_letter

        def broken(to: object, *rest: object) -> None:
            if to == carol.email:
                raise OSError
            real(to, *rest)  # type: ignore[arg-type]

        monkeypatch.setattr(deletions, "send_letter", broken)
        assert deletions.carry_out_due() == 1
        carol.refresh_from_db()
        assert (carol.is_active, carol.shown_email) == (True, "carol.cole@example.org")

    def test_a_running_attempt_is_waited_for_and_results_stay(self, db: None, clock: Clock) -> None:
        alice = factories.person("Alice", Role.CANDIDATE)
        done = sitting_of(paper_with("best_ruling"), clock.now, title="Done")
        hand_in(done, alice, ["c"])
        running = sitting_of(paper_with("best_ruling"), clock.now, title="Going on")
        services.enter(sitting=running, person=alice)
        attempt = services.start(sitting=running, person=alice)
        due(alice)
        assert "running" in signed_in(alice).get(DELETE).content.decode()
        assert deletions.carry_out_due(clock.now + LATER) == 0
        closure.submit(attempt_id=attempt.pk, person=alice)
        assert deletions.carry_out_due(clock.now + LATER) == 1
        alice.refresh_from_db()
        assert alice.name == "Alice"
        assert Attempt.objects.of(alice).count() == 2

    def test_practice_goes_with_all_that_follows_from_it(self, db: None) -> None:
        shelves.load()
        ruth = factories.person("Ruth", Role.CANDIDATE)
        learner = exercises.learner_of(ruth)
        exercises.following(exercises.start(exercises.Somebody(learner), Wanted(law="27")))
        due(ruth)
        assert deletions.carry_out_due() == 1
        assert not Learner.objects.filter(person=ruth).exists()
