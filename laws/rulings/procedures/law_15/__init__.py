"""Law 15: a call on cards from a wrong board, and a wrong board."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.calls import Info, LaterCallsCancelled
from laws.rulings.effects.information import (
    Adjusts,
    BoardPlayed,
    Entitled,
    NothingFollows,
    ProceduralPenalty,
)
from laws.rulings.effects.rights import APPLY_16C, TEAM_PLAY_86B
from laws.rulings.procedures.judging import assigned
from laws.rulings.procedures.law_15.effects import (
    BOARD_NOT_PLAYED_ON,
    BRING_RIGHT_BOARD,
    GOES_ON_FROM_THERE,
    LET_OTHER_BOARD_BE_PLAYED,
    OTHER_BOARD_SCORED,
    RIGHT_BOARD_LATER,
    TO_CALL_ON_RIGHT_CARDS,
    WATCH_THE_OTHER_BOARD,
    BoardCancelled,
    CallOnWrongCards,
    ScoreCounts,
    ScoreOfStoppedBoard,
)
from laws.rulings.procedures.law_15.facts import (
    AUCTION_BEGUN,
    DEPRIVED_OF_SCORE,
    ENDED_BY_IT,
    LHO_CALLED_AFTER,
    ON_THE_OTHER_BOARD,
    PARTNER_CALLED_AFTER,
    PLAYED_BEFORE,
    TEAMS,
    WHAT_IS_WRONG,
)
from laws.rulings.tables.seated import Shown, seated


def _on_wrong_cards(facts: Facts) -> Shown:
    """South called on the cards of another board; who has called since is in the auction."""
    if facts.get("partner_called_after"):
        return {"auction": ["S 1H", "W 1S", "N 1NT"]}, {"partner_called_after", "lho_called_after"}
    if "partner_called_after" in facts:
        since = ["W 1S"] if facts.get("lho_called_after") else []
        shown = {"partner_called_after", "lho_called_after", "ended_by_it"}
        if facts.get("ended_by_it"):
            return {"dealer": "W", "auction": ["W 1NT", "N P", "E P", "S P"], "noticed": "play"}, shown
        return {"auction": ["S 1H", *since]}, shown
    if facts.get("auction_period_begun"):
        return {"auction": ["S 1H"]}, {"auction_period_begun"}
    return {}, set()


@DUPLICATE_2017.procedure(
    "15",
    "Wrong board or hand",
    happened="The wrong board or the wrong hand was played",
    declared=Declaration(
        seats=Seats(("offender",)), staging=seated("15", _on_wrong_cards, dealer="S", offender="S"), elsewhere={}
    ),
)
def wrong_board_or_hand(case: Case) -> None:
    """15A: a call made on cards of another board. 15B: a board that was not to be played in this round."""
    if case.asks(WHAT_IS_WRONG, "15") == "board":
        wrong_board(case)
        return
    case.rules(CallOnWrongCards(), "15A1")
    if case.asks(PARTNER_CALLED_AFTER, "15A2(a)"):
        case.rules(LaterCallsCancelled(), "15A1")
        case.rules(DirectorAction(BOARD_NOT_PLAYED_ON), "15A2(a)")
        assigned(case, "15A2(a)", told=ScoreOfStoppedBoard)
    elif case.asks(ENDED_BY_IT, "12A2"):
        play_has_begun(case)
    else:
        calls_again(case)
    the_other_board(case)
    case.rules(ProceduralPenalty("possible", "offender"), "15A4")


@DUPLICATE_2017.passage
def play_has_begun(case: Case) -> None:
    """The last pass, or the one before it, was made on wrong cards, and the board has been played: 12A2."""
    case.doubts(
        "taken literally, 15A2(b) would still apply, as {partner} has not called since; the guidance is that a "
        "board on which play has begun can no longer be played normally, and this ruling follows it",
        "12A2",
    )
    case.rules(Adjusts("artificial", "12A2"), "12A2")


@DUPLICATE_2017.passage
def calls_again(case: Case) -> None:
    """15A2(b) and (c): the right hand, another call, and 16C for what was withdrawn with it."""
    case.rules(Entitled("offender", TO_CALL_ON_RIGHT_CARDS), "15A2(b)")
    case.rules(DirectorAction(GOES_ON_FROM_THERE), "15A2(b)")
    cancelled = "cancelled_call"
    if case.asks(LHO_CALLED_AFTER, "15A2(c)"):
        case.rules(LaterCallsCancelled(), "15A1")
        cancelled = "cancelled_calls"
    case.rules(DirectorAction(APPLY_16C), "15A2(c)")
    case.rules(Info("NOS", "authorised", "16C1", cancelled), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", cancelled), "16C2")


@DUPLICATE_2017.passage
def the_other_board(case: Case) -> None:
    """15A3: played normally if the offender repeats the call on it, an adjusted score if not."""
    calls = case.asks(ON_THE_OTHER_BOARD, "15A3")
    if calls == "not yet":
        case.rules(DirectorAction(WATCH_THE_OTHER_BOARD), "15A3")
    elif calls == "repeats":
        case.rules(Referral(LET_OTHER_BOARD_BE_PLAYED), "15A3")
    elif calls == "differs":
        case.rules(Referral(OTHER_BOARD_SCORED), "15A3")
        assigned(case, "15A3", elsewhere=True, told=ScoreOfStoppedBoard)


@DUPLICATE_2017.passage
def wrong_board(case: Case) -> None:
    """15B: cancelled if a player knows it, else played and scored; 15B3 for whoever loses a valid score by it.

    It begins with the auction period (17A): before any hand has been taken out, the right board is brought instead.
    """
    if case.notes(TEAMS, "86B"):
        case.rules(Referral(TEAM_PLAY_86B), "86B")
        return
    if not case.asks(AUCTION_BEGUN, "17A"):
        case.rules(Referral(BRING_RIGHT_BOARD), "15B")
        case.rules(NothingFollows(), "15B")
        return
    if case.asks(PLAYED_BEFORE, "15B1"):
        case.rules(BoardCancelled(), "15B1")
    else:
        case.rules(BoardPlayed(), "15B2")
        case.rules(ScoreCounts(), "15B2")
        case.rules(DirectorAction(RIGHT_BOARD_LATER), "15B2")
    if case.asks(DEPRIVED_OF_SCORE, "15B3"):
        case.rules(Adjusts("artificial", "15B3", "deprived"), "15B3")
        case.rules(ProceduralPenalty("possible", "side"), "90B7")
