"""From the grounds to a decision and what follows for everybody."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import User
from exams.marking.appeals import deciders
from exams.marking.appeals.proceedings import deadline, decide, make, told_at, withdraw
from exams.marking.models import Appeal, Regrade, Result, ResultsRelease
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, propose
from exams.papers.models import PaperQuestion
from exams.sittings.models import Sitting, VoidAttempt
from exams.sittings.rules import NotPossible
from tests import factories
from tests.exams.marking.appeals.conftest import GROUNDS, result_of
from tests.exams.marking.conftest import Clock


def remedy(appeal: Appeal, actor: User, **changes: object) -> Regrade:
    """Accept b in the question, everywhere."""
    assert appeal.paper_question is not None
    plain = {
        "sitting": appeal.result.attempt.sitting,
        "version": appeal.paper_question.version,
        "remedy": "accept",
        "answer": "b",
        "reason": "After an appeal b is accepted as well.",
        "everywhere": True,
    }
    return drafted(**{**plain, "actor": actor, **changes})  # type: ignore[arg-type]


# --- until when ----------------------------------------------------------------------------------------------------


def test_the_days_end_at_midnight_where_the_body_is(result: Result) -> None:
    """Told on some day by Brisbane's clock: fourteen days later, the day still counts to its end."""
    told = told_at(result)
    assert told == result.marked_at
    end = deadline(result)
    assert end is not None
    zone = result.attempt.sitting.body.zone
    assert (end.hour, end.minute, end.tzinfo) == (0, 0, zone)
    assert (end.date() - told.astimezone(zone).date()).days == 15


def test_results_told_together_are_told_when_they_are_released(result: Result, worked: Sitting, erin: User) -> None:
    Sitting.objects.filter(pk=worked.pk).update(release="together")
    result = result_of(worked, "Ben")
    assert told_at(result) is None
    assert deadline(result) is None
    released = timezone.now()
    ResultsRelease.objects.create(
        sitting=worked,
        moderated_by=erin,
        released_by=factories.person("Frank"),
        released_at=released,
    )
    assert told_at(result_of(worked, "Ben")) == released


def test_what_is_not_told_cannot_be_appealed_against(result: Result, ben: User, worked: Sitting) -> None:
    Sitting.objects.filter(pk=worked.pk).update(release="together")
    with pytest.raises(PermissionDenied):
        make(result=result_of(worked, "Ben"), person=ben, grounds=GROUNDS)


def test_nor_what_is_void(result: Result, ben: User, worked: Sitting, erin: User) -> None:
    VoidAttempt.objects.create(attempt=result.attempt, by=erin, reason="Phone")
    with pytest.raises(PermissionDenied):
        make(result=result_of(worked, "Ben"), person=ben, grounds=GROUNDS)


def test_the_last_moment_counts_and_the_next_does_not(result: Result, ben: User, clock: Clock) -> None:
    end = deadline(result)
    assert end is not None
    clock.now = end
    with pytest.raises(NotPossible, match="The time to appeal is over: it ended on"):
        make(result=result, person=ben, grounds=GROUNDS)
    clock.now = end - dt.timedelta(seconds=1)
    assert make(result=result, person=ben, grounds=GROUNDS).deadline == end


# --- making and withdrawing ----------------------------------------------------------------------------------------


def test_it_is_kept_told_and_noted(appeal: Appeal, ben: User, frank: User) -> None:
    assert (appeal.standing, appeal.grounds, appeal.person) == ("open", GROUNDS, ben)
    assert AuditEntry.objects.get(verb="appeal.made").data["question"] == 1
    letters = dict(Letter.objects.values_list("person__name", "subject"))
    assert letters["Ben"] == "Appeal received: Club directors, November"
    assert letters["Frank"] == "An appeal to decide: Club directors, November"
    # Nobody who may not decide is called upon.
    assert not any(name.startswith("Approver") for name in letters)


def test_grounds_are_asked_for(result: Result, ben: User) -> None:
    for grounds in ("  ", "\u200b"):
        with pytest.raises(ValidationError):
            make(result=result, person=ben, grounds=grounds)


