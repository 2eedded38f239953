"""Law 18: is this bid enough?"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import BIDS, SYMBOLS, Call, parse_call
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat

_OPENINGS: Final = (
    "{caller} stops the auction after {name}'s {bid}, made {over}, and calls you: “Is that enough?”",
    "You are called to a table of newcomers. {name} has bid {bid} {over}, and nobody is sure whether that may be done.",
    "“Director! Is that bid high enough?” {caller} asks you; {name} has bid {bid} {over}.",
    "{name} has bid {bid} {over}. {lho} is about to call, but {rho} would like to hear first whether the bid is sufficient.",
)
_OPENED: Final = (
    "{name} has opened the bidding with {bid}. {caller} calls you: “May one begin as high as that?”",
    "You are called to a table of newcomers. Nobody had bid, and {name} has opened {bid}. They ask whether the bidding may "
    "begin so high.",
    "“Director! The bidding has only just begun, and {name} bids {bid}.” {caller} asks whether that is allowed.",
)
"""Of a first bid nobody asks whether it is enough; newcomers may ask whether it is too much."""
_ABOVE: Final = ("8C", "8D", "8H", "8S", "8NT")
_RANK: Final = {"C": 0, "D": 1, "H": 2, "S": 3, "NT": 4}
_AS_MANY: Final = {
    "more tricks": "more tricks",
    "higher denomination": "as many tricks in a higher denomination",
    "same bid": "the same bid again",
    "lower denomination": "as many tricks in a lower denomination",
    "fewer tricks": "fewer tricks",
}


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    found = _eight(table, rng) if facts["above_seven"] else _bid(table, facts["against_last_bid"], rng)
    if found is None:
        return None
    before, offender, bid = found
    last = next(((seat, call) for seat, call in reversed(before) if call.is_bid), None)
    enough = _enough(bid, last[1]) if last is not None else ""
    return Setting(
        {"board": table.board, "offender": offender.value, "auction": plain([*before, (offender, bid)])},
        _OPENINGS if last else _OPENED,
        offender.value,
        shown=frozenset(facts),
        places={
            "name": offender.full_name,
            "caller": rng.choice([offender.lho, offender.rho]).full_name,
            "bid": bid.symbol,
            "over": f"over {last[0].full_name}'s {last[1].symbol}" if last else "before anybody else had bid",
            "last": last[1].symbol if last else "",
            "enough": enough,
            "one": f"1{SYMBOLS[bid.denomination]}",
            "seven": f"7{SYMBOLS[bid.denomination]}",
            "suit": SYMBOLS[bid.denomination],
            "suit_before": SYMBOLS[last[1].denomination] if last else "",
        },
        notes={len(before): "the bid you are asked about"},
        situation=(str(len(before)),),
    )


Found = tuple[list[tuple[Seat, Call]], Seat, Call]


def _eight(table: Table, rng: random.Random) -> Found | None:
    """The last bid of a natural auction is taken for a grand slam that somebody bids over."""
    places = [place for place, (_, option) in enumerate(table.made[:8]) if option.call.is_bid]
    if not places:
        return None
    place = rng.choice(places)
    bidder = table.made[place][0]
    grand = rng.choice(BIDS[-5:])
    before = [(seat, option.call) for seat, option in table.made[:place]]
    eight = parse_call(rng.choice([text for text in _ABOVE if text[1:] != grand.denomination]))
    return [*before, (bidder, grand)], bidder.lho, eight


def _bid(table: Table, against: str, rng: random.Random) -> Found | None:
    found = []
    for place, (seat, option) in enumerate(table.made[:8]):
        last = standing(table, place).bid
        before = [(by, made.call) for by, made in table.made[:place]]
        if against in ("no bid before it", "more tricks", "higher denomination"):
            if option.call.is_bid and _against(option.call, last) == against and (last or option.call.level > 1):
                found.append((before, seat, option.call))
        elif last is not None:
            found += [(before, seat, bid) for bid in BIDS[: last.rank + 1] if _too_low(bid, last, against)]
    return rng.choice(found) if found else None


def _too_low(bid: Call, last: Call, against: str) -> bool:
    """The bid is of that kind; two levels below the last one nobody bids."""
    return _against(bid, last) == against and bid.level >= last.level - 1


def _against(bid: Call, last: Call | None) -> str:
    if last is None:
        return "no bid before it"
    if bid.level != last.level:
        return "more tricks" if bid.level > last.level else "fewer tricks"
    if bid is last:
        return "same bid"
    return "higher denomination" if bid.rank > last.rank else "lower denomination"


def _enough(bid: Call, last: Call) -> str:
    """The cheapest bid of that denomination over the last one; nothing where there is none."""
    return next((one.symbol for one in BIDS[last.rank + 1 :] if one.denomination == bid.denomination), "")


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    facts = dict(ruling.path)
    if facts["above_seven"]:
        yield from _of_eight()
    elif any(step.effect.name == "director_action" for step in ruling.decided):
        yield from _of_too_low(ruling)
    else:
        yield from _of_enough(ruling, facts["against_last_bid"])


def _of_enough(ruling: Ruling, against: str) -> Iterator[Choice]:
    yield Choice(
        "{bid} is sufficient only if {lho} raises no objection. Otherwise {name} must replace it by another call.",
        "nobody's consent is needed for a bid that supersedes the last one (18C).",
    )
    yield Choice(
        "{bid} is inadmissible. It is cancelled, {name} makes another call, and {partner} must pass throughout.",
        "there is nothing wrong with the bid (18A, 18C).",
    )
    if against == "no bid before it":
        yield Choice(
            "{bid} is not allowed: the first bid of an auction has to be at the level of one. You rule under Law 27.",
            "a bid may name any number of tricks up to seven; it has to supersede only a bid before it (18A, 18C).",
        )
        yield Choice(
            "{bid} counts as {one}, as nobody has bid before. The auction goes on.",
            "no bid is turned into another one; this one supersedes what there is to supersede (18A, 18C).",
        )
    elif against == "more tricks":
        bids = [made.call for made in ruling.situation.record.auction if made.call.is_bid] if ruling.situation else []
        if _RANK[bids[-1].denomination] < _RANK[bids[-2].denomination]:
            yield Choice(
                "{bid} is insufficient, since {suit} ranks below {suit_before}. You rule under Law 27.",
                "a bid of more tricks supersedes the last bid, whatever its denomination (18B).",
            )
        yield Choice(
            "{bid} is insufficient: a bid has to name just the lowest number of tricks that is enough. You rule under Law 27.",
            "a bid may name any number of tricks up to seven (18A, 18B).",
        )
    else:
        yield Choice(
            "{bid} is insufficient: a bid over another has to name more tricks. You rule under Law 27.",
            "as many tricks in a higher denomination supersede the last bid as well (18B, 18E).",
        )


def _of_too_low(ruling: Ruling) -> Iterator[Choice]:
    yield Choice(
        "{bid} is insufficient. It counts as {enough}, the cheapest bid in its denomination that is enough."
        if ruling.situation is not None and _can_be_raised(ruling)
        else "{bid} is insufficient. It counts as a double of {last}.",
        "an insufficient bid is accepted as it is or replaced by its player (27A, 27B); nobody turns it into another one.",
    )
    yield Choice(
        "{bid} is insufficient. It counts as a pass, and the auction goes on with {lho}.",
        "it becomes a pass only if {name} chooses to pass after {lho} has refused it (27A, 27B).",
    )
    yield Choice(
        "{bid} can never be accepted. A pass by {name} takes its place, and both players of {side} must pass throughout.",
        "that is for a bid of more than seven (38); {lho} may accept a bid that is merely too low (27A1).",
    )
    yield Choice(
        "{bid} is sufficient, as long as {name} has not bid {suit} before. The auction goes on.",
        "what counts is the last bid, whoever made it and whatever was bid before (18D).",
    )


def _can_be_raised(ruling: Ruling) -> bool:
    bids = [made.call for made in ruling.situation.record.auction if made.call.is_bid] if ruling.situation else []
    return len(bids) > 1 and bool(_enough(bids[-1], bids[-2]))


def _of_eight() -> Iterator[Choice]:
    yield Choice(
        "{bid} is sufficient, since it names more tricks than {last}. The auction goes on.",
        "there are thirteen tricks, so no bid can name more than seven odd ones (18A).",
    )
    yield Choice(
        "{bid} is insufficient. {lho} may accept it; otherwise {name} replaces it, as Law 27 says.",
        "it is inadmissible, and nobody can accept it (35C, 38A).",
    )
    yield Choice(
        "{bid} counts as {seven}. If that is not enough over {last}, you rule on it under Law 27.",
        "no bid is turned into another one; Law 38 deals with bids of more than seven (35C).",
    )
    yield Choice(
        "{bid} counts as a double of {last}, and the auction goes on with {lho}.",
        "no call is turned into another one; Law 38 deals with bids of more than seven (35C).",
    )


ENOUGH: Final = Narrative(
    procedure="18",
    topic="bids-and-doubles",
    stage=_stage,
    tells={
        ("above_seven", True): (),
        ("above_seven", False): (),
        ("against_last_bid", "no bid before it"): (),
        **{("against_last_bid", answer): () for answer in _AS_MANY},
    },
    conditions={
        ("above_seven", True): "it named more than seven odd tricks",
        ("above_seven", False): "it named no more than seven odd tricks",
        ("against_last_bid", "no bid before it"): "nobody had bid before",
        **{("against_last_bid", answer): f"it named {words}" for answer, words in _AS_MANY.items()},
    },
    phrases={
        "bid_sufficient:yes": "{bid} is sufficient. The auction goes on",
        "bid_sufficient:no": "{bid} is insufficient",
        "director_action:rule_under_27": "You rule on it under Law 27: {lho} may accept it, or else {name} replaces it",
        "director_action:rule_under_38": "{bid} names too many tricks. You rule under Law 38: nobody can accept it",
    },
    # 18B to 18E all say it in their way, and Law 27 what follows.
    uncited=frozenset(("bid_sufficient:yes", "bid_sufficient:no", "director_action:rule_under_27")),
    plain=frozenset(("above_seven",)),
    settled=frozenset((("against_last_bid", "no bid before it"),)),
    mistakes=_mistakes,
    hard=lambda facts: bool(facts["above_seven"]),
    question="What do you tell the table?",
)
