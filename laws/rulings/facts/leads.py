"""Facts about cards led or played out of turn, and about what has followed them."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.calls import SUITS
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.natural import Assumption
from laws.rulings.play.position import TRICKS, LeadRule
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat


def _seen_from_hand(hand: Seat, seat: Seat) -> str | None:
    return {hand.partner: "partner", hand.lho: "lho", hand.rho: "rho"}.get(seat)


def _thirteenth(at: Situation) -> bool | None:
    return None if at.irregular_play is None else at.irregular_play.trick == TRICKS


def _whose_lead(at: Situation) -> str | None:
    played = at.irregular_play
    return None if played is None else _seen_from_hand(played.hand, played.turn)


def first_since(at: Situation) -> str | None:
    """Whose hand played the card after the irregular one, seen from the hand that it came from; empty where none followed.

    A card by the other hand of that side does not count once the other side has played, too.
    """
    played = at.irregular_play
    if played is None:
        return None
    return _seen_from_hand(played.hand, played.next_played[0]) or "" if played.next_played else ""


def accepted_told(at: Situation) -> bool | None:
    """Whether the other side accepts the irregular card, as the record of a play says."""
    return at.record.accepted if at.irregular_play is not None else None


def _played_since(at: Situation) -> str | None:
    found = first_since(at)
    return found if found is None or found in ("lho", "rho") else "nobody"


def _partner_followed(at: Situation) -> bool | None:
    """Before the other side played."""
    played = at.irregular_play
    return None if played is None else bool(played.since) and played.since[0][1][0] is played.hand.partner


def _followed_from_both(at: Situation) -> bool | None:
    """Declarer has led this card, and played to it from the other hand before the defender on the right of the lead did."""
    played = at.irregular_play
    if played is None:
        return None
    hands = [hand for _, (hand, _card) in played.since[:2]]
    return not played.before.defends(played.hand) and hands == [played.hand.partner, played.hand.rho]


def _has_penalty_card(at: Situation) -> bool | None:
    played = at.irregular_play
    return None if played is None else bool(played.before.lying(played.hand))


def _legal_to_trick(at: Situation) -> bool | None:
    """Follow suit with a card of it (44C); without one, any card may be played."""
    played = at.irregular_play
    if played is None or not played.before.trick.led:
        return None
    led = played.before.trick.led
    if played.card[0] == led:
        return True
    holds = played.before.holds(played.hand, led)
    return None if holds is None else not holds


def _partner_had_played(at: Situation) -> bool | None:
    played = at.irregular_play
    return None if played is None else any(by is played.hand.partner for by, _ in played.before.trick.cards)


_CHOSEN: Final = {
    "highest": "highest",
    "lowest": "lowest",
    "played": "another suit",
    "required": "another suit",
    "not played": "not a suit",
    "forbidden": "not a suit",
}
"""What a restriction of a player who is to play to the trick comes to."""


def _rule_for(at: Situation, seat: Seat) -> LeadRule | None:
    """What declarer has chosen for the card of a defender, as far as the record of the play tells it."""
    rules = at.play.told.rules if at.play is not None else ()
    return next((rule for rule in rules if rule.player is seat and rule.kind in _CHOSEN), None)


def _chosen_for(at: Situation, seat: Seat) -> str | None:
    rule = _rule_for(at, seat)
    return None if rule is None else _CHOSEN[rule.kind]


def _can_obey(at: Situation, seat: Seat, choice: object, led: str) -> bool | None:
    """Following suit comes first (44C); then it is a question of the suit that declarer has named."""
    if at.play is None or not led:
        return None
    holds, rule = at.play.position.holds, _rule_for(at, seat)
    follows = holds(seat, led)
    if choice in ("highest", "lowest"):
        return follows
    if follows:
        return choice == "not a suit"
    if follows is None or rule is None:
        return None
    if choice == "another suit":
        return holds(seat, rule.suit)
    others = [holds(seat, suit) for suit in SUITS if suit != rule.suit]
    return True if True in others else None if None in others else False


def _play_choice(at: Situation) -> str | None:
    """For the offender's partner."""
    return None if at.irregular_play is None else _chosen_for(at, at.irregular_play.hand.partner)


def _can_play_so(at: Situation) -> bool | None:
    played, choice = at.irregular_play, _play_choice(at) or at.record.findings.get("premature_choice")
    return None if played is None else _can_obey(at, played.hand.partner, choice, played.before.trick.led)


def _other_choice(at: Situation) -> str | None:
    """For the defender who plays next to a lead by declarer, the other one having played already."""
    return None if at.irregular_play is None else _chosen_for(at, at.irregular_play.hand.lho)


def _other_can(at: Situation) -> bool | None:
    played, choice = at.irregular_play, _other_choice(at) or at.record.findings.get("other_defender_choice")
    return None if played is None else _can_obey(at, played.hand.lho, choice, played.card[0])


