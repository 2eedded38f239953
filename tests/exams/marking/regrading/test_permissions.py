"""Who may propose, see and decide a regrade: first of all, who may not."""

from __future__ import annotations

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction
from django.urls import reverse

from accounts.models import Role, User
from exams.marking.models import Regrade, Result
from exams.marking.regrading.deciding import approve, refuse
from exams.marking.regrading.proposing import withdraw
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.regrading.conftest import Propose, result_of, version_at

OTHERS = [(), (Role.CANDIDATE,), (Role.ADMINISTRATOR, Role.REGISTRAR, Role.INVIGILATOR, Role.LAW_EDITOR)]


@pytest.mark.parametrize("roles", OTHERS)
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


@pytest.mark.parametrize("roles", OTHERS)
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
