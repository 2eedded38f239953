"""Words for the play of the cards: what the marks on a card mean, the same on pages, on paper and in exports.

What became of each card is laid out by `laws.diagrams.plays`; here it gets its words, as `laws.auction_words` has those of
an auction. Whoever hears a page is told before a card what was wrong with it, and behind it what became of it.
"""

from __future__ import annotations

from django.utils.translation import gettext as _

from laws.auction_words import SEATS
from laws.diagrams.plays import Card


def why(card: Card) -> str:
    """What a mark on a card means: `out of turn, withdrawn`; nothing of a card that bears none."""
    if not card.bad:
        return ""
    return ", ".join(filter(None, (_what_was_wrong(card), _("withdrawn") if card.withdrawn else "")))


def said_before(card: Card) -> str:
    """What is said before a marked card to somebody who hears it: `North, out of turn, card 1:`."""
    return ", ".join(filter(None, (str(SEATS[card.seat]), _what_was_wrong(card), place_of(card)))) + ":"


def said_after(card: Card) -> str:
    """And behind it: `withdrawn`."""
    return _("withdrawn") if card.withdrawn else ""


def place_of(card: Card) -> str:
    """As which card of the trick it was played; empty where the order goes without saying."""
    return _("card %(number)d") % {"number": card.place} if card.place else ""


def _what_was_wrong(card: Card) -> str:
    if card.early:
        return _("out of turn")
    return "" if card.withdrawn else _("in question")
