"""The table record: one board as a director finds it, with all its irregularities.

A record tells what was called in the order it was called (`auction`, up to the moment the director takes over), and
then, as far as it is known, what followed: whether the irregular call was accepted, the legal calls after it was
cancelled (`continued`), what the offender tried (`attempted`) and finally called (`replacement`), and what came later
(`after`). Calls made at the same moment stand as a list of their own inside `auction`; they are read in the order in
which Law 33 counts them. What happened and is left out has not happened, as far as the table is concerned (a remark, a
later call); what calls show, what players meant and what they choose is unknown when it is left out, and the engine asks
for it, unless `assume` says what may be taken for granted. `laws/rulings/schema.py` holds the
same as a JSON Schema.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from laws.rulings.calls import BadCall, Call, parse_call
from laws.rulings.cards import BadHand, parse_card, parse_hand
from laws.rulings.evidence import BadEvidence, Poll, parse_poll
from laws.rulings.meanings import BadMeaning, Meaning, parse_meaning
from laws.rulings.play.designations import BadDesignation, Designation, read_designation
from laws.rulings.play.told import BadPlay, PlayTold, parse_play
from laws.rulings.regulations import BadRegulation, Regulation, parse_regulations
from laws.rulings.seats import Seat, board_dealer, board_vulnerability

VULNERABILITIES: Final = ("none", "NS", "EW", "all")
LEAD_OCCASIONS: Final = ("first", "retained", "later")
EXTENTS: Final = ("once", "throughout")
USUAL: Final = "usual"
NATURAL: Final = "natural"
ASSUME: Final = (USUAL, NATURAL)
"""What a record lets be taken for granted of calls whose meaning it does not tell: `natural`, that they are natural;
`usual`, the same, but whether a pass of partner's double, redouble or 2♣ passed an artificial call (30C) is asked.
Without it nothing is."""
NOTICED: Final = ("auction", "clarification", "play")
"""When attention was drawn: during the auction, after it but before an opening lead was faced, or later."""

IF_UNUSED: Final = "if_unused"
"""What becomes of a field that a record states and no step of its ruling rests on (`laws.rulings.unused`), in the field's
metadata: `REFUSED`, for it is there to answer a question of the law; `READ`, for what reads the record uses it before
anything is asked; else it tells more of the table than this ruling needs, and the ruling says so."""
REFUSED: Final = "refused"
READ: Final = "read"
_ANSWERS: Final = {IF_UNUSED: REFUSED}
_READ: Final = {IF_UNUSED: READ}


class BadRecord(ValueError):
    """A record that cannot be ruled on. `path` is the field, the message says what is expected there."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        super().__init__(f"{path}: {message}")


class Contradiction(ValueError):
    """A record states a fact that its own auction or meanings deny."""


@dataclass(frozen=True, slots=True)
class Made:
    """A call as it was made.

    over: whether a player who called after an irregular call meant to call over it. together: made at the same moment
    as the call before it in the record, which counts as the earlier one (Law 33). stands: a ruling earlier on the board
    has let it stand, whatever was wrong with it.
    """

    by: Seat
    call: Call
    meaning: Meaning | None = None
    over: bool | None = None
    together: bool = False
    stands: bool = False


@dataclass(frozen=True, slots=True)
class MustPass:
    """A player's obligation to pass, from a ruling earlier on the board.

    extent: `once`, at the next turn, or `throughout` the auction. since: how many calls of `auction` had been made when
    it began to hold; None when it is only known to hold where the record's auction ends.
    """

    extent: str
    since: int | None = None


@dataclass(frozen=True, slots=True)
class Lead:
    """The moment at which a lead restriction is looked at (Law 26B).

    occasion: `first` turn to lead of the offender's partner, `retained` while he keeps the lead won then, or `later`.
    forbidden: the suit declarer forbade at the first occasion, or None when he forbade none.
    can_comply: False when the leader holds nothing but the forbidden suit (Law 59).
    """

    occasion: str
    forbidden: str | None = None
    can_comply: bool = True


