"""Effects on a call that is to be changed (Law 25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from laws.rulings.effects.base import ACTIONS, RIGHTS, Effect
from laws.rulings.effects.calls import SAID


@dataclass(frozen=True, slots=True)
class Unintended(Effect):
    """What the director found under 25A2: was the call a slip? `value` yes or no."""

    name: ClassVar[str] = "unintended"
    main: ClassVar[bool] = False
    value: str

    @property
    def words(self) -> str:
        return "{irregular} was a slip" if self.value == "yes" else "{irregular} was called on purpose"


RIGHTS.update(
    {
        "substitute_intended": "put {intended} in place of the slip",
        "change_first_call": "change {original} as an unintended call",
    }
)
ACTIONS.update(
    {
        "hear_away_from_table": "hear {offender} away from the table, the cards left face down, and do not look at the hand",
        "apply_16C": "keep in mind what withdrawn and cancelled calls tell, and whom (16C)",
        "rule_on_second_call": "rule on {irregular}, which stands, under the law that it offends against",
        "however_noticed": "it does not matter how {offender} became aware of the slip",
        "apply_25B_to_a_change": "if {offender} makes another call all the same, rule on it under 25B",
    }
)
SAID.update({"claim": "{offender}'s remark about another call"})
