"""Rights, duties and actions of the Director that Law 20 alone names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from laws.rulings.effects.base import Effect, Moment, OnRight, action, right
from laws.rulings.effects.information import Duty, NotEntitled

TO_REVIEW: Final = right("review", "have a review of the auction")
TO_INCLUDE_ALERTS: Final = right(
    "include_alerts",
    "include the alerts when the calls are restated",
    moment=Moment.REST,
)
TO_REVIEW_IN_PART: Final = right("review_in_part", "ask for part of the calls or stop the review")
TO_ANSWER_REVIEW: Final = right("answer_review", "answer the request for a review")
TO_EXPLANATION: Final = right(
    "explanation", "be given an explanation of the opponents' auction", said="ask what the opponents' calls mean"
)
TO_EXPLANATION_OF_DEFENCE: Final = right(
    "explanation_of_defence",
    "be given an explanation of a defender's call or card play agreements",
    said="ask what the defenders' calls and plays mean by agreement",
)
TO_ALTERNATIVES: Final = right(
    "alternatives",
    "be told about relevant calls that were not made and inferences from agreements",
    said="also ask about other calls that were available, and about any inferences from agreements",
)
TO_CONTRACT_AT_TURN: Final = right(
    "contract_at_turn",
    "be told, at their own turn to play, what the contract is and whether it was doubled or redoubled, but not by whom",
    said="ask, at their own turn to play, what the contract is and whether it was doubled or redoubled, but not by whom",
)
TO_EXPLORE_OTHER_SITUATIONS: Final = right(
    "explore_other_situations",
    "ask about auctions other than this one, or what a call would mean in them",
)
TO_EXPLAIN_OWN_CALL: Final = right(
    "explain_own_call",
    "explain it, unless the Director tells them to",
)
TO_RETRACT_MISINFORMED_LEAD: Final = right(
    "retract_misinformed_lead",
    "take back the card led on an opponent's wrong answer, without further rectification",
)
TO_ACCEPT_MISINFORMED_LEAD: Final = right("accept_misinformed_lead", "accept the card led on the wrong answer")
TO_ASK_FOR_PARTNER: Final = right("ask_for_partner", "ask only for partner's benefit")
TO_ASK_FOR_WRONG_ANSWER: Final = right("ask_for_wrong_answer", "ask only to draw a wrong answer")
TO_ASK_ABOUT_ONE_CALL: Final = right(
    "ask_about_one_call",
    "ask about one call only, at the risk of giving partner unauthorised information (16B1)",
)
APPLY_54: Final = action(
    "apply_54",
    "rule on the card faced as an opening lead out of turn (Law 54); asking first does not help",
)
TO_RETRACT_LEAD: Final = right("retract_lead", "take back the card because of having asked a question")


@dataclass(frozen=True, slots=True)
class ReviewCorrected(Duty):
    """Everybody at the table puts right what they hear amiss in a review."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "anyone who hears a mistake must correct it at once"


@dataclass(frozen=True, slots=True)
class HasNoLead(NotEntitled):
    """Declarer or dummy asks what only a defender can need to know."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.who}}} may not ask whose lead it is; that is for the defenders"


@dataclass(frozen=True, slots=True)
class NoReviewYet(NotEntitled):
    """The review has to wait for the player's turn."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{NotEntitled.said(self, beside)} now"


@dataclass(frozen=True, slots=True)
class WaitsForTurn(NotEntitled):
    """Somebody has a question beside one that is being answered, and must wait for their turn with it."""

    def said(self, beside: Sequence[Effect]) -> str:
        return f"{{{self.who}}} may not ask anything more until it is {{{self.who}}}'s turn"


@dataclass(frozen=True, slots=True)
class ExplainedByPartners(NotEntitled):
    """Nobody explains their own calls and plays; the table hears who does."""

    def said(self, beside: Sequence[Effect]) -> str:
        defence = any(isinstance(one, OnRight) and one.to == TO_EXPLANATION_OF_DEFENCE for one in beside)
        who, what = ("the defenders", "calls and plays") if defence else ("your opponents", "calls")
        return f"{who} explain each other's {what}, and say nothing about their own unless I ask"


@dataclass(frozen=True, slots=True)
class WithAlerts(Duty):
    """What a review includes, which the table hears with who gives it."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class ReviewFromOpponents(NotEntitled):
    """Who gives the review (20D): one opponent, and all of it."""

    def said(self, beside: Sequence[Effect]) -> str:
        alerts = ", including the alerts" if any(isinstance(one, WithAlerts) for one in beside) else ""
        return f"one of your opponents will go through the whole auction for you{alerts}"
