"""A blueprint's page: what the bank can fill, drawing a paper, revising it."""

from __future__ import annotations

import re
import threading
from itertools import product
from typing import Any

import pytest
from django.db import connection
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from exams.bank.models import Level, Review
from exams.bank.services import decide
from exams.papers import blueprints, topics
from exams.papers.models import Blueprint, Paper, Quota, Topic
from exams.papers.topics import TopicRefused, lock_syllabus
from tests import factories
from tests.walking import walks

pytestmark = pytest.mark.django_db

# Session, person, roles; the blueprint; its quotas and the syllabus; what the bank holds by the syllabus; titles of the topics;
# which of them are headings; the edition's title; who opened it.
QUERIES = 12


@pytest.fixture
def blueprint(db: None) -> Blueprint:
    return factories.blueprint(quotas={"insufficient-bid": 2})


def address(name: str, blueprint: Blueprint) -> str:
    return reverse(f"papers:{name}", args=[blueprint.body.slug, blueprint.code])


def entered(*lines: dict[str, str], floors: dict[str, str] | None = None, **changes: Any) -> dict[str, Any]:
    """The form as the page fills it in (one quota: 2 insufficient bids), with other lines, floors and changes."""
    quotas = lines or (line(),)
    sent = {
        "title": "Club, Laws of the auction",
        "level": "club",
        "edition": "duplicate-2017",
        "minutes": "30",
        "pass_mark": "65",
        "open_book": "on",
        "order": "mixed",
        "pairs": "together",
        "tolerance": "20",
        "resits": "",
        "resit_days": "0",
        "appeal_days": "14",
        "quota-TOTAL_FORMS": str(len(quotas) + 1),
        "quota-INITIAL_FORMS": "0",
        "floor-TOTAL_FORMS": str(len(floors or {}) + 1),
        "floor-INITIAL_FORMS": "0",
    }
    for number, one in enumerate([*quotas, line("", "", "", "", "")]):
        sent |= {f"quota-{number}-{part}": value for part, value in one.items()}
    for number, (slug, percent) in enumerate([*(floors or {}).items(), ("", "")]):
        sent |= {f"floor-{number}-topic": slug, f"floor-{number}-percent": percent}
    return {**sent, **changes}


def line(
    topic: str = "insufficient-bid", level: str = "club", kind: str = "", difficulty: str = "", count: str = "2"
) -> dict[str, str]:
    """A line of the quotas."""
    return {"topic": topic, "level": level, "kind": kind, "difficulty": difficulty, "count": count}


def quotas(blueprint: Blueprint) -> dict[tuple[str, str, str, int | None], int]:
    return {
        (each.topic.slug, each.level, each.kind, each.difficulty): each.count
        for each in blueprint.quotas.select_related("topic")
    }


# --- who may --------------------------------------------------------------------------------------------------------


@walks(
    ("name", "role"),
    [*product(["blueprint", "edit", "draw", "preview"], [Role.CANDIDATE, Role.INVIGILATOR, Role.REGISTRAR])],
    apart=True,
)
def test_other_roles_are_refused(name: str, role: Role, blueprint: Blueprint) -> None:
    client = factories.browser(factories.person("Edgar", role))
    send = client.post if name == "draw" else client.get
    assert send(address(name, blueprint)).status_code == 403


@walks("name", ["blueprint", "edit", "draw", "preview"], apart=True)
def test_for_people_of_another_body_it_does_not_exist(name: str, blueprint: Blueprint, charlie: User) -> None:
    client = factories.browser(charlie)
    assert client.post(address(name, blueprint), {"seed": "1"}).status_code in {404, 405}
    assert client.get(address(name, blueprint)).status_code in {404, 405}
    assert not Paper.objects.exists()


@pytest.mark.parametrize("name", ["new", "fill"])
def test_nobody_makes_a_blueprint_for_another_body(name: str, charlie: User, alice: User) -> None:
    url = reverse(f"papers:{name}", args=[factories.body().slug])
    assert factories.browser(charlie).post(url, entered()).status_code == 404
    assert factories.browser(factories.person("Edgar", Role.CANDIDATE)).post(url, entered()).status_code == 403
    assert not Blueprint.objects.exists()


