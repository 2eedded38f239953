"""The choice of questions: exact, the fewest repeats, the same for a seed."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter

import highspy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from exams.papers.assembly import Candidate, CannotAssemble, Target, Wanted, choose, pool
from exams.papers.assembly.choice import nearest, usual
from tests.exams.papers.assembly.banks import (
    banks,
    choices,
    keeps,
    meets,
    pair,
    papers,
    question,
    quotas,
    some,
    wanted,
)

PAIRS = st.sampled_from(["together", "apart"])
SEEDS = st.integers(0, 2**31 - 1)
Problem = tuple[list[Candidate], list[Wanted], str]


def names(chosen: list[Candidate]) -> list[str]:
    return sorted(each.fingerprint for each in chosen)


def mean(chosen: list[Candidate]) -> float:
    return sum(each.facility for each in chosen) / len(chosen)


# --- laws that hold whatever the bank -------------------------------------------------------------------------------


@given(bank=banks(), asked=quotas(), pairs=PAIRS, seed=SEEDS)
def test_quotas_are_met_exactly_whenever_they_can_be(
    bank: list[Candidate], asked: list[Wanted], pairs: str, seed: int
) -> None:
    possible = choices(bank, asked, pairs)
    try:
        chosen = tuple(choose(pool(bank, asked, pairs), seed))
    except CannotAssemble:
        assert not possible
    else:
        assert meets(chosen, asked)
        assert keeps(chosen, pairs)
        assert len(set(chosen)) == len(chosen)
        assert possible


@given(paper=papers(), seed=SEEDS)
def test_no_choice_repeats_fewer_paths_and_scenes(paper: Problem, seed: int) -> None:
    bank, asked, pairs = paper

    def repeats(chosen: tuple[Candidate, ...] | list[Candidate]) -> int:
        taken = Counter(("path", each.path) for each in chosen)
        units = {(each.scene, (pairs == "together" and each.pair) or each.version) for each in chosen if each.scene}
        taken.update(("scene", scene) for scene, _unit in units)
        return sum(number * (number - 1) // 2 for number in taken.values())

    assert repeats(choose(pool(bank, asked, pairs), seed)) == min(map(repeats, choices(bank, asked, pairs)))


@given(paper=papers(), seed=SEEDS)
def test_a_form_shares_as_little_as_can_be_and_keeps_its_difficulty(paper: Problem, seed: int) -> None:
    bank, asked, pairs = paper
    from_these = pool(bank, asked, pairs)
    first = choose(from_these, seed)
    held = {each.version: 1 for each in first}
    target = Target(mean(first), 0.1)
    second = choose(from_these, seed + 1, target=target, held=held)
    assert abs(mean(second) - mean(first)) <= 0.1 + 1e-6
    alike = [each for each in choices(bank, asked, pairs) if abs(mean(list(each)) - mean(first)) <= 0.1 + 1e-9]
    assert len(set(second) & set(first)) == min(len(set(each) & set(first)) for each in alike)


@given(paper=papers(), seed=SEEDS, data=st.data())
def test_the_choice_depends_on_the_seed_and_the_questions_alone(paper: Problem, seed: int, data: st.DataObject) -> None:
    bank, asked, pairs = paper
    shuffled = data.draw(st.permutations(bank))
    assert names(choose(pool(bank, asked, pairs), seed)) == names(choose(pool(shuffled, asked, pairs), seed))


# --- what the words mean --------------------------------------------------------------------------------------------


def test_a_heading_means_whatever_stands_under_it() -> None:
    bank = [question("a", "bids"), question("b", "calls"), question("c", "score")]
    assert names(choose(pool(bank, [wanted(2, "auction")]), 1)) == ["a", "b"]


def test_a_part_with_a_number_of_its_own_is_asked_at_least_so_often() -> None:
    bank = [*some(9, "bid"), *some(9, "call", topic="calls")]
    asked = [wanted(3, "auction"), wanted(2, "bids")]
    found = {Counter(each.topics[0] for each in choose(pool(bank, asked), seed))["bids"] for seed in range(30)}
    assert min(found) == 2
    assert max(found) > 2


def test_a_question_of_two_quotas_goes_where_it_is_needed() -> None:
    # Whoever takes the hard citation for the citations leaves none that is hard.
    bank = [question("hard citation", kind="cite_law", band=3), question("citation", kind="cite_law", band=1)]
    asked = [wanted(1, kind="cite_law"), wanted(1, difficulty=3)]
    for seed in range(5):
        assert len(choose(pool(bank, asked), seed)) == 2


def test_a_scene_is_told_once_where_another_can_be_had_and_the_two_of_a_pair_count_as_one() -> None:
    bank = [question("a", scene="s"), question("b", scene="s"), question("c", scene="t"), question("d")]
    found = [names(choose(pool(bank, [wanted(3)]), seed)) for seed in range(8)]
    assert all({"a", "b"} - set(each) for each in found)
    paired = [*pair("p", scene="s"), question("a", scene="t", path="x"), question("b", scene="u", path="x")]
    assert names(choose(pool(paired, [wanted(2)]), 1)) == ["p1", "p2"]


def test_one_fact_decides_two_levels_and_both_are_drawn() -> None:
    bank = [
        question("p1", level="club", pair="p", part=1),
        question("p2", level="congress", pair="p", part=2),
    ]
    asked = [wanted(1), wanted(1, level="congress")]
    assert names(choose(pool(bank, asked), 1)) == ["p1", "p2"]


def test_another_seed_another_paper() -> None:
    from_these = pool(some(40), [wanted(10)])
    assert len({tuple(names(choose(from_these, seed))) for seed in range(10)}) == 10


def test_a_question_added_to_the_bank_changes_little() -> None:
    bank = some(60)
    before = names(choose(pool(bank, [wanted(20)]), 7))
    after = names(choose(pool([*bank, question("new")], [wanted(20)]), 7))
    assert len(set(before) & set(after)) >= 19


def test_every_question_of_an_even_bank_is_drawn_about_as_often() -> None:
    from_these = pool(some(20), [wanted(5)])
    drawn = Counter(name for seed in range(200) for name in names(choose(from_these, seed)))
    # 50 times each in the mean; five standard deviations are 31.
    assert len(drawn) == 20
    assert all(19 <= times <= 81 for times in drawn.values())


def test_a_difficulty_that_cannot_be_reached_is_told_with_the_nearest() -> None:
    bank = [question(f"q{number}", facility=number / 10) for number in range(10)]
    with pytest.raises(CannotAssemble) as refused:
        choose(pool(bank, [wanted(2)]), 1, target=Target(0.95, 0.02))
    miss = refused.value.explanation.miss
    assert miss is not None
    assert (miss.facility, miss.tolerance, round(miss.nearest, 6)) == (0.95, 0.02, 0.85)
    assert nearest(pool(bank, [wanted(2)]), 0.0) == pytest.approx(0.05)


def test_the_usual_difficulty_weighs_each_quota_by_its_number() -> None:
    bank = [question("a", facility=0.2), question("b", "calls", facility=0.8)]
    assert usual(pool([*bank, question("c", facility=0.4)], [wanted(1), wanted(3, "calls")])) == pytest.approx(0.675)


def test_of_pairs_kept_apart_either_may_be_drawn() -> None:
    bank = [*pair("p"), *some(1)]
    drawn = {tuple(names(choose(pool(bank, [wanted(2)], "apart"), seed))) for seed in range(30)}
    assert drawn == {("p1", "q0"), ("p2", "q0")}


def test_half_a_pair_is_drawn_only_where_pairs_are_kept_apart() -> None:
    half = pair("p")[:1]
    assert pool(half, [wanted(1)]).halves == 1
    assert names(choose(pool(half, [wanted(1)], "apart"), 1)) == ["p1"]


def test_other_threads_go_on_while_the_solver_works(monkeypatch: pytest.MonkeyPatch) -> None:
    """No thread is made to make way here, so another gets to run in the solver only if the solver lets it.

    The other may be slow to wake up on a busy machine, and the solver done before: then the solver works once more. One that
    held on would never be seen, however often it works.
    """
    bank = [
        question(f"q{number}", path=str(number % 40), facility=(number * 7919 % 1000) / 1000) for number in range(500)
    ]
    from_these = pool(bank, [wanted(60)])
    working, called, ran = False, threading.Event(), threading.Event()
    solve = highspy.Highs.run

    def watched(solver: highspy.Highs) -> object:
        nonlocal working
        for _again in range(200):
            working = True
            called.set()
            status = solve(solver)
            working = False
            if ran.is_set():
                break
            solver.clearSolver()
        return status

    def other() -> None:
        called.wait()
        while not working:
            time.sleep(0)
        ran.set()

    monkeypatch.setattr(highspy.Highs, "run", watched)
    thread = threading.Thread(target=other)
    thread.start()
    usual_interval = sys.getswitchinterval()
    sys.setswitchinterval(3600)
    try:
        choose(from_these, 1, target=Target(0.5, 0.0005))
        seen = ran.is_set()
    finally:
        sys.setswitchinterval(usual_interval)
        working = True
        thread.join()
    assert seen


def test_many_at_once_choose_as_one_alone() -> None:
    from_these = pool([*some(200), *pair("p")], [wanted(20)])
    alone = names(choose(from_these, 5))
    found: list[list[str]] = []
    threads = [threading.Thread(target=lambda: found.append(names(choose(from_these, 5)))) for _number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 4


def test_what_must_be_asked_by_name_is_in_no_other_quota() -> None:
    bank = [question("w", kind="written", by_name_only=True), *some(1)]
    assert names(choose(pool(bank, [wanted(1)]), 1)) == ["q0"]
    assert names(choose(pool(bank, [wanted(1), wanted(1, kind="written")]), 1)) == ["q0", "w"]
    with pytest.raises(CannotAssemble):
        choose(pool(bank, [wanted(2)]), 1)
