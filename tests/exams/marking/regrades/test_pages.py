"""The pages of regrades."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Role, User
from exams.marking.models import Regrade, Script
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import give
from exams.sittings.models import Sitting, VoidAttempt
from tests import factories
from tests.exams.marking.conftest import Clock, Work
from tests.exams.marking.regrades.conftest import Propose, result_of, version_at
from tests.exams.marking.rooms import hand_in, paper_with, points, sitting_of
from tests.walking import walks


@pytest.fixture
def address(worked: Sitting) -> str:
    return reverse("marking:new_regrade", args=[worked.pk, version_at(worked, 1).pk])


FIELDS = {"remedy": "accept", "answer": "b", "nobody_loses": "on", "reason": "Both can be defended."}


def test_it_is_seen_before_it_is_proposed(address: str, erin: User, client: Client, law_book: None) -> None:
    client.force_login(erin)
    shown = client.post(address, {**FIELDS, "preview": "1"}).content.decode()
    assert not Regrade.objects.exists()
    for words in ("What it would do", "Ben", "passes now", "Propose it", "applies for Club Director"):
        assert words in shown
    response = client.post(address, {**FIELDS, "propose": "1"})
    regrade = Regrade.objects.get()
    assert response.headers["Location"] == regrade.get_absolute_url()
    assert (regrade.remedy, regrade.answer, regrade.nobody_loses, regrade.proposed_by) == ("accept", "b", True, erin)


@walks(
    ("changes", "said"),
    [
        ({"answer": "c"}, "already right by the key"),
        ({"remedy": ""}, "This field is required"),
        ({"reason": ""}, "This field is required"),
        ({"answer": "z"}, "Select a valid choice"),
        ({"remedy": "remark"}, "Select a valid choice"),
    ],
    apart=True,
)
def test_bad_input_is_named_and_nothing_typed_is_lost(
    address: str, erin: User, client: Client, changes: dict[str, str], said: str
) -> None:
    client.force_login(erin)
    response = client.post(address, {**FIELDS, **changes, "propose": "1"})
    shown = response.content.decode()
    assert (response.status_code, said in shown) == (400, True)
    assert changes.get("reason", FIELDS["reason"]) in shown
    assert not Regrade.objects.exists()


def test_a_question_of_another_paper_cannot_be_chosen(worked: Sitting, erin: User, client: Client) -> None:
    client.force_login(erin)
    other = factories.approved_version()
    assert client.get(reverse("marking:new_regrade", args=[worked.pk, other.pk])).status_code == 404


def test_the_way_from_sitting_to_approval(worked: Sitting, propose_: Propose, frank: User, client: Client) -> None:
    client.force_login(frank)
    chosen = client.get(reverse("marking:choose_regrade", args=[worked.pk])).content.decode()
    assert chosen.count("/regrade/") >= 5
    regrade = propose_()
    assert regrade.get_absolute_url() in client.get(reverse("marking:regrades")).content.decode()
    page = client.get(regrade.get_absolute_url()).content.decode()
    assert "Answer B, “North must pass once.” is accepted as well." in page
    fields = {"approve-seen": "1", "approve-note": "Agreed"}
    done = client.post(reverse("marking:approve_regrade", args=[regrade.pk]), fields, follow=True).content.decode()
    assert "Applied." in done
    assert "What it did" in done
    assert result_of(worked, "Ben").passed


def test_what_moved_is_shown_anew(worked: Sitting, propose_: Propose, frank: User, erin: User, client: Client) -> None:
    regrade = propose_()
    VoidAttempt.objects.create(attempt=result_of(worked, "Cy").attempt, by=erin, reason="Phone")
    client.force_login(frank)
    approve = reverse("marking:approve_regrade", args=[regrade.pk])
    response = client.post(approve, {"approve-seen": "1", "approve-note": "I have asked Law."})
    shown = response.content.decode()
    assert (response.status_code, "has changed since you last looked" in shown) == (409, True)
    # The note is there still, and what is approved with it is what stands above it.
    assert "I have asked Law.</textarea>" in shown
    assert '<input type="hidden" name="approve-seen" value="2"' in shown
    assert "dry run 2" in shown
    # As a word: the token of a form may hold these two letters.
    assert not re.search(r"\bCy\b", shown.split("What it would do")[1])
    assert not result_of(worked, "Ben").passed


def test_refused_with_a_reason_only(propose_: Propose, frank: User, client: Client) -> None:
    regrade = propose_()
    client.force_login(frank)
    refuse = reverse("marking:refuse_regrade", args=[regrade.pk])
    assert client.post(refuse, {"refuse-note": ""}).status_code == 400
    assert (
        "The key is right." in client.post(refuse, {"refuse-note": "The key is right."}, follow=True).content.decode()
    )
    regrade.refresh_from_db()
    assert regrade.standing == "refused"


@pytest.mark.parametrize("regrades", [1, 4])
def test_any_number_that_waits_costs_the_same_queries(
    worked: Sitting,
    propose_: Propose,
    erin: User,
    frank: User,
    client: Client,
    regrades: int,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    for position in range(1, regrades + 1):
        propose_(version=version_at(worked, position), remedy="full", answer="")
    client.force_login(frank)
    client.get(reverse("marking:regrades"))
    # Session, person, roles, those that wait, the number of those decided, the numbers of their questions.
    with django_assert_num_queries(7):
        shown = client.get(reverse("marking:regrades")).content.decode()
    assert shown.count("proposed by Erin") == regrades
    assert all(f"Question {position} ·" in shown for position in range(1, regrades + 1))
    client.force_login(erin)
    assert client.get(reverse("marking:regrades")).content.decode().count("proposed by you") == regrades


def test_the_list_is_for_examiners(alice: User, client: Client) -> None:
    client.force_login(alice)
    assert client.get(reverse("marking:regrades")).status_code == 404
    assert factories.browser(factories.person("Pat", Role.ADMINISTRATOR)).get("/results/regrades/").status_code == 404


def test_scripts_are_named_by_their_candidates_once_they_are_settled(
    clock: Clock, alice: User, bob: User, erin: User
) -> None:
    """A marker must not learn from this page whose the script is that he has before him."""
    sitting = sitting_of(paper_with("written"), clock.now)
    for person in (alice, bob):
        hand_in(sitting, person, [f"{person.name} asks West."])
    own, other = (Script.objects.get(attempt__entry__person=person) for person in (alice, bob))
    markers = [factories.person(name, Role.EXAMINER) for name in ("Mary", "Mike")]
    choose_markers(sitting=sitting, people=markers, actor=factories.person("Drawer QBA"))
    for marker in markers:
        give(script=own, person=marker, points=points(1, 1))
    address = reverse("marking:new_regrade", args=[sitting.pk, own.paper_question.version_id])
    shown = factories.browser(erin).get(address).content.decode()
    assert f">Alice, candidate number {own.attempt.entry.number} (script {own.code})</option>" in shown
    assert (other.code in shown, "Bob" in shown) == (False, False)
    for marker in markers:
        give(script=other, person=marker, points=points(1, 1))
    assert (
        f">Bob, candidate number {other.attempt.entry.number} (script {other.code})</option>"
        in factories.browser(erin).get(address).content.decode()
    )


def test_who_met_the_question_elsewhere_is_told_what_to_leave_out(
    worked: Sitting, address: str, bob: User, client: Client, clock: Clock, work: Work
) -> None:
    """Bob has sat the same paper in December and is an examiner since; in this sitting he may propose all the same."""
    december = Sitting.objects.create(
        body=worked.body,
        paper=worked.paper,
        title="December",
        opens_at=clock.now,
        closes_at=clock.now.replace(hour=23),
        created_by=worked.created_by,
    )
    work(december, bob, ["c"])
    bob.memberships.create(body=worked.body, role=Role.EXAMINER)
    client.force_login(bob)
    response = client.post(address, {**FIELDS, "everywhere": "on", "preview": "1"})
    shown = response.content.decode()
    assert (response.status_code, "You have had this question yourself in another sitting" in shown) == (400, True)
    assert FIELDS["reason"] in shown
    assert "Propose it" in client.post(address, {**FIELDS, "preview": "1"}).content.decode()
