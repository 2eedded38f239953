"""From a proposal to new results, and everything that follows."""

from __future__ import annotations

import decimal

import pytest
from django.core.exceptions import ValidationError
from pytest_django import DjangoAssertNumQueries

from accounts.accreditation.models import Application, Award, Doubt, Level
from accounts.accreditation.services import grant, settle_doubt
from accounts.audit.models import AuditEntry
from accounts.letters.models import Letter
from accounts.models import Role, User
from exams.marking import notices
from exams.marking.models import DryRun, Regrade, RegradedResult, Result
from exams.marking.regrades.decisions import Moved, approve, refuse
from exams.marking.regrades.effects import effects
from exams.marking.regrades.proposals import drafted
from exams.marking.release import obstacles
from exams.marking.results import apply_for
from exams.papers import topics
from exams.sittings.models import Sitting, VoidAttempt
from exams.sittings.rules import NotPossible
from tests import factories
from tests.exams.marking import crowd
from tests.exams.marking.conftest import Clock, Work, make_sitting
from tests.exams.marking.regrades.conftest import ANSWERS, Propose, result_of, version_at
from tests.exams.marking.rooms import paper_with, sitting_of
from tests.walking import walks


def marks(sitting: Sitting) -> dict[str, tuple[float, int, bool]]:
    """What each candidate has now: marks, out of how many, passed."""
    found = {name: result_of(sitting, name) for name in ANSWERS}
    return {name: (float(result.marks), result.out_of, result.passed) for name, result in found.items()}


BEFORE = {"Ann": (4, 5, True), "Ben": (2, 5, False), "Cy": (2, 5, False), "Dan": (0, 5, False), "Eve": (3, 5, True)}


# --- what each remedy does ---------------------------------------------------------------------------------------------------


@walks(
    ("changes", "after"),
    [
        ({"remedy": "accept", "answer": "b"}, {"Ben": (3, 5, True), "Cy": (3, 5, True)}),
        ({"remedy": "full"}, {"Ben": (3, 5, True), "Cy": (3, 5, True), "Dan": (1, 5, False)}),
        ({"remedy": "key", "answer": "B"}, {"Ben": (3, 5, True), "Cy": (3, 5, True)}),
        (
            {"remedy": "key", "answer": "b", "nobody_loses": False},
            {"Ann": (3, 5, True), "Ben": (3, 5, True), "Cy": (3, 5, True), "Eve": (2, 5, False)},
        ),
        # Dan has as little of four as of five: he does not lose by it.
        ({"remedy": "drop"}, {"Ben": (2, 4, False), "Cy": (2, 4, False), "Dan": (0, 4, False)}),
        (
            {"remedy": "drop", "nobody_loses": False},
            {
                "Ann": (3, 4, True),
                "Ben": (2, 4, False),
                "Cy": (2, 4, False),
                "Dan": (0, 4, False),
                "Eve": (2, 4, False),
            },
        ),
    ],
    apart=True,
)
def test_remedies(
    worked: Sitting,
    propose_: Propose,
    frank: User,
    changes: dict[str, object],
    after: dict[str, tuple[float, int, bool]],
) -> None:
    assert marks(worked) == BEFORE
    regrade = propose_(**{"answer": "", **changes})
    assert marks(worked) == BEFORE
    approve(regrade=regrade, actor=frank, seen=1)
    assert marks(worked) == BEFORE | after
    assert RegradedResult.objects.count() == len(after)


def test_the_dry_run_says_who_changes_before_anything_does(worked: Sitting, propose_: Propose, level: Level) -> None:
    report = propose_(remedy="key", answer="b", nobody_loses=False).runs.get().report
    assert report["counts"] == {"met": 5, "changed": 4, "kept": 0, "better": 2, "worse": 2, "passes": 2, "fails": 1}
    first = report["rows"][0]
    assert (first["name"], first["turn"], first["number"]) == ("Eve", "fails", 105)
    assert first["from"] == {"marks": 3, "out_of": 5, "percent": 60, "passed": True}
    assert first["to"] == {"marks": 2, "out_of": 5, "percent": 40, "passed": False}
    assert {row["name"]: row["follows"] for row in report["rows"] if row["turn"] == "passes"} == {
        name: [{"kind": "applies", "level": "Club Director", "application": None}] for name in ("Ben", "Cy")
    }
    assert not Result.objects.filter(number=2).exists()


