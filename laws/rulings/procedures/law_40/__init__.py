"""Law 40: partnership understandings, their disclosure, departures from them, system cards and aids."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.conduct import TO_SIGNAL
from laws.rulings.effects.information import Adjusts, Duty, Entitled, NotEntitled, ProceduralPenalty, ResultStands
from laws.rulings.effects.rights import DAMAGE_ENTITLES, TO_BE_TOLD_OF_DEVIATION, TO_DISCLOSE, TO_DISCLOSE_ALL
from laws.rulings.facts.conduct import AIDS_ALLOWED
from laws.rulings.procedures.judging import if_damaged
from laws.rulings.procedures.law_40.effects import (
    APPLY_REGULATION,
    FREEDOM_ENDS,
    PERIOD_HAS_BEGUN,
    RECORD_DEVIATION,
    TO_CONSULT_CARD_BEFORE_AUCTION,
    TO_CONSULT_CARD_IN_CLARIFICATION,
    TO_CONSULT_OPPONENTS_CARD,
    TO_CONSULT_OPPONENTS_CARD_IN_TURN,
    TO_CONSULT_OWN_CARD,
    TO_DEVIATE,
    TO_DIFFER_BY_PLAYER,
    TO_KEEP_GENERAL_KNOWLEDGE,
    TO_PSYCHE,
    TO_RELY_ON_CONCEALED,
    TO_USE_AID,
    TO_USE_JUDGEMENT,
    TO_USE_METHOD,
    TO_VARY_AFTER_OPPONENTS,
    TO_VARY_AFTER_OWN,
    TO_WHOLE_EXPLANATION,
)
from laws.rulings.procedures.law_40.facts import (
    CARD_WHEN,
    CRUCIAL,
    ISSUE,
    OPPONENTS_CARD_RESTRICTED,
    OWN_CARD_ALLOWED,
    PARTNER_AWARE,
    PRESUMED_DECLARER_SIDE,
    PSYCHE_RESTRICTED,
    REPEATED,
    UNDERSTANDING,
    VARIATION_FORBIDDEN,
    VARIES_AFTER,
)
from laws.rulings.tables.seated import Shown, seated


def _carded(facts: Facts) -> Shown:
    """East looks at a card; who declares is known."""
    if "presumed_declarer_side" not in facts:
        return {}, set()
    return {"declarer": "W" if facts["presumed_declarer_side"] else "N"}, {"presumed_declarer_side"}


@DUPLICATE_2017.procedure(
    "40",
    "Partnership understandings",
    happened="A call departs from what was agreed or disclosed",
    declared=Declaration(seats=Seats(("offender",)), staging=seated("40", _carded, offender="E")),
)
def partnership_understandings(case: Case) -> None:
    """The offender is the player whose call, play, explanation or look at a card is in question."""
    issue = case.asks(ISSUE, "40")
    if issue == "deviation":
        deviation(case)
    elif issue == "not disclosed":
        not_disclosed(case)
    elif issue == "incomplete":
        incomplete(case)
    elif issue == "not permitted":
        case.rules(NotEntitled("side", TO_USE_METHOD), "40B2(a)(i)")
        if_damaged(case, "40B4")
        case.rules(ProceduralPenalty("possible", "side"), "40B4")
    elif issue == "differs by player":
        case.rules(NotEntitled("side", TO_DIFFER_BY_PLAYER), "40A4")
        case.rules(Entitled("offender", TO_USE_JUDGEMENT), "40A4")
    elif issue == "varies":
        varies(case)
    elif issue == "own card":
        own_card(case)
    elif issue == "opponents' card":
        opponents_card(case)
    elif case.notes(AIDS_ALLOWED, "40B2(d)"):
        case.rules(Entitled("offender", TO_USE_AID), "40B2(d)")
    else:
        case.rules(NotEntitled("offender", TO_USE_AID), "40B2(d)")
        case.rules(ProceduralPenalty("possible", "offender"), "90A")


@DUPLICATE_2017.passage
def deviation(case: Case) -> None:
    """40C: lawful while partner is as much in the dark as the opponents, unless 40B2(a)(v) restricts it."""
    if case.asks(PSYCHE_RESTRICTED, "40B2(a)(v)"):
        case.rules(NotEntitled("offender", TO_PSYCHE), "40B2(a)(v)")
        case.rules(DirectorAction(FREEDOM_ENDS), "40C1")
        if_damaged(case, "40B4")
        case.rules(ProceduralPenalty("possible", "offender"), "40B4")
        return
    if not case.asks(PARTNER_AWARE, "40C1"):
        case.rules(Entitled("offender", TO_DEVIATE), "40A3")
        case.rules(NotEntitled("others", TO_BE_TOLD_OF_DEVIATION), "40C2")
        case.rules(ResultStands(), "40C1")
        case.rules(Adjusts("none", "40C1"), "40C1")
        case.rules(DirectorAction(RECORD_DEVIATION), "40C1")
        return
    case.rules(NotEntitled("side", TO_RELY_ON_CONCEALED), "40A3")
    case.rules(Duty("partner", TO_DISCLOSE), "40C1")
    if_damaged(case, "40C1")
    case.rules(DirectorAction(DAMAGE_ENTITLES), "40B3(a)")
    case.rules(ProceduralPenalty("possible", "side"), "40C1")


@DUPLICATE_2017.passage
def not_disclosed(case: Case) -> None:
    """40A1 and 40B3(a): an implicit understanding is one as well; what every player knows is none."""
    if not case.asks(UNDERSTANDING, "40A1(a)"):
        case.rules(Entitled("side", TO_KEEP_GENERAL_KNOWLEDGE), "40B5(a)")
        case.rules(ResultStands(), "40B5(a)")
        case.rules(Adjusts("none", "40B3(a)"), "40B5(a)")
        return
    case.rules(Duty("side", TO_DISCLOSE), "40A1(b)")
    case.rules(Duty("side", TO_DISCLOSE_ALL), "40B5(a)")
    if_damaged(case, "40B3(a)")
    if case.notes(REPEATED, "40B3(b)"):
        case.rules(ProceduralPenalty("possible", "side"), "40B3(b)")


@DUPLICATE_2017.passage
def incomplete(case: Case) -> None:
    """40B5: all special information is given unasked; what was left out counts when it was crucial and did damage."""
    case.rules(Duty("offender", TO_DISCLOSE_ALL), "40B5(a)")
    case.rules(Entitled("others", TO_WHOLE_EXPLANATION), "20F1")
    if case.asks(CRUCIAL, "40B5(b)"):
        if_damaged(case, "40B5(b)")
    else:
        case.rules(ResultStands(), "40B5(b)")
        case.rules(Adjusts("none", "40B5(b)"), "40B5(b)")


@DUPLICATE_2017.passage
def varies(case: Case) -> None:
    """40B2(a)(iv) lets the Authority forbid one kind; the other is an exchange of information that 73 forbids."""
    if case.asks(VARIES_AFTER, "40B2(a)(iv)") == "own question":
        case.doubts(
            "the text no longer mentions varying methods after one's own question, answer or irregularity; the "
            "World Bridge Federation holds that it is still forbidden",
            "40B2(a)(iv)",
        )
        case.rules(NotEntitled("side", TO_VARY_AFTER_OWN), "73B")
        case.rules(NotEntitled("side", TO_SIGNAL), "73A1")
        case.rules(Info("OS", "unauthorised", "16B1", "extraneous"), "16B1")
        return
    if case.asks(VARIATION_FORBIDDEN, "40B2(a)(iv)"):
        case.rules(NotEntitled("side", TO_VARY_AFTER_OPPONENTS), "40B2(a)(iv)")
        if_damaged(case, "40B4")
        case.rules(ProceduralPenalty("possible", "side"), "40B4")
        return
    case.rules(Entitled("side", TO_VARY_AFTER_OPPONENTS), "40B2(a)(iv)")
    case.rules(Duty("side", TO_DISCLOSE), "40A1(b)")


@DUPLICATE_2017.passage
def own_card(case: Case) -> None:
    """40B2(b): not from the start of the auction period, which each side opens when a partner takes the cards out (17A), to the
    end of play, save by the declarers in the Clarification Period.
    """
    when = case.asks(CARD_WHEN, "40B2(b)")
    free = when == "before the auction" or case.notes(OWN_CARD_ALLOWED, "20G3")
    if not free and when == "clarification":
        free = case.asks(PRESUMED_DECLARER_SIDE, "40B2(b)")
    if free:
        case.rules(Entitled("offender", TO_CONSULT_OWN_CARD), "40B2(b)")
    else:
        if when == "hands out":
            case.rules(DirectorAction(PERIOD_HAS_BEGUN), "17A")
        case.rules(NotEntitled("offender", TO_CONSULT_OWN_CARD), "40B2(b)")
        case.rules(ProceduralPenalty("possible", "offender"), "90A")


@DUPLICATE_2017.passage
def opponents_card(case: Case) -> None:
    """40B2(c): until the first call, though hands are out (17B), in the Clarification Period, at one's own turn, or to explain
    partner's call.
    """
    if case.notes(OPPONENTS_CARD_RESTRICTED, "40B2(c)"):
        case.rules(NotEntitled("offender", TO_CONSULT_OPPONENTS_CARD), "40B2(c)")
        case.rules(DirectorAction(APPLY_REGULATION), "40B2(a)(ii)")
        return
    when = case.asks(CARD_WHEN, "40B2(c)")
    if when in ("before the auction", "hands out"):
        case.rules(Entitled("offender", TO_CONSULT_OPPONENTS_CARD), "40B2(c)(i)")
    elif when == "clarification":
        case.rules(Entitled("offender", TO_CONSULT_OPPONENTS_CARD), "40B2(c)(ii)")
    elif when == "own turn":
        case.rules(Entitled("offender", TO_CONSULT_OPPONENTS_CARD), "40B2(c)(iii)")
    elif when == "to explain":
        case.rules(Entitled("offender", TO_CONSULT_OPPONENTS_CARD), "40B2(c)(iv)")
    else:
        case.rules(NotEntitled("offender", TO_CONSULT_OPPONENTS_CARD), "40B2(c)(iii)")
        case.rules(Right("offender", TO_CONSULT_CARD_BEFORE_AUCTION), "40B2(c)(i)")
        case.rules(Right("offender", TO_CONSULT_CARD_IN_CLARIFICATION), "40B2(c)(ii)")
        case.rules(Entitled("offender", TO_CONSULT_OPPONENTS_CARD_IN_TURN), "40B2(c)(iii)")
        case.rules(ProceduralPenalty("possible", "offender"), "90A")
