"""What players may and must do about explanations, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from laws.rulings.effects.base import ACTIONS, RIGHTS, Effect
from laws.rulings.effects.calls import NoFurtherRectification


@dataclass(frozen=True, slots=True)
class NothingForWaiting(NoFurtherRectification):
    """A player need not correct the own explanation before the final pass (20F4(a)): the delay itself costs nothing."""

    @property
    def words(self) -> str:
        return "waiting until then is no infraction; the wrong explanation may still cost something"


@dataclass(frozen=True, slots=True)
class GoesOnWith(Effect):
    """The auction goes on after a change of call (21B1(a)); `player` is next."""

    name: ClassVar[str] = "auction_continues"
    main: ClassVar[bool] = False
    player: str

    @property
    def words(self) -> str:
        return f"the auction goes on with {{{self.player}}}"


RIGHTS.update(
    {
        "change_call": "change the call",
        "change_subsequent": "change the call made after it",
        "call_clearly": "make each call so that nobody can take it for another",
        "use_both": "use both the wrong and the right explanation when choosing",
        "take_back_lead": "take the face-down lead back into the hand on the Director's instruction",
        "correct_now": "call the Director now and put the explanation right",
        "correct_before_lead": "call the Director and put the explanation right before the Clarification Period ends",
        "correct_sooner": "call the Director sooner, at once for instance",
        "correct_in_auction": "correct partner's explanation during the auction, or show in any way that it was mistaken",
        "correct_after_final_pass": "call the Director and put the explanation right after the final pass, if the side "
        "declares",
        "correct_when_play_is_over": "call the Director and put the explanation right when play is over, if the side "
        "defends",
        "correct_before_end": "correct partner's explanation before play is over",
        "repeat_wrong": "repeat an explanation that is known to be wrong",
        "answer_rightly": "answer by the true agreement, though it shows partner's mistake",
        "immediate_statement": "demand an immediate statement from a player who is unsure of the agreement",
        "be_told_of_mistaken_call": "demand to be told that the call was a mistake",
    }
)
ACTIONS.update(
    {
        "presume_explanation_wrong": "presume that the explanation was wrong, not the call",
        "use_right_information_only": "judge the call by the right information only",
        "deemed_misinformation": "treat a required alert that did not come promptly as misinformation",
        "no_agreement_is_misinformation": "treat the description of an agreement that does not exist as misinformation",
        "apply_21B": "rule on the calls made meanwhile under 21B, or 40B3 if the meaning was not disclosed",
        "apply_47E2b": "see whether cards played on the wrong explanation did damage, and adjust the score if so (47E2(b))",
        "apply_47E": "rule on cards played on the wrong explanation under 47E2",
        "judge_partners_call": "ask the same about {misinformed_partner}'s call: it may be changed if the same misinformation "
        "could well have influenced it",
        "auction_goes_on": "the auction goes on where it stopped",
        "lho_call_stays": "{misinformed_lho}'s call stays, and has to be legal over the changed one",
        "earlier_calls": "calls made earlier on the same misinformation stay, since a partner has called over them; look at "
        "them after play",
        "resolve_at_end": "settle the matter after play if it is raised",
    }
)
