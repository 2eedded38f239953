"""Law 25: a call that its player wants to change, or has changed."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.bidding.system import Option, after
from exams.scenarios.narration.bridge import a_call, did, does, in_turn, owned, the_call, to_make
from exams.scenarios.narration.compared import shows
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.replacing import comparable, tells_something
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import Scene, natural
from exams.scenarios.tables import Table, Unfit, data_of, telling
from laws.rulings.calls import BIDS, CALLS, PASS, Call

TEXTS: Final = texts("law_25")
_PASSED_OVER: Final = "slip to a pass, passed over"
"""The opening that tells that the auction ended with the next player's pass."""
_NEAR: Final = 2
"""How far apart in the bidding box the card meant and the card pulled can lie."""
_CLOSE: Final = 2
"""Points between two ranges that one hand can still be counted to."""
_LEVEL: Final = 5
"""Steps of the bidding that are one level: who thinks again bids a little more or less, not a slam for an opening."""


# -- a slip, or what is said to be one ---------------------------------------------------------------------------------


def slip(table: Table, facts: Facts, rng: random.Random) -> Setting:
    scene, intended = _ended(table, facts) if facts.get("auction_ended_first") else _going_on(table, facts, rng)
    state = table.standing(scene.place)
    record = {"intended": intended.text}
    if "period_over" in facts:
        record["noticed"] = "play" if facts["period_over"] else "clarification"
    seen = _seen(facts, scene.call, intended)
    # Who passed last and ended the auction has no LHO to wait for.
    over = bool(facts.get("auction_ended_first")) and not scene.since
    told = ("lho_called", "period_over") if seen == _PASSED_OVER else ("lho_called",) if over or scene.since else ()
    return scene.setting(
        facts.keys() - {"unintended"},
        rng,
        TEXTS.lines("openings", seen),
        told=told,
        callers=(),
        names_offender=True,
        record=record,
        hands=False,  # the Director does not look at the hand (25A2)
        situation=(intended.text,),
        does=does(scene.call),
        first_call=the_call(scene.call),
        it="it" if scene.call.is_bid else the_call(scene.call),
        second_call=the_call(intended),
        another=a_call(intended),
        meant=to_make(intended),
        card=intended.symbol,
        last=owned(state.bidder, state.bid) if state.bidder and state.bid else None,
    )


def _seen(facts: Facts, made: Call, intended: Call) -> str:
    """When the player noticed it: a name under `openings`."""
    if not facts["unintended"]:
        return "second thought"
    if facts.get("partner_called"):
        return "slip seen after a call"
    if facts.get("period_over"):
        return "slip seen in play"
    if facts.get("lho_called"):
        return _PASSED_OVER if facts.get("auction_ended_first") else "slip seen after a call"
    # The pass cards lie far from the bids, so nobody pulls one for the other.
    return "slip to a pass" if made is PASS and intended.is_bid else "slip"


Found = tuple[Scene, Call]
"""What happened, and the call that was meant."""


def _ended(table: Table, facts: Facts) -> Found:
    """A pass that should have been a double is the last that the auction needs, or LHO's pass after it is; or one that should
    have been a bid, where that is not legal any more.
    """
    missing = 2 if facts.get("lho_called") else 1
    # The pass cards lie beside the double, far from the bids. Only a bid can have become illegal, and before LHO's last pass
    # the bid is partner's own.
    doubled = facts.get("intended_legal") is not False and missing == 1
    for place in range(3, len(table.made)):
        state = table.standing(place)
        seat, option = table.made[place]
        if state.bid is None or option.call is PASS or state.passes != 3 - missing:
            continue
        if option.call.is_bid is doubled:
            continue
        intended = _intended(option.call, state.bid, facts)
        if intended is not None and _could_miss(table, place, intended, facts):
            since = [(seat.lho, PASS)] if missing == 2 else []
            return Scene(table, table.before(place), seat, PASS, since=since), intended
    raise Unfit


def _going_on(table: Table, facts: Facts, rng: random.Random) -> Found:
    places = table.bids(8)
    rng.shuffle(places)
    for place in places:
        state = table.standing(place)
        seat, option = table.made[place]
        slip = _neighbour(option.call, state.bid, rng)
        if facts.get("intended_legal") is False:
            slip = option.call
        intended = _intended(option.call, state.bid, facts)
        if slip is None or intended is None or not _could_miss(table, place, intended, facts):
            continue
        called = 2 if facts.get("partner_called") else 1 if facts.get("lho_called") else 0
        since = in_turn(seat.lho, [PASS] * called)
        return Scene(table, table.before(place), seat, slip, since=since), intended
    raise Unfit


def _could_miss(table: Table, place: int, intended: Call, facts: Facts) -> bool:
    """Whether the player can have missed the last bid, where the path has it so: an opponent's, which was all that was too high
    for the call meant, at a time when the player has not bid, nor passed over it.
    """
    if facts.get("intended_legal") is not False:
        return True
    seat, _ = table.made[place]
    bidder = table.standing(place).bidder
    silent = all(option.call is PASS for by, option in table.made[:place] if by is seat)
    *earlier, last = (at for at, (_, option) in enumerate(table.made[:place]) if option.call.is_bid)
    # A double of it would have told the player that there was a bid.
    seen = any(by is seat or option.call is not PASS for by, option in table.made[last + 1 : place])
    return (
        silent
        and not seen
        and bidder is not None
        and bidder.side is not seat.side
        and all(table.made[at][1].call.rank < intended.rank for at in earlier)
    )


