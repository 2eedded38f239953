"""Law 72: general principles. What a player may not do on purpose, what he need not tell, and potential damage."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, get_args

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import Effect, Moment, action, right
from laws.rulings.effects.conduct import TO_CORRECT_REVOKE, TO_OWN_INFRACTION, TO_REFUSE_TRICK, NoDuty
from laws.rulings.effects.information import (
    Adjusts,
    Duty,
    Entitled,
    NotEntitled,
    ProceduralPenalty,
    ResultStands,
    StandsAsNothingGained,
    StandsAsUnforeseen,
)
from laws.rulings.effects.rights import COMPLETE_THE_BOARD, TO_CONCEAL
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.facts.judging import ADVANTAGE, FORESEEABLE, OPEN
from laws.rulings.procedures.judging import assigned, could_have_been_aware, if_gained, result_stands
from laws.rulings.tables.seated import seated

name_answers(
    {
        "on purpose": "a law was broken on purpose",
        "own infraction": "a player knows of an infraction by the own side",
        "concealed": "an infraction was concealed",
        "could foresee": "an irregularity may have paid, and the offender may have foreseen it",
        "not trying": "a contestant does not try for the better score",
        "lawful tactics": "a contestant did well by a pace, a choice or a tactic that no law forbids",
        "no duty": "none of these",
        "explanation": "an explanation by the own side that was wrong",
        "revoke": "a revoke that is not established and to which attention was drawn",
        "trick": "a trick credited to the own side that it did not win",
    }
)

Principle = Literal["on purpose", "own infraction", "concealed", "could foresee", "not trying", "lawful tactics"]

PRINCIPLE = Fact[Principle](
    "principle",
    "What is it about?",
    get_args(Principle),
)

DutyToSpeak = Literal["no duty", "explanation", "revoke", "trick"]

DUTY_TO_SPEAK = Fact[DutyToSpeak](
    "duty_to_speak",
    "Is it one of those for which the Laws require the player to speak or act?",
    get_args(DutyToSpeak),
)

COULD_FORESEE = Fact(
    "could_foresee",
    "Could {offender} have been aware, when it happened, that it could well damage the other side?",
    source=Source.FINDING,
    find_out="what {offender} held and knew at the time; you do not have to show intent",
    judgement=Judgement(
        test="Could the offender have been aware, when it happened, that it could well damage the non-offending side?",
        law="72C",
        ask=(
            "{offender}, what the auction and the hand told them at the time; it does not matter whether it "
            "was intended"
        ),
        rulings={
            False: "the result stands",
            True: "the auction and play continue; afterwards an adjusted score if the offending side gained by it",
        },
    ),
)


TO_BREAK_LAW: Final = right("break_law", "break a law on purpose, even if they are willing to accept the rectification")
TO_NOT_CONCEAL: Final = right(
    "not_conceal",
    "do nothing to hide the infraction",
    said="not do anything to hide it",
    moment=Moment.REST,
)
TO_CORRECT_EXPLANATION: Final = right(
    "correct_explanation",
    "correct their own wrong explanation before the Clarification Period ends",
    said="correct their explanation, either now or when the auction is over, but before the opening lead is faced",
)
TO_LAWFUL_TACTICS: Final = right(
    "lawful_tactics",
    "choose any lawful call, play or tempo that helps them score better",
    said="choose any call, play or tempo that the Laws allow",
)
PARTNERS_EXPLANATION_TOO: Final = action(
    "partners_explanation_too",
    "partner's wrong explanation is corrected at the first legal opportunity: after the final pass by declarer or"
    " dummy, at the end of play by a defender",
)
LOOK_AT_CONDITIONS: Final = action(
    "look_at_conditions",
    "see what the conditions of contest say about contestants who do not try",
)


@dataclass(frozen=True, slots=True)
class PenaltySpokenOf(ProceduralPenalty):
    """A penalty for what a player did on purpose, which the player hears of at once."""

    def said(self, beside: Sequence[Effect]) -> str:
        spoken_to = any(isinstance(one, NotEntitled) and one.who == "offender" for one in beside)
        named = "" if spoken_to else "{offender}, "
        return f"{named}there may be a procedural penalty for that"

    @property
    def said_at(self) -> Moment:
        """In one breath with what the player may not do."""
        return Moment.REST

    @property
    def aloud(self) -> bool:
        return True


@DUPLICATE_2017.procedure(
    "72",
    "General principles",
    happened="Somebody may have broken the law on purpose",
    declared=Declaration(
        seats=Seats(("offender",)),
        staging=seated("72", offender="E"),
        elsewhere={"duplicate-2007": "23", "rubber-2014": "23"},
    ),
)
def general_principles(case: Case) -> None:
    """72A: the object of the contest. 72B: infractions on purpose, untold and concealed. 72C: damage that could be foreseen."""
    principle = case.asks(PRINCIPLE, "72")
    if principle == "on purpose":
        case.rules(NotEntitled("offender", TO_BREAK_LAW), "72B1")
        case.rules(PenaltySpokenOf("possible", "offender"), "90A")
        gain_taken_away(case)
    elif principle == "own infraction":
        own_infraction(case)
    elif principle == "concealed":
        case.rules(NotEntitled("offender", TO_CONCEAL), "72B3")
        case.rules(PenaltySpokenOf("possible", "offender"), "90A")
        if case.notes(FORESEEABLE, "72C") != OPEN:
            could_have_been_aware(case)
    elif principle == "could foresee":
        potential_damage(case)
    elif principle == "lawful tactics":
        case.rules(Entitled("offender", TO_LAWFUL_TACTICS), "72A")
        case.rules(ResultStands(), "72A")
        case.rules(Adjusts("none", "72A"), "72A")
    else:
        case.doubts(
            "72A states the object of the contest but gives no rectification; bodies differ on what a contestant "
            "who would gain by losing may do, and their conditions of contest decide",
            "72A",
        )
        case.rules(Referral(LOOK_AT_CONDITIONS), "72A")


@DUPLICATE_2017.passage
def gain_taken_away(case: Case) -> None:
    """72C, which 72B1 does not do without: whoever meant to break a law has nearly always been able to foresee what it may do,
    so that it is said where that was not so.
    """
    if case.notes(FORESEEABLE, "72C") == "unforeseeable":
        result_stands(case, "72C")
    else:
        if_gained(case, "72C", foreseen=True)


@DUPLICATE_2017.passage
def own_infraction(case: Case) -> None:
    """72B2: silence is free as a rule, but not on a wrong explanation, a revoke that can be corrected, a trick not won."""
    duty = case.asks(DUTY_TO_SPEAK, "72B2")
    if duty == "explanation":
        case.rules(Duty("offender", TO_CORRECT_EXPLANATION), "20F4(a)")
        case.rules(DirectorAction(PARTNERS_EXPLANATION_TOO), "20F5(b)")
    elif duty == "revoke":
        case.rules(Duty("offender", TO_CORRECT_REVOKE), "62A")
    elif duty == "trick":
        case.rules(Duty("offender", TO_REFUSE_TRICK), "79A2")
    else:
        case.rules(NoDuty("offender", TO_OWN_INFRACTION), "72B2")
        case.rules(Duty("offender", TO_NOT_CONCEAL), "72B3")


@DUPLICATE_2017.passage
def potential_damage(case: Case) -> None:
    """72C: awareness and advantage, both; the second is looked at when play is over."""
    if not case.asks(COULD_FORESEE, "72C"):
        case.rules(StandsAsUnforeseen(), "72C")
        case.rules(Adjusts("none", "72C"), "72C")
        return
    gained = case.asks(ADVANTAGE, "72C")
    if gained == OPEN:
        case.rules(DirectorAction(COMPLETE_THE_BOARD), "72C")
        case.rules(Adjusts("possible", "72C"), "72C")
    elif gained == "gained":
        assigned(case, "72C", foreseen=True)
    else:
        case.rules(StandsAsNothingGained(), "72C")
        case.rules(Adjusts("none", "72C"), "72C")
