"""/accreditation/awards/<id>/: the history, and turning it. Permissions first."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import services
from accounts.accreditation.models import Award
from accounts.models import User
from tests.accounts.conftest import signed_in
from tests.walking import walks

DEEDS = ["suspend", "reinstate", "revoke"]


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

    @pytest.mark.parametrize("deed", DEEDS)
    def test_turns_take_a_post(self, deed: str, award: Award, rita: User) -> None:
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
    ("status", "offered"),
    [
        (Award.Status.GRANTED, ["suspend", "revoke"]),
        (Award.Status.SUSPENDED, ["reinstate", "revoke"]),
        (Award.Status.REVOKED, ["reinstate"]),
    ],
    apart=True,
)
def test_only_what_can_follow_is_offered(status: str, offered: list[str], award: Award, rita: User) -> None:
    Award.objects.update(status=status)
    response = signed_in(rita).get(at(award))
    assert list(response.context["turns"]) == offered
    assert [deed for deed in DEEDS if at(award, deed) in response.content.decode()] == offered


def test_the_person_is_offered_nothing(award: Award) -> None:
    shown = signed_in(award.person).get(at(award)).content.decode()
    assert not any(at(award, deed) in shown for deed in DEEDS)


@pytest.mark.parametrize("deed", ["suspend", "revoke"])
def test_it_needs_a_reason(deed: str, award: Award, rita: User) -> None:
    response = signed_in(rita).post(at(award, deed), {"reason": ""})
    assert response.context["turns"][deed].errors["reason"]
    assert award.events.count() == 1


def test_a_page_loaded_before_is_told_how_the_award_stands(award: Award, rita: User) -> None:
    services.revoke(award=award, actor=rita, reason="Found out")
    response = signed_in(rita).post(at(award, "suspend"), {"reason": "Complaint"})
    assert "Not possible now: this award is revoked." in response.content.decode()


def test_its_queries_do_not_grow(award: Award, rita: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    browser = signed_in(rita)
    for turn in (services.suspend, services.reinstate, services.suspend):
        with django_assert_num_queries(7):  # session, person, award, roles, doubts, count, history
            assert browser.get(at(award)).status_code == 200
        turn(award=award, actor=rita, reason="Because")