def _nobody_said_so(at: Situation) -> Assumption | None:
    """Where a play is told, the usual is taken for granted if the record lets it be: nobody had said whose lead it was."""
    if at.irregular_play is None or at.record.assume is None:
        return None
    return Assumption(False, "nobody on the other side had said whose lead it was")


THIRTEENTH_TRICK = Fact("thirteenth_trick", "Was it the lead to the thirteenth trick?", observe=_thirteenth)
TOLD_TO_LEAD = Fact(
    "told_to_lead",
    "Did an opponent wrongly tell {side} that it was {hand}'s lead?",
    source=Source.FINDING,
    find_out="what was asked and answered before the lead; a question that nobody answered tells nothing",
    assume=_nobody_said_so,
    told={True: "an opponent had told {side} that it was {hand}'s lead"},
)
WhoseLead = Literal["partner", "lho", "rho"]
WHOSE_LEAD = Fact[WhoseLead]("whose_lead", "Whose turn to lead was it?", get_args(WhoseLead), observe=_whose_lead)
PlayedSince = Literal["nobody", "lho", "rho"]
PLAYED_SINCE = Fact[PlayedSince](
    "played_since",
    "Which opponent's hand has played a card since?",
    get_args(PlayedSince),
    observe=_played_since,
)
MEANT_AS_LEAD = Fact(
    "meant_as_lead",
    "Was that card {on_lead}'s own lead, and not a play to {card}?",
    source=Source.FINDING,
    find_out="whether {on_lead} had seen {card}, and what the card was meant for; a card of another suit speaks for a lead",
    judgement=Judgement(
        test="Was {on_lead} making their own lead to the trick?",
        law="53B",
        ask="{on_lead}, whether {card} had been seen; look at the suits of both cards and at {on_lead}'s hand",
        rulings={
            False: "{on_lead} has played to {card}, which stands",
            True: "{on_lead}'s own lead stands, and {card} is taken back",
        },
    ),
    told={
        False: "I find that {next_card} was played to {card}",
        True: "I find that {next_card} was {on_lead}'s own lead",
    },
)
PLAYED_TO = Fact(
    "played_to_it",
    "Has a card been played to {card}?",
    default=False,
    observe=lambda at: None if at.irregular_play is None else bool(at.irregular_play.since),
)
DUMMY_FACED = Fact("dummy_faced", "Has dummy faced any card?", default=False)
ATTENTION_FIRST = Fact(
    "attention_first",
    "Does {on_lead} want to make their own lead now that attention has been drawn to {card}?",
    default=False,
)
HAS_PENALTY_CARD = Fact(
    "has_penalty_card",
    "Did {offender} have a penalty card on the table already?",
    default=False,
    observe=_has_penalty_card,
)
LEGAL_TO_TRICK = Fact(
    "legal_to_trick", "Could the card legally be played to the trick in progress?", observe=_legal_to_trick
)
PARTNER_HAD_PLAYED = Fact(
    "partner_had_played", "Had {partner} played to the trick in progress?", observe=_partner_had_played
)
SuitLedChoice = Literal["highest", "lowest", "another suit", "not a suit"]
PLAY_CHOICE = Fact[SuitLedChoice](
    "premature_choice",
    "Which card does {declarer} want from {partner}?",
    get_args(SuitLedChoice),
    source=Source.ELECTION,
    who="declarer",
    observe=_play_choice,
    put="{declarer}, what do you want {partner} to play?",
)
CAN_PLAY_SO = Fact("can_play_so", "Can {partner} play as {declarer} has chosen?", observe=_can_play_so)
FOLLOWED_FROM_BOTH = Fact(
    "followed_from_both",
    "Had declarer already played to {card} from the other hand, too?",
    default=False,
    observe=_followed_from_both,
)
PARTNER_FOLLOWED = Fact(
    "partner_followed",
    "Has a card been played to {card} from the hand opposite, too?",
    default=False,
    observe=_partner_followed,
)
OtherChoice = Literal["not chosen yet", "highest", "lowest", "another suit", "not a suit"]
OTHER_CHOICE = Fact[OtherChoice](
    "other_defender_choice",
    "Which card does {declarer} want from {hand_lho}?",
    get_args(OtherChoice),
    default="not chosen yet",
    observe=_other_choice,
)
OTHER_CAN = Fact("other_defender_can", "Can {hand_lho} play as {declarer} has chosen?", observe=_other_can)

name_answers(
    {
        "highest": "the highest card of the suit led",
        "lowest": "the lowest card of the suit led",
        "another suit": "a card of another suit, which declarer names",
        "not a suit": "no card of another suit, which declarer names",
        "not chosen yet": "{declarer} has not said yet",
    }
)
