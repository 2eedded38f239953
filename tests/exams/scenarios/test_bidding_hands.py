"""What a hand holds, and a meaning in words."""

from __future__ import annotations

import pytest

from exams.scenarios.bidding.hands import feature, holds, read
from exams.scenarios.bidding.rows import describe
from laws.rulings.meanings import Meaning, Shown


@pytest.mark.parametrize(
    ("hearts", "stopped"),
    [
        ("A", True),
        ("K", False),
        ("K2", True),
        ("Q2", False),
        ("Q32", True),
        ("J32", False),
        ("J432", True),
        ("T98", False),
    ],
)
def test_a_stopper_is_an_honour_with_cards_to_guard_it(hearts: str, stopped: bool) -> None:
    hand = read(f"AKQJ.{hearts}.AKQ.{'65432'[: 6 - len(hearts)]}")
    assert feature("heart stopper")(hand) is stopped


def test_aces_are_counted() -> None:
    hand = read("A432.A32.KQJ.432")
    assert feature("aces 2")(hand) and feature("aces 1 or 2")(hand)
    assert not feature("aces 0 or 4")(hand)


def test_an_unknown_feature_is_refused() -> None:
    with pytest.raises(ValueError, match="good hearts"):
        feature("good hearts")


@pytest.mark.parametrize("hand", ["AKQ32.432.K32.32", "AK432.A32.432.32"])
def test_a_meaning_holds_hands_within_its_ranges(hand: str) -> None:
    meaning = Meaning((Shown((11, 12), ((5, 13), (0, 13), (0, 13), (0, 13)), balanced=True),))
    assert holds(meaning, read(hand)) is (read(hand).hcp in (11, 12))


def test_one_alternative_is_enough() -> None:
    meaning = Meaning((Shown((20, 21)), Shown((0, 5))))
    assert holds(meaning, read("5432.432.432.432"))
    assert not holds(meaning, read("A432.A32.432.432"))


ANY = (0, 13)


@pytest.mark.parametrize(
    ("alternatives", "say", "words"),
    [
        ((Shown((12, 21), (ANY, (5, 13), ANY, ANY)),), "", "5+ ♥, 12–21 points"),
        ((Shown((15, 17), balanced=True),), "", "balanced, 15–17 points"),
        ((Shown((11, 14), ((4, 13), ANY, (0, 1), ANY)),), "splinter", "splinter; 4+ ♠, 0–1 ♦, 11–14 points"),
        (
            (Shown((8, 37), ((4, 13), ANY, ANY, ANY)), Shown((8, 37), (ANY, (4, 13), ANY, ANY))),
            "Stayman",
            "Stayman; a four-card major, 8+ points",
        ),
        ((Shown((12, 37), (ANY, ANY, ANY, (0, 2))), Shown((17, 37))), "", "0–2 ♣, 12+ points; or 17+ points"),
        (
            (Shown((8, 16), (ANY, (5, 13), (5, 13), ANY)), Shown((8, 16), (ANY, (5, 13), ANY, (5, 13)))),
            "Michaels",
            "Michaels; 5+ ♥ and a five-card minor, 8–16 points",
        ),
        (
            (Shown((0, 8), (ANY, (4, 13), ANY, ANY)), Shown((0, 8), (ANY, (3, 3), ANY, (4, 13)))),
            "",
            "0–8 points, 4+ ♥; or 3 ♥, 4+ ♣",
        ),
        ((Shown((8, 37), (ANY, (4, 13), ANY, ANY)), Shown((8, 37))), "", "8+ points"),
        ((Shown(features=frozenset({"aces 1"})),), "", "aces 1"),
        ((Shown((10, 10)),), "", "10 points"),
        ((Shown(),), "", "nothing more is shown"),
    ],
)
def test_a_meaning_is_told_as_a_player_would(alternatives: tuple[Shown, ...], say: str, words: str) -> None:
    assert describe(alternatives, say) == words
