"""An import writes what was previewed, once, and can be undone as long as nothing is built on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.urls import reverse

from accounts.accreditation import deeds
from accounts.accreditation.evidencing import enter
from accounts.accreditation.intake import services
from accounts.accreditation.intake.plan import DryRun
from accounts.accreditation.may_direct import Verdict, Why, by_award, may_direct
from accounts.accreditation.models import Application, Award, AwardEvent, Intake, Level, RegisterEntry
from accounts.accreditation.scope import Event, EventKind
from accounts.accreditation.services import grant
from accounts.audit.models import AuditEntry
from accounts.models import Body, Club, Membership, Role, User
from tests.accounts.accreditation.intake.conftest import line_of, ready
from tests.accounts.conftest import passed, signed_in

BRIAN = "Brian Lowe,brian@example.org,1234,,Club Director,1/1/2026,31/12/2027"
SUSAN = "Susan Marsh,,,,Club Director,1/1/2026,31/12/2027"

pytestmark = pytest.mark.usefixtures("level")


class TestImporting:
    def test_it_makes_people_with_their_awards(self, body: Body, rita: User, imported: Callable[..., Intake]) -> None:
        made = imported(BRIAN, SUSAN)
        award = Award.objects.get(name="Brian Lowe")
        assert (f"{award.valid_from}", f"{award.valid_until}", award.state) == ("2026-01-01", "2027-12-31", "valid")
        assert award.person.email == "brian@example.org"
        assert not award.person.has_usable_password()
        assert award.person.memberships.get().role == Role.CANDIDATE
        assert RegisterEntry.objects.get(person=award.person).number == "1234"
        event = award.events.get()
        assert event.verb == "granted"
        assert event.data == {
            "start": "2026-01-01",
            "end_after": "2027-12-31",
            "imported": True,
            "batch": str(made.pk),
            "line": 2,
        }
        assert Award.objects.get(name="Susan Marsh").person.shown_email == ""

    def test_one_record_for_the_batch_with_its_counts(self, imported: Callable[..., Intake]) -> None:
        made = imported(BRIAN, SUSAN, "Anne & Bob,,,,Club,,31/12/2027")
        entry = AuditEntry.objects.get(verb="register.imported")
        assert entry.target_id == str(made.pk)
        assert entry.data == {
            "file": "register.csv", "awards": 2, "people": 2, "clubs": 0, "same": 0, "passed_over": 1,
        }  # fmt: skip
        assert not AuditEntry.objects.filter(verb="award.granted").exists()

    def test_the_application_shows_the_line(self, rita: User, imported: Callable[..., Intake]) -> None:
        imported(BRIAN)
        found = Application.objects.get()
        assert found.evidence["kind"] == "import"
        page = signed_in(rita).get(reverse("accreditation:application", args=[found.pk])).content.decode()
        for word in (
            "Imported from a register",
            "register.csv",
            "1234",
            "brian@example.org",
            "with an imported register",
        ):
            assert word in page

    def test_sent_twice_it_is_done_once(self, body: Body, rita: User) -> None:
        made = ready(body, rita, BRIAN)
        browser = signed_in(rita)
        for _time in range(2):
            browser.post(reverse("accreditation:intake_apply", args=[made.pk]))
        assert Award.objects.count() == 1

    def test_not_while_a_line_waits_for_a_decision(self, body: Body, rita: User) -> None:
        made = ready(body, rita, BRIAN.replace("Club Director", "CD"))
        with pytest.raises(ValidationError, match="line 2"):
            services.apply(intake=made, actor=rita)
        assert not Award.objects.exists()

    def test_clubs_are_made_and_given(self, body: Body, rita: User, alice: User) -> None:
        Membership.objects.filter(person=alice).update(club=None)
        made = ready(
            body, rita, BRIAN.replace(",1234,,", ",1234,Toowong,"),
            f"Alice Archer,{alice.email},77,TOOWONG,Club,1/1/2026,31/12/2027",
        )  # fmt: skip
        services.settle(intake=made, actor=rita, clubs={"Toowong": "make"})
        services.apply(intake=made, actor=rita)
        club = Club.objects.get(body=body, name="Toowong")
        assert club.memberships.count() == 2
        assert RegisterEntry.objects.get(person=alice).number == "77"

    def test_two_levels_of_one_new_person(self, body: Body, imported: Callable[..., Intake]) -> None:
        Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36, order=1)
        imported(BRIAN, BRIAN.replace("Club Director", "Congress Director"))
        assert Award.objects.values("person").distinct().count() == 1
        assert Award.objects.count() == 2

    def test_an_account_elsewhere_joins_only_when_invited(
        self, body: Body, carol: User, imported: Callable[..., Intake]
    ) -> None:
        imported(f"Carol Cole,{carol.email},,,Club,1/1/2026,31/12/2027", BRIAN)
        assert Award.objects.get().name == "Brian Lowe"
        assert not carol.memberships.exists()


class TestWhatHasChangedSince:
    @pytest.mark.parametrize("change", ["renamed", "granted", "like", "address", "level", "number", "club"])
    def test_it_is_refused_with_the_line(
        self, change: str, body: Body, rita: User, rolf: User, alice: User, level: Level, club: Club, carol: User
    ) -> None:
        other = Club.objects.create(body=body, name="Toowong")
        made = ready(
            body, rita, f"Alice Archer,{alice.email},8,,Club,1/1/2026,31/12/2027",
            BRIAN.replace(",1234,,", ",1234,Jacaranda Bridge Club,"), SUSAN,
        )  # fmt: skip
        changes: dict[str, tuple[Callable[[], Any], str]] = {
            "renamed": (lambda: User.objects.filter(pk=alice.pk).update(name="Alice Bond"), "line 2"),
            "granted": (lambda: deeds_grant(alice, level, rolf), "line 2"),
            "like": (lambda: _member("Suzan Marsh", body), "line 4"),
            "address": (lambda: User.objects.filter(pk=carol.pk).update(email="brian@example.org"), "line 3"),
            "level": (lambda: Level.objects.filter(pk=level.pk).update(code="other", name="Other"), "lines 2, 3, 4"),
            "number": (lambda: RegisterEntry.objects.create(body=body, person=rolf, number="1234"), "line 3"),
            "club": (lambda: Membership.objects.filter(person=alice).update(club=other), "line 2"),
        }
        do, word = changes[change]
        do()
        before = Award.objects.count()
        with pytest.raises(ValidationError, match=word):
            services.apply(intake=made, actor=rita)
        assert Award.objects.count() == before
        assert not User.objects.filter(name="Susan Marsh").exists()
        services.preview(intake=made, actor=rita)
        assert made.lines.get(number=4).outcome in ("new", "decide")

    def test_the_page_says_so_and_offers_to_preview_again(self, body: Body, rita: User, alice: User) -> None:
        made = ready(body, rita, f"Alice Archer,{alice.email},,,Club,1/1/2026,31/12/2027")
        User.objects.filter(pk=alice.pk).update(name="Alice Bond")
        browser = signed_in(rita)
        page = browser.post(reverse("accreditation:intake_apply", args=[made.pk]), follow=True).content.decode()
        assert "has changed since the preview: see line 2" in page
        assert "Preview again" in page
        browser.post(reverse("accreditation:intake_preview", args=[made.pk]))
        browser.post(reverse("accreditation:intake_apply", args=[made.pk]))
        assert Award.objects.get().name == "Alice Bond"


def deeds_grant(alice: User, level: Level, rolf: User) -> None:
    grant(application=passed(alice, level), actor=rolf)


def _member(name: str, body: Body) -> None:
    somebody = User.objects.create_user("suzan@example.org", name=name)
    Membership.objects.create(person=somebody, body=body, role=Role.CANDIDATE)


class TestUndoing:
    def test_the_register_and_the_codes_know_the_awards_no_more(
        self, rita: User, imported: Callable[..., Intake]
    ) -> None:
        made = imported(BRIAN, SUSAN)
        services.undo(intake=made, actor=rita, reason="The wrong file")
        award = Award.objects.get(name="Brian Lowe")
        assert award.state == "undone"
        assert not Award.objects.on_register().exists()
        assert not Award.objects.held().exists()
        assert list(award.events.values_list("verb", "reason")) == [("granted", ""), ("undone", "The wrong file")]
        page = signed_in(None).get(reverse("register:verify", args=[award.verification_code])).content.decode()
        assert "entered in error" in page
        assert "is valid" not in page
        assert "Brian Lowe" not in page
        assert AuditEntry.objects.filter(verb="register.import_undone").count() == 1

    def test_it_let_nobody_direct_on_any_day(self, body: Body, rita: User, imported: Callable[..., Intake]) -> None:
        made = imported(BRIAN)
        award = Award.objects.get()
        event, day = Event(EventKind.CLUB, 10), body.today()
        before = may_direct(award.person, body, event, day)
        services.undo(intake=made, actor=rita, reason="The wrong file")

        assert before.verdict == Verdict.UNSAID  # the award counted: only what its level covers was not said
        for answer in (may_direct(award.person, body, event, day), by_award(award, event, day)):
            assert (answer.verdict, [reason.why for reason in answer.reasons]) == (Verdict.NO, [Why.NO_AWARD])

    def test_whom_it_made_is_closed(self, rita: User, imported: Callable[..., Intake]) -> None:
        made = imported(BRIAN)
        services.undo(intake=made, actor=rita, reason="The wrong file")
        somebody = Award.objects.get().person
        assert not somebody.is_active
        assert somebody.shown_email == ""
        assert not somebody.memberships.active().exists()
        assert RegisterEntry.objects.get().number == ""

    def test_who_was_there_stays(self, rita: User, alice: User, carol: User, imported: Callable[..., Intake]) -> None:
        made = imported(
            f"Alice Archer,{alice.email},55,,Club,1/1/2026,31/12/2027",
            f"Carol Cole,{carol.email},,,Club,1/1/2026,31/12/2027",
        )
        services.undo(intake=made, actor=rita, reason="The wrong file")
        for somebody in (alice, carol):
            somebody.refresh_from_db()
            assert somebody.is_active
        assert alice.memberships.active().exists()
        assert not carol.memberships.active().exists()

    def test_the_same_file_can_be_imported_again(self, body: Body, rita: User, imported: Callable[..., Intake]) -> None:
        services.undo(intake=imported(BRIAN, SUSAN), actor=rita, reason="The wrong file")
        imported(BRIAN, SUSAN)
        assert Award.objects.on_register().count() == 2

    def test_sent_twice_it_is_done_once(self, rita: User, imported: Callable[..., Intake]) -> None:
        made = imported(BRIAN)
        for _time in range(2):
            services.undo(intake=made, actor=rita, reason="The wrong file")
        assert AwardEvent.objects.filter(verb="undone").count() == 1

    @pytest.mark.parametrize("what", ["deed", "evidence", "application", "signed in", "password", "role", "proposal"])
    def test_not_when_something_is_built_on_it(
        self, what: str, body: Body, rita: User, rolf: User, level: Level, imported: Callable[..., Intake]
    ) -> None:
        made = imported(BRIAN)
        award = Award.objects.select_related("body", "level", "person").get()
        somebody = award.person
        if what == "deed":
            deeds.suspend(award=award, actor=rolf, reason="A complaint")
        elif what == "evidence":
            enter(
                body=body, person=somebody, actor=rolf, kind="fee", day=body.today(), details={"amount": "10"},
                reference="fee:1",
            )  # fmt: skip
        elif what == "application":
            Application.objects.create(body=body, person=somebody, level=level, evidence={"result": "a later one"})
        elif what == "signed in":
            User.objects.filter(pk=somebody.pk).update(last_login=somebody.date_joined)
        elif what == "password":
            somebody.set_password("a table of thirteen")
            somebody.save()
        elif what == "role":
            Membership.objects.create(person=somebody, body=body, role=Role.EXAMINER)
        else:
            deeds.propose(award=award, actor=rolf, reason="A complaint")
        with pytest.raises(ValidationError, match="Brian Lowe"):
            services.undo(intake=made, actor=rita, reason="The wrong file")
        page = signed_in(rita).get(reverse("accreditation:intake", args=[made.pk])).content.decode()
        assert "can no longer be undone" in page
        award.refresh_from_db()
        assert award.status != "undone"

    def test_an_open_file_is_not_undone_and_an_imported_one_not_changed(
        self, body: Body, rita: User, imported: Callable[..., Intake]
    ) -> None:
        with pytest.raises(ValidationError):
            services.undo(intake=ready(body, rita, SUSAN), actor=rita, reason="The wrong file")
        made = imported(BRIAN)
        changes: list[Callable[[], None]] = [
            lambda: services.discard(intake=made, actor=rita),
            lambda: services.settle(intake=made, actor=rita, day_first=True),
            lambda: services.correct(line=line_of(made), actor=rita, corrected={}),
        ]
        for change in changes:
            with pytest.raises(ValidationError):
                change()

    def test_a_file_that_is_not_imported_is_thrown_away(self, body: Body, rita: User) -> None:
        made = ready(body, rita, BRIAN)
        signed_in(rita).post(reverse("accreditation:intake_discard", args=[made.pk]))
        assert not Intake.objects.exists()


def test_the_dry_run_writes_nothing(body: Body, rita: User) -> None:
    made = ready(body, rita, BRIAN)
    before = (User.objects.count(), Club.objects.count(), EmailAddress.objects.count())
    DryRun(made, made.lines.all(), rita).plans()
    assert (User.objects.count(), Club.objects.count(), EmailAddress.objects.count()) == before
