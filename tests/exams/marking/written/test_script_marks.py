"""From a handed-in ruling to two marks, and from them to a result."""

from __future__ import annotations

import decimal
import random
import uuid
from collections import Counter

import pytest
from hypothesis import given as given_
from hypothesis import strategies as st

from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import User
from exams.marking import results
from exams.marking.models import AnswerMark, MarkerTask, Result, Script, ScriptMark, Settlement
from exams.marking.written import rubrics
from exams.marking.written.allocation import choose_markers, deal_waiting, share_out
from exams.marking.written.script_marks import Incomplete, adjudicate, give
from exams.sittings.models import Attempt, Sitting, VoidAttempt
from exams.sittings.rules import NotPossible
from tests.exams.contents import content
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import FULL, hand_in, paper_with, points, sitting_of
from tests.walking import walks

D = decimal.Decimal


# --- scripts --------------------------------------------------------------------------------------------------------------


def test_a_written_answer_becomes_a_script_and_the_result_waits(worked: Attempt) -> None:
    script = Script.objects.get()
    assert (script.attempt, script.paper_question.position) == (worked, 2)
    assert not Result.objects.exists()
    assert results.mark_unmarked() == 0
    assert Script.objects.count() == 1


def test_what_was_left_blank_needs_no_marker(room: Sitting, alice: User) -> None:
    attempt = hand_in(room, alice, ["c", None])
    assert not Script.objects.exists()
    result = Result.objects.get(attempt=attempt)
    assert (result.marks, result.out_of) == (D(1), 7)


def test_scripts_of_a_void_attempt_are_nobodys_work(script: Script, mary: User, erin: User) -> None:
    assert Script.objects.to_mark_by(mary).count() == 1
    VoidAttempt.objects.create(attempt=script.attempt, by=erin, reason="Impersonation")
    assert not Script.objects.to_mark_by(mary).exists()
    assert not Script.objects.unsettled().exists()
    assert results.mark_unmarked() == 0


# --- who marks -------------------------------------------------------------------------------------------------------------


def test_each_script_goes_to_two_and_late_ones_to_those_who_are_chosen(
    script: Script, room: Sitting, bob: User, mary: User, mike: User
) -> None:
    assert set(script.tasks.values_list("person", flat=True)) == {mary.pk, mike.pk}
    late = Script.objects.get(attempt=hand_in(room, bob, ["a", "I would rule that play continues."]))
    assert not late.tasks.exists()
    assert deal_waiting() == 2
    assert deal_waiting() == 0
    assert late.tasks.count() == 2


def test_one_marker_is_not_enough(room: Sitting, mary: User, erin: User) -> None:
    with pytest.raises(NotPossible, match="at least two"):
        choose_markers(sitting=room, people=[mary, mary], actor=erin)


def test_who_is_no_longer_chosen_keeps_what_he_has_marked_and_the_rest_goes_to_others(
    script: Script, room: Sitting, bob: User, mary: User, mike: User, max_: User, erin: User
) -> None:
    other = Script.objects.get(attempt=hand_in(room, bob, ["a", "Play continues."]))
    deal_waiting()
    give(script=script, person=mary, points=FULL)
    choose_markers(sitting=room, people=[mike, max_], actor=erin)
    assert set(script.tasks.values_list("person", flat=True)) == {mary.pk, mike.pk}
    assert set(other.tasks.values_list("person", flat=True)) == {mike.pk, max_.pk}


ids = st.lists(st.uuids(), max_size=40, unique=True)


@given_(scripts=ids, markers=st.lists(st.uuids(), min_size=2, max_size=6, unique=True), seed=st.integers())
def test_the_lot_gives_each_script_two_and_everybody_as_much(
    scripts: list[uuid.UUID], markers: list[uuid.UUID], seed: int
) -> None:
    dealt = share_out(scripts, markers, {}, random.Random(seed))  # noqa: S311 - no secret
    assert set(dealt) == set(scripts)
    assert all(len(set(pair)) == 2 for pair in dealt.values())
    load = Counter(person for pair in dealt.values() for person in pair)
    sizes = [load[marker] for marker in markers]
    assert max(sizes) - min(sizes) <= 1


@given_(scripts=st.lists(st.uuids(), min_size=1, max_size=20, unique=True), seed=st.integers(), load=st.integers(0, 50))
def test_the_lot_never_gives_a_script_twice_to_one(scripts: list[uuid.UUID], seed: int, load: int) -> None:
    markers = [uuid.UUID(int=number) for number in range(3)]
    has = {script: [markers[0]] for script in scripts}
    dealt = share_out(scripts, markers, {markers[1]: load}, random.Random(seed), taken=has)  # noqa: S311 - no secret
    assert all(len(people) == 1 and people[0] != markers[0] for people in dealt.values())


# --- marks -----------------------------------------------------------------------------------------------------------------


