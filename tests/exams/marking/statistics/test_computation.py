"""From marks in tables to a stored report and to what the bank has observed."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.audit.models import AuditEntry
from accounts.models import Role, User
from exams.bank.kinds import kind_of
from exams.bank.models import Observed
from exams.marking.models import Statistics
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, propose
from exams.marking.statistics import computation, inputs
from exams.marking.statistics.inputs import gather
from exams.marking.statistics.report import Progress, Report, report
from exams.marking.statistics.scripts import Test
from exams.sittings.models import RoomEvent, Sitting, VoidAttempt
from tests import factories
from tests.exams.marking.conftest import Clock, Work, make_sitting
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of
from tests.exams.marking.statistics.conftest import ANSWERS, marked_again
from tests.walking import walks


@walks("roles", [(), (Role.CANDIDATE,), (Role.ADMINISTRATOR, Role.REGISTRAR, Role.INVIGILATOR)], apart=True)
def test_only_examiners_have_them_computed(worked: Sitting, charlie: User, roles: tuple[Role, ...]) -> None:
    for person in (charlie, factories.person("Pat", *roles)):
        for about in (worked, worked.body):
            with pytest.raises(PermissionDenied):
                computation.ask(actor=person, about=about)
    assert not Statistics.objects.exists()


def test_an_examiner_who_entered_the_sitting_does_not(worked: Sitting) -> None:
    person = worked.entries.first().person  # type: ignore[union-attr]
    factories.person(person.name, Role.EXAMINER)
    with pytest.raises(PermissionDenied):
        computation.ask(actor=person, about=worked)


def test_the_report_rests_on_the_marks(worked: Sitting, computed: Statistics) -> None:
    report = computed.figures
    assert (computed.status, computed.done, computed.total) == ("done", 4, 4)
    assert report["candidates"] == len(ANSWERS)
    assert [row["number"] for row in report["items"]] == [1, 2, 3, 4]
    for place, row in enumerate(report["items"]):
        given = [answers[place] for answers in ANSWERS]
        assert row["facility"] == pytest.approx(given.count("c") / len(given))
        assert row["omitted"] == given.count("-")
        assert {pick["answer"]: pick["count"] for pick in row["picks"]} == {one: given.count(one) for one in "abcd"}
    # The able choose b in the last one, and an examiner is told so before anything else.
    assert report["look_first"][0] == report["items"][3]["id"]
    assert {reason["code"] for reason in report["items"][3]["reasons"]} >= {"negative", "attracts_strong"}
    entry = AuditEntry.objects.get(verb="statistics.asked")
    assert entry.body_id == worked.body_id


def test_what_the_bank_has_observed_follows(worked: Sitting, computed: Statistics) -> None:
    for row in computed.figures["items"]:
        observed = Observed.objects.get(version=row["id"])
        assert observed.taken == 12
        assert observed.facility == pytest.approx(row["facility"])
        assert observed.discrimination == pytest.approx(row["discrimination"])


def test_the_bank_as_a_whole_is_computed_over_all_sittings(
    worked: Sitting, computed: Statistics, clock: Clock, work: Work, erin: User
) -> None:
    other = make_sitting(opens_at=clock.now, questions=1)
    work(other, factories.person("Late", Role.CANDIDATE), ["c"])
    row = computation.ask(actor=erin, about=worked.body)
    computation.compute(row.pk)
    row.refresh_from_db()
    # The other sitting may have drawn a question of the first.
    met = {place.version_id for held in (worked, other) for place in held.paper.questions.all()}
    assert (row.status, row.figures["versions"]) == ("done", len(met))
    assert row.figures["look_first"][0]["id"] == computed.figures["look_first"][0]
    assert Observed.objects.count() == len(met)


def test_void_attempts_do_not_count(worked: Sitting, computed: Statistics, erin: User) -> None:
    attempt = worked.entries.get(person__name="Candidate 11").attempt
    VoidAttempt.objects.create(attempt=attempt, by=erin, reason="Phone")
    assert computed.inputs != inputs.inputs(worked)
    assert len(gather(worked).scripts) == len(ANSWERS) - 1


def test_the_latest_result_of_an_attempt_counts(worked: Sitting) -> None:
    first, again = marked_again(worked)
    assert again in inputs.counted(worked)
    assert first not in inputs.counted(worked)


def test_what_a_regrade_accepted_is_right(worked: Sitting, erin: User) -> None:
    """Once b is accepted in the last question, able candidates who chose it are no sign of a fault any more."""
    version = worked.paper.questions.select_related("version").get(position=4).version
    frank = factories.person("Frank", Role.EXAMINER)
    regrade = propose(
        drafted(actor=erin, sitting=worked, version=version, remedy="accept", answer="b", reason="Both hold.")
    )
    assert gather(worked).items[3].right == ("c",)
    approve(regrade=regrade, actor=frank, seen=1)
    assert gather(worked).items[3].right == ("c", "b")
    found = report(gather(worked))["items"][3]
    assert found["facility"] == pytest.approx(11 / 12)
    assert not any(pick["attracts_strong"] for pick in found["picks"] if pick["answer"] == "b")


@pytest.mark.parametrize(("remedy", "untold"), [("full", "full"), ("drop", "dropped")])
def test_what_a_regrade_gave_whatever_was_answered_tells_nothing_of_the_question(
    worked: Sitting, computed: Statistics, erin: User, remedy: str, untold: str
) -> None:
    """Who had it right keeps his result; only these are left without the note of the regrade, and they had it all right."""
    before = computed.figures
    version = worked.paper.questions.select_related("version").get(position=4).version
    frank = factories.person("Frank", Role.EXAMINER)
    regrade = propose(drafted(actor=erin, sitting=worked, version=version, remedy=remedy, reason="No good question."))
    approve(regrade=regrade, actor=frank, seen=1)
    computation.compute(computation.ask(actor=erin, about=worked).pk)
    computed.refresh_from_db()
    after = computed.figures
    row = after["items"][3]
    assert row["untold"] == untold
    assert [row[name] for name in ("facility", "discrimination", "upper_lower", "reliability_without")] == [None] * 4
    assert (row["reasons"], after["reliability"]["items"]) == ([], 3)
    assert [pick["answer"] for pick in row["picks"] if pick["right"]] == ["c"]
    # What was answered is told of everybody, also of those for whom it was dropped.
    told = ("taken", "omitted", "seconds")
    assert [row[name] for name in told] == [before["items"][3][name] for name in told]
    chosen = [(pick["answer"], pick["count"], pick["share"]) for pick in row["picks"]]
    assert chosen == [(pick["answer"], pick["count"], pick["share"]) for pick in before["items"][3]["picks"]]
    assert all(pick["rest"] is not None for pick in row["picks"] if pick["count"])
    assert after["scores"]["mean"] > before["scores"]["mean"]
    assert [one["facility"] for one in after["items"][:3]] == [one["facility"] for one in before["items"][:3]]
    # Nor has the bank observed anything of it.
    assert Observed.objects.filter(version=before["items"][0]["id"]).exists()
    assert not Observed.objects.filter(version=version).exists()


def test_of_answers_typed_the_key_tells_which_are_right(clock: Clock, erin: User) -> None:
    """Given to everybody, accepted besides, or keyed anew: right is what the key and what was accepted say."""
    paper = paper_with("cite_law", "best_ruling", "best_ruling")
    key = kind_of(paper.questions.get(position=1).version.content).right(
        paper.questions.get(position=1).version.content
    )
    sitting = sitting_of(paper, clock.now)
    typed = [key, "16A", "16B", None]
    for number, answer in enumerate(typed):
        hand_in(sitting, factories.person(f"Candidate {number}", Role.CANDIDATE), [answer, "c", "a"])
    version = paper.questions.select_related("version").get(position=1).version
    frank = factories.person("Frank", Role.EXAMINER)

    def right_after(**remedy: Any) -> set[str]:
        # Which holds follows from when they were decided.
        clock.forward(minutes=1)
        named: dict[str, Any] = {"sitting": sitting, "version": version, "nobody_loses": False}
        approve(regrade=propose(drafted(actor=erin, reason="Found.", **named, **remedy)), actor=frank, seen=1)
        return {pick["answer"] for pick in report(gather(sitting))["items"][0]["picks"] if pick["right"]}

    assert right_after(remedy="full") == {key}
    assert right_after(remedy="key", answer="16A") == {"16A"}
    assert right_after(remedy="accept", answer="16B") == {"16A", "16B"}


def test_time_is_read_from_the_events(worked: Sitting, erin: User) -> None:
    """Half a minute each; none is told of a question that was left out, and none of the one in which all stood still."""
    number = {script.candidate: script for script in gather(worked).scripts}
    assert [one.seconds for one in number[101].responses.values()] == [30, 30, 30, 30]
    assert [one.seconds for one in number[111].responses.values()] == [30, 30, None, 30]
    for kind in ("paused", "goes_on"):
        RoomEvent.objects.create(
            sitting=worked, body=worked.body, kind=kind, at=worked.opens_at + dt.timedelta(seconds=75)
        )
    paused = {script.candidate: script for script in gather(worked).scripts}
    assert [one.seconds for one in paused[101].responses.values()] == [30, 30, None, 30]


def test_gathering_takes_a_fixed_number_of_queries(
    worked: Sitting, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Results, marks, places, versions, regrades, events, what happened in the room.
    with django_assert_num_queries(7):
        gather(worked)


def test_delivered_twice_it_is_computed_once(computed: Statistics, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computation, "report", None)
    computation.compute(computed.pk)
    computed.refresh_from_db()
    assert computed.status == "done"


def test_while_one_worker_is_at_it_another_leaves_it_alone(worked: Sitting, erin: User) -> None:
    row = computation.ask(actor=erin, about=worked)
    Statistics.objects.filter(pk=row.pk).update(status="running", moved_at=timezone.now())
    computation.compute(row.pk)
    row.refresh_from_db()
    assert (row.status, row.report) == ("running", None)
    assert computation.ask(actor=erin, about=worked).status == "running"


def test_a_fault_is_shown_and_does_not_leave_the_run_hanging(
    worked: Sitting, erin: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(test: object, progress: object) -> dict[str, object]:
        raise ZeroDivisionError("by nought")

    row = computation.ask(actor=erin, about=worked)
    with monkeypatch.context() as patch:
        patch.setattr(computation, "report", broken)
        with pytest.raises(ZeroDivisionError):
            computation.compute(row.pk)
    row.refresh_from_db()
    assert (row.status, row.error) == ("failed", "by nought")
    computation.compute(computation.ask(actor=erin, about=worked).pk)
    row.refresh_from_db()
    assert (row.status, row.error) == ("done", "")


def test_sittings_that_are_over_are_due_once(worked: Sitting, clock: Clock) -> None:
    assert computation.due() == []
    clock.forward(hours=3)
    (due,) = computation.due()
    computation.compute(due)
    assert Statistics.objects.get().sitting == worked
    assert computation.due() == []


def test_they_are_due_again_when_marks_change(worked: Sitting, computed: Statistics, clock: Clock) -> None:
    clock.forward(hours=3)
    assert computation.due() == []
    marked_again(worked)
    assert computation.due() == [computed.pk]


@pytest.mark.parametrize("written", [5, -30])
def test_what_is_marked_during_a_run_is_computed_after_it(
    worked: Sitting, erin: User, clock: Clock, monkeypatch: pytest.MonkeyPatch, written: int
) -> None:
    """It bears a moment after the run began, or before it: its transaction ended only when the marks had been read."""
    clock.forward(hours=3)

    def slowly(test: Test, progress: Progress) -> Report:
        clock.forward(seconds=written)
        marked_again(worked)
        clock.forward(seconds=60)
        return report(test, progress)

    row = computation.ask(actor=erin, about=worked)
    with monkeypatch.context() as patch:
        patch.setattr(computation, "report", slowly)
        computation.compute(row.pk)
    assert computation.due() == [row.pk]
    computation.compute(row.pk)
    assert computation.due() == []


def test_a_run_that_lost_its_worker_is_taken_up(worked: Sitting, erin: User, clock: Clock) -> None:
    row = computation.ask(actor=erin, about=worked)
    Statistics.objects.filter(pk=row.pk).update(status="running")
    assert computation.due() == []
    clock.forward(minutes=3)
    assert computation.due() == [row.pk]
    computation.compute(row.pk)
    row.refresh_from_db()
    assert row.status == "done"
