"""/accreditation/awards/<body>/: the awards of a body, for its registrars."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import appeals, deeds
from accounts.accreditation.models import Award, Level
from accounts.accreditation.services import grant
from accounts.models import Body, Role, User
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import ask_paper


@pytest.fixture
def awards(body: Body) -> str:
    return reverse("accreditation:awards", args=[body.slug])


def director(name: str, level: Level, registrar: User, days: int = 400, status: str = "granted") -> Award:
    """Somebody whose award ends in so many days."""
    award = grant(application=passed(person(name, level.body, Role.CANDIDATE), level), actor=registrar)
    award.valid_until = level.body.today() + timedelta(days=days)
    award.valid_from = award.valid_until - timedelta(days=999)
    award.status = status
    award.save()
    return award


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
)
def test_only_the_registrars_of_the_body_see_it(
    who: str, status: int, awards: str, request: pytest.FixtureRequest
) -> None:
    assert signed_in(request.getfixturevalue(who)).get(awards).status_code == status


def test_a_stranger_is_asked_to_sign_in(awards: str) -> None:
    assert signed_in(None).get(awards)["Location"].startswith(reverse("account_login"))


def test_another_bodys_awards_are_not_in_it(awards: str, award: Award, rita: User, other_body: Body) -> None:
    theirs = Level.objects.create(body=other_body, code="club", name="Club Director", validity_months=24)
    ask_paper(theirs, "club-auction", "Pass the paper")
    director("Olga Other", theirs, person("Ron Reed", other_body, Role.REGISTRAR))
    assert list(signed_in(rita).get(awards + "?state=all").context["page"]) == [award]


class TestFinding:
    @pytest.fixture(autouse=True)
    def one_of_each(self, level: Level, rita: User) -> None:
        for name, days, status in (
            ("Vera Valid", 400, "granted"),
            ("Nora Notice", 10, "granted"),
            ("Ed Expired", -10, "granted"),
            ("Lena Lapsed", -500, "granted"),
            ("Susan Suspended", 300, "suspended"),
            ("Rob Revoked", 300, "revoked"),
            ("Sid Surrendered", 300, "surrendered"),
            ("Dora Deceased", 300, "deceased"),
        ):
            director(name, level, rita, days, status)

    @pytest.mark.parametrize(
        ("query", "names"),
        [
            ("", ["Ed Expired", "Nora Notice", "Susan Suspended", "Vera Valid"]),
            ("?state=expiring", ["Nora Notice"]),
            ("?state=lapsed", ["Lena Lapsed"]),
            ("?state=deceased", ["Dora Deceased"]),
            ("?state=revoked", ["Rob Revoked"]),
            ("?state=surrendered", ["Sid Surrendered"]),
            ("?state=all&q=L", ["Lena Lapsed", "Vera Valid"]),
            ("?state=nonsense", []),
            ("?level=999999", []),
            ("?q=%25", []),
        ],
    )
    def test_by_standing_level_and_name_what_ends_soonest_first(
        self, query: str, names: list[str], awards: str, rita: User
    ) -> None:
        assert [award.name for award in signed_in(rita).get(awards + query).context["page"]] == names

    def test_by_level(self, awards: str, rita: User, level: Level) -> None:
        page = signed_in(rita).get(f"{awards}?level={level.pk}").context["page"]
        assert len(page) == 4

    def test_it_says_how_soon(self, awards: str, rita: User) -> None:
        shown = " ".join(signed_in(rita).get(awards).content.decode().replace("\xa0", " ").split())
        assert "in 1 week, 3 days" in shown
        assert "1 week, 3 days ago" in shown


def test_it_marks_what_is_to_be_done(awards: str, award: Award, rita: User, rolf: User) -> None:
    browser = signed_in(rolf)
    assert "revocation proposed" not in browser.get(awards).content.decode()
    deeds.propose(award=award, actor=rita, reason="Found out")
    deeds.suspend(award=award, actor=rita, reason="A complaint")
    appeals.make(application=award.application, person=award.person, grounds="It was not me")
    shown = browser.get(awards).content.decode()
    assert "revocation proposed" in shown
    assert "appeal waiting" in shown
    queue = browser.get(reverse("accreditation:queue", args=[award.body.slug])).content.decode()
    assert "Proposed to be revoked" in queue
    # Whoever proposed it has nothing to countersign.
    queue = signed_in(rita).get(reverse("accreditation:queue", args=[award.body.slug])).content.decode()
    assert "Proposed to be revoked" not in queue


def test_an_empty_list_says_what_to_do(awards: str, rita: User) -> None:
    shown = signed_in(rita).get(awards).content.decode()
    assert "No award is in force or can be renewed" in shown
    assert reverse("accreditation:by_hand", args=["mba"]) in shown


def test_the_queue_leads_to_it(awards: str, rita: User) -> None:
    assert awards in signed_in(rita).get(reverse("accreditation:queue", args=["mba"])).content.decode()


def test_its_queries_do_not_grow(
    awards: str, level: Level, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for number in range(3):
        director(f"Person {number}", level, rita)
        # session, person, body, roles; levels, regions and clubs to choose; count, awards
        with django_assert_num_queries(9):
            assert browser.get(awards + "?state=all").status_code == 200


def test_it_is_paginated(awards: str, level: Level, rita: User) -> None:
    for number in range(51):
        director(f"Person {number:02}", level, rita)
    response = signed_in(rita).get(awards + "?page=2")
    assert [award.name for award in response.context["page"]] == ["Person 50"]
