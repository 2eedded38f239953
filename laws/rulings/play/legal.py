"""Which cards a hand may play, and why the others may not be played.

A law says beside its procedure which cards it bars, with `bar`; nothing here names a law. The bars are asked in the order of
their ranks, each about the cards that the ones before it leave, so that what takes precedence comes first. A bar that would
leave nothing bars nothing, unless it is `absolute`: who cannot comply plays any card that is otherwise legal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple, TypeVar

from laws.rulings.play.position import PLACE, Position
from laws.rulings.seats import Seat


class Barred(NamedTuple):
    """Why a card may not be played: the provision, the sentence for a reader, and what it is to play it all the same."""

    provision: str
    words: str
    kind: str


Look = Callable[[Position, Seat, Collection[str]], "tuple[Collection[str], str] | None"]
"""The cards, among those that are still free, that a hand may not play, and the sentence that says why; None for none."""
L = TypeVar("L", bound=Look)


class Bar(NamedTuple):
    """What one provision bars. kind: what a play that breaks it is called; absolute: it holds even if nothing is left."""

    rank: int
    provision: str
    kind: str
    absolute: bool
    look: Look


_BARS: Final[dict[str, list[Bar]]] = {}


def bar(
    provision: str, *, rank: int, kind: str, absolute: bool = False, editions: Sequence[str] = ("duplicate-2017",)
) -> Callable[[L], L]:
    """Decorator of a law's look at the cards it bars.

    rank: 10 for whose turn it is, 20 for following suit, 30 for leads that are restricted, 40 for penalty cards. kind: what
    breaking it is called (`laws.rulings.play.irregular`). absolute: it bars all cards of a hand if need be.
    """

    def register(look: L) -> L:
        for edition in editions:
            bars = _BARS.setdefault(edition, [])
            bars.append(Bar(rank, provision, kind, absolute, look))
            bars.sort(key=lambda one: (one.rank, one.provision))
        return look

    return register


def bars_of(edition: str) -> Sequence[Bar]:
    """What the laws of an edition bar, in the order in which they are asked."""
    return _BARS.get(edition, ())


def legal_plays(position: Position, hand: Seat, edition: str = "duplicate-2017") -> dict[str, Barred | None]:
    """Every known card of a hand, spades first and from the top, with why it may not be played now; None where it may.

    A hand of which a suit is not known is judged by what is known of it: see `Position.holds`.
    """
    held = position.hands.get(hand, ())
    found: dict[str, Barred | None] = dict.fromkeys(sorted(held, key=PLACE.__getitem__))
    free: Collection[str] = found.keys()
    for _rank, provision, kind, absolute, look in _BARS.get(edition, ()):
        barred = look(position, hand, free)
        if barred is None:
            continue
        cards, words = barred
        left = [card for card in free if card not in cards]
        if not left and not absolute:
            continue
        reason = Barred(provision, words, kind)
        for card in cards:
            found[card] = reason
        free = left
        if not left:
            break
    return found


def may_play(position: Position, hand: Seat, edition: str = "duplicate-2017") -> list[str]:
    """The cards that a hand may play now, spades first and from the top."""
    return [card for card, barred in legal_plays(position, hand, edition).items() if barred is None]
