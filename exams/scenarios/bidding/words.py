"""A meaning in a reader's words: `5+ ♥, 12–21 points`."""

from __future__ import annotations

from laws.rulings.calls import SUITS, SYMBOLS
from laws.rulings.meanings import MAX_HCP, Range, Shown


def describe(alternatives: tuple[Shown, ...], say: str = "") -> str:
    """What the alternatives promise, after what a player would `say` about a call that is more than its cards.

    What all of them promise is told once: `5+ ♥, 5+ ♦ or 5+ ♣, 8–16 points`.
    """
    told = [[*_cards(shown), *_points(shown.hcp)] for shown in alternatives]
    common = [promise for promise in told[0] if all(promise in one for one in told)]
    apart = [", ".join(promise for promise in one if promise not in common) for one in told]
    # An alternative that promises no more than is common makes the others promise nothing.
    choice = ["; or ".join(apart) if any(", " in one for one in apart) else " or ".join(apart)] if all(apart) else []
    points = [promise for promise in common if promise.endswith("points")]
    cards = [promise for promise in common if promise not in points]
    text = ", ".join([*cards, *choice, *points] if ";" not in "".join(choice) else [*cards, *points, *choice])
    return "; ".join(filter(None, (say, text))) or "nothing more is shown"


def _cards(shown: Shown) -> list[str]:
    suits = [
        f"{_count(length)} {SYMBOLS[suit]}"
        for suit, length in zip(SUITS, shown.lengths, strict=True)
        if length != (0, 13) and not (shown.balanced and length[0] <= 2 and length[1] >= 5)
    ]
    return [*suits, *(["balanced"] if shown.balanced else []), *sorted(shown.features)]


def _count(length: Range) -> str:
    low, high = length
    if low == high:
        return str(low)
    return f"{low}+" if high == 13 else f"{low}–{high}"


def _points(hcp: Range) -> list[str]:
    low, high = hcp
    if (low, high) == (0, MAX_HCP):
        return []
    if low == high:
        return [f"{low} points"]
    return [f"{low}+ points" if high == MAX_HCP else f"{low}–{high} points"]
