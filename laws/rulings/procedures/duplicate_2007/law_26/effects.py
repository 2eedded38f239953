"""What is decided under Law 26 (2007) alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from laws.rulings.effects.base import Effect, Moment
from laws.rulings.effects.calls import IF_DEFENDING
from laws.rulings.meanings import specified_suits
from laws.rulings.replay import Situation


@dataclass(frozen=True, slots=True)
class LeadOptions(Effect):
    """The two lead restrictions of 2007 Law 26.

    kind: `require_or_prohibit` a suit that the withdrawn call related to (26A), or `prohibit_one_suit` of any kind (26B).
    """

    name: ClassVar[str] = "lead_restriction"
    moment: ClassVar[Moment] = Moment.LEAD
    adds: ClassVar[tuple[str, ...]] = ("player", "suits")
    kind: str

    @property
    def depends_on(self) -> str:
        return IF_DEFENDING

    @property
    def words(self) -> str:
        return f"if {{side}} defend, declarer may, at {{partner}}'s first turn to lead, {_LEADS[self.kind]}"

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """Adds the player restricted and the suits that declarer may choose from."""
        data: dict[str, Any] = {"outcome": self.name, "kind": self.kind}
        if situation is None or situation.irregularity is None:
            return data
        suits = set("SHDC")
        if self.kind == "require_or_prohibit":
            suits &= specified_suits(situation.call, situation.meaning) - situation.protected_suits()
        return {
            **data,
            "player": situation.seat("partner").value,
            "suits": [suit for suit in "SHDC" if suit in suits],
        }


_LEADS: Final = {
    "require_or_prohibit": "require or forbid the lead of a suit that {irregular} related to and that {offender} has not "
    "specified in the legal auction; a prohibition lasts for as long as {partner} holds the lead",
    "prohibit_one_suit": "forbid the lead of any one suit, for as long as {partner} holds the lead",
}
"""What declarer may do, by kind."""
