"""Law 52: a defender leads or plays another card when a penalty card had to be led or played."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats, plays_of
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.penalty_cards import (
    DeclarerOptions,
    OtherCardPenalty,
    OtherCardStands,
    PenaltyCardPlayed,
    StaysOnTable,
)
from laws.rulings.facts.base import Fact, Source
from laws.rulings.penalty_cards import illegal_card, playable
from laws.rulings.play.irregular import PlayKind
from laws.rulings.procedures.law_50 import while_it_lies
from laws.rulings.replay import Situation
from laws.rulings.tables.seated import Shown, seated


def _declarer_played(at: Situation) -> bool | None:
    if not illegal_card(at) or at.irregular_play is None:
        return None
    return any(not at.irregular_play.before.defends(by) for _, (by, _card) in at.irregular_play.since)


DECLARER_PLAYED = Fact(
    "declarer_played",
    "Has declarer since played from hand or dummy?",
    observe=_declarer_played,
)
ACCEPTS_OTHER = Fact(
    "accepts_other",
    "Does declarer accept the card played instead?",
    source=Source.ELECTION,
    who="declarer",
    put="declarer, do you accept {illegal_card}?",
    observe=lambda at: at.record.accepted,
    given={True: "declarer accepts it", False: "declarer does not accept it"},
)
WITHDREW_OTHER = Fact(
    "withdrew_other",
    "Did {offender} take the other card back without being told to?",
    source=Source.FINDING,
    default=False,
    find_out="whether {offender} changed the card before anybody ruled",
    told={True: "{offender} has taken back {illegal_card} without my leave"},
)
FURTHER_CARDS = Fact(
    "further_cards",
    "Did {offender} illegally lead or play more than one other card?",
    source=Source.FINDING,
    default=False,
    find_out="every card that {offender} led or played before the penalty card",
    further=True,
)
SEVERAL_PLAYABLE = Fact(
    "several_playable",
    "Does {offender} have two or more penalty cards that could legally be played?",
    default=False,
    observe=lambda at: len(playable(at)) > 1 if illegal_card(at) else None,
)
TO_WITHDRAW_OTHER: Final = right(
    "withdraw_other",
    "take back another card in place of the penalty card unless told to",
    aloud=False,
)
TO_REFUSE_OTHER: Final = right(
    "refuse_other",
    "refuse {illegal_card}, having played since",
    moment=Moment.CALLS,
    denied="declarer has played since, and so has accepted {illegal_card}",
)
PUT_IT_BACK: Final = action(
    "put_other_back",
    "have {illegal_card} put back on the table until declarer has chosen",
    moment=Moment.CALLS,
    said="put {illegal_card} back on the table until declarer has chosen",
)
NO_TRICK_FOR_IT: Final = action(
    "no_trick_for_it",
    "no trick is transferred although a required card was not played, as the penalty card was face up on the table (64B3); "
    "adjust the score after play if that leaves {others} short (64C)",
    moment=Moment.AFTER,
)


def _another_card(facts: Facts) -> Shown:
    """East had the penalty card, South declares; the rest is told."""
    return {"declarer": "S", "cards": ["SK"]}, set()


@DUPLICATE_2017.procedure(
    "52",
    "Failure to lead or play a penalty card",
    happened="A defender led or played another card although a penalty card had to be played",
    declared=Declaration(
        plays=(plays_of(30, PlayKind.PENALTY_CARD),),
        seats=Seats(("offender",)),
        staging=seated("52", _another_card, offender="E"),
    ),
)
def penalty_card_not_played(case: Case) -> None:
    """52A: the card may not be changed without a ruling; 52B: declarer may accept it, and must after playing."""
    if case.notes(WITHDREW_OTHER, "52A"):
        case.rules(DirectorAction(PUT_IT_BACK), "52A")
    case.rules(NoRight("offender", TO_WITHDRAW_OTHER), "52A")
    if case.asks(DECLARER_PLAYED, "52B1(b)"):
        case.rules(NoRight("declarer", TO_REFUSE_OTHER), "52B1(b)")
        other_card_stands(case, "52B1(b)")
        return
    case.rules(DeclarerOptions("other"), "52B1(a)")
    if case.asks(ACCEPTS_OTHER, "52B1(a)"):
        other_card_stands(case, "52B1(a)")
        return
    if case.notes(SEVERAL_PLAYABLE, "51A"):
        case.rules(DeclarerOptions("which"), "51A")
        case.rules(PenaltyCardPlayed(instead=True, which="one of them"), "52B2")
    else:
        case.rules(PenaltyCardPlayed(instead=True, which="due"), "52B2")
    case.rules(OtherCardPenalty(several=case.notes(FURTHER_CARDS, "52B2")), "52B2")
    while_it_lies(case)


@DUPLICATE_2017.passage
def other_card_stands(case: Case, provision: str) -> None:
    """52B1(c): accepted or not to be refused any more, it stands, and the penalty card stays one. 61A calls it a revoke, for
    which no trick is transferred (64B3).
    """
    case.rules(OtherCardStands(), provision)
    case.rules(StaysOnTable(), "52B1(c)")
    case.rules(DirectorAction(NO_TRICK_FOR_IT), "64B3")
    while_it_lies(case)
