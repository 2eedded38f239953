"""Two examiners, or two workers, at the same moment: real threads, real connections."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import transaction

from accounts.audit.models import AuditEntry
from accounts.models import Role
from exams.bank.models import LawFlag, Problem
from exams.bank.upkeep.flags import FlagRefused, flag_changed_provisions, settle_flags
from exams.bank.upkeep.problems import ProblemRefused, report_problem, settle_problem
from tests import factories
from tests.exams.bank.test_concurrency import at_once
from tests.exams.bank.upkeep.conftest import Reword, cites
from tests.exams.sittings.test_concurrency import wait_until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)

Outcome = LawFlag.Outcome


def test_of_two_who_settle_at_once_the_second_is_told(reword: Reword) -> None:
    alice, bob = factories.person("Alice", Role.EXAMINER), factories.person("Bob", Role.EXAMINER)
    for number in range(3):
        cites("27A")
        reword("27A", f"Words {number}.")
        flag_changed_provisions()
        flag = LawFlag.objects.filter(settled_at=None).first()
        assert flag

        def settle(who: Any, outcome: Outcome, pk: int = flag.pk) -> object:
            return settle_flags(flags=[pk], examiner=who, outcome=outcome, reply=f"{who} says so.")

        results = at_once(lambda: settle(alice, Outcome.KEPT), lambda: settle(bob, Outcome.RETIRED))
        refused = [result for result in results if isinstance(result, FlagRefused)]
        assert len(refused) == 1, results
        flag.refresh_from_db()
        assert str(refused[0]).startswith(f"{flag.settled_by} settled this before you")
        assert flag.reply == f"{flag.settled_by} says so."
        # Questions of the rounds before, where these were kept: each is one by itself.
        for waiting in LawFlag.objects.filter(settled_at=None).values_list("pk", flat=True):
            settle_flags(flags=[waiting], examiner=alice, outcome=Outcome.KEPT, reply="Kept as well.")


def test_two_workers_raise_each_flag_once_and_note_it_once(reword: Reword) -> None:
    for _version in range(5):
        cites("27A")
    reword("27A")
    results = at_once(*(flag_changed_provisions for _worker in range(3)))
    assert sorted(results) == [0, 0, 5]
    assert LawFlag.objects.count() == 5
    assert AuditEntry.objects.filter(verb="law_flags.raised").count() == 1


def test_two_reports_of_one_person_at_once_are_one(db: None) -> None:
    dora, version = factories.person("Dora", Role.CANDIDATE), factories.version()

    def reporting(text: str) -> Callable[[], Problem]:
        return lambda: report_problem(version=version, person=dora, attempt=uuid.uuid4(), text=text)

    at_once(reporting("14 cards."), reporting("No dealer."))
    assert sorted(Problem.objects.get().text.split("\n\n")) == ["14 cards.", "No dealer."]


def test_what_is_reported_while_an_examiner_replies_is_a_report_of_its_own(db: None) -> None:
    alice, dora = factories.person("Alice", Role.EXAMINER), factories.person("Dora", Role.CANDIDATE)
    first = report_problem(version=factories.version(), person=dora, attempt=uuid.uuid4(), text="14 cards.")

    def add() -> Problem:
        return report_problem(version=first.version, person=dora, attempt=uuid.uuid4(), text="No dealer.")

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            settle_problem(problem_id=first.pk, examiner=alice, reply="They are 13.", seen=len(first.text))
            adding = pool.submit(at_once, add)
            wait_until_somebody_waits()
        (added,) = adding.result(timeout=60)
    assert isinstance(added, Problem)
    assert dict(Problem.objects.values_list("text", "reply")) == {"14 cards.": "They are 13.", "No dealer.": ""}
    assert not AuditEntry.objects.filter(verb="problem.added_to").exists()


def test_what_is_added_before_the_reply_is_stored_is_read_first(db: None) -> None:
    alice, dora = factories.person("Alice", Role.EXAMINER), factories.person("Dora", Role.CANDIDATE)
    first = report_problem(version=factories.version(), person=dora, attempt=uuid.uuid4(), text="14 cards.")

    def settle() -> Problem:
        return settle_problem(problem_id=first.pk, examiner=alice, reply="They are 13.", seen=len(first.text))

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            report_problem(version=first.version, person=dora, attempt=uuid.uuid4(), text="No dealer.")
            settling = pool.submit(at_once, settle)
            wait_until_somebody_waits()
        (refused,) = settling.result(timeout=60)
    assert isinstance(refused, ProblemRefused)
    assert Problem.objects.get().settled_at is None
