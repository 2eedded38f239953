"""Regulations of a body: who lays them down, which hold on a day, how a wrong one is corrected, and the pages."""

from __future__ import annotations

import datetime
import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpResponse
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Body, Membership, Role, User
from accounts.rules import forget_roles
from laws.editing.models import BodyRegulation
from laws.editing.regulations import lay_down, regulations_of
from laws.editing.regulations.matters import MATTERS
from laws.editing.rules import NotAllowed
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.regulations import DEFAULTS, Regulation, Similarity, parse_regulations, regulation_data
from tests import factories
from tests.factories import browser
from tests.walking import walks

JULY = datetime.date(2024, 7, 1)
A_DAY_LATER = datetime.date(2024, 7, 2)
A_YEAR_LATER = datetime.date(2025, 7, 1)
MAY_NOT = [role for role in Role if role not in (Role.LAW_EDITOR, Role.ADMINISTRATOR)]


@pytest.fixture
def qba(db: None) -> Body:
    return factories.body()


def laid(
    actor: User, body: Body, matter: str = "logical_alternative", value: Any = "1/4", **fields: Any
) -> BodyRegulation:
    """A quarter for 16B1(b), from 1 July 2024, unless the fields say otherwise."""
    told: dict[str, Any] = {"since": JULY, "source": "Regulations 2024, 4.2"} | fields
    return lay_down(actor=actor, body=body, matter=matter, value=value, **told)


def values(body: Body, day: datetime.date) -> dict[str, Any]:
    """What holds on a day by what the body has laid down, without dates and sources."""
    return {name: found.value for name, found in regulations_of(body, day).items()}


# -- who ---------------------------------------------------------------------------------------------------------------


@walks("role", MAY_NOT, apart=True)
def test_no_other_role_of_the_body_lays_down(qba: Body, role: Role) -> None:
    with pytest.raises(NotAllowed, match="Only law editors and administrators of Queensland Bridge Association"):
        laid(factories.person("Rolf", role), qba)
    assert not BodyRegulation.objects.exists()


@pytest.mark.parametrize("role", [Role.LAW_EDITOR, Role.ADMINISTRATOR])
def test_nobody_of_another_body_lays_down_or_corrects(qba: Body, alice: User, role: Role) -> None:
    stranger = factories.person("Sven", role, at=factories.body("Northern Rivers Bridge"))
    mine = laid(alice, qba)
    with pytest.raises(NotAllowed):
        laid(stranger, qba, since=A_YEAR_LATER)
    with pytest.raises(NotAllowed):
        laid(stranger, qba, corrects=mine, reason="Ours is better.")
    assert BodyRegulation.objects.get() == mine


@pytest.mark.parametrize("role", [Role.LAW_EDITOR, Role.ADMINISTRATOR])
def test_law_editors_and_administrators_of_the_body_do(qba: Body, role: Role) -> None:
    assert laid(factories.person("Rolf", role), qba).matter == "logical_alternative"


def test_one_whose_role_has_ended_does_not(qba: Body, alice: User) -> None:
    Membership.objects.filter(person=alice).update(until="2030-01-01T00:00Z")
    forget_roles(alice)
    with pytest.raises(NotAllowed):
        laid(alice, qba)


def test_whoever_runs_the_installation_does_not_thereby(qba: Body) -> None:
    with pytest.raises(NotAllowed):
        laid(User.objects.create_superuser("root@example.org", "a table of thirteen", name="Root"), qba)


# -- what holds on a day -----------------------------------------------------------------------------------------------


def test_one_holds_from_its_day_until_the_next(qba: Body, alice: User) -> None:
    laid(alice, qba)
    laid(alice, qba, value="1/5", since=A_YEAR_LATER)
    assert values(qba, JULY - datetime.timedelta(1)) == {}
    assert values(qba, JULY) == {"logical_alternative": Fraction(1, 4)}
    assert values(qba, A_YEAR_LATER - datetime.timedelta(1)) == {"logical_alternative": Fraction(1, 4)}
    assert values(qba, A_YEAR_LATER) == {"logical_alternative": Fraction(1, 5)}


def test_the_order_of_entering_does_not_matter(qba: Body, alice: User) -> None:
    laid(alice, qba, value="1/5", since=A_YEAR_LATER)
    laid(alice, qba)
    assert values(qba, A_YEAR_LATER) == {"logical_alternative": Fraction(1, 5)}


