"""Tables for Law 10: players who rule for themselves, options left out, a player who chooses, offenders who profit."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from exams.scenarios.narration.bridge import pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.slips import Slip, in_auction, in_play, insufficient_bid
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, SUIT_NAMES
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_10")


_TOLD: Final = frozenset({"what_happened"})


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A table for a path through Law 10; None when this one does not fit."""
    return _STAGES[str(facts["what_happened"])](table, facts, rng)


def _setting(table: Table, slip: Slip, openings: Sequence[str], player: Seat | None = None) -> Setting:
    record = {"board": table.board, "auction": list(slip.auction), "offender": slip.offender.value}
    if player is not None:
        record["player"] = player.value
    if slip.contract is not None:
        record["declarer"] = slip.contract.declarer.value
    places = {
        "happened": slip.clause,
        "kind": slip.kind,
        "where": f"The contract is {slip.contract.words}. " if slip.contract else "",
    }
    return Setting(
        record, openings, slip.offender.value, told=_TOLD, places=places, marked=slip.marked, situation=(slip.clause,)
    )


def _chooser(slip: Slip) -> Seat:
    """Who has the choice after the slip: declarer after a defender's, else the offender's LHO."""
    declarer = slip.contract.declarer if slip.contract is not None else None
    return declarer if declarer is not None and declarer is not slip.offender else slip.offender.lho


# -- players ruled -----------------------------------------------------------------------------------------------------


