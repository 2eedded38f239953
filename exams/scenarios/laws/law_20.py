"""Tables for Law 20: a player who asks, during the auction or after it."""

from __future__ import annotations

import random
from typing import Any, Final

from exams.scenarios.narration.bridge import Contract, auction_data, capital, contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import NOTHING_MORE, Table, Unfit, one_of
from laws.rulings.calls import SUITS
from laws.rulings.seats import ROUND, Seat

TEXTS: Final = texts("law_20")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """A table for a path through Law 20."""
    asks_for = str(facts["asks_for"])
    if asks_for == "an unclear call":
        return _unclear(table, rng)
    if asks_for != "whose lead" and facts["asked_when"] == "in the auction period":
        return _in_the_auction(table, facts, rng)
    return _after_the_auction(table, facts, rng)


# -- in the auction ----------------------------------------------------------------------------------------------------


def _unclear(table: Table, rng: random.Random) -> Setting:
    place = one_of((place for place, call in enumerate(table.calls) if call.denomination in SUITS), rng)
    caller, call = table.made[place][0], table.calls[place]
    asker = rng.choice([seat for seat in ROUND if seat is not caller])
    return Setting(
        {"auction": auction_data(table, place + 1), "player": asker.value},
        TEXTS.lines("unclear"),
        asker.value,
        places={
            "caller_name": caller.full_name,
            "call": call.symbol,
            "other_call": f"{call.level % 7 + 1}{call.symbol[1:]}",
            "turn": TEXTS.line("turn", asker is caller.lho),
        },
        situation=(asker.value,),
    )


def _in_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An opponent has made a bid that shows something; the asker is next to call, or is not."""
    silenced, at_turn, asks_for = bool(facts.get("asker_must_pass")), bool(facts["at_turn"]), str(facts["asks_for"])
    bids = [
        place
        for place in range(1, len(table.made))
        if _shows(table, place) and (not silenced or _can_be_silenced(table, place))
    ]
    place = one_of(bids, rng)
    caller, option = table.made[place]
    # The auction may have gone on to the asker's other turn, at which nothing is different but the question's age.
    asker = caller.lho if at_turn else rng.choice([caller.rho, caller.partner])
    if not at_turn and asks_for == "an explanation":
        asker = caller.rho
    record: dict[str, Any] = {"auction": auction_data(table, place + 1), "player": asker.value}
    if silenced:
        record["must_pass"] = {asker.value: {"extent": "throughout", "from": place + 1}}
    return Setting(
        record,
        TEXTS.lines("in_the_auction", asks_for, "must pass" if silenced else "at turn" if at_turn else "not at turn"),
        asker.value,
        shown=frozenset({"at_turn", *(("asker_must_pass",) if silenced else ())}),
        places={
            "caller_name": caller.full_name,
            "caller_partner": caller.partner.full_name,
            "call": option.call.symbol,
            "opponent": asker.lho.full_name,
            "turn": caller.lho.full_name,
        },
        situation=(asker.value,),
    )


def _can_be_silenced(table: Table, place: int) -> bool:
    """The bid before this place can have replaced an insufficient one: a bid of the opponents stood before it."""
    if place < 2 or not table.calls[place - 1].is_bid:
        return False
    seat = table.made[place - 1][0]
    # No bid is insufficient over 1♣.
    return any(call.rank > 0 and made.side is not seat.side for made, call in table.before(place - 1))


def _shows(table: Table, place: int) -> bool:
    option = table.made[place][1]
    return option.call.is_bid and option.meaning is not None and option.words != NOTHING_MORE


# -- after the auction -------------------------------------------------------------------------------------------------

_TRICKS: Final = {"any_trick": 1, "trick": 2, "later_trick": 3}
"""The first of the tricks from which a moment's trick is drawn; the last is the ninth."""
_ON_LEAD: Final = 0.4
"""How often a defender at turn to play is the one about to lead."""


def _after_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    asks_for, case = str(facts["asks_for"]), _case(facts)
    asker, when = _moment(asks_for, case, played, rng)
    bids = [place for place, (seat, _) in enumerate(table.made) if seat.side is not asker.side and _shows(table, place)]
    about_the_auction = facts["asker_is"] != "declarer" or facts.get("opening_lead_faced") is False
    if asks_for == "an explanation" and about_the_auction and not bids:
        raise Unfit
    caller, call = (table.made[bids[-1]][0], table.calls[bids[-1]].symbol) if bids else (asker.lho, "")
    about = rng.choice(TEXTS.lines("defence" if not bids or rng.random() < 0.7 else "defenders_call"))
    asks, asked = TEXTS.part("asks", asks_for), case if about_the_auction else "of the defence"
    return Setting(
        {"auction": auction_data(table), "declarer": played.declarer.value, "player": asker.value},
        asks.lines(asked if asked in asks else "otherwise"),
        asker.value,
        shown=frozenset({"asker_is", "asker_leads"}),
        places={
            "contract_words": played.words,
            "when": when,
            "When": capital(when),
            "caller_name": caller.full_name,
            "call": call,
            "about": about.format(opponent=caller.full_name, call=call),
        },
        situation=(asker.value, when, about),
    )


def _case(facts: Facts) -> str:
    """Who asks, and at which moment, as the words file calls it."""
    asks_for, role = str(facts["asks_for"]), str(facts["asker_is"])
    if asks_for == "whose lead" or role == "dummy":
        return role
    if facts.get("opening_lead_faced") is False:
        return f"{'leader' if facts.get('asker_leads') else role}, before the lead"
    at_turn = facts["first_turn_to_play"] if asks_for == "a review" else facts["at_turn_to_play"]
    return f"{role}, {'turn' if at_turn else 'not turn'}"


def _moment(asks_for: str, case: str, played: Contract, rng: random.Random) -> tuple[Seat, str]:
    """The player who asks, and the moment with their name; one of those that the words file has for the case."""
    declarer = played.declarer
    leader, partner = declarer.lho, declarer.rho
    seats = {"declarer": declarer, "dummy": declarer.partner, "leader": leader, "leader's partner": partner}
    group = asks_for if case in TEXTS.part("moments", asks_for) else "otherwise"
    moments = TEXTS.part("moments", group, case)
    roles = moments.names()
    if "a defender" in roles:
        seats["a defender"] = rng.choice([leader, partner])
        roles = roles[:1] if len(roles) > 1 and rng.random() < _ON_LEAD else roles[-1:]
    found: list[tuple[Seat, str, dict[str, str]]] = []
    for role in roles:
        for moment in moments.lines(role):
            tricks = {
                place: number(rng.randrange(first, 10)) for place, first in _TRICKS.items() if f"{{{place}}}" in moment
            }
            found.append((seats[role], moment, tricks))
    asker, when, tricks = found[0] if len(found) == 1 else rng.choice(found)
    return asker, when.format(lho=leader.full_name, rho=partner.full_name, asker=asker.full_name, **tricks)
