"""Who may propose, see and decide a regrade: first of all, who may not."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import Role, User
from exams.marking.models import Regrade, Result, Script
from exams.marking.regrades.decisions import approve, refuse
from exams.marking.regrades.proposals import drafted, propose, withdraw
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import give
from exams.sittings.models import Entry, Sitting
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.regrades.conftest import Propose, result_of, version_at
from tests.exams.marking.rooms import hand_in, paper_with, points, sitting_of
from tests.walking import walks

OTHERS = [(), (Role.CANDIDATE,), (Role.ADMINISTRATOR, Role.REGISTRAR, Role.INVIGILATOR, Role.LAW_EDITOR)]


@walks("roles", OTHERS, apart=True)
def test_others_propose_nothing_and_decide_nothing(propose_: Propose, charlie: User, roles: tuple[Role, ...]) -> None:
    """Charlie holds every role in another body."""
    regrade = propose_()
    for person in (charlie, factories.person("Pat", *roles)):
        with pytest.raises(PermissionDenied):
            propose_(actor=person)
        with pytest.raises(PermissionDenied):
            approve(regrade=regrade, actor=person, seen=1)
        with pytest.raises(PermissionDenied):
            refuse(regrade=regrade, actor=person, note="No")
        with pytest.raises(PermissionDenied):
            withdraw(regrade=regrade, actor=person)
    assert Regrade.objects.get().standing == "proposed"


@walks("roles", OTHERS, apart=True)
def test_to_others_the_pages_do_not_exist(
    propose_: Propose, worked: Sitting, charlie: User, roles: tuple[Role, ...]
) -> None:
    regrade, version = propose_(), version_at(worked, 1)
    for person in (charlie, factories.person("Pat", *roles)):
        client = factories.browser(person)
        for address in (
            reverse("marking:regrade", args=[regrade.pk]),
            reverse("marking:choose_regrade", args=[worked.pk]),
            reverse("marking:new_regrade", args=[worked.pk, version.pk]),
        ):
            assert client.get(address).status_code == 404, address
        for deed in ("approve", "refuse", "withdraw"):
            assert client.post(reverse(f"marking:{deed}_regrade", args=[regrade.pk])).status_code == 404
    assert regrade.get_absolute_url() not in factories.browser(charlie).get("/results/regrades/").content.decode()


def test_nobody_approves_his_own_proposal(propose_: Propose, erin: User) -> None:
    regrade = propose_()
    with pytest.raises(PermissionDenied):
        approve(regrade=regrade, actor=erin, seen=1)
    with pytest.raises(PermissionDenied):
        refuse(regrade=regrade, actor=erin, note="No")
    page = factories.browser(erin).get(regrade.get_absolute_url()).content.decode()
    assert "another examiner has to decide" in page
    assert "Approve and apply" not in page


@pytest.mark.parametrize("standing", ["applied", "refused"])
def test_the_database_knows_that_too(propose_: Propose, erin: User, standing: str) -> None:
    regrade = propose_()
    with pytest.raises(IntegrityError, match="regrade_decided_by_a_second_person"), transaction.atomic():
        Regrade.objects.filter(pk=regrade.pk).update(standing=standing, decided_by=erin, decided_at=regrade.proposed_at)


def test_only_the_proposer_withdraws(propose_: Propose, erin: User, frank: User) -> None:
    regrade = propose_()
    with pytest.raises(PermissionDenied):
        withdraw(regrade=regrade, actor=frank)
    assert withdraw(regrade=regrade, actor=erin).standing == "withdrawn"


def test_nobody_regrades_what_he_has_sat(propose_: Propose, worked: Sitting) -> None:
    """Ann has become an examiner since: she neither proposes, nor sees, nor decides."""
    regrade = propose_()
    ann = result_of(worked, "Ann").attempt.entry.person
    ann.memberships.create(body=worked.body, role=Role.EXAMINER)
    with pytest.raises(PermissionDenied):
        propose_(actor=ann)
    with pytest.raises(PermissionDenied):
        approve(regrade=regrade, actor=ann, seen=1)
    assert factories.browser(ann).get(regrade.get_absolute_url()).status_code == 404
    assert Result.objects.filter(number=2).count() == 0


def shown(person: User, regrade: Regrade) -> list[bool]:
    """Whether this person meets it on its page, in the list and in the lists of programs, and is told that it waits."""
    client = factories.browser(person)
    return [
        client.get(regrade.get_absolute_url()).status_code == 200,
        regrade.get_absolute_url() in client.get(reverse("marking:regrades")).content.decode(),
        client.get(f"/api/v1/regrades/{regrade.pk}/").status_code == 200,
        str(regrade.pk) in client.get("/api/v1/regrades/").content.decode(),
        "1 regrade to approve or refuse" in client.get("/").content.decode(),
    ]


@pytest.mark.parametrize("everywhere", [False, True])
def test_page_list_and_front_page_agree_on_what_one_has_sat(
    propose_: Propose, worked: Sitting, frank: User, everywhere: bool
) -> None:
    regrade = propose_(everywhere=everywhere)
    ann = result_of(worked, "Ann").attempt.entry.person
    ann.memberships.create(body=worked.body, role=Role.EXAMINER)
    stranger = factories.person("Zoe", Role.EXAMINER, at=factories.body("Northern Rivers Bridge"))
    assert shown(ann, regrade) == shown(stranger, regrade) == [False] * 5
    assert shown(frank, regrade) == [True] * 5


@pytest.mark.parametrize("everywhere", [False, True])
def test_nobody_decides_about_an_answer_of_his_that_is_not_marked_yet(
    clock: Clock, alice: User, bob: User, erin: User, frank: User, everywhere: bool
) -> None:
    """Both chose b and wrote a ruling; only Alice's is settled. Bob has become an examiner since."""
    sitting = sitting_of(paper_with("best_ruling", "written"), clock.now)
    for person in (alice, bob):
        hand_in(sitting, person, ["b", f"{person.name} asks West."])
    markers = [factories.person(name, Role.EXAMINER) for name in ("Mary", "Mike")]
    choose_markers(sitting=sitting, people=markers, actor=factories.person("Drawer QBA"))
    for marker in markers:
        give(script=Script.objects.get(attempt__entry__person=alice), person=marker, points=points(1, 1))
    assert not Result.objects.filter(attempt__entry__person=bob).exists()
    about = {"version": version_at(sitting, 1), "remedy": "accept", "answer": "b", "reason": "Both can be defended."}
    regrade = propose(drafted(actor=erin, sitting=sitting, everywhere=everywhere, **about))
    bob.memberships.create(body=sitting.body, role=Role.EXAMINER)
    bob = User.objects.get(pk=bob.pk)
    with pytest.raises(PermissionDenied):
        approve(regrade=regrade, actor=bob, seen=1)
    assert (shown(bob, regrade), shown(frank, regrade)) == ([False] * 5, [True] * 5)


