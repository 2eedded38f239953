"""What a table shows of the offender's penalty cards: which lie there, which are picked up, what was played instead."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import SUIT_NAMES
from laws.rulings.play.irregular import IrregularPlay, PlayKind
from laws.rulings.play.legal import may_play
from laws.rulings.play.position import LeadRule, Limit, Position
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat
from laws.rulings.words import Translate, list_of, places, the_cards

_GIVEN_BY: Final[list[str]] = []
EARLY_LEAD: Final = "lead before declarer has chosen"
"""What is wrong with a lead that did not wait for declarer's choice about partner's penalty card."""


def gives_the_choice(provision: str) -> None:
    """A law says which of its provisions gives declarer the choice of a lead because of a penalty card."""
    _GIVEN_BY.append(provision)


def choice(player: Seat, kind: Limit, suit: str = "", *, lasts: bool = True) -> LeadRule:
    """What declarer has chosen for a lead because of a penalty card."""
    return LeadRule(player, kind, suit, _GIVEN_BY[0], lasts)


def _irregular(situation: Situation, kind: str) -> IrregularPlay | None:
    """The card that is ruled on, if that is what is wrong with it."""
    played = situation.irregular_play
    return played if played is not None and played.kind == kind else None


def table_of(situation: Situation) -> Position | None:
    """The table as it is, or as it was before a card that was led too early or played instead; None where no play is told."""
    if situation.play is None:
        return None
    for kind in (EARLY_LEAD, PlayKind.PENALTY_CARD):
        if (played := _irregular(situation, kind)) is not None:
            return played.before
    return situation.play.position


def lying(situation: Situation | None) -> list[str]:
    """The penalty cards before the offender."""
    if situation is None:
        return []
    table = table_of(situation)
    return list(situation.record.cards) if table is None else [one.card for one in table.lying(situation.offender)]


def rank_lying(situation: Situation | None) -> str:
    """Which kind the offender's penalty cards are, as far as the table shows it."""
    table = table_of(situation) if situation is not None else None
    if situation is None or table is None:
        return ""
    ranks = [one.rank for one in table.lying(situation.offender)]
    return "major" if len(ranks) > 1 else "".join(ranks)


def choices(situation: Situation) -> list[LeadRule]:
    """What declarer has chosen for the lead of the offender's partner, as far as the table shows it."""
    table = table_of(situation)
    if table is None or not situation.knows_seats:
        return []
    return [rule for rule in table.rules if rule.player is situation.offender.partner and is_choice(rule)]


def is_choice(rule: LeadRule) -> bool:
    """A lead was restricted because of a penalty card; where no law is told, nothing else is meant."""
    return not rule.law or rule.law.startswith(tuple(_GIVEN_BY))


def named_suits(situation: Situation | None) -> list[str]:
    """The suits that declarer has required or forbidden."""
    return [] if situation is None else [rule.suit for rule in choices(situation) if rule.suit]


def named_lying(situation: Situation | None) -> list[str]:
    """The penalty cards of the suits that declarer has required or forbidden."""
    suits = named_suits(situation)
    return [card for card in lying(situation) if card[0] in suits]


def left_lying(situation: Situation | None) -> list[str]:
    """The penalty cards of other suits."""
    suits = named_suits(situation)
    return [card for card in lying(situation) if card[0] not in suits] if suits else []


def playable(situation: Situation | None) -> list[str]:
    """Those of the penalty cards that the offender can legally play, as far as the table shows it."""
    table = table_of(situation) if situation is not None else None
    if situation is None or table is None or table.turn is not situation.offender:
        return []
    return [card for card in lying(situation) if card in may_play(table, situation.offender, situation.record.edition)]


def knows_playable(situation: Situation) -> bool:
    """The table shows which penalty cards can be played: the suit led is one of theirs, or may be known to be void."""
    table = table_of(situation)
    if table is None or table.turn is not situation.offender:
        return False
    led, cards = table.trick.led, lying(situation)
    return not led or any(card[0] == led for card in cards) or table.holds(situation.offender, led) is not None


