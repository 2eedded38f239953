"""Boards as bridge programs keep them: PBN and LIN, read into the assistant's auction and play, and written from them.

Read are the dealer, the hands, the auction and the play; everything else of a file is left alone. A file that has several
boards gives its first. Both formats tell cards without their players: PBN in columns of seats, LIN in the order of play. So
what cannot be told in one of them, a card or call out of turn, is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from laws.assistant import plays
from laws.assistant.auctions import Auction, BadAuction, written
from laws.assistant.plays import Play, WrongPlay
from laws.rulings.calls import SUITS
from laws.rulings.cards import RANKS
from laws.rulings.play.position import PLACE, Position
from laws.rulings.seats import ROUND, Seat

LONGEST: Final = 20_000
"""So many signs of a file are read: a board has some hundreds."""


class BadFile(ValueError):
    """A text that is no board; the sentence says what is missing."""


@dataclass(frozen=True)
class Board:
    """A board of a file: the auction, and the play with the hands if the contract is known."""

    auction: Auction | None
    play: Play | None


def read_board(text: str) -> Board:
    """The first board of a PBN or LIN text. Raises BadFile."""
    text = text[:LONGEST].lstrip("\ufeff").strip()
    try:
        if text.startswith(("[", "%", ";")):
            return _pbn(text)
        if re.match(r"\w{2}\|", text):
            return _lin(text)
    except (BadAuction, WrongPlay) as error:
        raise BadFile(str(error)) from error
    raise BadFile(_('This is neither PBN nor LIN. PBN begins with a line such as [Dealer "N"], LIN with pn| or md|.'))


# -- PBN ---------------------------------------------------------------------------------------------------------------

_TAG: Final = re.compile(r'^\s*\[\s*(\w+)\s+"([^"]*)"\s*\]\s*$')
_COMMENT: Final = re.compile(r"\{[^}]*\}", re.DOTALL)
# Notes, signs of quality and marks of irregularities say nothing about which call or card it was; ^S skips a player.
_BESIDES: Final = re.compile(r"=\d+=|\$\d+|\^[IRL]|[!?]+|\+")
_SKIP: Final = "^S"
_CALLS: Final = {"PASS": "P", "DBL": "X", "RDBL": "XX"}


def _pbn(text: str) -> Board:
    tags: dict[str, str] = {}
    sections: dict[str, str] = {}
    here = ""
    for line in _COMMENT.sub(" ", text).splitlines():
        if line.lstrip().startswith((";", "%")):
            continue
        if found := _TAG.match(line):
            here = found[1]
            if here in tags:  # the next board begins
                break
            tags[here] = found[2]
        elif here:
            sections[here] = f"{sections.get(here, '')} {line.partition(';')[0]}"
    dealer = tags.get("Auction") or tags.get("Dealer", "")
    auction = _pbn_auction(dealer, sections.get("Auction", "")) if dealer else None
    made = (plays.of_auction(auction) if auction else None) or _contract(tags)
    if made is None:
        return Board(auction, None)
    held = _pbn_deal(tags.get("Deal", ""))
    made = replace(made, held=held)
    tokens = [
        one for one in _BESIDES.sub(" ", sections.get("Play", "")).replace(_SKIP, " ").upper().split() if one != "*"
    ]
    first = tags.get("Play", "")
    return Board(auction, _pbn_play(made, Seat(first), tokens) if first in Seat.__members__ else made)


def _pbn_auction(dealer: str, text: str) -> Auction:
    calls: list[str] = []
    turn = Seat(dealer) if dealer in Seat.__members__ else None
    if turn is None:
        return written(dealer, "")
    for word in _BESIDES.sub(" ", text).replace(_SKIP, f" {_SKIP} ").upper().split():
        if word == _SKIP:
            turn = turn.lho
        elif word == "AP":
            passes = 3 if any(one.rpartition(":")[2] not in ("P",) for one in calls) else 4
            while passes > _last_passes(calls):
                calls.append("P")
        elif word not in ("*", "-"):
            calls.append(f"{turn.value}:{_CALLS.get(word, word)}")
            turn = turn.lho
    return written(dealer, " ".join(calls))


def _last_passes(calls: Sequence[str]) -> int:
    count = 0
    for one in reversed(calls):
        if one.rpartition(":")[2] != "P":
            break
        count += 1
    return count


def _contract(tags: dict[str, str]) -> Play | None:
    contract, declarer = tags.get("Contract", "").strip(), tags.get("Declarer", "").strip("^")
    if not contract or contract.upper() == "PASS" or declarer not in Seat.__members__:
        return None
    return plays.from_address(f"{contract} {declarer}")


def _pbn_deal(text: str) -> dict[Seat, str]:
    first, _colon, hands = text.partition(":")
    if first not in Seat.__members__:
        return {}
    seats = [Seat(first)]
    while len(seats) < len(Seat):
        seats.append(seats[-1].lho)
    return {seat: hand.upper() for seat, hand in zip(seats, hands.split(), strict=False) if hand != "-"}


def _pbn_play(made: Play, first: Seat, tokens: Sequence[str]) -> Play:
    """The cards of a table whose first column is the first leader's, in the order in which they were played."""
    columns = [first, first.lho, first.partner, first.rho]
    rows = [tokens[at : at + len(columns)] for at in range(0, len(tokens), len(columns))]
    for row in rows:
        cards = {seat: card for seat, card in zip(columns, row, strict=False) if card != "-"}
        turn = made.next
        if turn is not None and turn not in cards and cards:
            turn = next(seat for seat in columns if seat in cards)
        while turn is not None and turn in cards:
            made = made.longer(cards.pop(turn), turn.value)
            turn = turn.lho
    return made


