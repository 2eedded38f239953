"""/api/v1/results/: one's own once told, a sitting's for its examiners, the two steps of the release."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from exams.marking.models import Result
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.api.conftest import Ask
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, paper_with, sitting_of


@pytest.fixture
def over(db: None, clock: Clock, alice: User, bob: User) -> Sitting:
    """Results are told together; Alice has passed, Bob has not, and the sitting is over."""
    sitting = sitting_of(paper_with("best_ruling", "cite_law"), clock.now, release="together")
    hand_in(sitting, alice, ["c", "27B1(a)"])
    hand_in(sitting, bob, ["a", None])
    clock.forward(hours=3)
    return sitting


def of(person: User) -> Result:
    return Result.objects.get(attempt__entry__person=person)


def test_results_are_for_their_candidate_and_the_bodys_examiners(
    clock: Clock, alice: User, bob: User, erin: User, charlie: User, ask: Ask
) -> None:
    sitting = sitting_of(paper_with("best_ruling"), clock.now)
    hand_in(sitting, alice, ["c"])
    own = of(alice)
    others = [factories.person(f"Mere {role.label}", role) for role in Role if role is not Role.EXAMINER]
    for person in (bob, charlie, *others):
        ask(person, f"results/{own.pk}/", 404)
        assert ask(person, "results/")["results"] == []
        ask(person, f"results/sittings/{sitting.pk}/", 404)
    ask(None, f"results/{own.pk}/", 403)
    ask(alice, f"results/sittings/{sitting.pk}/", 404)
    assert [one["id"] for one in ask(alice, "results/")["results"]] == [str(own.pk)]
    assert ask(erin, f"results/{own.pk}/")["candidate"] == "Alice"
    [row] = ask(erin, f"results/sittings/{sitting.pk}/")["results"]
    assert (row["marks"], row["out_of"], row["passed"]) == (1.0, 1, True)


def test_a_result_tells_each_answer(clock: Clock, alice: User, ask: Ask) -> None:
    paper = paper_with("best_ruling", "cite_law", "choose_all", partial_credit=True)
    hand_in(sitting_of(paper, clock.now), alice, ["c", "27B", None])
    told = ask(alice, f"results/{of(alice).pk}/")
    assert [(one["question"], one["answer"], one["marks"], one["out_of"]) for one in told["answers"]] == [
        (1, "c", 1.0, 1),
        (2, "27B", 0.5, 1),
        (3, None, 0.0, 1),
    ]
    assert told["by_topic"][0]["marks"] == 1.5


def test_nothing_is_told_before_the_release(
    over: Sitting, alice: User, erin: User, ask: Ask, send: Ask, charlie: User
) -> None:
    felix, ada = factories.person("Felix", Role.EXAMINER), factories.person("Ada", Role.ADMINISTRATOR)
    own = of(alice)
    ask(alice, f"results/{own.pk}/", 404)
    assert ask(alice, "results/")["results"] == []
    release, moderation = f"results/sittings/{over.pk}/release/", f"results/sittings/{over.pk}/moderation/"
    for person in (alice, charlie):
        ask(person, release, 404)
        send(person, release, 404)
        send(person, moderation, 404, note="Looked.")
    send(ada, moderation, 404, note="Looked.")
    assert ask(ada, release)["moderated_by"] is None
    assert "First an examiner" in send(felix, release, 409)["detail"]
    assert send(erin, moderation, 422)["errors"]["note"]
    assert send(erin, moderation, note="Looked.")["moderated_by"] == "Erin"
    assert "second person" in send(erin, release, 409)["detail"]
    assert send(ada, release)["released_by"] == "Ada"
    assert send(felix, release)["released_by"] == "Ada"
    assert ask(alice, f"results/{own.pk}/")["passed"] is True
