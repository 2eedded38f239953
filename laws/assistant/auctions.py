"""An auction as a Director writes it down: the dealer and the calls, each by the player on the left of the last caller.

`N 1S P W:1H` is one in an address: North dealt and bid a spade, East passed, and West, not South, bid a heart. Where a
call was made in rotation its seat goes without saying. `=2C` at the end is the call that took the place of the irregular
one. Suits may be signs, and a star behind an irregular call, which
many people write, says nothing that the engine does not see by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext as _

from laws.rulings.calls import SYMBOLS, BadCall, Call, parse_call
from laws.rulings.editions import Edition
from laws.rulings.record import BadRecord, TableRecord, parse_record
from laws.rulings.replay import Irregularity, Standing, diagnose
from laws.rulings.seats import Seat

# The longest auction that is possible has 319 calls; with irregular ones some more.
MOST: Final = 340
SIGNS: Final = {sign: letter for letter, sign in SYMBOLS.items() if len(sign) == 1}
SEATS: Final = {word: seat for seat in Seat for word in (seat.value, seat.full_name.upper())}


class BadAuction(ValueError):
    """Something in an auction that is no call; the sentence says what is expected."""


@dataclass(frozen=True)
class Auction:
    """A dealer, and the calls with their players in the order in which they were made.

    instead: the call that has taken the place of the irregular one, if that is told.
    """

    dealer: Seat
    calls: tuple[tuple[Seat, Call], ...] = ()
    instead: Call | None = None

    @property
    def next(self) -> Seat:
        """The player to the left of the last caller."""
        return self.calls[-1][0].lho if self.calls else self.dealer

    @cached_property
    def written(self) -> str:
        """The calls as a Director writes them: `1S P W:1H`."""
        words, turn = [], self.dealer
        for by, call in self.calls:
            words.append(call.text if by is turn else f"{by.value}:{call.text}")
            turn = by.lho
        return " ".join([*words, f"={self.instead.text}"] if self.instead else words)

    @property
    def text(self) -> str:
        """The auction as an address has it: `N 1S P W:1H`."""
        return f"{self.dealer.value} {self.written}".strip()

    @property
    def shorter(self) -> Auction:
        """The same without its last call."""
        return Auction(self.dealer, self.calls if self.instead else self.calls[:-1])

    def with_instead(self, call: str) -> Auction:
        """The same with the call that has taken the place of the irregular one. Raises BadAuction."""
        return Auction(self.dealer, self.calls, _call(call))

    def longer(self, call: str, by: str = "") -> Auction:
        """The same with one more call, by the player whose place it is or by another."""
        return Auction(self.dealer, (*self.calls, (_seat(by) if by else self.next, _call(call))))

    def record(self, edition: Edition, **more: Any) -> TableRecord:
        """A table record with this auction. Raises BadRecord where `more` makes no sense."""
        made = [f"{by.value} {call.text}" for by, call in self.calls]
        if self.instead is not None:
            more["replacement"] = self.instead.text
        return parse_record({"dealer": self.dealer.value, "auction": made, "edition": edition.slug, **more})

    def irregularities(self, edition: Edition) -> list[Irregularity]:
        """What is wrong with it, in the order in which a Director deals with it."""
        return diagnose(Auction(self.dealer, self.calls).record(edition))

    @property
    def ended(self) -> bool:
        """Whether a correct auction of these calls is over."""
        standing = Standing(self.dealer)
        for by, call in self.calls:
            standing.take(by, call)
        return standing.ended

    def diagram(self, edition: Edition) -> dict[str, Any]:
        """The auction as `laws.diagrams` lays it out, irregular calls marked."""
        bad = {one.index for one in self.irregularities(edition)}
        calls: list[dict[str, Any]] = [{"by": by.value, "call": call.text} for by, call in self.calls]
        for index in bad:
            calls[index]["bad"] = True
        return {"dealer": self.dealer.value, "calls": calls}


def from_address(text: str) -> Auction:
    """The auction of an address. Raises BadAuction."""
    dealer, _space, calls = text.strip().partition(" ")
    return written(dealer, calls)


def written(dealer: str, calls: str) -> Auction:
    """The auction that somebody has written down. Raises BadAuction naming what is no call."""
    made = Auction(_seat(dealer))
    tokens = calls.replace(",", " ").replace(";", " ").split()
    if len(tokens) > MOST:
        raise BadAuction(_("No auction has more than %(most)d calls.") % {"most": MOST})
    found: list[tuple[Seat, Call]] = []
    turn = made.dealer
    instead = _call(tokens.pop()[1:]) if tokens and tokens[-1].startswith("=") else None
    for token in tokens:
        by, colon, call = token.rpartition(":")
        seat = _seat(by) if colon else turn
        found.append((seat, _call(call)))
        turn = seat.lho
    return Auction(made.dealer, tuple(found), instead)


def _seat(word: str) -> Seat:
    seat = SEATS.get(word.strip().upper())
    if seat is None:
        raise BadAuction(_("“%(word)s” is not a seat at the table; expected N, E, S or W.") % {"word": word[:20]})
    return seat


def call_of(word: str) -> Call:
    """The call that somebody has written down, with signs of suits or letters. Raises BadCall."""
    plain = "".join(SIGNS.get(sign, sign) for sign in word.replace("\N{VARIATION SELECTOR-16}", "")).strip("*!?.")
    return parse_call("P" if plain in ("-", "–") else plain)


def _call(word: str) -> Call:
    try:
        return call_of(word)
    except BadCall:
        said = _(
            "“%(word)s” is not a call; expected P, X, XX or a bid from 1C to 7NT, with the caller in front if"
            " it was out of turn: W:1H.")  # fmt: skip
        raise BadAuction(said % {"word": word[:20]}) from None


def sentence_of(error: BadRecord) -> str:
    """What is wrong with a record, without the name of its field."""
    return str(error).partition(": ")[2] or str(error)
