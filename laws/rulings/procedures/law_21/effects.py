"""Rights, duties and actions of the Director that Law 21 alone names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from laws.rulings.effects.base import DirectorAction, Effect, Moment, NoRight, action, right
from laws.rulings.effects.calls import Info, NoFurtherRectification
from laws.rulings.effects.information import Adjusts, NotEntitled

TO_CHANGE_CALL: Final = right("change_call", "change the call", moment=Moment.CHOICE, said="change {players_own_call}")
TO_CHANGE_SUBSEQUENT: Final = right("change_subsequent", "change the call made after it", moment=Moment.CHOICE)
TO_CALL_CLEARLY: Final = right("call_clearly", "make each call clearly enough that nobody can mistake it")
TO_USE_BOTH: Final = right(
    "use_both", "use both the wrong and the right explanation when choosing", moment=Moment.CHOICE
)
TO_TAKE_BACK_LEAD: Final = right(
    "take_back_lead",
    "pick up the face-down lead on the Director's instruction",
)
PRESUME_EXPLANATION_WRONG: Final = action(
    "presume_explanation_wrong",
    "presume that the explanation was wrong, not the call",
)
USE_RIGHT_INFORMATION_ONLY: Final = action("use_right_information_only", "judge the call by the right information only")
DEEMED_MISINFORMATION: Final = action(
    "deemed_misinformation",
    "treat a late alert as misinformation",
)
NO_AGREEMENT_IS_MISINFORMATION: Final = action(
    "no_agreement_is_misinformation",
    "treat the description of an agreement that does not exist as misinformation",
)
AUCTION_GOES_ON: Final = action(
    "auction_goes_on", "the auction continues from where it stopped", moment=Moment.ONWARD, aloud=True
)
LHO_CALL_STAYS: Final = action(
    "lho_call_stays",
    "{misinformed_lho}'s call stands if it is legal over the changed call",
)
EARLIER_CALLS: Final = action(
    "earlier_calls",
    "calls made earlier on the same misinformation stand, because a partner has called over them; look at them "
    "after play",
)


@dataclass(frozen=True, slots=True)
class NoCallChanged(NotEntitled):
    """A lead has been faced, so that nobody may change a call."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "{misinformed} was misinformed, but it's too late to change a call"


@dataclass(frozen=True, slots=True)
class NoneForTheCall(Adjusts):
    """The board goes on, and its score may still be adjusted for something else."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "there will be no adjustment on account of {misinformed}'s call"

    @property
    def finishes(self) -> bool:
        """The auction and the play go on."""
        return False


@dataclass(frozen=True, slots=True)
class CallWasTheMistake(NotEntitled):
    """The opponents were told the agreement, and that is all they can claim (75C)."""

    def said(self, beside: Sequence[Effect]) -> str:
        return "the explanation was right, and forgetting the agreement is not an infraction"


@dataclass(frozen=True, slots=True)
class NothingToFollow(NoRight):
    """A call is kept, so the call after it stays too (21B2): nobody at the table thinks of changing it."""

    @property
    def aloud(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class NothingForTheChange(NoFurtherRectification):
    """A call is changed without rectification (21B1(a)): the table hears that with who calls after it."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class InfoOfCorrection(Info):
    """Who may use the correction and the calls that were withdrawn after it: the table hears that in one sentence."""

    def said(self, beside: Sequence[Effect]) -> str:
        about = {one.about for one in beside if isinstance(one, Info)}
        withdrawn = ""
        if "lho_call" in about:
            withdrawn = ", or the calls that {misinformed} and {misinformed_lho} withdraw"
        elif "misinformed_call" in about:
            withdrawn = ", or the call that {misinformed} withdraws"
        presumed = any(isinstance(one, DirectorAction) and one.what == PRESUME_EXPLANATION_WRONG for one in beside)
        learned = "anything said about the explanation" if presumed else "what they learned from the correction"
        return f"{{side}} may not use {learned}{withdrawn}"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return self.about != "correction" or self.side == "NOS"