def test_a_body_may_have_no_rule_of_its_own_any_more(qba: Body, alice: User) -> None:
    laid(alice, qba)
    laid(alice, qba, value=None, since=A_YEAR_LATER)
    assert values(qba, JULY) != {}
    assert values(qba, A_YEAR_LATER) == {}


def test_bodies_do_not_mind_each_other(qba: Body, alice: User, charlie: User) -> None:
    other = factories.body("Northern Rivers Bridge")
    laid(alice, qba)
    laid(charlie, other, value="1/3")
    assert values(qba, JULY) == {"logical_alternative": Fraction(1, 4)}
    assert values(other, JULY) == {"logical_alternative": Fraction(1, 3)}


@walks(
    ("matter", "value", "read"),
    [
        ("logical_alternative", "0.25", Fraction(1, 4)),
        ("reserving_rights", False, False),
        ("similar", {"points": 1, "cards": 0, "share": "2/3"}, Similarity(1, 0, Fraction(2, 3))),
        ("similar", {"points": 1, "cards": 0}, Similarity(1, 0)),
    ],
    apart=True,
)
def test_a_value_reaches_the_engine_with_its_day_and_source(
    qba: Body, alice: User, matter: str, value: Any, read: Any
) -> None:
    laid(alice, qba, matter, value)
    found = regulations_of(qba, JULY)
    source = "Queensland Bridge Association: Regulations 2024, 4.2"
    if isinstance(read, Similarity):
        read = Similarity(read.points, read.cards, read.share, source)
    assert found == {matter: Regulation(read, JULY, source)}
    assert parse_regulations({name: regulation_data(one) for name, one in found.items()}, "r") == found


def test_every_default_of_the_engine_can_be_laid_down_in_words() -> None:
    assert set(MATTERS) == set(DEFAULTS)
    for matter in MATTERS.values():
        assert matter.words(matter.default.value)
        assert matter.kind != "choice" or (matter.yes and matter.no)


def test_a_ruling_rests_on_what_the_body_has_laid_down(qba: Body, alice: User) -> None:
    laid(alice, qba, "similar", {"points": 0, "cards": 0})
    record: dict[str, Any] = {
        "dealer": "N",
        "procedure": "23",
        "offender": "S",
        "date": "2026-03-01",
        "replacement": "2H",
        "meanings": {
            "withdrawn": {"hcp": [12, 21], "suits": {"H": "5+"}},
            "replacement": {"hcp": [10, 15], "suits": {"H": "5+"}},
        },
    }
    usual = rule(parse_record(record))
    data = {name: regulation_data(one) for name, one in regulations_of(qba, JULY).items()}
    ours = rule(parse_record(record | {"regulations": data}))
    assert ("similar", True) in usual.path
    assert ("similar", False) in ours.path
    assert ours.doubted
    assert not usual.doubted
    step = next(step for step in ours.as_dict()["steps"] if step.get("fact") == "similar")
    assert step["reason"].endswith("(Queensland Bridge Association: Regulations 2024, 4.2)")


# -- correcting --------------------------------------------------------------------------------------------------------


def test_a_corrected_record_never_held(qba: Body, alice: User, bob: User) -> None:
    wrong = laid(alice, qba, value="1/2")
    right = laid(bob, qba, since=A_DAY_LATER, corrects=wrong, reason="A slip of the pen.")
    assert values(qba, JULY) == {}
    assert values(qba, A_DAY_LATER) == {"logical_alternative": Fraction(1, 4)}
    assert right.corrects == wrong
    assert BodyRegulation.objects.count() == 2


def test_what_was_on_record_at_a_moment_can_be_shown_again(qba: Body, alice: User) -> None:
    before = timezone.now()
    wrong = laid(alice, qba, value="1/2")
    after = laid(alice, qba, corrects=wrong, reason="A slip.").laid_down_at
    assert regulations_of(qba, JULY, known_at=before) == {}
    between = regulations_of(qba, JULY, known_at=wrong.laid_down_at)
    assert between["logical_alternative"].value == Fraction(1, 2)
    assert regulations_of(qba, JULY, known_at=after)["logical_alternative"].value == Fraction(1, 4)


