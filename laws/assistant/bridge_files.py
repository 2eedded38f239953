"""Boards as bridge programs keep them: PBN and LIN, read into the assistant's auction and play, and written from them.

Read are the dealer, the hands, the auction and the play; everything else of a file is left alone. A file that has several
boards gives its first. Programs differ: a no-trump bid may be N, a double D, the dealer left to the number of the board, a
LIN text may stand in an address, and several calls or cards in one place.

Both formats tell cards without their players: PBN in columns of seats, LIN in the order of play. So what cannot be told in
one of them, a card or call out of turn, is not written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final
from urllib.parse import unquote_plus

from django.utils.translation import gettext as _

from laws.assistant import plays
from laws.assistant.auctions import Auction, BadAuction, written
from laws.assistant.plays import Play, WrongPlay
from laws.rulings.calls import SUITS
from laws.rulings.cards import RANKS, letters
from laws.rulings.play.position import PLACE, Position
from laws.rulings.seats import ROUND, Seat

LONGEST: Final = 20_000
"""So many signs of a file are read: a board has some hundreds."""


_LIN_ADDRESS: Final = re.compile(r"^https?://\S*?[?&]lin=(\S+?)(?=&\w+=|#|$)", re.IGNORECASE)
"""Hands are sent as addresses of a page that shows them."""


class BadFile(ValueError):
    """A text that is no board; the sentence says what is missing."""


@dataclass(frozen=True)
class Board:
    """A board of a file: the auction, and the play with the hands if the contract is known."""

    auction: Auction | None
    play: Play | None


def read_board(text: str) -> Board:
    """The first board of a PBN or LIN text. Raises BadFile."""
    text = text.lstrip("\ufeff").strip()
    if address := _LIN_ADDRESS.search(text.partition("\n")[0]):
        text = unquote_plus(address[1])
    text = text[:LONGEST]
    try:
        if text.startswith(("[", "%", ";", "{")):
            return _pbn(text)
        if re.match(r"\w{2}\|", text):
            return _lin(text)
    except (BadAuction, WrongPlay) as error:
        raise BadFile(str(error)) from error
    if text.startswith(("http://", "https://")):
        raise BadFile(_("This address has no LIN text in it (lin=…). Paste the board itself."))
    raise BadFile(_('This is neither PBN nor LIN. PBN begins with a line such as [Dealer "N"], LIN with pn| or md|.'))


# -- PBN ---------------------------------------------------------------------------------------------------------------

# A tag may have another behind it on its line, or a comment to the end of the line.
_TAG: Final = re.compile(r'\s*\[\s*(\w+)\s+"((?:[^"\\]|\\.)*)"\s*\]\s*(?:;.*)?')
_COMMENT: Final = re.compile(r"\{[^}]*\}", re.DOTALL)
# Notes, signs of quality and marks of irregularities say nothing about which call or card it was; ^S skips a player.
_BESIDES: Final = re.compile(r"=\d+=|\$\d+|\^[IRL]|[!?]+|\+")
_SKIP: Final = "^S"
_CALLS: Final = {"PASS": "P", "D": "X", "DBL": "X", "R": "XX", "RDBL": "XX", "REDBL": "XX"}
_REPEATED: Final = "Note"
"""The tag of which a board can have several; any other that comes again belongs to the next board."""


def _pbn(text: str) -> Board:
    tags: dict[str, str] = {}
    sections: dict[str, str] = {}
    here = ""
    for line in _COMMENT.sub(" ", text).splitlines():
        if line.lstrip().startswith((";", "%")):
            continue
        if not (found := _tags_of(line)):
            if here:
                sections[here] = f"{sections.get(here, '')} {line.partition(';')[0]}"
            continue
        if any(name in tags and name != _REPEATED for name, _value in found):  # the next board begins
            break
        tags.update(found)
        here = found[-1][0]
    dealer = _dealer(tags)
    auction = _pbn_auction(dealer, sections.get("Auction", "")) if dealer else None
    made = (plays.of_auction(auction) if auction else None) or _contract(tags)
    if made is None:
        return Board(auction, None)
    held = _pbn_deal(tags.get("Deal", ""))
    made = replace(made, held=held)
    tokens = [
        one for one in _BESIDES.sub(" ", sections.get("Play", "")).replace(_SKIP, " ").upper().split() if one != "*"
    ]
    first = _letter(tags.get("Play", ""))
    return Board(auction, _pbn_play(made, Seat(first), tokens) if first in Seat.__members__ else made)


def _tags_of(line: str) -> list[tuple[str, str]]:
    """The tags of a line, which has nothing else in it; none where it is a line of a section."""
    found = [*_TAG.finditer(line)]
    whole = "".join(one[0] for one in found)
    return [(one[1], one[2]) for one in found] if found and whole == line else []


def _dealer(tags: dict[str, str]) -> str:
    """Who calls first: told, or by the number of the board."""
    told = tags.get("Auction") or tags.get("Dealer", "")
    number = tags.get("Board", "")
    if told or "Auction" not in tags or not number.isdecimal():
        return _letter(told)
    return ROUND[(int(number) - 1) % len(ROUND)].value


def _letter(seat: str) -> str:
    """N of North; what is no seat stays as it is."""
    return next((one.value for one in Seat if seat.strip().lower() == one.full_name.lower()), seat)


def _bid(word: str) -> str:
    """1NT of 1N, whatever stands behind it."""
    return re.sub(r"^([1-7])N(?!T)", r"\1NT", word)


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
            calls.append(f"{turn.value}:{_CALLS.get(word, _bid(word))}")
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
    contract = _bid(tags.get("Contract", "").upper().replace(" ", "").replace("*", "X"))
    declarer = _letter(tags.get("Declarer", "").strip("^"))
    if not contract or contract == "PASS" or declarer not in Seat.__members__:
        return None
    return plays.from_address(f"{contract} {declarer}")


def _pbn_deal(text: str) -> dict[Seat, str]:
    first, _colon, hands = text.partition(":")
    if first not in Seat.__members__:
        return {}
    seats = [Seat(first)]
    while len(seats) < len(Seat):
        seats.append(seats[-1].lho)
    return {
        seat: hand.upper() for seat, hand in zip(seats, hands.replace("10", "T").split(), strict=False) if hand != "-"
    }


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
_LIN_CALL: Final = re.compile(r"([1-7](?:NT?|[CDHS])|PASS|DBL|RDBL|P|D|XX|X|R|-)[!*?]*\s*")
_LIN_CARD: Final = re.compile(r"([CDHS](?:10|[2-9TJQKA]))\s*")
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
            said = _one_by_one(value, _LIN_CALL)
            calls += [_LIN_CALLS.get(one, _bid(one)) for one in said]
        elif command == "pc":
            cards += _one_by_one(value, _LIN_CARD)
    auction = written(dealer.value, " ".join(calls))
    made = plays.of_auction(auction)
    if made is None:
        return Board(auction, None)
    return Board(auction, plays.with_cards(replace(made, held=held), " ".join(cards)))


def _one_by_one(value: str, what: re.Pattern[str]) -> list[str]:
    """The calls or cards of one place of a LIN text; what is none stays as it is, to be named."""
    text = value.strip().upper()
    found = [*what.finditer(text)]
    whole = "".join(one[0] for one in found) == text
    return [one[1] for one in found] if whole else [text]


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
    return "".join(sorted(letters(found[1]), key=RANKS.index)) if found else ""


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