def _neighbour(meant: Call, over: Call | None, rng: random.Random) -> Call | None:
    """A sufficient bid whose card lies beside the one that was meant."""
    floor = over.rank if over is not None else -1
    near = [bid for bid in BIDS if floor < bid.rank != meant.rank and abs(bid.rank - meant.rank) <= _NEAR]
    return rng.choice(near) if near else None


def _intended(meant: Call, over: Call | None, facts: Facts) -> Call | None:
    """The bid that was meant; for one that is not legal a level lower, by a player who had not seen the last bid.

    None where that would be legal.
    """
    if facts.get("intended_legal") is not False:
        return meant
    if over is None or meant.level == 1:
        return None
    lower = CALLS[f"{meant.level - 1}{meant.denomination}"]
    return lower if lower.rank <= over.rank else None


# -- two calls at one turn ---------------------------------------------------------------------------------------------


def changed(table: Table, facts: Facts, rng: random.Random) -> Setting:
    places = table.bids(8)
    rng.shuffle(places)
    for place in places:
        pair = _pair(table, place, facts, rng)
        if pair is not None:
            return _two_calls(table, place, pair, facts, rng)
    raise Unfit


def _pair(table: Table, place: int, facts: Facts, rng: random.Random) -> tuple[Option, Option] | None:
    """The first call and the second: the second is what the hand is worth, the first a slip or another thought."""
    seat, option = table.made[place]
    state = table.standing(place)
    slip = facts.get("first_unintended")
    near = _NEAR if slip else _LEVEL
    others = [  # none that ends the auction: after the final pass Law 39 would speak
        other
        for other in table.system.options(table.calls[:place])
        if other.call is not option.call and other.meaning is not None
        if state.legal(seat, other.call) and not state.ends_with(seat, other.call)
        if (abs(other.call.rank - option.call.rank) <= near if other.call.is_bid else not slip)
    ]
    if not slip:
        others = [other for other in others if _same_strength(other, option)]
    if "change_comparable" in facts:
        wanted = facts["change_comparable"]
        others = [other for other in others if tells_something(other) and comparable(other, option) is wanted]
        if wanted:  # a pass denies the hands for the bids of that turn, whatever its points say
            others = [other for other in others if other.call is not PASS and telling(other)[1] != telling(option)[1]]
        if not tells_something(option):
            return None
    return (rng.choice(others), option) if others else None


def _same_strength(one: Option, other: Option) -> bool:
    """Whether a player could waver between the two: nobody does between a weak hand and a strong one."""
    if one.meaning is None or other.meaning is None:
        return True
    ranges = [[shown.hcp for shown in option.meaning.alternatives] for option in (one, other) if option.meaning]
    return (
        max(min(low for low, _ in many) for many in ranges) - min(max(high for _, high in many) for many in ranges)
        <= _CLOSE
    )


def _two_calls(table: Table, place: int, pair: tuple[Option, Option], facts: Facts, rng: random.Random) -> Setting:
    first, second = pair
    offender, lho = table.made[place][0], table.made[place][0].lho
    over = [(lho, natural(table, place + 1, lho))] if facts.get("lho_called") else []
    # 25A6 is about a call over the slip, so who takes back a call had not seen what replaced it.
    unseen = bool(over) and facts["first_unintended"] and not facts["meant_over"]
    if over and not facts["meant_over"]:
        heard = after(table.dealer, [*table.calls[:place], first.call])
        if not heard.legal(lho, over[0][1]):
            raise Unfit  # who saw the first call only calls over that
    opening = _opening(facts, unseen=unseen)
    methods = TEXTS.lines("methods") if "change_comparable" in facts else [""]
    scene = Scene(table, [*table.before(place), (offender, first.call)], offender, second.call, since=over)
    setting = scene.setting(
        facts.keys() - {"first_unintended"},
        rng,
        [f"{one} {shown}".rstrip() for one in TEXTS.lines("openings", opening) for shown in methods],
        told=("lho_called", "meant_over") if unseen else ("lho_called",) if over else (),
        callers=(),
        names_offender=True,
        record={"accepted": facts["lho_accepts"]} if "lho_accepts" in facts else {},
        hands=False,
        done=did(first.call),
        does=does(first.call),
        first_call=the_call(first.call),
        it="it" if first.call.is_bid else the_call(first.call),
        second_call=the_call(second.call),
        meanings=_meanings(first, second),
    )
    auction = setting.record["auction"]
    if "change_comparable" in facts:
        auction[place]["means"], auction[place + 1]["means"] = data_of(first), data_of(second)
    if over and "meant_over" in facts:
        auction[-1]["over"] = facts["meant_over"]
    return setting


def _opening(facts: Facts, *, unseen: bool) -> str:
    """How the change is told, and the call over it: a name under `openings`."""
    if unseen:
        return "slip called over"
    if facts["first_unintended"]:
        return "change of a slip called over" if facts.get("lho_called") else "slip changed"
    return "mind changed, called over" if facts.get("lho_called") else "mind changed"


def _meanings(first: Option, second: Option) -> str:
    """What the two calls show, for a reader."""
    return "; ".join(f"{a_call(option.call)} {shows(telling(option)[1])}" for option in (first, second))
