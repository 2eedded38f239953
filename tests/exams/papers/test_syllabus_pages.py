"""/papers/syllabus/: what is examined, for every member; keeping it, for examiners and administrators."""

from __future__ import annotations

import re
from itertools import product
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.papers import seed, syllabus
from exams.papers.models import Topic
from tests import factories, shelves
from tests.walking import walks

pytestmark = pytest.mark.django_db

# Session, person; the body; roles; the syllabus; the usual edition; its keys.
QUERIES = 7
KEEPING = ("topic_add", "topic", "topic_shift", "topic_out", "topic_back")


@pytest.fixture
def topic(db: None) -> Topic:
    return factories.topic("insufficient-bid", parent=factories.topic("auction"))


def address(name: str, *slugs: str) -> str:
    own = () if name in {"syllabus", "topic_add"} else slugs or ("insufficient-bid",)
    return reverse(f"papers:{name}", args=[factories.body().slug, *own])


def entered(**changes: Any) -> dict[str, Any]:
    return {
        "title": "Insufficient bid",
        "parent": "",
        "about": "",
        "laws": "27",
        "levels": ["club", "congress"],
        **changes,
    }


# --- who may --------------------------------------------------------------------------------------------------------


def test_a_stranger_is_sent_to_sign_in(topic: Topic) -> None:
    assert Client().get(address("syllabus")).status_code == 302


@walks("role", list(Role), apart=True)
def test_every_member_reads_it_and_keepers_can_change_it(role: Role, topic: Topic) -> None:
    shown = factories.browser(factories.person("Edgar", role)).get(address("syllabus"), {"change": "yes"})
    assert "Insufficient bid" in shown.content.decode()
    keeps = role in {Role.EXAMINER, Role.ADMINISTRATOR}
    assert (address("topic_add") in shown.content.decode()) is keeps


def test_for_people_of_another_body_it_does_not_exist(topic: Topic, charlie: User) -> None:
    client = factories.browser(charlie)
    assert client.get(address("syllabus")).status_code == 404
    for name in KEEPING:
        assert client.post(address(name), entered()).status_code == 404


@walks(
    ("name", "role"),
    [*product(KEEPING, [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR, Role.LAW_EDITOR])],
    apart=True,
)
def test_other_members_change_nothing(name: str, role: Role, topic: Topic) -> None:
    client = factories.browser(factories.person("Edgar", role))
    assert client.post(address(name), entered(title="Mine")).status_code == 403
    assert [one.title for one in Topic.objects.all()] == ["Auction", "Insufficient bid"]


def test_a_member_of_one_body_is_led_to_its_syllabus_and_of_two_may_choose(dora: User) -> None:
    client = factories.browser(dora)
    assert client.get(reverse("papers:syllabi")).headers["Location"] == address("syllabus")
    factories.person("Dora", Role.CANDIDATE, at=factories.body("Northern Rivers Bridge"))
    shown = client.get(reverse("papers:syllabi")).content.decode()
    assert "Northern Rivers Bridge" in shown
    assert factories.browser(factories.person("Nobody")).get(reverse("papers:syllabi")).status_code == 404


# --- reading --------------------------------------------------------------------------------------------------------


def test_laws_lead_into_the_library(topic: Topic, dora: User) -> None:
    shelves.load()
    shown = factories.browser(dora).get(address("syllabus")).content.decode()
    assert f'href="{reverse("laws:provision", args=["duplicate-2017", "27"])}"' in shown


def test_a_level_shows_what_it_examines(topic: Topic, dora: User) -> None:
    factories.topic("factoring", levels=["congress"])
    client = factories.browser(dora)
    assert "Factoring" in client.get(address("syllabus"), {"level": "congress"}).content.decode()
    assert "Factoring" not in client.get(address("syllabus"), {"level": "club"}).content.decode()


def test_a_topic_of_the_level_is_shown_below_its_heading_of_another(dora: User) -> None:
    auction = factories.topic("auction", levels=["club"])
    factories.topic("psyches", parent=auction, levels=["club"])
    factories.topic(
        "polls", parent=factories.topic("misinformation", parent=auction, levels=["club"]), levels=["congress"]
    )
    factories.topic("stale", parent=factories.topic("play", levels=["club"]), retired_at=timezone.now())
    client = factories.browser(dora)
    shown = client.get(address("syllabus"), {"level": "congress"})
    assert re.findall(r'<li id="(\S+)">', shown.content.decode()) == ["auction", "misinformation", "polls"]
    # A heading that is itself of another level says so.
    assert shown.content.decode().count('<span class="standing">Club</span>') == 2
    shown = client.get(address("syllabus"), {"level": "club"})
    assert re.findall(r'<li id="(\S+)">', shown.content.decode()) == ["auction", "misinformation", "psyches", "play"]


def test_a_level_at_which_nothing_is_examined_says_so(topic: Topic, dora: User) -> None:
    Topic.objects.update(levels=["club"])
    shown = factories.browser(dora).get(address("syllabus"), {"level": "congress"})
    assert "Nothing is examined at this level." in shown.content.decode()