def _players_ruled(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    slip = in_auction(table, rng) if rng.random() < 0.5 else in_play(table, rng)
    if slip is None:
        return None
    ways = _ways(slip, bool(facts["allows"]))
    if not ways:
        return None
    done = rng.choice(ways)
    setting = _setting(table, slip, TEXTS.lines("settled_openings"))
    names = {"offender": slip.offender.full_name, "partner": slip.offender.partner.full_name}
    settled = done.format(**names, lho=_chooser(slip).full_name)
    return replace(setting, places={**setting.places, "settled": settled}, situation=(*setting.situation, settled))


def _ways(slip: Slip, allows: bool) -> Sequence[str]:
    """How the players can have settled it: near the law, or far from it."""
    ways = TEXTS.lines("settled", allows, slip.kind)
    if slip.contract is not None and slip.offender is slip.contract.declarer:
        if allows and slip.kind == "revoke":
            return ()  # declarer's card never becomes a penalty card
        if not allows and slip.kind == "lead out of turn":
            return ways[:1]  # declarer may pick it up, unless a defender wants it led (55)
    return ways


# -- options left out --------------------------------------------------------------------------------------------------


def _options_left_out(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    slip = in_auction(table, rng) if rng.random() < 0.5 else in_play(table, rng)
    if slip is None or slip.kind not in TEXTS.part("left_out"):
        return None
    chooser = _chooser(slip)
    left_out = TEXTS.line("left_out", slip.kind).format(chooser=chooser.full_name, offender=slip.offender.full_name)
    setting = _setting(table, slip, TEXTS.lines("left_out_openings"), chooser)
    places = {**setting.places, "left_out": left_out, "chooser": chooser.full_name, "choosers": pair(chooser)}
    return replace(setting, places=places)


# -- a player chooses --------------------------------------------------------------------------------------------------


def _a_player_chooses(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    offended, consulted = bool(facts["elector_offended"]), bool(facts["consulted"])
    slip = insufficient_bid(table, rng) if offended or rng.random() < 0.5 else in_play(table, rng)
    if slip is None or slip.kind not in ("insufficient bid", "lead out of turn"):
        return None
    elector = slip.offender if offended else _chooser(slip)
    key = (offended, slip.kind)
    openings = [f"{_EXPLAINED[key]} {said}" for said in (_HINTED if consulted else _ASKED)[offended]]
    setting = _setting(table, slip, openings, elector)
    hint = rng.choice(_HINTS[key]).format(kind=slip.kind)
    places = {"elector_partner": elector.partner.full_name, "electors": pair(elector), "hint": hint}
    if not offended:
        places["choice"] = "the bid" if slip.kind == "insufficient bid" else "the lead"
    return replace(
        setting,
        shown=frozenset({"elector_offended"}),
        told=_TOLD | {"elector_offended", "consulted"},
        places={**setting.places, **places},
        situation=(*setting.situation, *([hint] if consulted else [])),
    )


_EXPLAINED: Final[Mapping[tuple[bool, str], str]] = {
    (False, "insufficient bid"): "{happened}. You explain what happens if {elector} accepts the bid and what if not.",
    (
        False,
        "lead out of turn",
    ): "{where}{happened}. You explain what happens if {elector} accepts the lead and what if not.",
    (
        True,
        "insufficient bid",
    ): "{happened}. {lho} does not accept it, and you explain to {elector} what may replace it, and "
    "what each choice means for {elector_partner}.",
}
_ASKED: Final[Mapping[bool, Sequence[str]]] = {
    False: (
        "{elector} wants to know: “May I ask my partner? And may I take what gains us most?”",
        "{elector} would like a word with {elector_partner} before choosing what is better for {electors}.",
        "{elector} sees that one choice will gain far more than the irregularity cost, and asks whether that is fair, and "
        "whether {elector_partner} may help.",
    ),
    True: (
        "{elector} wants to know: “May I ask my partner? And may I pick what does us most good?”",
        "{elector} sees a call that could well turn out better than if nothing had happened, and asks whether that is "
        "allowed and whether {elector_partner} may be asked.",
        "{elector} would like to talk it over with {elector_partner} first, and then choose what is best for {electors}.",
    ),
}
_HINTED: Final[Mapping[bool, Sequence[str]]] = {
    False: (
        "While {elector} is thinking, {elector_partner} says: “{hint}”",
        "Before {elector} has answered, {elector_partner} lets fall: “{hint}”",
        "{elector} looks up, and {elector_partner} mutters: “{hint}”",
    ),
    True: (
        "While {elector} is thinking, {elector_partner} says: “{hint}”",
        "Before {elector} has called again, {elector_partner} lets fall: “{hint}”",
    ),
}
_HINTS: Final[Mapping[tuple[bool, str], Sequence[str]]] = {
    (False, "insufficient bid"): (
        "I should take it.",
        "Don't let them off.",
        "That bid suits me fine.",
        "Let them try again.",
    ),
    (False, "lead out of turn"): (
        "I should take it.",
        "That lead suits us.",
        "Better not.",
        "Make them lead the other hand.",
    ),
    (True, "insufficient bid"): (
        "Don't shut me out.",
        "Just bid game.",
        "I have nothing to say anyway.",
        "Don't pass.",
    ),
}

# -- offenders profit --------------------------------------------------------------------------------------------------


def _offenders_profit(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    used = bool(facts["used_unauthorised"])
    slip = in_auction(table, rng) if used else insufficient_bid(table, rng)
    if slip is None:
        return None
    if used and not _others_have_bid(slip):
        return None  # they are said to have played the contract
    made = CALLS[str(slip.auction[-1]["call"])]
    # A bid of notrump could be made good by 3NT without silencing partner (27B1(a)).
    if not made.is_bid or made.denomination == "NT" or (not used and _highest(slip) >= CALLS["3NT"].rank):
        return None
    over = facts.get("foreseeable") != "open" and facts.get("advantage") != "open"
    ending = "" if used else TEXTS.line("played", over)
    places = {"suit": SUIT_NAMES[made.denomination][:-1], "luck": rng.choice(TEXTS.lines("luck"))}
    setting = _setting(
        table, slip, [f"{text}{ending}" for text in (TEXTS.lines("used") if used else TEXTS.lines("profit"))]
    )
    told = {"used_unauthorised"}
    return replace(
        setting,
        told=_TOLD | told,
        places={**setting.places, **places},
        situation=(*setting.situation, places["luck"] if over and not used else ""),
    )


def _others_have_bid(slip: Slip) -> bool:
    """The offender's opponents have bid, or have not called yet."""
    called = [CALLS[str(made["call"])] for made in slip.auction if Seat(made["by"]).side is not slip.offender.side]
    return not called or any(call.is_bid for call in called)


def _highest(slip: Slip) -> int:
    return max(CALLS[str(made["call"])].rank for made in slip.auction)


_STAGES: Final[Mapping[str, Callable[[Table, Facts, random.Random], Setting | None]]] = {
    "players ruled": _players_ruled,
    "options left out": _options_left_out,
    "a player chooses": _a_player_chooses,
    "offenders profit": _offenders_profit,
}
