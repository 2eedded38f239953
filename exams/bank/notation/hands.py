"""Hands as people type them, in two ways.

    N:AKQ2.KJ3.T98.432 76.AQ2.KJ4.KQJ95 - -      as PBN has it: from the named seat clockwise, - for a hand not shown
    E: S AQ3  H KJ4  D -  C T987654              a seat a line: suits in any order, as letters or signs; - for a void
    S: AQ3.KJ4..T987654                          or with dots: spades, hearts, diamonds, clubs

A ten is T or 10; case and order do not matter. PBN's own frame, `[Deal "N:…"]`, may stay around it. A hand has thirteen
cards unless it is said that some are not shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from django.utils.translation import gettext as _

from exams.bank.notation.pieces import RANKS, ROUND, SEAT, SUITS, Token, letters, lines, seat
from laws.diagrams.plays import after

FULL: Final = 13
_FRAME: Final = re.compile(r'\s*\[\s*Deal\s+"(.*)"\s*\]\s*', re.IGNORECASE)
_LINE: Final = re.compile(rf"\s*({SEAT})(?:\s*[:=]\s*|\s+)(.*?)\s*", re.IGNORECASE)
_DASHES: Final = "-–—"
_PBN: Final = re.compile(r"[-–—]|[^.\s]*(?:\.[^.\s]*){3}")


def read_hands(text: str, *, partial: bool = False) -> dict[str, str]:
    """The hands by seat, each as `AQ3.KJ4..T987654`, high cards first.

    partial: hands may have fewer than thirteen cards. Raises BadNotation: a line without a seat, what is no card, a
    card in two places, a hand of another size.
    """
    hands: dict[str, str] = {}
    dealt: dict[str, str] = {}
    for owner, token in _hands(text):
        if owner in hands:
            raise token.wrong(_("This player already has a hand. Write each hand once."))
        suits = _suits(token)
        for card in (suit + rank for suit in SUITS for rank in suits[suit]):
            if card in dealt:
                words = {"card": card, "seat": dealt[card]}
                raise token.wrong(_("%(card)s is already in %(seat)s’s hand. Take it out of one hand.") % words)
            dealt[card] = owner
        _must_be_full(token, owner, sum(map(len, suits.values())), partial)
        hands[owner] = ".".join(suits[suit] for suit in SUITS)
    return hands


def write_hands(hands: Mapping[str, str]) -> str:
    """A line for each seat, from North round: `N: S AQ3  H KJ4  D -  C T987654`."""
    return "\n".join(f"{owner}: {_told(hands[owner])}" for owner in ROUND if owner in hands)


def is_partial(hands: Mapping[str, str]) -> bool:
    """Whether some hand has not all its cards."""
    return any(len(hand.replace(".", "")) != FULL for hand in hands.values())


def _told(hand: str) -> str:
    return "  ".join(f"{suit} {ranks or '-'}" for suit, ranks in zip(SUITS, hand.split("."), strict=True))


def _hands(text: str) -> Iterator[tuple[str, Token]]:
    """Each hand with its seat, still as it was typed."""
    for number, line in lines(text):
        framed = _FRAME.fullmatch(line)
        found = _LINE.fullmatch(letters(framed[1] if framed else line))
        if not found:
            raise Token(number, line.strip()).wrong(
                _("Begin each line with the seat, as in N: S AQ3 H KJ4 D - C T987654, or N:AQ3.KJ4..T987654 - - -.")
            )
        first, hands = seat(found[1]), found[2].split()
        if len(hands) > 1 and all(_PBN.fullmatch(hand) for hand in hands):
            if len(hands) > 4:
                raise Token(number, hands[4]).wrong(_("There are only four hands at a table. Take out the extra ones."))
            for place, hand in enumerate(hands):
                if hand not in _DASHES:
                    yield after(first, place), Token(number, hand)
        else:
            yield first, Token(number, found[2])


def _suits(token: Token) -> dict[str, str]:
    """The ranks of each suit, high cards first."""
    typed = token.text.upper().replace("10", "T")
    found: dict[str, list[str]] = {}
    if "." in typed:
        parts = typed.split(".")
        if len(parts) != len(SUITS):
            raise token.wrong(_("A hand has four suits with dots between them, as AQ3.KJ4..T987654."))
        found = {suit: _ranks(token, part) for suit, part in zip(SUITS, parts, strict=True)}
    else:
        for suit, part in _by_letters(token, typed):
            if suit in found:
                raise token.wrong(_("Suit %(suit)s is written twice. Write each suit once.") % {"suit": suit})
            found[suit] = _ranks(token, part)
    return {suit: "".join(sorted(found.get(suit, ()), key=RANKS.index)) for suit in SUITS}


def _by_letters(token: Token, typed: str) -> Iterator[tuple[str, str]]:
    """Each suit's letter with what stands behind it."""
    before, *rest = re.split(rf"([{SUITS}])", typed)
    if before.strip() or not rest:
        raise token.wrong(_("Write the suit before its cards, as in S AQ3 H KJ4 D - C T987654."))
    yield from zip(rest[::2], rest[1::2], strict=True)


def _ranks(token: Token, part: str) -> list[str]:
    ranks = [one for one in part if not one.isspace() and one not in _DASHES and one not in ":,"]
    if strange := [one for one in ranks if one not in RANKS]:
        words = {"card": strange[0]}
        raise token.wrong(_("“%(card)s” is not a card. Cards are A K Q J T 9 8 7 6 5 4 3 2.") % words)
    if len(set(ranks)) != len(ranks):
        twice = next(one for one in ranks if ranks.count(one) > 1)
        raise token.wrong(_("“%(card)s” appears twice in one suit. Take one out.") % {"card": twice})
    return ranks


def _must_be_full(token: Token, owner: str, count: int, partial: bool) -> None:
    words = {"seat": owner, "count": count}
    if count > FULL:
        raise token.wrong(_("%(seat)s: %(count)d cards, more than thirteen. Take out the extra ones.") % words)
    if count < FULL and not partial:
        raise token.wrong(
            _("%(seat)s: %(count)d of thirteen cards. Add what is missing, or say that some are not shown.") % words
        )
