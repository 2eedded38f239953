"""The play as a record tells it: some tricks in the order in which their cards were played, and what surrounds them.

```yaml
play:
  on_lead: S                      # whose turn it was to lead to the first trick that is told
  from: 5                         # the number of that trick; 1 if it is left out
  tricks:                         # the cards as they were played, the irregular one among them; the last may be incomplete,
                                  # and a card told with a trick that is complete was put on it as a fifth
  - [S HA, W D2, N H3, E H4]
  remaining: {W: K3.-.QJ.2}       # what hands still hold, without these cards; nothing between dots: none; `-`: not known
  won: {NS: 3, EW: 1}             # tricks won before the first one told
  penalty_cards: [{card: H8, by: E, rank: major}]
  restrictions: [{player: W, suit: D, kind: forbidden}]
```
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from laws.rulings.calls import SUITS, Call
from laws.rulings.cards import BadHand, parse_card, parse_left
from laws.rulings.play.position import NO_SUIT, PLACE, TRICKS, LeadRule, Limit, PenaltyCard, Position, Rank
from laws.rulings.seats import ROUND, Seat, Side


class BadPlay(ValueError):
    """A play that cannot have been; `path` is the part of it, the message says what is expected there."""

    def __init__(self, path: str, message: str) -> None:
        self.path = path
        self.message = message
        super().__init__(f"{path}: {message}")


Played = tuple[Seat, str]
"""A card with the hand that played it."""


@dataclass(frozen=True, eq=False)
class PlayTold:
    """The play of a record. tricks: the cards of each; number: of the first; the rest as in the module's text.

    remaining: the known cards that hands still hold; unknown: the suits of which nothing is told.
    """

    on_lead: Seat
    number: int = 1
    tricks: tuple[tuple[Played, ...], ...] = ()
    remaining: Mapping[Seat, frozenset[str]] = field(default_factory=dict)
    unknown: Mapping[Seat, frozenset[str]] = field(default_factory=dict)
    won: Mapping[Side, int] = field(default_factory=dict)
    penalty_cards: tuple[PenaltyCard, ...] = ()
    rules: tuple[LeadRule, ...] = ()

    def before(self, contract: Call | None, declarer: Seat) -> Position:
        """The table before the first trick that is told: the cards played since are still in their hands."""
        hands = {seat: set(cards) for seat, cards in self.remaining.items()}
        for cards in self.tricks:
            for by, card in cards:
                hands.setdefault(by, set()).add(card)
        unknown = {seat: self.unknown.get(seat, frozenset() if seat in self.remaining else SUITS) for seat in ROUND}
        return Position(
            contract,
            declarer,
            hands,
            unknown=unknown,
            leader=self.on_lead,
            number=self.number,
            won=self.won,
            penalty_cards=self.penalty_cards,
            rules=self.rules,
        )


def parse_play(data: Any, path: str) -> PlayTold:
    """Read the play from plain data.

    Raises BadPlay naming the trick and the card: one played twice or held by two, a fifth card of a hand to a trick it is not
    said to have won, a fourteenth trick, a penalty card that its player does not hold.
    """
    if not isinstance(data, Mapping):
        raise BadPlay(path, f"expected a mapping with on_lead and tricks, not {data!r}")
    if unknown := set(data) - _KEYS:
        raise BadPlay(f"{path}.{min(unknown, key=str)}", f"unknown field; known are {', '.join(sorted(_KEYS))}")
    number = data.get("from", 1)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= TRICKS:
        raise BadPlay(f"{path}.from", f"expected the number of a trick, 1 to {TRICKS}, not {number!r}")
    tricks = _tricks(data.get("tricks") or [], f"{path}.tricks", number)
    remaining, unknown_suits = _remaining(data.get("remaining") or {}, f"{path}.remaining")
    told = PlayTold(
        on_lead=_leader(data, tricks, path),
        number=number,
        tricks=tricks,
        remaining=remaining,
        unknown=unknown_suits,
        won=_won(data.get("won") or {}, f"{path}.won", number),
        penalty_cards=tuple(_penalty_cards(data.get("penalty_cards") or [], f"{path}.penalty_cards")),
        rules=tuple(_rules(data.get("restrictions") or [], f"{path}.restrictions")),
    )
    _each_card_once(told, path)
    return told


_KEYS: Final = frozenset(("on_lead", "from", "tricks", "remaining", "won", "penalty_cards", "restrictions"))


def _leader(data: Mapping[str, Any], tricks: tuple[tuple[Played, ...], ...], path: str) -> Seat:
    if data.get("on_lead") is not None:
        return _seat(data["on_lead"], f"{path}.on_lead")
    if tricks and tricks[0]:
        return tricks[0][0][0]
    raise BadPlay(f"{path}.on_lead", "missing; expected N, E, S or W")


def _seat(value: Any, path: str) -> Seat:
    text = str(value).strip().upper()
    for seat in Seat:
        if text in (seat.value, seat.full_name.upper()):
            return seat
    raise BadPlay(path, f"{value!r} is not a seat; expected N, E, S or W")


def _card(value: Any, path: str) -> str:
    try:
        return parse_card(value)
    except BadHand as error:
        raise BadPlay(path, str(error)) from None


def _played(item: Any, path: str) -> Played:
    if isinstance(item, str):
        seat, _, card = item.strip().partition(" ")
        return _seat(seat, path), _card(card, path)
    if isinstance(item, Mapping) and set(item) == {"by", "card"}:
        return _seat(item["by"], f"{path}.by"), _card(item["card"], f"{path}.card")
    raise BadPlay(path, f"expected 'S HA' or {{by: S, card: HA}}, not {item!r}")


def _list(value: Any, path: str, what: str) -> Sequence[Any]:
    if not isinstance(value, (list, tuple)):
        raise BadPlay(path, f"expected a list of {what}, not {value!r}")
    return value


def _tricks(data: Any, path: str, first: int) -> tuple[tuple[Played, ...], ...]:
    found = []
    tricks = _list(data, path, "tricks")
    if first + len(tricks) - 1 > TRICKS:
        raise BadPlay(
            f"{path}[{TRICKS - first + 1}]", f"trick {TRICKS + 1}: a board has {TRICKS} tricks; expected no more"
        )
    for i, cards in enumerate(tricks):
        where = f"{path}[{i}]"
        played = tuple(_played(item, f"{where}[{j}]") for j, item in enumerate(_list(cards, where, "cards")))
        if not played and i < len(tricks) - 1:
            raise BadPlay(where, f"trick {first + i}: no card; expected four before the next trick")
        if len(played) < len(Seat) and i < len(tricks) - 1:
            last = played[-1][1]
            raise BadPlay(
                where, f"trick {first + i} ends with {last} after {len(played)} cards; expected four before the next"
            )
        found.append(played)
    return tuple(found)


def _remaining(data: Any, path: str) -> tuple[dict[Seat, frozenset[str]], dict[Seat, frozenset[str]]]:
    if not isinstance(data, Mapping):
        raise BadPlay(path, f"expected seats with what they still hold, such as W: K3.-.QJ.2, not {data!r}")
    held: dict[Seat, frozenset[str]] = {}
    unknown: dict[Seat, frozenset[str]] = {}
    for key, text in data.items():
        seat, where = _seat(key, f"{path}.{key}"), f"{path}.{key}"
        try:
            cards, suits = parse_left(text)
        except BadHand as error:
            raise BadPlay(where, str(error)) from None
        held[seat] = frozenset(cards)
        unknown[seat] = suits
    return held, unknown


def _won(data: Any, path: str, first: int) -> dict[Side, int]:
    if not isinstance(data, Mapping):
        raise BadPlay(path, f"expected NS and EW with tricks, not {data!r}")
    found = {}
    for key, count in data.items():
        if key not in Side.__members__ or not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise BadPlay(f"{path}.{key}", f"expected NS or EW with a number of tricks, not {count!r}")
        found[Side(key)] = count
    if len(found) == len(Side) and sum(found.values()) != first - 1:
        told = " and ".join(str(count) for count in found.values())
        raise BadPlay(path, f"{told} tricks before trick {first}; expected {first - 1} together")
    return found


def _penalty_cards(data: Any, path: str) -> list[PenaltyCard]:
    found = []
    for i, item in enumerate(_list(data, path, "penalty cards")):
        where = f"{path}[{i}]"
        if not isinstance(item, Mapping) or not {"card", "by"} <= set(item) <= {"card", "by", "rank"}:
            raise BadPlay(where, f"expected {{card: H8, by: E, rank: major}}, not {item!r}")
        rank = item.get("rank", "major")
        if rank not in get_args(Rank):
            raise BadPlay(f"{where}.rank", f"expected major or minor, not {rank!r}")
        found.append(PenaltyCard(_card(item["card"], f"{where}.card"), _seat(item["by"], f"{where}.by"), rank))
    return found


def _rules(data: Any, path: str) -> list[LeadRule]:
    found = []
    for i, item in enumerate(_list(data, path, "restrictions")):
        where = f"{path}[{i}]"
        if not isinstance(item, Mapping) or not {"player", "kind"} <= set(item) <= {
            "player",
            "kind",
            "suit",
            "law",
            "lasts",
        }:
            raise BadPlay(where, f"expected {{player: W, kind: forbidden, suit: D}}, not {item!r}")
        kind, suit = item["kind"], item.get("suit", "")
        if kind not in get_args(Limit):
            raise BadPlay(f"{where}.kind", f"expected {', '.join(get_args(Limit))}, not {kind!r}")
        if (kind in NO_SUIT) is (suit in SUITS) or (kind in NO_SUIT and suit):
            expected = "no suit" if kind in NO_SUIT else "S, H, D or C"
            raise BadPlay(f"{where}.suit", f"expected {expected}, not {suit!r}")
        lasts = item.get("lasts", kind == "forbidden")
        found.append(
            LeadRule(_seat(item["player"], f"{where}.player"), kind, suit, str(item.get("law", "")), bool(lasts))
        )
    return found


def _each_card_once(told: PlayTold, path: str) -> None:
    """No card is played twice or held by two, and a penalty card is held by its player."""
    held = {card: seat for seat, cards in told.remaining.items() for card in cards}
    if len(held) != sum(len(cards) for cards in told.remaining.values()):
        twice = next(card for card in held if sum(card in cards for cards in told.remaining.values()) > 1)
        who = " and ".join(seat.full_name for seat, cards in told.remaining.items() if twice in cards)
        raise BadPlay(f"{path}.remaining", f"{twice} is held by {who}; expected one of them")
    played: dict[str, int] = {}
    for i, cards in enumerate(told.tricks):
        for j, (_by, card) in enumerate(cards):
            where = f"{path}.tricks[{i}][{j}]"
            named = f"{card}, trick {told.number + i}"
            if card in played:
                raise BadPlay(where, f"{named}: it was played to trick {played[card]} before; expected another card")
            if card in held:
                raise BadPlay(where, f"{named}: {held[card].full_name} still holds it; expected another card")
            played[card] = told.number + i
    for i, lying in enumerate(told.penalty_cards):
        holder = held.get(lying.card)
        own = any((lying.by, lying.card) in cards for cards in told.tricks)
        known = lying.by in told.remaining and lying.card[0] not in told.unknown.get(lying.by, ())
        if (holder is not None and holder is not lying.by) or (holder is None and not own and known):
            raise BadPlay(
                f"{path}.penalty_cards[{i}]",
                f"{lying.card}: {lying.by.full_name} does not hold it; nobody exposed that card",
            )


def told_of(start: Position, tricks: Sequence[Sequence[Played]]) -> dict[str, Any]:
    """The play as a record writes it: `parse_play` reads it back. start: the table before the first of the tricks, without a
    card of it; tricks: their cards. The cards of the tricks are taken out of the hands.
    """
    gone = {card for cards in tricks for _, card in cards}
    found: dict[str, Any] = {
        "on_lead": start.trick.leader.value,
        "from": start.number,
        "tricks": [[f"{by.value} {card}" for by, card in cards] for cards in tricks],
        "remaining": {
            seat.value: _left([card for card in start.hands.get(seat, ()) if card not in gone], start.unknown[seat])
            for seat in Seat
            if len(start.unknown[seat]) < len(SUITS) or start.hands.get(seat)
        },
        "won": {side.value: start.won_by[side] for side in Side},
    }
    if start.penalty_cards:
        found["penalty_cards"] = [
            {"card": lying.card, "by": lying.by.value, "rank": lying.rank} for lying in start.penalty_cards
        ]
    if start.rules:
        found["restrictions"] = [
            {"player": rule.player.value, "kind": rule.kind, "law": rule.law, "lasts": rule.lasts}
            | ({"suit": rule.suit} if rule.suit else {})
            for rule in start.rules
        ]
    return found


def _left(cards: Sequence[str], unknown: frozenset[str]) -> str:
    order = sorted(cards, key=PLACE.__getitem__)
    parts = ("-" if suit in unknown else "".join(card[1] for card in order if card[0] == suit) for suit in SUITS)
    return ".".join(parts)
