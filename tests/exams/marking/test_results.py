"""From a closed attempt to a result and an application."""

from __future__ import annotations

import decimal
import uuid
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.accreditation.models import Application, Level
from accounts.audit.models import AuditEntry
from accounts.models import Body, Role, User
from exams.bank.kinds.single import BestRuling
from exams.marking import results
from exams.marking.explained_result import lost, with_next_lost
from exams.marking.marks import percent
from exams.marking.models import AnswerMark, Result
from exams.papers.draws import draw
from exams.sittings import closure
from exams.sittings.models import Attempt, Sitting
from exams.sittings.saving import Draft, save
from exams.sittings.services import schedule
from exams.sittings.signals import attempt_closed
from tests import factories
from tests.asking import ask_paper
from tests.exams.marking.conftest import Clock, Work, make_attempt, make_sitting
from tests.exams.sittings.conftest import DAY
from tests.walking import walks


def test_each_answer_is_marked_by_its_key(sitting: Sitting, alice: User, work: Work) -> None:
    result = work(sitting, alice, ["c", "a", None])
    marks = AnswerMark.objects.order_by("paper_question__position").values_list("answer", "marks")
    one, nought = decimal.Decimal(1), decimal.Decimal(0)
    assert list(marks) == [("c", one), ("a", nought), (None, nought)]
    assert (result.marks, result.out_of, result.percent, result.passed) == (one, 3, decimal.Decimal("33.33"), False)
    assert (result.body, result.by_topic) == (
        sitting.body,
        [{"topic": "insufficient-bid", "title": "Insufficient bid", "marks": 1, "out_of": 3, "percent": 33}],
    )


def test_the_last_answer_counts(attempt: Attempt, alice: User) -> None:
    for sequence, option in enumerate(["c", "a", "c", None], start=1):
        save(attempt_id=attempt.pk, person=alice, draft=Draft(1, option, False, sequence))
    closure.submit(attempt_id=attempt.pk, person=alice)
    assert Result.objects.get().marks == 0


@walks(
    ("pass_mark", "right", "passed"),
    [(65, 2, True), (66, 2, True), (67, 2, False), (100, 3, True), (1, 0, False)],
    apart=True,
)
def test_the_papers_pass_mark_decides_without_rounding(
    clock: Clock, alice: User, work: Work, pass_mark: int, right: int, passed: bool
) -> None:
    """Two of three are 66.67 %: enough for 66, not for 67, whatever rounding would say."""
    sitting = make_sitting(opens_at=clock.now, questions=3, pass_mark=pass_mark)
    assert work(sitting, alice, ["c"] * right).passed == passed


def test_marks_are_added_up_by_topic_in_the_order_of_the_paper(clock: Clock, alice: User, work: Work) -> None:
    topics = {"insufficient-bid": 2, "comparable-call": 1}
    for slug, count in topics.items():
        for _number in range(count):
            factories.approved_version(topic=slug)
    erin = factories.person("Erin", Role.EXAMINER)
    paper = draw(blueprint=factories.blueprint(quotas=topics), actor=erin, seed=1)
    close = clock.now.replace(hour=6)
    sitting = schedule(paper=paper, title="Two topics", place="", opens_at=clock.now, closes_at=close, actor=erin)
    # Right wherever the topic is "insufficient-bid".
    order = [question.version.topic for question in paper.questions.order_by("position")]
    result = work(sitting, alice, ["c" if topic == "insufficient-bid" else "a" for topic in order])
    assert [row["topic"] for row in result.by_topic] == list(dict.fromkeys(order))
    assert {row["topic"]: (row["marks"], row["out_of"], row["percent"]) for row in result.by_topic} == {
        "insufficient-bid": (2, 2, 100),
        "comparable-call": (0, 1, 0),
    }


def test_an_open_attempt_is_not_marked(attempt: Attempt) -> None:
    with pytest.raises(results.StillOpen):
        results.mark(attempt)
    assert not Result.objects.exists()


def test_marking_again_finds_the_result(sitting: Sitting, alice: User, work: Work) -> None:
    result = work(sitting, alice, ["c"])
    assert results.mark(result.attempt) == result
    assert (Result.objects.count(), AnswerMark.objects.count()) == (1, 3)
    entry = AuditEntry.objects.get(verb="attempt.marked")
    assert (entry.actor, entry.target_id, entry.data["marks"]) == (None, str(result.pk), 1)


