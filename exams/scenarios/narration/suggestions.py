"""Places of an auction at which a player could be helped by what he ought not to know (Laws 16B and 16C).

The system tells which call a hand is worth there, and which other call it narrowly misses: between two such calls the
players of a poll can well be divided, and between a clear call and any other they cannot. What such polls find is drawn
here too (Law 16B1(b)).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from exams.scenarios.bidding.hands import holds, read
from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.bridge import (
    TOUCHING,
    Contract,
    a_call,
    card_name,
    cards,
    contract,
    did,
    doing,
    lead_from,
    number,
    pair,
    the_call,
)
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, Unfit, needed
from laws.rulings.calls import PASS, SUIT_NAMES, SUITS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_16b")


@cache
def nothing_done() -> Mapping[str, str]:
    """How sentences speak of the player's action before there has been one, by the place that they fill."""
    return {name: TEXTS.line("nothing_done", name) for name in TEXTS.names("nothing_done")}


_CLEARLY: Final = 2
"""Points that a hand could do without before anybody thinks of passing."""
_FOUR: Final = 4
"""Cards in the opponents' suit with which a player may be glad to defend."""
_FIVE: Final = 5
"""Cards in a major suit that everybody opens in it."""
_LOW: Final = 3
"""The highest level at which a bid of a suit leaves much unsaid."""
_ENOUGH: Final = 16
"""Points with more than which some players do more than make such a bid."""
_HIGHEST: Final = 4
"""The highest level at which a doubtful bid is believable."""
_STRONGEST: Final = 13
"""Points with which a player may still think of passing."""
_LONGEST: Final = 9
"""Cards in his two longest suits with which he may."""
_ONE_SUIT: Final = 6
"""Cards in one suit with which he may."""
_TOGETHER: Final = 20
"""Points and cards in his two longest suits, added up, with which he may; with more nearly everybody bids."""
_TO_OPEN: Final = 19
"""The same for an opening bid: with one more nearly everybody opens, with one less nearly nobody. On a flat hand few do."""
_POLLED: Final = 16
"""Points with more than which nobody needs a poll to know that a player would not pass."""
_SHORT: Final = 1
"""Cards in the opponents' suit with which a player who can support every other one doubles it for takeout."""
_SUPPORT: Final = 3
"""Cards in a suit with which a player supports it."""
_SHORT_BY: Final = (-1, 1, -2, 2)
"""Points by which a hand can miss a call that a player still thinks of."""


SHARES: Final = {name: f"{{{name}}}" for name in ("most", "half", "rest")}
"""Places of a reading that only the poll fills: how many of its players say so."""


@dataclass(frozen=True)
class Spot:
    """A player's turn in an auction: what was called before, what he does, and what else there was.

    before: the calls before his turn. chosen: the call he makes. other: the call he could have made instead.
    """

    dealer: Seat
    before: Sequence[tuple[Seat, Call]]
    chooser: Seat
    chosen: Call
    other: Call

    @property
    def words(self) -> dict[str, str]:
        """How sentences speak of it: {chosen} and {alternative} are the calls, {other} the latter as something considered,
        {would} what one does who makes it, and {done} what the player did; {doing} and {doing_other} are the calls as actions.
        """
        return {
            "chosen": the_call(self.chosen),
            "alternative": "a pass" if self.other is PASS else self.other.symbol,
            "other": a_call(self.other),
            "would": "bid it" if self.other.is_bid else self.other.symbol,
            "done": did(self.chosen),
            "doing": doing(self.chosen),
            "doing_other": doing(self.other),
        }


def forward(table: Table, place: int) -> Iterator[Call]:
    """Bids that a hand at this turn narrowly misses while the system has it pass, or just reaches."""
    seat, natural = table.made[place]
    hand = table.hands[seat]
    held = read(hand)
    longest = sum(sorted(held.lengths)[-2:])
    if held.hcp > _STRONGEST or max(held.lengths) > _ONE_SUIT or longest > _LONGEST:
        return
    together = held.hcp + longest
    if together > _TOGETHER or (_opens(table, place) and together != _TO_OPEN):
        return
    if natural.call is PASS:
        yield from (one.call for one in options_at(table, place) if _modest(one) and misses_narrowly(one, hand))
    elif _modest(natural) and not _fits(natural, hand, -1):
        yield natural.call


