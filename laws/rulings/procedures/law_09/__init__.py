"""Laws 9 to 11: attention drawn, the Director summoned, the right to rectification kept or forfeited."""

from __future__ import annotations

from typing import Any

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral, Right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.conduct import TO_CORRECT_REVOKE, TO_OWN_INFRACTION, TO_REFUSE_TRICK, NoDuty
from laws.rulings.effects.information import (
    Adjusts,
    Duty,
    Entitled,
    NotEntitled,
    NothingFollows,
    ProceduralPenalty,
    ResultStands,
    StandsAsUnforeseen,
)
from laws.rulings.effects.misinformation import (
    TO_CORRECT_AFTER_FINAL_PASS,
    TO_CORRECT_BEFORE_END,
    TO_CORRECT_IN_AUCTION,
    TO_CORRECT_NOW,
    TO_CORRECT_WHEN_PLAY_IS_OVER,
)
from laws.rulings.effects.rights import (
    OPPONENTS_KEEP_RIGHTS,
    RULE_UNDER_16C,
    TO_CONCEAL,
    TO_CONSULT,
    TO_DRAW_ATTENTION,
    TO_SAY_NOTHING,
)
from laws.rulings.facts.attention import CHOICE, IS_DUMMY, OWN_SIDE
from laws.rulings.facts.judging import ASSISTED, FORESEEABLE, OPEN
from laws.rulings.facts.misinformation import KNOWER_DECLARES
from laws.rulings.procedures.judging import assigned, if_assisted, if_gained, options_declined
from laws.rulings.procedures.law_09.effects import (
    ALLOW_WHAT_PLAYERS_DID,
    CANCEL_WHAT_PLAYERS_DID,
    DUMMY_TOO,
    EXPLAIN_AND_CHOOSE_AGAIN,
    GO_ON_AFTER_CHOICE,
    NEITHER_OFFENDED,
    NO_IMMEDIATE_RECTIFICATION,
    POINTED_TOO_LATE,
    REVOKE_NAMED_BY_DUMMY,
    RULE_ON_IRREGULARITY,
    RULE_ON_PREMATURE_CORRECTION,
    RULE_UNDER_11,
    RULE_UNDER_20F,
    TO_ACT,
    TO_ASK_WAIVER,
    TO_CHOOSE_ALONE,
    TO_CHOOSE_BEST,
    TO_DETERMINE,
    TO_EXPLAIN_ALL,
    TO_KEEP_RIGHTS,
    TO_POINT_OUT_CARD,
    TO_PREVENT,
    TO_RECTIFICATION,
    TO_SUMMON,
    TO_SUMMON_AT_ONCE,
    TO_SUMMON_FIRST,
    TO_TAKE_PART,
    WARNED_WITHOUT_RIGHT,
    FreeAfterPlay,
    FreeInPlay,
    FreeToSpeak,
    FreeToSummon,
    LeftToPlay,
    LooksAtWithdrawn,
    NobodyActs,
)
from laws.rulings.procedures.law_09.facts import (
    ACTED_FIRST,
    ALLOWS,
    ATTENTION_DRAWN,
    AUCTION_OVER,
    CONSULTED,
    DOES,
    DUMMY_OVERSTEPS,
    ELECTOR_OFFENDED,
    FORFEITED,
    GAINED_BY_IGNORANCE,
    HOW_FAR,
    PLAYERS_DID,
    POINTED_BEFORE,
    REPLACED_WHAT,
    SPEAKS_OF,
    STILL_NORMAL,
    UNRECTIFIED,
    USED_UNAUTHORISED,
    WARNS_OF,
    WHAT_HAPPENED,
)
from laws.rulings.tables.seated import Shown, seated

# -- Law 9 -------------------------------------------------------------------------------------------------------------


def _noticed(facts: Facts) -> Shown:
    """South speaks; who is dummy, and whose irregularity it is, follows from the seats."""
    fields: dict[str, Any] = {}
    if "is_dummy" in facts:
        fields["declarer"] = "N" if facts["is_dummy"] else "E"
    if "own_side" in facts:
        fields["offender"] = "S" if facts["own_side"] else "E"
    return fields, {"is_dummy", "own_side"}


