"""A play as a Director enters it: contract and declarer, and the cards in the order in which they were played.

`4S S DK D2 S:D5 D7` is one in an address: South plays four spades, West led the king of diamonds, and after dummy's two it
was South who played, not East, and then East. A card in turn needs no seat, for the table tells whose turn it is; a rank
alone is of the suit led. Before the cards may stand what else is told: `from:5:W` (the first trick told is the fifth, and
West was to lead to it), `won:3-1` (by North-South and East-West before it), `holds:N:K3.-.QJ.2` (what a hand held then;
nothing between dots is a void, `-` is not known), `major:E:H8` and `minor:E:S3` (penalty cards), `lead:W:forbidden:D` and
`lead:W:free` (what a player may lead; with `once` or `held` behind it where that is not as usual, and the law that says so),
`card:H4` (the card that is ruled on).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Final, cast, get_args

from django.utils.translation import gettext as _

from laws import keys
from laws.assistant.auctions import SEATS, SIGNS, Auction
from laws.rulings.calls import SUITS, BadCall, Call, parse_call
from laws.rulings.cards import RANKS, BadHand, card_words, letters, parse_card, parse_left
from laws.rulings.editions import Edition
from laws.rulings.play.irregular import PlaySeen, see_play
from laws.rulings.play.position import PLACE, TRICKS, LeadRule, Limit, PenaltyCard, Position, Rank
from laws.rulings.play.told import BadPlay, Played, parse_play
from laws.rulings.record import TableRecord, parse_record, undoubled
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat, Side

# Every card of the pack, and some that were put forward beside a trick.
MOST: Final = 60
STRAINS: Final = ("♣", "♦", "♥", "♠", "NT")
"""The denominations as they are shown, from the lowest."""
USUAL: Final = "3NT"
"""The contract while nobody has told one."""
LIMITS: Final[tuple[Limit, ...]] = ("forbidden", "required", "free")
"""What declarer can have chosen for a lead."""
MOST_LIMITS: Final = 4
"""Restrictions that somebody may tell: two players, each of two suits."""


class WrongPlay(ValueError):
    """Something in a play that cannot be; the sentence says what is expected."""


@dataclass(frozen=True)
class Play:
    """What somebody has told of a play.

    contract: such as 4S, 3NTX. number: of the first trick told; leader: whose lead that was. held: by hand what it held then,
    as far as that is known, as `parse_left` reads it. won: tricks by North-South and East-West before it. rules: what has been
    chosen for a lead. ruled: the card that is ruled on, where it is not the first irregular one.
    """

    contract: str = USUAL
    declarer: Seat = Seat.S
    cards: tuple[Played, ...] = ()
    number: int = 1
    leader: Seat | None = None
    held: Mapping[Seat, str] = field(default_factory=dict)
    won: tuple[int, int] | None = None
    penalty_cards: tuple[PenaltyCard, ...] = ()
    rules: tuple[LeadRule, ...] = ()
    ruled: str = ""

    @property
    def on_lead(self) -> Seat:
        """Whose turn it was to lead to the first trick told."""
        return self.leader or self.declarer.lho

    @property
    def bid(self) -> Call:
        """The contract without its double."""
        return parse_call(undoubled(self.contract))

    @property
    def doubled(self) -> int:
        """How often the contract was doubled."""
        return len(self.contract) - len(self.bid.text)

    @property
    def besides_told(self) -> bool:
        """Something is told besides the contract and the cards."""
        return bool(self._besides)

    @cached_property
    def _walk(self) -> tuple[tuple[tuple[Played, ...], ...], Position]:
        """The cards by tricks, as the players treated them, and the table after them."""
        table = Position(self.bid, self.declarer, {}, leader=self.on_lead, number=self.number)
        tricks: list[list[Played]] = []
        number = 0
        for by, card in self.cards:
            if table.number != number and (not tricks or len(tricks[-1]) >= len(Seat)):
                number = table.number
                tricks.append([])
            tricks[-1].append((by, card))
            table.follow(by, card)
        return tuple(map(tuple, tricks)), table

    @property
    def tricks(self) -> tuple[tuple[Played, ...], ...]:
        """The cards by tricks."""
        return self._walk[0]

    @property
    def next(self) -> Seat | None:
        """Whose turn it is; None when all thirteen tricks are over."""
        return self._walk[1].turn

    @property
    def led(self) -> str:
        """The suit that a rank alone is of; empty where nobody has led."""
        table = self._walk[1]
        return table.trick.led or (table.aside[-1].card[0] if table.aside else "")

    @property
    def written(self) -> str:
        """The cards as a Director writes them: `DK D2 S:D5 | HA`."""
        words: list[str] = []
        for card, by, before in self._one_by_one():
            if words and before.on_lead and not before.aside:
                words.append("|")
            words.append(card if before.next is by else f"{by.value}:{card}")
        return " ".join(words)

    def _one_by_one(self) -> Iterator[tuple[str, Seat, _Before]]:
        table = Position(self.bid, self.declarer, {}, leader=self.on_lead, number=self.number)
        for by, card in self.cards:
            yield card, by, _Before(table.turn, table.on_lead is not None, bool(table.aside))
            table.follow(by, card)

    @property
    def _besides(self) -> list[str]:
        words = [] if self.number == 1 and self.leader is None else [f"from:{self.number}:{self.on_lead.value}"]
        if self.won is not None:
            words.append(f"won:{self.won[0]}-{self.won[1]}")
        words += [f"holds:{seat.value}:{self.held[seat]}" for seat in Seat if seat in self.held]
        words += [f"{one.rank}:{one.by.value}:{one.card}" for one in self.penalty_cards]
        words += [f"lead:{_limit_text(one)}" for one in self.rules]
        return [*words, f"card:{self.ruled}"] if self.ruled else words

    @property
    def text(self) -> str:
        """The play as an address has it."""
        cards = self.written.replace("| ", "")
        return " ".join(filter(None, (self.contract, self.declarer.value, *self._besides, cards)))

    @property
    def penalties(self) -> str:
        """The penalty cards as they are written in the form: `E H8, E S3 minor`."""
        return ", ".join(
            f"{one.by.value} {one.card}{' minor' if one.rank == 'minor' else ''}" for one in self.penalty_cards
        )

    @property
    def shorter(self) -> Play:
        """The same without its last card."""
        return replace(self, cards=self.cards[:-1])

    def longer(self, card: str, by: str = "") -> Play:
        """The same with one more card, by the hand whose turn it is or by another. Raises WrongPlay."""
        return replace(self, cards=(*self.cards, self._put(card, by)))

    def _put(self, card: str, by: str) -> Played:
        hand = _seat(by) if by else self.next
        if hand is None:
            raise WrongPlay(_("All thirteen tricks have been played; there is no card after them."))
        return hand, _card(self.led + card if len(card) == 1 and card in RANKS else card)

    def ruling_on(self, card: str) -> Play:
        """The same, of which another irregular card is ruled on."""
        return replace(self, ruled=card)

    @cached_property
    def told(self) -> dict[str, Any]:
        """The play as a record has it. Raises WrongPlay."""
        played = {(by, card) for by, card in self.cards}
        found: dict[str, Any] = {
            "on_lead": self.on_lead.value,
            "from": self.number,
            "tricks": [[f"{by.value} {card}" for by, card in trick] for trick in self.tricks],
            "remaining": {seat.value: _left(seat, text, played) for seat, text in self.held.items()},
        }
        if self.won is not None:
            found["won"] = {"NS": self.won[0], "EW": self.won[1]}
        if self.penalty_cards:
            found["penalty_cards"] = [
                {"card": one.card, "by": one.by.value, "rank": one.rank} for one in self.penalty_cards
            ]
        if self.rules:
            found["restrictions"] = [
                {"player": one.player.value, "kind": one.kind, "lasts": one.lasts}
                | ({"suit": one.suit} if one.suit else {})
                | ({"law": one.law} if one.law else {})
                for one in self.rules
            ]
        try:
            parse_play(found, "play")
        except BadPlay as error:
            raise WrongPlay(_("This play cannot have been: %(why)s.") % {"why": error.message}) from error
        return found

    def record(self, edition: Edition, auction: Auction | None = None, **more: Any) -> TableRecord:
        """A table record with this play. Raises WrongPlay, and BadRecord where `more` makes no sense."""
        if auction is not None:
            more |= {
                "dealer": auction.dealer.value,
                "auction": [f"{by.value} {call.text}" for by, call in auction.calls],
            }
        if self.ruled:
            more["cards"] = [self.ruled]
        return parse_record(
            {
                "contract": self.contract,
                "declarer": self.declarer.value,
                "play": self.told,
                "edition": edition.slug,
                **more,
            }
        )

    def seen(self, edition: Edition) -> PlaySeen:
        """The play, diagnosed. Raises WrongPlay."""
        return see_play(parse_play(self.told, "play"), self.bid, self.declarer, edition.slug)

    def diagram(self, edition: Edition) -> dict[str, Any]:
        """The play as `laws.diagrams` lays it out, irregular cards marked."""
        bad = {one.place for one in self.seen(edition).irregular}
        start: dict[str, Any] = {"contract": self.contract, "declarer": self.declarer.value}
        if self.number > 1:
            start["first"] = self.number
        leaders = [self.on_lead, *self._leaders]
        return start | {
            "tricks": [
                {
                    "leader": leader.value,
                    "cards": [
                        {"by": by.value, "card": card, **({"bad": True} if (i, j) in bad else {})}
                        for j, (by, card) in enumerate(trick)
                    ],
                }
                for i, (leader, trick) in enumerate(zip(leaders, self.tricks, strict=False))
            ]
        }

    @property
    def _leaders(self) -> list[Seat]:
        """Who won each complete trick, and so was to lead to the next."""
        table = self._walk[1]
        return [trick.winner(table.trumps) for trick in table.quitted]


@dataclass(frozen=True, slots=True)
class _Before:
    """The table before a card: whose turn it was, whether that was a lead, and whether a card lay beside the trick."""

    next: Seat | None
    on_lead: bool
    aside: bool


def of_auction(auction: Auction) -> Play | None:
    """The play that follows an auction, with no card yet; None while it is not over or has been passed out."""
    standing = Standing(auction.dealer)
    first: dict[tuple[Side, str], Seat] = {}
    for by, call in auction.calls:
        standing.take(by, call)
        if call.is_bid:
            first.setdefault((by.side, call.denomination), by)
    if not standing.ended or standing.bid is None or standing.bidder is None:
        return None
    doubled = {1: "", 2: "X", 4: "XX"}[standing.multiplier]
    return Play(standing.bid.text + doubled, first[standing.bidder.side, standing.bid.denomination])


def from_address(text: str) -> Play:
    """The play of an address. Raises WrongPlay."""
    contract, _space, rest = text.strip().partition(" ")
    declarer, _space, rest = rest.strip().partition(" ")
    made = Play(_contract(contract), _seat(declarer))
    tokens = rest.split()
    while tokens and (name := tokens[0].partition(":")[0]) in _BESIDES:
        made = _with(made, name, tokens.pop(0).partition(":")[2])
    return with_cards(made, " ".join(tokens))


_BESIDES: Final = frozenset(("from", "won", "holds", "lead", "card", *get_args(Rank)))


def _with(made: Play, name: str, value: str) -> Play:
    one, _colon, other = value.partition(":")
    if name == "from":
        return replace(made, number=_number(one), leader=_seat(other))
    if name == "won":
        return replace(made, won=_won(*value.partition("-")[::2]))
    if name == "card":
        return replace(made, ruled=_card(value))
    if name == "lead":
        return replace(made, rules=(*made.rules, _limit(*f"{value}::::".split(":")[:5])))
    if name == "holds":
        return replace(made, held={**made.held, _seat(one): _held(other)})
    lying = PenaltyCard(_card(other), _seat(one), cast(Rank, name))
    return replace(made, penalty_cards=(*made.penalty_cards, lying))


def with_cards(made: Play, text: str) -> Play:
    """The same with the cards that somebody has written down. Raises WrongPlay naming what is no card."""
    tokens = text.replace(",", " ").replace(";", " ").replace("|", " ").split()
    if len(tokens) > MOST:
        raise WrongPlay(_("No play has more than %(most)d cards.") % {"most": MOST})
    made = replace(made, cards=())
    for token in tokens:
        by, _colon, card = token.rpartition(":")
        made = made.longer(letters(card.strip("*!?")), by)
    return made


def filled_in(said: Mapping[str, str]) -> Play:
    """The play that the form sends. Raises WrongPlay."""
    contract = f"{said.get('level', '')}{said.get('strain', '')}{said.get('doubled', '')}"
    number = _number(said.get("from") or "1")
    declarer = _seat(said.get("declarer", ""))
    leader = _seat(said["leader"]) if said.get("leader") else None
    ours, theirs = said.get("won_ns", ""), said.get("won_ew", "")
    made = Play(
        _contract(contract or USUAL),
        declarer,
        number=number,
        leader=leader if number > 1 or leader is not declarer.lho else None,
        held={seat: _held(text) for seat in Seat if (text := said.get(f"holds_{seat.value}", "").strip())},
        won=_won(ours, theirs) if ours or theirs else None,
        penalty_cards=tuple(_lying(said.get("penalty", ""))),
        rules=tuple(_limits(said)),
    )
    made = with_cards(made, said.get("cards", ""))
    return made.longer(said["add"], said.get("by", "")) if said.get("add") else made


def _lying(text: str) -> Iterator[PenaltyCard]:
    for part in filter(str.strip, text.replace(";", ",").split(",")):
        words = part.replace(":", " ").split()
        if not 2 <= len(words) <= 3 or (len(words) == 3 and words[2].lower() not in get_args(Rank)):
            raise WrongPlay(
                _("“%(word)s” is not a penalty card; write who has it and which it is, such as E H8, or E S3 minor.")
                % {"word": part.strip()[:30]}
            )
        yield PenaltyCard(_card(words[1]), _seat(words[0]), cast(Rank, words[2].lower() if words[2:] else "major"))


def _limits(said: Mapping[str, str]) -> Iterator[LeadRule]:
    """What the rows of the form say about leads; a row without a player is empty."""
    for row in range(MOST_LIMITS):
        if player := said.get(f"limit_{row}_player"):
            yield _limit(player, *(said.get(f"limit_{row}_{name}", "") for name in ("kind", "suit", "lasts", "law")))


_LASTS: Final = {"once": False, "held": True}


def _limit(player: str, kind: str, suit: str, lasts: str, law: str) -> LeadRule:
    """One restriction. Raises WrongPlay naming what is missing in it."""
    who = _seat(player)
    if kind not in LIMITS:
        raise WrongPlay(
            _("Say of %(who)s whether a suit is forbidden or required, or the lead is free.") % {"who": who.full_name}
        )
    if kind == "free":
        suit = ""
    elif suit not in SUITS:
        raise WrongPlay(_("Say which suit is meant in the restriction of %(who)s’s lead.") % {"who": who.full_name})
    if lasts and lasts not in _LASTS:
        raise WrongPlay(_("A restriction lasts for one lead (once), or for as long as the lead is kept (held)."))
    if law:
        try:
            keys.parse(law)
        except ValueError as error:
            raise WrongPlay(_("“%(word)s” is not a provision of the law.") % {"word": law[:20]}) from error
    return LeadRule(who, kind, suit, law, _LASTS.get(lasts, _usually_lasts(kind)))


def _usually_lasts(kind: Limit) -> bool:
    """A suit stays forbidden for as long as the lead is kept; what is required is for the next lead."""
    return kind == "forbidden"


def lasts_text(rule: LeadRule) -> str:
    """How long a restriction lasts, as the form and an address say it; empty where it is as usual."""
    return "" if rule.lasts is _usually_lasts(rule.kind) else "held" if rule.lasts else "once"


def _limit_text(rule: LeadRule) -> str:
    return ":".join((rule.player.value, rule.kind, rule.suit, lasts_text(rule), rule.law)).rstrip(":")


def _left(seat: Seat, text: str, played: set[Played]) -> str:
    """What a hand still holds, when these cards have been played. Raises WrongPlay where it cannot have played one."""
    held, unknown = parse_left(text)
    own = {card for by, card in played if by is seat}
    for card in sorted(own - held, key=PLACE.__getitem__):
        if card[0] not in unknown:
            raise WrongPlay(
                _("%(who)s played %(card)s, which is not in the hand you entered.")
                % {"who": seat.full_name, "card": card_words(card)}
            )
    left = sorted(held - own, key=PLACE.__getitem__)
    return ".".join("-" if suit in unknown else "".join(one[1] for one in left if one[0] == suit) for suit in SUITS)


def _held(text: str) -> str:
    plain = letters(text.replace(" ", ""))
    try:
        parse_left(plain)
    except BadHand as error:
        raise WrongPlay(_("This is not a hand: %(why)s.") % {"why": error}) from error
    return plain


def _contract(word: str) -> str:
    plain = "".join(SIGNS.get(sign, sign) for sign in word.replace("\N{VARIATION SELECTOR-16}", "")).upper()
    try:
        bid = parse_call(undoubled(plain))
    except BadCall:
        bid = None
    doubled = plain[len(plain.rstrip("X")) :]
    if bid is None or not bid.is_bid or bid.level > 7 or len(doubled) > 2:
        raise WrongPlay(_("“%(word)s” is not a contract; expected one such as 4S, 3NT or 2HX.") % {"word": word[:20]})
    return bid.text + doubled


def _seat(word: str) -> Seat:
    seat = SEATS.get(word.strip().upper())
    if seat is None:
        raise WrongPlay(_("“%(word)s” is not a seat at the table; expected N, E, S or W.") % {"word": word[:20]})
    return seat


def _card(word: str) -> str:
    plain = "".join(SIGNS.get(sign, sign) for sign in word.replace("\N{VARIATION SELECTOR-16}", ""))
    try:
        return parse_card(plain)
    except BadHand:
        said = _(
            "“%(word)s” is not a card; expected a suit and a rank, such as HK or D10, with the player in front if it was"
            " out of turn: W:D4.")  # fmt: skip
        raise WrongPlay(said % {"word": word[:20]}) from None


def _number(word: str) -> int:
    if not word.isdecimal() or not 1 <= int(word) <= TRICKS:
        raise WrongPlay(_("“%(word)s” is not the number of a trick; expected 1 to 13.") % {"word": word[:20]})
    return int(word)


def _won(ours: str, theirs: str) -> tuple[int, int]:
    found = [one.strip() or "0" for one in (ours, theirs)]
    if any(not one.isdecimal() or int(one) > TRICKS for one in found):
        raise WrongPlay(_("Write how many tricks each side had won, 0 to 13."))
    return int(found[0]), int(found[1])
