"""The ways to the results of sittings, in the list of those done and on a sitting's own page."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.marking.models import Result
from exams.marking.release import moderate, release
from exams.sittings.models import Release, Sitting
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of

PAGES = {
    "Results": "marking:of_sitting",
    "Results to check": "marking:moderation",
    "Results to release": "marking:to_release",
}


def held(clock: Clock, alice: User, count: int = 1, how: str = Release.TOGETHER) -> list[Sitting]:
    """Sittings that Alice has worked and that are over."""
    sittings = [sitting_of(paper_with("best_ruling"), clock.now, release=how) for _number in range(count)]
    for sitting in sittings:
        hand_in(sitting, alice, ["c"])
    clock.forward(hours=3)
    return sittings


def way(person: User, sitting: Sitting) -> str:
    """The words of the link to its results, the same in the list and on its page; empty if there is none."""
    client, found = factories.browser(person), set()
    for address in (reverse("sittings:list") + "?show=done", reverse("sittings:cover", args=[sitting.pk])):
        page = client.get(address).content.decode()
        links = {
            words: link
            for words, name in PAGES.items()
            if f'href="{(link := reverse(name, args=[sitting.pk]))}"' in page
        }
        for words, link in links.items():
            assert re.search(rf'href="{link}">(<b>)?{words}<', page)
            assert client.get(link).status_code == 200
        found.add("".join(links))
    assert len(found) == 1
    return found.pop()


def test_others_have_no_way_there(clock: Clock, alice: User, bob: User, charlie: User) -> None:
    """Charlie holds every role in another body; Alice has sat it and is an examiner since."""
    [sitting] = held(clock, alice)
    factories.person("Alice", Role.EXAMINER)
    others = [factories.person(f"Mere {role.label}", role) for role in Role if role is not Role.EXAMINER]
    for person in (alice, *others):
        assert way(person, sitting) == "", person
    for person in (bob, charlie):
        assert str(sitting.pk) not in factories.browser(person).get("/sittings/?show=done").content.decode()


def test_results_told_at_once_wait_for_nobody(clock: Clock, alice: User, erin: User) -> None:
    [sitting] = held(clock, alice, how=Release.AT_ONCE)
    assert way(erin, sitting) == "Results"
    assert way(factories.person("Ada", Role.ADMINISTRATOR), sitting) == ""


def test_they_wait_for_one_person_and_then_for_another(clock: Clock, alice: User, erin: User) -> None:
    [sitting] = held(clock, alice)
    felix, ada = factories.person("Felix", Role.EXAMINER), factories.person("Ada", Role.ADMINISTRATOR)
    people = (erin, felix, ada)
    assert [way(person, sitting) for person in people] == ["Results to check", "Results to check", ""]
    moderate(sitting=sitting, actor=erin, note="Looked.")
    assert [way(person, sitting) for person in people] == ["Results", "Results to release", "Results to release"]
    release(sitting=sitting, actor=ada)
    assert [way(person, sitting) for person in people] == ["Results", "Results", ""]


def test_what_has_changed_since_is_looked_over_again(clock: Clock, alice: User, erin: User) -> None:
    """As after a regrade: nobody can release it before."""
    [sitting] = held(clock, alice)
    felix, ada = factories.person("Felix", Role.EXAMINER), factories.person("Ada", Role.ADMINISTRATOR)
    moderate(sitting=sitting, actor=erin, note="Looked.")
    result = Result.objects.get()
    clock.forward(minutes=1)
    again = {
        "number": 2,
        "marks": 0,
        "percent": 0,
        "passed": False,
        "reason": "The key was wrong.",
        "marked_at": clock.now,
    }
    kept = {"body_id": result.body_id, "attempt": result.attempt, "out_of": result.out_of, "by_topic": result.by_topic}
    Result.objects.create(**kept, **again)
    assert [way(person, sitting) for person in (erin, felix, ada)] == ["Results to check"] * 2 + [""]
    assert "1 sitting with results to check" in factories.browser(erin).get("/").content.decode()
    clock.forward(minutes=1)
    moderate(sitting=sitting, actor=erin, note="Looked again.")
    assert [way(person, sitting) for person in (erin, felix, ada)] == ["Results"] + ["Results to release"] * 2


def test_before_it_opens_there_are_none(clock: Clock, erin: User) -> None:
    sitting = sitting_of(paper_with("best_ruling"), clock.now.replace(hour=12))
    page = factories.browser(erin).get(reverse("sittings:cover", args=[sitting.pk])).content.decode()
    assert reverse("marking:of_sitting", args=[sitting.pk]) not in page


@pytest.mark.parametrize("sittings", [2, 4])
def test_the_front_page_leads_to_a_list_that_marks_them(
    clock: Clock, alice: User, erin: User, sittings: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    held(clock, alice, sittings)
    held(clock, alice, how=Release.AT_ONCE)
    client = factories.browser(erin)
    front = client.get("/").content.decode()
    assert f"{sittings} sittings with results to check" in front
    address = reverse("sittings:list") + "?show=done"
    assert f'href="{address}"' in front
    # Session, person, roles, count, sittings, own entries; entries there, to look over, to release.
    with django_assert_num_queries(9):
        page = client.get(address).content.decode()
    assert (page.count("<b>Results to check</b>"), page.count(">Results<")) == (sittings, 1)
