"""Law 73: how partners may communicate, tempo and manner, and deception.

The text is that of 1 January 2024, when Laws 73 and 89 were worded anew.
"""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.conduct import TO_SIGNAL
from laws.rulings.effects.information import (
    TO_AVOID_ADVANTAGE,
    Adjusts,
    Duty,
    Entitled,
    NotEntitled,
    NothingFollows,
    ProceduralPenalty,
    ResultStands,
)
from laws.rulings.effects.rights import DAMAGE_ENTITLES, RULE_UNDER_16B, TO_DISCLOSE, TO_USE_INFORMATION
from laws.rulings.facts.conduct import BEFORE_AMENDMENT
from laws.rulings.procedures.judging import assigned, if_damaged, result_stands
from laws.rulings.procedures.law_73.effects import (
    ADJUST_IF_USED,
    OFFENCE_TO_CONVEY,
    RULE_AS_MISLED,
    RULE_UNDER_89,
    SANCTION_UNDER_CODE,
    TO_DECEIVE,
    TO_DRAW_INFERENCES,
    TO_HIDE_BEHIND_UNDERSTANDING,
    TO_MISLEAD,
    TO_OBSERVE_PAUSE,
    TO_VARY_ON_PURPOSE,
    AfterMisleading,
    AtOwnRisk,
    BridgeReason,
    FromHaste,
    FromManner,
    FromSignal,
    NoAdjustment,
    NotForeseeable,
    NotMisled,
    PartnerBound,
)
from laws.rulings.procedures.law_73.facts import (
    BRIDGE_REASON,
    CONDUCT,
    COST_NOTHING,
    COULD_BENEFIT,
    DECEPTION_RESTS_ON,
    DELIBERATE,
    FALSE_INFERENCE,
)
from laws.rulings.tables.seated import seated


@DUPLICATE_2017.procedure(
    "73",
    "Communication, tempo and deception",
    happened="A remark, a gesture or the tempo may have misled somebody or given information",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("73", offender="E")),
)
def communication(case: Case) -> None:
    """The offender is the player who did it; his partner is bound by what it tells (73C), the opponents are not (73D1)."""
    before = case.notes(BEFORE_AMENDMENT, "73A")
    if before:
        case.doubts(
            "until 2023 Law 73 had a different text, which distinguished less sharply between telling partner "
            "something on purpose and letting it slip; this ruling follows the text of 2024",
            "73A",
        )
    conduct = case.asks(CONDUCT, "73")
    if conduct == "signal":
        signal(case, before=before)
    elif conduct == "manner":
        manner(case)
    elif conduct == "pause left out":
        case.rules(Duty("offender", TO_OBSERVE_PAUSE), "73A2" if before else "73D3")
        case.rules(FromHaste("OS", "unauthorised", "16B1", "manner"), "16B1(a)")
        case.rules(Adjusts("possible", "16B3", "damaged"), "16B3")
        case.rules(NotEntitled("offender", TO_VARY_ON_PURPOSE), "73A2")
        case.rules(ProceduralPenalty("possible", "offender"), "90B8")
    elif conduct == "has information":
        case.rules(Duty("partner", TO_AVOID_ADVANTAGE), "73C1")
        case.rules(Referral(RULE_UNDER_16B), "16B1(a)")
        case.rules(ProceduralPenalty("possible", "partner"), "73C2")
    elif conduct == "misled":
        misled(case)
    else:
        deception(case)


@DUPLICATE_2017.passage
def signal(case: Case, *, before: bool) -> None:
    """73A1 and 73B when it was meant, which 89 deals with since 2024; 73C when it came by the way."""
    case.rules(NotEntitled("side", TO_SIGNAL), "73A1")
    if case.asks(DELIBERATE, "73B"):
        if before:
            case.rules(ProceduralPenalty("possible", "side"), "90A")
        else:
            case.rules(Referral(RULE_UNDER_89), "73B")
            case.rules(DirectorAction(OFFENCE_TO_CONVEY), "89A3")
            case.rules(DirectorAction(SANCTION_UNDER_CODE), "89B")
        # Whoever meant it, what was told may not be used either, and damage is made good.
        case.rules(DirectorAction(ADJUST_IF_USED), "16B3")
    else:
        case.rules(Duty("partner", TO_AVOID_ADVANTAGE), "73C1")
        case.rules(Referral(RULE_UNDER_16B), "16B1(a)")
    case.rules(FromSignal("OS", "unauthorised", "16B1", "signal"), "16B1(a)")


