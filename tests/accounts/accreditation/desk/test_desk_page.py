"""/accreditation/desk/<body>/: what waits, what ends, each figure with its list. Permissions first."""

from __future__ import annotations

import datetime

import pytest
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation import deeds, services
from accounts.accreditation.models import Application, Award, Intake, Level
from accounts.letters.models import TRIES, Letter
from accounts.models import Body, Club, Membership, Region, Role, User
from tests.accounts.accreditation.test_way_page import session
from tests.accounts.conftest import passed, person, signed_in

DAY = datetime.timedelta(days=1)


@pytest.fixture
def desk(body: Body) -> str:
    return reverse("accreditation:desk", args=[body.slug])


def ending_in(award: Award, days: int) -> Award:
    """Let the award end in so many days."""
    end = award.body.today() + days * DAY
    Award.objects.filter(pk=award.pk).update(valid_from=end - 400 * DAY, valid_until=end)
    award.refresh_from_db()
    return award


@pytest.mark.parametrize(
    ("who", "status"),
    [("alice", 403), ("erin", 403), ("adam", 403), ("boris", 403), ("carol", 403), ("rita", 200)],
)
def test_only_the_registrars_of_the_body_see_it(
    who: str, status: int, desk: str, request: pytest.FixtureRequest
) -> None:
    assert signed_in(request.getfixturevalue(who)).get(desk).status_code == status


def test_a_stranger_is_asked_to_sign_in(desk: str) -> None:
    assert signed_in(None).get(desk)["Location"].startswith(reverse("account_login"))


def test_each_figure_leads_to_a_list_of_so_many(
    desk: str, body: Body, level: Level, rita: User, rolf: User, application: Application
) -> None:
    old = passed(person("Olga Old", body, Role.CANDIDATE), level)
    for who, days in (("Hal Half", 8), ("Len Long", 29)):
        late = passed(person(who, body, Role.CANDIDATE), level)
        # Its day is fixed once it is there; so the clock is moved by making it then.
        other = Application(
            body=body,
            person=late.person,
            level=level,
            evidence={**late.evidence, "result": f"old {who}"},
            created_at=timezone.now() - days * DAY,
        )
        other.save(force_insert=True)
    award = services.grant(application=application, actor=rolf)
    deeds.propose(award=award, actor=rolf, reason="Never sat it")
    services.raise_doubt(application=old, about="regrade:1", why="Marked again")
    session(person("Sue Session", body, Role.CANDIDATE))
    Intake.objects.create(
        body=body, file_name="register.csv", digest="d", encoding="utf-8", delimiter=",", made_by=rolf
    )
    found = signed_in(rita).get(desk).context["waiting"]
    assert [(one.n, one.words) for one in found] == [
        (5, "applications to decide"),
        (1, "of them for more than four weeks"),
        (2, "of them for more than a week"),
        (1, "session to accept or refuse"),
        (1, "revocation to countersign"),
        (1, "application or award in doubt"),
        (1, "import not finished"),
    ]
    browser = signed_in(rita)
    for one in found[:3]:
        assert browser.get(one.url).context["page"].paginator.count == one.n
    for one in found[3:]:
        assert browser.get(one.url).status_code == 200
        if "#" in one.url:
            assert f'id="{one.url.split("#")[1]}"' in browser.get(one.url).content.decode()


def test_awards_that_end_are_told_by_level_as_in_their_lists(desk: str, body: Body, level: Level, rita: User) -> None:
    for number, days in enumerate((10, 30, 31, 90, 91, -5, -1000)):
        who = person(f"Person {number}", body, Role.CANDIDATE)
        ending_in(services.grant(application=passed(who, level), actor=rita), days)
    browser = signed_in(rita)
    (row,) = browser.get(desk).context["ending"]
    assert (row.within, row.renewable) == ([(30, 2), (90, 4)], 1)
    awards = reverse("accreditation:awards", args=[body.slug])
    for query, n in ((f"?ends=30&level={level.pk}", 2), ("?ends=90", 4), ("?state=expired", 1), ("?ends=7", 0)):
        assert browser.get(awards + query).context["page"].paginator.count == n


def test_awards_are_found_by_region_and_club(body: Body, award: Award, club: Club, level: Level, rita: User) -> None:
    north = Region.objects.create(body=body, name="North")
    far = Club.objects.create(body=body, name="Far Club", region=north)
    zoe = person("Zoe Zander", body, Role.CANDIDATE, club=far)
    there = services.grant(application=passed(zoe, level), actor=rita)
    browser, awards = signed_in(rita), reverse("accreditation:awards", args=[body.slug])
    for query, found in ((f"?region={north.pk}", [there]), (f"?club={club.pk}", [award])):
        assert list(browser.get(awards + query).context["page"]) == found
    Membership.objects.filter(person=zoe).update(until=timezone.now())
    assert list(browser.get(f"{awards}?region={north.pk}").context["page"]) == []


def test_letters_that_could_not_be_sent_are_for_administrators(desk: str, body: Body, award: Award, rita: User) -> None:
    Letter.objects.filter(person=award.person).update(failures=TRIES)
    given_up = Letter.objects.given_up().count()
    assert signed_in(rita).get(desk).context["waiting"] == []
    both = person("Bea Both", body, Role.REGISTRAR, Role.ADMINISTRATOR)
    (found,) = signed_in(both).get(desk).context["waiting"]
    assert (found.n, found.words) == (given_up, "letters that could not be sent")
    assert signed_in(both).get(found.url).context["page"].paginator.count == given_up


def test_when_nothing_waits_it_says_so_with_the_next_end(desk: str, award: Award, rita: User) -> None:
    shown = signed_in(rita).get(desk).content.decode()
    assert "Nothing is waiting for you." in shown
    assert "The next awards end on" in shown


def test_another_bodys_things_are_in_no_figure(
    desk: str, application: Application, other_body: Body, boris: User, body: Body
) -> None:
    page = signed_in(boris).get(reverse("accreditation:desk", args=[other_body.slug]))
    assert page.context["waiting"] == []
    assert page.context["ending"] == []


def test_its_queries_do_not_grow(
    desk: str, body: Body, level: Level, rita: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    browser = signed_in(rita)
    for number in range(3):
        passed(person(f"Person {number}", body, Role.CANDIDATE), level)
        granted = passed(person(f"Holder {number}", body, Role.CANDIDATE), level)
        ending_in(services.grant(application=granted, actor=rita), 10)
        # session, person, body, roles; applications, evidence, appeals, revocations, doubts, imports; levels, ends, next end
        with django_assert_num_queries(13):
            assert browser.get(desk).status_code == 200
