"""Rights, duties and actions of the Director that Law 16 alone names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.effects.base import Effect, Moment, OnRight, action, right
from laws.rulings.effects.calls import Info
from laws.rulings.effects.information import Adjusts, AdjustsBecause, DemonstrablySuggested, ResultStands, StandsBecause
from laws.rulings.effects.rights import TO_CHOOSE_SUGGESTED

MEASURED_BY_73C1: Final = action(
    "measured_by_73C1",
    "judge the action by the duty to carefully avoid taking any advantage of the information",
    moment=Moment.AFTER,
)
TO_RESERVE_RIGHTS: Final = right(
    "reserve_rights", "reserve the right to call the Director later", said="reserve the right to call me later"
)
TO_SUMMON_IF_DISPUTED: Final = right(
    "summon_if_disputed",
    "call the Director at once if they dispute that any such information was given",
    said="call me at once if they dispute that any such information was given",
)
TO_NOTIFY: Final = right("notify", "preferably tell the Director at once what was learned", aloud=False)
TO_THINK: Final = right("think", "take time to think for a bridge reason")
SUMMON_NOT_RESERVE: Final = action(
    "summon_not_reserve",
    "the Regulating Authority does not allow players to reserve their rights: the Director is called at once",
)
ANY_TIME: Final = action("any_time", "calling the Director earlier or later is no infraction")
COUNT_TABLE_ACTION: Final = action(
    "count_table_action",
    "count the action chosen at the table as an alternative too, unless it is inconceivable",
    moment=Moment.AFTER,
)
RULE_UNDER_16D: Final = action(
    "rule_under_16D",
    "rule on it as information from another source (16D)",
    moment=Moment.AFTER,
    said="I will now decide whether you can still play this board normally",
)
DEAL_WITH_LOOKING: Final = action(
    "deal_with_looking",
    "deal with it as an infraction: nobody may get information about a board by illicit means",
    said="getting information about a board in that way is an offence",
)
RULE_UNDER_89A1: Final = action(
    "rule_under_89A1",
    "report it: the disciplinary code sets the sanction",
    said="I have to report it",
)
USE_IS_AN_OFFENCE: Final = action(
    "use_is_an_offence",
    "report the use of it as well: that is a separate offence (89A2)",
)
CALL_AS_IF_UNHEARD: Final = action(
    "call_as_if_unheard",
    "{chooser} must call and play as if {partner}'s explanation or alert had not been heard",
    moment=Moment.REST,
    aloud=True,
)
OTHER_TABLE_86B1: Final = action(
    "other_table_86B1",
    "where the result at the other table clearly favours one side, the score has to be an assigned one (86B1)",
    moment=Moment.AFTER,
)
NEVER_HAPPENED: Final = action(
    "never_happened",
    "treat the unintended call as if it had never been made: there is no information from it",
)
REARRANGE: Final = action(
    "rearrange",
    "rearrange the players so that {recipient} holds the hand that is known",
    said="change seats, so that {recipient} holds the hand that is known",
)
NOT_PLAYED: Final = action("not_played", "the board is not played", said="this board will not be played")
STOPPED: Final = action(
    "stopped", "the board is not played to the end", said="stop here: this board will not be finished"
)
NO_REDEAL_NOW: Final = action("no_redeal_now", "once somebody has called, neither seats nor cards are changed")


class AfterInformation(AdjustsBecause):
    """The score is adjusted because information from elsewhere affected the result (16D)."""

    __slots__ = ()
    because: ClassVar[str] = "what {recipient} learned affected the result"


@dataclass(frozen=True, slots=True)
class StandsAsJudged(ResultStands):
    """The table result counts, and the players, who are called back to hear it, are told why (16C2)."""

    def said(self, beside: Sequence[Effect]) -> str:
        if DemonstrablySuggested("no") in beside:
            return "the information did not suggest {chooser}'s choice, so the table result stands"
        return "there was no logical alternative, so the table result stands"


class StandsUnaffected(StandsBecause):
    """Information from elsewhere did not affect the result (16D)."""

    __slots__ = ()
    because: ClassVar[str] = "what {recipient} learned made no difference"


@dataclass(frozen=True, slots=True)
class ScoreOfUnplayedBoard(Adjusts):
    """The score that is assigned on a board that was not played to the end."""

    def said(self, beside: Sequence[Effect]) -> str:
        said = Adjusts.said(self, beside)
        return "I'm assigning the score for the likely result" if said == self.words else said


@dataclass(frozen=True, slots=True)
class FromPartner(Info):
    """What partner let the player know (16B1). Whoever hears what may not be chosen need not hear this as well."""

    def said(self, beside: Sequence[Effect]) -> str:
        """That there was such information has been said."""
        return "{side} may not use that information"

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return any(isinstance(one, OnRight) and one.to == TO_CHOOSE_SUGGESTED for one in beside)


@dataclass(frozen=True, slots=True)
class FromStandings(Info):
    """What the standings tell (16A2): the player has been told not to use it."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return True
