"""Law 39: a call after the final pass."""

from __future__ import annotations

import random
from typing import Any

from exams.scenarios.bidding.hands import read
from exams.scenarios.narration.bridge import Contract, contract_of, did
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.wrong_calls import plain, standing, told
from exams.scenarios.tables import Table
from laws.rulings.calls import BIDS, CALLS, PASS, Call
from laws.rulings.seats import Seat


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    played = contract_of(table)
    if played is None:
        return None
    offender = _offender(table, played, facts, rng)
    call = _call(table, offender, facts, rng)
    if call is None:
        return None
    made = [(seat, option.call) for seat, option in table.made]
    since = [(offender.lho, _over(call, rng))] if facts["lho_has_called"] else []
    record: dict[str, Any] = {
        "board": table.board,
        "auction": plain([*made, (offender, call), *since]),
        "declarer": played.declarer.value,
    }
    places = {
        "name": offender.full_name,
        "done": did(call),
        "contract": played.words,
        "caller": rng.choice([offender.lho, offender.rho, offender.partner]).full_name,
        "since": told(since) if since else "",
        "whose": "declarer's side" if offender.side is played.declarer.side else "a defender",
    }
    openings = (
        "Three passes have ended the auction at {contract}. Then {name} has {done}, and {caller} calls you.",
        "The contract is {contract}; before a lead is made, {name} has {done} after all. {caller} calls you.",
        "{caller} calls you: the auction was over, the contract {contract}, when {name} has {done}.",
    )
    return Setting(
        record,
        openings,
        offender.value,
        shown=frozenset(facts),
        told=frozenset({"by_declaring_side", "late_pass"}),
        places=places,
        marked=frozenset({len(made)}),
        hands=(offender.value,),
    )


def _offender(table: Table, played: Contract, facts: Facts, rng: random.Random) -> Seat:
    declarer = played.declarer
    ours, theirs = [declarer, declarer.partner], [declarer.lho, declarer.rho]
    if "by_declaring_side" in facts:
        return rng.choice(ours if facts["by_declaring_side"] else theirs)
    return rng.choice([*ours, *theirs])


def _call(table: Table, offender: Seat, facts: Facts, rng: random.Random) -> Call | None:
    """What he has forgotten to call: a pass, a double of theirs, or a bid in his longest suit."""
    if facts.get("late_pass"):
        return PASS
    state = standing(table, len(table.made))
    if state.bid is None or state.bidder is None:
        return None
    if state.bidder.side is not offender.side and state.multiplier == 1 and rng.random() < 0.5:
        return CALLS["X"]
    lengths = read(table.hands[offender]).lengths
    suit = "SHDC"[lengths.index(max(lengths))]
    higher = (bid for bid in BIDS[state.bid.rank + 1 :] if bid.denomination == suit)
    return next(higher, None)


def _over(call: Call, rng: random.Random) -> Call:
    return CALLS["X"] if call.is_bid and rng.random() < 0.4 else PASS
