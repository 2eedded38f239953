"""What a table shows of the offender's penalty cards: which lie there, which are picked up, what was played instead."""

from __future__ import annotations

from laws.rulings.replay import Situation


def lying(situation: Situation | None) -> list[str]:
    """The penalty cards before the offender."""
    return [] if situation is None else list(situation.record.cards)


def named_suits(situation: Situation | None) -> list[str]:
    """The suits that declarer has required or forbidden."""
    return []


def named_lying(situation: Situation | None) -> list[str]:
    """The penalty cards of the suits that declarer has required or forbidden."""
    suits = named_suits(situation)
    return [card for card in lying(situation) if card[0] in suits]


def left_lying(situation: Situation | None) -> list[str]:
    """The penalty cards of other suits."""
    suits = named_suits(situation)
    return [card for card in lying(situation) if card[0] not in suits] if suits else []


def rank_lying(situation: Situation | None) -> str:
    """Which kind the offender's penalty cards are, as far as the table shows it."""
    return ""


def early_lead(situation: Situation | None) -> list[str]:
    """The card that partner led before declarer had chosen."""
    return []


def illegal_card(situation: Situation | None) -> list[str]:
    """The card that was played in place of a penalty card."""
    return []


def playable(situation: Situation | None) -> list[str]:
    """Those of the penalty cards that the offender can legally play, as far as the table shows it."""
    return []