def test_an_administrator_does_not_look_ahead(blueprint: Blueprint, adam: User) -> None:
    factories.approved_version()
    factories.approved_version()
    client = factories.browser(adam)
    assert client.get(address("preview", blueprint), {"seed": "1"}).status_code == 403
    assert address("preview", blueprint) not in client.get(address("blueprint", blueprint)).content.decode()


# --- filling and drawing --------------------------------------------------------------------------------------------


def test_the_page_says_what_is_lacking(blueprint: Blueprint, alice: User) -> None:
    factories.approved_version()
    response = factories.browser(alice).get(address("blueprint", blueprint))
    assert [(filling.available, filling.lacking) for filling in response.context["stock"].fillings] == [(1, 1)]
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


# --- looking ahead --------------------------------------------------------------------------------------------------


def test_the_examiner_looks_at_the_paper_with_its_key_and_draws_that(blueprint: Blueprint, alice: User) -> None:
    for number in range(4):
        factories.approved_version(path=f"27/{number}")
    client = factories.browser(alice)
    shown = client.get(address("preview", blueprint), {"seed": "7"})
    found = shown.context["preview"]
    page = shown.content.decode()
    assert not Paper.objects.exists()
    assert "no-store" in shown.headers["Cache-Control"]
    assert page.count("The Director’s steps") == 2
    client.post(address("draw", blueprint), {"seed": "7", "previewed": found.digest})
    drawn = Paper.objects.get().questions.values_list("version", flat=True)
    assert list(drawn) == [version.pk for version in found.versions]


def test_if_the_bank_has_moved_nothing_is_drawn_and_the_page_says_so(blueprint: Blueprint, alice: User) -> None:
    for number in range(3):
        factories.approved_version(path=f"27/{number}")
    client = factories.browser(alice)
    found = client.get(address("preview", blueprint), {"seed": "7"}).context["preview"]
    decide(version_id=found.versions[0].pk, examiner=alice, decision=Review.Decision.RETIRE, reason="Stale.")
    response = client.post(address("draw", blueprint), {"seed": "7", "previewed": found.digest}, follow=True)
    assert not Paper.objects.exists()
    assert response.redirect_chain == [(address("preview", blueprint) + "?seed=7", 302)]
    assert "has changed since" in response.content.decode()


def test_a_preview_of_what_cannot_be_filled_says_why(blueprint: Blueprint, alice: User) -> None:
    response = factories.browser(alice).get(address("preview", blueprint), {"seed": "7"})
    assert response.status_code == 409
    assert "2 lacking (2 wanted, 0 approved)" in response.content.decode()


@walks("seed", ["", "lucky", "-1"], apart=True)
def test_a_preview_without_a_seed_is_refused(blueprint: Blueprint, alice: User, seed: str) -> None:
    response = factories.browser(alice).get(address("preview", blueprint), {"seed": seed})
    assert (response.status_code, list(response.context["form"].errors)) == (400, ["seed"])


