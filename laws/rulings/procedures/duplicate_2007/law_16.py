"""2007 Laws 16B and 16D: unauthorised information from partner, and from withdrawn calls and plays.

Told by the concordance: 16B restates the same ban (16B1(a), 16B3), and withdrawn actions stood under 16D where they are
now under 16C. What the notes leave unmarked in both, alternatives and the Director's standard among it, is as in 2017.
Information from other sources (2007 Law 16C) is told only in part, and so it is not ruled.
"""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.calls import Info
from laws.rulings.effects.information import (
    TO_AVOID_ADVANTAGE,
    WEIGH_OUTCOMES,
    Adjusts,
    DemonstrablySuggested,
    Duty,
    LogicalAlternative,
    NotEntitled,
    NothingFollows,
    ResultStands,
)
from laws.rulings.effects.rights import ESTABLISH_FACTS, TO_CHOOSE_SUGGESTED, TO_SUMMON_AFTER_PLAY
from laws.rulings.facts.information import ACTED, ALTERNATIVE, EXTRANEOUS, SUGGESTED
from laws.rulings.facts.judging import ADVANTAGE, DAMAGE, OPEN
from laws.rulings.procedures.duplicate_2007.unchanged import chosen_by_nobody


@DUPLICATE_2007.procedure(
    "16B",
    "Unauthorised information from partner",
    happened="A player may have used information from partner",
    declared=Declaration(seats=Seats(("offender",), player="offender")),
)
def information_from_partner(case: Case) -> None:
    """The offender is the player who may have used it: was there information, an alternative, a suggestion, a gain?"""
    case.rules(DirectorAction(ESTABLISH_FACTS), "16B1")
    if not case.asks(EXTRANEOUS, "16B1"):
        case.rules(NothingFollows(), "16B1")
        case.rules(Adjusts("none", "16B3"), "16B3")
        return
    case.rules(Info("OS", "unauthorised", "16B1", "extraneous"), "16B1")
    if not case.asks(ACTED, "16B2"):
        case.rules(NothingFollows(), "16B2")
        case.rules(Duty("others", TO_SUMMON_AFTER_PLAY), "16B3")
        case.rules(NotEntitled("chooser", TO_CHOOSE_SUGGESTED), "16B1(a)")
        case.rules(Duty("chooser", TO_AVOID_ADVANTAGE), "73C")
        case.rules(Adjusts("possible", "16B3", "used"), "16B3")
        return
    if not chose_the_suggested(case, "16B1(a)"):
        return
    gained = case.asks(ADVANTAGE, "16B3")
    if gained == OPEN:
        case.rules(Adjusts("possible", "16B3"), "16B3")
    else:
        adjusted(case, "16B3", due=gained == "gained")


@DUPLICATE_2007.procedure(
    "16D",
    "Information from withdrawn calls and plays",
    happened="A call or card was withdrawn: who may use the information from it?",
    declared=Declaration(seats=Seats(("offender",), player="own side")),
)
def withdrawn_actions(case: Case) -> None:
    """16D1 frees the one side, 16D2 binds the other."""
    case.rules(Info("NOS", "authorised", "16D1", "withdrawn_actions"), "16D1")
    case.rules(Info("OS", "unauthorised", "16D2", "withdrawn_actions"), "16D2")
    case.rules(NotEntitled("side", TO_CHOOSE_SUGGESTED), "16D2")
    if not case.asks(ACTED, "16D2"):
        case.rules(Adjusts("possible", "16D2", "used"), "16D2")
        return
    if not chose_the_suggested(case, "16D2"):
        return
    damage = case.asks(DAMAGE, "16D2")
    if damage == OPEN:
        case.rules(Adjusts("possible", "16D2", "damaged"), "16D2")
    else:
        adjusted(case, "16D2", due=damage == "damaged")


@DUPLICATE_2007.passage
def chose_the_suggested(case: Case, ban: str) -> bool:
    """A logical alternative, and an action suggested over it. False when one of them is missing: the result stands."""
    has_alternative = case.asks(ALTERNATIVE, "16B1(b)")
    if has_alternative:
        chosen_by_nobody(case)
    case.rules(LogicalAlternative("yes" if has_alternative else "no"), "16B1(b)")
    if has_alternative:
        suggested = case.asks(SUGGESTED, ban)
        case.rules(DemonstrablySuggested("yes" if suggested else "no"), ban)
        if suggested:
            return True
    case.rules(ResultStands(), ban)
    case.rules(Adjusts("none", ban), ban)
    return False


@DUPLICATE_2007.passage
def adjusted(case: Case, provision: str, *, due: bool) -> None:
    """An assigned adjusted score, made by 12C1, or none."""
    case.rules(Adjusts("assigned" if due else "none", provision), provision)
    if due:
        case.rules(DirectorAction(WEIGH_OUTCOMES), "12C1")
