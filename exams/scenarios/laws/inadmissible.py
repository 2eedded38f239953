"""Laws 36 to 39: calls that nobody may make there: doubles, calls where one must pass, bids of eight, calls after the end."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from exams.scenarios.bidding.hands import read
from exams.scenarios.narration.bridge import Calls, Contract, contract_of, did, owned
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import Scene, inadmissible_doubles, natural
from exams.scenarios.tables import Table, Unfit, needed, one_of
from laws.rulings.calls import BIDS, DOUBLE, PASS, REDOUBLE, Call, parse_call
from laws.rulings.seats import ROUND, Seat

_DOUBLES: Final = texts("law_36")
_SILENCED: Final = texts("law_37")
_EIGHT: Final = texts("law_38")
_LATE: Final = texts("law_39")
_BIDDABLE: Final = 5
"""Cards of a suit that somebody bids on in when they have not noticed that the auction is over."""
_BIDS_BEFORE: Final = 15
"""High-card points with which nobody passes and only then thinks of a bid."""

_SUPPORT: Final = 3
"""Cards of partner's suit with which nobody wants to play in another."""
_RAISES_LATE: Final = 8
"""High-card points with which somebody thinks of a raise of partner's bid after all."""

# -- inadmissible doubles (36; 32 where they are out of rotation) ------------------------------------------------------


def doubles(table: Table, facts: Facts, rng: random.Random) -> Setting:
    scene = _scene(table, facts, rng)
    bids = [call for _, call in scene.before if call.is_bid]
    done = did(scene.call)
    late = facts.get("lead_faced")
    turn = _DOUBLES.line("out of turn") if facts["out_of_rotation"] else ""
    wrongly = _DOUBLES.line("wrongly", "out of turn" if turn else "in turn", scene.cause) if late else ""
    # At partner's turn it is the left-hand opponent who has just called.
    by_lho = scene.cause == "doubled by rho" and scene.turn is scene.offender.partner
    setting = scene.setting(
        facts,
        rng,
        _DOUBLES.lines("openings", "after the lead" if late else "in the auction"),
        record={"noticed": "play"} if late else {},
        # The Director rules on what was called, and has no business with the cards.
        hands=False,
        done=f"{done} {turn}" if turn else done,
        noun="double" if scene.call is DOUBLE else "redouble",
        cause=_DOUBLES.line("causes", "doubled by lho" if by_lho else scene.cause),
        fault=_DOUBLES.line("faults", scene.cause),
        wrongly=wrongly,
        bid=bids[-1] if bids else None,
        # What would be scored if nobody called again; rulings that name it are not offered where nobody has bid.
        original=bids[-1] if bids else "",
    )
    if "meant_over" in facts:
        setting.record["auction"][-1]["over"] = facts["meant_over"]
    return setting


def _scene(table: Table, facts: Facts, rng: random.Random) -> Scene:
    role = facts.get("whose_turn") if facts["out_of_rotation"] else "offender"
    scenes = [
        scene
        for scene in inadmissible_doubles(table, DOUBLE if facts["law_19"] == "doubled" else REDOUBLE)
        if _role(scene) == role
        and (role != "lho" or all(by is not scene.offender for by, _ in scene.before))
        and not _answered(scene)
        and not _raised(scene)
        and (facts.get("lead_faced") or not _overlooks_a_double(scene))
    ]
    return _continued(one_of(scenes, rng), facts)


def _overlooks_a_double(scene: Scene) -> bool:
    """Whether partner's bid, taken for an opponent's, has been doubled too: nobody says that of their own accord."""
    return scene.cause == "partner's bid" and scene.table.standing(scene.place).multiplier > 1


def _answered(scene: Scene) -> bool:
    """Whether the last bid answers a call of the offender's that asked for it: nobody takes that for an opponent's."""
    made = [(seat, one) for seat, one in scene.table.made[: scene.place] if one.call is not PASS]
    own = [one for seat, one in made if seat is scene.offender]
    asked = bool(own) and own[-1].meaning is not None and (own[-1].meaning.artificial or bool(own[-1].meaning.asks))
    return asked and bool(made) and made[-1][0] is scene.offender.partner


def _raised(scene: Scene) -> bool:
    """Whether partner's bid raises a suit of the offender's own: nobody takes that for an opponent's."""
    bids = [(seat, call) for seat, call in scene.before if call.is_bid]
    own = {call.denomination for seat, call in bids if seat is scene.offender}
    return scene.cause == "partner's bid" and bids[-1][1].denomination in own


def _role(scene: Scene) -> str:
    """Who, seen from the offender, was to call."""
    turn = scene.turn
    return {turn: "offender", turn.lho: "rho", turn.partner: "partner", turn.rho: "lho"}[scene.offender]