@pytest.mark.parametrize("questions", [2, 4])
def test_any_number_of_questions_costs_the_same_queries_to_look_at(
    alice: User, questions: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(questions):
        factories.approved_version(path=f"27/{number}")
    shown = factories.blueprint(quotas={"insufficient-bid": questions})
    client = factories.browser(alice)
    # Session, person, roles; the blueprint; quotas and syllabus; what stands under what; candidates by the syllabus; the order
    # of the topics; the versions; the titles of the topics; the edition's title; its keys.
    with django_assert_num_queries(19):
        client.get(address("preview", shown), {"seed": "1"})


def test_several_forms_are_drawn_at_once_where_each_candidate_gets_his_own(alice: User) -> None:
    for number in range(6):
        factories.approved_version(path=f"27/{number}")
    one_each = factories.blueprint(quotas={"insufficient-bid": 2}, one_each=True)
    client = factories.browser(alice)
    response = client.post(address("draw", one_each), {"seed": str(2**31 - 1), "forms": "3"}, follow=True)
    assert sorted(Paper.objects.values_list("form", flat=True)) == [1, 2, 3]
    assert "3 forms of equal difficulty have been drawn." in response.content.decode()
    for paper in Paper.objects.filter(form__gt=1):
        assert paper.get_absolute_url() in response.content.decode()
    refused = client.post(address("draw", one_each), {"seed": "7", "forms": "13"})
    assert (refused.status_code, list(refused.context["form"].errors)) == (400, ["forms"])


def test_where_each_candidate_gets_his_own_the_set_that_was_looked_at_is_drawn_with_its_forms(alice: User) -> None:
    for number in range(6):
        factories.approved_version(path=f"27/{number}")
    one_each = factories.blueprint(quotas={"insufficient-bid": 2}, one_each=True)
    client = factories.browser(alice)
    shown = client.get(address("preview", one_each), {"seed": "7", "forms": "3"})
    drawing = shown.content.decode().split(f'action="{address("draw", one_each)}"')[1].split("</form>")[0]
    sent = dict(re.findall(r'<input [^>]*?name="(\w+)" value="(\w+)"', drawing))
    assert (sent["seed"], sent["forms"]) == ("7", "3")
    client.post(address("draw", one_each), sent)
    papers = list(Paper.objects.order_by("form"))
    assert [paper.form for paper in papers] == [1, 2, 3]
    looked_at = [version.pk for version in shown.context["preview"].versions]
    assert list(papers[0].questions.values_list("version", flat=True)) == looked_at


@pytest.mark.parametrize("sent", [{}, {"forms": ""}])
def test_a_number_of_forms_left_empty_means_one(alice: User, sent: dict[str, str]) -> None:
    for number in range(4):
        factories.approved_version(path=f"27/{number}")
    one_each = factories.blueprint(quotas={"insufficient-bid": 2}, one_each=True)
    client = factories.browser(alice)
    assert client.get(address("preview", one_each), {"seed": "7", **sent}).status_code == 200
    assert client.post(address("draw", one_each), {"seed": "7", **sent}).status_code == 302
    assert Paper.objects.get().form == 1


def test_a_bank_that_moved_loses_no_number_of_forms(alice: User) -> None:
    for number in range(4):
        factories.approved_version(path=f"27/{number}")
    one_each = factories.blueprint(quotas={"insufficient-bid": 2}, one_each=True)
    sent = {"seed": "7", "forms": "2", "previewed": "another"}
    response = factories.browser(alice).post(address("draw", one_each), sent)
    assert response.headers["Location"] == address("preview", one_each) + "?seed=7&forms=2"


# --- making one -----------------------------------------------------------------------------------------------------


def made(alice: User, *lines: dict[str, str], **changes: Any) -> Any:
    factories.topic()
    factories.topic("revoke")
    return factories.browser(alice).post(
        reverse("papers:new", args=[factories.body().slug]), entered(*lines, **changes)
    )


def test_a_blueprint_is_made_with_everything_it_promises(alice: User, on_shelf: None) -> None:
    response = made(
        alice,
        line(count="4"),
        line("revoke", "congress", "cite_law", "3", "1"),
        floors={"revoke": "50"},
        title="Congress, play",
        level="congress",
        one_each="on",
        order="topic",
        pairs="apart",
        partial_credit="on",
        tolerance="25",
        resits="2",
        resit_days="30",
        appeal_days="7",
    )
    blueprint = Blueprint.objects.get()
    assert response.headers["Location"] == blueprint.get_absolute_url()
    assert (blueprint.code, blueprint.body) == ("congress-play", factories.body())
    assert blueprint.terms() | {"title": "", "edition": "", "open_book": True} == {
        "title": "",
        "level": "congress",
        "edition": "",
        "minutes": 30,
        "pass_mark": 65,
        "open_book": True,
        "assistant": False,
        "floors": {"revoke": 50},
        "partial_credit": True,
        "order": "topic",
        "pairs": "apart",
        "one_each": True,
        "rest_sittings": 0,
        "tolerance": 25,
        "resits": 2,
        "resit_days": 30,
        "appeal_days": 7,
    }
    assert quotas(blueprint) == {
        ("insufficient-bid", "club", "", None): 4,
        ("revoke", "congress", "cite_law", 3): 1,
    }
    entry = AuditEntry.objects.get(verb="blueprint.made")
    assert (entry.actor, entry.data["floors"]) == (alice, {"revoke": 50})
    shown = factories.browser(alice).get(blueprint.get_absolute_url()).content.decode()
    assert "at least 50 % in Revoke" in shown


def test_the_code_may_be_chosen_and_is_taken_once(alice: User, on_shelf: None) -> None:
    assert made(alice, code="club-2026").status_code == 302
    refused = made(alice, code="club-2026")
    assert list(refused.context["forms"].terms.errors) == ["code"]
    assert refused.context["forms"].terms["title"].value() == "Club, Laws of the auction"
    assert Blueprint.objects.get().code == "club-2026"


def test_more_lines_lose_nothing_that_was_typed(alice: User, on_shelf: None) -> None:
    response = made(alice, line(count="7"), title="", more="quota")
    forms = response.context["forms"]
    assert response.status_code == 200
    assert len(forms.quotas.forms) == 5
    assert forms.quotas.forms[0]["count"].value() == "7"
    assert not Blueprint.objects.exists()


def test_a_number_of_lines_that_is_none_is_refused_in_words(alice: User, on_shelf: None) -> None:
    response = made(alice, more="quota", **{"quota-TOTAL_FORMS": "many"})
    assert response.status_code == 200
    assert response.context["forms"].quotas.non_form_errors()
    assert not Blueprint.objects.exists()


def test_more_lines_than_there_may_be_are_refused(alice: User, on_shelf: None) -> None:
    response = made(alice, **{"quota-TOTAL_FORMS": "1000"})
    assert response.status_code == 400
    assert not Blueprint.objects.exists()


# --- what the bank can fill, while typing ---------------------------------------------------------------------------


def filled(alice: User, *lines: dict[str, str], **changes: Any) -> str:
    url = reverse("papers:fill", args=[factories.body().slug])
    return factories.browser(alice).post(url, entered(*lines, **changes)).content.decode()


def test_while_typing_the_page_says_what_the_bank_can_fill(alice: User, on_shelf: None) -> None:
    factories.topic()
    for number in range(2):
        factories.approved_version(path=f"27/{number}")
    assert "The bank can fill this." in filled(alice, line(count="2"))
    short = filled(alice, line(count="3"))
    assert "Insufficient bid, Club: 1 lacking (3 wanted, 2 approved)" in short
    assert "Choose a topic and a number" in filled(alice, line(count=""))
    # Half a line, a title still missing: what can be told is told.
    assert "The bank can fill this." in filled(alice, line(count="1"), line("", count="4"), title="")
    assert not Blueprint.objects.exists()


# --- revising -------------------------------------------------------------------------------------------------------


def test_the_form_shows_the_blueprint_as_it_is(blueprint: Blueprint, adam: User) -> None:
    forms = factories.browser(adam).get(address("edit", blueprint)).context["forms"]
    assert forms.terms["minutes"].value() == 30
    assert [form["count"].value() for form in forms.quotas.forms] == [2, None, None, None]
    assert "code" not in forms.terms.fields


def test_an_edition_is_chosen_by_its_title(blueprint: Blueprint, adam: User, on_shelf: None) -> None:
    client = factories.browser(adam)
    terms = client.get(address("edit", blueprint)).context["forms"].terms
    titles = dict(terms["edition"].field.choices)
    assert titles["duplicate-2017"] == "Laws of Duplicate Bridge 2017"
    client.post(address("edit", blueprint), entered(edition="rubber-2014"))
    assert titles["rubber-2014"] in client.get(address("blueprint", blueprint)).content.decode()


def test_an_edition_that_left_the_shelf_stays_with_its_blueprint(blueprint: Blueprint, adam: User) -> None:
    terms = factories.browser(adam).get(address("edit", blueprint)).context["forms"].terms
    assert terms["edition"].field.choices == [("duplicate-2017", "duplicate-2017")]


def test_revising_changes_terms_and_numbers_and_is_noted(blueprint: Blueprint, adam: User) -> None:
    factories.topic("call-out-of-rotation")
    sent = entered(line(), line(level="congress", count="1"), line("call-out-of-rotation", count="3"), minutes="40")
    response = factories.browser(adam).post(address("edit", blueprint), sent)
    assert response.headers["Location"] == blueprint.get_absolute_url()
    blueprint.refresh_from_db()
    assert blueprint.minutes == 40
    assert quotas(blueprint) == {
        ("insufficient-bid", Level.CLUB, "", None): 2,
        ("insufficient-bid", Level.CONGRESS, "", None): 1,
        ("call-out-of-rotation", Level.CLUB, "", None): 3,
    }
    entry = AuditEntry.objects.get(verb="blueprint.revised")
    asked = {"topic": "insufficient-bid", "level": "congress", "kind": "", "difficulty": 0, "count": 1}
    assert (entry.actor, asked in entry.data["quotas"]) == (adam, True)


def test_a_stale_page_saves_nothing_over_what_another_has_saved_until_he_has_been_told(
    blueprint: Blueprint, alice: User, adam: User
) -> None:
    page = factories.browser(alice)
    seen = page.get(address("edit", blueprint)).context["seen"]
    other = factories.browser(adam)
    meanwhile = entered(line(count="7"), minutes="45", seen=other.get(address("edit", blueprint)).context["seen"])
    assert other.post(address("edit", blueprint), meanwhile).status_code == 302
    response = page.post(address("edit", blueprint), entered(minutes="50", seen=seen))
    assert response.status_code == 409
    said = response.content.decode()
    assert "Adam saved this blueprint" in said and 'value="50"' in said
    blueprint.refresh_from_db()
    assert (blueprint.minutes, set(quotas(blueprint).values())) == (45, {7})
    again = entered(minutes="50", seen=response.context["seen"])
    assert page.post(address("edit", blueprint), again).status_code == 302
    blueprint.refresh_from_db()
    assert (blueprint.minutes, set(quotas(blueprint).values())) == (50, {2})


def test_more_lines_and_faults_keep_what_the_page_was_opened_on(blueprint: Blueprint, alice: User) -> None:
    page = factories.browser(alice)
    seen = page.get(address("edit", blueprint)).context["seen"]
    for changes in ({"more": "quota"}, {"minutes": "0"}):
        sent = entered(seen=seen) | changes
        assert page.post(address("edit", blueprint), sent).context["seen"] == seen


def test_an_empty_number_takes_its_line_away(blueprint: Blueprint, alice: User) -> None:
    client = factories.browser(alice)
    client.post(
        address("edit", blueprint), entered(line(), line(kind="cite_law", count="3"), floors={"insufficient-bid": "40"})
    )
    assert quotas(blueprint)[("insufficient-bid", "club", "cite_law", None)] == 3
    client.post(
        address("edit", blueprint), entered(line(), line(kind="cite_law", count=""), floors={"insufficient-bid": ""})
    )
    assert quotas(blueprint) == {("insufficient-bid", "club", "", None): 2}
    blueprint.refresh_from_db()
    assert blueprint.floors == {}


@walks(
    ("field", "value"),
    [
        ("title", ""),
        ("minutes", "0"),
        ("pass_mark", "101"),
        ("pass_mark", ""),
        ("level", "national"),
        ("edition", "duplicate-1997"),
        ("order", "backwards"),
        ("pairs", "sometimes"),
        ("tolerance", "101"),
        ("resits", "-1"),
        ("appeal_days", ""),
    ],
    apart=True,
)
def test_a_term_that_makes_no_sense_is_refused_by_field(
    blueprint: Blueprint, alice: User, field: str, value: str
) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), {**entered(), field: value})
    assert response.status_code == 400
    assert list(response.context["forms"].terms.errors) == [field]
    assert blueprint.quotas.get().count == 2


