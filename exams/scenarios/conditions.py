"""When a ruling with one fact the other way would be right, as words after "if"."""

from __future__ import annotations

from typing import Any, Final

_NOT_COMPARABLE: Final = "{attempt} were not comparable with {irregular}"
_COMPARABLE: Final = "{attempt} were comparable with {irregular}"

IF: Final[dict[tuple[str, Any], str]] = {
    ("lowest_same", True): "{attempt} were the cheapest sufficient bid that specifies what {irregular} specified",
    ("lowest_same", False): "{attempt} were neither the cheapest such bid nor comparable",
    ("similar", True): _COMPARABLE,
    ("similar", False): _NOT_COMPARABLE,
    ("subset", True): _COMPARABLE,
    ("subset", False): _NOT_COMPARABLE,
    ("same_purpose", True): _COMPARABLE,
    ("same_purpose", False): _NOT_COMPARABLE,
    ("lho_accepts", True): "{lho} had accepted {irregular}",
    ("lho_accepts_second", True): "{lho} had accepted {attempt}",
    ("lho_accepts_second", False): "{lho} had not accepted {attempt} either",
    ("meant_over", True): "{lho} had meant to call over {irregular}",
    ("meant_over", False): "{lho} had not meant to call over {irregular}",
    ("rho_passes", True): "{rho} had passed",
}
"""By fact and other answer. The facts that are not here make no question of their own: an answer to them changes more of
the table than one thing."""
