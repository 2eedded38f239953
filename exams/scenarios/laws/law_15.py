"""Law 15: a call made on cards from a wrong board, and a board that was not to be played in this round."""

from __future__ import annotations

import random
from itertools import islice
from typing import Final

from exams.scenarios.bidding.system import after
from exams.scenarios.narration.bridge import Calls, did, events, owned, pair
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import filled, texts
from exams.scenarios.tables import Table, Unfit, deal, one_of
from laws.rulings.calls import CALLS, PASS, Call
from laws.rulings.seats import ROUND, Seat, board_dealer

TEXTS: Final = texts("law_15")

Found = tuple[int, Call, Calls]
"""The place of the offender's call, the call, and those made since."""

_IN_FRONT: Final = ("3C", "3D", "3H", "3S")


# -- cards from a wrong board ------------------------------------------------------------------------------------------


def wrong_cards(table: Table, facts: Facts, rng: random.Random) -> Setting:
    which = str(facts["on_the_other_board"])
    other_board = table.board + (-rng.choice((2, 3)) if which == "another time" else 1)  # so of an earlier round
    if other_board < 1:
        raise Unfit
    other = deal(rng)
    place, call, since = _wrong_call(table, facts, other, rng)
    offender, before = table.made[place][0], table.before(place)
    there = _opening_there(which, offender, other_board, call, rng) if which in ("repeats", "differs") else ""
    wrong = owned(offender, call)
    return Setting(
        {"offender": offender, "auction": [*before, (offender, call), *since]},
        TEXTS.lines("openings"),
        shown={"partner_called_after", "lho_called_after"},
        places={
            "done": did(call),
            "board": table.board,
            "other_board": other_board,
            "wrong": wrong,
            "cancelled": TEXTS.line("cancelled", bool(since), wrong=wrong),
            "since": _events(since),
            "there": there,
            "what": TEXTS.line("what", "both" if there else "one"),
        },
        marked={place},
        notes={place: TEXTS.line("note", board=other_board)},
        hands=(offender,),
        held={offender: None},
        situation=(which, there.replace(offender.full_name, "")),
    )


def _wrong_call(table: Table, facts: Facts, other: dict[Seat, str], rng: random.Random) -> Found:
    """The offender's first call, made on the hand of the other board, and the calls since.

    It has to be the first, since the player has held the wrong cards from the beginning.
    """
    opening = facts["on_the_other_board"] in ("repeats", "differs")
    wanted = 2 if facts["partner_called_after"] else 1 if facts.get("lho_called_after") else 0
    places = list(range(min(4, len(table.made))))
    rng.shuffle(places)
    for place in places:
        calls = table.calls[:place]
        offender = table.made[place][0]
        call = table.system.choose(calls, other[offender]).call
        if opening and (any(one is not PASS for one in calls) or not (call.is_bid and call.level <= 2)):
            continue
        since = _since(table, place, call, wanted)
        if since is not None:
            return place, call, since
    raise Unfit


def _since(table: Table, place: int, call: Call, wanted: int) -> Calls | None:
    """The calls that others have made on their own hands since the wrong one; None when the auction ends by them."""
    calls = [*table.calls[:place], call]
    since = [(seat, option.call) for seat, option in islice(table.onward(calls), wanted)]
    ended = after(table.dealer, [*calls, *(made for _, made in since)]).ended
    return None if ended else since


def _events(since: Calls) -> str:
    """What the others have called since, two passes in one."""
    if len(since) > 1 and all(call is PASS for _, call in since):
        return TEXTS.line("both passed", first=since[0][0], second=since[1][0])
    return events(since)


def _opening_there(which: str, offender: Seat, board: int, call: Call, rng: random.Random) -> str:
    """What the offender does on the other board, as a clause, after an opening bid here."""
    dealer = board_dealer(board)
    before = (ROUND.index(offender) - ROUND.index(dealer)) % 4
    names = {"offender": offender, "rho": offender.rho, "call": call, "done": did(call)}
    passes = filled(TEXTS.lines("there", "passes")[before], {"dealer": dealer})
    if which == "repeats":
        return TEXTS.line("there", "opened", which, passes=passes, **names)
    if before:  # hardly anybody opens the same cards in two ways within minutes
        high = CALLS[rng.choice([text for text in _IN_FRONT if text[1:] != call.denomination])].symbol
        passes = filled(TEXTS.lines("there", "passes")[before - 1], {"dealer": dealer})
        return TEXTS.line("there", "opened", "in front", passes=passes, high=high, **names)
    other = TEXTS.line("there", "opened", "other", _kind_of(call))
    return TEXTS.line("there", "opened", which, passes=passes, other=other, **names)


def _kind_of(call: Call) -> str:
    """Which opening bid it is."""
    if call.level == 1 and call.denomination != "NT":
        return "suit"
    return call.symbol if call.symbol in TEXTS.part("there", "opened", "other") else "weak two"


# -- a wrong board -----------------------------------------------------------------------------------------------------


def wrong_board(table: Table, facts: Facts, rng: random.Random) -> Setting:
    place = one_of([place for place in range(1, min(len(table.made), 7)) if not table.standing(place).ended], rng)
    player = rng.choice(ROUND)
    first, second = rng.sample(range(1, 13), 2)
    third = rng.choice([one for one in range(1, 15) if one not in (first, second)])
    due = table.board + rng.choice([one for one in (-4, -3, 3, 4, 6) if table.board + one > 0])
    loser = rng.choice(["North–South", "East–West"])
    begun = bool(facts["auction_period_begun"])
    if facts.get("played_before"):  # whoever has played it before was not to play it again
        loser = pair(player.lho)
    return Setting(
        {"offender": player, "auction": table.before(place) if begun else None},
        TEXTS.lines("wrong_board" if begun else "not_begun"),
        shown={"auction_period_begun"} if begun else (),
        places={
            "board": table.board,
            "due": due,
            "pairs": TEXTS.line("pairs", first=first, second=second),
            "player": player,
            "played_round": rng.choice((1, 2, 3)),
            "later_round": rng.choice((6, 7, 8)),
            "loser": loser,
            "third": third,
            "what": TEXTS.line("what", "one"),
        },
        situation=(due - table.board, facts.get("played_before"), first, second),
    )
