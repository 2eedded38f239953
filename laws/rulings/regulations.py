"""Regulations: what the Laws leave to a body, as parameters with a date and a source.

A record may bring the body's own (`regulations`); else the defaults here hold, which say where they come from.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, cast


class BadRegulation(ValueError):
    """A regulation that cannot be read. `path` is the field, `message` what is expected there."""

    def __init__(self, path: str, message: str) -> None:
        self.path, self.message = path, message
        super().__init__(f"{path}: {message}")


@dataclass(frozen=True, slots=True)
class Similarity:
    """How far two meanings may lie apart and still be "similar" (Law 23A1).

    points: high-card points that the replacement may reach beyond either end of the withdrawn range. cards: cards
    that a suit may be shorter or longer. share: more than this part of each call's hands must have the points of the other,
    counted by deals. overlap: from this part on, of each call's hands, a range may reach further than `points`; 1 where it
    may not. doubt: so many points beyond `points` directors judge differently, so that the Director has to judge. source:
    who says so; it goes with the numbers, because they are handed on by themselves.
    """

    points: int
    cards: int
    share: Fraction = Fraction(1, 2)
    source: str = ""
    overlap: Fraction = Fraction(1)
    doubt: int = 0

    def __hash__(self) -> int:
        """By its numbers that have a quick hash: comparisons are remembered by the tolerance they were made with."""
        return hash((self.points, self.cards, self.doubt, self.source))


Value = Fraction | bool | Similarity


@dataclass(frozen=True, slots=True)
class Regulation:
    """A parameter of the law.

    value: a fraction, whether something is allowed, or a tolerance; since: the first day it applies; source: who laid it
    down and where.
    """

    value: Value
    since: dt.date
    source: str


WORKED_EXAMPLES: Final = Similarity(
    points=2,
    cards=1,
    overlap=Fraction(3, 4),
    doubt=1,
    source="No number stands in Law 23; these follow the examples in the Queensland notes of 2017 "
    "(10-16 is similar to 12-21, 7-16 is not; four cards may be similar to five cards in a suit, three are not)",
)
"""The tolerance of 23A1 where a body has laid down none."""

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
    "similar": Regulation(WORKED_EXAMPLES, dt.date(2017, 8, 1), WORKED_EXAMPLES.source),
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
    return cast(Fraction, regulation("logical_alternative", own, day).value)


def tolerance(own: Mapping[str, Regulation], day: dt.date | None) -> Similarity:
    """How far two meanings may lie apart and still be similar in 23A1."""
    return cast(Similarity, regulation("similar", own, day).value)


def regulation_data(found: Regulation) -> dict[str, Any]:
    """A regulation as plain data that `parse_regulations` reads back to an equal one."""
    return {"value": value_data(found.value), "since": found.since.isoformat(), "source": found.source}


def value_data(value: Value) -> Any:
    """What is laid down, as plain data: true or false, `"1/4"`, or `{points: 2, cards: 1, share: 1/2}`."""
    if isinstance(value, Similarity):
        data = {"points": value.points, "cards": value.cards, "share": str(value.share)}
        own = {"overlap": str(value.overlap)} if value.overlap != 1 else {}
        return data | own | ({"doubt": value.doubt} if value.doubt else {})
    return value if isinstance(value, bool) else str(value)


def parse_regulations(data: Any, path: str) -> dict[str, Regulation]:
    """Read `{logical_alternative: {value: 1/4, since: 2024-07-01, source: ...}}`.

    Raises BadRegulation naming the field: unknown regulation, a fraction outside 0 to 1, a tolerance without its numbers,
    no date, no source.
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
    since = _day(item.get("since"), f"{path}.since")
    return Regulation(parse_value(name, item.get("value"), f"{path}.value", source), since, source)


def parse_value(name: str, value: Any, path: str, source: str = "") -> Value:
    """What a regulation of this name lays down; BadRegulation when it is none of its kind. `source` goes with a tolerance."""
    default = DEFAULTS[name].value
    if isinstance(default, Similarity):
        return _similarity(value, path, source)
    if isinstance(default, bool):
        if not isinstance(value, bool):
            raise BadRegulation(path, f"expected true or false, not {value!r}")
        return value
    return _fraction(value, path)


def _similarity(value: Any, path: str, source: str) -> Similarity:
    if not isinstance(value, Mapping):
        raise BadRegulation(path, f"expected points, cards and share, not {value!r}")
    if unknown := set(value) - _OF_SIMILARITY:
        raise BadRegulation(
            f"{path}.{min(unknown, key=str)}", "unknown field; known are points, cards, share, overlap, doubt"
        )
    points, cards = (_small(value.get(key), f"{path}.{key}", top) for key, top in (("points", 37), ("cards", 13)))
    share = _fraction(value.get("share", "1/2"), f"{path}.share", lowest=True)
    overlap = _fraction(value.get("overlap", 1), f"{path}.overlap")
    doubt = _small(value.get("doubt", 0), f"{path}.doubt", 37)
    return Similarity(points, cards, share, source, overlap, doubt)


_OF_SIMILARITY: Final = frozenset(("points", "cards", "share", "overlap", "doubt"))


def _small(value: Any, path: str, top: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= top:
        raise BadRegulation(path, f"expected a number from 0 to {top}, not {value!r}")
    return value


def _fraction(value: Any, path: str, *, lowest: bool = False) -> Fraction:
    """A fraction above 0 and up to 1; with `lowest` from 0 and below 1, for "more than this part"."""
    fraction = _plain_fraction(value)
    if fraction is None:
        raise BadRegulation(path, f"expected a fraction such as 1/4, 0.2 or 1, not {_shortened(value)}")
    if lowest and not 0 <= fraction < 1:
        raise BadRegulation(path, f"expected a fraction from 0 and below 1, not {_shortened(value)}")
    if not lowest and not 0 < fraction <= 1:
        raise BadRegulation(path, f"expected a fraction above 0 and up to 1, not {_shortened(value)}")
    return fraction


_PLAIN: Final = re.compile(r"-?(?:[0-9]{1,4}(?:/[0-9]{1,4})?|[0-9]{0,4}\.[0-9]{1,20})")
"""How a fraction is written. Python reads more, among it powers of ten that take for ever to write out: 1e999999999."""


def _plain_fraction(value: Any) -> Fraction | None:
    """The fraction that a number or a text plainly is, or None; -1/2 is one, so that its sign can be complained of."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, int) and abs(value) > 9999:
        return None  # an integer of thousands of digits cannot even be turned into text
    text = str(value).strip()
    if not _PLAIN.fullmatch(text):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def _shortened(value: Any) -> str:
    """What was given, as far as a message has room for it."""
    if isinstance(value, int) and abs(value) > 10**40:
        return "so great a number"
    told = repr(value)
    return told if len(told) <= 40 else f"{told[:40]}…"


def _day(value: Any, path: str) -> dt.date:
    if isinstance(value, dt.date):
        return value
    try:
        return dt.date.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadRegulation(path, f"expected a date such as 2024-07-01, not {value!r}") from None
