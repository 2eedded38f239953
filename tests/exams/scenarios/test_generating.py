"""The same seed gives the same questions, and no two of a batch are the same ruling situation."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from exams.bank.content import check
from exams.scenarios import PROCEDURES, UnknownProcedureError, generate
from exams.scenarios.bidding.system import load
from exams.scenarios.generating import _Order, _path_of
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.tables import lay
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from tests.exams.scenarios.conftest import CALLS, Question

MAKE = """
import hashlib, json
from exams.scenarios import PROCEDURES, generate
for law in PROCEDURES:
    print(law, hashlib.sha256(json.dumps(list(generate(law, count=3, seed=11))).encode()).hexdigest())
"""


def in_another_process(hash_seed: str) -> list[str]:
    """A digest of each law's questions as a fresh interpreter makes them, with its own order of sets of strings."""
    environment = os.environ | {"PYTHONHASHSEED": hash_seed}
    made = subprocess.run([sys.executable, "-c", MAKE], capture_output=True, check=True, text=True, env=environment)
    return made.stdout.splitlines()


def test_a_seed_gives_the_same_bytes_in_every_process() -> None:
    one = in_another_process("1")
    assert [line.split()[0] for line in one] == list(PROCEDURES)
    assert in_another_process("2") == one


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_a_question_does_not_depend_on_how_many_follow(procedure: str) -> None:
    assert list(generate(procedure, count=3, seed=5)) == list(islice(generate(procedure, count=12, seed=5), 3))


def test_another_seed_gives_other_questions() -> None:
    one, other = (next(generate("27", count=1, seed=seed)) for seed in (1, 2))
    assert one["fingerprint"] != other["fingerprint"]


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_no_situation_comes_twice_in_a_batch(procedure: str) -> None:
    many = 100 if procedure in CALLS else 2 * len(PLOTS[procedure].themes)
    made = [question["fingerprint"] for question in generate(procedure, count=many, seed=3)]
    assert len(set(made)) == len(made) == many


@pytest.mark.parametrize("procedure", CALLS)
def test_every_theme_is_asked(procedure: str, questions: list[Question]) -> None:
    """The places of a batch follow the list of themes; a theme for which no table is found leaves its place to the next."""
    plot = PLOTS[procedure]
    asked = set()
    for question in questions:
        if question["generator"]["procedure"] == procedure:
            theme = plot.themes[question["generator"]["index"] % len(plot.themes)]
            if plot.fits(theme, dict(rule(parse_record(question["record"])).path)):
                asked.add(theme)
    told = {theme for theme in plot.themes if theme.startswith(f"{procedure}/")}
    assert asked == set(plot.themes) - told


@pytest.mark.parametrize(
    ("procedure", "level"), [(number, level) for number in CALLS for level in ("club", "congress")]
)
def test_every_procedure_has_questions_of_both_levels(procedure: str, level: str, questions: list[Question]) -> None:
    assert level in {question["level"] for question in questions if question["generator"]["procedure"] == procedure}


@pytest.mark.parametrize("seed", [1, 2, 2017])
def test_twenty_questions_of_each_law_fill_a_club_paper(seed: int) -> None:
    made = [question for number in CALLS for question in generate(number, count=20, seed=seed)]
    club = [question["topic"] for question in made if question["level"] == "club"]
    assert {topic: club.count(topic) >= 4 for topic in set(club)} == {
        "insufficient-bid": True,
        "call-out-of-rotation": True,
    }


def test_it_refuses_a_procedure_without_plots() -> None:
    with pytest.raises(
        UnknownProcedureError, match=r"no scenarios for procedure '99'; there are .*27, .*30, 31, 32.*all"
    ):
        generate("99", count=1, seed=1)


@pytest.mark.parametrize("count", [0, -3])
def test_it_refuses_a_count_below_one(count: int) -> None:
    with pytest.raises(ValueError, match=f"count: expected a number from 1, not {count}"):
        generate("27", count=count, seed=1)


def test_of_the_stories_of_a_theme_the_least_asked_path_is_told() -> None:
    order = _Order("31", "best_ruling", 7, {}, lambda ruling: False)
    plot, theme, rng = PLOTS["31"], "not comparable", random.Random(7)  # noqa: S311 - not for secrets
    tables = (lay(rng, load()) for _ in range(20))
    told = [one for table in tables for one in plot.ruled(theme, plot.stories(table, theme, rng))]
    first = told[0]
    others = [one for one in told if _path_of(one.ruling) != _path_of(first.ruling)]
    assert others
    order.asked[_path_of(first.ruling)] += 1
    kept: list[Ruled] = []
    assert list(order.little_asked(plot, theme, told, kept)) == others
    assert len(kept) + len(others) == len(told)


@settings(max_examples=25, deadline=None)
@given(procedure=st.sampled_from(list(PROCEDURES)), seed=st.integers(0, 2**63 - 1))
def test_any_seed_gives_questions_that_the_bank_takes(procedure: str, seed: int) -> None:
    for question in generate(procedure, count=3, seed=seed):
        check(question)


def test_a_body_s_regulations_stand_in_the_record_and_decide() -> None:
    """A body that calls nothing similar beyond equal meanings: the ruling on the same record follows it."""
    strict = {
        "similar": {"value": {"points": 0, "cards": 0, "share": "1/2"}, "since": "2024-01-01", "source": "a body"}
    }
    for question in generate("27", count=8, seed=3, kind="best_ruling", regulations=strict):
        assert question["record"]["regulations"] == strict
        assert rule(parse_record(question["record"])).receipt() == question["receipt"]


def test_a_law_of_many_rare_paths_takes_some_of_them_in_each_round_and_all_of_them_in_turn() -> None:
    plot = PLOTS["16D"]
    rounds = [plot.round(number) for number in range(plot.one_in)]
    assert max(map(len, rounds)) < len(plot.themes) / 2
    assert sorted(theme for told in rounds for theme in told) == sorted(plot.themes)
