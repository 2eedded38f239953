"""A sitting whose paper asks one ruling to be written, worked by Alice; Mary and Mike mark it, Max may adjudicate."""

from __future__ import annotations

import pytest

from accounts.models import Role, User
from exams.marking.models import Script
from exams.marking.written.allocation import choose_markers
from exams.sittings.models import Attempt, Sitting
from tests import factories
from tests.exams.marking.conftest import Clock
from tests.exams.marking.rooms import hand_in, only_script, paper_with, sitting_of

RULING = "2♦ is insufficient; West may accept it. He has not, so South makes it good with 3♥ and the auction goes on."


@pytest.fixture
def mary(db: None) -> User:
    return factories.person("Mary Marker", Role.EXAMINER)


@pytest.fixture
def mike(db: None) -> User:
    return factories.person("Mike Marker", Role.EXAMINER)


@pytest.fixture
def max_(db: None) -> User:
    return factories.person("Max Third", Role.EXAMINER)


@pytest.fixture
def room(db: None, clock: Clock) -> Sitting:
    """One question by key, of one mark, and one ruling to write, of six."""
    return sitting_of(paper_with("best_ruling", "written", marks=[1, 6]), clock.now)


@pytest.fixture
def worked(room: Sitting, alice: User) -> Attempt:
    """Alice chose right and wrote a ruling."""
    return hand_in(room, alice, ["c", RULING])


@pytest.fixture
def script(worked: Attempt, mary: User, mike: User, erin: User) -> Script:
    """Her ruling, given to Mary and Mike."""
    choose_markers(sitting=worked.sitting, people=[mary, mike], actor=erin)
    return only_script(worked)
