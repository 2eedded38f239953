"""A question on demand takes the path that it was asked for, and is another one for each seed."""

from __future__ import annotations

import json

import pytest

from exams.bank.content import check
from exams.scenarios import (
    KINDS,
    PROCEDURES,
    NotStagedError,
    UnknownPathError,
    askable,
    pairable,
    reach,
    stageable,
    staged,
    staged_pair,
    way_of,
    ways,
)
from exams.scenarios.bidding.system import shipped

PATH = next(path for path, reason in ways("25").items() if not reason)
NEVER = next(path for path, reason in ways("33").items() if reason)
FIRST = [next(path for path, reason in ways(law).items() if not reason) for law in PROCEDURES]


@pytest.mark.parametrize("path", FIRST)
def test_it_takes_the_path(path: str) -> None:
    made = [staged(path, seed=seed) for seed in ("one", "two", "three")]
    for content in made:
        check(content)
        assert way_of(content["receipt"]["path"]) == path
    assert len({content["fingerprint"] for content in made}) > 1


@pytest.mark.parametrize("path", FIRST[:6])
def test_a_question_is_made_again_from_what_it_says(path: str) -> None:
    made = staged(path, seed="a learner's third review", kinds=("order_steps", "best_ruling"))
    how = made["generator"]
    again = staged(how["path"], seed=how["words"], kinds=(how["kind"],))
    assert json.dumps(again) == json.dumps(made)


def test_a_refused_situation_does_not_come() -> None:
    known: set[str] = set()
    for number in range(20):
        made = staged(PATH, seed="the same", refuses=known.__contains__)
        assert made["fingerprint"] not in known
        assert made["generator"]["index"] >= number
        known.add(made["fingerprint"])


def test_the_right_option_is_any_letter() -> None:
    keys = [staged(PATH, seed=str(number), kinds=("best_ruling",))["key"] for number in range(200)]
    assert all(30 <= keys.count(letter) <= 70 for letter in "abcd")


def test_a_body_s_regulations_stand_in_the_record() -> None:
    strict = {
        "similar": {"value": {"points": 0, "cards": 0, "share": "1/2"}, "since": "2024-01-01", "source": "a body"}
    }
    assert staged(PATH, seed="x", regulations=strict)["record"]["regulations"] == strict


def test_a_pair_differs_in_one_fact() -> None:
    first, second = staged_pair(PATH, seed="x")
    assert way_of(first["receipt"]["path"]) == PATH != way_of(second["receipt"]["path"])
    assert first["pair"]["id"] == second["pair"]["id"]
    assert (first["pair"]["part"], second["pair"]["part"]) == (1, 2)
    for content in (first, second):
        check(content)
    other, _ = staged_pair(PATH, seed="x", refuses=lambda fingerprint: fingerprint == first["fingerprint"])
    assert other["fingerprint"] != first["fingerprint"]


def test_it_says_what_cannot_be_staged() -> None:
    with pytest.raises(UnknownPathError, match="no such path"):
        staged("99/nothing=yes", seed="x")
    with pytest.raises(NotStagedError, match="no question takes it"):
        staged(NEVER, seed="x")
    with pytest.raises(NotStagedError, match="every one was refused"):
        staged(PATH, seed="x", kinds=("best_ruling",), refuses=lambda fingerprint: True)
    with pytest.raises(ValueError, match="kinds: expected some of best_ruling"):
        staged(PATH, seed="x", kinds=("essay",))
    with pytest.raises(ValueError, match="not none"):
        staged(PATH, seed="x", kinds=())


def test_whatever_is_offered_can_be_staged_twice() -> None:
    faults, alone = [], []
    for path in stageable():
        first = staged(path, seed="one", kinds=askable(path))
        made = [first]
        try:
            made.append(staged(path, seed="two", kinds=askable(path), refuses={first["fingerprint"]}.__contains__))
        except NotStagedError:
            alone.append(path)
        if {way_of(content["receipt"]["path"]) for content in made} != {path}:
            faults.append(f"{path}: another path is taken")
        if len({content["fingerprint"] for content in made}) < len(made):
            faults.append(f"{path}: twice the same situation")
    assert not faults
    # One passed-out board is like another, and so are a few more.
    assert len(alone) <= 6


def test_a_pair_can_be_made_wherever_one_is_offered() -> None:
    faults = []
    for path in filter(pairable, stageable()):
        first, second = staged_pair(path, seed="one")
        if way_of(first["receipt"]["path"]) != path:
            faults.append(f"{path}: another path is taken")
        if first["fingerprint"] == second["fingerprint"] or first["pair"]["id"] != second["pair"]["id"]:
            faults.append(f"{path}: not two situations of one pair")
        if not (first["key"] and second["key"]) or first["options"] == second["options"]:
            faults.append(f"{path}: the two are answered from the same options")
    assert not faults


def test_pairs_are_offered_for_most_paths_and_not_for_all() -> None:
    offered = [path for path in stageable() if pairable(path)]
    assert PATH in offered
    assert len(stageable()) // 2 < len(offered) < len(stageable())
    assert not pairable(NEVER)
    with pytest.raises(UnknownPathError, match="no such path"):
        pairable("99/nothing=yes")


def test_what_is_kept_of_the_paths_was_made_from_the_laws_of_today() -> None:
    assert reach.outdated() == [], "other paths may come up now: run `manage.py reach --write`"


def test_what_decides_which_paths_come_up_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def left_out(procedure: str) -> dict[str, str]:
        return {path: reason or (path == PATH and "left out today") or "" for path, reason in ways(procedure).items()}

    with monkeypatch.context() as patch:
        patch.setattr(reach, "ways", left_out)
        assert reach.outdated() == ["25"]
    first, *others = shipped()
    with monkeypatch.context() as patch:
        patch.setattr(reach, "shipped", lambda: others)
        assert reach.outdated() == ["bidding"]
    calls = [{**call, "say": "put otherwise"} for call in first["calls"]]
    with monkeypatch.context() as patch:
        patch.setattr(reach, "shipped", lambda: [{**first, "calls": calls}, *others])
        assert reach.outdated() == []


def test_a_path_that_was_drawn_too_seldom_stays_while_it_is_staged(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {path: reach.Reached(askable(path), pairable(path)) for path in stageable()}
    stays, goes = drawn.pop(PATH), next(path for path in drawn if "number" not in askable(path))
    drawn.pop(goes)
    before = {PATH: stays, goes: reach.Reached(("number",), pair=False)}
    monkeypatch.setattr(reach, "_kept", lambda: before)
    found = reach.with_kept(drawn)
    assert found[PATH] == stays
    assert goes not in found
    assert set(found) == {*drawn, PATH}


def test_what_is_offered_is_a_path_of_today_and_can_be_asked() -> None:
    assert stageable()
    assert all(not ways(path.partition("/")[0])[path] for path in stageable())
    assert all(askable(path) and set(askable(path)) <= set(KINDS) for path in stageable())
    assert askable(NEVER) == ()
    with pytest.raises(UnknownPathError, match="no such path"):
        askable("99/nothing=yes")