@dataclass(frozen=True, eq=False)
class TableRecord:
    """One board. See the module's text; `parse_record` reads it and names the field of anything wrong in it.

    `withdrawn`, `chosen` and `system` come from `meanings`: of the irregular call, of a call that the offender put in its
    place within `auction`, and of other calls by their text.
    """

    dealer: Seat = field(metadata=_READ)
    auction: tuple[Made, ...] = field(default=(), metadata=_READ)
    vulnerability: str = "none"
    board: int | None = field(default=None, metadata=_READ)
    hands: Mapping[Seat, str] = field(default_factory=dict)
    scoring: str = "matchpoints"
    edition: str = field(default="duplicate-2017", metadata=_READ)
    date: dt.date | None = field(default=None, metadata=_READ)
    procedure: str | None = field(default=None, metadata=_READ)
    offender: Seat | None = None
    accepted: bool | None = None
    premature: bool = False
    attempted: tuple[Made, ...] = ()
    attempt_accepted: bool | None = field(default=None, metadata=_ANSWERS)
    replacement: Made | None = None
    continued: tuple[Made, ...] = ()
    after: tuple[Made, ...] = ()
    system: Mapping[str, Meaning] = field(default_factory=dict)
    withdrawn: Meaning | None = None
    chosen: Meaning | None = None
    must_pass: Mapping[Seat, MustPass] = field(default_factory=dict)
    noticed: str | None = field(default=None, metadata=_ANSWERS)
    intended: Call | None = field(default=None, metadata=_ANSWERS)
    says_accept: tuple[Seat, ...] = ()
    remark: str = field(default="", metadata=_ANSWERS)
    deviates: bool = field(default=False, metadata=_ANSWERS)
    declarer: Seat | None = None
    contract: str = ""
    play: PlayTold | None = field(default=None, metadata=_READ)
    lead: Lead | None = field(default=None, metadata=_ANSWERS)
    designation: Designation | None = field(default=None, metadata=_ANSWERS)
    player: Seat | None = None
    cards: tuple[str, ...] = field(default=(), metadata=_ANSWERS)
    poll: Poll | None = field(default=None, metadata=_ANSWERS)
    regulations: Mapping[str, Regulation] = field(default_factory=dict)
    assume: str | None = field(default=None, metadata=_READ)
    findings: Mapping[str, Any] = field(default_factory=dict, metadata=_READ)
    source: Mapping[str, Any] = field(default_factory=dict, repr=False, metadata=_READ)


def parse_record(data: Mapping[str, Any], *, path: str = "record") -> TableRecord:
    """Read a record from plain data (YAML or JSON).

    Raises BadRecord naming the field: unknown field, unknown seat, illegal call text, a hand that is not thirteen
    cards, a card dealt twice, a meaning no hand can have.
    """
    if not isinstance(data, Mapping):
        raise BadRecord(path, f"expected a mapping, not {type(data).__name__}")
    if unknown := set(data) - FIELDS:
        raise BadRecord(f"{path}.{min(unknown, key=str)}", f"unknown field; known are {', '.join(sorted(FIELDS))}")
    board = data.get("board")
    if board is not None and (not isinstance(board, int) or isinstance(board, bool) or board < 1):
        raise BadRecord(f"{path}.board", f"expected a board number from 1, not {board!r}")
    dealt = data.get("dealer")
    if dealt is None and board is None:
        if data.get("play") is None:
            raise BadRecord(f"{path}.dealer", "missing; expected N, E, S or W, or a board number")
        dealt = data.get("declarer")  # who dealt has no part in the play
    dealer = board_dealer(board or 1) if dealt is None else read_seat(dealt, f"{path}.dealer")
    vulnerability = data.get("vulnerability", board_vulnerability(board) if board else "none")
    if vulnerability not in VULNERABILITIES:
        raise BadRecord(f"{path}.vulnerability", f"expected {', '.join(VULNERABILITIES)}, not {vulnerability!r}")
    meanings = _meanings(data.get("meanings") or {}, f"{path}.meanings")
    auction = _auction(data.get("auction"), f"{path}.auction", dealer)
    attempted = tuple(
        _offered(item, meanings.get("attempted"), f"{path}.attempted[{i}]")
        for i, item in enumerate(_list(data.get("attempted"), f"{path}.attempted"))
    )
    replacement = data.get("replacement")
    return TableRecord(
        dealer=dealer,
        auction=auction,
        vulnerability=vulnerability,
        board=board,
        hands=_hands(data.get("hands") or {}, f"{path}.hands"),
        scoring=str(data.get("scoring", "matchpoints")),
        edition=str(data.get("edition", "duplicate-2017")),
        date=_date(data.get("date"), f"{path}.date"),
        procedure=str(data["procedure"]) if data.get("procedure") is not None else None,
        offender=None if data.get("offender") is None else read_seat(data["offender"], f"{path}.offender"),
        accepted=read_flag(data.get("accepted"), f"{path}.accepted"),
        premature=bool(read_flag(data.get("premature"), f"{path}.premature")),
        attempted=attempted,
        attempt_accepted=read_flag(data.get("attempt_accepted"), f"{path}.attempt_accepted"),
        replacement=None
        if replacement is None
        else _offered(replacement, meanings.get("replacement"), f"{path}.replacement"),
        continued=_calls(data.get("continued"), f"{path}.continued"),
        after=_calls(data.get("after"), f"{path}.after"),
        system={key: meaning for key, meaning in meanings.items() if key not in _NAMED},
        withdrawn=meanings.get("withdrawn"),
        chosen=meanings.get("attempted" if replacement is not None and "attempted" in meanings else "replacement"),
        must_pass=_must_pass(data.get("must_pass") or {}, f"{path}.must_pass", len(auction)),
        noticed=_noticed(data.get("noticed"), f"{path}.noticed"),
        intended=None if data.get("intended") is None else _call(data["intended"], f"{path}.intended"),
        says_accept=tuple(
            read_seat(s, f"{path}.says_accept") for s in _list(data.get("says_accept"), f"{path}.says_accept")
        ),
        remark=str(data.get("remark") or ""),
        deviates=bool(read_flag(data.get("deviates"), f"{path}.deviates")),
        declarer=None if data.get("declarer") is None else read_seat(data["declarer"], f"{path}.declarer"),
        contract=str(data.get("contract") or ""),
        play=_play(data, path),
        lead=_lead(data.get("lead"), f"{path}.lead"),
        designation=_designation(data.get("designation"), f"{path}.designation"),
        player=None if data.get("player") is None else read_seat(data["player"], f"{path}.player"),
        cards=_cards(data.get("cards"), f"{path}.cards"),
        poll=_poll(data.get("poll"), f"{path}.poll"),
        regulations=_regulations(data.get("regulations"), f"{path}.regulations"),
        assume=_assume(data.get("assume"), f"{path}.assume"),
        findings=_findings(data.get("findings") or {}, f"{path}.findings"),
        source=data,
    )


