"""Laws 68 to 71: a claim or concession. No procedure is written for them yet; a Director is often called about one."""

from __future__ import annotations

from laws.rulings.declaration import Common, Declaration
from laws.rulings.editions import DUPLICATE_2017

DUPLICATE_2017.unwritten(
    "68",
    Declaration(
        common=Common(100, "Claim or concession"),
        also=("claimed the rest", "conceded", "showed their hand and said they would make the rest"),
    ),
)
