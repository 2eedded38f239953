"""Regrades of every kind of question: answers as they are typed, keys of other wordings, written rulings marked again."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import Role, User
from exams.bank.kinds import kind_of
from exams.marking.models import AnswerMark, Result, Settlement
from exams.marking.regrades import dry_run
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, propose
from exams.marking.regrades.remedies import key_from, key_like, readable
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import give
from exams.papers.models import PaperQuestion
from exams.sittings.models import Attempt, Sitting
from exams.sittings.rules import NotPossible
from tests import factories
from tests.exams.contents import CHANGES
from tests.exams.marking.conftest import Clock
from tests.exams.marking.regrades.conftest import frank
from tests.exams.marking.rooms import hand_in, only_script, paper_with, points, sitting_of

__all__ = ["frank"]


def content_of(kind: str) -> dict[str, Any]:
    return factories.content(**CHANGES[kind])


@pytest.mark.parametrize(
    ("kind", "typed", "answer"),
    [
        ("best_ruling", " B ", "b"),
        ("choose_all", "C, A", "a,c"),
        ("order_steps", "c,a,b", "c,a,b"),
        ("cite_law", "Law 27 B 1 (b)", "27B1(b)"),
        ("number", "two tricks", "2"),
    ],
)
def test_an_answer_is_read_as_candidates_answers_are(kind: str, typed: str, answer: str) -> None:
    content = content_of(kind)
    assert readable(content, typed) == answer
    # And made into a key, it is what earns the marks.
    assert kind_of(content).is_right({**content, "key": key_from(content, answer)}, answer)


@pytest.mark.parametrize(
    ("kind", "typed", "said"),
    [
        ("best_ruling", "z", "no answer"),
        ("order_steps", "a,b", "Give every step a place"),
        ("cite_law", "the thick book", "cannot be read"),
        ("number", "a few", "cannot be read as a number"),
        ("choose_all", "", "Say which answer"),
        ("written", "He must pass.", "This question is marked by people"),
    ],
)
def test_what_cannot_be_an_answer_is_refused_in_words(kind: str, typed: str, said: str) -> None:
    with pytest.raises(NotPossible, match=said):
        readable(content_of(kind), typed)


def test_the_key_of_another_wording_is_found_by_the_words_of_its_options() -> None:
    """There the same options stand in another order, and another one is right."""
    here = content_of("best_ruling")
    texts = {option["id"]: option["text"] for option in here["options"]}
    there = {
        **here,
        "options": [{**one, "id": new} for one, new in zip(here["options"], "dcba", strict=True)],
        "key": "d",
    }
    assert texts[key_like(here, there)] == there["options"][0]["text"]
    there["options"][0]["text"] = "Something else"
    with pytest.raises(NotPossible, match="not among the options"):
        key_like(here, there)


def test_partial_credit_goes_by_the_new_key(clock: Clock, alice: User, erin: User, frank: User) -> None:
    paper = paper_with("choose_all", "best_ruling", partial_credit=True)
    sitting = sitting_of(paper, clock.now)
    hand_in(sitting, alice, ["b", "c"])
    version = paper.questions.get(position=1).version
    before = AnswerMark.objects.get(paper_question__position=1).marks
    regrade = propose(
        drafted(actor=erin, sitting=sitting, version=version, remedy="key", answer="b", reason="Only b holds.")
    )
    approve(regrade=regrade, actor=frank, seen=1)
    after = AnswerMark.objects.get(result__number=2, paper_question__position=1)
    assert before < after.marks == 1
    assert after.adjusted == "key"


def test_a_pass_that_is_lost_by_a_floor_is_worse_though_its_percentage_rises(
    clock: Clock, alice: User, erin: User
) -> None:
    paper = paper_with("choose_all", "choose_all", partial_credit=True, pass_mark=60, floors={"insufficient-bid": 25})
    factories.topic("play", title="The play")
    easy = factories.approved_version(topic="play")
    PaperQuestion.objects.create(paper=paper, position=3, version=easy, marks=8)
    sitting = sitting_of(paper, clock.now)
    hand_in(sitting, alice, ["a", None, "c"])
    version = paper.questions.get(position=1).version
    regrade = drafted(
        actor=erin, sitting=sitting, version=version, remedy="drop", reason="It is unclear.", nobody_loses=False
    )
    report, _digest, _effects = dry_run.run(regrade)
    row = report["rows"][0]
    assert (row["from"]["percent"], row["to"]["percent"], row["turn"]) == (85, 88.88, "fails")
    assert (report["counts"]["better"], report["counts"]["worse"]) == (0, 1)


# --- written rulings ------------------------------------------------------------------------------------------------------


@pytest.fixture
def written(clock: Clock, alice: User) -> Sitting:
    """A paper of one ruling to choose and one to write, six marks; two markers gave Alice half of it."""
    sitting = sitting_of(paper_with("best_ruling", "written", marks=[1, 6]), clock.now)
    hand_in(sitting, alice, ["c", "I ask West whether he accepts it."])
    markers = [factories.person(name, Role.EXAMINER) for name in ("Mary", "Mike")]
    choose_markers(sitting=sitting, people=markers, actor=factories.person("Drawer QBA"))
    for marker in markers:
        give(script=only_script(attempt_in(sitting)), person=marker, points=points(0.5, 1))
    return sitting


def attempt_in(sitting: Sitting) -> Attempt:
    """The one attempt."""
    return sitting.entries.get().attempt


def test_a_written_ruling_is_marked_again(written: Sitting, erin: User, frank: User) -> None:
    script = only_script(attempt_in(written))
    first = Result.objects.get()
    assert first.marks == 4
    regrade = propose(
        drafted(
            actor=erin,
            sitting=written,
            version=script.paper_question.version,
            remedy="remark",
            script=script,
            points=points(1, 2),
            comment="The choice was offered to the right player.",
            reason="The markers overlooked the second sentence.",
        )
    )
    assert regrade.runs.get().report["counts"]["changed"] == 1
    assert Settlement.objects.count() == 1
    approve(regrade=regrade, actor=frank, seen=1)
    second = Result.objects.get(number=2)
    assert second.marks == 7
    settled = Settlement.objects.get(number=2)
    assert (settled.how, settled.parts) == ("remarked", [{"id": "f1", "points": 1}, {"id": "r1", "points": 2}])
    assert settled.comments == ["The choice was offered to the right player."]
    mark = second.answer_marks.get(paper_question=script.paper_question)
    assert (mark.adjusted, mark.settlement) == ("remarked", settled)


@pytest.mark.parametrize("given", [{}, {"f1": 1}, {"f1": 9, "r1": 1}, {"f1": 0.3, "r1": 1}])
def test_points_that_are_missing_or_too_many_are_refused(written: Sitting, erin: User, given: dict[str, float]) -> None:
    script = only_script(attempt_in(written))
    with pytest.raises(NotPossible, match="every item of the rubric"):
        drafted(
            actor=erin,
            sitting=written,
            version=script.paper_question.version,
            remedy="remark",
            script=script,
            points=given,
            reason="Overlooked",
        )


def test_a_script_of_another_sitting_is_refused(written: Sitting, erin: User, clock: Clock, bob: User) -> None:
    other = sitting_of(paper_with("written"), clock.now)
    stranger = only_script(hand_in(other, bob, ["He must pass."]))
    with pytest.raises(NotPossible, match="which script"):
        drafted(
            actor=erin,
            sitting=written,
            version=written.paper.questions.get(position=2).version,
            remedy="remark",
            script=stranger,
            points=points(1, 2),
            reason="Overlooked",
        )