def parse_stored(data: Mapping[str, Any], *, path: str = "record") -> TableRecord:
    """Read a record that was stored: one from before records said what is taken for granted was ruled on as natural."""
    return parse_record({"assume": NATURAL, **data}, path=path)


_NAMED: Final = ("withdrawn", "replacement", "attempted")
FIELDS: Final = frozenset(TableRecord.__dataclass_fields__) - {"system", "withdrawn", "chosen", "source"} | {"meanings"}


def read_seat(value: Any, path: str) -> Seat:
    """A seat by its letter or name. Raises BadRecord naming `path`."""
    try:
        return _SEAT_WORDS[str(value).strip().upper()]
    except KeyError:
        raise BadRecord(path, f"{value!r} is not a seat; expected N, E, S or W") from None


_SEAT_WORDS: Final = {word: seat for seat in Seat for word in (seat.value, seat.full_name.upper())}


def _call(value: Any, path: str) -> Call:
    try:
        return parse_call(value)
    except BadCall as error:
        raise BadRecord(path, str(error)) from None


def _list(value: Any, path: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, (list, tuple)):
        raise BadRecord(path, f"expected a list, not {value!r}")
    return list(value)


def read_flag(value: Any, path: str) -> bool | None:
    """True, False, or None where nothing is said. Raises BadRecord naming `path`."""
    if value is not None and not isinstance(value, bool):
        raise BadRecord(path, f"expected true or false, not {value!r}")
    return value


def _date(value: Any, path: str) -> dt.date | None:
    if value is None or isinstance(value, dt.date):
        return value
    try:
        return dt.date.fromisoformat(value)
    except (TypeError, ValueError):
        raise BadRecord(path, f"expected a date such as 2026-11-20, not {value!r}") from None


def read_meaning(value: Any, path: str) -> Meaning | None:
    """What a call shows. Raises BadRecord naming the part of it that is wrong."""
    try:
        return parse_meaning(value, where=path)
    except BadMeaning as error:
        where, _, message = str(error).partition(": ")
        raise BadRecord(where, f"{message} (what a call shows: 23A)") from None


