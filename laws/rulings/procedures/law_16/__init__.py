"""Law 16: what information a player may use, and what becomes of the score when another kind was used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from laws.rulings.case import Case
from laws.rulings.declaration import Common, Declaration, Facts, Seats, Table
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, NoRight, Referral, Right
from laws.rulings.effects.base import Action, Effect
from laws.rulings.effects.calls import Info, NoFurtherRectification
from laws.rulings.effects.information import (
    TO_AVOID_ADVANTAGE,
    Adjusts,
    BoardPlayed,
    DemonstrablySuggested,
    Duty,
    Entitled,
    LogicalAlternative,
    NotEntitled,
    NothingFollows,
    ProceduralPenalty,
    ResultStands,
)
from laws.rulings.effects.rights import (
    ESTABLISH_FACTS,
    RULE_UNDER_16B,
    RULE_UNDER_16C,
    TEAM_PLAY_86B,
    TO_CHOOSE_SUGGESTED,
    TO_SUMMON_AFTER_PLAY,
    TO_USE_INFORMATION,
    WEIGH_STATEMENTS,
)
from laws.rulings.facts.conduct import AIDS_ALLOWED, BEFORE_AMENDMENT
from laws.rulings.facts.information import ACTED, ALTERNATIVE, EXTRANEOUS, SUGGESTED
from laws.rulings.facts.judging import OPEN, PROBABLE_RESULTS
from laws.rulings.procedures.judging import assigned, if_assisted, if_damaged, if_gained
from laws.rulings.procedures.law_16.effects import (
    ANY_TIME,
    CALL_AS_IF_UNHEARD,
    COUNT_TABLE_ACTION,
    DEAL_WITH_LOOKING,
    MEASURED_BY_73C1,
    NEVER_HAPPENED,
    NO_REDEAL_NOW,
    NOT_PLAYED,
    OTHER_TABLE_86B1,
    REARRANGE,
    RULE_UNDER_16D,
    RULE_UNDER_89A1,
    STOPPED,
    SUMMON_NOT_RESERVE,
    TO_NOTIFY,
    TO_RESERVE_RIGHTS,
    TO_SUMMON_IF_DISPUTED,
    TO_THINK,
    USE_IS_AN_OFFENCE,
    AfterInformation,
    FromPartner,
    FromStandings,
    ScoreOfUnplayedBoard,
    StandsAsJudged,
    StandsUnaffected,
)
from laws.rulings.procedures.law_16.facts import (
    AFFECTED,
    BY_ACCIDENT,
    CALLED_ALREADY,
    CAN_REDEAL,
    CHANGES_SEATS,
    COLOURED,
    COMES_FROM,
    DISPUTED,
    FREE_OF_16C,
    GIVEN_BY,
    INTERFERES,
    LETS_PLAY,
    NARROW_POLL,
    NOBODY_CHOSE_IT,
    PRECLUDED,
    RECEIVED_WHEN,
    REDEALS,
    RESERVING_ALLOWED,
    SEATS_CAN_CHANGE,
    SET_ASIDE_BY,
)
from laws.rulings.procedures.law_23 import without_rectification
from laws.rulings.replay import Situation
from laws.rulings.ruling import Ruling
from laws.rulings.story.matters import Told, matter
from laws.rulings.tables.seated import Shown, polled, seated


@dataclass(frozen=True, slots=True)
class Redeal(Effect):
    """The board is dealt again for those concerned."""

    name: ClassVar[str] = "redeal"

    @property
    def words(self) -> str:
        return "the board is dealt again"


# -- 16A ---------------------------------------------------------------------------------------------------------------


@DUPLICATE_2017.procedure(
    "16A",
    "Information a player may use",
    happened="May a player use this information?",
    declared=Declaration(seats=Seats(("player",)), staging=seated("16A", player="N")),
)
def authorised_information(case: Case) -> None:
    """16A1 and 16A2 list what may be used; the rest is for 16B to 16D."""
    origin = case.asks(COMES_FROM, "16A1")
    if origin == "legal":
        if case.asks(COLOURED, "16A1(a)"):
            case.rules(NotEntitled("chooser", TO_USE_INFORMATION), "16A1(a)")
            case.rules(Referral(RULE_UNDER_16B), "16B1")
        else:
            case.rules(Entitled("chooser", TO_USE_INFORMATION), "16A1(a)")
    elif origin == "withdrawn":
        case.rules(Referral(RULE_UNDER_16C), "16A1(b)")
    elif origin in ("law or regulation", "procedures"):
        case.rules(Entitled("chooser", TO_USE_INFORMATION), "16A1(c)")
    elif origin == "before the hand":
        if case.asks(PRECLUDED, "16A1(d)"):
            case.rules(NotEntitled("chooser", TO_USE_INFORMATION), "16A1(d)")
            case.rules(Referral(RULE_UNDER_16D), "16D1")
        else:
            case.rules(Entitled("chooser", TO_USE_INFORMATION), "16A1(d)")
    elif origin in ("own estimate", "opponents' traits", "tournament regulations"):
        case.rules(Entitled("chooser", TO_USE_INFORMATION), "16A2")
    elif origin == "standings":
        case.rules(NotEntitled("chooser", TO_USE_INFORMATION), "16A2")
        case.rules(FromStandings("OS", "unauthorised", "16A2", "standing"), "16A2")
    elif origin == "aid to memory":
        allowed = case.notes(AIDS_ALLOWED, "40B2(d)")
        effect = Entitled("chooser", TO_USE_INFORMATION) if allowed else NotEntitled("chooser", TO_USE_INFORMATION)
        case.rules(effect, "40B2(d)")
    elif origin == "by partner":
        case.rules(NotEntitled("chooser", TO_USE_INFORMATION), "16B1")
        case.rules(Referral(RULE_UNDER_16B), "16B1")
    else:
        case.rules(NotEntitled("chooser", TO_USE_INFORMATION), "16D1")
        case.rules(Referral(RULE_UNDER_16D), "16D1")


# -- 16B ---------------------------------------------------------------------------------------------------------------


@matter("16B", "remarks", "gestures", "pauses")
def _let_partner_know(told: Told) -> dict[str, Any] | None:
    """A story in which a player lets partner know something otherwise than by a call or play.

    Words and gestures matter once the Director comes; a pause, once somebody draws attention to it.
    """
    pause = told.happening.what == "pauses"
    if not told.raised and (pause or not told.director_since):
        return None
    partner = told.by.partner
    findings: dict[str, Any] = {
        "given_by": "tempo" if pause else "words or manner",
        "acted": told.called_since(partner),
    }
    if pause and told.happening.details.get("agreed"):
        findings["extraneous"] = True
    return {"offender": partner.value, "findings": findings}


@DUPLICATE_2017.procedure(
    "16B",
    "Unauthorised information from partner",
    happened="A player may have used information from partner",
    declared=Declaration(
        common=Common(85, "Hesitation, remark or other unauthorised information"),
        also=(
            "hesitated",
            "long pause",
            "break in tempo",
            "thought for a long time",
            "UI",
            "gesture",
        ),
        seats=Seats(("offender",), player="offender"),
        staging=seated("16B", polled, offender="N"),
        elsewhere={"duplicate-2007": "16B", "rubber-2014": "16"},
    ),
)
def information_from_partner(case: Case) -> None:
    """The offender is the player who may have used it: was there information, an alternative, a suggestion, a gain?"""
    case.rules(DirectorAction(ESTABLISH_FACTS), "16B1")
    if not case.asks(EXTRANEOUS, "16B1"):
        if case.notes(DISPUTED, "16B2"):
            case.rules(DirectorAction(WEIGH_STATEMENTS), "85A1")
        case.rules(NothingFollows(), "16B1")
        case.rules(Adjusts("none", "16B3"), "16B3")
        return
    case.rules(FromPartner("OS", "unauthorised", "16B1", "extraneous"), "16B1")
    given_by(case)
    if not case.asks(ACTED, "16B2"):
        rights_reserved(case)
        return
    if case.notes(DISPUTED, "16B2"):
        case.rules(DirectorAction(WEIGH_STATEMENTS), "85A1")
    case.rules(DirectorAction(MEASURED_BY_73C1), "73C1")
    if chose_the_suggested(case, "16B1(a)", "16B3"):
        if_gained(case, "16B3")
        case.rules(ProceduralPenalty("possible", "offender"), "73C2")


@DUPLICATE_2017.passage
def given_by(case: Case) -> None:
    """73D1: thinking is no offence. 75A: what partner's explanation tells the player who knows better is not for use."""
    given = case.notes(GIVEN_BY, "16B1")
    if given == "tempo":
        case.rules(Right("partner", TO_THINK), "73D1")
        case.rules(ProceduralPenalty("none"), "73D1")
    elif given == "explained":
        case.rules(Info("OS", "unauthorised", "16B1", "misread"), "75A")
        case.rules(DirectorAction(CALL_AS_IF_UNHEARD), "75A")