def _opens(table: Table, place: int) -> bool:
    """Nobody has bid before this place."""
    return all(option.call is PASS for _, option in table.made[:place])


def _has_a_better(table: Table, place: int, bid: Call) -> bool:
    """Nobody bids this: they would open a five-card major or the longer minor, or double for takeout with support for all the
    other suits.
    """
    hand = read(table.hands[table.made[place][0]])
    length = dict(zip(SUITS, hand.lengths, strict=True))
    if _opens(table, place):
        own = length[bid.denomination] if bid.denomination in SUITS else 0
        majors = [length[one] for one in ("S", "H") if one != bid.denomination]
        other = {"C": "D", "D": "C"}.get(bid.denomination)
        return max(majors) >= max(_FIVE, own) or (other is not None and length[other] > own)
    standing, seat = table.standing(place), table.made[place][0]
    theirs = {
        option.call.denomination for by, option in table.made[:place] if option.call.is_bid and by.side is not seat.side
    }
    ours = any(option.call.is_bid and by.side is seat.side for by, option in table.made[:place])
    if ours or len(theirs) != 1 or standing.bid is None or standing.bid.level > _LOW:
        return False
    (suit,) = theirs
    return suit in SUITS and length[suit] <= _SHORT and all(length[one] >= _SUPPORT for one in SUITS if one != suit)


def _is_flat(hand: str) -> bool:
    """No two suits have nine cards, which those look for who open on less than an opening bid."""
    return sum(sorted(read(hand).lengths)[-2:]) < _LONGEST


def _modest(option: Option) -> bool:
    """A bid on values, not a pre-empt: strength opposite makes only the former more attractive."""
    call = option.call
    return call.is_bid and call.level <= _HIGHEST and not option.words.startswith(("weak", "pre-emptive"))


def in_doubt(table: Table, turn: int, facts: Mapping[str, Any], rng: random.Random, shown: Call | None = None) -> Spot:
    """A turn of the natural auction at which the player does what the path says. Raises Unfit when nobody would.

    Without a logical alternative that is a clear call, and the other one a pass. With one, it is a bid where that was
    suggested, and else a pass: strength opposite speaks for bidding, and never makes a pass more attractive.
    shown: a bid that cannot be in doubt, since partner has made it already.
    """
    seat, natural = table.made[turn]
    if not facts["alternative"]:
        chosen, other = natural.call, PASS
        if not clear(table, turn) or read(table.hands[seat]).hcp > _POLLED:
            raise Unfit
    else:
        bids = [bid for bid in forward(table, turn) if not _has_a_better(table, turn, bid)]
        if _opens(table, turn) and not facts["suggested"] and _is_flat(table.hands[seat]):
            raise Unfit
        # Where most players would bid, the one who passed would need another reason.
        if not bids or shown in bids or (natural.call is not PASS and not facts["suggested"]):
            raise Unfit
        bid = rng.choice(bids)
        chosen, other = (bid, PASS) if facts["suggested"] else (PASS, bid)
    return Spot(table.dealer, table.before(turn), seat, chosen, other)


def lead_in_doubt(
    table: Table, played: Contract, suit: str, lengths: Sequence[int], *, suggested: bool
) -> dict[str, str]:
    """How sentences speak of a lead of that suit where it was suggested, and else of another one that is in doubt.

    lengths: how many cards of the suit the leader must have. Raises Unfit when these leads are not believable.
    """
    held = {one: cards(table, played.declarer.lho, one) for one in SUITS}
    others = [one for one in leads_in_doubt(held) if one not in (suit, played.bid.denomination)]
    if suit == played.bid.denomination or len(held[suit]) not in lengths or not others:
        raise Unfit
    # With ace and king of a suit everybody leads that.
    if any("".join(ranks[:2]) == "AK" for one, ranks in held.items() if one != played.bid.denomination):
        raise Unfit
    other = max(others, key=lambda one: len(held[one]))
    led, left = (suit, other) if suggested else (other, suit)
    names = {"led": SUIT_NAMES[led][:-1], "left": SUIT_NAMES[left][:-1]}
    return {
        **{name: TEXTS.line("leads", name, **names) for name in TEXTS.names("leads")},
        "card": card_name(led, lead_from(held[led])),
        "contract_words": played.words,
        "contract_owned": played.owned,
        "declarer_name": played.declarer.full_name,
        "tricks": number(6 + played.bid.level),
    }


