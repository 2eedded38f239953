"""Written rulings that nobody has marked yet when their question is dropped, or its marks are given to everybody."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from exams.marking.models import Regrade, Result, Script
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.proposals import drafted, propose
from exams.marking.release import obstacles
from exams.marking.results import mark_unmarked, owed
from exams.marking.written import workload
from exams.marking.written.allocation import choose_markers, deal_waiting
from exams.marking.written.script_marks import give
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.regrades.conftest import frank
from tests.exams.marking.rooms import hand_in, only_script, paper_with, points, sitting_of

__all__ = ["frank"]

RULING = "I ask West whether he accepts it."


@pytest.fixture
def markers(db: None) -> list[User]:
    return [factories.person(name, Role.EXAMINER) for name in ("Mary", "Mike")]


@pytest.fixture
def room(clock: Clock, alice: User, bob: User, erin: User, markers: list[User]) -> Sitting:
    """Two questions by key, of two marks each, and a ruling to write, of six. Alice wrote it; Bob left it blank."""
    paper = paper_with("best_ruling", "written", "best_ruling", marks=[2, 6, 2], pass_mark=50)
    held = sitting_of(paper, clock.now, release="together")
    hand_in(held, alice, ["c", RULING, "a"])
    hand_in(held, bob, ["b", None, "c"])
    choose_markers(sitting=held, people=markers, actor=erin)
    clock.forward(hours=3)
    return held


def applied(room: Sitting, erin: User, frank: User, position: int, remedy: str, **more: object) -> Regrade:
    version = room.paper.questions.select_related("version").get(position=position).version
    made = drafted(actor=erin, sitting=room, version=version, remedy=remedy, reason="A fault.", **more)  # type: ignore[arg-type]
    return approve(regrade=propose(made), actor=frank, seen=1)


def of(person: User) -> tuple[float, int]:
    found = Result.objects.current().get(attempt__entry__person=person)
    return float(found.marks), found.out_of


@pytest.mark.parametrize(("remedy", "marks"), [("drop", (2, 4)), ("full", (8, 10))])
@pytest.mark.parametrize("everywhere", [True, False])
def test_nobody_has_to_mark_them_any_more(
    room: Sitting,
    alice: User,
    erin: User,
    frank: User,
    markers: list[User],
    remedy: str,
    marks: tuple[float, int],
    everywhere: bool,
) -> None:
    assert [workload.next_script(one, room.pk) for one in markers] == [Script.objects.get()] * 2
    assert "1 written ruling is not settled." in obstacles(room)
    assert not owed().exists()

    applied(room, erin, frank, 2, remedy, everywhere=everywhere)
    assert [workload.next_script(one, room.pk) for one in markers] == [None, None]
    assert [pile.waiting for one in markers for pile in workload.piles(one)] == [0, 0]
    assert workload.progress(room) == workload.Progress(scripts=0, settled=0, disputed=0, undealt=0)
    assert mark_unmarked() == 1
    assert of(alice) == marks
    assert obstacles(room) == []


def test_those_made_since_are_not_dealt_out(room: Sitting, erin: User, frank: User, clock: Clock) -> None:
    applied(room, erin, frank, 2, "drop", everywhere=True)
    later = sitting_of(room.paper, clock.now)
    ruth = factories.person("Ruth", Role.CANDIDATE)
    hand_in(later, ruth, ["c", RULING, "c"])
    choose_markers(sitting=later, people=workload.possible_markers(later)[:2], actor=erin)
    assert deal_waiting() == 0
    assert (of(ruth), Script.objects.get(sitting=later).tasks.count()) == ((4, 4), 0)


def test_a_regrade_of_another_sitting_leaves_them(room: Sitting, erin: User, frank: User, clock: Clock) -> None:
    applied(room, erin, frank, 2, "drop")
    later = sitting_of(room.paper, clock.now)
    hand_in(later, factories.person("Ruth", Role.CANDIDATE), ["c", RULING, "c"])
    assert Script.objects.unsettled().get().sitting == later


def test_what_was_marked_before_is_compared(
    room: Sitting, alice: User, erin: User, frank: User, markers: list[User]
) -> None:
    """Alice has six of six for her ruling, and would lose by the drop."""
    script = only_script(room.entries.get(person=alice).attempt)
    for marker in markers:
        give(script=script, person=marker, points=points(1, 2))
    assert of(alice) == (8, 10)
    applied(room, erin, frank, 2, "drop")
    assert of(alice) == (8, 10)
    assert workload.progress(room).scripts == 1


@pytest.mark.parametrize("first", ["key", "drop"])
def test_nobody_loses_by_another_regrade_for_want_of_a_mark(
    room: Sitting, alice: User, erin: User, frank: User, clock: Clock, first: str
) -> None:
    """By the new key of the first question Alice would have nothing; with her ruling unmarked that could not be told."""
    order = {"key": lambda: applied(room, erin, frank, 1, "key", answer="b", nobody_loses=True)}
    order["drop"] = lambda: applied(room, erin, frank, 2, "drop")
    chosen = [first, *(one for one in order if one != first)]
    for one in chosen:
        order[one]()
        clock.forward(minutes=1)
    assert mark_unmarked() == 1
    assert of(alice) == (2, 4)
