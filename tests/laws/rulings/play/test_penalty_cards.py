"""What penalty cards oblige to: a slow statement of its own, written from Laws 44, 50, 51 and 59, holds the bars to it."""

from __future__ import annotations

import random
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from laws.rulings.calls import parse_call
from laws.rulings.cards import RANKS
from laws.rulings.play.irregular import fault_of
from laws.rulings.play.legal import legal_plays, may_play
from laws.rulings.play.position import LeadRule, PenaltyCard, Position
from laws.rulings.seats import Seat

CARDS = [suit + rank for suit, rank in product("SHDC", RANKS)]
HONOURS = "AKQJT"


def table(rng: random.Random) -> Position:
    """Some tricks of a random deal, with penalty cards before the defenders and, at times, a choice of declarer's."""
    cards = list(CARDS)
    rng.shuffle(cards)
    left = rng.randint(2, 13)
    hands = {seat: cards[13 * i : 13 * i + left] for i, seat in enumerate(Seat)}
    declarer = rng.choice(list(Seat))
    lying = []
    for defender in (declarer.lho, declarer.rho):
        count = rng.choice((0, 1, 1, 2, 3))
        own = rng.sample(hands[defender], min(count, left))
        minor = len(own) == 1 and own[0][1] not in HONOURS and rng.random() < 0.5
        lying += [PenaltyCard(card, defender, "minor" if minor else "major") for card in own]
    position = Position(
        parse_call(rng.choice(["1C", "2D", "3H", "4S", "7NT"])),
        declarer,
        hands,
        leader=rng.choice(list(Seat)),
        number=14 - left,
        penalty_cards=lying,
    )
    leader = position.trick.leader
    if position.defends(leader) and rng.random() < 0.7:
        suits = sorted({one.card[0] for one in position.lying(leader.partner)}) or list("SHDC")
        kind = rng.choice(("required", "forbidden", "free"))
        for suit in rng.sample(suits, rng.randint(1, len(suits))) if kind == "forbidden" else [rng.choice(suits)]:
            suit = "" if kind == "free" else suit
            position.restrict(LeadRule(leader, kind, suit, "50D2", lasts=kind == "forbidden"))  # type: ignore[arg-type]
    return position


def slowly(position: Position, hand: Seat) -> set[str]:
    """The cards that a hand may play, law by law. Whatever would leave nothing is not asked for (59)."""
    order = "NESW"
    start = order.index(position.trick.leader.value)
    if order[(start + len(position.trick.cards)) % 4] != hand.value:
        return set()
    free = set(position.hands[hand])
    partner = next(seat for seat in Seat if (order.index(seat.value) - order.index(hand.value)) % 4 == 2)
    mine = {one.card: one.rank for one in position.penalty_cards if one.by is hand}
    theirs = [one.card for one in position.penalty_cards if one.by is partner and one.rank == "major"]
    if position.trick.cards:
        led = position.trick.cards[0][1][0]  # 44C comes before everything, 50D1(b)
        free = {card for card in free if card.startswith(led)} or free
    else:
        required = [rule.suit for rule in position.rules if rule.player is hand and rule.kind == "required"]
        forbidden = [rule.suit for rule in position.rules if rule.player is hand and rule.kind == "forbidden"]
        open_to = [card for card in theirs if card[0] not in forbidden + required]
        chosen = any(rule.player is hand and rule.kind != "forbidden" for rule in position.rules)
        if open_to and not chosen:
            return set()  # 50D2: declarer has not said yet
        allowed = {card for card in free if card[0] not in forbidden}
        if required:
            allowed = {card for card in allowed if card[0] in required}
        free = allowed or free
    majors = {card for card in free if mine.get(card) == "major"}
    if majors:
        return majors  # 50D1(a), and 51A where there are several
    for card, rank in mine.items():
        if rank == "minor" and card in free:  # 50C
            free = {one for one in free if one == card or one[0] != card[0] or one[1] in HONOURS}
    return free


@given(st.integers(0, 10**9))
def test_no_card_is_called_legal_that_a_slow_reading_refuses_and_none_is_left_out(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    position = table(rng)
    for _ in range(8):
        for hand in Seat:
            assert set(may_play(position, hand)) == slowly(position, hand)
            for card, barred in legal_plays(position, hand).items():
                assert (fault_of(position, hand, card) is None) is (barred is None)
        turn = position.turn
        if turn is None or not (free := may_play(position, turn)):
            return
        position.play(turn, rng.choice(free))


@given(st.integers(0, 10**9))
def test_a_penalty_card_lies_there_until_it_is_played_and_no_longer(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    position = table(rng)
    while position.turn is not None and (free := may_play(position, position.turn)):
        lying = {one.card for one in position.penalty_cards}
        card = rng.choice(free)
        position.play(position.turn, card)
        assert {one.card for one in position.penalty_cards} == lying - {card}
