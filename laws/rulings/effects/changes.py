"""Effects on a call that is to be changed (Law 25)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

from laws.rulings.effects.base import Effect, action
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


APPLY_16C: Final = action("apply_16C", "keep in mind what withdrawn and cancelled calls tell, and whom (16C)")
SAID.update({"claim": "{offender}'s remark about another call"})
