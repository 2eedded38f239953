"""What players may and must do about unauthorised information, in words."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import action, right

TO_USE_INFORMATION: Final = right("use_information", "base calls and plays on it")
TO_SUMMON_AFTER_PLAY: Final = right(
    "summon_after_play",
    "summon the Director when play ends, if they have reason to believe that the information was used",
)
TO_CHOOSE_SUGGESTED: Final = right(
    "choose_suggested",
    "choose an action that the information suggests over a logical alternative",
)
ESTABLISH_FACTS: Final = action("establish_facts", "establish what happened before anything is judged")
RULE_UNDER_16B: Final = action("rule_under_16B", "find out whether partner gave it, and what it suggests (16B)")
RULE_UNDER_16C: Final = action("rule_under_16C", "rule on it as information from a withdrawn action (16C)")
TEAM_PLAY_86B: Final = action("team_play_86B", "in team play, see 86B for the score")