@walks(
    ("lines", "number", "field"),
    [
        ([line(count="-1")], 0, "count"),
        ([line(count="101")], 0, "count"),
        ([line(topic="")], 0, "topic"),
        ([line(topic="no-topic")], 0, "topic"),
        ([line(level="national")], 0, "level"),
        ([line(kind="riddle")], 0, "kind"),
        ([line(difficulty="9")], 0, "difficulty"),
        ([line(kind="cite_law"), line(kind="cite_law", count="1")], 1, "count"),
    ],
    apart=True,
)
def test_a_line_that_makes_no_sense_is_refused_by_field(
    blueprint: Blueprint, alice: User, lines: list[dict[str, str]], number: int, field: str
) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), entered(*lines))
    assert response.status_code == 400
    assert [list(form.errors) for form in response.context["forms"].quotas.forms][number] == [field]
    assert quotas(blueprint) == {("insufficient-bid", "club", "", None): 2}


@walks("floors", [{"insufficient-bid": "0"}, {"insufficient-bid": "101"}, {"": "40"}, {"no-topic": "40"}], apart=True)
def test_a_floor_that_makes_no_sense_is_refused(blueprint: Blueprint, alice: User, floors: dict[str, str]) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), entered(floors=floors))
    assert response.status_code == 400
    assert response.context["forms"].floors.forms[0].errors


