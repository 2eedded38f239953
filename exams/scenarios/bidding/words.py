"""A meaning in a reader's words: `5+ ♥, 12–21 points`."""

from __future__ import annotations

from laws.rulings.calls import SUITS, SYMBOLS
from laws.rulings.meanings import MAX_HCP, Range, Shown


def describe(alternatives: tuple[Shown, ...], say: str = "") -> str:
    """What the alternatives promise, after what a player would `say` about a call that is more than its cards."""
    points = {shown.hcp for shown in alternatives}
    if len(points) == 1:
        told = [" or ".join(dict.fromkeys(filter(None, map(_cards, alternatives)))), _points(alternatives[0].hcp)]
        # "4+ ♠ or any" promises nothing.
        if not all(_cards(shown) for shown in alternatives):
            told[0] = ""
        text = ", ".join(filter(None, told))
    else:
        text = "; or ".join(
            ", ".join(filter(None, (_cards(shown), _points(shown.hcp)))) or "any hand" for shown in alternatives
        )
    return "; ".join(filter(None, (say, text))) or "nothing more is shown"


def _cards(shown: Shown) -> str:
    suits = [
        f"{_count(length)} {SYMBOLS[suit]}"
        for suit, length in zip(SUITS, shown.lengths, strict=True)
        if length != (0, 13) and not (shown.balanced and length[0] <= 2 and length[1] >= 5)
    ]
    return ", ".join([*suits, *(["balanced"] if shown.balanced else []), *sorted(shown.features)])


def _count(length: Range) -> str:
    low, high = length
    if low == high:
        return str(low)
    return f"{low}+" if high == 13 else f"{low}–{high}"


def _points(hcp: Range) -> str:
    low, high = hcp
    if (low, high) == (0, MAX_HCP):
        return ""
    if low == high:
        return f"{low} points"
    return f"{low}+ points" if high == MAX_HCP else f"{low}–{high} points"
