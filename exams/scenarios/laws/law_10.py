"""Laws 10 and 11: players who rule for themselves, options left out, choices, profit, and acting before the Director comes."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from exams.scenarios.narration.bridge import pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import SEEN, Slip, in_auction, in_play, insufficient_bid, somewhere
from exams.scenarios.narration.words import filled, texts
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import BIDS, CALLS, SUIT_NAMES
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_10")
_FIRST: Final = texts("law_11")
_ACTS: Final = texts("law_09").part("acts", False)

# -- the right to a ruling (10) ----------------------------------------------------------------------------------------


def _chooser(slip: Slip) -> Seat:
    """Who has the choice after the slip: declarer after a defender's, else the offender's LHO."""
    declarer = slip.declarer
    return declarer if declarer is not None and declarer is not slip.offender else slip.offender.lho


def _is_for_two(slip: Slip) -> bool:
    """Whether either defender may choose, and so may speak, as after declarer's lead from the wrong hand (55A)."""
    return slip.declarer is not None and slip.offender in (slip.declarer, slip.dummy)


def players_ruled(table: Table, facts: Facts, rng: random.Random) -> Setting:
    slip = somewhere(table, rng)
    chooser = _chooser(slip)
    names = {
        "offender": slip.offender,
        "partner": slip.offender.partner,
        "lho": chooser,
        "correction": _correction(slip),
        "dealer": table.dealer,
    }
    way = one_of(_ways(slip, bool(facts["allows"])), rng)
    settled = filled(way, names)
    return slip.setting(
        TEXTS.lines("settled_openings"),
        situation=(settled,),
        settled=settled,
        chooser=chooser,
        allowed=TEXTS.line("allowed", _allowed(slip, way), chooser=chooser) if facts["allows"] else "",
    )


def _allowed(slip: Slip, way: str) -> str:
    """Whether what the players did was to accept a call out of rotation or a lead out of turn, or was a ruling."""
    if slip.kind == "lead out of turn":
        return "lead accepted"
    accepts = slip.kind.endswith("out of rotation") and way == TEXTS.lines("settled", True, slip.kind)[0]
    return "call accepted" if accepts else "a ruling"


def _correction(slip: Slip) -> str:
    """The lowest bid in the suit of an insufficient bid that would have been sufficient; nothing after another slip."""
    if slip.kind != "insufficient bid":
        return ""
    *before, made = (CALLS[str(one["call"])] for one in slip.auction)
    highest = max(call.rank for call in before if call.is_bid)
    return next(bid.symbol for bid in BIDS if bid.rank > highest and bid.denomination == made.denomination)


def _ways(slip: Slip, allows: bool) -> Sequence[str]:
    """How the players can have settled it: near the law, or far from it."""
    ways = TEXTS.lines("settled", allows, slip.kind)
    if slip.offender is slip.declarer:
        if allows and slip.kind == "revoke":
            return ()  # declarer's card never becomes a penalty card
        if not allows and slip.kind == "lead out of turn":
            return ways[:1]  # declarer may pick it up, unless a defender wants it led (55)
    return ways


def options_left_out(table: Table, facts: Facts, rng: random.Random) -> Setting:
    slip = somewhere(table, rng)
    if slip.kind not in TEXTS.part("left_out") or _is_for_two(slip):
        raise Unfit
    chooser = _chooser(slip)
    return slip.setting(
        TEXTS.lines("left_out_openings"),
        player=chooser,
        left_out=TEXTS.line("left_out", slip.kind, offender=slip.offender, chooser=chooser),
        chooser=chooser,
        choosers=pair(chooser),
    )