def test_who_would_lose_is_named_as_keeping_his(worked: Sitting, propose_: Propose) -> None:
    report = propose_(remedy="key", answer="b").runs.get().report
    assert {row["name"] for row in report["rows"] if row["kept"]} == {"Ann", "Eve"}
    assert report["counts"]["kept"] == 2


def test_a_result_that_follows_says_why_and_leaves_the_first_alone(
    worked: Sitting, propose_: Propose, frank: User
) -> None:
    regrade = propose_()
    first = result_of(worked, "Ben")
    approve(regrade=regrade, actor=frank, seen=1, note="Agreed")
    second = result_of(worked, "Ben")
    assert (second.number, second.reason, second.attempt) == (2, "Both rulings can be defended.", first.attempt)
    first.refresh_from_db()
    assert first.marks == 2
    assert not first.passed
    changed = second.answer_marks.get(paper_question__position=1)
    assert changed.adjusted == "accepted"
    assert changed.marks == 1
    assert set(second.answer_marks.exclude(pk=changed.pk).values_list("adjusted", flat=True)) == {""}
    assert second.by_topic[0]["marks"] == 3
    entry = AuditEntry.objects.get(verb="regrade.applied")
    assert (entry.actor, entry.reason, entry.data["results"]) == (frank, "Agreed", 2)


def test_floors_are_judged_by_the_syllabus_of_the_paper(clock: Clock, propose_: Propose, erin: User) -> None:
    move("insufficient-bid", "auction", erin)
    held = make_sitting(opens_at=clock.now, questions=5, pass_mark=60, floors={"auction": 70}, code="with-a-floor")
    crowd.sit(held, [list(row) for row in ANSWERS.values()], names=list(ANSWERS))
    assert [name for name in ANSWERS if result_of(held, name).passed] == ["Ann"]
    move("insufficient-bid", "play", erin)
    regrade = propose_(sitting=held, version=version_at(held, 4), remedy="full", answer="")
    after = {effect.before.attempt.entry.person.name: effect.after for effect in effects(regrade)}["Ben"]
    assert after.percent == 60
    assert not after.passed
    assert [row["topic"] for row in after.floors_missed] == ["auction"]


def move(slug: str, under: str, actor: User) -> None:
    topic = factories.topic(slug)
    topic.parent = factories.topic(under)
    topics.change(topic=topic, actor=actor)


def test_regrades_of_several_questions_add_up(worked: Sitting, propose_: Propose, frank: User) -> None:
    approve(regrade=propose_(), actor=frank, seen=1)
    approve(regrade=propose_(version=version_at(worked, 4), answer="a"), actor=frank, seen=1)
    assert marks(worked)["Ben"] == (4, 5, True)
    assert result_of(worked, "Ben").number == 3


def test_in_every_sitting_that_asked_it(
    worked: Sitting, propose_: Propose, frank: User, clock: Clock, work: Work, bob: User
) -> None:
    other = sitting_of(paper_with("best_ruling"), clock.now)
    shared = version_at(worked, 1)
    again = factories_sitting(worked, clock)
    mine = work(again, bob, ["b"])
    regrade = propose_(everywhere=True)
    assert {effect.before.pk for effect in effects(regrade) if effect.changed} >= {mine.pk}
    approve(regrade=regrade, actor=frank, seen=1)
    assert result_of(again, "Bob").marks == 1
    assert Regrade.objects.touching(again).get() == regrade
    assert not Regrade.objects.touching(other).exists()
    assert regrade.version == shared


def factories_sitting(sitting: Sitting, clock: Clock) -> Sitting:
    """Another sitting of the same paper."""
    return Sitting.objects.create(
        body=sitting.body,
        paper=sitting.paper,
        title="December",
        opens_at=clock.now,
        closes_at=clock.now.replace(hour=23),
        created_by=sitting.created_by,
    )


# --- what is refused -----------------------------------------------------------------------------------------------