@DUPLICATE_2017.procedure(
    "9",
    "Procedure following an irregularity",
    happened="Somebody noticed an irregularity",
    declared=Declaration(
        seats=Seats(("player",)), staging=seated("9", _noticed, player="S"), elsewhere={"rubber-2014": "13"}
    ),
)
def after_an_irregularity(case: Case) -> None:
    """9A: who may speak. 9B: who may summon, and that nobody acts before the ruling. 9C: a correction too soon."""
    does = case.asks(DOES, "9A")
    if does == "prevents":
        prevention(case)
    elif does == "draws attention":
        attention(case)
    elif does == "summons":
        summons(case)
    else:
        case.rules(Duty("table", TO_SUMMON_AT_ONCE, "should"), "9B1(a)")
        case.rules(NotEntitled("speaker", TO_ACT), "9B2")
        if does == "corrects":
            case.rules(Referral(RULE_ON_PREMATURE_CORRECTION), "9C")
        elif case.asks(OWN_SIDE, "11A"):
            case.rules(Referral(RULE_ON_IRREGULARITY), "9B2")
        else:
            case.rules(Referral(RULE_UNDER_11), "11A")


@DUPLICATE_2017.passage
def prevention(case: Case) -> None:
    """9A3: everybody; dummy within 42B2 and 43, so without taking part in the play and with rights not lost (43A2)."""
    if not case.asks(IS_DUMMY, "9A3"):
        case.rules(Entitled("speaker", TO_PREVENT), "9A3")
        case.rules(NothingFollows(), "9A3")
        return
    oversteps = case.notes(DUMMY_OVERSTEPS, "43A")
    if oversteps == "rights lost":
        without_rights(case)
        return
    case.rules(Entitled("speaker", TO_PREVENT), "42B2")
    if oversteps == "as it suits":
        case.rules(NotEntitled("speaker", TO_TAKE_PART), "43A1(c)")
        case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
    else:
        case.rules(NothingFollows(), "9A3")


@DUPLICATE_2017.passage
def without_rights(case: Case) -> None:
    """43B2: a dummy who has looked at other hands and warns declarer all the same."""
    case.doubts(
        "43B2 says what happens when a dummy who has looked at other hands warns declarer; it is taken here to "
        "mean that dummy may not warn at all, though no law says so directly",
        "43A2",
    )
    case.rules(NotEntitled("speaker", TO_PREVENT), "43A2")
    warns_of = case.notes(WARNS_OF, "43B2")
    if warns_of == "the hand to lead from":
        case.rules(Referral(WARNED_WITHOUT_RIGHT), "43B2(a)")
    elif warns_of == "a revoke":
        case.rules(Referral(REVOKE_NAMED_BY_DUMMY), "43B2(b)")
    case.rules(ProceduralPenalty("possible", "speaker"), "43B1")


@DUPLICATE_2017.passage
def attention(case: Case) -> None:
    """9A1, 9A2 and 9A4: everybody in the auction period, all but dummy in the play, everybody afterwards."""
    how_far = case.asks(HOW_FAR, "9A1")
    speaks_of = case.notes(SPEAKS_OF, "9A5")
    if speaks_of == "partner's explanation":
        partners_explanation(case, how_far)
        return
    if speaks_of == "a card pointed wrongly" and how_far == "play":
        pointed_wrongly(case)
        return
    dummy = False
    if how_far == "auction period":
        case.rules(FreeToSpeak(), "9A1")
    elif how_far == "after play":
        case.rules(FreeAfterPlay(), "9A4")
    elif case.asks(IS_DUMMY, "9A4"):
        dummy = True
        case.rules(NotEntitled("speaker", TO_DRAW_ATTENTION), "9A4")
        case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
        if case.notes(DUMMY_OVERSTEPS, "43A") == "rights lost" and not case.asks(OWN_SIDE, "43B3"):
            case.rules(Duty("table", TO_SUMMON_AT_ONCE, "should"), "9B1(a)")
            case.rules(NobodyActs(), "9B2")
            case.rules(Referral(NO_IMMEDIATE_RECTIFICATION), "43B3")
            return
    else:
        case.rules(FreeInPlay(), "9A2")
    if case.asks(OWN_SIDE, "9A5"):
        if speaks_of == "own revoke" and not dummy:
            case.rules(Duty("speaker", TO_CORRECT_REVOKE), "62A")
        elif speaks_of == "trick not won":
            case.rules(Duty("speaker", TO_REFUSE_TRICK), "79A2")
        else:
            case.rules(Entitled("speaker", TO_SAY_NOTHING), "9A5")
            case.rules(NoDuty("speaker", TO_OWN_INFRACTION), "72B2")
        case.rules(NotEntitled("speaker", TO_CONCEAL), "72B3")
        case.rules(DirectorAction(OPPONENTS_KEEP_RIGHTS), "9B1(d)")
    case.rules(Duty("table", TO_SUMMON_AT_ONCE, "should"), "9B1(a)")
    case.rules(Right("table", TO_KEEP_RIGHTS), "9B1(c)")
    case.rules(NobodyActs(), "9B2")


