"""A blueprint's page: what the bank can fill, drawing a paper, revising it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.models import Level
from exams.papers.models import Blueprint, Paper
from laws import shelf
from tests import factories

pytestmark = pytest.mark.django_db

# Session, person, roles; the blueprint; its quotas; what the bank holds; the edition's title.
QUERIES = 7


@pytest.fixture
def blueprint(db: None) -> Blueprint:
    return factories.blueprint(quotas={"insufficient-bid": 2})


def address(name: str, blueprint: Blueprint) -> str:
    return reverse(f"papers:{name}", args=[blueprint.body.slug, blueprint.code])


def entered(**changes: Any) -> dict[str, Any]:
    """The form as the page fills it in, with changes."""
    return {
        "title": "Club, Laws of the auction",
        "level": "club",
        "edition": "duplicate-2017",
        "minutes": "30",
        "pass_mark": "65",
        "open_book": "on",
        "count-insufficient-bid-club": "2",
        "count-insufficient-bid-congress": "",
        **changes,
    }


# --- who may --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["blueprint", "edit", "draw"])
@pytest.mark.parametrize("role", [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR])
def test_other_roles_are_refused(name: str, role: Role, blueprint: Blueprint) -> None:
    client = factories.browser(factories.person("Edgar", role))
    send = client.post if name == "draw" else client.get
    assert send(address(name, blueprint)).status_code == 403


@pytest.mark.parametrize("name", ["blueprint", "edit", "draw"])
def test_for_people_of_another_body_it_does_not_exist(name: str, blueprint: Blueprint, charlie: User) -> None:
    client = factories.browser(charlie)
    assert client.post(address(name, blueprint), {"seed": "1"}).status_code in {404, 405}
    assert client.get(address(name, blueprint)).status_code in {404, 405}
    assert not Paper.objects.exists()


# --- filling and drawing --------------------------------------------------------------------------------------------


def test_the_page_says_what_is_lacking(blueprint: Blueprint, alice: User) -> None:
    factories.approved_version()
    response = factories.browser(alice).get(address("blueprint", blueprint))
    assert [(filling.available, filling.lacking) for filling in response.context["fillings"]] == [(1, 1)]
    assert "1 lacking" in response.content.decode()


def test_drawing_leads_the_examiner_to_the_paper(blueprint: Blueprint, alice: User) -> None:
    factories.approved_version()
    factories.approved_version()
    response = factories.browser(alice).post(address("draw", blueprint), {"seed": "7"})
    assert response.headers["Location"] == Paper.objects.get(seed=7).get_absolute_url()


def test_an_administrator_draws_but_does_not_see_the_questions(blueprint: Blueprint, adam: User) -> None:
    factories.approved_version()
    factories.approved_version()
    response = factories.browser(adam).post(address("draw", blueprint), {"seed": "7"})
    assert response.headers["Location"] == reverse("papers:index")
    assert Paper.objects.get().drawn_by == adam


def test_a_shortage_is_shown_and_nothing_is_drawn(blueprint: Blueprint, alice: User) -> None:
    response = factories.browser(alice).post(address("draw", blueprint), {"seed": "7"})
    assert response.status_code == 409
    assert "Insufficient bid, Club: 2 lacking (2 wanted, 0 approved)" in response.content.decode()
    assert not Paper.objects.exists()


def test_a_seed_that_is_no_number_is_refused(blueprint: Blueprint, alice: User) -> None:
    response = factories.browser(alice).post(address("draw", blueprint), {"seed": "lucky"})
    assert (response.status_code, list(response.context["form"].errors)) == (400, ["seed"])


@pytest.mark.parametrize("topics", [1, 3])
def test_any_number_of_quotas_costs_the_same_queries(
    alice: User, topics: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    shown = factories.blueprint(quotas={f"topic-{number}": 1 for number in range(topics)})
    client = factories.browser(alice)
    with django_assert_num_queries(QUERIES):
        client.get(address("blueprint", shown))


# --- revising -------------------------------------------------------------------------------------------------------


def test_the_form_shows_the_blueprint_as_it_is(blueprint: Blueprint, adam: User) -> None:
    form = factories.browser(adam).get(address("edit", blueprint)).context["form"]
    assert form["minutes"].value() == 30
    assert [[field.value() for field in row.fields] for row in form.rows] == [[2, None]]


def test_an_edition_is_chosen_by_its_title(blueprint: Blueprint, adam: User) -> None:
    shelf.load()
    client = factories.browser(adam)
    form = client.get(address("edit", blueprint)).context["form"]
    titles = dict(form["edition"].field.choices)
    assert titles["duplicate-2017"] == "Laws of Duplicate Bridge 2017"
    client.post(address("edit", blueprint), entered(edition="rubber-2014"))
    assert titles["rubber-2014"] in client.get(address("blueprint", blueprint)).content.decode()


def test_an_edition_that_left_the_shelf_stays_with_its_blueprint(blueprint: Blueprint, adam: User) -> None:
    form = factories.browser(adam).get(address("edit", blueprint)).context["form"]
    assert form["edition"].field.choices == [("duplicate-2017", "duplicate-2017")]


def test_revising_changes_terms_and_numbers_and_is_noted(blueprint: Blueprint, adam: User) -> None:
    factories.topic("call-out-of-rotation")
    changes = {"minutes": "40", "count-insufficient-bid-congress": "1", "count-call-out-of-rotation-club": "3"}
    response = factories.browser(adam).post(address("edit", blueprint), entered(**changes))
    assert response.headers["Location"] == blueprint.get_absolute_url()
    blueprint.refresh_from_db()
    assert blueprint.minutes == 40
    assert {(quota.topic.slug, quota.level): quota.count for quota in blueprint.quotas.select_related("topic")} == {
        ("insufficient-bid", Level.CLUB): 2,
        ("insufficient-bid", Level.CONGRESS): 1,
        ("call-out-of-rotation", Level.CLUB): 3,
    }
    entry = AuditEntry.objects.get(verb="blueprint.revised")
    assert (entry.actor, entry.data["quotas"]["insufficient-bid/congress"]) == (adam, 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("minutes", "0"),
        ("pass_mark", "101"),
        ("pass_mark", ""),
        ("level", "national"),
        ("edition", "duplicate-1997"),
        ("count-insufficient-bid-club", "-1"),
        ("count-insufficient-bid-club", "101"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused_by_field(
    blueprint: Blueprint, alice: User, field: str, value: str
) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), entered(**{field: value}))
    assert list(response.context["form"].errors) == [field]
    assert blueprint.quotas.get().count == 2


def test_a_blueprint_must_ask_for_something(blueprint: Blueprint, alice: User) -> None:
    nothing = entered(**{"count-insufficient-bid-club": "0"})
    response = factories.browser(alice).post(address("edit", blueprint), nothing)
    assert "Ask for at least one question." in response.content.decode()
    assert blueprint.quotas.exists()


def test_revising_leaves_drawn_papers_as_they_were(alice: User) -> None:
    paper = factories.paper(questions=1, minutes=30)
    factories.browser(alice).post(address("edit", paper.blueprint), entered(minutes="5"))
    paper.refresh_from_db()
    assert (paper.blueprint.minutes, paper.minutes) == (5, 30)


def test_only_those_who_may_read_questions_get_a_link_to_the_bank(
    alice: User, adam: User, blueprint: Blueprint
) -> None:
    for person, linked in ((alice, True), (adam, False)):
        shown = factories.browser(person).get(address("blueprint", blueprint)).content.decode()
        assert (reverse("bank:questions") + "?" in shown) is linked


# --- lines of one kind ----------------------------------------------------------------------------------------------


def line(number: int, topic: str, level: str, kind: str, count: str) -> dict[str, str]:
    parts = {"topic": topic, "level": level, "kind": kind, "count": count}
    return {f"line-{number}-{part}": value for part, value in parts.items()}


def quotas(blueprint: Blueprint) -> dict[tuple[str, str, str], int]:
    return {(each.topic.slug, each.level, each.kind): each.count for each in blueprint.quotas.select_related("topic")}


def test_a_line_asks_for_questions_of_one_kind(blueprint: Blueprint, alice: User) -> None:
    client = factories.browser(alice)
    lines = {**line(0, "insufficient-bid", "club", "cite_law", "3"), **line(1, "", "", "", "")}
    assert client.post(address("edit", blueprint), entered(**lines)).status_code == 302
    assert quotas(blueprint) == {("insufficient-bid", "club", ""): 2, ("insufficient-bid", "club", "cite_law"): 3}
    form = client.get(address("edit", blueprint)).context["form"]
    assert [[field.value() for field in row] for row in form.lines] == [
        ["insufficient-bid", "club", "cite_law", 3],
        [None] * 4,
        [None] * 4,
    ]
    assert AuditEntry.objects.get(verb="blueprint.revised").data["quotas"] == {
        "insufficient-bid/club": 2,
        "insufficient-bid/club/cite_law": 3,
    }
    shown = client.get(blueprint.get_absolute_url()).content.decode()
    assert "Cite the law" in shown
    assert "level=club&amp;kind=cite_law" in shown


def test_an_empty_number_takes_the_line_away(blueprint: Blueprint, alice: User) -> None:
    client = factories.browser(alice)
    client.post(address("edit", blueprint), entered(**line(0, "insufficient-bid", "club", "cite_law", "3")))
    client.post(address("edit", blueprint), entered(**line(0, "insufficient-bid", "club", "cite_law", "")))
    assert quotas(blueprint) == {("insufficient-bid", "club", ""): 2}


@pytest.mark.parametrize(
    ("lines", "field"),
    [
        (line(0, "insufficient-bid", "club", "", "3"), "line-0-kind"),
        (line(0, "", "club", "cite_law", "3"), "line-0-topic"),
        (line(0, "no-topic", "club", "cite_law", "3"), "line-0-topic"),
        # What nobody can mark, no blueprint asks for.
        (line(0, "insufficient-bid", "club", "written", "3"), "line-0-kind"),
        (line(0, "insufficient-bid", "club", "cite_law", "-1"), "line-0-count"),
        (
            line(0, "insufficient-bid", "club", "cite_law", "1") | line(1, "insufficient-bid", "club", "cite_law", "2"),
            "line-1-count",
        ),
    ],
)
def test_a_line_that_makes_no_sense_is_refused_by_field(
    blueprint: Blueprint, alice: User, lines: dict[str, str], field: str
) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), entered(**lines))
    assert list(response.context["form"].errors) == [field]
    assert quotas(blueprint) == {("insufficient-bid", "club", ""): 2}