def test_a_floor_that_nobody_could_miss_is_refused_at_its_line(blueprint: Blueprint, alice: User) -> None:
    factories.topic("revoke")
    sent = entered(floors={"insufficient-bid": "40", "revoke": "50"})
    response = factories.browser(alice).post(address("edit", blueprint), sent)
    assert response.status_code == 400
    assert [list(form.errors) for form in response.context["forms"].floors.forms] == [[], ["topic"], []]
    page = response.content.decode()
    assert "The paper has no questions on “Revoke”, so this minimum would mean nothing." in page
    assert Blueprint.objects.get().floors == {}
    assert factories.browser(alice).post(address("edit", blueprint), {**sent, "floor-1-percent": ""}).status_code == 302
    assert Blueprint.objects.get().floors == {"insufficient-bid": 40}


@walks("floor", ["auction", "insufficient-bid", "bids-below"], apart=True)
def test_a_floor_above_or_below_what_is_asked_counts(alice: User, on_shelf: None, floor: str) -> None:
    auction = factories.topic("auction")
    factories.topic("bids-below", parent=factories.topic(parent=auction))
    factories.topic("rotation", parent=auction)
    client = factories.browser(alice)
    url = reverse("papers:new", args=[factories.body().slug])
    assert client.post(url, entered(floors={"rotation": "50"})).status_code == 400
    assert client.post(url, entered(line("auction"), floors={"rotation": "50"}, code="wide")).status_code == 302
    assert client.post(url, entered(floors={floor: "50"})).status_code == 302


