"""Laws 20F4, 20F5 and 75B: who has to put a wrong explanation right, and when."""

from __future__ import annotations

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Facts, Seats
from laws.rulings.editions import DUPLICATE_2017
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.calls import Info
from laws.rulings.effects.information import Duty, Entitled, NotEntitled, NothingFollows
from laws.rulings.effects.misinformation import NothingForWaiting
from laws.rulings.facts.misinformation import (
    ASKED_AGAIN,
    BELIEVES_WRONG,
    CALL_WAS_MISTAKEN,
    KNOWER_DECLARES,
    NOTICED_WHEN,
    WHOSE_EXPLANATION,
)
from laws.rulings.tables.seated import Shown, seated


def _corrected(facts: Facts) -> Shown:
    """North has noticed a mistake of North's or South's; who declares is known once the auction is over."""
    fields = {"offender": "N" if facts.get("whose_explanation") == "own" else "S"}
    if "knower_declares" in facts:
        fields["declarer"] = "S" if facts["knower_declares"] else "W"
    return fields, {"whose_explanation", "knower_declares"}


@DUPLICATE_2017.procedure(
    "20F",
    "Duty to correct an explanation",
    happened="An explanation was wrong: who corrects it, and when?",
    declared=Declaration(
        seats=Seats(
            (
                "offender",
                "player",
            ),
            player="own side",
        ),
        staging=seated("20F", _corrected, offender="S", player="N"),
    ),
)
def duty_to_correct(case: Case) -> None:
    """A player becomes aware that an explanation of his side was wrong: his own (20F4) or his partner's (20F5)."""
    whose = case.asks(WHOSE_EXPLANATION, "20F4")
    if whose == "own":
        own_explanation(case)
    else:
        partners_explanation(case)


@DUPLICATE_2017.passage
def own_explanation(case: Case) -> None:
    """20F4(a): by the end of the Clarification Period, and sooner if he likes; 75B2: in the play at once."""
    when = case.asks(NOTICED_WHEN, "20F4(a)")
    if when == "in the auction":
        if case.notes(ASKED_AGAIN, "20F1"):
            case.rules(NotEntitled("knower", "repeat_wrong"), "20F1")
            case.rules(Duty("knower", "correct_now"), "20F4(a)")
        else:
            case.rules(Duty("knower", "correct_before_lead"), "20F4(a)")
            case.rules(Entitled("knower", "correct_sooner"), "20F4(a)")
            case.rules(NothingForWaiting(), "20F4(a)")
            case.rules(DirectorAction("at_the_latest"), "75B2")
        case.rules(Referral("apply_21B"), "20F4(b)")
        case.rules(DirectorAction("judge_change_of_call"), "21B")
    elif when == "in the clarification period":
        case.rules(Duty("knower", "correct_now"), "20F4(a)")
        case.rules(Referral("apply_21B"), "20F4(b)")
        case.rules(DirectorAction("judge_change_of_call"), "21B")
    else:
        if when == "when play is over":
            case.doubts(
                "75B2 speaks of a mistake discovered during the play; one discovered later is taken to be told as well",
                "75B2",
            )
        case.rules(Duty("knower", "correct_now"), "75B2")
        acted_on_it(case, when)


@DUPLICATE_2017.passage
def partners_explanation(case: Case) -> None:
    """20F5: never during the auction; a declarer or dummy after the final pass, a defender when play is over."""
    when = case.asks(NOTICED_WHEN, "75B3")
    if when != "when play is over":
        # 75A: whether or not the explanation was right, it has told the player how the own call was understood.
        case.rules(Info("OS", "unauthorised", "16B1", "explained"), "75A")
    if not case.asks(BELIEVES_WRONG, "20F5(b)"):
        if case.notes(CALL_WAS_MISTAKEN, "75C"):
            woken_up(case)
            return
        case.rules(NotEntitled("others", "immediate_statement"), "20F5(b)")
        case.rules(DirectorAction("resolve_at_end"), "20F6")
        return
    if when == "in the auction":
        case.rules(NotEntitled("knower", "correct_in_auction"), "20F5(a)")
        if case.notes(ASKED_AGAIN, "20F1"):
            case.rules(Duty("knower", "answer_rightly"), "20F1")
            case.rules(NothingFollows(), "20F5(a)")
            case.rules(Info("OS", "unauthorised", "16B1", "reply"), "16B1")
        case.rules(Duty("knower", "correct_after_final_pass"), "20F5(b)(ii)")
        case.rules(Duty("knower", "correct_when_play_is_over"), "20F5(b)(i)")
        return
    if case.asks(KNOWER_DECLARES, "20F5(b)"):
        case.rules(Duty("knower", "correct_now"), "20F5(b)(ii)")
        acted_on_it(case, when)
        return
    if when == "when play is over":
        case.rules(Duty("knower", "correct_now"), "20F5(b)(i)")
        acted_on_it(case, when)
        return
    case.rules(NotEntitled("knower", "correct_before_end"), "20F5(b)(i)")
    case.rules(Duty("knower", "correct_when_play_is_over"), "20F5(b)(i)")


@DUPLICATE_2017.passage
def acted_on_it(case: Case, when: str) -> None:
    """20F6: 21 for calls made on the wrong explanation, 21B3 where they cannot be changed; once a card is led, 47E2 too."""
    case.rules(Referral("apply_21B"), "20F6")
    if when == "in the play":
        case.rules(Referral("apply_47E"), "20F6")
    elif when == "when play is over":
        case.rules(Referral("apply_47E2b"), "20F6")


@DUPLICATE_2017.passage
def woken_up(case: Case) -> None:
    """75C: a mistaken call need not be owned up to; 75A: what partner's explanation told of it may not be used."""
    case.rules(NotEntitled("others", "be_told_of_mistaken_call"), "75C")
    case.rules(Duty("knower", "avoid_advantage"), "73C1")
