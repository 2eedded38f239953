"""Rubber Laws 13 to 15: attention drawn, penalties stated and paid, the right to penalize given up."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.calls import LeadRestriction
from laws.rulings.effects.information import Entitled, NotEntitled, ResultStands
from laws.rulings.effects.penalties import NoPenalty
from laws.rulings.facts.attention import IS_DUMMY, OWN_SIDE
from laws.rulings.facts.rubber.procedure import (
    ACTED_AFTER_RHO,
    ALL_AGREE,
    DUMMY_FORFEITED,
    PENALTY_IS,
    SPEAKER_DOES,
    STAGE,
    STATED,
    WAIVES,
)


@RUBBER_2014.procedure(
    "13",
    "Procedure following an irregularity",
    happened="Somebody noticed an irregularity",
    declared=Declaration(seats=Seats(("player",), one_offender=False)),
)
def after_an_irregularity(case: Case) -> None:
    """Anybody but dummy may speak; nobody should call or play before everything about the penalty is settled."""
    does = case.asks(SPEAKER_DOES, "13")
    if does == "points it out":
        if attention(case):
            case.rules(NotEntitled("table", "act_before_settled"), "13")
    else:
        case.rules(NotEntitled("speaker", "act_before_settled"), "13")
        case.rules(Referral("early_correction" if does == "corrects early" else "penalty_by_its_law"), "13")


@RUBBER_2014.passage
def attention(case: Case) -> bool:
    """13, with 42 and 43 for dummy in the play. False when the player may not speak."""
    if case.asks(STAGE, "13") == "while cards are played" and case.asks(IS_DUMMY, "42"):
        case.rules(NotEntitled("speaker", "draw_attention"), "43")
        if case.notes(DUMMY_FORFEITED, "43"):
            case.rules(NotEntitled("declarer", "penalize"), "43A")
        return False
    case.rules(Entitled("speaker", "draw_attention"), "13")
    case.rules(Entitled("speaker", "inform"), "13")
    if case.asks(OWN_SIDE, "13"):
        case.rules(Entitled("speaker", "say_nothing"), "Proprieties1")
        case.rules(NotEntitled("speaker", "conceal"), "Proprieties1")
        case.rules(DirectorAction("opponents_keep_rights"), "13")
    return True


@RUBBER_2014.procedure("14", "Assessment of a penalty", happened="Who decides on a penalty, and when?")
def assessment(case: Case) -> None:
    """Nothing is imposed before it is stated; what was paid or agreed stands, unless all four agree to correct it."""
    if case.asks(PENALTY_IS, "14") == "to be imposed":
        if case.asks(STATED, "14"):
            case.rules(Entitled("others", "penalize"), "14")
        else:
            case.rules(NotEntitled("others", "impose_unstated"), "14")
            case.rules(DirectorAction("state_penalty"), "14")
    elif case.asks(ALL_AGREE, "14"):
        case.rules(Entitled("table", "correct_by_agreement"), "14")
    else:
        case.rules(ResultStands(), "14")
        case.rules(NotEntitled("table", "reopen"), "14")


@RUBBER_2014.procedure(
    "15",
    "Waiver or forfeiture of a penalty",
    happened="Somebody acted before a penalty was asked for",
    declared=Declaration(seats=Seats(("offender",), one_offender=False)),
)
def waiver(case: Case) -> None:
    """15A: both waive. 15B: the player on the offender's left has called or played. Else the penalty may be exacted."""
    if case.asks(ACTED_AFTER_RHO, "15B"):
        forfeited(case, "15B")
        return
    waives = case.asks(WAIVES, "15A")
    if waives == "both":
        forfeited(case, "15A")
        return
    if waives == "one":
        case.rules(NotEntitled("others", "waive_alone"), "15A")
    case.rules(Entitled("others", "penalize"), "15")
    case.rules(Referral("penalty_by_its_law"), "15")


@RUBBER_2014.passage
def forfeited(case: Case, provision: str) -> None:
    """Nothing is exacted any more, no lead penalty either."""
    case.rules(NotEntitled("others", "penalize"), provision)
    case.rules(NoPenalty(), provision)
    case.rules(LeadRestriction("none"), provision)