def test_what_is_refused_is_told_at_the_top_with_links_to_the_fields(blueprint: Blueprint, alice: User) -> None:
    factories.topic("revoke")
    sent = entered(line(topic=""), line(count="200"), title="", order="backwards", floors={"revoke": "0"})
    response = factories.browser(alice).post(address("edit", blueprint), sent)
    page = response.content.decode()
    assert "5 things to correct. Nothing is saved yet" in page
    places = [(label, anchor) for label, anchor, _message in response.context["problems"]]
    assert places == [
        ("Title", "id_title"),
        ("Order of the questions", "id_order"),
        ("How many of what, line 1: Topic", "id_quota-0-topic"),
        ("How many of what, line 2: Number", "id_quota-1-count"),
        ("Floors, line 1: At least, in percent", "id_floor-0-percent"),
    ]
    for _label, anchor in places:
        assert f'href="#{anchor}"' in page
        assert f'id="{anchor}"' in page


@walks(
    ("lines", "changes", "place"),
    [
        ([line(count="0")], {}, "quotas"),
        ([line()], {"quota-TOTAL_FORMS": "1000"}, "quotas"),
        ([line()], {"floor-TOTAL_FORMS": "1000"}, "floors"),
    ],
    apart=True,
)
def test_what_is_wrong_with_the_lines_as_a_whole_leads_to_them(
    blueprint: Blueprint, alice: User, lines: list[dict[str, str]], changes: dict[str, str], place: str
) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), {**entered(*lines), **changes})
    assert [anchor for _label, anchor, _message in response.context["problems"]] == [place]
    assert f'id="{place}"' in response.content.decode()


