"""What players may, may not and must do about an irregularity, in words."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import action, right

TO_DRAW_ATTENTION: Final = right("draw_attention", "draw attention to the irregularity")
TO_SAY_NOTHING: Final = right(
    "say_nothing",
    "keep quiet about an infraction of their own side, as long as it is not concealed",
)
TO_CONCEAL: Final = right("conceal", "conceal an infraction")
TO_CONSULT: Final = right("consult", "consult partner about the choice")
TO_CHOOSE_AGAIN: Final = right("choose_again", "choose again, since every option had been explained")
TO_TAKE_DECLINED: Final = right("take_declined", "come back later to an option that was declined")
OPPONENTS_KEEP_RIGHTS: Final = action(
    "opponents_keep_rights",
    "the opponents' rights are the same as if they had drawn attention themselves",
)
