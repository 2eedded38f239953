"""Tables for Law 20: a player who asks, during the auction or after it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from exams.scenarios.laws import law_20_words as words
from exams.scenarios.narration.bridge import Contract, auction_data, contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import NOTHING_MORE, Table
from laws.rulings.calls import SUITS
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_20")


_TOLD: Final = frozenset(
    {"asks_for", "asked_when", "at_turn", "asker_must_pass", "asker_is", "first_turn_to_play", "at_turn_to_play"}
    | {"opening_lead_faced", "asker_leads"}
)


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """A table for a path through Law 20; None when this one does not fit."""
    asks_for = str(facts["asks_for"])
    if asks_for == "an unclear call":
        return _unclear(table, rng)
    if asks_for != "whose lead" and facts["asked_when"] == "in the auction period":
        return _in_the_auction(table, facts, rng)
    return _after_the_auction(table, facts, rng)


def _setting(
    record: Mapping[str, Any],
    openings: Sequence[str],
    asker: Seat,
    shown: set[str],
    places: Mapping[str, str],
    situation: Sequence[str],
) -> Setting:
    return Setting(
        {**record, "player": asker.value},
        openings,
        asker.value,
        shown=frozenset(shown),
        told=_TOLD,
        places=places,
        situation=(asker.value, *situation),
    )


# -- in the auction ----------------------------------------------------------------------------------------------------


def _unclear(table: Table, rng: random.Random) -> Setting | None:
    bids = [place for place, (_, option) in enumerate(table.made) if option.call.denomination in SUITS]
    if not bids:
        return None
    place = rng.choice(bids)
    caller, option = table.made[place]
    asker = rng.choice([seat for seat in ROUND if seat is not caller])
    other = f"{option.call.level % 7 + 1}{option.call.symbol[1:]}"
    places = {"caller_name": caller.full_name, "call": option.call.symbol, "other_call": other}
    places["turn"] = "whose turn it is" if asker is caller.lho else "whose turn it is not"
    record = {"board": table.board, "auction": auction_data(table, place + 1)}
    return _setting(record, TEXTS.lines("unclear"), asker, set(), places, ())


def _in_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """An opponent has made a bid that shows something; the asker is next to call, or is not."""
    bids = [place for place in range(1, len(table.made)) if _shows(table, place)]
    if facts.get("asker_must_pass"):
        bids = [place for place in bids if _silenced(table, place)]
    if not bids:
        return None
    place = rng.choice(bids)
    caller, option = table.made[place]
    # The auction may have gone on to the asker's other turn, at which nothing is different but the question's age.
    asker = caller.lho if facts["at_turn"] else rng.choice([caller.rho, caller.partner])
    review = facts["asks_for"] == "a review"
    if not facts["at_turn"] and not review:
        asker = caller.rho
    record: dict[str, Any] = {"board": table.board, "auction": auction_data(table, place + 1)}
    shown = {"at_turn"}
    if facts.get("asker_must_pass"):
        record["must_pass"] = {asker.value: {"extent": "throughout", "from": place + 1}}
        shown.add("asker_must_pass")
    places = {
        "caller_name": caller.full_name,
        "caller_partner": caller.partner.full_name,
        "call": option.call.symbol,
        "opponent": asker.lho.full_name,
        "turn": caller.lho.full_name,
    }
    key = ("review" if review else "explanation", _moment(facts))
    return _setting(record, words.IN_AUCTION[key], asker, shown, places, ())


def _silenced(table: Table, place: int) -> bool:
    """The bid before this place can have replaced an insufficient one: a bid of the opponents stood before it."""
    if place < 2 or not table.made[place - 1][1].call.is_bid:
        return False
    seat = table.made[place - 1][0]
    # No bid is insufficient over 1♣.
    return any(option.call.rank > 0 and made.side is not seat.side for made, option in table.made[: place - 1])


def _moment(facts: Facts) -> str:
    if not facts["at_turn"]:
        return "not at turn"
    return "must pass" if facts["asker_must_pass"] else "at turn"


def _shows(table: Table, place: int) -> bool:
    option = table.made[place][1]
    return option.call.is_bid and option.meaning is not None and option.words != NOTHING_MORE


# -- after the auction -------------------------------------------------------------------------------------------------


def _after_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    played = contract_of(table)
    if played is None:
        return None
    asker, when = _MOMENTS[_case(facts)](played, rng)
    record: dict[str, Any] = {
        "board": table.board,
        "auction": auction_data(table),
        "declarer": played.declarer.value,
    }
    bids = [place for place, (seat, _) in enumerate(table.made) if seat.side is not asker.side and _shows(table, place)]
    about_the_auction = facts["asker_is"] != "declarer" or facts.get("opening_lead_faced") is False
    if facts["asks_for"] == "an explanation" and about_the_auction and not bids:
        return None
    caller, call = (table.made[bids[-1]][0], table.made[bids[-1]][1].call.symbol) if bids else (asker.lho, "")
    about = rng.choice(TEXTS.lines("defence") if not bids or rng.random() < 0.7 else TEXTS.lines("defenders_call"))
    places = {
        "contract_words": played.words,
        "when": when,
        "When": when[0].upper() + when[1:],
        "declarer_name": played.declarer.full_name,
        "leader": played.declarer.lho.full_name,
        "caller_name": caller.full_name,
        "call": call,
        "about": about.format(opponent=caller.full_name, call=call),
    }
    shown = {"asker_is", "asker_leads"} & facts.keys()
    return _setting(record, TEXTS.lines("after_auction", _case(facts)), asker, shown, places, (when, about))


def _case(facts: Facts) -> str:
    asks_for, role = str(facts["asks_for"]), str(facts["asker_is"])
    if asks_for == "whose lead" or role == "dummy":
        return f"{asks_for}, {role}"
    if facts.get("opening_lead_faced") is False:
        return f"{asks_for}, {'leader' if facts.get('asker_leads') else role}, before the lead"
    at_turn = facts["first_turn_to_play"] if asks_for == "a review" else facts["at_turn_to_play"]
    return f"{asks_for}, {role}, {'turn' if at_turn else 'not turn'}"


Moment = tuple[Seat, str]


def _defender(played: Contract, rng: random.Random) -> Seat:
    return rng.choice([played.declarer.lho, played.declarer.rho])


def _first_defender(played: Contract, rng: random.Random) -> Moment:
    leader = played.declarer.lho
    return rng.choice(
        [
            (leader, f"before leading, {leader.full_name}"),
            (
                leader.partner,
                f"before playing to the first trick, {leader.partner.full_name}",
            ),
        ]
    )


def _later_defender(played: Contract, rng: random.Random) -> Moment:
    asker = _defender(played, rng)
    return asker, f"at trick {number(rng.randrange(3, 10))}, {asker.full_name}"


def _first_declarer(played: Contract, rng: random.Random) -> Moment:
    declarer = played.declarer
    return declarer, f"after the opening lead and before calling a card from dummy, {declarer.full_name}"


def _later_declarer(played: Contract, rng: random.Random) -> Moment:
    declarer = played.declarer
    return declarer, rng.choice(
        [
            f"with dummy's first card already played, {declarer.full_name}",
            f"at trick {number(rng.randrange(2, 10))}, {declarer.full_name}",
        ]
    )


def _dummy(played: Contract, rng: random.Random) -> Moment:
    dummy = played.declarer.partner
    return dummy, rng.choice(
        [
            f"after the opening lead, dummy {dummy.full_name}",
            f"at trick {number(rng.randrange(2, 10))}, dummy {dummy.full_name}",
            f"before putting the cards down, dummy {dummy.full_name}",
        ]
    )


def _before_the_lead(seat: Callable[[Contract], Seat]) -> Callable[[Contract, random.Random], Moment]:
    return lambda played, rng: (seat(played), f"before anything has been led, {seat(played).full_name}")


def _either_defender(played: Contract, rng: random.Random) -> Moment:
    asker = _defender(played, rng)
    return asker, f"after the final pass, {asker.full_name}"


def _defender_at_turn(played: Contract, rng: random.Random) -> Moment:
    leader = played.declarer.lho
    asker = _defender(played, rng)
    if rng.random() < 0.4:
        return leader, f"before leading, {leader.full_name}"
    return asker, f"at trick {number(rng.randrange(2, 10))}, at turn to play, {asker.full_name}"


def _defender_out_of_turn(played: Contract, rng: random.Random) -> Moment:
    asker = _defender(played, rng)
    return asker, f"at trick {number(rng.randrange(2, 10))}, while declarer is thinking what to play, {asker.full_name}"


def _declarer_at_turn(played: Contract, rng: random.Random) -> Moment:
    declarer = played.declarer
    return declarer, rng.choice(
        [
            f"before calling a card from dummy to trick {number(rng.randrange(1, 10))}, {declarer.full_name}",
            f"at turn to play from hand to trick {number(rng.randrange(2, 10))}, {declarer.full_name}",
        ]
    )


def _declarer_out_of_turn(played: Contract, rng: random.Random) -> Moment:
    declarer = played.declarer
    return declarer, rng.choice(
        [
            f"while {declarer.lho.full_name} is thinking what to lead to trick {number(rng.randrange(2, 10))}, "
            f"{declarer.full_name}",
            f"while {declarer.rho.full_name} is thinking what to play to trick {number(rng.randrange(2, 10))}, "
            f"{declarer.full_name}",
        ]
    )


def _face_down(who: Callable[[Contract], Seat]) -> Callable[[Contract, random.Random], Moment]:
    """The Clarification Period: the leader's partner, or presumed declarer, asks before the lead is faced."""

    def moment(played: Contract, rng: random.Random) -> Moment:
        asker, leader = who(played), played.declarer.lho
        return asker, rng.choice(
            [
                f"with {leader.full_name}'s lead still face down on the table, {asker.full_name}",
                f"before {leader.full_name} has turned the opening lead face up, {asker.full_name}",
            ]
        )

    return moment


