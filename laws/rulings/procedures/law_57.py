"""Law 57: a card led or played before its time, with the trick in progress still unfinished."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, get_args

from laws.rulings.calls import SUIT_NAMES
from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, PlayMatter, Seats, plays_of
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Moment, action
from laws.rulings.effects.calls import Info
from laws.rulings.effects.leads import (
    AnyCard,
    CardBack,
    CostsNothing,
    LeadPenaltyCard,
    MustPlayCard,
    NothingMore,
    PlaysInTurn,
    Stands,
    StaysPlayed,
)
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.calls import DEFENDS
from laws.rulings.facts.leads import CAN_PLAY_SO, HAS_PENALTY_CARD, LEGAL_TO_TRICK, PARTNER_HAD_PLAYED, PLAY_CHOICE
from laws.rulings.play.irregular import IrregularPlay, PlayKind
from laws.rulings.play.legal import bar
from laws.rulings.play.position import OF_PLAYS, PLACE, Position
from laws.rulings.procedures.law_53 import OF_CHOICE, LedCardIsPlayed, play_options
from laws.rulings.procedures.law_60 import LHO_PLAYED_ON, forfeited
from laws.rulings.procedures.penalty_cards import explain_penalty_cards
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat
from laws.rulings.tables.seated import Shown, seated

name_answers(
    {
        "a play": "it was played to the trick in progress",
        "a lead": "it was led to the next trick",
    }
)


def _led_too_soon(found: IrregularPlay) -> bool:
    """A second card to a trick that others have played to meanwhile: it was meant for the next one."""
    return (
        found.kind == PlayKind.EXTRA
        and found.before.trick.cards[-1:] != []
        and found.before.trick.cards[-1][0] is not found.hand
    )


MATTERS: Final = (plays_of(20, PlayKind.PREMATURE, PlayKind.OUT_OF_TURN), PlayMatter(20, _led_too_soon))


def _too_early(at: Situation) -> str | None:
    played = at.irregular_play
    if played is None:
        return None
    return "a lead" if _led_too_soon(played) else "a play"


def _both_hands_played(at: Situation) -> bool | None:
    played, declarer = at.irregular_play, at.record.declarer
    if played is None or declarer is None:
        return None
    return {declarer, declarer.partner} <= {by for by, _ in played.before.trick.cards}


TooEarly = Literal["a play", "a lead"]
TOO_EARLY = Fact[TooEarly](
    "too_early",
    "Was {card} played to the trick in progress, or led to the next one?",
    get_args(TooEarly),
    observe=_too_early,
)
BOTH_HANDS_PLAYED = Fact(
    "both_hands_played",
    "Had declarer played from both hands?",
    find_out="whether declarer had named dummy's card or shown by a gesture which it was; a singleton is not played by itself",
    observe=_both_hands_played,
)
DUMMY_PROMPTED = Fact(
    "dummy_prompted",
    "Had dummy picked a card unasked, or suggested one?",
    source=Source.FINDING,
    find_out="what dummy did, and whether declarer had called a card before {offender} played",
)
RULE_AS_LEAD: Final = action(
    "rule_as_lead",
    "rule on {card} as a lead: if it is {offender}'s own, play goes on; if not, it is a lead out of turn",
    said="{card} is a lead, and I'll rule on it as one",
)
UNTIL_ITS_TURN: Final = "until it is played in turn"
THIS_TRICK: Final = action(
    "this_trick",
    "make it clear that declarer's choice is about {partner}'s card to the trick in progress, and not about {card}",
    moment=Moment.CHOICE,
    said="declarer's choice is about {partner}'s card to the trick in progress",
)


def _played(facts: Facts) -> Shown:
    """East's card is too early against South, or South's own."""
    return {"declarer": "E" if facts.get("defends") is False else "S", "cards": ["D7"]}, {"defends"} & facts.keys()


@bar("57A", rank=30, kind=PlayKind.REVOKE)
def plays_as_chosen(position: Position, hand: Seat, cards: Collection[str]) -> tuple[Collection[str], str] | None:
    """57A1 to 57A4: what declarer has chosen for the card to this trick; 57B: who cannot comply is free."""
    rule = next((one for one in position.rules if one.player is hand and one.kind in OF_PLAYS), None)
    led = position.trick.led
    if rule is None or not led or not cards:
        return None
    own = sorted((card for card in cards if card[0] == led), key=PLACE.__getitem__)
    if rule.kind in ("highest", "lowest"):
        if not own:
            return None
        wanted = own[0 if rule.kind == "highest" else -1]
        return [card for card in cards if card != wanted], f"declarer has chosen the {rule.kind} card of the suit led"
    suit = SUIT_NAMES[rule.suit]
    if rule.kind == "played":
        return [card for card in cards if card[0] != rule.suit], f"declarer requires a card of {suit}"
    return [card for card in cards if card[0] == rule.suit], f"declarer forbids {suit}"


@DUPLICATE_2017.procedure(
    "57",
    "Premature lead or play",
    happened="Somebody played before their turn, or led to the next trick too soon",
    declared=Declaration(plays=MATTERS, seats=Seats(("offender",)), staging=seated("57", _played, offender="E")),
)
def premature(case: Case) -> None:
    """57A and 57B: before partner. 57C: what excuses it, and declarer's own card. 57D: at RHO's turn."""
    if not case.asks(DEFENDS, "57"):
        declarers_card(case)
        return
    lead = case.asks(TOO_EARLY, "57A") == "a lead"
    if case.asks(PARTNER_HAD_PLAYED, "57A"):
        if lead:
            case.rules(Referral(RULE_AS_LEAD), "57A")
        else:
            at_rhos_turn(case)
        return
    if lead:
        case.doubts(
            "57C1 excuses a defender who plays before partner once declarer has played from both hands. It does not name a "
            "lead to the next trick, and is not applied to one here, as such leads are mostly made when both hands have played",
            "57C1",
        )
    elif excused(case):
        return
    if case.notes(LHO_PLAYED_ON, "60A1"):
        forfeited(case, own_lead=False)
        return
    becomes_penalty_card(case, "57A")
    case.rules(DirectorAction(THIS_TRICK), "57A")
    play_options(case, "partner")
    choice = case.asks(PLAY_CHOICE, "57A")
    case.rules(MustPlayCard("partner", choice), OF_CHOICE[choice])
    if not case.asks(CAN_PLAY_SO, "57B"):
        case.rules(AnyCard("partner"), "59")


@DUPLICATE_2017.passage
def excused(case: Case) -> bool:
    """57C1: declarer has played from both hands. 57C2: dummy has tempted the defender to play."""
    provision = ""
    if case.asks(BOTH_HANDS_PLAYED, "57C1"):
        provision = "57C1"
    elif case.asks(DUMMY_PROMPTED, "57C2"):
        provision = "57C2"
    if not provision:
        return False
    case.rules(Stands(), provision)
    case.rules(CostsNothing(), provision)
    case.rules(NothingMore(), provision)
    return True


@DUPLICATE_2017.passage
def declarers_card(case: Case) -> None:
    """57C3, from either hand. A lead is not meant; an illegal card is withdrawn (47B) and costs nothing (48A)."""
    if case.asks(TOO_EARLY, "57C3") == "a lead":
        case.rules(Referral(RULE_AS_LEAD), "57C3")
    elif case.asks(LEGAL_TO_TRICK, "57C3"):
        case.rules(Stands(), "57C3")
        case.rules(StaysPlayed(), "57C3")
    else:
        case.rules(CardBack(), "47B")
        case.rules(CostsNothing(), "48A")
        case.rules(NothingMore(), "48A")


@DUPLICATE_2017.passage
def at_rhos_turn(case: Case) -> None:
    """57D: the card is played in turn if it can be; else it is a penalty card. 16B: partner has seen it before dummy's or
    declarer's card.
    """
    if case.asks(LEGAL_TO_TRICK, "57D"):
        case.rules(PlaysInTurn("offender"), "57D")
        case.rules(CostsNothing(), "57D")
        case.doubts(
            "57D says that Law 16 may apply, and not to whom; as {partner} has played to this trick, it can only matter if "
            "the card helps {partner} before it is played",
            "57D",
        )
        case.rules(Info("OS", "unauthorised", "57D", "card", UNTIL_ITS_TURN), "57D")
    else:
        becomes_penalty_card(case, "57D")


@DUPLICATE_2017.passage
def becomes_penalty_card(case: Case, provision: str) -> None:
    """The card is a major penalty card; with another one of the player's both are (50B), and 51 says which is played."""
    several = case.notes(HAS_PENALTY_CARD, "50B")
    case.rules(LeadPenaltyCard(several=several), provision)
    explain_penalty_cards(case, "major", several=several, told=LedCardIsPlayed)