@DUPLICATE_2017.passage
def partners_explanation(case: Case, how_far: str) -> None:
    """20F5, to which 9A4 and 9A5 point: forbidden in the auction, and a duty at the first legal opportunity after it.

    The auction period goes on after the final pass, in the Clarification Period (17D1), and the prohibition does not.
    """
    if how_far == "auction period" and not case.notes(AUCTION_OVER, "20F5(b)"):
        case.rules(NotEntitled("speaker", TO_CORRECT_IN_AUCTION), "20F5(a)")
        case.rules(Duty("speaker", TO_CORRECT_AFTER_FINAL_PASS), "20F5(b)(ii)")
        case.rules(Duty("speaker", TO_CORRECT_WHEN_PLAY_IS_OVER), "20F5(b)(i)")
    elif how_far == "after play":
        case.rules(Duty("speaker", TO_CORRECT_NOW), "20F5(b)(i)")
    elif case.asks_aside(KNOWER_DECLARES, "20F5(b)"):
        case.rules(Duty("speaker", TO_CORRECT_NOW), "20F5(b)(ii)")
    else:
        case.rules(NotEntitled("speaker", TO_CORRECT_BEFORE_END), "20F5(b)(i)")
        case.rules(Duty("speaker", TO_CORRECT_WHEN_PLAY_IS_OVER), "20F5(b)(i)")
    case.rules(Referral(RULE_UNDER_20F), "20F6")


@DUPLICATE_2017.passage
def pointed_wrongly(case: Case) -> None:
    """65B3, to which 9A2 points: any player, dummy too, but only until the own side plays to the next trick."""
    if case.notes(POINTED_BEFORE, "65B3"):
        case.rules(NotEntitled("speaker", TO_POINT_OUT_CARD), "65B3")
        case.rules(Referral(POINTED_TOO_LATE), "65B3")
    else:
        case.rules(Entitled("speaker", TO_POINT_OUT_CARD), "65B3")
        case.rules(NothingFollows(), "65B3")


@DUPLICATE_2017.passage
def summons(case: Case) -> None:
    """9B1(b): once attention has been drawn every player may summon, dummy too; before that, whoever may draw attention."""
    free: type[FreeToSpeak | FreeToSummon] = FreeToSummon
    law = "9B1(b)"
    drawn = case.asks(ATTENTION_DRAWN, "9B1(b)")
    if drawn:
        case.rules(Duty("table", TO_SUMMON_AT_ONCE, "should"), "9B1(a)")
        case.rules(DirectorAction(DUMMY_TOO), "43A1(a)")
    else:
        how_far = case.asks(HOW_FAR, "43A1(a)")
        if how_far == "play" and case.asks(IS_DUMMY, "43A1(a)"):
            case.rules(NotEntitled("speaker", TO_SUMMON_FIRST), "43A1(a)")
            case.rules(ProceduralPenalty("possible", "speaker"), "43B1")
            case.rules(Entitled("speaker", TO_KEEP_RIGHTS), "9B1(c)")
            case.rules(NobodyActs(), "9B2")
            return
        free, law = {
            "auction period": (FreeToSpeak, "9A1"),
            "play": (FreeInPlay, "9A2"),
            "after play": (FreeAfterPlay, "9A4"),
        }[how_far]
    case.rules(free(to=TO_SUMMON), law)
    case.rules(Entitled("speaker", TO_KEEP_RIGHTS), "9B1(c)")
    case.rules(NobodyActs(), "9B2")


# -- Law 10 ------------------------------------------------------------------------------------------------------------


def _chosen(facts: Facts) -> Shown:
    """South has the choice, after an irregularity by East or by himself."""
    if "elector_offended" not in facts:
        return {}, set()
    return {"player": "S", "offender": "S" if facts["elector_offended"] else "E"}, {"elector_offended"}