def test_who_withdrew_or_sat_something_else_decides_like_others(
    propose_: Propose, worked: Sitting, frank: User, alice: User, clock: Clock
) -> None:
    """Alice has sat a paper without the question; Frank withdrew from this sitting when he was a candidate."""
    hand_in(sitting_of(paper_with("best_ruling", "best_ruling"), clock.now), alice, ["c", "c"])
    alice.memberships.create(body=worked.body, role=Role.EXAMINER)
    Entry.objects.create(body=worked.body, sitting=worked, person=frank, standing=Entry.Standing.WITHDRAWN)
    everywhere, here = propose_(everywhere=True), propose_(remedy="full", answer="")
    for person in (alice, frank):
        assert shown(person, everywhere)[:4] == shown(person, here)[:4] == [True] * 4
        assert "2 regrades to approve or refuse" in factories.browser(person).get("/").content.decode()


@pytest.mark.parametrize("everywhere", [False, True])
def test_what_one_has_sat_is_on_no_list_once_it_is_decided(
    propose_: Propose, worked: Sitting, frank: User, everywhere: bool
) -> None:
    regrade = propose_(everywhere=everywhere)
    approve(regrade=regrade, actor=frank, seen=1)
    ann = result_of(worked, "Ann").attempt.entry.person
    ann.memberships.create(body=worked.body, role=Role.EXAMINER)
    address = regrade.get_absolute_url()
    assert address in factories.browser(frank).get("/results/regrades/").content.decode()
    assert address not in factories.browser(ann).get("/results/regrades/").content.decode()


def test_what_was_proposed_stays_as_it_was(propose_: Propose, erin: User) -> None:
    regrade = propose_()
    for change in ({"answer": "d"}, {"reason": "Another"}, {"proposed_by": factories.person("Gil", Role.EXAMINER)}):
        with pytest.raises(Exception, match="proposal_is_fixed"), transaction.atomic():
            Regrade.objects.filter(pk=regrade.pk).update(**change)
    with pytest.raises(Exception, match="protected foreign keys"), transaction.atomic():
        regrade.delete()
    withdraw(regrade=regrade, actor=erin)
    with pytest.raises(Exception, match="standing_moves_once"), transaction.atomic():
        Regrade.objects.filter(pk=regrade.pk).update(standing="proposed", decided_by=None, decided_at=None)
    run = regrade.runs.get()
    with pytest.raises(IntegrityError, match="only grows"), transaction.atomic():
        type(run).objects.filter(pk=run.pk).update(number=5)
