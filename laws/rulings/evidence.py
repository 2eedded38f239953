"""What a director has collected before a judgement: the answers of the players asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any


class BadEvidence(ValueError):
    """Evidence that cannot be read. `path` is the field, `message` what is expected there."""

    def __init__(self, path: str, message: str) -> None:
        self.path, self.message = path, message
        super().__init__(f"{path}: {message}")


@dataclass(frozen=True, slots=True)
class Poll:
    """Players of the same class and methods, asked about one alternative without the unauthorised information.

    asked: how many; considered: how many of them gave it serious thought; selected: how many chose it.
    """

    asked: int
    considered: int
    selected: int

    def finds_alternative(self, fraction: Fraction) -> bool | None:
        """Both limbs of 16B1(b): a significant proportion considers the action seriously, and some *might* select it.

        None when enough considered it and none of these few chose it: that some might is then for the Director to find.
        """
        if self.considered * fraction.denominator < fraction.numerator * self.asked:
            return False
        return True if self.selected else None


def parse_poll(data: Any, path: str) -> Poll | None:
    """Read `{asked: 5, considered: 2, selected: 1}`; None for nothing. Raises BadEvidence naming the field."""
    if data is None:
        return None
    if not isinstance(data, Mapping):
        raise BadEvidence(path, f"expected asked, considered and selected, not {data!r}")
    if unknown := set(data) - {"asked", "considered", "selected"}:
        raise BadEvidence(f"{path}.{min(unknown, key=str)}", "unknown field; known are asked, considered, selected")
    asked = _count(data, "asked", path)
    if asked < 1:
        raise BadEvidence(f"{path}.asked", "nobody was asked; expected at least one player")
    considered, selected = _count(data, "considered", path), _count(data, "selected", path)
    if considered > asked:
        raise BadEvidence(f"{path}.considered", f"{considered} of {asked} players; expected at most {asked}")
    if selected > considered:
        raise BadEvidence(
            f"{path}.selected", f"{selected} chose what {considered} considered; expected fewer or as many"
        )
    return Poll(asked, considered, selected)


def _count(data: Mapping[str, Any], key: str, path: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadEvidence(f"{path}.{key}", f"expected a number of players, not {value!r}")
    return value