# -- LIN ---------------------------------------------------------------------------------------------------------------

_LIN_SEATS: Final = (Seat.S, Seat.W, Seat.N, Seat.E)
_LIN_CALLS: Final = {"P": "P", "PASS": "P", "D": "X", "X": "X", "DBL": "X", "R": "XX", "XX": "XX", "RDBL": "XX"}


def _lin(text: str) -> Board:
    parts = text.replace("\r", "").replace("\n", "").split("|")
    pairs = [*zip(parts[::2], parts[1::2], strict=False)]
    dealer, held = Seat.S, dict[Seat, str]()
    calls: list[str] = []
    cards: list[str] = []
    seen = False
    for name, value in pairs:
        command = name.strip().lower()
        if command == "md":
            if seen:
                break
            seen = True
            dealer, held = _lin_deal(value)
        elif command == "mb":
            plain = value.strip().rstrip("!").upper()
            calls.append(_LIN_CALLS.get(plain, plain.replace("N", "NT") if plain.endswith("N") else plain))
        elif command == "pc":
            cards.append(value.strip().upper())
    auction = written(dealer.value, " ".join(calls))
    made = plays.of_auction(auction)
    if made is None:
        return Board(auction, None)
    return Board(auction, plays.with_cards(replace(made, held=held), " ".join(cards)))


def _lin_deal(value: str) -> tuple[Seat, dict[Seat, str]]:
    if value[:1] not in ("1", "2", "3", "4"):
        raise BadFile(_("The deal of a LIN text begins with the dealer, 1 to 4, such as md|3SAKH… ."))
    held = {}
    for seat, hand in zip(_LIN_SEATS, value[1:].upper().split(","), strict=False):
        suits = dict(zip(SUITS, (_ranks(hand, suit) for suit in SUITS), strict=True))
        if any(suits.values()):
            held[seat] = ".".join(suits[suit] for suit in SUITS)
    if len(held) == len(Seat) - 1:  # the fourth hand has the rest of the pack
        gone = {
            suit + rank
            for text in held.values()
            for suit, ranks in zip(SUITS, text.split("."), strict=True)
            for rank in ranks
        }
        rest = [card for card in PLACE if card not in gone]
        missing = next(seat for seat in _LIN_SEATS if seat not in held)
        held[missing] = ".".join("".join(card[1] for card in rest if card[0] == suit) for suit in SUITS)
    return _LIN_SEATS[int(value[0]) - 1], held


