"""The form of a story: one ordered list of what happened at a table, each thing with the seat and its details.

An entry is a mapping of a seat to a call (`S: 1S`), to a card, suit first (`W: SK`), or to one of VERBS (`N: notices`),
with details beside it; or one of the words of NOBODYS_WORDS. Nobody marks what was irregular. Entries are counted from 0,
and `about` names an earlier one by that number; left out, it is the entry before, and of a finding, the ruling that waits
for it (`found.shared_out`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, Final

from laws.rulings.calls import SUITS, BadCall, Call, parse_call
from laws.rulings.cards import BadHand, parse_card
from laws.rulings.meanings import Meaning
from laws.rulings.record import (
    EXTENTS,
    NOTICED,
    BadRecord,
    parse_record,
    read_flag,
    read_meaning,
    read_seat,
)
from laws.rulings.seats import Seat, Side

CALL: Final = "call"
CARD: Final = "card"
UNTOLD: Final = "untold"
"""What a short record leaves out, so that nothing is taken for known."""
Reader = Callable[[Any, str], Any]
"""Reads a detail: the value as written, and where it stands. Raises BadRecord."""


def _words(value: Any, path: str) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadRecord(path, f"expected words, not {value!r}")
    return value


def _number(value: Any, path: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise BadRecord(path, f"expected a number from 0, not {value!r}")
    return value


def _flag(value: Any, path: str) -> bool:
    found = read_flag(value, path)
    if found is None:
        raise BadRecord(path, "expected true or false")
    return found


def _call(value: Any, path: str) -> Call:
    try:
        return parse_call(value)
    except BadCall as error:
        raise BadRecord(path, str(error)) from None


def _suit(value: Any, path: str) -> str:
    if value not in SUITS:
        raise BadRecord(path, f"expected a suit S, H, D or C, not {value!r}")
    return str(value)


def _cards(value: Any, path: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise BadRecord(path, f"expected a list of cards such as [SA, HT], not {value!r}")
    found: list[str] = []
    for i, item in enumerate(value):
        card = _card(item, f"{path}[{i}]")
        if card in found:
            raise BadRecord(f"{path}[{i}]", f"{card} is there twice")
        found.append(card)
    return tuple(found)


def _card(value: Any, path: str) -> str:
    try:
        return parse_card(value)
    except BadHand as error:
        raise BadRecord(path, str(error)) from None


def _one_of(*known: str) -> Reader:
    def read(value: Any, path: str) -> str:
        if value not in known:
            raise BadRecord(path, f"expected {', '.join(known)}, not {value!r}")
        return str(value)

    return read


def _mapping(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise BadRecord(path, f"expected fields of a record, not {value!r}")
    return value


def _any(value: Any, path: str) -> Any:
    return value


ABOUT: Final = "about"
_SAYS: Final[Mapping[str, Reader]] = {"words": _words}
VERBS: Final[Mapping[str, Mapping[str, Reader]]] = {
    "accepts": {ABOUT: _number},
    "alerts": {ABOUT: _number},
    "asks": {ABOUT: _number, **_SAYS},
    "changes": {"to": _any},
    "chooses": {"what": _words},
    "claims": {"tricks": _number, **_SAYS},
    "concedes": {"tricks": _number, **_SAYS},
    "counts": {"cards": _number},
    "declines": {ABOUT: _number},
    "designates": _SAYS,
    "exchanges": {"with": _words},
    "explains": {ABOUT: _number, "as": _any, "agreed": _any, **_SAYS},
    "exposes": {"cards": _cards, "how": _words},
    "forbids": {"suit": _suit},
    "gestures": _SAYS,
    "holds": {"cards": _cards},
    "leaves": {},
    "looks": {"at": _words},
    "notices": {ABOUT: _number},
    "objects": _SAYS,
    "pauses": {"seconds": _number, "agreed": _flag},
    "remarks": _SAYS,
    "requires": {"suit": _suit},
    "tells": {"meant": _any, "away": _flag, **_SAYS},
    "touches": {"cards": _cards},
    "warns": {ABOUT: _number, **_SAYS},
    "withdraws": {ABOUT: _number},
}
"""What a player can do beside calling and playing, with the details that belong to it."""
NOBODYS_WORDS: Final = ("director", "found", "asked", "ruled", "contract", "together", "...")
"""Entries without a seat: the Director `comes` or `rules` (with the words that were said); what the Director found out;
a ruling that is asked for under a law; what an earlier ruling that the story leaves out obliges players to; how the
auction ended where its calls are not told; things that happened at one moment; calls or cards that nobody told."""
_OF_A_CALL: Final[Mapping[str, Reader]] = {"means": _any, "over": _flag, "stands": _flag}
_OF_A_CARD: Final[Mapping[str, Reader]] = {"face_down": _flag, "fifth": _flag}
_DIRECTOR: Final = ("comes", "rules")
_OF_NOBODY: Final[Mapping[str, Mapping[str, Reader]]] = {
    "director": {"words": _words, "noticed": _one_of(*NOTICED, UNTOLD)},
    "found": {ABOUT: _number, "poll": _any},
    "asked": {"record": _mapping},
    "ruled": {},
    "contract": {"declarer": _any},
}


@dataclass(frozen=True, slots=True)
class Happening:
    """One entry. what: CALL, CARD, a verb or one of NOBODYS_WORDS; `together`: at the moment of the entry before it."""

    place: int
    what: str
    by: Seat | None = None
    call: Call | None = None
    card: str = ""
    meaning: Meaning | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    together: bool = False

    @property
    def path(self) -> str:
        """Where it stands, for messages."""
        return f"story[{self.place}]"


@dataclass(frozen=True, eq=False)
class Story:
    """A board as it was told.

    frame: what holds for the whole board, as fields of a record (`dealer`, `vulnerability`, `edition`, `date`,
    `regulations`, `scoring`, `hands` ...). methods: what calls show, by side and call, as written. happenings: in order.
    """

    frame: Mapping[str, Any]
    dealer: Seat
    hands: Mapping[Seat, str]
    edition: str
    methods: Mapping[Side, Mapping[str, Any]]
    happenings: Sequence[Happening]
    source: Mapping[str, Any] = field(repr=False, default_factory=dict)


FRAME: Final = frozenset(
    ("board", "dealer", "vulnerability", "edition", "date", "scoring", "regulations", "hands", "assume")
)
KEYS: Final = FRAME | {"methods", "story"}


def parse_story(data: Mapping[str, Any], *, path: str = "") -> Story:
    """Read a story from plain data (YAML or JSON).

    Raises BadRecord naming the entry and what is expected there: an unknown word, a detail that does not belong to it, a
    seat that is none, a call or card that cannot be read, a card dealt twice.
    """
    if not isinstance(data, Mapping):
        raise BadRecord(path or "story", f"expected a mapping with `story`, not {type(data).__name__}")
    if unknown := set(data) - KEYS:
        raise BadRecord(f"{path}{min(unknown, key=str)}", f"unknown field; known are {', '.join(sorted(KEYS))}")
    entries = data.get("story")
    if not isinstance(entries, list):
        raise BadRecord(f"{path}story", f"expected a list of what happened, not {entries!r}")
    frame = {key: data[key] for key in FRAME & set(data)}
    framed = parse_record(frame, path=path.rstrip(".") or "board")
    return Story(
        frame=frame,
        dealer=framed.dealer,
        hands=framed.hands,
        edition=framed.edition,
        methods=_methods(data.get("methods") or {}, f"{path}methods"),
        happenings=tuple(_happenings(entries, path)),
        source=data,
    )


def _methods(data: Any, path: str) -> dict[Side, dict[str, Any]]:
    if not isinstance(data, Mapping):
        raise BadRecord(path, f"expected NS and EW with the calls and what they show, not {data!r}")
    found: dict[Side, dict[str, Any]] = {}
    for side, calls in data.items():
        if side not in Side.__members__:
            raise BadRecord(f"{path}.{side}", "expected NS or EW")
        found[Side(side)] = {}
        for call, meaning in (calls or {}).items():
            read_meaning(meaning, f"{path}.{side}.{call}")
            found[Side(side)][_call(call, f"{path}.{side}.{call}").text] = meaning
    return found


def _happenings(entries: Sequence[Any], path: str) -> Iterator[Happening]:
    for place, entry in enumerate(entries):
        where = f"{path}story[{place}]"
        if isinstance(entry, Mapping) and "together" in entry:
            items = entry["together"]
            if set(entry) != {"together"} or not isinstance(items, list) or len(items) < 2:
                raise BadRecord(
                    where, "expected together: with a list of two or more things that happened at one moment"
                )
            for i, item in enumerate(items):
                yield _happening(item, place, f"{where}.together[{i}]", together=i > 0)
            continue
        yield _happening(entry, place, where)


def _earlier(place: int, details: Mapping[str, Any], path: str) -> None:
    about = details.get(ABOUT)
    if about is not None and about >= place:
        raise BadRecord(f"{path}.{ABOUT}", f"expected an entry before this one, from 0 to {place - 1}, not {about}")


def _happening(entry: Any, place: int, path: str, *, together: bool = False) -> Happening:
    if entry == "...":
        return Happening(place, "...", together=together)
    if entry == "director":
        entry = {"director": "comes"}
    if not isinstance(entry, Mapping) or not entry:
        raise BadRecord(path, f"expected a seat with what was done, such as S: 1H, or director, not {entry!r}")
    seats = [key for key in entry if str(key).upper() in _SEATS]
    words = [key for key in entry if key in _OF_NOBODY]
    if len(seats) == 1 and (not words or entry[seats[0]] in VERBS):
        return _of_a_seat(entry, seats[0], place, path, together=together)
    if not seats and len(words) == 1:
        return _of_nobody(entry, words[0], place, path, together=together)
    raise BadRecord(
        path, f"expected one seat (N, E, S, W) or one of {', '.join(NOBODYS_WORDS)}, not {', '.join(map(str, entry))}"
    )


_SEATS: Final = {word for seat in Seat for word in (seat.value, seat.full_name.upper())}


def _of_a_seat(entry: Mapping[str, Any], key: str, place: int, path: str, *, together: bool) -> Happening:
    by, value = read_seat(key, path), entry[key]
    rest = {name: item for name, item in entry.items() if name != key}
    if value in VERBS:
        details = _details(rest, VERBS[value], value, path)
        _earlier(place, details, path)
        return Happening(place, value, by, details=details, together=together)
    text = str(value).strip()
    if call := _as_call(text):
        details = _details(rest, _OF_A_CALL, "a call", path)
        meaning = read_meaning(details.get("means"), f"{path}.means")
        return Happening(place, CALL, by, call=call, meaning=meaning, details=details, together=together)
    if card := _as_card(text):
        details = _details(rest, _OF_A_CARD, "a card", path)
        return Happening(place, CARD, by, card=card, details=details, together=together)
    near = get_close_matches(text, VERBS, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    raise BadRecord(path, f"{value!r} is not a call, a card or anything a player does here: {', '.join(VERBS)}{hint}")


def _as_call(text: str) -> Call | None:
    try:
        return parse_call(text)
    except BadCall:
        return None


def _as_card(text: str) -> str:
    try:
        return parse_card(text)
    except BadHand:
        return ""


def _of_nobody(entry: Mapping[str, Any], key: str, place: int, path: str, *, together: bool) -> Happening:
    value = entry[key]
    rest = {name: item for name, item in entry.items() if name != key}
    details = dict(_details(rest, _OF_NOBODY[key], key, path))
    _earlier(place, details, path)
    if key == "director" and value not in _DIRECTOR:
        raise BadRecord(f"{path}.director", f"expected {' or '.join(_DIRECTOR)}, not {value!r}")
    if key == "found" and not isinstance(value, Mapping):
        raise BadRecord(f"{path}.found", f"expected facts and what was found, not {value!r}")
    if key == "ruled":
        value = _obligations(value, f"{path}.ruled")
    details[key] = value
    return Happening(place, key, details=details, together=together)


def _obligations(value: Any, path: str) -> dict[Seat, Mapping[str, Any]]:
    if not isinstance(value, Mapping):
        raise BadRecord(path, f"expected seats with {' or '.join(EXTENTS)}, such as N: throughout, not {value!r}")
    found = {}
    for key, duty in value.items():
        duty = duty if isinstance(duty, Mapping) else {"extent": duty}
        if duty.get("extent") not in EXTENTS or set(duty) - {"extent", "from"}:
            raise BadRecord(f"{path}.{key}", f"must pass: expected {' or '.join(EXTENTS)}, not {value[key]!r}")
        found[read_seat(key, f"{path}.{key}")] = duty
    return found


def _details(rest: Mapping[str, Any], known: Mapping[str, Reader], what: str, path: str) -> dict[str, Any]:
    found = {}
    for name, value in rest.items():
        if name not in known:
            there = f"; known there: {', '.join(known)}" if known else ", which has no details"
            raise BadRecord(f"{path}.{name}", f"this does not belong to {what}{there}")
        found[name] = known[name](value, f"{path}.{name}")
    return found
