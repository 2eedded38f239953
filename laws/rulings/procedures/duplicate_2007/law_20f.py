"""2007 Laws 20F4, 20F5 and 75: who had to put a wrong explanation right, and when.

Told by the notes (20F4): whoever noticed during the auction that his own explanation was wrong had to call the Director
and correct it immediately; the freedom to wait is of 2017. The rules on partner's explanation (20F5) are unmarked.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.case import Case
from laws.rulings.declaration import Declaration, Seats
from laws.rulings.editions import DUPLICATE_2007
from laws.rulings.effects import DirectorAction, Referral
from laws.rulings.effects.base import action
from laws.rulings.effects.information import Duty, NotEntitled
from laws.rulings.effects.misinformation import (
    APPLY_47E,
    APPLY_47E2B,
    RESOLVE_AT_END,
    TO_CORRECT_AFTER_FINAL_PASS,
    TO_CORRECT_BEFORE_END,
    TO_CORRECT_IN_AUCTION,
    TO_CORRECT_NOW,
    TO_CORRECT_WHEN_PLAY_IS_OVER,
    TO_IMMEDIATE_STATEMENT,
)
from laws.rulings.facts.misinformation import BELIEVES_WRONG, KNOWER_DECLARES, NOTICED_WHEN, WHOSE_EXPLANATION

RULE_UNDER_21B: Final = action(
    "rule_under_21B",
    "rule on the calls made meanwhile under 21B, or under 40B4 if the meaning was not disclosed",
)


@DUPLICATE_2007.procedure(
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
        )
    ),
)
def duty_to_correct(case: Case) -> None:
    """A player becomes aware that an explanation by their side was wrong: their own (20F4) or partner's (20F5)."""
    if case.asks(WHOSE_EXPLANATION, "20F4") == "own":
        own_explanation(case)
    else:
        partners_explanation(case)


@DUPLICATE_2007.passage
def own_explanation(case: Case) -> None:
    """20F4: at once, however far the board has come."""
    when = case.asks(NOTICED_WHEN, "20F4")
    if when == "when play is over":
        case.doubts(
            "the notes refer to a mistake noticed during the auction or play; here one noticed later has to be corrected too",
            ("75"),
        )
    case.rules(Duty("knower", TO_CORRECT_NOW), "20F4")
    acted_on_it(case, when)


@DUPLICATE_2007.passage
def partners_explanation(case: Case) -> None:
    """20F5: never during the auction; a declarer or dummy after the final pass, a defender when play is over."""
    when = case.asks(NOTICED_WHEN, "20F5(b)")
    if not case.asks(BELIEVES_WRONG, "20F5(b)"):
        case.rules(NotEntitled("others", TO_IMMEDIATE_STATEMENT), "20F5(b)")
        case.rules(DirectorAction(RESOLVE_AT_END), "20F6")
    elif when == "in the auction":
        case.rules(NotEntitled("knower", TO_CORRECT_IN_AUCTION), "20F5(a)")
        case.rules(Duty("knower", TO_CORRECT_AFTER_FINAL_PASS), "20F5(b)(ii)")
        case.rules(Duty("knower", TO_CORRECT_WHEN_PLAY_IS_OVER), "20F5(b)(i)")
    elif case.asks(KNOWER_DECLARES, "20F5(b)"):
        case.rules(Duty("knower", TO_CORRECT_NOW), "20F5(b)(ii)")
        acted_on_it(case, when)
    elif when == "when play is over":
        case.rules(Duty("knower", TO_CORRECT_NOW), "20F5(b)(i)")
        acted_on_it(case, when)
    else:
        case.rules(NotEntitled("knower", TO_CORRECT_BEFORE_END), "20F5(b)(i)")
        case.rules(Duty("knower", TO_CORRECT_WHEN_PLAY_IS_OVER), "20F5(b)(i)")


@DUPLICATE_2007.passage
def acted_on_it(case: Case, when: str) -> None:
    """20F6: 21 for calls made on the wrong explanation; once a card is led, 47E for what was played on it too."""
    case.rules(Referral(RULE_UNDER_21B), "20F6")
    if when == "in the play":
        case.rules(Referral(APPLY_47E), "20F6")
    elif when == "when play is over":
        case.rules(Referral(APPLY_47E2B), "20F6")
