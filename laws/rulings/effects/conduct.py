"""Effects on conduct (Laws 72 and 73)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from laws.rulings.effects.base import ACTIONS, RIGHTS, Effect
from laws.rulings.effects.calls import SAID


@dataclass(frozen=True, slots=True)
class NoDuty(Effect):
    """Somebody need not do something; `to` is one of RIGHTS."""

    name: ClassVar[str] = "no_duty"
    who: str
    to: str

    @property
    def words(self) -> str:
        return f"{{{self.who}}} need not {RIGHTS[self.to]}"


RIGHTS.update(
    {
        "break_law": "break a law on purpose, even when willing to accept the rectification",
        "not_conceal": "leave it unconcealed: no second revoke, no card hidden, no cards mixed too soon",
        "own_infraction": "draw attention to an infraction by the own side",
        "correct_explanation": "put the wrong explanation right at the time that the law fixes",
        "correct_revoke": "correct the revoke",
        "refuse_trick": "refuse the trick that was not won",
        "signal": "tell partner anything by other means than calls and plays",
        "vary_on_purpose": "vary tempo or manner on purpose, or put emphasis into a call or play",
        "observe_pause": "make the pause that regulations prescribe",
        "retract_lead": "take back the card because a question was asked with it",
        "mislead": "mislead an opponent by a question, a remark, a gesture, tempo or manner",
        "draw_inferences": "draw inferences from tempo and manner, at their own risk",
        "deceive": "try to deceive the opponents by a call or play",
        "hide_behind_understanding": "shelter a deception behind an understanding that the opponents do not know",
    }
)
ACTIONS.update(
    {
        "let_play_go_on": "have the auction and the play finished, and look at the board then",
        "rule_under_89": "deal with it as prohibited communication (89)",
        "at_the_latest": "the correction comes before a lead is faced, and sooner if the player likes",
        "judge_change_of_call": "see whether a call made on the wrong explanation may be changed, and adjust if it may not",
        "rule_as_misled": "find out whether an opponent was misled by it (73E2)",
        "look_at_conditions": "see what the conditions of contest say of contestants who do not try",
    }
)
SAID.update({"manner": "the tempo or manner", "signal": "the signal"})