def test_about_the_same_thing_there_is_one(appeal: Appeal, result: Result, ben: User, question: PaperQuestion) -> None:
    with pytest.raises(NotPossible, match="already"):
        make(result=result, person=ben, grounds="Again", question=question)
    # Another question, and the whole, are other things; the whole too only once.
    make(result=result, person=ben, grounds="The alarm rang.")
    with pytest.raises(NotPossible, match="already"):
        make(result=result, person=ben, grounds="It rang twice.")
    with pytest.raises(IntegrityError, match="appeal_once_a_question"), transaction.atomic():
        Appeal.objects.create(
            body=appeal.body, result=result, person=ben, grounds="Behind its back", deadline=timezone.now()
        )


def marked_again(worked: Sitting, erin: User, frank: User, position: int, answer: str) -> None:
    """A regrade of the question at this place, which gives Ben one mark more."""
    version = worked.paper.questions.get(position=position).version
    about = {"version": version, "remedy": "accept", "answer": answer, "reason": "Both can be defended."}
    approve(regrade=propose(drafted(actor=erin, sitting=worked, **about)), actor=frank, seen=1)  # type: ignore[arg-type]


def test_an_open_appeal_is_not_doubled_when_another_question_is_marked_again(
    appeal: Appeal, ben: User, worked: Sitting, question: PaperQuestion, erin: User, frank: User
) -> None:
    marked_again(worked, erin, frank, 4, "a")
    now = result_of(worked, "Ben")
    assert now != appeal.result
    with pytest.raises(NotPossible, match="waiting for a decision"):
        make(result=now, person=ben, grounds="Again", question=question)
    assert Appeal.objects.get() == appeal


def test_what_was_decided_is_open_again_only_if_its_mark_has_changed(
    appeal: Appeal, ben: User, worked: Sitting, question: PaperQuestion, erin: User, frank: User
) -> None:
    decide(appeal=appeal, actor=frank, outcome="dismissed", reasons="27B1(a) rules.")
    marked_again(worked, erin, frank, 4, "a")
    with pytest.raises(NotPossible, match="has been decided"):
        make(result=result_of(worked, "Ben"), person=ben, grounds="Again", question=question)
    marked_again(worked, erin, frank, 1, "b")
    assert make(result=result_of(worked, "Ben"), person=ben, grounds="Again", question=question).standing == "open"


def test_a_question_of_another_paper_is_refused(result: Result, ben: User) -> None:
    stranger = factories.paper(questions=1).questions.get()
    with pytest.raises(NotPossible, match="not in your paper"):
        make(result=result, person=ben, grounds=GROUNDS, question=stranger)


def test_withdrawn_it_may_be_made_again(appeal: Appeal, result: Result, ben: User, question: PaperQuestion) -> None:
    assert withdraw(appeal=appeal, person=ben).standing == "withdrawn"
    assert withdraw(appeal=appeal, person=ben).standing == "withdrawn"
    assert make(result=result, person=ben, grounds="On second thoughts", question=question).standing == "open"


def test_the_grounds_stay_as_they_were(appeal: Appeal, frank: User) -> None:
    with pytest.raises(Exception, match="what_was_appealed_is_fixed"), transaction.atomic():
        Appeal.objects.update(grounds="Other")
    decide(appeal=appeal, actor=frank, outcome="dismissed", reasons="27B1(a) rules.")
    with pytest.raises(Exception, match="closed_for_good"), transaction.atomic():
        Appeal.objects.update(reasons="Other")


# --- deciding ------------------------------------------------------------------------------------------------------


def test_dismissed_with_reasons(
    appeal: Appeal, frank: User, ben: User, result: Result, question: PaperQuestion
) -> None:
    with pytest.raises(ValidationError):
        decide(appeal=appeal, actor=frank, outcome="dismissed", reasons="")
    done = decide(appeal=appeal, actor=frank, outcome="dismissed", reasons="27B1(a) rules.")
    assert (done.standing, done.decided_by, done.regrade) == ("dismissed", frank, None)
    letter = Letter.objects.get(person=ben, once__startswith="appeal.decided")
    assert "27B1" not in letter.text
    assert AuditEntry.objects.get(verb="appeal.decided").data == {"outcome": "dismissed", "regrade": None}
    with pytest.raises(NotPossible, match="has been decided"):
        make(result=result, person=ben, grounds="I insist", question=question)
    with pytest.raises(NotPossible, match="has been decided"):
        withdraw(appeal=appeal, person=ben)


