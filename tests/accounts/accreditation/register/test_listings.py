"""What a person lets the register show: who decides it, what is kept of it, and what the body decides."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import DatabaseError, IntegrityError, transaction
from django.urls import reverse

from accounts.accreditation.models import Award, Consent, Level, Listing
from accounts.accreditation.register.listings import Shown, change_settings, decide, listing_of, settings_of
from accounts.accreditation.services import suspend
from accounts.audit.models import AuditEntry
from accounts.models import Body, User
from tests.accounts.accreditation.register.conftest import ALL, NAME, NOTHING
from tests.accounts.conftest import person, signed_in


class TestWhoDecides:
    @pytest.mark.parametrize("who", ["rita", "adam", "boris", "carol"])
    def test_nobody_but_the_person(self, who: str, alice: User, body: Body, request: pytest.FixtureRequest) -> None:
        with pytest.raises(PermissionDenied):
            decide(person=alice, body=body, actor=request.getfixturevalue(who), shown=ALL)
        assert not Consent.objects.exists()

    @pytest.mark.parametrize("who", ["alice", "adam", "boris", "carol"])
    def test_the_settings_are_the_registrars(self, who: str, body: Body, request: pytest.FixtureRequest) -> None:
        actor = request.getfixturevalue(who)
        with pytest.raises(PermissionDenied):
            change_settings(body=body, actor=actor, publishes=True, address="", reason="Because")
        page = reverse("accreditation:register_settings", args=[body.slug])
        assert signed_in(actor).get(page).status_code == 403
        assert signed_in(actor).post(page, {"publishes": "on", "reason": "Because"}).status_code == 403
        assert not settings_of(body).publishes

    @pytest.mark.parametrize("who", ["boris", "carol"])
    def test_whoever_is_nothing_to_the_body_has_no_page(
        self, who: str, body: Body, request: pytest.FixtureRequest
    ) -> None:
        page = reverse("accreditation:shown", args=[body.slug])
        assert signed_in(request.getfixturevalue(who)).get(page).status_code == 404
        assert signed_in(None).get(page).status_code == 302


class TestDeciding:
    def test_it_is_kept_with_when_and_by_whom(self, alice: User, body: Body) -> None:
        for shown in (ALL, NAME, NOTHING):
            decide(person=alice, body=body, actor=alice, shown=shown)
        kept = [Shown(one.is_found, one.shows_club, one.takes_letters) for one in Consent.objects.order_by("at", "pk")]
        assert kept == [ALL, NAME, NOTHING]
        assert {one.by for one in Consent.objects.all()} == {alice}
        assert AuditEntry.objects.filter(verb="listing.decided").count() == 3
        assert listing_of(alice, body).is_found is False

    def test_the_same_twice_is_noted_once(self, alice: User, body: Body) -> None:
        for _again in range(2):
            decide(person=alice, body=body, actor=alice, shown=NAME)
        assert (Consent.objects.count(), AuditEntry.objects.filter(verb="listing.decided").count()) == (1, 1)

    def test_to_show_nothing_is_a_decision_too(self, alice: User, body: Body) -> None:
        assert not listing_of(alice, body).is_decided
        decide(person=alice, body=body, actor=alice, shown=NOTHING)
        assert listing_of(alice, body).is_decided

    @pytest.mark.parametrize("shown", [Shown(False, shows_club=True), Shown(False, takes_letters=True)])
    def test_club_and_letters_need_the_name(self, shown: Shown, alice: User, body: Body) -> None:
        with pytest.raises(ValidationError):
            decide(person=alice, body=body, actor=alice, shown=shown)
        for is_found in (None, False):
            with pytest.raises(IntegrityError), transaction.atomic():
                Listing.objects.create(
                    body=body,
                    person=alice,
                    is_found=is_found,
                    shows_club=shown.shows_club,
                    takes_letters=shown.takes_letters,
                )

    def test_a_decision_is_never_altered(self, alice: User, body: Body) -> None:
        decide(person=alice, body=body, actor=alice, shown=NAME)
        with pytest.raises(DatabaseError), transaction.atomic():
            Consent.objects.update(is_found=False)
        with pytest.raises(DatabaseError), transaction.atomic():
            Consent.objects.all().delete()

    def test_each_body_is_decided_for_itself(self, alice: User, body: Body, other_body: Body) -> None:
        decide(person=alice, body=body, actor=alice, shown=ALL)
        assert not listing_of(alice, other_body).is_decided

    def test_it_changes_nothing_of_the_award(self, award: Award, alice: User) -> None:
        before = Award.objects.values().get()
        decide(person=alice, body=award.body, actor=alice, shown=NOTHING)
        assert Award.objects.values().get() == before


class TestPage:
    def test_nothing_is_ticked_before_one_decides(self, award: Award, alice: User) -> None:
        page = signed_in(alice).get(reverse("accreditation:shown", args=["mba"])).content.decode()
        assert "You have not decided yet. Until you do, no search finds you." in " ".join(page.split())
        assert "checked>" not in page and "checked " not in page

    def test_it_is_saved_and_shown(self, award: Award, alice: User) -> None:
        address = reverse("accreditation:shown", args=["mba"])
        sent = signed_in(alice).post(address, {"is_found": "on", "shows_club": "on"}, follow=True)
        page = " ".join(sent.content.decode().split())
        assert "A search finds you now." in page
        assert "found by name, club shown" in page
        listing = listing_of(alice, award.body)
        assert (listing.is_found, listing.shows_club, listing.takes_letters) == (True, True, False)

    def test_a_box_that_needs_the_first_is_named(self, award: Award, alice: User) -> None:
        sent = signed_in(alice).post(reverse("accreditation:shown", args=["mba"]), {"shows_club": "on"})
        assert "tick the first box" in sent.content.decode()
        assert not listing_of(alice, award.body).is_decided

    def test_it_is_asked_on_joining_and_not_again(self, body: Body) -> None:
        ned = person("Ned New")
        join = reverse("people:join")
        assert signed_in(ned).post(join, {"body": body.pk, "club": ""})["Location"] == reverse(
            "accreditation:shown", args=["mba"]
        )
        decide(person=ned, body=body, actor=ned, shown=NOTHING)
        assert signed_in(ned).post(join, {"body": body.pk, "club": ""})["Location"] == reverse("people:me")

    def test_it_is_asked_on_the_award_until_it_is_decided(self, award: Award, alice: User, rita: User) -> None:
        page = reverse("accreditation:award", args=[award.pk])
        question = "What may the public register show of you?"
        assert question in signed_in(alice).get(page).content.decode()
        assert question not in signed_in(rita).get(page).content.decode()
        decide(person=alice, body=award.body, actor=alice, shown=NAME)
        page_now = " ".join(signed_in(alice).get(page).content.decode().split())
        assert question not in page_now
        assert "A search finds your name" in page_now
        assert "Your club is not shown." in page_now


class TestSettings:
    def test_a_body_that_chose_nothing_publishes_nobody(self, body: Body) -> None:
        assert not settings_of(body).publishes

    def test_the_page_has_the_line_for_the_body_s_own_site(self, body: Body, rita: User) -> None:
        page = signed_in(rita).get(reverse("accreditation:register_settings", args=["mba"])).content.decode()
        assert "&lt;iframe src=&quot;https://rectify.example/register/within/mba/&quot;" in page

    def test_a_change_has_a_reason_and_is_noted(self, body: Body, rita: User) -> None:
        page = reverse("accreditation:register_settings", args=["mba"])
        told = {"publishes": "on", "address": "office@example.org", "reason": ""}
        assert "reason" in signed_in(rita).post(page, told).context["form"].errors
        signed_in(rita).post(page, told | {"reason": "Rule 7 of the association"})
        assert (settings_of(body).publishes, settings_of(body).address) == (True, "office@example.org")
        entry = AuditEntry.objects.get(verb="register.settings_changed")
        assert (entry.reason, entry.data["before"]["publishes"]) == ("Rule 7 of the association", False)
        signed_in(rita).post(page, told | {"reason": "Once more"})
        assert AuditEntry.objects.filter(verb="register.settings_changed").count() == 1


def test_a_grant_makes_a_listing_and_a_suspension_leaves_it(award: Award, rita: User, level: Level) -> None:
    listing = Listing.objects.get(person=award.person, body=award.body)
    assert not listing.is_decided
    suspend(award=award, actor=rita, reason="Complaint")
    assert Listing.objects.get() == listing
