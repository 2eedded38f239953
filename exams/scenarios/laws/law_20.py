"""Tables for Law 20: a player who asks, during the auction or after it."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.narration.bridge import Contract, capital, contract_of, number
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import filled, texts
from exams.scenarios.tables import NOTHING_MORE, Table, Unfit, one_of
from laws.rulings.calls import SUITS
from laws.rulings.seats import Seat

TEXTS: Final = texts("law_20")


# -- in the auction ----------------------------------------------------------------------------------------------------


def unclear(table: Table, facts: Facts, rng: random.Random) -> Setting:
    place = one_of((place for place, call in enumerate(table.calls) if call.denomination in SUITS), rng)
    caller, call = table.made[place][0], table.calls[place]
    # At their own turn nobody doubts that they may ask; and whoever asked partner would answer their own question.
    asker = caller.rho
    other = f"{call.level % 7 + 1}{call.symbol[1:]}"
    return Setting(
        {"auction": table.made[: place + 1], "player": asker},
        TEXTS.lines("unclear"),
        asker,
        places={
            "caller_name": caller,
            "call": call,
            "other_call": other,
            "a_call": f"{caller.full_name}'s {call.symbol}",
            "answerer": caller.partner,
        },
        situation=(asker,),
    )


def in_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting:
    """An opponent has made a bid that shows something; the asker is next to call, or is not."""
    silenced, at_turn, asks_for = bool(facts.get("asker_must_pass")), bool(facts["at_turn"]), str(facts["asks_for"])
    bids = [
        place
        for place in range(_LOST if asks_for == "a review" else 1, len(table.made))
        if _shows(table, place) and (not silenced or _can_have_replaced(table, place - 1))
    ]
    place = one_of(bids, rng)
    caller, option = table.made[place]
    # The auction may have gone on to the asker's other turn, at which nothing is different but the question's age.
    # Nobody asks what partner's call means, and the asker's partner is not the one to answer.
    asker = caller.lho if at_turn else caller.rho
    must_pass = {asker.value: {"extent": "throughout", "from": place + 1}} if silenced else None
    return Setting(
        {"auction": table.made[: place + 1], "player": asker, "must_pass": must_pass},
        TEXTS.lines("in_the_auction", asks_for, "must pass" if silenced else "at turn" if at_turn else "not at turn"),
        asker,
        shown={"at_turn", "asker_must_pass"} if silenced else {"at_turn"},
        places={
            "caller_name": caller,
            "caller_partner": caller.partner,
            "a_call": f"{caller.full_name}'s {option.call.symbol}",
            "answerer": caller.partner,
            "call": option.call,
            "replacing": table.calls[place - 1].symbol,
            "opponent": asker.lho,
            "turn": caller.lho,
        },
        situation=(asker,),
    )


_LOST: Final = 3
"""From which call on a player can have lost track of the calls."""


def _can_have_replaced(table: Table, place: int) -> bool:
    """The bid at this place can have replaced an insufficient one: a bid of the opponents stood before it."""
    if not 1 <= place < len(table.made) or not table.calls[place].is_bid:
        return False
    seat = table.made[place][0]
    # No bid is insufficient over 1♣.
    return any(call.rank > 0 and made.side is not seat.side for made, call in table.before(place))


def _shows(table: Table, place: int) -> bool:
    option = table.made[place][1]
    return option.call.is_bid and option.meaning is not None and option.words != NOTHING_MORE


# -- after the auction -------------------------------------------------------------------------------------------------

_TRICKS: Final = {"trick": 2, "later_trick": 3}
"""The first of the tricks from which a moment's trick is drawn; the last is the ninth."""
_ON_LEAD: Final = 0.4
"""How often a defender at turn to play is the one about to lead."""


def after_the_auction(table: Table, facts: Facts, rng: random.Random) -> Setting:
    played = contract_of(table)
    asks_for, case = str(facts["asks_for"]), TEXTS.kind("case", facts)
    asker, when = _moment(asks_for, case, played, rng)
    bids = [place for place, (seat, _) in enumerate(table.made) if seat.side is not asker.side and _shows(table, place)]
    about_the_auction = facts["asker_is"] != "declarer" or facts.get("opening_lead_faced") is False
    if asks_for == "an explanation" and about_the_auction and not bids:
        raise Unfit
    caller, call = (table.made[bids[-1]][0], table.calls[bids[-1]].symbol) if bids else (asker.lho, "")
    about = rng.choice(TEXTS.lines("defence" if not bids or rng.random() < 0.7 else "defenders_call"))
    asks, asked = TEXTS.part("asks", asks_for), case if about_the_auction else "of the defence"
    answers = TEXTS.line("answerer", "calls" if about_the_auction or asks_for == "a review" else "plays")
    # Where no call is asked about, none is named among the answers either, if there is one to name.
    own_call = about in TEXTS.lines("defenders_call")
    about_a_call = bool(bids) and (about_the_auction or own_call or asks_for == "a review")
    return Setting(
        {"auction": table.made, "declarer": played.declarer, "player": asker},
        asks.lines(asked if asked in asks else "otherwise"),
        asker,
        shown={"asker_is", "asker_leads"},
        places={
            "playing": played.declarer,
            "contract_only": played.only,
            "when": when,
            "When": capital(when),
            "caller_name": caller,
            "call": call,
            "a_call": f"{caller.full_name}'s {call}" if about_a_call else TEXTS.line("a call"),
            "answerer": caller.partner if about_a_call else answers,
            "about": filled(about, {"opponent": caller, "call": call}),
        },
        situation=(asker, when, about),
    )


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
    return asker, filled(when, {"lho": leader, "rho": partner, "asker": asker, **tricks})
