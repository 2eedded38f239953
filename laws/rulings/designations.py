"""What a table shows of a card that declarer has called from dummy: which cards the words come to, and what has followed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from laws.rulings.cards import card_words
from laws.rulings.play.designations import Called, before_card
from laws.rulings.play.position import Position
from laws.rulings.play.told import Played
from laws.rulings.replay import Situation, once
from laws.rulings.seats import Seat
from laws.rulings.words import Translate, list_of, places


@once
def moment_of(situation: Situation) -> tuple[Position, Sequence[tuple[int, Played]]] | None:
    """The table before the card that the record names, and the cards since; the table as it is, and none, where that card has
    not been played. None where no play is told.
    """
    seen = situation.play
    if seen is None:
        return None
    named = situation.record.cards
    return (before_card(seen, named[0]) if named else None) or (seen.position, ())


def is_in_play(situation: Situation) -> bool:
    """The card that the record names is among those that were played."""
    named = situation.record.cards
    return situation.play is not None and bool(named) and before_card(situation.play, named[0]) is not None


@once
def called_at(situation: Situation) -> Called | None:
    """Declarer's words at the table at which they were said; None where the record does not tell them or no play."""
    moment = moment_of(situation)
    if situation.record.designation is None or moment is None:
        return None
    return Called(situation.record.designation, moment[0], situation.record.edition)


def called_cards(situation: Situation | None) -> list[str]:
    """The card of dummy's that declarer's words come to, or those that may be chosen; empty where the record does not tell."""
    if situation is None:
        return []
    called = called_at(situation)
    if called is not None:
        return called.cards()
    said = situation.record.designation
    return [said.card] if said is not None and said.card else []


def legal_from_dummy(situation: Situation | None) -> list[str]:
    """The cards of dummy's that can legally be played at that moment; empty where the record does not tell."""
    called = called_at(situation) if situation is not None else None
    return list(called.legal) if called is not None and called.knows_dummy else []


def since_by(situation: Situation, hand: Seat) -> str:
    """The first card that a hand has played since the card that the record names; empty where it has not, or none is told."""
    moment = moment_of(situation)
    return next((card for _, (by, card) in moment[1] if by is hand), "") if moment is not None else ""


_MOST_LISTED: Final = 4
"""More cards of dummy's than these are not read out."""


@places({"called_is": "", "called_or": "", "legal_or": ""})
def names_of_called_cards(situation: Situation, translate: Translate) -> dict[str, str]:
    """What declarer's words come to: the card, or those that may be chosen, as something that is added to a sentence; and the
    cards of dummy's that may legally be played.
    """
    called = called_cards(situation)
    names = {"called_is" if len(called) == 1 else "called_or": called, "legal_or": legal_from_dummy(situation)}
    return {
        place: translate(", {cards}").format(
            cards=list_of([translate("the {card}").format(card=card_words(card)) for card in cards])
        )
        for place, cards in names.items()
        if 0 < len(cards) <= _MOST_LISTED
    }