def leads_in_doubt(held: Mapping[str, Sequence[str]]) -> list[str]:
    """The suits that some players would lead and others not: four or five cards, without touching honours at the top.

    held: the leader's cards by suit, the highest first.
    """
    return [suit for suit, ranks in held.items() if 4 <= len(ranks) <= 5 and "".join(ranks[:2]) not in TOUCHING]


def clear(table: Table, place: int) -> bool:
    """The system has the player bid or double on a hand with which nobody would pass, and everybody makes the same call."""
    seat, natural = table.made[place]
    hand = table.hands[seat]
    if natural.call is PASS or not _fits(natural, hand, -_CLEARLY) or _sits_over(table, place):
        return False
    others = (one for one in options_at(table, place) if one.call not in (PASS, natural.call))
    return not _bids_too_little(natural.call, hand) and not any(
        _divides(one.call, natural.call) and _fits(one, hand) for one in others
    )


def _sits_over(table: Table, place: int) -> bool:
    """The player has four cards or more of the suit that the opponents have bid last, and may well pass."""
    seat, standing = table.made[place][0], table.standing(place)
    if standing.bid is None or standing.bidder in (seat, seat.partner) or standing.bid.denomination not in SUITS:
        return False
    return len(cards(table, seat, standing.bid.denomination)) >= _FOUR


def _divides(other: Call, call: Call) -> bool:
    """Two calls between which players waver on a hand that is right for both: a bid or a double, a suit or no trump, or more
    or less of the same. Of two suits the system has everybody bid the same one first.
    """
    if not (other.is_bid and call.is_bid):
        return True
    return other.denomination == call.denomination or "NT" in (other.denomination, call.denomination)


def _bids_too_little(call: Call, hand: str) -> bool:
    """A low bid of a suit on a hand so strong or so long that some players would do more."""
    held = read(hand)
    low = call.is_bid and call.denomination in SUITS and call.level <= _LOW
    return low and (held.hcp > _ENOUGH or (call.level < _LOW and max(held.lengths) > _ONE_SUIT))


def _fits(option: Option, hand: str, more: int = 0) -> bool:
    """The call can be made on the hand, or could with so many points more."""
    held = read(hand)
    return option.meaning is not None and holds(option.meaning, replace(held, hcp=max(0, held.hcp + more)))


def misses_narrowly(option: Option, hand: str) -> bool:
    """The hand has the shape for the call, and a point or two too few or too many."""
    return not _fits(option, hand) and any(_fits(option, hand, by) for by in _SHORT_BY)


def options_at(table: Table, place: int) -> list[Option]:
    """The calls that the system has for the player whose turn it is at a place of the natural auction."""
    return table.system.options(table.calls[:place])


def is_jump(table: Table, place: int) -> bool:
    """The call at a place skips a level that was free for its denomination."""
    bid, last = table.made[place][1].call, table.standing(place).bid
    return bid.is_bid and bid.rank - 5 > (last.rank if last is not None else -1)


# -- polls -------------------------------------------------------------------------------------------------------------