def _meanings(data: Any, path: str) -> dict[str, Meaning]:
    if not isinstance(data, Mapping):
        raise BadRecord(path, f"expected a mapping of calls to meanings, not {data!r}")
    found: dict[str, Meaning] = {}
    for key, value in data.items():
        name = str(key)
        if name not in _NAMED:
            name = _call(name, f"{path}.{name}").text
        meaning = read_meaning(value, f"{path}.{key}")
        if meaning is not None:
            found[name] = meaning
    return found


def _made(item: Any, path: str) -> Made:
    if isinstance(item, str):
        seat, _, call = item.strip().partition(" ")
        return Made(read_seat(seat, f"{path}.by"), _call(call, f"{path}.call"))
    if not isinstance(item, Mapping) or "by" not in item or "call" not in item:
        raise BadRecord(path, f"expected {{by: S, call: 1H}} or 'S 1H', not {item!r}")
    if unknown := set(item) - {"by", "call", "means", "over", "stands"}:
        raise BadRecord(f"{path}.{min(unknown, key=str)}", "unknown field; known are by, call, means, over, stands")
    return Made(
        read_seat(item["by"], f"{path}.by"),
        _call(item["call"], f"{path}.call"),
        read_meaning(item.get("means"), f"{path}.means"),
        read_flag(item.get("over"), f"{path}.over"),
        stands=bool(read_flag(item.get("stands"), f"{path}.stands")),
    )


def _calls(value: Any, path: str) -> tuple[Made, ...]:
    return tuple(_made(item, f"{path}[{i}]") for i, item in enumerate(_list(value, path)))


def _auction(value: Any, path: str, dealer: Seat) -> tuple[Made, ...]:
    """The calls in the order in which they count; a list among them holds calls made at the same moment (Law 33)."""
    found: list[Made] = []
    for i, item in enumerate(_list(value, path)):
        if isinstance(item, (list, tuple)):
            turn = found[-1].by.lho if found else dealer
            found += _at_once(_calls(item, f"{path}[{i}]"), turn, f"{path}[{i}]")
        else:
            found.append(_made(item, f"{path}[{i}]"))
    return tuple(found)


def _at_once(calls: tuple[Made, ...], turn: Seat, path: str) -> list[Made]:
    """Calls of one moment: the one in turn first, the others after it, in rotation as far as Law 33 leaves it open."""
    seats = [made.by for made in calls]
    if len(calls) < 2 or len(set(seats)) < len(seats):
        raise BadRecord(path, "expected calls by two or more different players, made at the same moment")
    if turn not in seats:
        raise BadRecord(
            path,
            f"none of them is by {turn}, whose turn it was, so Law 33 does not order them; expected them one by one",
        )
    order = (turn, turn.lho, turn.partner, turn.rho)
    ordered = sorted(calls, key=lambda made: order.index(made.by))
    return [replace(made, together=i > 0) for i, made in enumerate(ordered)]


def _offered(item: Any, meaning: Meaning | None, path: str) -> Made:
    """A call offered in place of the irregular one: its seat is the offender's, whom the replay finds."""
    if isinstance(item, Mapping):
        if unknown := set(item) - {"call", "means", "stands"}:
            raise BadRecord(f"{path}.{min(unknown, key=str)}", "unknown field; known are call, means, stands")
        return Made(
            Seat.N,
            _call(item.get("call"), f"{path}.call"),
            read_meaning(item.get("means"), f"{path}.means") or meaning,
            stands=bool(read_flag(item.get("stands"), f"{path}.stands")),
        )
    return Made(Seat.N, _call(item, path), meaning)


def _hands(data: Any, path: str) -> dict[Seat, str]:
    if not isinstance(data, Mapping):
        raise BadRecord(path, f"expected a mapping of seats to hands such as Q632.KT98.J.AQJ9, not {data!r}")
    hands: dict[Seat, str] = {}
    dealt: dict[str, Seat] = {}
    for key, text in data.items():
        seat = read_seat(key, f"{path}.{key}")
        if text in (None, "-"):
            continue
        try:
            cards = parse_hand(text)
        except BadHand as error:
            raise BadRecord(f"{path}.{key}", str(error)) from None
        for card in cards:
            if card in dealt:
                raise BadRecord(f"{path}.{key}", f"{card} is also in {dealt[card].full_name}'s hand")
            dealt[card] = seat
        hands[seat] = str(text)
    return hands


