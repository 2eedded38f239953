"""What a call shows, as a question says it after the name of the call."""

from __future__ import annotations

import pytest

from exams.scenarios.narration.compared import shows_by
from laws.rulings.calls import CALLS


@pytest.mark.parametrize(
    ("call", "words", "told"),
    [
        ("3C", "5+ ♠, 0–1 ♣, 12–21 points", "shows 5+ ♠, at most one club, 12–21 points"),
        ("4C", "splinter; 4+ ♠, 0–1 ♣, 11–14 points", "is a splinter and shows 4+ ♠, at most one club, 11–14 points"),
        ("2D", "waiting", "is a waiting bid"),
        ("2D", "waiting; 0–11 points", "is a waiting bid and shows 0–11 points"),
        ("2NT", "asks which minor", "asks which minor"),
        ("2D", "Michaels; 5+ ♠, 5+ ♥, 8–16 points", "is a Michaels cue bid and shows 5+ ♠, 5+ ♥, 8–16 points"),
        ("2NT", "unusual; 5+ ♦, 5+ ♣, 8–16 points", "shows 5+ ♦, 5+ ♣, 8–16 points"),
        ("5D", "answer to Blackwood; 6 ♥, aces 1, 6–8 points", "is an answer to Blackwood and shows one ace"),
        ("1NT", "4+ ♦, 6–10 points", "shows 6–10 points, with 4+ ♦"),
        ("1NT", "3+ ♦, balanced, 12–14 points", "shows a balanced hand, 12–14 points, with 3+ ♦"),
        ("2D", "4+ ♦, 6–10 points", "shows 4+ ♦, 6–10 points"),
        ("X", "takeout; 0–2 ♣, 10–11 points", "is for takeout and shows 10–11 points with at most two clubs"),
        (
            "X",
            "takeout; 3+ ♠, 3+ ♥, 3+ ♦, 0–2 ♣, 12+ points; or 17+ points",
            "is for takeout and shows 12+ points with at most two clubs and at least three cards in every other suit, "
            "or any hand with 17+ points",
        ),
        (
            "X",
            "takeout; 5+ ♠, 0–2 ♦, 12–21 points; or 18–21 points",
            "is for takeout and shows 12–21 points with at least five spades and at most two diamonds, "
            "or any hand with 18–21 points",
        ),
    ],
)
def test_a_meaning_follows_the_name_of_the_call(call: str, words: str, told: str) -> None:
    assert shows_by(CALLS[call], words) == told