@walks(
    ("changes", "said"),
    [
        ({"answer": "c"}, "already right by the key"),
        ({"answer": "x"}, "no answer “x”"),
        ({"answer": ""}, "Say which answer"),
        ({"remedy": "key", "answer": "c"}, "already the key"),
        ({"answer": "d"}, "Nobody's result would change"),
        ({"remedy": "remark"}, "Only written rulings"),
    ],
    apart=True,
)
def test_what_makes_no_sense_is_refused(propose_: Propose, changes: dict[str, object], said: str) -> None:
    with pytest.raises(NotPossible, match=said):
        propose_(**changes)
    assert not Regrade.objects.exists()


def test_a_key_that_was_replaced_can_be_put_back(worked: Sitting, propose_: Propose, frank: User) -> None:
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    assert marks(worked) != BEFORE
    for remedy, said in (("key", "is already the key"), ("accept", "already right by the key")):
        with pytest.raises(NotPossible, match=said):
            propose_(remedy=remedy, answer="b")
    approve(regrade=propose_(remedy="key", answer="c", nobody_loses=False), actor=frank, seen=1)
    assert marks(worked) == BEFORE


def test_the_key_that_was_replaced_can_be_accepted_as_well(worked: Sitting, propose_: Propose, frank: User) -> None:
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    approve(regrade=propose_(answer="c"), actor=frank, seen=1)
    assert marks(worked) == BEFORE | {"Ben": (3, 5, True), "Cy": (3, 5, True)}


def test_a_reason_is_asked_for(propose_: Propose) -> None:
    with pytest.raises(ValidationError):
        propose_(reason=" ")


def test_a_question_nobody_met_is_refused(worked: Sitting, erin: User) -> None:
    with pytest.raises(NotPossible, match="Nobody whose paper is marked"):
        drafted(
            actor=erin, sitting=worked, version=factories.approved_version(), remedy="drop", reason="Not in the paper"
        )


def test_the_last_question_of_a_paper_is_not_dropped(clock: Clock, work: Work, alice: User, erin: User) -> None:
    sitting = make_sitting(opens_at=clock.now, questions=1)
    work(sitting, alice, ["a"])
    regrade = drafted(actor=erin, sitting=sitting, version=version_at(sitting, 1), remedy="drop", reason="Wrong")
    with pytest.raises(NotPossible, match="would have no questions left"):
        effects(regrade)


def test_decided_is_decided(propose_: Propose, frank: User) -> None:
    regrade = propose_()
    refuse(regrade=regrade, actor=frank, note="The key is right.")
    with pytest.raises(NotPossible, match="decided: refused"):
        approve(regrade=regrade, actor=frank, seen=1)
    with pytest.raises(NotPossible, match="decided: refused"):
        refuse(regrade=regrade, actor=frank, note="Again")
    assert not Result.objects.filter(number=2).exists()


def test_what_has_moved_since_is_shown_anew(worked: Sitting, propose_: Propose, frank: User, erin: User) -> None:
    """Cy's attempt is declared void between the proposal and the approval: he must not be changed unseen."""
    regrade = propose_()
    VoidAttempt.objects.create(attempt=result_of(worked, "Cy").attempt, by=erin, reason="Phone")
    with pytest.raises(Moved) as moved:
        approve(regrade=regrade, actor=frank, seen=1)
    assert moved.value.run is not None
    assert (moved.value.run.number, moved.value.run.report["counts"]["changed"]) == (2, 1)
    assert not Result.objects.filter(number=2).exists()
    with pytest.raises(Moved):
        approve(regrade=regrade, actor=frank, seen=1)
    assert DryRun.objects.count() == 2
    approve(regrade=regrade, actor=frank, seen=2)
    assert marks(worked)["Ben"] == (3, 5, True)


# --- what follows --------------------------------------------------------------------------------------------------