def _must_pass(data: Any, path: str, calls: int) -> dict[Seat, MustPass]:
    if not isinstance(data, Mapping):
        raise BadRecord(path, f"expected a mapping of seats to once or throughout, not {data!r}")
    return {read_seat(key, f"{path}.{key}"): _obligation(value, f"{path}.{key}", calls) for key, value in data.items()}


def _obligation(data: Any, path: str, calls: int) -> MustPass:
    """`once`, or `{extent: once, from: 5}`: from the sixth call of the auction on."""
    if not isinstance(data, Mapping):
        data = {"extent": data}
    if unknown := set(data) - {"extent", "from"}:
        raise BadRecord(f"{path}.{min(unknown, key=str)}", "unknown field; known are extent, from")
    if data.get("extent") not in EXTENTS:
        raise BadRecord(path, f"expected once or throughout, not {data.get('extent')!r}")
    since = data.get("from")
    if since is not None and (not isinstance(since, int) or isinstance(since, bool) or not 0 <= since <= calls):
        raise BadRecord(f"{path}.from", f"expected how many calls had been made, 0 to {calls}, not {since!r}")
    return MustPass(str(data["extent"]), since)


def _noticed(value: Any, path: str) -> str | None:
    if value is not None and value not in NOTICED:
        raise BadRecord(path, f"expected {', '.join(NOTICED)}, not {value!r}")
    return None if value is None else str(value)


def _assume(value: Any, path: str) -> str | None:
    if value is not None and value not in ASSUME:
        raise BadRecord(path, f"expected {', '.join(ASSUME)}, not {value!r}")
    return None if value is None else str(value)


def undoubled(contract: object) -> str:
    """The bid of a contract such as `4S`, `4SX` or `4S XX`."""
    return str(contract).strip().upper().rstrip("X ")


def _play(data: Mapping[str, Any], path: str) -> PlayTold | None:
    """The play, which has to say who declares, and in which contract as far as it is known."""
    if data.get("play") is None:
        return None
    if data.get("declarer") is None:
        raise BadRecord(f"{path}.declarer", "missing; a play needs to know who declares: N, E, S or W")
    if data.get("contract") and not _call(undoubled(data["contract"]), f"{path}.contract").is_bid:
        raise BadRecord(f"{path}.contract", f"expected a bid such as 3NT, not {data['contract']}")
    try:
        return parse_play(data["play"], f"{path}.play")
    except BadPlay as error:
        raise BadRecord(error.path, error.message) from error


def _lead(data: Any, path: str) -> Lead | None:
    if data is None:
        return None
    if not isinstance(data, Mapping) or data.get("occasion") not in LEAD_OCCASIONS:
        raise BadRecord(f"{path}.occasion", f"expected {', '.join(LEAD_OCCASIONS)}")
    if unknown := set(data) - {"occasion", "forbidden", "can_comply"}:
        raise BadRecord(f"{path}.{min(unknown, key=str)}", "unknown field; known are occasion, forbidden, can_comply")
    forbidden = data.get("forbidden")
    if forbidden not in (None, "S", "H", "D", "C"):
        raise BadRecord(f"{path}.forbidden", f"expected a suit S, H, D or C, not {forbidden!r}")
    return Lead(data["occasion"], forbidden, read_flag(data.get("can_comply"), f"{path}.can_comply") is not False)


def _designation(value: Any, path: str) -> Designation | None:
    """The words with which a card is called for."""
    try:
        return None if value is None else read_designation(value)
    except BadDesignation as error:
        raise BadRecord(path, str(error)) from None


def _cards(value: Any, path: str) -> tuple[str, ...]:
    found: list[str] = []
    for i, item in enumerate(_list(value, path)):
        try:
            card = parse_card(item)
        except BadHand as error:
            raise BadRecord(f"{path}[{i}]", str(error)) from None
        if card in found:
            raise BadRecord(f"{path}[{i}]", f"{card} is there twice")
        found.append(card)
    return tuple(found)


def _poll(data: Any, path: str) -> Poll | None:
    try:
        return parse_poll(data, path)
    except BadEvidence as error:
        raise BadRecord(error.path, error.message) from None


def _regulations(data: Any, path: str) -> dict[str, Regulation]:
    try:
        return parse_regulations(data, path)
    except BadRegulation as error:
        raise BadRecord(error.path, error.message) from None


def _findings(data: Any, path: str) -> dict[str, Any]:
    if not isinstance(data, Mapping):
        raise BadRecord(path, f"expected a mapping of facts to values, not {data!r}")
    return {str(key): value for key, value in data.items()}
