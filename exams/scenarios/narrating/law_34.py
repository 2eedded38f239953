"""Law 34: three passes, not all of them in rotation."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS, Call
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat

_OPENINGS: Final = {
    "too few": (
        "“Is the auction over?” asks {caller}. The calls so far are shown; {next} has reached for the bidding cards to put "
        "them away.",
        "{caller} calls you: {next} has been told by {after} that the auction is over, and would like to call.",
        "You are called because {after} takes the auction to be finished, and {caller} does not.",
    ),
    "in rotation": (
        "“That was three passes, was it not?” {caller} asks you to confirm that the auction is over.",
        "{last} has just passed, and {caller} calls you: did anybody miss a turn, or is the auction over?",
        "{caller} asks you to look at the auction: {other} would still like to say something.",
    ),
    "not jumped": (
        "“Director! Three passes, but not in the right order.” {caller} shows you the auction: {jumper} passed while it was "
        "{turn}'s turn, and {turn} then passed as well.",
        "{caller} calls you. After {bidder}'s {bid} everybody seems to have passed, but {jumper} did so before {turn}, whose "
        "turn it was.",
        "Three players have passed after {bidder}'s {bid}. {caller} noticed that {jumper} did it too early, at {turn}'s turn, "
        "and that {turn} passed right afterwards.",
    ),
    "jumped": (
        "“I have not had my turn,” says {turn}, when the bidding cards are being put away.",
        "{caller} calls you: three passes have followed {bidder}'s {bid}, but {turn} was left out.",
        "The auction seems to be over, yet {turn} calls you: nobody waited after {bidder}'s {bid}.",
    ),
}


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    how = _how(facts)
    made = _auction(table, how, rng)
    if made is None:
        return None
    calls, bad = made
    seats = list(dict.fromkeys(seat for seat, _ in calls))
    bidder, bid = next(((seat, call) for seat, call in reversed(calls) if call.is_bid), (table.dealer, PASS))
    turn = bidder.partner if how == "not jumped" else bidder.lho
    jumper = bidder.rho if how == "not jumped" else bidder.partner
    following = calls[-1][0].lho
    absent = {following, following.lho} | ({following.rho} if how == "in rotation" else set())
    callers = [seat for seat in seats if seat not in absent]
    return Setting(
        {"board": table.board, "auction": plain(calls)},
        _OPENINGS[how],
        jumper.value,
        shown=frozenset(facts),
        places={
            "caller": rng.choice(callers).full_name,
            "next": following.full_name,
            "after": following.lho.full_name,
            "last": calls[-1][0].full_name,
            "other": following.full_name,
            "bidder": bidder.full_name,
            "bid": bid.symbol,
            "turn": turn.full_name,
            "turn_partner": turn.partner.full_name,
            "jumper": jumper.full_name,
            "jumper_partner": jumper.partner.full_name,
        },
        marked=frozenset(bad),
        situation=(str(sum(call.is_bid for _, call in calls)),),
    )


def _how(facts: Facts) -> str:
    if not facts["three_passes"]:
        return "too few"
    if not facts["pass_out_of_rotation"]:
        return "in rotation"
    return "jumped" if facts["deprived"] else "not jumped"


Calls = list[tuple[Seat, Call]]


def _auction(table: Table, how: str, rng: random.Random) -> tuple[Calls, list[int]] | None:
    """The calls, and the places of those out of rotation."""
    bids = [place for place, (_, option) in enumerate(table.made) if option.call.is_bid]
    if not bids:
        return None
    place = rng.choice(bids)
    bidder = table.made[place][0]
    if standing(table, place + 1).ended:
        return None
    before = [(seat, option.call) for seat, option in table.made[: place + 1]]
    if how == "too few":
        if rng.random() < 0.25:
            seat = table.dealer
            return [(seat, PASS), (seat.lho, PASS), (seat.partner, PASS)], []
        return [*before, (bidder.lho, PASS), (bidder.partner, PASS)], []
    if how == "in rotation":
        return [*before, (bidder.lho, PASS), (bidder.partner, PASS), (bidder.rho, PASS)], []
    if how == "not jumped":
        return [*before, (bidder.lho, PASS), (bidder.rho, PASS), (bidder.partner, PASS)], [place + 2]
    return [*before, (bidder.partner, PASS), (bidder.rho, PASS), (bidder, PASS)], [place + 1, place + 2, place + 3]


_CANCELLED: Final = "The board is cancelled. Both sides get an artificial score of average."


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    how = _how(dict(ruling.path))
    yield from _MISTAKES[how]
    yield Choice(_CANCELLED, "nothing prevents the board from being played normally (12C2(a), 17, 22).")


_MISTAKES: Final = {
    "too few": (
        Choice(
            "The auction is over, because {next} has given it up by not calling at once.",
            "a player keeps a turn until it is used; it takes the passes that 22A and 22B ask for.",
        ),
        Choice(
            "The auction is over, and the players go on to the lead or take the next board.",
            "one pass is still missing (22A, 22B).",
        ),
        Choice(
            "The auction is not over, but {next} may only pass, as the others took it to be finished.",
            "{next} is in turn and may make any legal call (17C).",
        ),
    ),
    "in rotation": (
        Choice(
            "The auction is not over before the fourth pass. {next} may still call.",
            "after a bid three passes in rotation are enough (22A).",
        ),
        Choice(
            "The auction is not over until the opening lead is faced. {next} may still call.",
            "what goes on until then is the auction period (17D1); the auction ended with the third pass (22A).",
        ),
        Choice(
            "The auction goes back to {bidder}, who may bid again if the other three agree.",
            "three passes in rotation end the auction for everybody (22A).",
        ),
    ),
    "not jumped": (
        Choice(
            "The auction is over: all three have passed, and the order makes no difference.",
            "{jumper}'s pass was out of rotation and has to be ruled on first; {turn} has called in turn since (28B, 30).",
        ),
        Choice(
            "All passes since {bidder}'s {bid} are cancelled, and the auction goes back to {turn_partner}.",
            "only passes that take a turn from a player are cancelled like that; here nobody missed a turn (17D3).",
        ),
        Choice(
            "{turn}'s pass is cancelled, as {jumper}'s came first. The auction goes on with {bidder}.",
            "{turn} called in turn; it is {jumper}'s pass that was irregular (28B, 30).",
        ),
    ),
    "jumped": (
        Choice(
            "The auction is over, as three passes have followed {bidder}'s {bid}; {turn} should have spoken up.",
            "passes that take a player's turn away do not end the auction (17D3, 34).",
        ),
        Choice(
            "The auction goes back to {turn}. {jumper} must pass at the next turn.",
            "17D3 lets the auction go on normally, and nobody has to pass.",
        ),
        Choice(
            "The passes stand. {turn} may call now, and whatever {turn} calls is the last call.",
            "the passes are cancelled, and the auction goes on normally from {turn} (17D3).",
        ),
        Choice(
            "You rule on {jumper}'s pass under Law 30: {lho} may accept it, and the auction is over then.",
            "where three passes have followed and a player lost a turn, 17D3 takes the place of Law 30 (34).",
        ),
    ),
}
RETENTION: Final = Narrative(
    procedure="34",
    topic="simultaneous-calls",
    stage=_stage,
    tells={
        ("three_passes", True): (),
        ("three_passes", False): (),
        ("pass_out_of_rotation", True): (),
        ("pass_out_of_rotation", False): (),
        ("deprived", True): (),
        ("deprived", False): (),
    },
    conditions={
        ("three_passes", True): "three passes had followed a call",
        ("three_passes", False): "fewer than three passes had followed the last bid",
        ("pass_out_of_rotation", True): "one of the passes had been out of rotation",
        ("pass_out_of_rotation", False): "all the passes had been in rotation",
        ("deprived", True): "a player had missed a turn by it",
        ("deprived", False): "nobody had missed a turn by it",
    },
    phrases={
        "auction_over:no@22A": "The auction is not over. {next} is to call",
        "auction_over:no": "The auction is not over",
        "auction_reverts_to": "It goes back to {turn}",
        "call_cancelled": "The passes since {bidder}'s {bid} are cancelled",
        "director_action:rule_under_22": "The auction is over, as Law 22 has it",
        "director_action:rule_under_30": "The auction is not over. You rule on {jumper}'s pass under Laws 28B and 30",
    },
    silent=frozenset(("later_calls_cancelled", "info:authorised", "info:unauthorised")),
    plain=frozenset(("three_passes",)),
    mistakes=_mistakes,
    hard=lambda facts: bool(facts.get("pass_out_of_rotation")),
)
