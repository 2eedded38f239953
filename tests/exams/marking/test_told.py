"""What a result holds and its page shows beside right and wrong: floors, parts, rulings, versions, resits."""

from __future__ import annotations

import decimal
import uuid

import pytest
from django.test import Client
from django.urls import reverse

from accounts.accreditation.models import Application, Level
from accounts.models import User
from exams.marking.marks import Adjustments, NothingCounts, mark_answers
from exams.marking.models import AnswerMark, Result
from exams.marking.results import mark, resit_objection, write_result
from exams.marking.signals import adjustments_asked
from exams.papers import topics
from exams.papers.models import Paper
from exams.sittings import services
from exams.sittings.models import Attempt
from exams.sittings.rules import NotPossible
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of
from tests.exams.marking.test_pages import read, sections

D = decimal.Decimal


def own(attempt: Attempt) -> Result:
    return Result.objects.current().get(attempt=attempt)


# --- floors ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("floor", "passed"), [(50, True), (51, False)])
def test_a_topic_below_its_floor_fails_the_paper_whatever_the_total(
    clock: Clock, alice: User, client: Client, floor: int, passed: bool
) -> None:
    paper = paper_with("best_ruling", "best_ruling", pass_mark=40, floors={"insufficient-bid": floor})
    result = own(hand_in(sitting_of(paper, clock.now), alice, ["c", "a"]))
    assert result.passed == passed
    missed = [{"topic": "insufficient-bid", "title": "Insufficient bid", "percent": 50, "floor": floor}]
    assert result.floors_missed == ([] if passed else missed)
    shown = read(client, alice, "result", result.pk)
    assert f"floor {floor} %" in shown
    assert (f"Insufficient bid: 50 % earned, at least {floor} % needed." in shown) != passed


def test_a_floor_counts_what_stands_under_its_topic(clock: Clock, alice: User) -> None:
    factories.topic(parent=factories.topic("auction", title="The auction"))
    paper = paper_with("best_ruling", "best_ruling", pass_mark=1, floors={"auction": 60, "play": 100})
    result = own(hand_in(sitting_of(paper, clock.now), alice, ["c", "a"]))
    assert result.floors_missed == [{"topic": "auction", "title": "The auction", "percent": 50, "floor": 60}]


def test_a_floor_counts_what_stood_under_its_topic_when_the_paper_was_drawn(
    clock: Clock, alice: User, bob: User, erin: User
) -> None:
    topic = factories.topic(parent=factories.topic("auction"))
    sitting = sitting_of(paper_with("best_ruling", "best_ruling", pass_mark=1, floors={"auction": 60}), clock.now)
    before = own(hand_in(sitting, alice, ["c", "a"]))
    topic.parent = factories.topic("play")
    topics.change(topic=topic, actor=erin)
    after = own(hand_in(sitting, bob, ["c", "a"]))
    assert not before.passed
    assert (after.passed, after.floors_missed) == (before.passed, before.floors_missed)


# --- partial credit ---------------------------------------------------------------------------------------------------------


def test_parts_are_earned_only_where_the_paper_says_so(clock: Clock, alice: User, bob: User, client: Client) -> None:
    whole = sitting_of(paper_with("choose_all", "order_steps"), clock.now)
    parts = sitting_of(paper_with("choose_all", "order_steps", partial_credit=True), clock.now)
    answers = ["a", "b,c,a"]
    assert own(hand_in(whole, alice, answers)).marks == 0
    result = own(hand_in(parts, bob, answers))
    assert result.marks == D("0.83")
    assert list(AnswerMark.objects.filter(result=result).values_list("marks", flat=True)) == [D("0.50"), D("0.33")]
    assert result.by_topic[0]["marks"] == 0.83
    shown = read(client, bob, "result", result.pk)
    assert "0.83 of 2 marks" in shown
    first, second = sections(shown)
    assert "Partly right" in first and "0.5 of 1 mark" in first and "loses a part" in first
    assert "0.33 of 1 mark" in second


@pytest.mark.parametrize(("pass_mark", "passed"), [(33, True), (34, False)])
def test_what_stands_at_each_question_adds_up_to_what_decides(
    clock: Clock, alice: User, pass_mark: int, passed: bool
) -> None:
    """Three thirds are 0.99, as a candidate finds who adds them up."""
    paper = paper_with("order_steps", "order_steps", "order_steps", partial_credit=True, pass_mark=pass_mark)
    result = own(hand_in(sitting_of(paper, clock.now), alice, ["b,c,a"] * 3))
    assert list(AnswerMark.objects.values_list("marks", flat=True)) == [D("0.33")] * 3
    assert (result.marks, result.percent, result.passed) == (D("0.99"), D("33.00"), passed)
    assert result.by_topic[0]["marks"] == 0.99


def test_the_exam_room_tells_the_rule_that_applies(clock: Clock, alice: User, client: Client) -> None:
    sitting = sitting_of(paper_with("choose_all", partial_credit=True), clock.now)
    services.enter(sitting=sitting, person=alice)
    attempt = services.start(sitting=sitting, person=alice)
    client.force_login(alice)
    shown = client.get(reverse("sittings:question", args=[attempt.pk, 1])).content.decode()
    assert "loses a part" in shown


