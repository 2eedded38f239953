"""What players may and must do about a call that is to be changed (Law 25), in words."""

from __future__ import annotations

from laws.rulings.effects.base import ACTIONS, RIGHTS
from laws.rulings.effects.calls import SAID

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
SAID.update({"claim": "what {offender} said of another call"})