def _has_led(played: Contract, rng: random.Random) -> Moment:
    leader = played.declarer.lho
    return leader, rng.choice(
        [
            f"having put the opening lead face down on the table, {leader.full_name}",
            f"with the opening lead made but still face down, {leader.full_name}",
        ]
    )


_LEADERS_PARTNER: Final = _face_down(lambda played: played.declarer.rho)
_PRESUMED_DECLARER: Final = _face_down(lambda played: played.declarer)

_MOMENTS: Final[Mapping[str, Callable[[Contract, random.Random], Moment]]] = {
    "a review, defender, turn": _first_defender,
    "a review, defender, before the lead": _LEADERS_PARTNER,
    "a review, defender, not turn": _later_defender,
    "a review, leader, before the lead": _has_led,
    "a review, declarer, turn": _first_declarer,
    "a review, declarer, before the lead": _PRESUMED_DECLARER,
    "a review, declarer, not turn": _later_declarer,
    "a review, dummy": _dummy,
    "whose lead, defender": _either_defender,
    "whose lead, declarer": _before_the_lead(lambda played: played.declarer),
    "whose lead, dummy": _before_the_lead(lambda played: played.declarer.partner),
    "an explanation, defender, turn": _defender_at_turn,
    "an explanation, defender, before the lead": _LEADERS_PARTNER,
    "an explanation, defender, not turn": _defender_out_of_turn,
    "an explanation, leader, before the lead": _has_led,
    "an explanation, declarer, turn": _declarer_at_turn,
    "an explanation, declarer, before the lead": _PRESUMED_DECLARER,
    "an explanation, declarer, not turn": _declarer_out_of_turn,
    "an explanation, dummy": _dummy,
}