@DUPLICATE_2017.procedure(
    "10",
    "Assessment of rectification",
    happened="A player chose a rectification without the Director",
    declared=Declaration(
        seats=Seats(("offender",)), staging=seated("10", _chosen, offender="E"), elsewhere={"rubber-2014": "14"}
    ),
)
def assessment(case: Case) -> None:
    """10A and 10B: the Director's right, not the players'. 10C: all options explained, one player chooses alone."""
    what = case.asks(WHAT_HAPPENED, "10")
    if what == "players ruled":
        case.rules(NotEntitled("table", TO_DETERMINE), "10A")
        if case.notes(PLAYERS_DID, "10A") == "waived":
            case.rules(Entitled("others", TO_ASK_WAIVER), "81C5")
        allowed = case.asks(ALLOWS, "10B")
        case.rules(Referral(ALLOW_WHAT_PLAYERS_DID if allowed else CANCEL_WHAT_PLAYERS_DID), "10B")
    elif what == "options left out":
        case.rules(Duty("director", TO_EXPLAIN_ALL), "10C1")
        if case.asks(STILL_NORMAL, "82C"):
            case.rules(Referral(EXPLAIN_AND_CHOOSE_AGAIN), "82B3")
        else:
            case.rules(Referral(NEITHER_OFFENDED), "82C")
            assigned(case, "82C", by_director=True)
    elif what == "a player chooses":
        case.rules(Duty("director", TO_EXPLAIN_ALL), "10C1")
        case.rules(Duty("elector", TO_CHOOSE_ALONE), "10C2")
        case.rules(NotEntitled("elector", TO_CONSULT), "10C2")
        offended = case.asks(ELECTOR_OFFENDED, "10C3")
        case.rules(Entitled("elector", TO_CHOOSE_BEST), "10C4" if offended else "10C3")
        if case.asks(CONSULTED, "10C2"):
            case.rules(Info("OS" if offended else "NOS", "unauthorised", "16B1", "hint"), "16B1")
        choice = case.notes(CHOICE, "10C1")
        if choice != "to be made":
            options_declined(case, "elector", again=choice == "repented")
            case.rules(Referral(GO_ON_AFTER_CHOICE), "84C")
    else:
        profit(case)


@DUPLICATE_2017.passage
def profit(case: Case) -> None:
    """10C4: offenders may do well after the rectification, save for 16C2, 27 and 72C.

    Where no further rectification was exacted, help from the infraction is looked at: by 27D after an insufficient bid in
    rotation, by 23C after the calls that 30 to 32 are about. A result reached without help may still fall under 72C, so
    that it stands is for neither to say.
    """
    if case.asks(USED_UNAUTHORISED, "10C4"):
        case.rules(LooksAtWithdrawn(RULE_UNDER_16C), "16C2")
        return
    if case.notes(UNRECTIFIED, "10C4"):
        help_law = "27D" if case.asks_aside(REPLACED_WHAT, "10C4") == "an insufficient bid in rotation" else "23C"
        if case.notes(ASSISTED, help_law) != "unaided":
            if_assisted(case, help_law)
            return
    foreseeable = case.asks(FORESEEABLE, "72C")
    if foreseeable == "foreseeable":
        if_gained(case, "72C", foreseen=True)
    elif foreseeable == OPEN:
        case.rules(LeftToPlay("possible", "72C", "foreseen"), "72C")
    else:
        case.rules(StandsAsUnforeseen(), "10C4")
        case.rules(Adjusts("none", "12B2"), "12B2")


# -- Law 11 ------------------------------------------------------------------------------------------------------------


@DUPLICATE_2017.procedure(
    "11",
    "Forfeiture of the right to rectification",
    happened="Somebody acted before the Director came",
    declared=Declaration(
        seats=Seats(("offender",)), staging=seated("11", offender="E"), elsewhere={"rubber-2014": "15"}
    ),
)
def forfeiture(case: Case) -> None:
    """11A: who acts before the summons may lose the right; nobody keeps what an opponent's ignorance gave him."""
    acted = case.asks(ACTED_FIRST, "11A")
    if not acted or not case.asks(FORFEITED, "11A"):
        if acted:
            case.doubts(
                "11A's second sentence is about what was gained by acting in ignorance; it is taken to apply to a"
                " right that was forfeited, because a rectification that is still carried out leaves no such gain",
                "11A",
            )
        case.rules(Entitled("others", TO_RECTIFICATION), "11A")
        case.rules(Referral(RULE_ON_IRREGULARITY), "11A")
        return
    case.rules(NotEntitled("others", TO_RECTIFICATION), "11A")
    gained = case.asks(GAINED_BY_IGNORANCE, "11A")
    if gained == "nobody":
        case.rules(ResultStands(), "11A")
    else:
        case.rules(Adjusts("split", "11A", of="side" if gained == "the offenders" else "others"), "11A")
    case.rules(ProceduralPenalty("possible", "side"), "11B")
