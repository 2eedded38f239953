"""Effects on conduct (Laws 72 and 73)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.effects.base import RIGHTS, OnRight, right
from laws.rulings.effects.rights import TO_DRAW_ATTENTION


@dataclass(frozen=True, slots=True)
class NoDuty(OnRight):
    """Somebody need not do something; `to` is one of RIGHTS."""

    name: ClassVar[str] = "no_duty"

    @property
    def words(self) -> str:
        return f"{{{self.who}}} need not {RIGHTS[self.to]}"


TO_OWN_INFRACTION: Final = right(
    "own_infraction",
    "draw attention to an infraction by their own side",
    said="say anything about an infraction by their own side",
    implied_by=(TO_DRAW_ATTENTION,),
)
TO_CORRECT_REVOKE: Final = right("correct_revoke", "correct the revoke")
TO_REFUSE_TRICK: Final = right(
    "refuse_trick",
    "refuse the trick they did not win",
    said="tell your opponents and have the score put right, as that trick was not yours",
)
TO_SIGNAL: Final = right("signal", "communicate with each other except by calls and plays")