@DUPLICATE_2017.passage
def rights_reserved(case: Case) -> None:
    """16B2, before partner has acted: the fact is fixed, and disputed facts come to the Director at once."""
    if case.notes(RESERVING_ALLOWED, "16B2"):
        case.rules(Entitled("others", TO_RESERVE_RIGHTS), "16B2")
    else:
        case.rules(DirectorAction(SUMMON_NOT_RESERVE), "16B2")
    if case.notes(DISPUTED, "16B2"):
        case.rules(Duty("side", TO_SUMMON_IF_DISPUTED, "should"), "16B2")
    else:
        case.rules(DirectorAction(ANY_TIME), "16B3")
    case.rules(NothingFollows(), "16B2")
    case.rules(Duty("others", TO_SUMMON_AFTER_PLAY, "should"), "16B3")
    case.rules(NotEntitled("chooser", TO_CHOOSE_SUGGESTED), "16B1(a)")
    case.rules(Duty("chooser", TO_AVOID_ADVANTAGE), "73C1")
    case.rules(Adjusts("possible", "16B3", "used"), "16B3")


@DUPLICATE_2017.passage
def chose_the_suggested(case: Case, ban: str, adjusts: str) -> bool:
    """16B1(a) and 16C2: a logical alternative, and an action suggested over it. False when one of them is missing."""
    case.rules(DirectorAction(COUNT_TABLE_ACTION), "16B1(b)")
    if not case.asks(ALTERNATIVE, "16B1(b)"):
        case.rules(LogicalAlternative("no"), "16B1(b)")
        stands(case, ban, adjusts)
        return False
    if case.notes(NARROW_POLL, "16B1(b)"):
        case.doubts(
            "the law gives no number for a significant proportion: one player in five counts here, older guidance"
            " asks for one in four; the body in charge can set its own",
            "16B1(b)",
        )
    chosen_by_nobody(case)
    case.rules(LogicalAlternative("yes"), "16B1(b)")
    if not case.asks(SUGGESTED, ban):
        case.rules(DemonstrablySuggested("no"), ban)
        stands(case, ban, adjusts)
        return False
    case.rules(DemonstrablySuggested("yes"), ban)
    return True


