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
        "correct_explanation": "put their own wrong explanation right before the Clarification Period ends",
        "lawful_tactics": "choose any lawful call, play or pace that serves to score better",
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
        "offence_to_convey": "it is an offence to tell partner anything by prohibited means, whatever came of it",
        "sanction_under_code": "report it: the disciplinary code sets the sanction, and there is no choice whether to apply it",
        "adjust_if_used": "adjust the score if partner used it, to the damage of {others} (12C1)",
        "doubled_as_it_stands": "a double or redouble of the last bid that nothing superseded counts (19D)",
        "partners_explanation_too": "partner's wrong explanation is put right at the first legal opportunity: after the final "
        "pass by declarer or dummy, when play is over by a defender",
        "rule_under_89": "deal with it as prohibited communication (89)",
        "at_the_latest": "the correction comes before a lead is faced, and sooner if the player likes",
        "judge_change_of_call": "see whether a call made on the wrong explanation may be changed, and adjust if it may not",
        "rule_as_misled": "find out whether an opponent was misled by it (73E2)",
        "look_at_conditions": "see what the conditions of contest say of contestants who do not try",
    }
)
SAID.update({"manner": "the tempo or manner", "signal": "the signal"})
