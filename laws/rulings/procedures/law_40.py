"""Law 40: partnership understandings, their disclosure, departures from them, system cards and aids."""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Right
from laws.rulings.effects.base import action, right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.conduct import TO_SIGNAL
from laws.rulings.effects.information import Adjusts, Duty, Entitled, NotEntitled, ProceduralPenalty, ResultStands
from laws.rulings.effects.understandings import DAMAGE_ENTITLES, TO_BE_TOLD_OF_DEVIATION, TO_DISCLOSE, TO_DISCLOSE_ALL
from laws.rulings.facts.understandings import (
    AIDS_ALLOWED,
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
from laws.rulings.procedures.judging import if_damaged
from laws.rulings.tables.seated import Shown, seated

TO_DEVIATE: Final = right("deviate", "depart from the announced methods without telling anybody")
TO_RELY_ON_CONCEALED: Final = right(
    "rely_on_concealed",
    "base a call or play on an understanding of which the opponents have not been told",
)
TO_PSYCHE: Final = right("psyche", "make this psychic call, which regulations restrict")
TO_WHOLE_EXPLANATION: Final = right(
    "whole_explanation",
    "have the whole explanation: calls made, alternatives not chosen, and inferences by agreement",
)
TO_KEEP_GENERAL_KNOWLEDGE: Final = right(
    "keep_general_knowledge",
    "keep to themselves what rests on general knowledge of the game",
)
TO_USE_METHOD: Final = right("use_method", "use a method that regulations do not allow")
TO_DIFFER_BY_PLAYER: Final = right("differ_by_player", "let the meaning of a call depend on which partner makes it")
TO_USE_JUDGEMENT: Final = right("use_judgement", "decide on a hand by style and judgement")
TO_VARY_AFTER_OWN: Final = right(
    "vary_after_own",
    "vary the methods after a question, an answer or an irregularity of the own side",
)
TO_VARY_AFTER_OPPONENTS: Final = right(
    "vary_after_opponents",
    "vary the methods after an irregularity by the opponents",
)
TO_CONSULT_OWN_CARD: Final = right("consult_own_card", "consult the system card of their own side")
TO_CONSULT_OPPONENTS_CARD: Final = right("consult_opponents_card", "consult the opponents' system card")
TO_CONSULT_CARD_BEFORE_AUCTION: Final = right("consult_card_before_auction", "consult it before the first call")
TO_CONSULT_CARD_IN_CLARIFICATION: Final = right(
    "consult_card_in_clarification",
    "consult it in the Clarification Period",
)
TO_CONSULT_OPPONENTS_CARD_IN_TURN: Final = right(
    "consult_opponents_card_in_turn",
    "consult it before the auction, in the Clarification Period and at their own turns",
)
TO_USE_AID: Final = right("use_aid", "use an aid to memory, calculation or technique")
FREEDOM_ENDS: Final = action(
    "freedom_ends",
    "the freedom to depart from agreements ends where regulations restrict a psychic call",
)
RECORD_DEVIATION: Final = action(
    "record_deviation",
    "note the deviation, so that repeated ones can be seen as an understanding",
)
PERIOD_HAS_BEGUN: Final = action(
    "period_has_begun",
    "the auction period of a side begins when either partner takes a hand out of the board",
)
APPLY_REGULATION: Final = action("apply_regulation", "apply the regulation on penalties and scores for such methods")


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
        case.rules(Adjusts("none", "40B3(a)"), "40B3(a)")
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
            "the text no longer names variation after one's own question, answer or irregularity; the World Bridge "
            "Federation holds that it remains forbidden",
            "40B2(a)(iv)",
        )
        case.rules(NotEntitled("side", TO_VARY_AFTER_OWN), "73B")
        case.rules(NotEntitled("side", TO_SIGNAL), "73A1")
        case.rules(Info("OS", "unauthorised", "16B1", "extraneous"), "16B1")
        return
    if case.asks(VARIATION_FORBIDDEN, "40B2(a)(iv)"):
        case.rules(NotEntitled("side", TO_VARY_AFTER_OPPONENTS), "40B2(a)(iv)")
        if_damaged(case, "40B4")
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