def test_two_within_the_tolerance_settle_by_their_mean(script: Script, mary: User, mike: User, alice: User) -> None:
    """The rubric has 3 points, the question 6 marks, the tolerance is 20 % of these: 1.2 marks."""
    give(script=script, person=mary, points=points(1, 2), comment="Well said.")
    assert not Settlement.objects.exists()
    give(script=script, person=mike, points=points(1, 1.5), comment="The choice was not offered.")
    settled = Settlement.objects.get()
    assert (settled.marks, settled.how) == (D("5.50"), "agreed")
    assert settled.parts == [{"id": "f1", "points": 1}, {"id": "r1", "points": 1.75}]
    assert sorted(settled.comments) == ["The choice was not offered.", "Well said."]
    result = Result.objects.get()
    assert (result.marks, result.out_of, result.passed) == (D("6.50"), 7, True)
    mark = AnswerMark.objects.get(paper_question__position=2)
    assert (mark.marks, mark.settlement) == (D("5.50"), settled)
    assert Letter.objects.filter(person=alice, once=f"result.told:{script.attempt_id}").count() == 1


def test_further_apart_a_third_decides(script: Script, mary: User, mike: User, max_: User, erin: User) -> None:
    give(script=script, person=mary, points=points(1, 2))
    with pytest.raises(NotPossible, match="not both marked"):
        adjudicate(script=script, person=max_, points=FULL)
    give(script=script, person=mike, points=points(0, 0.5), comment="Too little.")
    assert list(Script.objects.disputed()) == [script]
    assert not Result.objects.exists()
    adjudicate(script=script, person=max_, points=points(1, 1), comment="The facts, and half of the rectification.")
    settled = Settlement.objects.get()
    assert (settled.marks, settled.how) == (D("4.00"), "adjudicated")
    assert settled.comments == ["The facts, and half of the rectification."]
    assert Result.objects.get().marks == 5
    assert not Script.objects.disputed().exists()
    with pytest.raises(NotPossible, match="Another adjudicator"):
        adjudicate(script=script, person=erin, points=FULL)


@walks(("tolerance", "disputed"), [(16, True), (17, False), (0, True), (100, False)], apart=True)
def test_the_tolerance_is_the_papers_and_includes_its_edge(
    alice: User, mary: User, mike: User, erin: User, clock: Clock, tolerance: int, disputed: bool
) -> None:
    """Half a point of three is one mark of six: 16.67 %."""
    sitting = sitting_of(paper_with("written", marks=[6], tolerance=tolerance), clock.now)
    attempt = hand_in(sitting, alice, ["Play continues."])
    choose_markers(sitting=sitting, people=[mary, mike], actor=erin)
    script = Script.objects.get(attempt=attempt)
    give(script=script, person=mary, points=points(1, 2))
    give(script=script, person=mike, points=points(1, 1.5))
    assert Script.objects.disputed().exists() == disputed


def test_a_mark_may_be_given_again_until_the_other_is_in(script: Script, mary: User, mike: User) -> None:
    give(script=script, person=mary, points=points(0, 0))
    give(script=script, person=mary, points=points(1, 2))
    assert [one.number for one in ScriptMark.objects.order_by("number")] == [1, 2]
    give(script=script, person=mike, points=points(1, 2))
    assert Settlement.objects.get().marks == 6
    with pytest.raises(NotPossible, match="its marks are final"):
        give(script=script, person=mary, points=points(0, 0))
    assert AuditEntry.objects.filter(verb="script.marked").count() == 3


@walks("wrong", [{}, {"f1": 1}, {"f1": 1, "r1": 2.5}, {"f1": -0.5, "r1": 1}, {"f1": 0.3, "r1": 1}], apart=True)
def test_points_that_are_missing_or_impossible_are_refused(script: Script, mary: User, wrong: dict[str, float]) -> None:
    with pytest.raises(Incomplete):
        give(script=script, person=mary, points=wrong)
    assert not ScriptMark.objects.exists()


@given_(facts=st.sampled_from([0, 0.5, 1]), rest=st.sampled_from([0, 0.5, 1, 1.5, 2]), marks=st.integers(1, 20))
def test_points_are_worth_marks_in_proportion(facts: float, rest: float, marks: int) -> None:
    asked = content("written")
    worth = rubrics.scaled(asked, points(facts, rest), marks)
    assert 0 <= worth <= marks
    assert (worth == marks) == (facts == 1 and rest == 2)
    assert rubrics.scaled(asked, FULL, marks) == marks


def test_the_attempt_is_marked_with_its_last_script(
    clock: Clock, alice: User, mary: User, mike: User, erin: User
) -> None:
    sitting = sitting_of(paper_with("written", "written", marks=[3, 3]), clock.now)
    attempt = hand_in(sitting, alice, ["One.", "Two."])
    choose_markers(sitting=sitting, people=[mary, mike], actor=erin)
    first, second = Script.objects.filter(attempt=attempt)
    for person in (mary, mike):
        give(script=first, person=person, points=FULL)
    assert not Result.objects.exists()
    for person in (mary, mike):
        give(script=second, person=person, points=points(0, 0))
    assert Result.objects.get().marks == 3
    assert MarkerTask.objects.count() == 4
