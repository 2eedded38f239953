"""What a blueprint asks, as the forecast reads it: exactly the questions of its quotas, and only paths that fit them."""

from __future__ import annotations

from uuid import uuid4

import pytest
from django.core.cache import caches
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from exams import scenarios
from exams.bank.kinds import BY_NAME_ONLY, KINDS
from exams.bank.models import Level, LevelMove
from exams.papers.assembly import Candidate, Wanted
from exams.papers.models import Topic
from exams.practice.models import Learner
from exams.practice.slots import CHANCES, drawn_by, in_use, slots_of
from exams.practice.units import catalogue
from tests import factories
from tests.exams.practice.conftest import SIMPLE

TOPICS = {unit.path: (unit.topic, "laws") for unit in catalogue().values()}
"""A syllabus with one heading over all topics."""
PATHS = [unit for unit in catalogue().values() if not unit.is_fact]
"""What papers draw: no facts of the book."""
SLUGS = sorted({unit.topic for unit in catalogue().values()})

QUOTAS = st.builds(
    Wanted,
    topic=st.sampled_from(["laws", "nothing-of-ours", *SLUGS]),
    level=st.sampled_from(Level.values),
    kind=st.sampled_from(["", *KINDS]),
    difficulty=st.integers(0, 3),
    count=st.integers(1, 20),
)


def question(path: str = SIMPLE, kind: str = "best_ruling", **more: object) -> Candidate:
    unit = catalogue()[path]
    told: dict[str, object] = {"level": unit.level, "by_name_only": kind in BY_NAME_ONLY, **more}
    return Candidate(uuid4(), "", path, TOPICS[path], kind=kind, **told)  # type: ignore[arg-type]


BANK = [question(path, kind) for path in scenarios.stageable()[::15] for kind in scenarios.askable(path)]
MARKS = {one.version: 9 for one in BANK if one.by_name_only}


@given(st.lists(QUOTAS, max_size=6))
def test_the_slots_ask_exactly_the_questions_of_the_quotas(asked: list[Wanted]) -> None:
    """And each holds every path that its quota could ask, no other."""
    found = slots_of(asked, TOPICS, lambda unit: unit.level, BANK, MARKS)

    assert [one.questions for one in found] == [one.count for one in asked]
    for quota, slot in zip(asked, found, strict=True):
        kinds = {quota.kind} if quota.kind else set(KINDS) - BY_NAME_ONLY
        fitting = {
            unit.path
            for unit in catalogue().values()
            if quota.topic in TOPICS[unit.path]
            and unit.level == quota.level
            and (quota.kind == scenarios.BOOK_FACT if unit.is_fact else kinds & set(scenarios.askable(unit.path)))
        }
        assert set(slot.units) == fitting
        assert all(weight >= 1 for weight in slot.units.values())
        assert slot.marks == (9 if quota.kind in BY_NAME_ONLY else 1)


def test_every_kind_has_its_chance_of_a_guess() -> None:
    assert set(CHANCES) == set(KINDS)


def test_a_path_weighs_as_many_questions_as_the_bank_has_on_it_for_the_quota() -> None:
    level = catalogue()[SIMPLE].level
    bank = [question(), question(), question(kind="cite_law"), question(band=3), question(level="another")]

    def weight(kind: str = "", difficulty: int = 0) -> float:
        [slot] = slots_of([Wanted("laws", level, kind, difficulty, 1)], TOPICS, lambda unit: unit.level, bank, {})
        others = {one for path, one in slot.units.items() if path != SIMPLE}
        assert others == {1}
        return slot.units[SIMPLE]

    assert [weight(), weight("best_ruling"), weight("cite_law"), weight("judge_ruling")] == [4, 3, 1, 1]
    assert weight(difficulty=3) == 1


def test_the_chance_of_a_guess_is_that_of_the_kinds_that_fit() -> None:
    level = catalogue()[SIMPLE].level
    bank = [question(), question(kind="cite_law")]
    asked = [Wanted("laws", level, kind, 0, 1) for kind in ("", "best_ruling", "cite_law")]

    assert [one.chance for one in slots_of(asked, TOPICS, lambda unit: unit.level, bank, {})] == [1 / 8, 1 / 4, 0]


def test_a_written_ruling_is_worth_what_the_rubrics_of_the_bank_give() -> None:
    unit = next(one for one in PATHS if "written" in scenarios.askable(one.path))
    bank = [question(unit.path, "written"), question(unit.path, "written")]
    marks = {bank[0].version: 6, bank[1].version: 10}
    asked = [Wanted("laws", unit.level, "written", difficulty, 1) for difficulty in (0, 3)]

    assert [one.marks for one in slots_of(asked, TOPICS, lambda unit: unit.level, bank, marks)] == [8, 8]
    assert [one.marks for one in slots_of(asked, TOPICS, lambda unit: unit.level, [], {})] == [1, 1]


@pytest.mark.django_db
class TestOfABody:
    def test_papers_are_offered_that_can_be_drawn(self, learner: Learner) -> None:
        good = factories.blueprint(quotas={"insufficient-bid": 3})
        factories.blueprint(code="empty", quotas={})
        factories.blueprint(code="rubber", edition="rubber-2014", quotas={"insufficient-bid": 1})
        factories.blueprint(code="retired", quotas={"old": 1})
        Topic.objects.filter(slug="old").update(retired_at=timezone.now())

        assert in_use(factories.body()) == [good]

    def test_topics_below_and_the_levels_of_the_body_count(self, learner: Learner) -> None:
        above = factories.topic("auction", laws=[])
        below = factories.topic("insufficient-bid", parent=above)
        blueprint = factories.blueprint(quotas={"auction": 3})
        [found] = in_use(blueprint.body)
        before = drawn_by(found, learner)

        assert before.paths == {unit.path for unit in PATHS if unit.topic == below.slug and unit.level == Level.CLUB}
        assert before.topics[SIMPLE] == ("insufficient-bid", "auction")

        moved = min(before.paths)
        LevelMove.objects.create(
            body=blueprint.body, path=moved, level=Level.CONGRESS, by=factories.person("Edith"), reason="Rare."
        )
        assert drawn_by(found, learner).paths == before.paths
        caches["parts"].clear()  # a minute later
        assert drawn_by(found, learner).paths == before.paths - {moved}