def test_a_new_pass_applies_and_all_who_were_told_are_written_to(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    approve(regrade=propose_(), actor=frank, seen=1)
    assert set(Application.objects.values_list("person__name", "level")) == {("Ben", level.pk), ("Cy", level.pk)}
    letters = Letter.objects.filter(once__startswith="result.regraded:")
    assert set(letters.values_list("person__name", flat=True)) == {"Ben", "Cy"}
    text = letters.get(person__name="Ben").text
    assert "Both rulings can be defended." in text
    assert f"/results/attempt/{result_of(worked, 'Ben').attempt_id}/" in text
    # How somebody did is told on the page, which asks who is there.
    assert "Passed" not in text


def test_a_lost_pass_is_a_doubt_and_takes_nothing_away(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    registrar = factories.person("Helen", Role.REGISTRAR)
    for name in ("Ann", "Eve"):
        apply_for(result_of(worked, name))
    application = Application.objects.get(person__name="Eve")
    award = grant(application=application, actor=registrar)
    regrade = propose_(remedy="key", answer="b", nobody_loses=False)
    eve = regrade.runs.get().report["rows"][0]
    assert eve["follows"] == [{"kind": "award", "level": "Club Director", "application": str(application.pk)}]
    approve(regrade=regrade, actor=frank, seen=1)
    award.refresh_from_db()
    assert award.status == Award.Status.GRANTED
    doubt = Doubt.objects.get()
    assert (doubt.application, doubt.settled_at) == (application, None)
    assert "60 % before, 40 % now" in doubt.why
    letter = Letter.objects.get(once__startswith="application.doubted:")
    assert (letter.person, "Nothing has been taken away" in letter.text) == (registrar, True)


def test_a_doubted_application_is_not_granted_before_it_is_settled(
    worked: Sitting, propose_: Propose, frank: User, level: Level
) -> None:
    registrar = factories.person("Helen", Role.REGISTRAR)
    apply_for(result_of(worked, "Eve"))
    application = Application.objects.get(person__name="Eve")
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False), actor=frank, seen=1)
    with pytest.raises(ValidationError, match="in doubt"):
        grant(application=application, actor=registrar)
    settle_doubt(doubt=Doubt.objects.get(), actor=registrar, note="She has passed another paper since.")
    assert grant(application=application, actor=registrar).person.name == "Eve"


def test_while_a_regrade_is_open_results_are_not_released(worked: Sitting, propose_: Propose, frank: User) -> None:
    Sitting.objects.filter(pk=worked.pk).update(release="together")
    worked.refresh_from_db()
    assert obstacles(worked) == []
    regrade = propose_()
    assert obstacles(worked) == ["1 regrade has not been decided."]
    approve(regrade=regrade, actor=frank, seen=1)
    assert obstacles(worked) == []
    # Nobody was told anything before the release.
    assert not Letter.objects.exists()
    assert not Application.objects.exists()


def test_who_is_marked_later_is_marked_by_it_too(
    worked: Sitting, propose_: Propose, frank: User, clock: Clock, work: Work, bob: User, alice: User
) -> None:
    approve(regrade=propose_(remedy="key", answer="b", nobody_loses=False, everywhere=True), actor=frank, seen=1)
    again = factories_sitting(worked, clock)
    assert work(again, bob, ["b"]).marks == 1
    assert work(again, alice, ["c"]).marks == 0


def test_nobody_loses_who_is_marked_later(
    worked: Sitting, propose_: Propose, frank: User, clock: Clock, work: Work, bob: User, alice: User
) -> None:
    approve(regrade=propose_(remedy="key", answer="b", everywhere=True), actor=frank, seen=1)
    again = factories_sitting(worked, clock)
    assert work(again, bob, ["b"]).marks == 1
    assert work(again, alice, ["c"]).marks == 1


def test_if_anything_fails_nothing_is_written(
    worked: Sitting, propose_: Propose, frank: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise ZeroDivisionError

    regrade = propose_()
    monkeypatch.setattr(notices, "regraded", broken)
    with pytest.raises(ZeroDivisionError):
        approve(regrade=regrade, actor=frank, seen=1)
    regrade.refresh_from_db()
    assert regrade.standing == "proposed"
    assert not Result.objects.filter(number=2).exists()
    assert not Application.objects.exists()


def test_working_it_out_takes_a_fixed_number_of_queries(
    worked: Sitting, propose_: Propose, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    regrade = Regrade.objects.select_related("version", "script").get(pk=propose_().pk)
    # Results, marks, places, versions, syllabus.
    with django_assert_num_queries(5):
        assert len(effects(regrade)) == 5
    assert decimal.Decimal(2) == result_of(worked, "Ben").marks
