"""Rights, duties and actions of the Director that several laws name."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import Moment, action, right

# -- what other laws say -----------------------------------------------------------------------------------------------

APPLY_16C: Final = action("apply_16C", "remember who may use the information from withdrawn and cancelled calls (16C)")
RULE_UNDER_22: Final = action("rule_under_22", "see how the auction ended (22)")
TO_VALID_SCORE: Final = right("valid_score", "have an artificial adjusted score, if deprived of a valid one")

# -- what the calls of a side mean -------------------------------------------------------------------------------------

TO_BE_TOLD_OF_DEVIATION: Final = right(
    "be_told_of_deviation",
    "insist on being told that the call departed from the methods",
    denied="there was nothing to tell {others}",
)
TO_DISCLOSE_ALL: Final = right(
    "disclose_all",
    "give all special information from agreement or experience when asked",
    said="tell the opponents, when asked, everything that they know about the call from agreement or experience",
)
TO_DISCLOSE: Final = right(
    "disclose",
    "disclose the understanding as regulations require",
    said="disclose an understanding like that to the opponents",
    implied_by=(TO_DISCLOSE_ALL,),
)
DAMAGE_ENTITLES: Final = action(
    "damage_entitles",
    "a side damaged because a meaning was not disclosed is entitled to an adjusted score",
)

# -- reviews, questions and explanations -------------------------------------------------------------------------------

TO_CLARIFY: Final = right("clarify", "ask at once which call was made")
TO_CORRECT_REVIEW: Final = right(
    "correct_review",
    "correct any error in the review, even as dummy or as a player required to pass",
    moment=Moment.REST,
    said="correct any mistake in the review at once",
)
TO_ASK_WHOSE_LEAD: Final = right(
    "ask_whose_lead",
    "ask whether it is their opening lead, and wait for the answer",
    said="ask whether it is their lead; wait for the answer before you lead",
)
TO_ASK_NOW: Final = right("ask_now", "ask now")
TO_ASK_WHEN_IN_TURN: Final = right("ask_when_in_turn", "ask when it is their turn")
TO_EXPLAIN_PARTNERS_CALL: Final = right("explain_partners_call", "explain partner's call or play")

# -- an irregularity, and the choice after it --------------------------------------------------------------------------

TO_DRAW_ATTENTION: Final = right(
    "draw_attention",
    "draw attention to the irregularity",
    said="point the irregularity out",
    denied="{speaker}, as dummy you may not point out an irregularity while play is going on",
)
TO_SAY_NOTHING: Final = right(
    "say_nothing",
    "say nothing about an infraction by their own side, as long as they do not conceal it",
    implied_by=(TO_DRAW_ATTENTION,),
)
TO_CONCEAL: Final = right(
    "conceal", "conceal an infraction", said="do anything to hide an infraction", implied_by=(TO_DRAW_ATTENTION,)
)
TO_CONSULT: Final = right("consult", "consult partner about the choice", moment=Moment.CHOICE, aloud=False)
TO_CHOOSE_AGAIN: Final = right("choose_again", "choose again, because every option had been explained")
TO_TAKE_DECLINED: Final = right("take_declined", "come back later to an option that was declined")
OPPONENTS_KEEP_RIGHTS: Final = action(
    "opponents_keep_rights",
    "the opponents' rights are the same as if they had drawn attention themselves",
)

# -- information, and where it leads -----------------------------------------------------------------------------------

TO_USE_INFORMATION: Final = right(
    "use_information",
    "base calls and plays on the information",
    said="use that information",
    granted="{chooser}, you are entitled to use that",
)
TO_SUMMON_AFTER_PLAY: Final = right(
    "summon_after_play",
    "call the Director when play ends, if they have reason to believe that the information was used",
    moment=Moment.AFTER,
    aloud=False,
)
TO_CHOOSE_SUGGESTED: Final = right(
    "choose_suggested",
    "choose an action that the information suggests, if there is a logical alternative to it",
    moment=Moment.INFORMATION,
)
ESTABLISH_FACTS: Final = action("establish_facts", "establish what happened before anything is judged")
RULE_UNDER_16B: Final = action(
    "rule_under_16B",
    "find out whether partner gave it, and what it suggests (16B)",
    moment=Moment.AFTER,
    said="{others}, call me back after play if you think that the information helped the other side; I may adjust the score",
)
RULE_UNDER_16C: Final = action(
    "rule_under_16C",
    "rule on it as information from a withdrawn action (16C)",
    said="only the side that did not offend may use information from a withdrawn action",
)
TEAM_PLAY_86B: Final = action("team_play_86B", "in team play, see 86B for the score", moment=Moment.AFTER)

# -- wrong rulings, and facts that are in dispute ----------------------------------------------------------------------

WITHDRAW_WRONG_RULING: Final = action(
    "withdraw_wrong_ruling",
    "withdraw the earlier ruling, which was wrong; this ruling replaces it",
    moment=Moment.FOUND,
    said="my earlier ruling was wrong, and this one takes its place",
)
BOTH_NON_OFFENDING: Final = action(
    "both_non_offending",
    "that is what the ruling should have been; as the board can no longer be scored normally, both sides are "
    "treated as non-offending for the score, and their scores may differ",
    moment=Moment.SCORE,
    aloud=True,
)
NO_RESULT_WITHOUT_ERROR: Final = action(
    "no_result_without_error",
    "there are too many possible results to assign a score, so both sides get the artificial score of a side in "
    "no way at fault (12C2(a))",
    moment=Moment.AFTER,
)
WEIGH_WITHOUT_ERROR: Final = action(
    "weigh_without_error", "assign to each side the score it would have had with the right ruling", moment=Moment.AFTER
)
WEIGH_STATEMENTS: Final = action(
    "weigh_statements",
    "weigh what each player says against all the other evidence, and find as fact what is more probable; what "
    "players say in their own favour needs something else to support it",
)
RULE_AS_IF_AGREED: Final = action("rule_as_if_agreed", "rule on the facts so found as if they were agreed")
COMPLETE_THE_BOARD: Final = action(
    "complete_the_board",
    "have the auction and play completed, and look for an advantage when play is over",
    said="play the board out",
)
LET_PLAY_GO_ON: Final = action("let_play_go_on", "rule so that play can continue, as the facts cannot be settled")