@DUPLICATE_2017.passage
def chosen_by_nobody(case: Case) -> None:
    """16B1(b), the second limb: a poll without anybody who chose the action does not show that nobody might."""
    if case.notes(NOBODY_CHOSE_IT, "16B1(b)"):
        case.doubts(
            "enough of those polled seriously considered it, but none of them chose it; the law asks whether some"
            " might, which so few answers do not settle, and you have found that some might",
            "16B1(b)",
        )


@DUPLICATE_2017.passage
def stands(case: Case, ban: str, adjusts: str) -> None:
    """No infraction: the result counts, whatever the information was."""
    case.rules(StandsAsJudged() if ban == "16C2" else ResultStands(), ban)
    case.rules(Adjusts("none", adjusts), adjusts)


# -- 16C ---------------------------------------------------------------------------------------------------------------


def _taken_over(earlier: Ruling, at: Situation) -> Table:
    """The user of the information, and what sets 16C aside."""
    fields: Table = {"player": at.offender.partner.value}
    decided = {(step.effect.name, step.provision) for step in earlier.decided}
    if ("info", "23B") in decided:
        return fields | {"findings": {"free_of_16C": True}}
    if ("info", "27B1(a)") in decided:
        return fields | {"findings": {"set_aside_16C_by": "27B1(a)"}}
    if ("call_cancelled", "25A1") in decided:
        return fields | {"findings": {"set_aside_16C_by": "25A"}}
    return fields


@DUPLICATE_2017.procedure(
    "16C",
    "Information from withdrawn calls and plays",
    happened="A call or card was withdrawn: who may use the information from it?",
    declared=Declaration(
        seats=Seats(("offender",), player="own side"),
        staging=seated("16C", polled, offender="S", player="N"),
        elsewhere={"duplicate-2007": "16D", "rubber-2014": "16"},
        takes_over=_taken_over,
    ),
)
def withdrawn_actions(case: Case) -> None:
    """16C1 frees the one side, 16C2 binds the other, 16C3 puts damage right."""
    if case.notes(FREE_OF_16C, "16C"):
        without_rectification(case)
        return
    aside = case.notes(SET_ASIDE_BY, "16C")
    if aside == "27B1(a)":
        case.rules(NoFurtherRectification(), "27B1(a)")
        case.rules(Info("OS", "authorised", "27B1(a)"), "27B1(a)")
        if_assisted(case, "27D")
        return
    if aside == "25A":
        case.rules(DirectorAction(NEVER_HAPPENED), "25A1")
        case.rules(NoFurtherRectification(), "25A1")
        return
    case.rules(Info("NOS", "authorised", "16C1", "withdrawn_actions"), "16C1")
    case.rules(Info("OS", "unauthorised", "16C2", "withdrawn_actions"), "16C2")
    if not case.asks(ACTED, "16C2"):
        case.rules(NotEntitled("side", TO_CHOOSE_SUGGESTED), "16C2")
        case.rules(Adjusts("possible", "16C3", "used"), "16C3")
        return
    case.rules(NoRight("side", TO_CHOOSE_SUGGESTED), "16C2")
    if chose_the_suggested(case, "16C2", "16C3"):
        if_damaged(case, "16C3")


