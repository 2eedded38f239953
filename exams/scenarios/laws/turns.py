"""Laws 17, 22, 33 and 34: whose turn it is, players who have had none, and whether the auction has begun or ended."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from exams.scenarios.narration.bridge import Calls, contract_of, did, in_turn, pair
from exams.scenarios.narration.narrative import Facts, Setting, first_that_fits
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import natural
from exams.scenarios.tables import Table, Unfit, needed, one_of
from laws.rulings.calls import PASS
from laws.rulings.seats import ROUND, Seat

_PERIOD: Final = texts("law_17a")
_SKIPPED: Final = texts("law_17")
_ENDS: Final = texts("law_22")
_MOMENT: Final = texts("law_33")
_PASSES: Final = texts("law_34")
_DOUBLED: Final = {"X": "doubled", "XX": "redoubled"}

# -- when the auction period begins (17A) ------------------------------------------------------------------------------


def period_begins(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Partner has taken a hand out; or the dealer, an opponent, has called while both hands of the side are in the board."""
    begun = bool(facts["hand_taken_out"])
    player = rng.choice([seat for seat in ROUND if begun or seat.side is not table.dealer.side])
    return Setting(
        {"player": player, "auction": None if begun else table.made[:1]},
        _PERIOD.lines("hand_taken_out", begun),
        player,
        places={
            "board": table.board,
            "player": player,
            "partner": player.partner,
            "dealer": table.dealer,
            "dealers_partner": table.dealer.partner,
            "done": did(table.calls[0]),
            "side_of_player": pair(player),
            "opponents": pair(player.lho),
        },
        situation=(player,),
    )


# -- a turn that was skipped (17D3) ------------------------------------------------------------------------------------