def _ranks(hand: str, suit: str) -> str:
    found = re.search(rf"{suit}([{RANKS}10]*)", hand)
    return "".join(sorted(found[1].replace("10", "T"), key=RANKS.index)) if found else ""


# -- writing -----------------------------------------------------------------------------------------------------------


def write_pbn(auction: Auction | None, play: Play | None) -> str:
    """A board as PBN. Raises BadFile for what has no place in it."""
    lines = []
    if auction is not None:
        lines.append(f'[Dealer "{auction.dealer.value}"]')
    if play is not None:
        lines += [f'[Declarer "{play.declarer.value}"]', f'[Contract "{play.contract}"]']
        if play.held and play.number == 1:
            hands = " ".join(play.held.get(seat, "-") for seat in ROUND)
            if not any("-" in text for text in play.held.values()):
                lines.insert(0, f'[Deal "N:{hands}"]')
    if auction is not None:
        lines.append(f'[Auction "{auction.dealer.value}"]')
        calls = [*_skipping(auction)]
        lines += [" ".join(calls[at : at + 4]) for at in range(0, len(calls), 4)]
    if play is not None and play.cards:
        lines += [f'[Play "{play.cards[0][0].value}"]', *_columns(play)]
    return "\n".join(lines) + "\n"


def _skipping(auction: Auction) -> Iterator[str]:
    names = {"P": "Pass"}
    turn = auction.dealer
    for by, call in auction.calls:
        while by is not turn:
            yield _SKIP
            turn = turn.lho
        yield names.get(call.text, call.text)
        turn = by.lho


def _columns(play: Play) -> Iterator[str]:
    if play.number != 1:
        raise BadFile(_("PBN tells the play from its first trick; this one begins later."))
    _must_be_in_turn(play)
    first = play.cards[0][0]
    for trick in play.tricks:
        cards = dict(trick)
        yield " ".join(cards.get(seat, "-") for seat in (first, first.lho, first.partner, first.rho))
    if len(play.tricks) < len(RANKS):
        yield "*"


def _must_be_in_turn(play: Play) -> None:
    table = Position(play.bid, play.declarer, {}, leader=play.on_lead, number=play.number)
    for by, card in play.cards:
        if by is not table.turn:
            raise BadFile(
                _("A card out of turn cannot be written in this format, which does not say who played a card.")
            )
        table.follow(by, card)


def write_lin(auction: Auction | None, play: Play | None) -> str:
    """A board as LIN. Raises BadFile for what has no place in it."""
    if auction is None:
        raise BadFile(_("LIN tells the contract by the auction; enter the auction first."))
    if any(
        later is not earlier.lho
        for earlier, later in pairwise([auction.dealer.rho, *(by for by, _call in auction.calls)])
    ):
        raise BadFile(_("A call out of turn cannot be written in LIN, which does not say who called."))
    held = play.held if play is not None and play.number == 1 else {}
    hands = ",".join(_lin_hand(held.get(seat, "")) for seat in _LIN_SEATS)
    parts = ["md", f"{_LIN_SEATS.index(auction.dealer) + 1}{hands}"]
    names = {"P": "p", "X": "d", "XX": "r"}
    for _by, call in auction.calls:
        parts += ["mb", names.get(call.text, call.text.replace("NT", "N"))]
    if play is not None:
        if play.number != 1:
            raise BadFile(_("LIN tells the play from its first trick; this one begins later."))
        _must_be_in_turn(play)
        for _hand, card in play.cards:
            parts += ["pc", card]
    return "|".join(parts) + "|\n"


def _lin_hand(text: str) -> str:
    if not text or "-" in text:
        return ""
    return "".join(suit + ranks[::-1] for suit, ranks in zip(SUITS, text.split("."), strict=True))
