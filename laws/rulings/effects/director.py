"""What the Director does about an earlier ruling that was wrong, and about facts in dispute (Laws 82 and 85), in words."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import action

WITHDRAW_WRONG_RULING: Final = action(
    "withdraw_wrong_ruling",
    "withdraw the earlier ruling, which was wrong; what is ruled here takes its place",
)
BOTH_NON_OFFENDING: Final = action(
    "both_non_offending",
    "that is how it should have been ruled; as the board can no longer be scored normally, both "
    "sides count as non-offending for the score, and their scores can differ",
)
NO_RESULT_WITHOUT_ERROR: Final = action(
    "no_result_without_error",
    "there are too many possible results to assign one: the artificial score of both sides is "
    "that of a side in no way at fault (12C2(a))",
)
WEIGH_WITHOUT_ERROR: Final = action(
    "weigh_without_error",
    "assign, for each side, the score that the board would have had with the right ruling",
)
WEIGH_STATEMENTS: Final = action(
    "weigh_statements",
    "set what each player says against all the other evidence and take what is more probable for the "
    "fact; what players say in their own favour needs something else to bear it out",
)
RULE_AS_IF_AGREED: Final = action("rule_as_if_agreed", "rule on the facts so found as if they were agreed")
LET_PLAY_GO_ON: Final = action("let_play_go_on", "rule so that play can go on, as the facts cannot be settled")
