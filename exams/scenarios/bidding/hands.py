"""Whether a hand is one of those a meaning holds, features included."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from laws.rulings.calls import SUIT_NAMES, SUITS
from laws.rulings.cards import lengths, points
from laws.rulings.meanings import Meaning, Shown

STOPPER: Final = {f"{SUIT_NAMES[suit][:-1]} stopper": i for i, suit in enumerate(SUITS)}
"""`heart stopper` and its like, with the place of the suit in a hand."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand, read once."""

    suits: tuple[str, ...]
    lengths: tuple[int, int, int, int]
    hcp: int
    balanced: bool

    @property
    def aces(self) -> int:
        """How many aces it holds."""
        return sum(suit.startswith("A") for suit in self.suits)


@lru_cache(maxsize=256)
def read(text: str) -> Hand:
    """The hand of a text such as `Q632.KT98.J.AQJ9`, cards in order of rank."""
    shape = lengths(text)
    return Hand(
        suits=tuple(text.replace("-", "").split(".")),
        lengths=shape,
        hcp=points(text),
        balanced=tuple(sorted(shape)) in ((3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5)),
    )


def holds(meaning: Meaning, hand: Hand) -> bool:
    """The call with this meaning can be made on the hand."""
    # Tens of thousands are asked for a question on a rare path: most fail by their points, so those stand here.
    held = hand.hcp
    for shown in meaning.alternatives:
        low, high = shown.hcp
        if low <= held <= high and _has_shape(shown, hand):
            return True
    return False


def _has_shape(shown: Shown, hand: Hand) -> bool:
    if shown.balanced and not hand.balanced:
        return False
    (least_s, most_s), (least_h, most_h), (least_d, most_d), (least_c, most_c) = shown.lengths
    spades, hearts, diamonds, clubs = hand.lengths
    return (
        least_s <= spades <= most_s
        and least_h <= hearts <= most_h
        and least_d <= diamonds <= most_d
        and least_c <= clubs <= most_c
        and (not shown.features or all(feature(text)(hand) for text in shown.features))
    )


@lru_cache(maxsize=128)
def feature(text: str) -> Callable[[Hand], bool]:
    """The test of a feature: `heart stopper` (ace, guarded king, queen third, jack fourth) or `aces 0 or 4`.

    Raises ValueError for words that nobody could test on a hand.
    """
    if text in STOPPER:
        suit = STOPPER[text]
        return lambda hand: _stops(hand.suits[suit])
    name, _, numbers = text.partition(" ")
    if name == "aces" and numbers:
        counts = {int(number) for number in numbers.split(" or ")}
        return lambda hand: hand.aces in counts
    raise ValueError(f"{text!r} is no feature a hand can be tested for; expected 'heart stopper' or 'aces 0 or 4'")


def _stops(cards: str) -> bool:
    return any(honour in cards and len(cards) > guards for guards, honour in enumerate("AKQJ"))
