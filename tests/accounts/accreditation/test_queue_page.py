"""/accreditation/queue/<body>/: what waits for the registrar."""

from __future__ import annotations

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import services
from accounts.accreditation.models import Application, Award, Level
from accounts.models import Body, Role, User
from tests.accounts.conftest import passed, person, signed_in
from tests.asking import ask_paper


@pytest.fixture
def queue(body: Body) -> str:
    return reverse("accreditation:queue", args=[body.slug])


@pytest.mark.parametrize(
    ("who", "status"), [("alice", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)]
)
def test_only_the_registrar_of_the_body_sees_it(
    who: str, status: int, queue: str, request: pytest.FixtureRequest
) -> None:
    assert signed_in(request.getfixturevalue(who)).get(queue).status_code == status


def test_a_stranger_is_asked_to_sign_in(queue: str) -> None:
    assert signed_in(None).get(queue)["Location"].startswith(reverse("account_login"))


def test_it_shows_what_waits_the_oldest_first(queue: str, application: Application, rita: User, level: Level) -> None:
    later = passed(person("Zoe Zander", level.body, Role.CANDIDATE), level)
    assert list(signed_in(rita).get(queue).context["page"]) == [application, later]


def test_another_bodys_applications_are_not_in_it(
    queue: str, application: Application, rita: User, other_body: Body
) -> None:
    level = Level.objects.create(body=other_body, code="club", name="Club Director", validity_months=24)
    ask_paper(level, "club-auction", "Pass the paper")
    passed(person("Zoe Zander", other_body, Role.CANDIDATE), level)
    assert list(signed_in(rita).get(queue + "?status=all").context["page"]) == [application]


class TestFilters:
    @pytest.fixture(autouse=True)
    def one_of_each(self, level: Level, rita: User) -> None:
        body = level.body
        congress = Level.objects.create(body=body, code="congress", name="Congress Director", validity_months=36)
        ask_paper(congress, "congress-laws", "Pass the laws")
        for name in ("Wanda Waits", "Greta Granted", "Dirk Declined"):
            passed(person(name, body, Role.CANDIDATE), level)
        services.grant(application=Application.objects.get(person__name="Greta Granted"), actor=rita)
        declined = Application.objects.get(person__name="Dirk Declined")
        services.decline(application=declined, actor=rita, reason="Too few sessions")
        wanda = User.objects.get(name="Wanda Waits")
        services.apply_for_pass(person=wanda, body=body, blueprint_code="congress-laws", evidence={"result": "r-9"})

    @pytest.mark.parametrize(
        ("query", "found"),
        [
            ("", ["Wanda Waits: Club Director", "Wanda Waits: Congress Director"]),
            ("?status=", ["Wanda Waits: Club Director", "Wanda Waits: Congress Director"]),
            ("?status=granted", ["Greta Granted: Club Director"]),
            ("?status=declined", ["Dirk Declined: Club Director"]),
            ("?status=all&q=d", ["Wanda Waits: Club Director", "Greta Granted: Club Director",
                                 "Dirk Declined: Club Director", "Wanda Waits: Congress Director"]),
            ("?status=all&q=GRETA", ["Greta Granted: Club Director"]),
            ("?status=nonsense", []),
            ("?level=999999", []),
        ],
    )  # fmt: skip
    def test_they_narrow_the_list(self, query: str, found: list[str], queue: str, rita: User) -> None:
        page = signed_in(rita).get(queue + query).context["page"]
        assert [f"{application.person}: {application.level}" for application in page] == found

    def test_by_level(self, queue: str, rita: User) -> None:
        level = Level.objects.get(code="congress")
        page = signed_in(rita).get(f"{queue}?level={level.pk}").context["page"]
        assert [application.level for application in page] == [level]


def test_its_queries_do_not_grow(
    queue: str, award: Award, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for number in range(3):
        passed(person(f"Person {number}", award.body, Role.CANDIDATE), award.level)
        # session, person, body, roles, doubts, revocations, appeals, levels to choose, count, applications; for what they have,
        # levels, rules, what rests on what (2), evidence, awards
        with django_assert_num_queries(17):
            assert browser.get(queue + "?status=all").status_code == 200


def test_it_is_paginated(queue: str, level: Level, rita: User) -> None:
    for number in range(21):
        passed(person(f"Person {number:02}", level.body, Role.CANDIDATE), level)
    response = signed_in(rita).get(queue + "?page=2")
    assert [application.person.name for application in response.context["page"]] == ["Person 20"]


def test_it_tells_how_much_of_the_level_is_met(queue: str, application: Application, rita: User) -> None:
    browser = signed_in(rita)
    assert "all met" in browser.get(queue).content.decode()
    ask_paper(application.level, "club-movements", "Movements")
    shown = browser.get(queue).content.decode()
    assert "1 of 2 met" in shown
    assert reverse("accreditation:way_of", args=[application.body.slug, application.person_id]) in shown
