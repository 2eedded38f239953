"""/api/v1/appeals/, /api/v1/regrades/ and the statistics of a sitting: who gets them, and what they tell."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from exams.marking.appeals.proceedings import deadline, make
from exams.marking.models import Appeal, Regrade, Result, Statistics
from exams.marking.statistics.computation import compute
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.api.conftest import Ask
from tests.exams.marking.conftest import Clock
from tests.exams.marking.regrades.conftest import Propose, frank, level, propose_, result_of, version_at, worked

__all__ = ["frank", "level", "propose_", "worked"]


@pytest.fixture
def result(worked: Sitting) -> Result:
    return result_of(worked, "Ben")


@pytest.fixture
def ben(result: Result) -> User:
    return result.attempt.entry.person


# --- appeals -------------------------------------------------------------------------------------------------------


def test_appeals_are_for_their_candidate_and_the_bodys_examiners(
    result: Result, ben: User, erin: User, charlie: User, ask: Ask, send: Ask
) -> None:
    appeal = make(result=result, person=ben, grounds="27B1(b)")
    others = [factories.person(f"Mere {role.label}", role) for role in (Role.CANDIDATE, Role.REGISTRAR)]
    for person in (charlie, *others):
        ask(person, f"appeals/{appeal.pk}/", 404)
        assert ask(person, "appeals/")["results"] == []
        send(person, f"appeals/{appeal.pk}/withdrawal/", 404)
        send(person, "appeals/", 404, result=str(result.pk), grounds="Not mine")
    ask(None, "appeals/", 403)
    for person in (ben, erin):
        assert [one["id"] for one in ask(person, "appeals/")["results"]] == [str(appeal.pk)]
        assert ask(person, f"appeals/{appeal.pk}/")["grounds"] == "27B1(b)"
    # An examiner reads it, but cannot take it back.
    send(erin, f"appeals/{appeal.pk}/withdrawal/", 404)
    assert Appeal.objects.get().standing == "open"


def test_a_candidate_appeals_and_withdraws(result: Result, ben: User, send: Ask) -> None:
    made = send(ben, "appeals/", result=str(result.pk), question=1, grounds="27B1(b)")
    assert (made["question"], made["standing"], made["regrade"]) == (1, "open", None)
    again = send(ben, "appeals/", 409, result=str(result.pk), question=1, grounds="27B1(b)")
    assert "already" in again["detail"]
    assert send(ben, f"appeals/{made['id']}/withdrawal/")["standing"] == "withdrawn"


def test_what_is_wrong_is_named(result: Result, ben: User, send: Ask, clock: Clock) -> None:
    assert set(send(ben, "appeals/", 422, result=str(result.pk))["errors"]) == {"grounds"}
    assert set(send(ben, "appeals/", 422, result=str(result.pk), grounds="\u200b")["errors"]) == {"grounds"}
    assert set(send(ben, "appeals/", 422, result=str(result.pk), grounds="x", question=9)["errors"]) == {"question"}
    end = deadline(result)
    assert end is not None
    clock.now = end
    assert "over" in send(ben, "appeals/", 409, result=str(result.pk), grounds="Late")["detail"]


# --- regrades ------------------------------------------------------------------------------------------------------


def test_regrades_are_for_examiners_who_have_not_sat_it(
    propose_: Propose, worked: Sitting, erin: User, ben: User, charlie: User, ask: Ask
) -> None:
    regrade = propose_()
    ben.memberships.create(body=worked.body, role=Role.EXAMINER)
    others = [factories.person(f"Mere {role.label}", role) for role in Role if role is not Role.EXAMINER]
    for person in (ben, charlie, *others):
        ask(person, f"regrades/{regrade.pk}/", 404)
        assert ask(person, "regrades/")["results"] == []
    assert [one["id"] for one in ask(erin, "regrades/")["results"]] == [str(regrade.pk)]


def test_a_regrade_tells_its_dry_run(propose_: Propose, erin: User, ask: Ask) -> None:
    told = ask(erin, f"regrades/{propose_().pk}/")
    [run] = told["dry_runs"]
    assert (told["remedy"], told["standing"], told["decided_by"]) == ("accept", "proposed", None)
    assert run["counts"]["passes"] == 2
    ben = next(row for row in run["rows"] if row["name"] == "Ben")
    assert (ben["before"]["marks"], ben["after"]["marks"], ben["turn"]) == (2, 3, "passes")
    assert ben["follows"] == [{"kind": "applies", "level": "Club Director", "application": None}]


# --- statistics ----------------------------------------------------------------------------------------------------


def test_statistics_are_for_examiners_who_have_not_sat_it(
    worked: Sitting, erin: User, ben: User, charlie: User, ask: Ask, send: Ask
) -> None:
    address = f"results/sittings/{worked.pk}/statistics/"
    ben.memberships.create(body=worked.body, role=Role.EXAMINER)
    others = [factories.person(f"Mere {role.label}", role) for role in Role if role is not Role.EXAMINER]
    for person in (ben, charlie, *others):
        ask(person, address, 404)
        send(person, address, 404)
    assert not Statistics.objects.exists()
    ask(erin, address, 404)
    assert send(erin, address)["status"] == "queued"
    compute(Statistics.objects.get().pk)
    told = ask(erin, address)
    assert (told["status"], told["report"]["candidates"], len(told["report"]["items"])) == ("done", 5, 5)
    assert told["report"]["items"][0]["id"] == str(version_at(worked, 1).pk)
    assert Regrade.objects.count() == 0
