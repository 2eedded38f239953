"""Passages about the score that many laws lead to: the finding decides, and the trace shows it as a finding."""

from __future__ import annotations

from typing import ClassVar

from laws.rulings.case import Case
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction
from laws.rulings.effects.calls import AdjustedScore
from laws.rulings.effects.information import (
    NO_RELIEF_FOR_OWN_PART,
    NO_RESULT_IN_SIGHT,
    OFFENDERS_WITHOUT_REDRESS,
    WEIGH_OUTCOMES,
    WEIGH_RESULTS,
    Adjusts,
    AdjustsBecause,
    AfterDamage,
    AfterGain,
    NotEntitled,
    ResultStands,
    WithoutDamage,
)
from laws.rulings.effects.rights import NO_RESULT_WITHOUT_ERROR, TO_CHOOSE_AGAIN, TO_TAKE_DECLINED, WEIGH_WITHOUT_ERROR
from laws.rulings.facts.judging import ADVANTAGE, ASSISTED, DAMAGE, FORESEEABLE, OPEN, PROBABLE_RESULTS, SELF_INFLICTED
from laws.rulings.roles import Role


class ForeseenGain(AdjustsBecause):
    """72C takes a gain away that the offender could have foreseen."""

    __slots__ = ()
    because: ClassVar[str] = "{side} gained from the infraction and {offender} could have known that it might pay"


class NothingForeseenGained(AdjustsBecause):
    """72C, where the offender gained nothing."""

    __slots__ = ()
    because: ClassVar[str] = "{side} gained nothing from the infraction"


@DUPLICATE_2017.passage
def assigned(
    case: Case,
    provision: str,
    results: str = "",
    *,
    by_director: bool = False,
    elsewhere: bool = False,
    foreseen: bool = False,
    told: type[Adjusts] = Adjusts,
) -> None:
    """An adjusted score under a law, made by 12C1: assigned where it can be (a), weighted where several results were likely
    (c), artificial where they are too many (d), and split where the innocent side has harmed itself (e).

    results: what is known of them already; otherwise they are incidental, as one is usually likeliest. by_director: the
    Director was the one who erred (82C), so that the right ruling is what the board is measured by, and neither side has
    offended: nobody's score follows from an infraction of theirs (12C1(e)(i)), and nobody is at fault (12C2(a)). elsewhere:
    the score is that of another board. foreseen: it is adjusted because the offender could have foreseen the gain. told: what
    the table hears of why it is adjusted.
    """
    results = results or case.notes(PROBABLE_RESULTS, "12C1(a)")
    why = "elsewhere" if elsewhere else "gained"
    if results == "too many to tell":
        case.rules(Adjusts("artificial", provision, why), provision)
        case.rules_once(DirectorAction(NO_RESULT_WITHOUT_ERROR if by_director else NO_RESULT_IN_SIGHT), "12C1(d)")
        return
    case.rules((ForeseenGain if foreseen else told)("assigned", provision, why), provision)
    case.rules_once(DirectorAction(WEIGH_WITHOUT_ERROR if by_director else WEIGH_OUTCOMES), "12C1(b)")
    if results == "several results":
        case.rules_once(DirectorAction(WEIGH_RESULTS), "12C1(c)")
    if case.notes(SELF_INFLICTED, "12C1(e)"):
        if not by_director:
            case.rules_once(DirectorAction(OFFENDERS_WITHOUT_REDRESS), "12C1(e)(i)")
        case.rules_once(DirectorAction(NO_RELIEF_FOR_OWN_PART), "12C1(e)(ii)")


@DUPLICATE_2017.passage
def if_gained(case: Case, provision: str, *, foreseen: bool = False) -> None:
    """The score is adjusted if the offending side gained an advantage; foreseen: as `assigned` reads it."""
    gained = case.asks(ADVANTAGE, provision)
    if gained == OPEN:
        case.rules(Adjusts("possible", provision), provision)
    elif gained == "gained":
        assigned(case, provision, foreseen=foreseen, told=AfterGain)
    else:
        case.rules((NothingForeseenGained if foreseen else Adjusts)("none", provision), provision)


@DUPLICATE_2017.passage
def if_damaged(case: Case, provision: str) -> None:
    """The score is adjusted if the non-offending side was damaged."""
    damage = case.asks(DAMAGE, provision)
    if damage == OPEN:
        case.rules(Adjusts("possible", provision, "damaged"), provision)
    elif damage == "damaged":
        assigned(case, provision, told=AfterDamage)
    else:
        case.rules(WithoutDamage("none", provision), provision)


@DUPLICATE_2017.passage
def if_assisted(case: Case, provision: str) -> None:
    """23C, 27D, once play is over: a result that was reached with the help of the infraction is adjusted, luck is not."""
    found = case.notes(ASSISTED, provision)
    if found == OPEN:
        case.rules(AdjustedScore("possible", provision), provision)
    elif found == "assisted":
        assigned(case, provision)
    else:
        result_stands(case, provision)


@DUPLICATE_2017.passage
def result_stands(case: Case, provision: str) -> None:
    """Play is over and nothing is adjusted."""
    case.rules(ResultStands(), provision)
    case.rules(Adjusts("none", provision), provision)


@DUPLICATE_2017.passage
def keeps_72c_open(case: Case) -> None:
    """Where a law on calls says that 72C may apply: it is kept in mind until play is over, and then decided on."""
    if case.notes(FORESEEABLE, "72C") == OPEN:
        case.rules(AdjustedScore("possible", "72C"), "72C")
    else:
        could_have_been_aware(case)


@DUPLICATE_2017.passage
def could_have_been_aware(case: Case) -> None:
    """72C, asked once play is over: an offender who could have foreseen the damage does not keep the gain."""
    foreseeable = case.notes(FORESEEABLE, "72C")
    if foreseeable == OPEN:
        case.rules(Adjusts("possible", "72C", "foreseen"), "72C")
    elif foreseeable == "foreseeable":
        gained = case.asks_aside(ADVANTAGE, "72C")
        if gained == "gained":
            assigned(case, "72C", foreseen=True)
        elif gained == OPEN:
            case.rules(Adjusts("possible", "72C"), "72C")
        else:
            result_stands(case, "72C")
    else:
        result_stands(case, "72C")


@DUPLICATE_2017.passage
def options_declined(case: Case, who: Role, *, again: bool) -> None:
    """10C1, under every law that gives a choice: once all options are explained, what a player declined or chose is final."""
    if again:
        case.rules(NotEntitled(who, TO_CHOOSE_AGAIN), "10C1")
    else:
        case.rules(NotEntitled(who, TO_TAKE_DECLINED), "10C1")
