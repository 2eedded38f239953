"""/accreditation/awards/<id>/: the history, and turning it. Permissions first."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils.formats import date_format
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, services
from accounts.accreditation.life import Deed
from accounts.accreditation.models import Award, Level
from accounts.models import User
from tests.accounts.conftest import passed, signed_in
from tests.walking import walks

DEEDS = list(Deed)


def at(award: Award, deed: str = "award") -> str:
    return reverse(f"accreditation:{deed}", args=[award.pk])


class TestWhoMay:
    @pytest.mark.parametrize(
        ("who", "see", "turn"),
        [("alice", 200, 403), ("rita", 200, 302), ("adam", 404, 404), ("boris", 404, 404), ("carol", 404, 404)],
    )
    def test_see_and_turn(self, who: str, see: int, turn: int, award: Award, request: pytest.FixtureRequest) -> None:
        browser = signed_in(request.getfixturevalue(who))
        assert browser.get(at(award)).status_code == see
        assert browser.post(at(award, "suspend"), {"reason": "Complaint"}).status_code == turn
        award.refresh_from_db()
        assert (award.status == Award.Status.GRANTED) == (turn != 302)

    @pytest.mark.parametrize("deed", DEEDS)
    def test_a_stranger_is_asked_to_sign_in(self, deed: str, award: Award) -> None:
        for response in (signed_in(None).get(at(award)), signed_in(None).post(at(award, deed))):
            assert response["Location"].startswith(reverse("account_login"))

    @pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed != Deed.SURRENDER])
    def test_deeds_take_a_post(self, deed: str, award: Award, rita: User) -> None:
        assert signed_in(rita).get(at(award, deed)).status_code == 405


def test_the_history_says_who_and_why(award: Award, rita: User, alice: User) -> None:
    browser = signed_in(rita)
    browser.post(at(award, "suspend"), {"reason": "A complaint"})
    browser.post(at(award, "reinstate"), {"reason": "Settled"})
    events = signed_in(alice).get(at(award)).context["events"]
    assert [(event.verb, event.actor, event.reason) for event in events] == [
        ("granted", rita, ""),
        ("suspended", rita, "A complaint"),
        ("reinstated", rita, "Settled"),
    ]


@walks(
    ("status", "days", "offered"),
    [
        ("granted", 400, ["extend", "suspend", "propose", "surrender", "record_death"]),
        ("granted", 10, ["renew", "extend", "suspend", "propose", "surrender", "record_death"]),
        ("granted", -10, ["renew", "extend", "suspend", "propose", "surrender", "record_death"]),
        ("granted", -500, ["propose", "record_death"]),
        ("suspended", 400, ["extend", "reinstate", "propose", "surrender", "record_death"]),
        ("revoked", 400, ["reinstate"]),
        ("surrendered", 400, []),
        ("deceased", 400, ["reinstate"]),
    ],
    apart=True,
)
def test_only_what_can_follow_is_offered(status: str, days: int, offered: list[str], award: Award, rita: User) -> None:
    end = award.body.today() + timedelta(days=days)
    Award.objects.update(status=status, valid_from=end - timedelta(days=999), valid_until=end)
    response = signed_in(rita).get(at(award))
    assert list(response.context["turns"]) == offered
    assert [deed for deed in DEEDS if at(award, deed) in response.content.decode()] == offered


def test_a_proposal_is_countersigned_by_another_and_the_holder_hears_nothing_before(
    award: Award, rita: User, rolf: User, alice: User
) -> None:
    said = signed_in(rita).post(at(award, "propose"), {"reason": "Sold the hands"}, follow=True).content.decode()
    assert "Another registrar has to countersign" in said
    assert at(award, "countersign") not in said
    assert "Sold the hands" in signed_in(rolf).get(at(award)).content.decode()
    hers = signed_in(alice).get(at(award)).content.decode()
    assert not any(word in hers for word in ("Sold the hands", "proposed", "Proposed"))
    assert signed_in(rita).post(at(award, "countersign")).status_code == 403
    assert "The award is revoked." in signed_in(rolf).post(at(award, "countersign"), follow=True).content.decode()
    hers = signed_in(alice).get(at(award)).content.decode()
    assert "Sold the hands" in hers
    assert "Revocation proposed" not in hers


def test_a_registrar_does_not_read_of_a_proposal_about_themselves(level: Level, rita: User, rolf: User) -> None:
    own = services.grant(application=passed(rita, level), actor=rolf)
    deeds.propose(award=own, actor=rolf, reason="Sold the hands")
    browser = signed_in(rita)
    for address in (
        at(own),
        reverse("accreditation:queue", args=["mba"]),
        reverse("accreditation:awards", args=["mba"]),
    ):
        shown = browser.get(address).content.decode()
        assert not any(word in shown for word in ("Sold the hands", "proposed", "Proposed")), address


class TestRenew:
    @pytest.fixture(autouse=True)
    def ends_soon(self, award: Award) -> None:
        award.valid_until = award.body.today() + timedelta(days=10)
        award.valid_from = award.valid_until - timedelta(days=999)
        award.save()

    def test_the_page_says_until_when_and_the_form_sends_the_end_that_was_seen(self, award: Award, rita: User) -> None:
        browser = signed_in(rita)
        shown = browser.get(at(award))
        assert f"It will be valid until {date_format(award.next_end, 'j F Y')}" in shown.content.decode()
        form = shown.context["turns"]["renew"][2]
        sent = {"reason": "Ten sessions", "ending": form["ending"].value()}
        for _press in range(2):
            assert browser.post(at(award, "renew"), sent).status_code == 302
        before, award = award, Award.objects.get()
        assert award.valid_until == before.next_end

    def test_without_a_reason_nothing_happens(self, award: Award, rita: User) -> None:
        response = signed_in(rita).post(at(award, "renew"), {"reason": "", "ending": f"{award.valid_until}"})
        assert response.context["turns"]["renew"][2].errors["reason"]

    @pytest.mark.parametrize("ending", ["", "soon", "2020-01-01"])
    def test_another_end_than_its_own_is_refused_in_words(self, ending: str, award: Award, rita: User) -> None:
        response = signed_in(rita).post(at(award, "renew"), {"reason": "Ten sessions", "ending": ending})
        shown = response.content.decode()
        assert "out of date" in shown or "has changed since you opened the page" in shown
        assert "Ten sessions" in shown
        assert award.events.count() == 1
        # It comes back with the end that is shown, so to send it again is enough.
        assert response.context["turns"]["renew"][2]["ending"].value() == f"{award.valid_until}"

    def test_the_holder_reads_how_it_is_renewed(self, award: Award) -> None:
        shown = signed_in(award.person).get(at(award)).content.decode()
        assert "A registrar renews it on what you show them" in shown
        assert at(award, "renew") not in shown


def test_an_extension_is_refused_in_words_and_keeps_what_was_typed(award: Award, rita: User) -> None:
    response = signed_in(rita).post(at(award, "extend"), {"reason": "Off ill", "until": "2099-01-01"})
    shown = response.content.decode()
    assert "Choose a day from" in shown
    assert "Off ill" in shown
    assert "2099-01-01" in shown


class TestSurrender:
    def test_the_holder_takes_two_steps(self, award: Award, alice: User) -> None:
        browser = signed_in(alice)
        assert at(award, "surrender") in browser.get(at(award)).content.decode()
        assert "You hold Club Director" in browser.get(at(award, "surrender")).content.decode()
        assert browser.post(at(award, "surrender"), {}).context["form"].errors["sure"]
        assert browser.post(at(award, "surrender"), {"sure": "on"}).status_code == 302
        award.refresh_from_db()
        assert award.status == Award.Status.SURRENDERED

    def test_a_registrar_does_it_on_the_page_and_says_how_they_know(self, award: Award, rita: User) -> None:
        browser = signed_in(rita)
        assert browser.get(at(award, "surrender"))["Location"] == at(award)
        assert browser.post(at(award, "surrender"), {"reason": ""}).context["turns"]["surrender"][2].errors["reason"]
        assert browser.post(at(award, "surrender"), {"reason": "A letter"}).status_code == 302


def test_events_say_until_when(award: Award, alice: User) -> None:
    shown = " ".join(signed_in(alice).get(at(award)).content.decode().split())
    assert f"until {date_format(award.valid_until, 'j M Y')}" in shown


def test_the_person_is_offered_to_surrender_and_nothing_else(award: Award) -> None:
    shown = signed_in(award.person).get(at(award)).content.decode()
    assert [deed for deed in DEEDS if at(award, deed) in shown] == ["surrender"]


@pytest.mark.parametrize("deed", ["suspend", "propose"])
def test_it_needs_a_reason(deed: str, award: Award, rita: User) -> None:
    response = signed_in(rita).post(at(award, deed), {"reason": ""})
    assert response.context["turns"][deed][2].errors["reason"]
    assert award.events.count() == 1


def test_a_page_loaded_before_is_told_how_the_award_stands(award: Award, rita: User) -> None:
    Award.objects.update(status=Award.Status.REVOKED)
    response = signed_in(rita).post(at(award, "suspend"), {"reason": "A long complaint"})
    assert "Not possible now: this award is revoked." in response.content.decode()
    assert "A long complaint" in response.content.decode()


def test_its_queries_do_not_grow(award: Award, rita: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    browser = signed_in(rita)
    for turn in (services.suspend, services.reinstate, services.suspend):
        # session, person, award, roles, proposal, appeals, two for how far it can be extended, doubts, count, history,
        # letters; of one that stands its certificates
        with django_assert_num_queries(14 if award.status == Award.Status.GRANTED else 13):
            assert browser.get(at(award)).status_code == 200
        turn(award=award, actor=rita, reason="Because")
