"""Problems that candidates report: taken down once a person and question, replied to once."""

from __future__ import annotations

import uuid

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, transaction

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.models import Problem
from exams.bank.upkeep.problems import MOST, ProblemRefused, open_problems, report_problem, settle_problem
from tests import factories

pytestmark = pytest.mark.django_db

ATTEMPT = uuid.uuid4()


@pytest.fixture
def problem(dora: User) -> Problem:
    return report_problem(version=factories.version(), person=dora, attempt=ATTEMPT, text=" East has 14 cards. ")


def test_an_examiner_of_another_body_settles_nothing(problem: Problem, charlie: User, dora: User) -> None:
    for stranger in (charlie, dora):
        with pytest.raises(PermissionDenied):
            settle_problem(problem_id=problem.pk, examiner=stranger, reply="No.", seen=len(problem.text))
    problem.refresh_from_db()
    assert problem.settled_at is None


def test_a_report_keeps_who_where_and_what(problem: Problem, dora: User) -> None:
    assert (problem.person, problem.attempt, problem.text) == (dora, ATTEMPT, "East has 14 cards.")
    assert list(open_problems([factories.body().pk])) == [problem]
    entry = AuditEntry.objects.get(verb="problem.reported")
    assert (entry.actor, entry.body_id, entry.data["attempt"]) == (dora, problem.body_id, str(ATTEMPT))


@pytest.mark.parametrize("text", ["", " \n "])
def test_a_report_says_something(dora: User, text: str) -> None:
    with pytest.raises(ProblemRefused, match="Say what is wrong"):
        report_problem(version=factories.version(), person=dora, attempt=ATTEMPT, text=text)


def test_what_is_reported_while_a_report_waits_is_added_to_it(problem: Problem, dora: User) -> None:
    again = report_problem(version=problem.version, person=dora, attempt=uuid.uuid4(), text="And West has 12.")
    assert again == problem
    assert again.text == "East has 14 cards.\n\nAnd West has 12."
    assert AuditEntry.objects.filter(verb="problem.added_to").count() == 1


def test_the_same_words_twice_are_taken_down_once(problem: Problem, dora: User) -> None:
    report_problem(version=problem.version, person=dora, attempt=ATTEMPT, text="East has 14 cards.")
    assert Problem.objects.get().text == "East has 14 cards."


def test_a_report_that_is_full_takes_no_more_and_loses_nothing(problem: Problem, dora: User) -> None:
    report_problem(version=problem.version, person=dora, attempt=ATTEMPT, text="x" * (MOST - 100))
    with pytest.raises(ProblemRefused, match="Shorten it"):
        report_problem(version=problem.version, person=dora, attempt=ATTEMPT, text="y" * 200)
    problem.refresh_from_db()
    assert len(problem.text) == MOST - 100 + len("East has 14 cards.") + 2


def test_after_the_reply_a_new_report_stands_by_itself(problem: Problem, alice: User, dora: User) -> None:
    settle_problem(problem_id=problem.pk, examiner=alice, reply="They are 13: count again.", seen=len(problem.text))
    another = report_problem(version=problem.version, person=dora, attempt=ATTEMPT, text="I counted again: 14.")
    assert another != problem


def test_others_and_other_questions_have_reports_of_their_own(problem: Problem, dora: User) -> None:
    evan = factories.person("Evan", Role.CANDIDATE)
    report_problem(version=problem.version, person=evan, attempt=ATTEMPT, text="14 cards.")
    report_problem(version=factories.version(), person=dora, attempt=ATTEMPT, text="14 cards.")
    assert Problem.objects.count() == 3


def test_the_database_itself_keeps_one_open_report_a_person(problem: Problem, dora: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Problem.objects.create(version=problem.version, body_id=problem.body_id, person=dora, text="Twice.")


def test_a_reply_settles_it_for_good(problem: Problem, alice: User, bob: User) -> None:
    settled = settle_problem(problem_id=problem.pk, examiner=alice, reply=" You are right. ", seen=len(problem.text))
    assert (settled.reply, settled.settled_by) == ("You are right.", alice)
    with pytest.raises(ProblemRefused, match="Alice replied before you"):
        settle_problem(problem_id=problem.pk, examiner=bob, reply="No.", seen=len(problem.text))
    assert not open_problems([factories.body().pk]).exists()
    entry = AuditEntry.objects.get(verb="problem.settled")
    assert (entry.actor, entry.reason) == (alice, "You are right.")


def test_what_was_added_unread_is_not_settled(problem: Problem, alice: User, dora: User) -> None:
    read = len(problem.text)
    report_problem(version=problem.version, person=dora, attempt=ATTEMPT, text="And West has 12.")
    with pytest.raises(ProblemRefused, match="has added to the report"):
        settle_problem(problem_id=problem.pk, examiner=alice, reply="They are 13: count again.", seen=read)
    problem.refresh_from_db()
    assert problem.settled_at is None
    settle_problem(problem_id=problem.pk, examiner=alice, reply="Both are 13.", seen=len(problem.text))
    assert not open_problems([problem.body_id]).exists()


def test_a_reply_says_something(problem: Problem, alice: User) -> None:
    with pytest.raises(ProblemRefused, match="Write the reply"):
        settle_problem(problem_id=problem.pk, examiner=alice, reply=" ", seen=len(problem.text))


def test_nobody_replies_to_himself(alice: User) -> None:
    own = report_problem(version=factories.version(), person=alice, attempt=ATTEMPT, text="Hm.")
    with pytest.raises(ProblemRefused, match="another examiner"):
        settle_problem(problem_id=own.pk, examiner=alice, reply="Right.", seen=len(own.text))