def test_an_attempt_that_cannot_be_marked_does_not_stop_the_others(
    sitting: Sitting, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(attempt_closed, "receivers", [])
        broken, sound = (make_attempt(sitting, person) for person in (alice, bob))
        for attempt in (broken, sound):
            closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    real = results.mark

    def mark(attempt: Attempt) -> Result | None:
        if attempt == broken:
            raise ZeroDivisionError
        return real(attempt)

    monkeypatch.setattr(results, "mark", mark)
    assert results.mark_unmarked() == 1
    assert Result.objects.get().attempt == sound


# --- a pass applies -----------------------------------------------------------------------------------------------------


@pytest.fixture
def club(db: None) -> Level:
    """The level that asks for a pass in the paper of this blueprint."""
    level = Level.objects.create(body=factories.body(), code="club", name="Club", validity_months=36, order=1)
    ask_paper(level, "club-auction", "Laws of the auction")
    return level


def test_a_pass_applies_with_its_evidence(clock: Clock, club: Level, alice: User, work: Work) -> None:
    sitting = make_sitting(opens_at=clock.now, questions=3, code="club-auction")
    result = work(sitting, alice, ["c", "c", "c"])
    application = Application.objects.get()
    assert (application.person, application.level, application.body) == (alice, club, sitting.body)
    assert application.evidence == {
        "kind": "paper",
        "result": str(result.pk),
        "blueprint": "club-auction",
        "percent": "100.00",
        "sitting": "Club directors, November",
        "date": DAY,
    }
    results.mark(result.attempt)
    assert Application.objects.count() == 1


def test_the_date_is_that_of_the_body(clock: Clock, club: Level, alice: User, work: Work) -> None:
    clock.forward(hours=-1)  # nine in the morning in Brisbane is still yesterday in Greenwich
    work(make_sitting(opens_at=clock.now, code="club-auction"), alice, ["c", "c", "c"])
    assert Application.objects.get().evidence["date"] == DAY


@pytest.mark.parametrize(("code", "options"), [("club-auction", ["c", "a", "a"]), ("club-play", ["c", "c", "c"])])
def test_nothing_else_applies(
    clock: Clock, club: Level, alice: User, work: Work, code: str, options: list[str | None]
) -> None:
    work(make_sitting(opens_at=clock.now, code=code), alice, options)
    assert not Application.objects.exists()


def test_a_pass_without_its_application_is_not_stored(
    clock: Clock, club: Level, alice: User, work: Work, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*, person: User, body: Body, blueprint_code: str, evidence: dict[str, object]) -> None:
        raise ZeroDivisionError

    sitting = make_sitting(opens_at=clock.now, code="club-auction")
    attempt = make_attempt(sitting, alice)
    monkeypatch.setattr(results, "apply_for_pass", broken)
    monkeypatch.setattr(attempt_closed, "receivers", [])
    Attempt.objects.filter(pk=attempt.pk).update(submitted_at=clock.now, closed_how="candidate")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BestRuling, "is_right", lambda self, content, answer: True)
        with pytest.raises(ZeroDivisionError):
            results.mark(attempt)
    assert not Result.objects.exists()


def test_what_counts_is_what_the_events_tell(attempt: Attempt, clock: Clock) -> None:
    """An answer is a copy for the pages: to change it behind the events earns nothing."""
    for sequence, option in enumerate(("c", "a"), start=1):
        draft = Draft(question=1, answer=option, flagged=False, sequence=sequence)
        save(attempt_id=attempt.pk, person=attempt.entry.person, draft=draft)
    attempt.answers.update(answer="c")
    closure.submit(attempt_id=attempt.pk, person=attempt.entry.person)
    assert Result.objects.get().marks == 0
    assert AnswerMark.objects.get(paper_question__position=1).answer == "a"


# --- arithmetic ----------------------------------------------------------------------------------------------------------


@given(out_of=st.integers(1, 500), data=st.data(), pass_mark=st.integers(1, 100))
def test_a_percentage_shown_never_contradicts_the_verdict(out_of: int, data: st.DataObject, pass_mark: int) -> None:
    marks = data.draw(st.integers(0, out_of))
    passed = marks * 100 >= pass_mark * out_of
    shown = percent(marks, out_of)
    assert (shown >= pass_mark) == passed
    assert 0 <= shown <= 100
    assert (shown == 100) == (marks == out_of)


def test_ids_of_results_cannot_be_counted(sitting: Sitting, alice: User, bob: User, work: Work) -> None:
    first, second = (work(sitting, person, []) for person in (alice, bob))
    assert isinstance(first.pk, uuid.UUID)
    assert abs(first.pk.int - second.pk.int) > 2**64


def test_each_question_leads_to_the_next_that_lost_marks() -> None:
    told = [
        SimpleNamespace(number=n, how=how) for n, how in enumerate(("right", "wrong", "dropped", "part", "right"), 1)
    ]
    assert [onward for _question, onward in with_next_lost(told)] == [2, 4, 4, None, None]
    assert lost(told) == [2, 4]
    assert with_next_lost([]) == []
