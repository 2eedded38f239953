"""Marks that arrive at the same moment. The lock is the script's row; without it both see only their own mark."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from accounts.models import Role, User
from exams.marking.models import Result, Script, ScriptMark, Settlement
from exams.marking.results import mark_unmarked
from exams.marking.written import allocation, script_marks
from exams.marking.written.allocation import choose_markers
from exams.marking.written.script_marks import adjudicate, give
from exams.sittings.rules import NotPossible
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import FULL, hand_in, only_script, paper_with, points, sitting_of
from tests.exams.sittings.test_concurrency import wait_until_somebody_waits

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def script(transactional_db: None, clock: Clock) -> Script:
    """One ruling, given to Mary and Mike."""
    sitting = sitting_of(paper_with("written", marks=[6]), clock.now)
    attempt = hand_in(sitting, factories.person("Alice", Role.CANDIDATE), ["Play continues."])
    people = [factories.person(name, Role.EXAMINER) for name in ("Mary", "Mike")]
    choose_markers(sitting=sitting, people=people, actor=factories.person("Erin", Role.EXAMINER))
    return only_script(attempt)


def at_once(deeds: list[Callable[[], Any]]) -> list[Exception]:
    """All at the same moment; the faults they met."""
    faults: list[Exception] = []
    start = threading.Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> None:
        try:
            start.wait(5)
            deed()
        except Exception as error:
            faults.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[deed]) for deed in deeds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return faults


def both_mark(script: Script) -> list[Exception]:
    people = User.objects.filter(name__in=["Mary", "Mike"])
    return at_once([partial(give, script=script, person=person, points=FULL) for person in people])


def test_without_the_lock_the_script_is_settled_by_nobody(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    meet = threading.Barrier(2)
    real = script_marks.latest

    def unlocked(script_id: Any) -> Script:
        found = Script.objects.select_related("paper_question__version", "paper_question__paper", "attempt")
        return found.get(pk=script_id)

    def read(script: Script) -> list[ScriptMark]:
        found = real(script)
        meet.wait(5)  # nobody goes on before both have read
        return found

    monkeypatch.setattr(script_marks, "lock_script", unlocked)
    monkeypatch.setattr(script_marks, "latest", read)
    assert both_mark(script) == []
    assert ScriptMark.objects.count() == 2
    assert not Settlement.objects.exists()


def test_two_marks_at_once_settle_once(script: Script) -> None:
    assert both_mark(script) == []
    assert Settlement.objects.get().marks == 6
    assert Result.objects.count() == 1
    assert mark_unmarked() == 0


def test_two_adjudicators_at_once_settle_once_and_the_second_is_told(script: Script) -> None:
    mary, mike = User.objects.get(name="Mary"), User.objects.get(name="Mike")
    give(script=script, person=mary, points=FULL)
    give(script=script, person=mike, points=points(0, 0))
    others = [factories.person(name, Role.EXAMINER) for name in ("Max", "Moira")]
    faults = at_once([partial(adjudicate, script=script, person=one, points=points(1, 0)) for one in others])
    assert [type(fault) for fault in faults] == [NotPossible]
    assert Settlement.objects.get().marks == 2


def chosen_while_mary_marks(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    """Mary's mark is written but not yet there for others, when Max is chosen in her place."""
    mary, max_ = User.objects.get(name="Mary"), factories.person("Max", Role.EXAMINER)
    people = [User.objects.get(name="Mike"), max_]
    erin, written = User.objects.get(name="Erin"), threading.Event()
    real = script_marks._write

    def write(*given: Any) -> ScriptMark:
        found = real(*given)
        written.set()
        wait_until_somebody_waits()
        return found

    def choose() -> None:
        written.wait(5)
        choose_markers(sitting=script.sitting, people=people, actor=erin)

    monkeypatch.setattr(script_marks, "_write", write)
    assert at_once([partial(give, script=script, person=mary, points=FULL), choose]) == []


def markers_of(script: Script) -> set[str]:
    return set(script.tasks.values_list("person__name", flat=True))


def test_without_the_lock_a_mark_is_left_without_its_task(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allocation, "lock_scripts", lambda scripts: None)
    chosen_while_mary_marks(script, monkeypatch)
    assert markers_of(script) == {"Mike", "Max"}
    assert ScriptMark.objects.get().by.name == "Mary"


def test_who_marks_as_others_are_chosen_keeps_his_script(script: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen_while_mary_marks(script, monkeypatch)
    assert markers_of(script) == {"Mary", "Mike"}
    assert [mark.by.name for mark in script_marks.latest(script)] == ["Mary"]


def test_who_lost_the_script_while_waiting_for_it_marks_nothing(
    script: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    mary, mike = User.objects.get(name="Mary"), User.objects.get(name="Mike")
    max_, erin = factories.person("Max", Role.EXAMINER), User.objects.get(name="Erin")
    real = script_marks.lock_script

    def later(script_id: Any) -> Script:
        choose_markers(sitting=script.sitting, people=[mike, max_], actor=erin)
        return real(script_id)

    monkeypatch.setattr(script_marks, "lock_script", later)
    with pytest.raises(NotPossible, match="no longer yours to mark"):
        give(script=script, person=mary, points=FULL)
    assert not ScriptMark.objects.exists()
