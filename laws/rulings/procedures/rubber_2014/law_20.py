"""Rubber Law 20, with 41 for the play: who may have calls restated and explained, when, and by whom."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import RUBBER_2014
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.base import Moment, action, right
from laws.rulings.effects.information import Duty, Entitled, NotEntitled
from laws.rulings.effects.rights import TO_ASK_NOW, TO_ASK_WHEN_IN_TURN, TO_ASK_WHOSE_LEAD
from laws.rulings.facts.asking import (
    ASKER_IS,
    ASKER_MUST_PASS,
    ASKS_FOR,
    AT_TURN,
    AT_TURN_TO_PLAY,
    FIRST_TURN_TO_PLAY,
    PARTIAL,
)
from laws.rulings.facts.base import Fact

DealStage = Literal["in the auction", "while cards are played"]

DEAL_STAGE = Fact[DealStage]("deal_stage", "When does {asker} ask?", get_args(DealStage))

DECLARER_HAS_PLAYED = Fact("declarer_has_played", "Has declarer made a play?")


TO_REPEAT_CALL: Final = right("repeat_call", "have a call repeated at once")
TO_RESTATEMENT: Final = right("restatement", "have the whole auction restated")
TO_RESTATEMENT_IN_PART: Final = right("restatement_in_part", "ask for part of the auction, or stop the restatement")
TO_RESTATE: Final = right("restate", "restate the auction: only an opponent of the asker should")
TO_CORRECT_RESTATEMENT: Final = right(
    "correct_restatement", ("promptly correct errors in the restatement, even as dummy")
)
TO_CONTRACT_ONLY: Final = right(
    "contract_only",
    "be told the contract and whether it was doubled or redoubled, but not by whom",
)
TO_EXPLANATION_OF_CALL: Final = right(
    "explanation_of_call",
    "be given an explanation of the understanding behind an opponent's call",
)
TO_EXPLANATION_OF_DEFENCE_ANY_TIME: Final = right(
    "explanation_of_defence_any_time",
    "be given an explanation, at any time, of a defender's call or play",
)
TO_EXPLAIN_OWN_PLAY: Final = right("explain_own_play", "explain it: the partner of the player who made it answers")
WRONG_EXPLANATION: Final = action(
    "wrong_explanation",
    "partner should not correct a wrong explanation at once, nor show that it was wrong",
    moment=Moment.REST,
    aloud=True,
)


@RUBBER_2014.procedure(
    "20",
    "Review and explanation",
    happened="A player wants calls explained or reviewed",
    declared=Declaration(seats=Seats(("player",), one_offender=False)),
)
def review_and_explanation(case: Case) -> None:
    """A call repeated at once; the whole auction restated; what an opponent's call means, at one's own turn."""
    asks_for = case.asks(ASKS_FOR, "20")
    if asks_for == "an unclear call":
        case.rules(Entitled("asker", TO_REPEAT_CALL), "20")
    elif asks_for == "whose lead":
        whose_lead(case)
    elif asks_for == "a review":
        restatement(case)
    else:
        explanation(case)


@RUBBER_2014.passage
def whose_lead(case: Case) -> None:
    """41, footnote 16: either defender may ask whether the opening lead is his."""
    if case.asks(ASKER_IS, "41") == "defender":
        case.rules(Entitled("asker", TO_ASK_WHOSE_LEAD), "41")
    else:
        case.rules(NotEntitled("asker", TO_ASK_WHOSE_LEAD), "41")


@RUBBER_2014.passage
def restatement(case: Case) -> None:
    """20: all calls or none. In the play, declarer until he plays and each defender at his first turn; later, 41."""
    if case.asks(DEAL_STAGE, "20") == "in the auction":
        in_time = case.asks(AT_TURN, "20") and not case.asks(ASKER_MUST_PASS, "20")
    else:
        role = case.asks(ASKER_IS, "20")
        if role == "dummy":
            case.rules(NotEntitled("asker", TO_RESTATEMENT), "20")
            return
        in_time = (
            not case.asks(DECLARER_HAS_PLAYED, "20") if role == "declarer" else case.asks(FIRST_TURN_TO_PLAY, "20")
        )
        if not in_time:
            case.rules(NotEntitled("asker", TO_RESTATEMENT), "20")
            case.rules(Entitled("asker", TO_CONTRACT_ONLY), "41")
            return
    if not in_time:
        case.rules(NotEntitled("asker", TO_RESTATEMENT), "20")
        return
    case.rules(Entitled("asker", TO_RESTATEMENT), "20")
    if case.notes(PARTIAL, "20"):
        case.rules(NotEntitled("asker", TO_RESTATEMENT_IN_PART), "20")
    case.rules(NotEntitled("asker_partner", TO_RESTATE), "20")
    case.rules(Duty("table", TO_CORRECT_RESTATEMENT, "should"), "20")


@RUBBER_2014.passage
def explanation(case: Case) -> None:
    """20 and 41: at one's own turn to call or play, from the caller's partner; declarer about the defence at any time."""
    if case.asks(DEAL_STAGE, "20") == "in the auction":
        in_turn = case.asks(AT_TURN, "20")
    else:
        role = case.asks(ASKER_IS, "41")
        if role == "declarer":
            case.rules(Entitled("asker", TO_EXPLANATION_OF_DEFENCE_ANY_TIME), "41")
            case.rules(NotEntitled("caller", TO_EXPLAIN_OWN_PLAY), "20")
            return
        if role == "dummy":
            case.rules(NotEntitled("asker", TO_EXPLANATION_OF_CALL), "43")
            return
        in_turn = case.asks(AT_TURN_TO_PLAY, "41")
    if not in_turn:
        case.rules(NotEntitled("asker", TO_ASK_NOW), "20")
        case.rules(Entitled("asker", TO_ASK_WHEN_IN_TURN), "20")
        return
    case.rules(Entitled("asker", TO_EXPLANATION_OF_CALL), "20")
    case.rules(NotEntitled("caller", TO_EXPLAIN_OWN_PLAY), "20")
    case.rules(DirectorAction(WRONG_EXPLANATION), "Proprieties4")
