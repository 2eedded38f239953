"""Rights, duties and actions of the Director that Law 22 alone names."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import Moment, action, right

DOUBLED_AS_IT_STANDS: Final = action(
    "doubled_as_it_stands",
    "a double or redouble of the last bid that nothing superseded counts (19D)",
)
TO_CHANGE_LAST_PASS: Final = right("change_last_pass", "replace the unintended pass by the call that was intended")
TO_WITHDRAW_PASS: Final = right(
    "withdraw_pass",
    "withdraw the pass made after it; only their own side may use the information from the withdrawn pass",
)
TO_REDEAL: Final = right(
    "redeal", "have the board dealt again", denied="a passed-out board is scored as zero, and there is no redeal"
)
AUCTION_REOPENS: Final = action(
    "auction_reopens", "if the pass is changed, the auction continues from the call that was intended", aloud=True
)
APPLY_17D3: Final = action("apply_17D3", "go back to the player who missed a turn (17D3)")
FACE_DOWN_LEAD: Final = action(
    "face_down_lead",
    "have the player on declarer's left lead face down, and ask the table for questions",
)
RULE_UNDER_54: Final = action("rule_under_54", "rule on the lead as one out of turn (54)")
SCORE_ZERO: Final = action("score_zero", "enter the board as passed out: neither side scores", moment=Moment.AFTER)