@DUPLICATE_2017.passage
def manner(case: Case) -> None:
    """73A2 when it was meant; 73D1 when it was not: no infraction, and only the opponents may draw conclusions."""
    if case.asks(DELIBERATE, "73A2"):
        case.rules(NotEntitled("offender", TO_VARY_ON_PURPOSE), "73A2")
        case.rules(Referral(RULE_AS_MISLED), "73D2")
        case.rules(ProceduralPenalty("possible", "offender"), "90A")
        partner_is_bound(case)
    else:
        case.rules(NothingFollows(), "73D1")
        if case.asks(COULD_BENEFIT, "73E2"):
            case.doubts(
                "73D1 asks for particular care where a variation may benefit a player's own side, and calls an "
                "unintentional variation no infraction otherwise; it is taken here to be none in either case, as the "
                "law names no rectification but that of 73E2",
                "73D1",
            )
            case.rules(Referral(RULE_AS_MISLED), "73E2")
        else:
            case.rules(Adjusts("none", "73E2", "misled"), "73E2")
        own_risk(case)


@DUPLICATE_2017.passage
def own_risk(case: Case) -> None:
    """73D1: what the opponents conclude from a variation that was not meant is theirs, and at their own risk."""
    case.rules(AtOwnRisk("others", TO_DRAW_INFERENCES), "73D1")
    case.rules(FromManner("NOS", "authorised", "73D1", "manner"), "73D1")
    partner_is_bound(case)


@DUPLICATE_2017.passage
def partner_is_bound(case: Case) -> None:
    """73C1 and 16B1, whatever becomes of the opponents' inferences: partner may not use what the manner tells."""
    case.rules(FromManner("OS", "unauthorised", "16B1", "manner"), "16B1(a)")
    case.rules(PartnerBound("partner", TO_USE_INFORMATION), "73C1")
    case.rules(DirectorAction(ADJUST_IF_USED), "16B3")


@DUPLICATE_2017.passage
def misled(case: Case) -> None:
    """73E2: a false inference, no bridge reason, and a benefit that could be seen. All three, or the result stands.

    Where it did no damage there is nothing to redress (12B1); that is said where it is so.
    """
    stands: ResultStands
    if not case.asks(FALSE_INFERENCE, "73E2"):
        stands = NotMisled()
    elif case.asks(BRIDGE_REASON, "73E2"):
        stands = BridgeReason()
    elif not case.asks(COULD_BENEFIT, "73E2"):
        stands = NotForeseeable()
    else:
        case.rules(NotEntitled("offender", TO_MISLEAD), "73D2")
        if case.notes(COST_NOTHING, "12B1"):
            result_stands(case, "12B1")
        else:
            assigned(case, "73E2", told=AfterMisleading)
        case.rules(ProceduralPenalty("possible", "offender"), "90A")
        partner_is_bound(case)
        return
    case.rules(stands, "73E2")
    case.rules(NoAdjustment("none", "73E2", "misled"), "73E2")
    own_risk(case)


@DUPLICATE_2017.passage
def deception(case: Case) -> None:
    """73E1: lawful by the call or play alone; not with emphasis (73E2), and not under a concealed understanding (40C1)."""
    rests_on = case.asks(DECEPTION_RESTS_ON, "73E1")
    if rests_on == "by itself":
        case.rules(Entitled("offender", TO_DECEIVE), "73E1")
        case.rules(ResultStands(), "73E1")
        case.rules(Adjusts("none", "73E1"), "73E1")
    elif rests_on == "emphasised":
        misled(case)
    else:
        case.rules(NotEntitled("side", TO_HIDE_BEHIND_UNDERSTANDING), "73E1")
        case.rules(Duty("side", TO_DISCLOSE), "40A3")
        if_damaged(case, "40C1")
        case.rules(DirectorAction(DAMAGE_ENTITLES), "40B3(a)")
        case.rules(ProceduralPenalty("possible", "side"), "40C1")