# -- 16D ---------------------------------------------------------------------------------------------------------------


def _learned(facts: Facts) -> Shown:
    """Whether anybody has called is in the auction."""
    if "called_already" not in facts:
        return {}, set()
    return {"auction": ["N 1H"] if facts["called_already"] else []}, {"called_already"}


@DUPLICATE_2017.procedure(
    "16D",
    "Information from other sources",
    happened="A player saw or heard something from elsewhere",
    declared=Declaration(
        seats=Seats(("player",)), staging=seated("16D", _learned, player="N"), elsewhere={"duplicate-2007": "16C"}
    ),
)
def information_from_elsewhere(case: Case) -> None:
    """16D2 before the first call has four courses, 16D3 afterwards two."""
    if not case.asks(BY_ACCIDENT, "16D1"):
        looked_for(case)
        return
    case.rules(Duty("recipient", TO_NOTIFY, "should"), "16D1")
    when = case.asks(RECEIVED_WHEN, "16D2")
    if not case.asks(INTERFERES, "16D2"):
        case.rules(BoardPlayed(), "16D2")
        case.rules(NothingFollows(), "16D2")
        return
    if when == "before the first call" and not case.asks(CALLED_ALREADY, "16D2"):
        if case.asks(SEATS_CAN_CHANGE, "16D2(a)") and case.asks(CHANGES_SEATS, "16D2(a)"):
            case.rules(Referral(REARRANGE), "16D2(a)")
            case.rules(BoardPlayed(), "16D2(a)")
            return
        if case.asks(CAN_REDEAL, "16D2(b)") and case.asks(REDEALS, "16D2(b)"):
            case.rules(Redeal(), "16D2(b)")
            return
        played_or_adjusted(case)
        return
    case.rules(DirectorAction(NO_REDEAL_NOW), "16D3" if when == "after the first call" else "16D2")
    played_or_adjusted(case, STOPPED)


@DUPLICATE_2017.passage
def looked_for(case: Case) -> None:
    """16D is for accidents. To look for such information is an offence (89A1), and to use it another (89A2).

    Before 2024 Law 89 spoke of something else; 74C5 and the general duty of 72B1 had to do. 12A1 gives the score back.
    """
    before = case.notes(BEFORE_AMENDMENT, "16D1")
    if before:
        case.rules(Referral(DEAL_WITH_LOOKING), "74C5")
        case.rules(ProceduralPenalty("possible", "recipient"), "90A")
    else:
        case.rules(Referral(DEAL_WITH_LOOKING), "89A1")
        case.rules(DirectorAction(RULE_UNDER_89A1), "89B")
    if if_affected(case, "12A1") and not before:
        case.rules(DirectorAction(USE_IS_AN_OFFENCE), "89A2")


@DUPLICATE_2017.passage
def played_or_adjusted(case: Case, stopped: Action = NOT_PLAYED) -> None:
    """16D2(c) and 16D2(d), which 16D3 leaves for information that comes after the first call."""
    if not case.asks(LETS_PLAY, "16D2(c)"):
        case.rules(DirectorAction(stopped), "16D2(d)")
        results = case.asks(PROBABLE_RESULTS, "12C1(a)")
        assigned(case, "16D2(d)", results, told=ScoreOfUnplayedBoard)
        case.rules(DirectorAction(TEAM_PLAY_86B), "86B")
        case.rules(DirectorAction(OTHER_TABLE_86B1), "86B1")
        return
    case.rules(BoardPlayed(), "16D2(c)")
    if_affected(case, "16D2(c)")


@DUPLICATE_2017.passage
def if_affected(case: Case, provision: str) -> bool:
    """The score is adjusted if the information affected the result. True when it did."""
    affected = case.asks(AFFECTED, provision)
    if affected == OPEN:
        case.rules(Adjusts("possible", provision, "affected"), provision)
    elif affected == "affected":
        assigned(case, provision, told=AfterInformation)
    else:
        case.rules(StandsUnaffected(), provision)
        case.rules(Adjusts("none", provision), provision)
    return bool(affected == "affected")