# --- marking again ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def attempt(clock: Clock, alice: User) -> Attempt:
    """Right, wrong and wrong, of a paper that asks for two thirds; the club level asks for it."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club", validity_months=36, order=1)
    ask_paper(level, "again", "Laws of the auction")
    paper = paper_with("best_ruling", "best_ruling", "choose_all", code="again", pass_mark=66)
    return hand_in(sitting_of(paper, clock.now), alice, ["c", "a", "c"])


def version(attempt: Attempt, position: int) -> uuid.UUID:
    return attempt.paper.questions.get(position=position).version_id


def test_what_is_laid_down_about_a_question_changes_what_it_earns(attempt: Attempt) -> None:
    second, third = version(attempt, 2), version(attempt, 3)
    before = mark_answers(attempt)
    assert (int(before.marks), before.out_of, before.passed) == (1, 3, False)
    for adjusted, expected in (
        (Adjustments(dropped=frozenset([second])), (1, 2, False)),
        (Adjustments(dropped=frozenset([second, third])), (1, 1, True)),
        (Adjustments(full=frozenset([second])), (2, 3, True)),
        (Adjustments(accepted={second: frozenset(["a"])}), (2, 3, True)),
        (Adjustments(accepted={second: frozenset(["b"])}), (1, 3, False)),
        (Adjustments(keys={second: "a"}), (2, 3, True)),
        (Adjustments(keys={third: ["c"]}), (2, 3, True)),
    ):
        marked = mark_answers(attempt, adjusted)
        assert (int(marked.marks), marked.out_of, marked.passed) == expected
    everything = frozenset(attempt.paper.questions.values_list("version", flat=True))
    with pytest.raises(NothingCounts):
        mark_answers(attempt, Adjustments(dropped=everything))
    assert Result.objects.count() == 1


def test_a_later_result_counts_and_both_are_shown(attempt: Attempt, alice: User, erin: User, client: Client) -> None:
    assert not Application.objects.exists()
    first = own(attempt)
    adjusted = Adjustments(dropped=frozenset([version(attempt, 2), version(attempt, 3)]))
    second = write_result(
        attempt, mark_answers(attempt, adjusted), number=2, reason="Questions 2 and 3 were unclear.", actor=erin
    )
    assert own(attempt) == second
    assert mark(attempt) == second
    assert Application.objects.get().evidence["result"] == str(second.pk)
    shown = read(client, alice, "result", second.pk)
    assert "Questions 2 and 3 were unclear." in shown
    assert "Dropped" in shown and "does not count" in shown and "Decided after the sitting" in shown
    assert "See the result that counts" in read(client, alice, "result", first.pk)
    listed = read(client, alice, "list")
    assert str(second.pk) in listed and str(first.pk) not in listed
    client.force_login(alice)
    assert client.get(reverse("marking:of_attempt", args=[attempt.pk]))["Location"].endswith(f"{second.pk}/")


def test_a_pass_that_stays_a_pass_applies_once(clock: Clock, attempt: Attempt, bob: User, erin: User) -> None:
    other = hand_in(attempt.sitting, bob, ["c", "c", "a,b"])
    assert Application.objects.count() == 1
    adjusted = Adjustments(dropped=frozenset([version(attempt, 2)]))
    write_result(other, mark_answers(other, adjusted), number=2, reason="Question 2 was unclear.", actor=erin)
    assert Application.objects.count() == 1


def test_a_first_result_follows_what_was_laid_down_before(
    clock: Clock, bob: User, attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(sender: object, attempt: Attempt, **_more: object) -> Adjustments:
        return Adjustments(full=frozenset([version(attempt, 2)]))

    monkeypatch.setattr(adjustments_asked, "receivers", [])
    adjustments_asked.connect(full)
    assert own(hand_in(attempt.sitting, bob, ["a", "b", "c"])).marks == 1


# --- resits -----------------------------------------------------------------------------------------------------------------


def another(paper: Paper) -> Paper:
    """Another paper of the same blueprint."""
    terms = {"blueprint": paper.blueprint, **paper.blueprint.terms()}
    drawn = Paper.objects.create(body=paper.body, drawn_by=paper.drawn_by, seed=Paper.objects.count(), **terms)
    drawn.questions.create(position=1, version=factories.approved_version())
    return drawn


def test_resits_are_counted_and_waited_for(clock: Clock, alice: User, bob: User) -> None:
    paper = paper_with("best_ruling", code="resat", resits=1, resit_days=30)
    first = sitting_of(paper, clock.now)
    hand_in(first, alice, ["a"])
    hand_in(first, bob, ["c"])
    second = sitting_of(another(paper), clock.now)
    assert "You can sit this paper again from" in resit_objection(alice, second)
    assert resit_objection(bob, second) == ""
    with pytest.raises(NotPossible, match="again from"):
        services.enter(sitting=second, person=alice)
    clock.forward(days=30)
    third = sitting_of(another(paper), clock.now)
    assert resit_objection(alice, third) == ""
    hand_in(third, alice, ["a"])
    clock.forward(days=60)
    assert "no further resit is allowed" in resit_objection(alice, sitting_of(another(paper), clock.now))


def test_a_result_that_is_not_told_says_nothing_about_resits(clock: Clock, alice: User) -> None:
    paper = paper_with("best_ruling", code="quiet", resits=0)
    hand_in(sitting_of(paper, clock.now, release="together"), alice, ["a"])
    assert resit_objection(alice, sitting_of(another(paper), clock.now)) == ""