def early_lead(situation: Situation | None) -> list[str]:
    """The card that partner led before declarer had chosen."""
    played = _irregular(situation, EARLY_LEAD) if situation is not None else None
    return [] if played is None else [played.card]


def illegal_card(situation: Situation | None) -> list[str]:
    """The card that was played in place of a penalty card."""
    played = _irregular(situation, PlayKind.PENALTY_CARD) if situation is not None else None
    return [] if played is None else [played.card]


def chosen_before_lead(position: Position, leader: Seat) -> int:
    """How many major penalty cards lie before a leader's partner, if declarer has chosen what is led; 0 if not.

    A suit forbidden at an earlier lead is no choice for this one: the penalty cards of it have been picked up.
    """
    lying = [one.card for one in position.lying(leader.partner) if one.rank == "major"]
    mine = [rule for rule in position.rules if rule.player is leader and is_choice(rule)]
    chosen = any(not rule.lasts or rule.suit in {card[0] for card in lying} for rule in mine)
    return len(lying) if chosen and position.defends(leader) else 0


def can_obey(table: Position, leader: Seat, kind: str, suits: list[str]) -> bool | None:
    """Whether a leader holds a card of the suit required, or of one that is not forbidden; None where that is not known."""
    if kind == "required":
        return table.holds(leader, suits[0])
    held = [table.holds(leader, suit) for suit in "SHDC" if suit not in suits]
    return True if True in held else None if None in held else False


@places(
    {
        "penalty": "the penalty card",
        "penalties": "the penalty cards",
        "penalty_due": "the penalty card",
        "penalty_suit": "the suit of the penalty card",
        "penalty_suit_card": "card of that suit",
        "penalty_lead": "a lead of that suit",
        "penalties_named": "the penalty cards of that suit",
        "penalties_left": "the other penalty cards",
        "named_are": "which are no longer penalty cards",
        "left_lie": "still lie on the table as penalty cards",
        "named_suits": "the suit that declarer has named",
        "named_card": "card of the suit that declarer has named",
        "picked_up": "what was picked up",
        "playable": "the only penalty card that can legally be played",
        "early_lead": "the card led too early",
        "illegal_card": "the card played instead",
    }
)
def names_of_penalty_cards(situation: Situation, translate: Translate) -> dict[str, str]:
    """The penalty cards of the offender: those that lie there, what declarer has chosen for them, what was played instead."""
    cards, names = lying(situation), dict[str, str]()
    if not cards:
        return names
    names["penalty"] = names["penalties"] = names["picked_up"] = the_cards(cards, translate)
    if len({card[0] for card in cards}) == 1:
        names["penalty_suit"] = translate(SUIT_NAMES[cards[0][0]])
        names["penalty_suit_card"] = translate(SUIT_NAMES[cards[0][0]].removesuffix("s"))
        names["penalty_lead"] = translate("a {suit} lead").format(suit=names["penalty_suit_card"])
    if suits := named_suits(situation):
        names["named_suits"] = list_of([translate(SUIT_NAMES[suit]) for suit in suits])
        names["named_card"] = translate(SUIT_NAMES[suits[0]].removesuffix("s"))
    named, left, can = named_lying(situation), left_lying(situation), playable(situation)
    if len(named) == 1:
        names["named_are"] = translate("which is no longer a penalty card")
    if len(left) == 1:
        names["left_lie"] = translate("still lies on the table as a penalty card")
    for name, found in (
        ("penalties_named", named),
        ("picked_up", named),
        ("penalties_left", left),
        ("playable", can),
        ("early_lead", early_lead(situation)),
        ("illegal_card", illegal_card(situation)),
    ):
        if found:
            names[name] = the_cards(found, translate)
    due = can or cards
    names["penalty_due"] = the_cards(due, translate) if len(due) == 1 else translate("one of the penalty cards")
    return names
