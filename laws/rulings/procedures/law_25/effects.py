"""Rights, duties and actions of the Director that Law 25 alone names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from laws.rulings.effects.base import Effect, Moment, NoRight, action, right
from laws.rulings.effects.calls import CallStands

TO_WITHDRAW_CALL: Final = right(
    "withdraw_call", "withdraw {over} and call again", moment=Moment.CALLS, said="take back your call and call again"
)
RULE_ON_LATER: Final = action(
    "rule_on_later",
    "rule next on the first call after {over} that is not legal in the auction as it is now",
)
TO_SUBSTITUTE_INTENDED: Final = right("substitute_intended", "change the slip to {intended}", moment=Moment.CHOICE)
TO_CHANGE_FIRST_CALL: Final = right(
    "change_first_call", "correct {original} as a slip", moment=Moment.CALLS, denied="{original} was not a slip"
)
HEAR_AWAY_FROM_TABLE: Final = action(
    "hear_away_from_table",
    "talk to {offender} away from the table, with the cards left face down, and do not look at the hand",
)
RULE_ON_SECOND_CALL: Final = action(
    "rule_on_second_call",
    "rule on {irregular}, which stands, under the law that it breaks",
)
HOWEVER_NOTICED: Final = action("however_noticed", "it does not matter how {offender} became aware of the slip")
APPLY_25B_TO_A_CHANGE: Final = action(
    "apply_25B_to_a_change",
    "if {offender} makes another call anyway, rule on it under 25B",
)


@dataclass(frozen=True, slots=True)
class NoCorrection(NoRight):
    """A call may not be changed as a slip (25A2, 25A4, 25A5). Whoever hears that it stands need not hear that as well."""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        return any(isinstance(one, CallStands) and one.call == "irregular" for one in beside)
