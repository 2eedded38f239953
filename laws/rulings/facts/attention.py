"""Facts about what players do when they notice an irregularity (Laws 9 to 11)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, name_answers

name_answers(
    {
        "to be made": "the choice is still to be made",
        "declined": "the player has declined what was offered",
        "repented": "the player has chosen, and now wants another option",
    }
)


IS_DUMMY = Fact(
    "is_dummy",
    "Is {speaker} dummy?",
    observe=lambda at: (
        at.record.declarer.partner is at.record.player if at.record.declarer and at.record.player else None
    ),
)
OWN_SIDE = Fact(
    "own_side",
    "Is it an irregularity of {speaker}'s own side?",
    observe=lambda at: (
        at.record.offender.side is at.record.player.side if at.record.offender and at.record.player else None
    ),
)

Choice = Literal["to be made", "declined", "repented"]
CHOICE = Fact[Choice](
    "choice",
    "All options have been explained: has {elector} chosen?",
    get_args(Choice),
    default="to be made",
)
