"""What partnerships may, may not and must do about their methods, in words."""

from __future__ import annotations

from laws.rulings.effects.base import ACTIONS, RIGHTS

RIGHTS.update(
    {
        "deviate": "depart from the announced methods without telling anybody",
        "rely_on_concealed": "base a call or play on an understanding of which the opponents have not been told",
        "psyche": "make this psychic call, which regulations restrict",
        "be_told_of_deviation": "demand to be told that the call departed from the methods",
        "disclose": "disclose the understanding as regulations require",
        "disclose_all": "give all special information from agreement or experience when asked",
        "whole_explanation": "have the whole explanation: calls made, alternatives not chosen, and inferences by agreement",
        "keep_general_knowledge": "keep to themselves what rests on general knowledge of the game",
        "use_method": "use a method that regulations do not allow",
        "differ_by_player": "let the meaning of a call depend on which partner makes it",
        "use_judgement": "decide on a hand by style and judgement",
        "vary_after_own": "vary the methods after a question, an answer or an irregularity of the own side",
        "vary_after_opponents": "vary the methods after an irregularity by the opponents",
        "consult_own_card": "consult the system card of their own side",
        "consult_opponents_card": "consult the opponents' system card",
        "consult_card_before_auction": "consult it before the first call",
        "consult_card_in_clarification": "consult it in the Clarification Period",
        "consult_opponents_card_in_turn": "consult it before the auction, in the Clarification Period and at their own turns",
        "use_aid": "use an aid to memory, calculation or technique",
    }
)
ACTIONS.update(
    {
        "freedom_ends": "the freedom to depart from agreements ends where regulations restrict a psychic call",
        "record_deviation": "note the deviation, so that repeated ones can be seen as an understanding",
        "damage_entitles": "a side damaged because a meaning was not disclosed is entitled to an adjusted score",
        "period_has_begun": "the auction period of a side begins when either partner takes a hand out of the board",
        "apply_regulation": "apply the regulation on penalties and scores for such methods",
    }
)