def robbed(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Three passes after a bid, the bidder's own among them; the player on the bidder's left has had no turn."""
    place = one_of(table.bids(), rng)
    bidder, bid = table.before()[place]
    return Setting(
        {"auction": _passed(table, place, bidder.partner, bidder.rho, bidder)},
        _SKIPPED.lines("openings"),
        bidder.partner,
        places={"bidder": bidder, "bid": bid, "skipped": bidder.lho},
        marked={place + 1},
    )


def _passed(table: Table, place: int, *passers: Seat) -> Calls:
    """The natural auction up to the bid at a place, which has not ended it, and the passes of these players."""
    if table.standing(place + 1).ended:
        raise Unfit
    return [*table.before(place + 1), *((seat, PASS) for seat in passers)]


# -- the end of the auction (22) ---------------------------------------------------------------------------------------


def ends(table: Table, facts: Facts, rng: random.Random) -> Setting:
    how = facts["how_ended"]
    made = _ended(table, how)
    seats = [table.dealer, table.dealer.lho, table.dealer.partner, table.dealer.rho]
    rng.shuffle(seats)
    places: dict[str, Any] = dict(zip(("north", "east", "south", "west"), seats, strict=True))
    places |= {"bid": next((call for _, call in reversed(made) if call.is_bid), None)}
    places["bidder"] = next((seat for seat, call in reversed(made) if call.is_bid), None)
    places["final"] = _final(made)
    places["skipped"] = places["bidder"].lho if places["bidder"] else None
    places["next"] = made[-1][0].lho
    if how == "contract":
        leader = contract_of(table).declarer.lho
        # Whoever may have led already does not doubt that the auction is over: no opening names `west`.
        held = next(place for place in ("north", "east", "south", "west") if places[place] == leader)
        places |= {held: places["west"], "west": leader, "leader": leader}
    opening = rng.choice(_ENDS.lines("openings", how))
    return Setting(
        {"auction": made},
        (opening,),
        made[-1][0],
        shown={"how_ended"},
        places=places,
        situation=_who_asks(opening, places, table.dealer) if how == "passed out" else (),
        # Few deals are passed out, and nobody shows the hands of one that was.
        held=dict.fromkeys(ROUND) if how == "passed out" else {},
    )


def _final(made: Calls) -> str | None:
    """What the contract would be if the auction ended with these calls."""
    bid = next((call for _, call in reversed(made) if call.is_bid), None)
    last = next((call for _, call in reversed(made) if call is not PASS), None)
    if bid is None or last is None:
        return None
    return bid.symbol if last.is_bid else f"{bid.symbol} {_DOUBLED[last.text]}"


def _who_asks(opening: str, places: Mapping[str, Any], dealer: Seat) -> tuple[str, ...]:
    """What is asked, and from where: four passes are the same at every table."""
    asking = [name for name in ("north", "east", "south", "west") if f"{{{name}}}" in opening]
    return opening, *(str((ROUND.index(places[name]) - ROUND.index(dealer)) % 4) for name in asking)


def _ended(table: Table, how: str) -> Calls:
    if how == "contract":
        contract_of(table)  # a table without one does not fit, and nothing has been drawn for it yet
        return table.before()
    if how == "passed out":
        return in_turn(table.dealer, [PASS] * 4)
    place = needed(max(table.bids(), default=None))
    seat = table.made[place][0]
    # Where a turn was skipped LHO is passed over: the players after LHO pass one after the other, and nobody notices.
    return _passed(table, place, *([seat.lho, seat.partner] if how == "goes on" else [seat.partner, seat.rho, seat]))


# -- calls at the same moment (33) -------------------------------------------------------------------------------------


def same_moment(table: Table, facts: Facts, rng: random.Random) -> Setting:
    places = list(range(min(len(table.made), 7)))
    rng.shuffle(places)
    return first_that_fits([partial(_at, place) for place in places], table, facts, rng)


def _at(place: int, table: Table, facts: Facts, rng: random.Random) -> Setting:
    turn, option = table.made[place]
    first, state = option.call, table.standing(place)
    follows = facts["second_in_rotation"]
    offender = turn.lho if follows else rng.choice([turn.partner, turn.rho])
    # In ignorance of the call that comes at the same moment.
    call = natural(table, place, offender)
    if not state.legal(turn, first):
        raise Unfit
    state.take(turn, first)
    if state.ended or (follows and state.legal(offender, call) is not facts.get("second_legal")):
        raise Unfit
    if call is PASS:
        raise Unfit  # a pass is legal whatever was called before, and there would be little to ask
    if first is PASS and call.is_bid:
        raise Unfit  # nor can a bid be too low because of a pass
    return Setting(
        {"auction": [*table.before(place), [(turn, first), (offender, call)]]},
        _MOMENT.lines("openings"),
        offender,
        shown=facts.keys(),
        places={
            "first_player": turn,
            "first_did": did(first),
            "first_noun": first.symbol,
            "did": did(call),
            "noun": call.symbol,
            "fault": _MOMENT.line("faults", "bid" if call.is_bid else "double"),
            "wrong": _MOMENT.line("wrong", "bid" if call.is_bid else "double"),
            "next": turn.lho,
            "caller": rng.choice([offender.lho, offender.rho]),
        },
        marked={place + 1},
    )


# -- three passes (34) -------------------------------------------------------------------------------------------------


def three_passes(table: Table, facts: Facts, rng: random.Random) -> Setting:
    how = _PASSES.kind("passes", facts)
    calls, bad = _passes(table, how, rng)
    bidder, bid = next((seat, call) for seat, call in reversed(calls) if call.is_bid)
    turn, jumper = (bidder.partner, bidder.rho) if how == "not jumped" else (bidder.lho, bidder.partner)
    if how == "in rotation":  # only the last pass could have come before its turn, with the others standing
        jumper = bidder.rho
    last = calls[-1][0]
    following = last.lho
    absent = {following, following.lho} | ({following.rho} if how == "in rotation" else set())
    callers = [seat for seat in dict.fromkeys(seat for seat, _ in calls) if seat not in absent]
    named = {
        "caller": rng.choice(callers),
        "next": following,
        "after": following.lho,
        "last": last,
        "bidder": bidder,
        "bid": bid,
        "turn": turn,
        "jumper": jumper,
    }
    return Setting(
        {"auction": calls},
        _PASSES.lines("openings", how),
        jumper,
        shown=facts.keys(),
        places=named,
        marked=bad,
        situation=(sum(call.is_bid for _, call in calls),),
    )


def _passes(table: Table, how: str, rng: random.Random) -> tuple[Calls, list[int]]:
    """The calls, and the places of those out of rotation."""
    place = one_of(table.bids(), rng)
    bidder = table.made[place][0]
    lho, partner, rho = bidder.lho, bidder.partner, bidder.rho
    passers, bad = {
        "too few": ((lho, partner), []),
        "in rotation": ((lho, partner, rho), []),
        "not jumped": ((lho, rho, partner), [place + 2]),
        "jumped": ((partner, rho, bidder), [place + 1, place + 2, place + 3]),
    }[how]
    return _passed(table, place, *passers), bad
