"""Law 15: a call made on cards from a wrong board, and a board that was not to be played in this round."""

from __future__ import annotations

import random
from typing import Final

from exams.scenarios.bidding.hands import read
from exams.scenarios.bidding.system import Option
from exams.scenarios.deals import deal
from exams.scenarios.narration.auctions import owned
from exams.scenarios.narration.bridge import contract, did
from exams.scenarios.narration.narrative import Facts, Setting
from exams.scenarios.narration.words import texts
from exams.scenarios.narration.wrong_calls import plain, standing, told
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS, SUITS, Call
from laws.rulings.replay import Standing
from laws.rulings.seats import ROUND, Seat, board_dealer

TEXTS: Final = texts("law_15")


_IN_FRONT: Final = ("3C", "3D", "3H", "3S")


def stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    return _cards(table, facts, rng) if facts["what_is_wrong"] == "cards" else _board(table, facts, rng)


# -- cards from a wrong board ------------------------------------------------------------------------------------------


def _cards(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    other_board = table.board + (-1 if facts["on_the_other_board"] == "another time" else 1)
    if other_board < 1:
        return None
    other = deal(rng)
    played = bool(facts.get("ended_by_it"))
    found = _passed_out(table, other, rng) if played else _wrong_call(table, facts, other, rng)
    if found is None:
        return None
    place, option, since = found
    offender = table.made[place][0]
    before = [(seat, one.call) for seat, one in table.made[:place]]
    if played:
        there = _after_the_pass(facts["on_the_other_board"], offender, before, other[offender])
    else:
        there = _on_the_other_board(facts["on_the_other_board"], offender, other_board, option.call, rng)
    ended = contract(table.dealer, [*before, (offender, option.call), *since])
    wrong = owned(offender, option.call)
    return Setting(
        {
            "board": table.board,
            "offender": offender.value,
            "auction": plain([*before, (offender, option.call), *since]),
            **({"noticed": "play"} if played else {}),
        },
        TEXTS.lines("openings"),
        offender.value,
        shown=frozenset({"partner_called_after", "lho_called_after", "ended_by_it"} & facts.keys()),
        told=frozenset({"what_is_wrong"}),
        places={
            "name": offender.full_name,
            "done": did(option.call),
            "board": str(table.board),
            "other_board": str(other_board),
            "wrong": wrong,
            "cancelled": f"{wrong} and the calls after it are cancelled" if since else f"{wrong} is cancelled",
            "since": told(since) if since else "",
            "there": there,
            "contract": ended.words if ended else "",
            "tricks": rng.choice(("two", "three", "four", "six")),
            "elsewhere": TEXTS.line("elsewhere", facts["on_the_other_board"]).format(board=other_board),
        },
        marked=frozenset({place}),
        notes={place: f"made on cards of board {other_board}"},
        hands=(offender.value,),
        situation=(facts["on_the_other_board"], there.replace(offender.full_name, "")),
    )


Found = tuple[int, Option, list[tuple[Seat, Call]]]


def _wrong_call(table: Table, facts: Facts, other: dict[Seat, str], rng: random.Random) -> Found | None:
    """The offender's first call, made on his hand of the other board, and the calls since.

    It has to be the first, as he has held the wrong cards from the beginning.
    """
    opening = facts["on_the_other_board"] in ("repeats", "differs")
    places = list(range(min(4, len(table.made))))
    rng.shuffle(places)
    for place in places:
        calls = [one.call for _, one in table.made[:place]]
        if opening and any(call is not PASS for call in calls):
            continue
        offender = table.made[place][0]
        option = table.system.choose(table.dealer, calls, other[offender])
        if opening and not (option.call.is_bid and option.call.level <= 2):
            continue
        state = standing(table, place)
        state.take(offender, option.call)
        since = _since(table, facts, offender, [*calls, option.call], state)
        if since is not None and not state.ended:
            return place, option, since
    return None


def _passed_out(table: Table, other: dict[Seat, str], rng: random.Random) -> Found | None:
    """An opening bid that is passed out, its last pass or the one before it being the offender's first call."""
    opened = next((place for place, (_, one) in enumerate(table.made[:2]) if one.call.is_bid), None)
    if opened is None:
        return None
    places = [place for place in (opened + 2, opened + 3) if place < min(4, len(table.made))]
    rng.shuffle(places)
    for place in places:
        calls = [one.call for _, one in table.made[:place]]
        offender = table.made[place][0]
        option = table.system.choose(table.dealer, calls, other[offender])
        since = [] if place == opened + 3 else [(offender.lho, PASS)]
        if option.call is not PASS or any(call is not PASS for call in calls[opened + 1 :]):
            continue
        rest = [table.system.choose(table.dealer, [*calls, PASS], table.hands[seat]).call for seat, _ in since]
        if all(call is PASS for call in rest):
            return place, option, since
    return None


def _after_the_pass(what: str, offender: Seat, before: list[tuple[Seat, Call]], hand: str) -> str:
    """The same for a pass over somebody's opening bid."""
    if what not in ("repeats", "differs"):
        return ""
    opener, bid = before[-1] if before[-1][1].is_bid else before[-2] if before[-2][1].is_bid else before[-3]
    name = offender.full_name
    if what == "repeats":
        return (
            f"{opener.full_name} opens {bid.symbol} there too, and {name} passes over it, in the same sense as before"
        )
    longest = max("DHS", key=lambda suit: len(read(hand).suits[SUITS.index(suit)]))
    return f"{offender.rho.full_name} opens 1♣ there, and {name} overcalls {CALLS['1' + longest].symbol}"


def _since(
    table: Table, facts: Facts, offender: Seat, calls: list[Call], state: Standing
) -> list[tuple[Seat, Call]] | None:
    """What LHO, and partner, called since on their own hands; None when that ends the auction."""
    wanted = 2 if facts["partner_called_after"] else 1 if facts.get("lho_called_after") else 0
    since: list[tuple[Seat, Call]] = []
    for seat in (offender.lho, offender.partner)[:wanted]:
        if state.ended:
            return None
        call = table.system.choose(table.dealer, calls, table.hands[seat]).call
        since.append((seat, call))
        calls = [*calls, call]
        state.take(seat, call)
    return since


def _on_the_other_board(what: str, offender: Seat, board: int, call: Call, rng: random.Random) -> str:
    """What the offender calls there, as a clause; nothing where that is not known yet."""
    if what not in ("repeats", "differs"):
        return ""
    name, dealer = offender.full_name, board_dealer(board)
    before, seat = 0, dealer
    while seat is not offender:
        before, seat = before + 1, seat.lho
    passes = ("", f"{dealer.full_name} passes, and ", "after two passes ", "after three passes ")[before]
    if what == "repeats":
        return f"{passes}{name} opens {call.symbol} there too, in the same sense as before"
    if before in (1, 3) and rng.random() < 0.5:
        high = CALLS[rng.choice([text for text in _IN_FRONT if text[1:] != call.denomination])]
        return f"{'' if before == 1 else 'after two passes '}{offender.rho.full_name} opens {high.symbol}, and {name} passes"
    other = rng.choice(["passes", "opens 1NT"]) if call.level == 1 and call.denomination != "NT" else "passes"
    return f"{passes}{name} {other} this time, on the very hand on which {name} {did(call)} before"


# -- a wrong board -----------------------------------------------------------------------------------------------------


def _board(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    places = [place for place in range(1, min(len(table.made), 7)) if not standing(table, place).ended]
    if not places:
        return None
    place = rng.choice(places)
    player = rng.choice(ROUND)
    first, second = rng.sample(range(1, 13), 2)
    third = rng.choice([one for one in range(1, 15) if one not in (first, second)])
    due = table.board + rng.choice([one for one in (-4, -3, 3, 4, 6) if table.board + one > 0])
    loser = rng.choice(["North–South", "East–West"])
    begun = bool(facts["auction_period_begun"])
    if facts.get("played_before"):  # whoever has played it before was not to play it again
        loser = "East–West" if player.side.value == "NS" else "North–South"
    return Setting(
        {
            "board": table.board,
            "offender": player.value,
            **({"auction": plain([(seat, one.call) for seat, one in table.made[:place]])} if begun else {}),
        },
        TEXTS.lines("wrong_board") if begun else TEXTS.lines("not_begun"),
        player.value,
        shown=frozenset({"auction_period_begun"} if begun else ()),
        told=frozenset({"what_is_wrong", "auction_period_begun"}),
        places={
            "board": str(table.board),
            "due": str(due),
            "pairs": f"pair {first} (North–South) and pair {second} (East–West)",
            "player": player.full_name,
            "played_round": str(rng.choice((1, 2, 3))),
            "later_round": str(rng.choice((6, 7, 8))),
            "loser": loser,
            "third": f"pair {third}",
        },
        situation=(str(due - table.board), str(facts.get("played_before")), str(first), str(second)),
    )