def poll(rng: random.Random, *, alternative: bool) -> dict[str, int]:
    """Numbers that leave no doubt: more than a third consider the other action and fewer than half choose it, or nobody."""
    asked = rng.choice([5, 6, 7, 8, 9, 10])
    if not alternative:
        return {"asked": asked, "considered": 0, "selected": 0}
    considered = rng.randrange(asked // 3 + 1, 2 * asked // 3 + 1)
    selected = rng.randrange(2, min(considered, (asked - 1) // 2) + 1)
    return {"asked": asked, "considered": considered, "selected": selected}


def polled(
    rng: random.Random, chooser: Seat, places: Mapping[str, str], *, alternative: bool, reading: str, over: bool
) -> tuple[dict[str, int], dict[str, str], str]:
    """A poll, what tells it, and when it was taken: {polled} what the players would do, {reading} what they take the
    information to suggest.

    places: {chosen} and {other}, the two actions as nouns (`3♠`, `a pass`), and {would}, what one does who takes the latter.
    reading: with places for how many say so, {most} of them, or {half} and {rest}. over: the board is; else the table plays on
    meanwhile, for nobody holds an auction up for a poll.
    """
    found = poll(rng, alternative=alternative)
    asked = found["asked"]
    shares = {"most": asked - 1, "half": asked // 2, "rest": asked - asked // 2}
    counts = {key: number(count) for key, count in {**found, **shares}.items()}
    told = "some consider it" if alternative else "nobody considers it"
    choosing = counts["selected"]
    if found["selected"] == found["considered"]:
        choosing = "both" if found["selected"] == 2 else f"all {choosing}"
    when = "over" if over else "open"
    known = {
        **places,
        **counts,
        "choosing": choosing,
        "chooser": chooser.full_name,
        "moment": TEXTS.line("moments", when),
    }
    said = {"polled": TEXTS.draw(rng, "polled", told, **known), "reading": reading.format(**counts)}
    return found, said, when


# -- results -----------------------------------------------------------------------------------------------------------


def compared(table: Table, spot: Spot, rng: random.Random, *, better: bool) -> dict[str, str]:
    """Words for the result at the table and for the one that the other call would have brought.

    Both calls must lead to undoubled contracts of the two sides. better: the side of the player who chose did better by
    it. Gives {result} and {instead}. Raises Unfit where these are not such calls.
    """
    reached, missed = _passed_out(table, spot, spot.chosen), _passed_out(table, spot, spot.other)
    if reached.multiplier > 1 or missed.multiplier > 1 or reached.declarer.side is missed.declarer.side:
        raise Unfit
    if better:
        tricks, instead = 6 + reached.bid.level, 6 + missed.bid.level
    else:
        tricks, instead = 5 + reached.bid.level - rng.randrange(2), 5 + missed.bid.level
    return {"result": _scored(table, reached, tricks, "reached"), "instead": _scored(table, missed, instead, "instead")}


def _passed_out(table: Table, spot: Spot, call: Call) -> Contract:
    """The contract after this call. Raises Unfit when somebody would go on: nobody stops in a bid that asks for more."""
    calls = [*spot.before, (spot.chooser, call)]
    for seat, option in table.onward([made for _, made in calls]):
        if option.call is not PASS:
            raise Unfit
        calls.append((seat, PASS))
    return needed(contract(table.dealer, calls))


def _scored(table: Table, played: Contract, tricks: int, which: str) -> str:
    """How an undoubled contract ended, or would have, with what it scored: made exactly, or down."""
    score = score_of(played.bid, tricks, vulnerable=vulnerable(table.vulnerability, played.declarer))
    how, side = ("made", played.declarer) if score > 0 else ("down", played.declarer.lho)
    down = number(max(0, 6 + played.bid.level - tricks))
    return TEXTS.line("results", which, how, contract=played, down=down, score=abs(score), side=pair(side))


# -- scores (Law 77) ---------------------------------------------------------------------------------------------------


_TRICK: Final = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
_BOOK: Final = 6


def score_of(bid: Call, tricks: int, *, vulnerable: bool) -> int:
    """The score of declarer's side for an undoubled contract, negative when it goes down.

    tricks: those that declarer won, of thirteen.
    """
    over = tricks - _BOOK - bid.level
    if over < 0:
        return over * (100 if vulnerable else 50)
    worth = _TRICK[bid.denomination]
    contract = worth * bid.level + (10 if bid.denomination == "NT" else 0)
    return contract + worth * over + _bonus(bid.level, contract, vulnerable=vulnerable)


def _bonus(level: int, contract: int, *, vulnerable: bool) -> int:
    if contract < 100:
        return 50
    slam = {6: 750 if vulnerable else 500, 7: 1500 if vulnerable else 1000}.get(level, 0)
    return slam + (500 if vulnerable else 300)


def vulnerable(vulnerability: str, seat: Seat) -> bool:
    """Whether the player's side is vulnerable on a board (`none`, `NS`, `EW`, `all`)."""
    return vulnerability in ("all", seat.side.value)