def test_upheld_without_a_remedy_is_refused(appeal: Appeal, frank: User) -> None:
    with pytest.raises(NotPossible, match="leads to a regrade"):
        decide(appeal=appeal, actor=frank, outcome="upheld", reasons="He is right.")


def test_in_part_may_leave_the_marks(appeal: Appeal, frank: User) -> None:
    done = decide(appeal=appeal, actor=frank, outcome="partly", reasons="The wording misleads; the key is right.")
    assert (done.standing, done.regrade) == ("partly", None)


def test_upheld_it_reaches_all_who_met_the_fault(appeal: Appeal, frank: User, erin: User, worked: Sitting) -> None:
    done = decide(appeal=appeal, actor=frank, outcome="upheld", reasons="He is right.", regrade=remedy(appeal, frank))
    assert done.regrade is not None
    assert (done.regrade.standing, done.regrade.proposed_by) == ("proposed", frank)
    # Not before somebody else has approved it, and then for Cy as well, who did not appeal.
    assert not result_of(worked, "Cy").passed
    with pytest.raises(PermissionDenied):
        approve(regrade=done.regrade, actor=frank, seen=1)
    approve(regrade=done.regrade, actor=erin, seen=1)
    assert [result_of(worked, name).passed for name in ("Ben", "Cy", "Dan")] == [True, True, False]
    assert result_of(worked, "Ben").reason == "After an appeal b is accepted as well."


def test_who_decided_a_regrade_of_it_is_not_asked_about_the_next_appeal(
    appeal: Appeal, frank: User, erin: User, worked: Sitting, question: PaperQuestion
) -> None:
    done = decide(appeal=appeal, actor=frank, outcome="upheld", reasons="Yes.", regrade=remedy(appeal, frank))
    assert done.regrade is not None
    approve(regrade=done.regrade, actor=erin, seen=1)
    dan = result_of(worked, "Dan")
    other = make(result=dan, person=dan.attempt.entry.person, grounds="And a?", question=question)
    out = deciders.excluded(other)
    assert out[frank.pk] == out[erin.pk] == ["decided about a regrade of it"]


def test_a_remedy_for_something_else_is_refused(appeal: Appeal, frank: User, erin: User, worked: Sitting) -> None:
    other = worked.paper.questions.get(position=4).version
    with pytest.raises(NotPossible, match="what was appealed against"):
        decide(
            appeal=appeal,
            actor=frank,
            outcome="upheld",
            reasons="Yes.",
            regrade=remedy(appeal, frank, version=other, answer="a"),
        )
    with pytest.raises(PermissionDenied):
        decide(appeal=appeal, actor=frank, outcome="upheld", reasons="Yes.", regrade=remedy(appeal, erin))
    assert not Regrade.objects.exists()
    appeal.refresh_from_db()
    assert appeal.standing == "open"


def test_decided_is_decided(appeal: Appeal, frank: User) -> None:
    decide(appeal=appeal, actor=frank, outcome="dismissed", reasons="No.")
    with pytest.raises(NotPossible, match="closed: dismissed"):
        decide(appeal=appeal, actor=frank, outcome="partly", reasons="Well.")


def test_against_a_result_that_was_replaced_it_is_too_late(
    appeal: Appeal, frank: User, erin: User, ben: User, result: Result, worked: Sitting
) -> None:
    done = decide(appeal=appeal, actor=frank, outcome="upheld", reasons="Yes.", regrade=remedy(appeal, frank))
    assert done.regrade is not None
    approve(regrade=done.regrade, actor=erin, seen=1)
    with pytest.raises(NotPossible, match="marked again since"):
        make(result=result, person=ben, grounds="Against the first")
    assert make(result=result_of(worked, "Ben"), person=ben, grounds="Against the second").standing == "open"