def test_a_correction_may_keep_the_day(qba: Body, alice: User) -> None:
    wrong = laid(alice, qba, value="1/2")
    laid(alice, qba, corrects=wrong, reason="A slip of the pen.")
    assert values(qba, JULY) == {"logical_alternative": Fraction(1, 4)}


def test_a_correction_is_corrected_by_a_third(qba: Body, alice: User) -> None:
    wrong = laid(alice, qba, value="1/2")
    worse = laid(alice, qba, value="1/3", corrects=wrong, reason="A slip.")
    laid(alice, qba, corrects=worse, reason="Another.")
    assert values(qba, JULY) == {"logical_alternative": Fraction(1, 4)}


@walks(
    ("fields", "field", "sentence"),
    [
        ({"matter": "smoking"}, "matter", "no such matter: smoking"),
        ({"value": "2"}, "value", "expected a fraction above 0 and up to 1"),
        ({"value": True}, "value", "expected a fraction such as 1/4"),
        ({"matter": "aids", "value": "yes"}, "value", "expected true or false"),
        ({"matter": "similar", "value": {"points": 99, "cards": 1}}, "points", "expected a number from 0 to 37"),
        ({"matter": "similar", "value": {"points": 9}}, "cards", "expected a number from 0 to 13"),
        ({"matter": "similar", "value": {"points": 2, "cards": 1, "share": 1}}, "share", "from 0 and below 1"),
        ({"source": "  "}, "source", "Give the document or the meeting"),
    ],
    apart=True,
)
def test_what_cannot_be_laid_down_is_refused_by_field(
    qba: Body, alice: User, fields: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        laid(alice, qba, **fields)
    assert sentence in refused.value.message_dict[field][0]
    assert not BodyRegulation.objects.exists()


def test_two_do_not_begin_on_one_day(qba: Body, alice: User) -> None:
    laid(alice, qba)
    with pytest.raises(ValidationError, match="There is already one from that day"):
        laid(alice, qba, value="1/5")
    wrong = laid(alice, qba, since=A_YEAR_LATER)
    with pytest.raises(ValidationError, match="There is already one from that day"):
        laid(alice, qba, corrects=wrong, reason="The day was wrong.")


def test_a_correction_needs_a_reason_and_happens_once(qba: Body, alice: User) -> None:
    wrong = laid(alice, qba, value="1/2")
    with pytest.raises(ValidationError, match="Say what was wrong"):
        laid(alice, qba, corrects=wrong)
    laid(alice, qba, corrects=wrong, reason="A slip.")
    with pytest.raises(ValidationError, match="already been corrected"):
        laid(alice, qba, corrects=wrong, reason="A slip.")


def test_a_correction_is_of_the_same_body_and_matter(qba: Body, alice: User, charlie: User) -> None:
    theirs = laid(charlie, factories.body("Northern Rivers Bridge"))
    with pytest.raises(ValidationError, match="the same body and about the same matter"):
        laid(alice, qba, corrects=theirs, reason="A slip.")
    with pytest.raises(ValidationError, match="the same body and about the same matter"):
        laid(alice, qba, "aids", True, corrects=laid(alice, qba), reason="A slip.")


def test_each_is_in_the_audit_log(qba: Body, alice: User) -> None:
    wrong = laid(alice, qba, value="1/2")
    laid(alice, qba, corrects=wrong, reason="A slip.")
    entries = AuditEntry.objects.order_by("at", "pk")
    assert [entry.verb for entry in entries] == ["regulation.laid_down", "regulation.corrected"]
    assert {entry.body_id for entry in entries} == {qba.pk}
    assert [entry.reason for entry in entries] == ["", "A slip."]
    assert entries[0].data["value"] == "1/2"


def test_the_database_changes_and_deletes_none(qba: Body, alice: User) -> None:
    laid(alice, qba)
    with pytest.raises(IntegrityError, match="only grows"), transaction.atomic():
        BodyRegulation.objects.update(source="Somewhere else")
    with pytest.raises(IntegrityError, match="only grows"), transaction.atomic():
        BodyRegulation.objects.all().delete()


# -- the pages ---------------------------------------------------------------------------------------------------------

QBA = "/laws/regulations/qba/"


def words(response: object) -> str:
    """The page's text, one blank between words."""
    assert isinstance(response, HttpResponse)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_everybody_reads_what_holds_since_when_and_by_which_source(qba: Body, alice: User) -> None:
    laid(alice, qba)
    shown = words(Client().get(QBA))
    assert "1 player in 4 Since 1 July 2024. Queensland Bridge Association: Regulations 2024, 4.2" in shown
    assert "Players may reserve their rights. Nothing laid down. 16B2" in shown
    assert (
        "Up to 2 points beyond either end and 1 card more or fewer in a suit; of the hands for each call, more than half"
        in shown
    )
    assert "Lay down" not in shown
    assert "Correct it" not in shown


def test_the_page_shows_another_day(qba: Body, alice: User) -> None:
    laid(alice, qba)
    assert "Since 1 July 2024" not in words(Client().get(f"{QBA}?on=2024-06-30"))
    assert Client().get(f"{QBA}?on=soon").status_code == 400


def test_the_list_names_every_body_and_what_holds_elsewhere(qba: Body, alice: User) -> None:
    factories.body("Northern Rivers Bridge")
    wrong = laid(alice, qba, value="1/2")
    laid(alice, qba, corrects=wrong, reason="A slip.")
    shown = words(Client().get(reverse("regulations:bodies")))
    assert "Northern Rivers Bridge no regulations of its own" in shown
    assert "Queensland Bridge Association 1 regulation" in shown
    assert "1 player in 5 No number stands in 16B1(b)" in shown


@walks("matter", MATTERS, apart=True)
def test_a_law_editor_lays_one_down(qba: Body, alice: User, matter: str) -> None:
    filled = {
        "choice": {"value": "no"},
        "fraction": {"value": "1/3"},
        "tolerance": {"points": "3", "cards": "0", "share": "1/2"},
    }[MATTERS[matter].kind]
    address = f"{QBA}{matter}/new/"
    assert browser(alice).get(address).status_code == 200
    answer = browser(alice).post(address, filled | {"since": "2024-07-01", "source": "Regulations 2024"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{QBA}#{matter}")
    laid_down = BodyRegulation.objects.get()
    assert (laid_down.matter, laid_down.laid_down_by, laid_down.since) == (matter, alice, JULY)
    assert "Regulations 2024" in words(Client().get(QBA))


@walks(
    ("filled", "sentence"),
    [
        ({"value": ""}, "Fill this in, or tick"),
        ({"value": "a lot"}, "expected a fraction such as 1/4"),
        ({"since": "soon"}, "Enter a valid date"),
        ({"source": ""}, "This field is required"),
    ],
    apart=True,
)
def test_what_is_wrong_stands_at_its_field(qba: Body, alice: User, filled: dict[str, str], sentence: str) -> None:
    good = {"value": "1/4", "since": "2024-07-01", "source": "Regulations 2024"}
    answer = browser(alice).post(f"{QBA}logical_alternative/new/", good | filled)
    assert answer.status_code == 400
    assert sentence in words(answer)
    assert not BodyRegulation.objects.exists()


def test_the_form_gives_up_a_rule(qba: Body, alice: User) -> None:
    laid(alice, qba)
    filled = {"value": "", "none": "on", "since": "2025-07-01", "source": "Minute 7"}
    assert browser(alice).post(f"{QBA}logical_alternative/new/", filled).status_code == 302
    assert values(qba, A_YEAR_LATER) == {}
    assert "No rule of its own any more" in words(Client().get(QBA))


def test_a_record_is_corrected_on_its_page(qba: Body, alice: User) -> None:
    wrong = laid(alice, qba, "similar", {"points": 5, "cards": 1})
    address = f"{QBA}records/{wrong.pk}/correct/"
    shown = browser(alice).get(address)
    assert 'value="5"' in shown.content.decode()
    assert "is withdrawn, as if it had never been made" in words(shown)
    filled = {"points": "2", "cards": "1", "share": "1/2", "since": "2024-07-01", "source": "Regulations 2024"}
    assert browser(alice).post(address, filled).status_code == 400, "a correction says why"
    assert browser(alice).post(address, filled | {"reason": "A slip."}).status_code == 302
    assert regulations_of(qba, JULY)["similar"].value == Similarity(
        2, 1, Fraction(1, 2), "Queensland Bridge Association: Regulations 2024"
    )
    page = words(browser(alice).get(QBA))
    assert "Corrected: never held" in page
    assert "Corrects the record from 1 July 2024: A slip." in page


def test_a_law_editor_lays_down_where_points_do_not_count_and_what_is_left_to_the_director(
    qba: Body, alice: User
) -> None:
    filled = {"points": "2", "cards": "1", "share": "1/2", "overlap": "3/4", "doubt": "1", "since": "2024-07-01"}
    address = f"{QBA}similar/new/"
    refused = browser(alice).post(address, filled | {"overlap": "9/4", "source": "Regulations 2024"})
    assert refused.status_code == 400
    assert "expected a fraction above 0 and up to 1" in words(refused)
    assert browser(alice).post(address, filled | {"source": "Regulations 2024"}).status_code == 302
    (row,) = BodyRegulation.objects.all()
    source = "Queensland Bridge Association: Regulations 2024"
    assert regulations_of(qba, JULY)["similar"].value == Similarity(2, 1, Fraction(1, 2), source, Fraction(3, 4), 1)
    shown = words(Client().get(QBA))
    assert "where 3/4 of them or more have, the range may reach further; 1 point more is left to the Director" in shown
    correcting = browser(alice).get(f"{QBA}records/{row.pk}/correct/").content.decode()
    assert 'name="overlap" value="3/4"' in correcting, "a correction begins with all that was laid down"


def test_others_are_told_who_may(qba: Body, alice: User, charlie: User, dora: User) -> None:
    wrong = laid(alice, qba)
    filled = {"value": "1/5", "since": "2025-07-01", "source": "Mine", "reason": "Mine"}
    for person in (charlie, dora):
        for address in (f"{QBA}logical_alternative/new/", f"{QBA}records/{wrong.pk}/correct/"):
            for answer in (browser(person).get(address), browser(person).post(address, filled)):
                assert answer.status_code == 403
                assert "Only law editors and administrators of Queensland Bridge Association" in words(answer)
    assert BodyRegulation.objects.get() == wrong


def test_whoever_is_not_signed_in_is_asked_to(qba: Body) -> None:
    answer = Client().get(f"{QBA}logical_alternative/new/")
    assert answer.status_code == 302
    assert "/account/login/" in answer.headers["Location"]


def test_what_is_not_there_is_not_found(qba: Body, alice: User, charlie: User) -> None:
    theirs = laid(charlie, factories.body("Northern Rivers Bridge"))
    for address in (
        "/laws/regulations/nobody/",
        f"{QBA}smoking/new/",
        f"{QBA}records/{theirs.pk}/correct/",
    ):
        assert browser(alice).get(address).status_code == 404


def test_a_page_costs_the_same_with_one_record_and_with_three(
    qba: Body, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    laid(alice, qba)
    client = Client()
    client.get(QBA)
    with django_assert_max_num_queries(8) as one:
        client.get(QBA)
    laid(alice, qba, since=A_YEAR_LATER)
    laid(alice, qba, "aids", True)
    with django_assert_max_num_queries(8) as three:
        client.get(QBA)
    assert len(one) == len(three)


@pytest.mark.parametrize(
    ("edition", "key", "leads"),
    [("duplicate-2017", "23A1", True), ("duplicate-2017", "27A", False), ("rubber-2014", "23A1", False)],
)
def test_a_provision_leads_to_what_bodies_have_laid_down(edition: str, key: str, leads: bool) -> None:
    shown = Template("{% load law_editing %}{% law_editing_links edition key %}").render(
        Context({"edition": edition, "key": key})
    )
    assert ("/laws/regulations/#similar" in shown) is leads


def test_every_matter_stands_under_provisions_of_the_law() -> None:
    assert all(DUPLICATE_2017.has(key) for matter in MATTERS.values() for key in matter.provisions)


def test_the_admin_shows_records_and_writes_none(qba: Body, alice: User, client: Client) -> None:
    row = laid(alice, qba)
    client.force_login(User.objects.create_superuser("olga@example.org", "long enough"))
    name = "admin:law_editing_bodyregulation"
    assert "Regulations 2024, 4.2" in words(client.get(reverse(f"{name}_changelist")))
    assert client.get(reverse(f"{name}_change", args=[row.pk])).status_code == 200
    assert client.get(reverse(f"{name}_add")).status_code == 403
    assert client.post(reverse(f"{name}_change", args=[row.pk]), {"source": "Mine"}).status_code == 403
    assert client.post(reverse(f"{name}_delete", args=[row.pk]), {"post": "yes"}).status_code == 403
