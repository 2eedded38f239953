"""What would have been won without a revoke, against a search that is written in another way and much slower."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import pytest

from exams.scenarios import generate
from exams.scenarios.bidding.system import load
from exams.scenarios.play.boards import played
from exams.scenarios.play.double_dummy import MOST_LEFT, tricks_won
from exams.scenarios.tables import Unfit, lay
from laws.rulings.play.position import Position
from laws.rulings.seats import Side

ROUND, RANKS = "NESW", "23456789TJQKA"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
FEW = 5
"""Tricks left that the slow search gets through."""

Hands = tuple[frozenset[str], ...]
Trick = tuple[tuple[str, str], ...]


@cache
def _values(hands: Hands, leader: str, trick: Trick, trumps: str, side: str) -> int:
    """How many of the tricks left the side wins at best, card by card and without any shortcut."""
    if len(trick) == len(ROUND):
        led = trick[0][1][0]
        winner = max(trick, key=lambda one: ((one[1][0] == trumps) * 2 + (one[1][0] == led), RANKS.index(one[1][1])))[0]
        return (winner in side) + _values(hands, winner, (), trumps, side)
    place = (ROUND.index(leader) + len(trick)) % len(ROUND)
    if not trick and not hands[place]:
        return 0
    following = [card for card in hands[place] if trick and card[0] == trick[0][1][0]]
    after = [
        _values(
            (*hands[:place], hands[place] - {card}, *hands[place + 1 :]),
            leader,
            (*trick, (ROUND[place], card)),
            trumps,
            side,
        )
        for card in following or hands[place]
    ]
    return max(after) if ROUND[place] in side else min(after)


def endings(count: int, left: int, seed: int) -> Iterator[Position]:
    """The last tricks of so many boards that are played out."""
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    while count:
        try:
            board = played(lay(rng, load()))
        except Unfit:
            continue
        count -= 1
        moments = list(board.moments(14 - left, 14 - left))
        yield rng.choice(moments).position


@pytest.mark.parametrize("left", [1, 2, 3, 4])
def test_the_search_finds_what_trying_every_card_finds(left: int) -> None:
    for position in endings(40, left, seed=left):
        hands = tuple(frozenset(position.hands[seat]) for seat in position.hands)
        names = "".join(seat.value for seat in position.hands)
        ordered = tuple(hands[names.index(name)] for name in ROUND)
        trick = tuple((seat.value, card) for seat, card in position.trick.cards)
        trumps = position.trumps
        for side in Side:
            slow = _values(ordered, position.trick.leader.value, trick, trumps, side.value)
            assert tricks_won(position, side) == position.won_by[side] + slow


def test_both_sides_win_all_the_tricks_between_them() -> None:
    for left in (6, 7):
        for position in endings(6, left, seed=left):
            assert tricks_won(position, Side.NS) + tricks_won(position, Side.EW) == 13


def test_more_cards_than_it_can_search_are_refused() -> None:
    position = next(endings(1, MOST_LEFT + 1, seed=1))
    with pytest.raises(ValueError, match="tricks are left"):
        tricks_won(position, Side.NS)


# -- the numbers of questions on Law 64 ---------------------------------------------------------------------------------

_WON = re.compile(
    r"(?:(?P<side>North–South|East–West) won (?P<won>\w+) tricks?(?: in the play)?\b.*?|Declarer made (?P<made>\w+) tricks?.*?)"
    r"(?:would have won (?P<without>no more|\w+)|it would have been (?P<made_without>\w+))"
)


def _before(play: dict[str, Any]) -> dict[str, int]:
    """Tricks won before the first one shown, by side."""
    text = " ".join(play.get("notes", ()))
    found = re.search(r"North–South (\d+), East–West (\d+)", text)
    return {"NS": int(found[1]), "EW": int(found[2])} if found else {"NS": 0, "EW": 0}


def _winner(trick: Sequence[dict[str, Any]], trumps: str) -> str:
    led = trick[0]["card"][0]
    best = max(
        trick,
        key=lambda one: ((one["card"][0] == trumps) * 2 + (one["card"][0] == led), RANKS.index(one["card"][1])),
    )
    return str(best["by"])


def _after_following_suit(play: dict[str, Any], *, last: bool) -> tuple[dict[str, int], int, Hands, str, Trick]:
    """The table before a revoke of the play shown, its first or its last: tricks won, tricks left, hands, leader, trick."""
    trumps = play["contract"].rstrip("X")[1:]
    won = _before(play)
    cards = [
        (place, at) for place, one in enumerate(play["tricks"]) for at, it in enumerate(one["cards"]) if it.get("bad")
    ]
    place, at = cards[-1 if last else 0]
    for one in play["tricks"][:place]:
        winner = _winner(one["cards"], trumps)
        won["NS" if winner in "NS" else "EW"] += 1
    rest = [it for one in play["tricks"][place:] for it in one["cards"]]
    trick = tuple((it["by"], it["card"]) for it in rest[:at])
    left = rest[at:]
    hands = tuple(frozenset(it["card"] for it in left if it["by"] == seat) for seat in ROUND)
    return won, len(play["tricks"]) - place, hands, play["tricks"][place]["leader"], trick


def asked() -> Iterator[dict[str, Any]]:
    for seed in (3, 8):
        for content in generate("64", count=60, seed=seed, kind="best_ruling"):
            yield content.content if hasattr(content, "content") else content


def test_what_would_have_been_won_is_what_the_cards_give() -> None:
    """By the search of this module where few tricks are left; elsewhere it lies between what was won and what could be."""
    exact = 0
    for content in asked():
        text = " ".join(content["stem"])
        found, play = _WON.search(text), content.get("diagrams", {}).get("play")
        if found is None or not play:
            continue
        sides = {"North–South": "NS", "East–West": "EW"}
        side = sides[found["side"]] if found["side"] else ("NS" if play["declarer"] in "NS" else "EW")
        before, left, hands, leader, trick = _after_following_suit(play, last="second revoke" in text)
        said = found["without"] or found["made_without"]
        told = NUMBERS.index(found["won"] or found["made"]) if said in ("no more", "as") else NUMBERS.index(said)
        assert before[side] <= told <= before[side] + left, text
        if left > FEW:
            continue
        exact += 1
        best = before[side] + _values(hands, leader, trick, play["contract"].rstrip("X")[1:], side)
        if said == "no more":
            assert best <= told, text
        else:
            assert best == told, text
    assert exact > 20
