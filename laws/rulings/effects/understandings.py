"""What partnerships may, may not and must do about their methods, in words."""

from __future__ import annotations

from typing import Final

from laws.rulings.effects.base import action, right

TO_BE_TOLD_OF_DEVIATION: Final = right(
    "be_told_of_deviation",
    "demand to be told that the call departed from the methods",
)
TO_DISCLOSE: Final = right("disclose", "disclose the understanding as regulations require")
TO_DISCLOSE_ALL: Final = right("disclose_all", "give all special information from agreement or experience when asked")
DAMAGE_ENTITLES: Final = action(
    "damage_entitles",
    "a side damaged because a meaning was not disclosed is entitled to an adjusted score",
)
