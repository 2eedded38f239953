"""Law 39: a call after the final pass."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.bidding.hands import read
from exams.scenarios.narration.bridge import Contract, contract_of
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import Scene
from exams.scenarios.tables import Table, needed
from laws.rulings.calls import BIDS, DOUBLE, PASS, Call
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_39")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    offender = _offender(played, facts, rng)
    call = _call(table, offender, facts, rng)
    scene = Scene(table, table.before(), offender, call)
    if facts["lho_has_called"]:
        scene = scene.then((offender.lho, DOUBLE if call.is_bid and rng.random() < 0.4 else PASS))
    return scene.setting(
        facts,
        rng,
        TEXTS.lines("openings"),
        callers=(offender.lho, offender.rho, offender.partner),
        record={"declarer": played.declarer.value},
        contract=played.words,
    )


def _offender(played: Contract, facts: Facts, rng: random.Random) -> Seat:
    declarer = played.declarer
    sides: dict[Any, list[Seat]] = {True: [declarer, declarer.partner], False: [declarer.lho, declarer.rho]}
    return rng.choice(sides.get(facts.get("by_declaring_side"), [*sides[True], *sides[False]]))


def _call(table: Table, offender: Seat, facts: Facts, rng: random.Random) -> Call:
    """What somebody has forgotten to call: a pass, a double of theirs, or a bid in the longest suit."""
    if facts.get("late_pass"):
        return PASS
    state = table.standing()
    last, bidder = needed(state.bid), needed(state.bidder)
    if bidder.side is not offender.side and state.multiplier == 1 and rng.random() < 0.5:
        return DOUBLE
    lengths = read(table.hands[offender]).lengths
    suit = "SHDC"[lengths.index(max(lengths))]
    return needed(next((bid for bid in BIDS[last.rank + 1 :] if bid.denomination == suit), None))
