"""Rubber Laws 13 to 15: attention drawn, penalties stated and paid, the right to penalize given up."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import right
from laws.rulings.effects.calls import LeadRestriction
from laws.rulings.effects.information import Entitled, NotEntitled, ResultStands
from laws.rulings.effects.penalties import (
    EARLY_CORRECTION,
    PENALTY_BY_ITS_LAW,
    STATE_PENALTY,
    TO_CORRECT_BY_AGREEMENT,
    TO_INFORM,
    TO_PENALIZE,
    TO_REOPEN,
    NoPenalty,
)
from laws.rulings.effects.rights import OPPONENTS_KEEP_RIGHTS, TO_CONCEAL, TO_DRAW_ATTENTION, TO_SAY_NOTHING
from laws.rulings.facts.attention import IS_DUMMY, OWN_SIDE
from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.facts.rubber.calls import by_lho
from laws.rulings.facts.rubber.procedure import ALL_AGREE, DUMMY_FORFEITED, PENALTY_IS, STAGE

name_answers(
    {
        "both": "both of them",
        "one": "only one of them",
        "neither of them": "neither",
    }
)

SpeakerDoes = Literal["points it out", "calls on", "corrects early"]

SPEAKER_DOES = Fact[SpeakerDoes]("speaker_does", "What does {speaker} do?", get_args(SpeakerDoes))

STATED = Fact("penalty_stated", "Is it clear what the penalty is for, and has the penalty been clearly stated?")

Waives = Literal["neither of them", "one", "both"]

WAIVES = Fact[Waives](
    "waives",
    "Which of {others} waives the penalty?",
    get_args(Waives),
    source=Source.ELECTION,
    who="others",
)

ACTED_AFTER_RHO = Fact(
    "acted_after_rho",
    "Did {lho}, whose right-hand opponent offended, call or play after it?",
    observe=lambda at: by_lho(at) if at.irregularity is not None else None,
)


TO_ACT_BEFORE_SETTLED: Final = right(
    "act_before_settled",
    "call or play before the penalty has been settled",
)
TO_IMPOSE_UNSTATED: Final = right(
    "impose_unstated",
    "impose a penalty before it is clear what it is for and what it is",
)
TO_WAIVE_ALONE: Final = right("waive_alone", "waive the penalty without consulting partner")


@RUBBER_2014.procedure(
    "13",
    "Procedure following an irregularity",
    happened="Somebody noticed an irregularity",
    declared=Declaration(seats=Seats(("player",), one_offender=False)),
)
def after_an_irregularity(case: Case) -> None:
    """Anybody but dummy may speak; nobody should call or play before the penalty has been settled."""
    does = case.asks(SPEAKER_DOES, "13")
    if does == "points it out":
        if attention(case):
            case.rules(NotEntitled("table", TO_ACT_BEFORE_SETTLED), "13")
    else:
        case.rules(NotEntitled("speaker", TO_ACT_BEFORE_SETTLED), "13")
        case.rules(Referral(EARLY_CORRECTION if does == "corrects early" else PENALTY_BY_ITS_LAW), "13")


@RUBBER_2014.passage
def attention(case: Case) -> bool:
    """13, with 42 and 43 for dummy in the play. False when the player may not speak."""
    if case.asks(STAGE, "13") == "while cards are played" and case.asks(IS_DUMMY, "42"):
        case.rules(NotEntitled("speaker", TO_DRAW_ATTENTION), "43")
        if case.notes(DUMMY_FORFEITED, "43"):
            case.rules(NotEntitled("declarer", TO_PENALIZE), "43A")
        return False
    case.rules(Entitled("speaker", TO_DRAW_ATTENTION), "13")
    case.rules(Entitled("speaker", TO_INFORM), "13")
    if case.asks(OWN_SIDE, "13"):
        case.rules(Entitled("speaker", TO_SAY_NOTHING), "Proprieties1")
        case.rules(NotEntitled("speaker", TO_CONCEAL), "Proprieties1")
        case.rules(DirectorAction(OPPONENTS_KEEP_RIGHTS), "13")
    return True


@RUBBER_2014.procedure("14", "Assessment of a penalty", happened="Who decides on a penalty, and when?")
def assessment(case: Case) -> None:
    """Nothing is imposed before it is stated; what was paid or agreed stands, unless all four agree to correct it."""
    if case.asks(PENALTY_IS, "14") == "to be imposed":
        if case.asks(STATED, "14"):
            case.rules(Entitled("others", TO_PENALIZE), "14")
        else:
            case.rules(NotEntitled("others", TO_IMPOSE_UNSTATED), "14")
            case.rules(DirectorAction(STATE_PENALTY), "14")
    elif case.asks(ALL_AGREE, "14"):
        case.rules(Entitled("table", TO_CORRECT_BY_AGREEMENT), "14")
    else:
        case.rules(ResultStands(), "14")
        case.rules(NotEntitled("table", TO_REOPEN), "14")


@RUBBER_2014.procedure(
    "15",
    "Waiver or forfeiture of a penalty",
    happened="Somebody acted before a penalty was claimed",
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
        case.rules(NotEntitled("others", TO_WAIVE_ALONE), "15A")
    case.rules(Entitled("others", TO_PENALIZE), "15")
    case.rules(Referral(PENALTY_BY_ITS_LAW), "15")


@RUBBER_2014.passage
def forfeited(case: Case, provision: str) -> None:
    """Nothing is exacted any more, no lead penalty either."""
    case.rules(NotEntitled("others", TO_PENALIZE), provision)
    case.rules(NoPenalty(), provision)
    case.rules(LeadRestriction("none"), provision)
