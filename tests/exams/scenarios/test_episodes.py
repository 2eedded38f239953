"""What a side has agreed is told in the order in which a reader needs it."""

from __future__ import annotations

import random
from typing import Any, Final, cast

from exams.scenarios.narration.episodes import Episode
from laws.rulings.seats import Seat

ONE: Final = ("1S", "5+ ♠, 8–16 points")
AGAIN: Final = ("1S", "5+ ♠, 9–16 points")
OTHER: Final = ("2D", "5+ ♦, 9–16 points")
STRONG: Final = ("2C", "strong; 22+ points")


def methods(*told: tuple[str, str], earlier: tuple[tuple[str, str], ...] = ()) -> str:
    nobody = cast(Any, None)
    record = {"auction": [{"by": "E", "call": call} for call, _shown in earlier]}
    happened = Episode(nobody, "replaced", Seat.W, record, "", "", [""], (*told, *earlier))
    return happened.stem(random.Random(1))[-1]  # noqa: S311


def test_the_withdrawn_call_and_the_new_one_share_a_sentence() -> None:
    assert methods(ONE, OTHER) == (
        "As West meant it, 1♠ shows 5+ ♠, 8–16 points; by agreement, 2♦ in this auction shows 5+ ♦, 9–16 points."
    )


def test_two_bids_of_one_name_are_told_apart() -> None:
    assert methods(ONE, AGAIN) == (
        "As West meant it, the first 1♠ shows 5+ ♠, 8–16 points; by agreement, the second 1♠ shows 5+ ♠, 9–16 points."
    )


def test_the_same_meaning_is_told_once() -> None:
    assert methods(ONE, ONE) == "By agreement, 1♠ means the same both times: it shows 5+ ♠, 8–16 points."


def test_what_partner_called_before_is_told_first() -> None:
    assert methods(ONE, OTHER, earlier=(STRONG,)).startswith(
        "East's 2♣ is strong and shows 22+ points. As West meant it, "
    )
    assert methods(ONE, earlier=(STRONG,)) == (
        "East's 2♣ is strong and shows 22+ points. As West meant it, 1♠ shows 5+ ♠, 8–16 points."
    )