def test_a_syllabus_of_any_size_costs_the_same_queries(
    dora: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, url = factories.browser(dora), address("syllabus")
    with django_assert_num_queries(QUERIES - 1):  # without a law, nobody asks for the keys of the edition
        client.get(url)
    seed.seed(demo=False)
    with django_assert_num_queries(QUERIES):
        client.get(url)


# --- keeping --------------------------------------------------------------------------------------------------------


def test_a_topic_is_added_under_another(topic: Topic, adam: User, law_27: None) -> None:
    client = factories.browser(adam)
    auction = Topic.objects.get(slug="auction")
    form = client.get(address("topic_add") + "?under=auction").context["form"]
    assert form["parent"].value() == auction.pk
    sent = entered(
        title="Bids too low", parent=str(auction.pk), laws="law 27a, 27B1", about="What to do.", levels=["club"]
    )
    response = client.post(address("topic_add"), sent)
    made = Topic.objects.get(slug="bids-too-low")
    assert response.headers["Location"] == address("syllabus") + "?change=yes#bids-too-low"
    assert (made.parent, made.laws, made.levels, made.about) == (auction, ["27A", "27B1"], ["club"], "What to do.")


def test_a_topic_is_renamed_and_moved(topic: Topic, alice: User, law_27: None) -> None:
    factories.browser(alice).post(address("topic"), entered(title="Bids too low"))
    topic.refresh_from_db()
    assert (topic.title, topic.parent, topic.slug) == ("Bids too low", None, "insufficient-bid")


def test_a_stale_page_saves_nothing_over_what_another_has_saved_until_he_has_been_told(
    topic: Topic, alice: User, adam: User, law_27: None
) -> None:
    page = factories.browser(alice)
    seen = page.get(address("topic")).context["seen"]
    factories.browser(adam).post(address("topic"), entered(title="Bids too low"))
    response = page.post(address("topic"), entered(about="What to do.", seen=seen))
    said = response.content.decode()
    assert response.status_code == 409
    assert "Adam changed this topic" in said and "What to do." in said
    topic.refresh_from_db()
    assert (topic.title, topic.about) == ("Bids too low", "")
    again = page.post(address("topic"), entered(about="What to do.", seen=response.context["seen"]))
    topic.refresh_from_db()
    assert (again.status_code, topic.title, topic.about) == (302, "Insufficient bid", "What to do.")


def test_a_fault_keeps_what_the_page_was_opened_on(topic: Topic, alice: User, law_27: None) -> None:
    page = factories.browser(alice)
    seen = page.get(address("topic")).context["seen"]
    assert page.post(address("topic"), entered(title="", seen=seen)).context["seen"] == seen


def test_what_stands_below_a_topic_is_not_offered_as_its_heading(topic: Topic, alice: User) -> None:
    shown = factories.browser(alice).get(address("topic", "auction"))
    assert [value for value, _words in shown.context["form"]["parent"].field.choices] == [""]
    sent = entered(title="Auction", parent=str(topic.pk), laws="")
    refused = factories.browser(alice).post(address("topic", "auction"), sent)
    assert (refused.status_code, list(refused.context["form"].errors)) == (400, ["parent"])


@walks(
    ("changes", "field", "told"),
    [
        ({"title": ""}, "title", "required"),
        ({"laws": "27, 99Z"}, "laws", "has no 99Z"),
        ({"laws": "twenty-seven"}, "laws", "is not the key"),
        ({"levels": []}, "levels", "required"),
        ({"levels": ["national"]}, "levels", "not one of"),
        ({"parent": "123456"}, "parent", "not one of"),
    ],
    apart=True,
)
def test_what_makes_no_sense_is_refused_by_field_and_nothing_typed_is_lost(
    topic: Topic, alice: User, law_27: None, changes: dict[str, Any], field: str, told: str
) -> None:
    sent = entered(about="What to do.", **changes)
    refused = factories.browser(alice).post(address("topic"), sent)
    form = refused.context["form"]
    assert (refused.status_code, list(form.errors)) == (400, [field])
    assert told in str(form.errors[field])
    assert form["about"].value() == "What to do."


def test_topics_change_places(topic: Topic, alice: User) -> None:
    factories.topic("change-of-call", parent=topic.parent, order=1)
    client = factories.browser(alice)

    def order() -> list[str]:
        return [node.topic.slug for node in syllabus.read(factories.body()).nodes][1:]

    assert order() == ["insufficient-bid", "change-of-call"]
    client.post(address("topic_shift"), {"to": "down"})
    assert order() == ["change-of-call", "insufficient-bid"]
    client.post(address("topic_shift"), {"to": "sideways"})
    assert order() == ["change-of-call", "insufficient-bid"]


def test_a_topic_in_use_is_retired_and_comes_back(topic: Topic, alice: User) -> None:
    factories.version()
    client = factories.browser(alice)
    shown = client.post(address("topic_out"), follow=True).content.decode()
    assert "“Insufficient bid” is retired" in shown
    assert address("topic_back") in shown
    assert (
        "Restore"
        not in factories.browser(factories.person("Edgar", Role.CANDIDATE)).get(address("syllabus")).content.decode()
    )
    client.post(address("topic_back"))
    topic.refresh_from_db()
    assert topic.retired_at is None


def test_what_stands_in_the_way_of_taking_out_is_told(topic: Topic, alice: User) -> None:
    factories.blueprint(quotas={"insufficient-bid": 1}, title="Club, auction")
    shown = factories.browser(alice).post(address("topic_out"), follow=True).content.decode()
    assert "Club, auction" in shown
    assert Topic.objects.get(slug="insufficient-bid").retired_at is None