def test_more_lines_are_no_refusal(blueprint: Blueprint, alice: User) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), entered(title="", more="quota"))
    assert "to correct. Nothing" not in response.content.decode()


def test_a_blueprint_must_ask_for_something(blueprint: Blueprint, alice: User) -> None:
    response = factories.browser(alice).post(address("edit", blueprint), entered(line(count="0")))
    assert "Ask for at least one question." in response.content.decode()
    assert blueprint.quotas.exists()


def test_revising_leaves_drawn_papers_as_they_were(alice: User) -> None:
    paper = factories.paper(questions=1, minutes=30)
    factories.browser(alice).post(address("edit", paper.blueprint), entered(minutes="5"))
    paper.refresh_from_db()
    assert (paper.blueprint.minutes, paper.minutes) == (5, 30)


def test_topics_are_offered_as_a_tree_and_retired_ones_no_more(blueprint: Blueprint, alice: User) -> None:
    play = factories.topic("play")
    factories.topic("revoke", parent=play)
    factories.topic("stale", retired_at=timezone.now())
    forms = factories.browser(alice).get(address("edit", blueprint)).context["forms"]
    offered = forms.quotas.forms[0].fields["topic"].choices
    assert offered[1:] == [("insufficient-bid", "Insufficient bid"), ("play", "Play"), ("revoke", "\u2003Revoke")]


def test_a_heading_leads_to_no_list_of_the_bank(alice: User) -> None:
    factories.topic("insufficient-bid", parent=factories.topic("auction"))
    shown = factories.browser(alice).get(factories.blueprint(quotas={"auction": 2}).get_absolute_url()).content.decode()
    assert reverse("bank:questions") + "?" not in shown


def test_only_those_who_may_read_questions_get_a_link_to_the_bank(
    alice: User, adam: User, blueprint: Blueprint
) -> None:
    for person, linked in ((alice, True), (adam, False)):
        shown = factories.browser(person).get(address("blueprint", blueprint)).content.decode()
        assert (reverse("bank:questions") + "?" in shown) is linked


# --- while another takes topics out ---------------------------------------------------------------------------------


@pytest.fixture
def taken_out_meanwhile(monkeypatch: pytest.MonkeyPatch, adam: User) -> list[bool]:
    """Once, between the reading of the form and the locking of the syllabus, somebody takes “revoke” out; whether deleted."""
    deleted: list[bool] = []

    def quicker(body: Body) -> None:
        monkeypatch.setattr(blueprints, "lock_syllabus", lock_syllabus)
        deleted.append(topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=adam))
        lock_syllabus(body)

    monkeypatch.setattr(blueprints, "lock_syllabus", quicker)
    return deleted