def _continued(scene: Scene, facts: Facts) -> Scene:
    """What happened next, as far as the path says."""
    offender, lho = scene.offender, scene.offender.lho
    if facts.get("lead_faced"):
        if not any(call.is_bid for _, call in scene.before):
            raise Unfit
        return scene.then((lho, PASS), (offender.partner, PASS), (offender.rho, PASS))
    if not (facts.get("lho_has_called") or facts.get("lho_called")):
        return scene
    if scene.turn is offender.partner and scene.before and scene.before[-1][0] is lho:
        raise Unfit  # LHO has called just before, and would not call again
    call = natural(scene.table, scene.place, lho)
    if call is DOUBLE:
        raise Unfit  # LHO sees the double or redouble that has just been made, and would not double again
    return scene.then((lho, call))


def doubles_out_of_rotation(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Law 32 asks first whether the double is admissible, and then goes on as Law 36 does (36B4)."""
    which = "doubled" if facts["inadmissible_double"] else "redoubled"
    return doubles(table, {**facts, "law_19": which, "out_of_rotation": True}, rng)


# -- calls of a player who has to pass (37) ----------------------------------------------------------------------------


_SUIT: Final = 4
"""So many cards make a suit that somebody could bid."""


def must_pass(table: Table, facts: Facts, rng: random.Random) -> Setting:
    scene = one_of(_doubled(table, facts) if facts.get("breaks_law_19") else _bids(table), rng)
    # From partner's last call comes the obligation, so it was no pass.
    partner, partners = scene.before[-2]
    extent = facts.get("obligation_extent") or rng.choice(("once", "throughout"))
    if partners is PASS or not _obliges(table, scene.place - 2, extent):
        raise Unfit
    # A conventional bid can show what the withdrawn call showed, and then nobody would have had to pass.
    meaning = table.made[scene.place - 2][1].meaning
    if partners.is_bid and (meaning is None or meaning.artificial or meaning.asks):
        raise Unfit
    # Nor does anybody bid too low, or out of turn, over a transfer or a question of partner's that asks for one answer.
    earlier = table.made[scene.place - 4][1].meaning if scene.place >= 4 else None
    if earlier is not None and (earlier.artificial or earlier.asks):
        raise Unfit
    replaced: dict[str, Any] = (
        {"insufficient": one_of(_insufficient(table, scene.place - 2), rng)} if extent == "throughout" else {}
    )
    lho = scene.offender.lho
    if facts["lho_has_called"]:
        call = natural(table, scene.place, lho)
        if call.is_bid and scene.call.is_bid and call.rank <= scene.call.rank:
            raise Unfit  # LHO would not bid below it
        scene = scene.then((lho, call))
    return scene.setting(
        facts,
        rng,
        [f"{why} {now}" for why in _SILENCED.lines("why_silent", extent) for now in _SILENCED.lines("happened")],
        record={"must_pass": {scene.offender.value: {"extent": extent, "from": scene.place - 1}}},
        hands=False,
        situation=(extent,),
        partners_call=owned(partner, partners),
        **replaced,
    )


def _obliges(table: Table, place: int, extent: str) -> bool:
    """Whether the call at that place can have replaced one that obliges partner to pass.

    Throughout: an insufficient bid, so there was one above 1♣ before; a double that is not comparable would not stand (27B3).
    Once: a call out of turn, at the turn of partner, or at RHO's, who then did not pass (30A, 31A1, 32A1).
    """
    calls = table.calls[:place]
    if extent == "throughout":
        return table.calls[place].is_bid and any(call.rank > 0 for call in calls if call.is_bid)
    return place >= 2 or (place == 1 and calls[0] is not PASS)


def _insufficient(table: Table, place: int) -> list[Call]:
    """What can have been bid too low before the call at that place, in another suit that the hand holds.

    The cheapest bid of the same suit would have left partner free (27B1(a)), and nobody makes a bid of the same auction again,
    or one below a bid of their own.
    """
    seat, call = table.made[place][0], table.calls[place]
    last = needed(next((earlier for earlier in reversed(table.calls[:place]) if earlier.is_bid), None))
    lengths = dict(zip("SHDC", read(table.hands[seat]).lengths, strict=True))
    theirs = {one.call.denomination for by, one in table.made[:place] if by.side is not seat.side}
    own = max((one.call.rank for by, one in table.made[:place] if by is seat and one.call.is_bid), default=-1)
    return [
        bid
        for bid in BIDS[: last.rank]
        if bid.level >= last.level - 1
        and bid.rank > own
        and bid not in table.calls[:place]
        and bid.denomination not in theirs | {call.denomination}
        and lengths.get(bid.denomination or "", 0) >= _SUIT
    ]


def _bids(table: Table) -> list[Scene]:
    """A player bids at the first turn after a call by partner, as the hand asks for."""
    return [
        Scene(table, table.before(place), seat, option.call)
        for place, (seat, option) in enumerate(table.made)
        if place >= 2 and option.call is not PASS and table.made[place - 2][1].call is not PASS
    ]


def _doubled(table: Table, facts: Facts) -> list[Scene]:
    """A player doubles or redoubles, in turn, what nobody could double or redouble."""
    call = DOUBLE if facts["law_19"] == "doubled" else REDOUBLE
    scenes = inadmissible_doubles(table, call)
    return [scene for scene in scenes if scene.place >= 2 and scene.turn is scene.offender]


# -- bids of more than seven (38) --------------------------------------------------------------------------------------


def bids_of_eight(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """Somebody sacrifices over a grand slam in a long suit."""
    before, offender, eight = over_a_grand_slam(table, rng)
    bidder, last = before[-1]
    scene = Scene(table, before, offender, eight)
    if facts["lho_has_called"]:
        scene = scene.then((offender.lho, rng.choice((PASS, DOUBLE))))
    cause = rng.choice(_EIGHT.lines("causes"))
    setting = scene.setting(facts, rng, _EIGHT.lines("openings"), hands=False, bidder=bidder, last=last, cause=cause)
    return replace(setting, held=dict.fromkeys(ROUND))


def over_a_grand_slam(table: Table, rng: random.Random) -> tuple[Calls, Seat, Call]:
    """One pair bids a grand slam while the other passes throughout; who bids eight over it, and in which suit."""
    bids = [parse_call(bid) for bid in rng.choice(_EIGHT.data("auctions")).split()]
    passed = rng.randrange(3)
    opener = ROUND[(ROUND.index(table.dealer) + passed) % len(ROUND)]
    before = [(ROUND[(ROUND.index(table.dealer) + turn) % len(ROUND)], PASS) for turn in range(passed)]
    seat = opener
    for bid in bids:
        before += [(seat, bid), (seat.lho, PASS)]
        seat = seat.partner
    offender = before.pop()[0]
    shown = {bid.denomination for bid in bids if bid.level < _ASKING} | {bids[-1].denomination}
    lengths = dict(zip("SHDC", read(table.hands[offender]).lengths, strict=True))
    eight = max((suit for suit in lengths if suit not in shown), key=lengths.__getitem__)
    return before, offender, parse_call(f"8{eight}")


_ASKING: Final = 4
"""From this level on a bid on the way to a grand slam asks or answers, and shows no suit."""


# -- calls after the final pass (39) -----------------------------------------------------------------------------------


def after_the_final_pass(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    offender = _late_caller(played, table.made[-1][0], facts, rng)
    call = _forgotten(table, offender, facts, rng)
    scene = Scene(table, table.before(), offender, call)
    if facts["lho_has_called"]:
        scene = scene.then((offender.lho, DOUBLE if call.is_bid and rng.random() < 0.4 else PASS))
    return scene.setting(
        facts,
        rng,
        _LATE.lines("openings"),
        callers=(offender.lho, offender.rho, offender.partner),
        record={"declarer": played.declarer.value},
        contract=played,
        belief=_LATE.draw(rng, "beliefs", "bid" if call.is_bid else "double" if call is DOUBLE else "pass"),
    )


def _late_caller(played: Contract, last: Seat, facts: Facts, rng: random.Random) -> Seat:
    """Where the path does not tell the side it is a defender, whose call could have cost a lead."""
    declarer = played.declarer
    if facts.get("by_declaring_side"):
        return rng.choice([declarer, declarer.partner])
    # Not whoever has made the final pass: they would not pass again, and by any other call could be changing that pass.
    return one_of([seat for seat in (declarer.lho, declarer.rho) if seat is not last], rng)


def _forgotten(table: Table, offender: Seat, facts: Facts, rng: random.Random) -> Call:
    """What somebody has forgotten to call: a pass, a double of theirs, or a bid in the longest suit that is not theirs."""
    if facts.get("late_pass"):
        return PASS
    state = table.standing()
    last, bidder = needed(state.bid), needed(state.bidder)
    if bidder.side is not offender.side and state.multiplier == 1 and rng.random() < 0.5:
        return DOUBLE
    if bidder is offender:
        raise Unfit  # nobody bids on over a bid of their own that everybody has passed
    lengths = dict(zip("SHDC", read(table.hands[offender]).lengths, strict=True))
    theirs = {
        option.call.denomination for seat, option in table.made if seat.side is not offender.side and option.call.is_bid
    }
    suit = max((one for one in lengths if one not in theirs), key=lengths.__getitem__, default="")
    if not suit or lengths[suit] < _BIDDABLE or read(table.hands[offender]).hcp >= _BIDS_BEFORE:
        raise Unfit
    if bidder is offender.partner and _is_content(suit, last, lengths, read(table.hands[offender]).hcp):
        raise Unfit
    return needed(next((bid for bid in BIDS[last.rank + 1 :] if bid.denomination == suit), None))


def _is_content(suit: str, last: Call, lengths: Mapping[str, int], hcp: int) -> bool:
    """Whether partner's bid is good enough: it has support against another suit, and no strength for a raise."""
    if suit == last.denomination:
        return hcp < _RAISES_LATE
    return lengths.get(last.denomination or "", 0) >= _SUPPORT