def a_player_chooses(table: Table, facts: Facts, rng: random.Random) -> Setting:
    offended, consulted = bool(facts["elector_offended"]), bool(facts["consulted"])
    slip = insufficient_bid(table, rng) if offended or rng.random() < 0.5 else in_play(table, rng)
    if slip.kind not in TEXTS.part("explained", offended) or _is_for_two(slip):
        raise Unfit
    elector = slip.offender if offended else _chooser(slip)
    explained = TEXTS.line("explained", offended, slip.kind)
    hint = TEXTS.draw(rng, "hints", offended, slip.kind)
    return slip.setting(
        [f"{explained} {said}" for said in TEXTS.lines("consulted" if consulted else "asked", offended)],
        shown=frozenset({"elector_offended"}),
        player=elector,
        situation=[hint] if consulted else (),
        chooser=elector,
        elector_partner=elector.partner,
        electors=pair(elector),
        hint=hint,
    )


def offenders_profit(table: Table, facts: Facts, rng: random.Random) -> Setting:
    used = bool(facts["used_unauthorised"])
    slip = (in_auction if used else insufficient_bid)(table, rng)
    if used and not _others_have_bid(slip):
        raise Unfit  # they are said to have played the contract
    calls = [CALLS[str(made["call"])] for made in slip.auction]
    made, earlier = calls[-1], list(zip(slip.auction[:-1], calls[:-1], strict=True))
    # A bid of notrump could be made good by 3NT without silencing partner (27B1(a)).
    if not made.is_bid or made.denomination == "NT":
        raise Unfit
    if used and any(
        Seat(one["by"]) is slip.offender and call.denomination == made.denomination for one, call in earlier
    ):
        raise Unfit  # declarer is said to have forbidden a suit that the offender has not bid in the legal auction (26B)
    if not used and max(call.rank for call in calls) >= CALLS["3NT"].rank:
        raise Unfit
    over = facts.get("foreseeable") != "open" and facts.get("advantage") != "open"
    luck = TEXTS.draw(rng, "luck")
    ending = TEXTS.line("played", over)
    return slip.setting(
        TEXTS.lines("used") if used else [f"{text} {ending}" for text in TEXTS.lines("profit")],
        situation=(luck if over and not used else "",),
        suit=SUIT_NAMES[made.denomination][:-1],
        luck=luck,
    )


def _others_have_bid(slip: Slip) -> bool:
    """The offender's opponents have bid, or have not called yet."""
    called = [CALLS[str(made["call"])] for made in slip.auction if Seat(made["by"]).side is not slip.offender.side]
    return not called or any(call.is_bid for call in called)


# -- acting before the Director comes (11) -----------------------------------------------------------------------------


def acted_first(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An irregularity that everybody saw, and what the other side did, or did not do, before the Director came."""
    slip = somewhere(table, rng, kinds=SEEN)
    offender, acted = slip.offender, bool(facts["acted_first"])
    others = [seat for seat in (offender.lho, offender.rho) if seat is not slip.dummy]
    actor = rng.choice(others)
    names = {"speaker": actor, "offender": offender, "partner": offender.partner}
    action = filled(one_of(_actions(slip, facts), rng), names) if acted else ""
    openings, first = _FIRST.lines("acted" if acted else "waited"), rng.choice(others)
    return slip.setting(openings, situation=(action,), first=first, action=action)


def _actions(slip: Slip, facts: Facts) -> Sequence[str]:
    """What the other side can have done, so that the side that gained by it can believably have done so.

    A side that has only had done what the law says anyhow has lost no right by that, and leaves nothing to rule on.
    """
    lenient, harsh = _ACTS.lines(slip.kind)
    gained = facts.get("gained_by_ignorance", "nobody")
    found = [*([lenient] if gained != "the non-offenders" else ()), *([harsh] if gained != "the offenders" else ())]
    lawful = []
    if slip.offender is slip.declarer:  # who corrects a revoke, and takes back a lead from the wrong hand (62A, 55B2)
        lawful.append(lenient)
        if slip.kind == "lead out of turn":  # another lead can be one from the right hand
            lawful.append(harsh)
    if slip.kind == "exposed card":  # left on the table until it can be played (50)
        lawful.append(harsh)
    return [action for action in found if action not in lawful]
