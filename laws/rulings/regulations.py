"""Regulations: what the Laws leave to a body, as parameters with a date and a source.

A record may bring the body's own (`regulations`); else the defaults here hold, which say where they come from.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final


class BadRegulation(ValueError):
    """A regulation that cannot be read. `path` is the field, `message` what is expected there."""

    def __init__(self, path: str, message: str) -> None:
        self.path, self.message = path, message
        super().__init__(f"{path}: {message}")


@dataclass(frozen=True, slots=True)
class Regulation:
    """A parameter of the law.

    value: a fraction, or whether something is allowed; since: the first day it applies; source: who laid it down and
    where.
    """

    value: Fraction | bool
    since: dt.date
    source: str


DEFAULTS: Final[Mapping[str, Regulation]] = {
    "logical_alternative": Regulation(
        Fraction(1, 5),
        dt.date(2017, 8, 1),
        "No number stands in 16B1(b); world practice takes one player in five, older guidance took one in four",
    ),
    "reserving_rights": Regulation(True, dt.date(2017, 8, 1), "16B2, unless the Regulating Authority prohibits it"),
    "own_system_card": Regulation(
        False, dt.date(2017, 8, 1), "20G3 and 40B2(b), unless the Regulating Authority allows it"
    ),
    "opponents_system_card": Regulation(
        True, dt.date(2017, 8, 1), "40B2(c), unless the Regulating Authority provides otherwise"
    ),
    "aids": Regulation(False, dt.date(2017, 8, 1), "40B2(d), unless the Regulating Authority provides otherwise"),
}
"""What holds where a body has laid down nothing."""

OLDER_FRACTION: Final = Fraction(1, 4)
"""The proportion that older guidance took for 16B1(b). Between it and the default, sources disagree."""


def regulation(name: str, own: Mapping[str, Regulation], day: dt.date | None) -> Regulation:
    """The regulation in force on a day (None: whichever is the body's): its own once it has begun, else the default."""
    found = own.get(name)
    if found is not None and (day is None or found.since <= day):
        return found
    return DEFAULTS[name]


def fraction_for_alternative(own: Mapping[str, Regulation], day: dt.date | None) -> Fraction:
    """The proportion of players that is significant in 16B1(b)."""
    return Fraction(regulation("logical_alternative", own, day).value)


def parse_regulations(data: Any, path: str) -> dict[str, Regulation]:
    """Read `{logical_alternative: {value: 1/4, since: 2024-07-01, source: ...}}`.

    Raises BadRegulation naming the field: unknown regulation, a fraction outside 0 to 1, no date, no source.
    """
    if data is None:
        return {}
    if not isinstance(data, Mapping):
        raise BadRegulation(path, f"expected a mapping of regulations, not {data!r}")
    return {str(name): _regulation(str(name), item, f"{path}.{name}") for name, item in data.items()}


def _regulation(name: str, item: Any, path: str) -> Regulation:
    if name not in DEFAULTS:
        raise BadRegulation(path, f"unknown regulation; known are {', '.join(sorted(DEFAULTS))}")
    if not isinstance(item, Mapping):
        raise BadRegulation(path, f"expected value, since and source, not {item!r}")
    if unknown := set(item) - {"value", "since", "source"}:
        raise BadRegulation(f"{path}.{min(unknown, key=str)}", "unknown field; known are value, since, source")
    source = item.get("source")
    if not isinstance(source, str) or not source.strip():
        raise BadRegulation(f"{path}.source", "missing; expected who laid it down and where")
    return Regulation(
        _value(name, item.get("value"), f"{path}.value"), _day(item.get("since"), f"{path}.since"), source
    )


def _value(name: str, value: Any, path: str) -> Fraction | bool:
    if isinstance(DEFAULTS[name].value, bool):
        if not isinstance(value, bool):
            raise BadRegulation(path, f"expected true or false, not {value!r}")
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise BadRegulation(path, f"expected a fraction such as 1/4 or 0.2, not {value!r}")
    try:
        fraction = Fraction(str(value))
    except (ValueError, ZeroDivisionError, OverflowError):
        raise BadRegulation(path, f"expected a fraction such as 1/4 or 0.2, not {value!r}") from None
    if not 0 < fraction <= 1:
        raise BadRegulation(path, f"expected a fraction above 0 and up to 1, not {value!r}")
    return fraction


def _day(value: Any, path: str) -> dt.date:
    if isinstance(value, dt.date):
        return value
    try:
        return dt.date.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadRegulation(path, f"expected a date such as 2024-07-01, not {value!r}") from None
