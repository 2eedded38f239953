"""Rights, duties and actions of the Director that Law 40 alone names."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import Moment, action, right

TO_DEVIATE: Final = right(
    "deviate",
    "depart from the announced methods without telling anybody",
    granted="{offender} was free to depart from the announced methods, because {partner} had no more reason to expect that "
    "than {others} had",
)
TO_RELY_ON_CONCEALED: Final = right(
    "rely_on_concealed",
    "base a call or play on an understanding that the opponents have not been told about",
)
TO_PSYCHE: Final = right(
    "psyche",
    "make this psychic call, which regulations restrict",
    said="psyche an artificial bid in this event",
)
TO_WHOLE_EXPLANATION: Final = right(
    "whole_explanation",
    "be given the full explanation: calls made, alternatives not chosen, and inferences from agreements",
    granted="{others} are entitled to a full explanation the first time they ask",
)
TO_KEEP_GENERAL_KNOWLEDGE: Final = right(
    "keep_general_knowledge",
    "keep to themselves anything that is general bridge knowledge",
    granted="{side} need not disclose what is general bridge knowledge",
)
TO_USE_METHOD: Final = right(
    "use_method",
    "use a method that regulations do not allow",
    denied="the regulations of this event do not allow that method",
)
TO_DIFFER_BY_PLAYER: Final = right(
    "differ_by_player",
    "let the meaning of a call depend on which partner makes it",
    denied="{side} must both play the same methods, so the call may not mean one thing from {offender} and another from "
    "{partner}",
)
TO_USE_JUDGEMENT: Final = right(
    "use_judgement",
    "use their own style and judgement",
    granted="style and judgement may differ from player to player",
)
TO_VARY_AFTER_OWN: Final = right(
    "vary_after_own",
    "vary the methods after a question, an answer or an irregularity by their own side",
)
TO_VARY_AFTER_OPPONENTS: Final = right(
    "vary_after_opponents",
    "vary the methods after an irregularity by the opponents",
    moment=Moment.CALLS,
    granted="no regulation forbids it, so {side} may agree to vary their methods after an irregularity by the opponents",
    denied="in this event {side} may not agree to vary their methods after an irregularity by the opponents",
)
TO_CONSULT_OWN_CARD: Final = right(
    "consult_own_card",
    "consult the system card of their own side",
    granted="{offender}, you may look at your own system card now, but not at a later turn to call or play",
    denied="{offender}, you may not look at your own system card during the auction or the play",
)
TO_CONSULT_OPPONENTS_CARD: Final = right(
    "consult_opponents_card",
    "consult the opponents' system card",
    granted="{offender}, you may look at your opponents' system card now",
    denied="{offender}, you may not look at your opponents' system card now",
)
TO_CONSULT_CARD_BEFORE_AUCTION: Final = right(
    "consult_card_before_auction", "consult it before the first call", aloud=False
)
TO_CONSULT_CARD_IN_CLARIFICATION: Final = right(
    "consult_card_in_clarification",
    "consult it in the Clarification Period",
    aloud=False,
)
TO_CONSULT_OPPONENTS_CARD_IN_TURN: Final = right(
    "consult_opponents_card_in_turn",
    "consult it before the auction, in the Clarification Period and at their own turns",
    granted="you may look at it when it is your turn",
)
TO_USE_AID: Final = right(
    "use_aid",
    "use an aid to memory, calculation or technique",
    denied="{offender}, you may use no aid to memory, calculation or technique during the auction and play",
)
FREEDOM_ENDS: Final = action(
    "freedom_ends",
    "the freedom to depart from agreements ends where regulations restrict a psychic call",
)
RECORD_DEVIATION: Final = action(
    "record_deviation",
    "record the deviation, so that repeated ones can be recognised as an understanding",
    moment=Moment.AFTER,
)
PERIOD_HAS_BEGUN: Final = action(
    "period_has_begun",
    "the auction period of a side begins when either partner takes a hand out of the board",
)
APPLY_REGULATION: Final = action("apply_regulation", "apply the regulation on penalties and scores for such methods")
