"""The play: which cards may be played, what went wrong in a whole play, and a ruling on a play with its trace."""

from __future__ import annotations

import random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from laws.rulings.play.irregular import see_play
from laws.rulings.play.legal import legal_plays, may_play
from laws.rulings.play.position import PenaltyCard, Position
from laws.rulings.play.told import Played, parse_play, told_of
from laws.rulings.readers import rule
from laws.rulings.record import TableRecord, parse_record
from tests.laws.rulings.play.walks import dealt, walked


def _in_the_middle() -> Position:
    """Trick seven, a suit led, with a penalty card before a defender who follows."""
    rng = random.Random(11)  # noqa: S311 - not for secrets
    position = dealt(rng)
    while position.number < 7 or len(position.trick.cards) != 1 or not position.defends(position.trick.leader.lho):
        hand = position.turn
        assert hand is not None
        position.play(hand, rng.choice(may_play(position, hand)))
    hand = position.trick.leader.lho
    position.penalty_cards.append(PenaltyCard(max(position.hands[hand]), hand))
    return position


def _with_one_revoke() -> tuple[Position, list[list[Played]]]:
    """Fifty-two cards, of which one does not follow suit."""
    rng = random.Random(5)  # noqa: S311 - not for secrets
    while True:
        position = dealt(rng)
        start, tricks, revoked = position.copy(), list[list[Played]](), False
        while (hand := position.turn) is not None:
            if not position.trick.cards:
                tricks.append([])
            free, led = may_play(position, hand), position.trick.led
            other = sorted(card for card in position.hands[hand] if card[0] != led)
            revokes = not revoked and led and position.number > 3 and free[0][0] == led and bool(other)
            card = other[0] if revokes else rng.choice(free)
            revoked = revoked or bool(revokes)
            tricks[-1].append((hand, card))
            position.play(hand, card)
        if revoked:
            return start, tricks


def test_legal_plays(benchmark: BenchmarkFixture) -> None:
    position = _in_the_middle()
    hand = position.turn
    assert hand is not None
    assert benchmark(legal_plays, position, hand)


def test_diagnose_a_whole_play_with_a_revoke(benchmark: BenchmarkFixture) -> None:
    start, tricks = _with_one_revoke()
    told = parse_play(told_of(start, tricks), "play")
    found = benchmark(see_play, told, start.contract, start.declarer)
    assert [str(one.kind) for one in found.irregular] == ["revoke"]


def _records() -> list[TableRecord]:
    return [parse_record(record) for seed in range(60) for record, _ruling in walked(seed).rulings]


@pytest.mark.parametrize("law", ["54", "55", "56", "57", "62"])
def test_a_ruling_with_its_trace(benchmark: BenchmarkFixture, law: str) -> None:
    record = next(record for record in _records() if rule(record).procedure == law)
    assert benchmark(rule, record).complete
