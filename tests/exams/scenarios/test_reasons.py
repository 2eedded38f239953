"""Why a ruling is what it is: every path that is asked about says so, of this table, and names what decides."""

from __future__ import annotations

from typing import Any, Final

from exams.scenarios import generate
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.paths import paths
from laws.rulings.meanings import hand_type, parse_meaning
from tests.walking import faults

COMPARED: Final = ("23", "27", "30", "31", "32")
"""Laws in which it may turn on whether two calls are comparable."""


def test_every_law_gives_a_reason_for_each_of_its_paths() -> None:
    # That no path lacks one is seen when the words are read.
    with faults() as walk:
        for one in narratives():
            with walk.at(one.words.document.name):
                assert one.words.reasons


def test_a_reason_rests_on_a_provision_that_decides() -> None:
    with faults() as walk:
        for one in narratives():
            for theme, ruling in paths(one.words.procedure).items():
                path = dict(ruling.usual_path)
                if one.words.untold(path):
                    continue
                reason = one.words.reason(path)
                with walk.at(f"{theme}: {reason.place if reason else ''}"):
                    assert reason
                    assert set(reason.cites) & {step.provision for step in ruling.decided}


def test_a_reason_speaks_of_this_table_and_what_decides_is_cited() -> None:
    with faults() as walk:
        for question in generate("all", count=110, seed=8):
            told = question["explanation"]
            with walk.at(f"{question['receipt']['path']}: {told['reason']['text']}"):
                assert told["reason"]["text"].endswith(".")
                assert not any(
                    f" {words} " in told["reason"]["text"] for words in ("the irregular call", "the next call")
                )
                assert set(told["reason"]["provisions"]) <= set(told["cites"])


def compared() -> list[dict[str, Any]]:
    """Questions of these laws, with what the comparison of each tells."""
    return [question for law in COMPARED for question in generate(law, count=16, seed=4, kind="best_ruling")]


def test_where_comparability_decides_both_calls_are_told_and_a_hand_that_tells_them_apart() -> None:
    hands = 0
    with faults() as walk:
        for question in compared():
            told = question["explanation"].get("comparison")
            path = question["receipt"]["path"]
            with walk.at(path):
                asked = "same_purpose=no" in path or any(
                    f"{test}=yes" in path for test in ("similar", "subset", "purpose")
                )
                assert bool(told) is asked
                if not told:
                    continue
                assert told["comparable"] is ("same_purpose=no" not in path)
                assert all(test["holds"] is told["comparable"] for test in told["tests"])
                old, new = (parse_meaning(told[side]["meaning"]) for side in ("withdrawn", "replacement"))
                assert old
                assert new
                if hand := told.get("hand", ""):
                    hands += 1
                    one = _type(hand)
                    assert new.hands & one
                    assert not old.hands & one
    assert hands


def _type(hand: str) -> int:
    lengths = tuple(map(len, hand.split(".")))
    points = sum({"A": 4, "K": 3, "Q": 2, "J": 1}.get(card, 0) for card in hand)
    return hand_type(lengths, points)  # type: ignore[arg-type]


def test_the_reasons_of_a_comparison_name_the_calls() -> None:
    with faults() as walk:
        for question in compared():
            for test in question["explanation"].get("comparison", {}).get("tests", ()):
                with walk.at(test["why"]):
                    assert "the replacement" not in test["why"].lower()
                    assert "the withdrawn call" not in test["why"].lower()
