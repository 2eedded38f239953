"""Laying out hands round a compass, from the plain data of a question or a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

SUITS = "♠♥♦♣"
_SIDES = {"NS": "NS", "EW": "EW", "BOTH": "NESW", "ALL": "NESW", "NONE": "", "": ""}


@dataclass(frozen=True, slots=True)
class Hand:
    """A seat's cards by suit, high card left; an empty suit is a void."""

    seat: str
    suits: list[tuple[str, list[str]]]

    @property
    def words(self) -> str:
        """The hand in one line: `♠ Q 6 3 2 ♥ K 10 9 8 ♦ J ♣ A Q J 9`."""
        return " ".join(f"{suit} {' '.join(cards) or '—'}" for suit, cards in self.suits)


@dataclass(frozen=True, slots=True)
class Deal:
    """The hands to show, by seat, and what is written on the board."""

    hands: list[Hand]
    dealer: str
    vulnerable: str
    board: int | None


def deal(diagram: Mapping[str, Any]) -> Deal:
    """The diagram for `{"board", "dealer", "vulnerability", "show": {"S": "Q632.KT98.J.AQJ9"}}`."""
    return Deal(
        hands=[hand(seat, diagram["show"][seat]) for seat in "NWES" if seat in diagram["show"]],
        dealer=diagram.get("dealer", ""),
        vulnerable=vulnerable(diagram),
        board=diagram.get("board"),
    )


def hand(seat: str, text: str) -> Hand:
    """A hand written as `Q632.KT98.J.AQJ9`, spades first; a void is nothing or a dash."""
    suits = text.split(".")
    if len(suits) != 4:
        raise ValueError(f"“{text}” is not a hand: it needs four suits with dots between them")
    return Hand(seat, [(suit, _cards(cards)) for suit, cards in zip(SUITS, suits, strict=True)])


def vulnerable(diagram: Mapping[str, Any]) -> str:
    """The seats that are vulnerable."""
    return _SIDES[str(diagram.get("vulnerability") or "").upper()]


def _cards(cards: str) -> list[str]:
    return ["10" if card == "T" else card for card in cards if card != "-"]
