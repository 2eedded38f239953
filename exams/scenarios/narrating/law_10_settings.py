"""Tables for Law 10: players who rule for themselves, options left out, a player who chooses, offenders who profit."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from exams.scenarios.narrating.bridge import pair
from exams.scenarios.narrating.narrative import Facts, Setting
from exams.scenarios.narrating.slips import Slip, in_auction, in_play, insufficient_bid
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, SUIT_NAMES
from laws.rulings.seats import Seat

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
    setting = _setting(table, slip, _SETTLED_OPENINGS)
    names = {"offender": slip.offender.full_name, "partner": slip.offender.partner.full_name}
    settled = done.format(**names, lho=_chooser(slip).full_name)
    return replace(setting, places={**setting.places, "settled": settled}, situation=(*setting.situation, settled))


def _ways(slip: Slip, allows: bool) -> Sequence[str]:
    """How the players can have settled it: near the law, or far from it."""
    ways = _SETTLED[allows, slip.kind]
    if slip.contract is not None and slip.offender is slip.contract.declarer:
        if allows and slip.kind == "revoke":
            return ()  # declarer's card never becomes a penalty card
        if not allows and slip.kind == "lead out of turn":
            return ways[:1]  # declarer may pick it up, unless a defender wants it led (55)
    return ways


_SETTLED_OPENINGS: Final = (
    "{where}{happened}. Nobody called you; instead {settled}. You are told of it a little later.",
    "You are called late. {where}{happened}, and the players settled it among themselves: {settled}.",
    "{where}{happened}. “We know what to do,” somebody said, and so {settled}. Afterwards one of them has doubts and "
    "calls you.",
)
_SETTLED: Final[Mapping[tuple[bool, str], Sequence[str]]] = {
    (True, "insufficient bid"): (
        "{offender} made the bid good in the same suit with a bid of the same meaning, and the auction went on",
        "{offender} replaced the bid by the next higher one in the same denomination, and all went on bidding",
    ),
    (True, "bid out of rotation"): (
        "{lho} said that the bid was fine by everybody and called over it, and the auction went on",
        "{offender} took the bid back, made the same bid in turn, and the auction went on",
    ),
    (True, "pass out of rotation"): (
        "{lho} let the pass stand and called, and the auction went on",
        "{offender} took the pass back, passed again in turn, and the auction went on",
    ),
    (True, "lead out of turn"): (
        "{lho} let the lead stand, and the trick was played",
        "the lead was accepted by {lho}, and play went on from it",
    ),
    (True, "exposed card"): (
        "the card was left face up and played at the first chance",
        "{offender} left the card on the table as a penalty card and got rid of it in the next trick",
    ),
    (True, "revoke"): (
        "the card was put right at once, the wrong one was left on the table, and play went on",
        "{offender} put the right card in its place before the trick was over, and left the other one face up",
    ),
    (False, "insufficient bid"): (
        "{partner} was told to pass twice, whatever {offender} bid now",
        "{offender} was made to pass for the rest of the auction",
    ),
    (False, "bid out of rotation"): (
        "both {offender} and {partner} were told to pass for the rest of the auction",
        "{offender} had to make the same bid a level higher",
    ),
    (False, "pass out of rotation"): (
        "both {offender} and {partner} were told to pass for the rest of the auction",
        "{offender} was told to pass for ever",
    ),
    (False, "lead out of turn"): (
        "the card went back and the side had to lead a suit named by the others",
        "{offender} was told to pick the card up, “we are all friends here”",
    ),
    (False, "exposed card"): (
        "{offender} was told to pick the card up, “we are all friends here”",
        "it was agreed that the card would cost a trick at the end",
    ),
    (False, "revoke"): (
        "it was agreed that the revoke would cost three tricks at the end",
        "the players agreed to forget about it, since it had been a mistake",
    ),
}

# -- options left out --------------------------------------------------------------------------------------------------


def _options_left_out(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    slip = in_auction(table, rng) if rng.random() < 0.5 else in_play(table, rng)
    if slip is None or slip.kind not in _LEFT_OUT:
        return None
    chooser = _chooser(slip)
    left_out = _LEFT_OUT[slip.kind].format(chooser=chooser.full_name, offender=slip.offender.full_name)
    setting = _setting(table, slip, _LEFT_OUT_OPENINGS, chooser)
    places = {**setting.places, "left_out": left_out, "chooser": chooser.full_name, "choosers": pair(chooser)}
    return replace(setting, places=places)


_LEFT_OUT_OPENINGS: Final = (
    "{where}{happened}. In a hurry you ruled that {left_out}.",
    "{where}{happened}. Your assistant was called and said that {left_out}.",
    "{where}{happened}. You dealt with it before opening the law book: you said that {left_out}.",
)
_LEFT_OUT: Final[Mapping[str, str]] = {
    "insufficient bid": "{offender} had to bid enough or pass; that {chooser} could accept the bid you did not mention",
    "bid out of rotation": "the bid was cancelled; that {chooser} could accept it was not mentioned",
    "pass out of rotation": "the pass was cancelled; that {chooser} could accept it was not mentioned",
    "lead out of turn": "the card could not be led; that {chooser} could accept the lead was not mentioned",
}

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
    ending = "" if used else _PLAYED[over]
    places = {"suit": SUIT_NAMES[made.denomination][:-1], "luck": rng.choice(_LUCK)}
    setting = _setting(table, slip, [f"{text}{ending}" for text in (_USED if used else _PROFIT)])
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


_PROFIT: Final = (
    "{happened}. {lho} did not accept it, and you explained the choices. {offender}'s new call barred {partner}, so "
    "{offender} guessed at 3NT, which was passed out; what the withdrawn bid told was of no use to anybody.",
    "{happened}; you were called, and the bid was not accepted. Since {partner} now had to pass, {offender} gambled on 3NT, "
    "and all passed. Nobody of {side} used anything that the withdrawn bid had told.",
    "{happened}. You gave your ruling: the bid was withdrawn, {offender} bid 3NT instead, and {partner} had to pass. "
    "The withdrawn bid helped neither of them in what they did next.",
)
_PLAYED: Final[Mapping[bool, str]] = {
    True: " It was made, because {luck}.",
    False: " The opening lead has just been made, and {others} call you back.",
}
_LUCK: Final = (
    "the only losing suit was blocked",
    "a finesse worked that nobody could expect",
    "the defenders' long suit broke four-four",
    "the opening lead gave the ninth trick away",
)
_USED: Final = (
    "{happened}. It was not accepted, and {offender} passed instead. {others} played the contract, and {partner} led a "
    "{suit} from a doubleton: “My partner had bid the suit.” The lead beat the contract.",
    "{happened}. You had the bid withdrawn; {offender} passed in its place, and {others} bought the contract. {partner} "
    "found the {suit} lead from three small cards, “because of the bid”, and it gained two tricks.",
    "{happened}; the bid was withdrawn, and {others} went on to game. On lead, {partner} chose a {suit} from a short "
    "holding, though another suit looked better, and told you openly that the withdrawn bid had been the reason. It paid.",
)
_STAGES: Final[Mapping[str, Callable[[Table, Facts, random.Random], Setting | None]]] = {
    "players ruled": _players_ruled,
    "options left out": _options_left_out,
    "a player chooses": _a_player_chooses,
    "offenders profit": _offenders_profit,
}