@pytest.mark.parametrize("used", [True, False])
@pytest.mark.parametrize("is_new", [True, False])
def test_a_topic_taken_out_meanwhile_is_not_asked_for_and_nothing_typed_is_lost(
    blueprint: Blueprint, alice: User, on_shelf: None, taken_out_meanwhile: list[bool], used: bool, is_new: bool
) -> None:
    factories.topic("revoke")
    if used:
        factories.version(topic="revoke")
    url = reverse("papers:new", args=[blueprint.body.slug]) if is_new else address("edit", blueprint)
    client = factories.browser(alice)
    seen = "" if is_new else client.get(url).context["seen"]
    sent = entered(line(), line("revoke", count="7"), title="Club, play", minutes="50", seen=seen)
    response = client.post(url, sent)
    forms = response.context["forms"]
    assert (response.status_code, taken_out_meanwhile, response.context["seen"]) == (409, [not used], seen)
    assert [list(form.errors) for form in forms.quotas.forms] == [[], ["topic"], []]
    page = response.content.decode()
    assert "“Revoke” is no longer in the syllabus" in page
    assert 'value="50"' in page and 'value="7"' in page and 'value="Club, play"' in page
    assert Blueprint.objects.get().minutes == 30
    assert quotas(blueprint) == {("insufficient-bid", "club", "", None): 2}
    # Without that line it is saved.
    assert client.post(url, entered(line(), title="Club, play", minutes="50", seen=seen)).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_of_two_blueprints_of_one_code_made_at_once_the_second_is_refused_at_the_code(
    alice: User, on_shelf: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when the button is pressed twice: the form of the second was checked before the first was there."""
    factories.topic()
    client, other = factories.browser(alice), factories.browser(alice)
    url = reverse("papers:new", args=[factories.body().slug])
    answers: list[int] = []

    def quicker(body: Body) -> None:
        monkeypatch.setattr(blueprints, "lock_syllabus", lock_syllabus)

        def make() -> None:
            answers.append(other.post(url, entered(code="club-2026")).status_code)
            connection.close()

        making = threading.Thread(target=make)
        making.start()
        making.join(timeout=60)
        lock_syllabus(body)

    monkeypatch.setattr(blueprints, "lock_syllabus", quicker)
    response = client.post(url, entered(code="club-2026", minutes="50"))
    terms = response.context["forms"].terms
    assert (answers, response.status_code, list(terms.errors)) == ([302], 409, ["code"])
    assert (terms["minutes"].value(), Blueprint.objects.get().minutes) == ("50", 30)


def test_a_floor_of_a_topic_deleted_meanwhile_is_refused_at_its_line(
    blueprint: Blueprint, alice: User, on_shelf: None, taken_out_meanwhile: list[bool]
) -> None:
    factories.topic("revoke", parent=blueprint.quotas.get().topic)
    response = factories.browser(alice).post(address("edit", blueprint), entered(floors={"revoke": "60"}))
    assert (response.status_code, taken_out_meanwhile) == (409, [True])
    assert [list(form.errors) for form in response.context["forms"].floors.forms] == [["topic"], []]
    assert Blueprint.objects.get().floors == {}


def test_a_floor_of_a_retired_topic_is_to_be_taken_out(blueprint: Blueprint, alice: User) -> None:
    """Also where what stands above it is asked for: nothing of it is drawn any more."""
    factories.topic("revoke", retired_at=timezone.now(), parent=blueprint.quotas.get().topic)
    Blueprint.objects.update(floors={"revoke": 50})
    client = factories.browser(alice)
    response = client.post(address("edit", blueprint), entered(floors={"revoke": "50"}, minutes="50"))
    assert response.status_code == 400
    assert "“Revoke” is retired" in response.content.decode()
    assert client.post(address("edit", blueprint), entered(floors={"revoke": ""}, minutes="50")).status_code == 302
    assert Blueprint.objects.get().floors == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["make", "revise"])
def test_whoever_takes_a_topic_out_waits_for_the_blueprint_that_asks_for_it(
    alice: User, adam: User, deed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the other order than above: the blueprint comes first, so the topic stays."""
    revoke = factories.topic("revoke")
    blueprint = factories.blueprint(quotas={"insufficient-bid": 2})
    if deed == "make":
        blueprint.pk, blueprint.code, blueprint._state.adding = None, "another", True
    taking: list[threading.Thread] = []
    waited: list[bool] = []
    told: list[str] = []
    create = Quota.objects.bulk_create

    def take_out() -> None:
        try:
            topics.take_out(topic=Topic.objects.get(slug="revoke"), actor=adam)
        except TopicRefused as refused:
            told.append(str(refused))
        finally:
            connection.close()

    def write(*args: Any, **options: Any) -> Any:
        taking.append(threading.Thread(target=take_out))
        taking[0].start()
        taking[0].join(timeout=0.5)
        waited.append(taking[0].is_alive())
        return create(*args, **options)

    monkeypatch.setattr(Quota.objects, "bulk_create", write)
    wanted = [Quota(topic=revoke, level="club", count=1)]
    getattr(blueprints, deed)(blueprint=blueprint, actor=alice, quotas=wanted)
    taking[0].join(timeout=60)
    assert waited == [True]
    assert "ask for “Revoke”" in told[0]
    assert quotas(blueprint) == {("revoke", "club", "", None): 1}
