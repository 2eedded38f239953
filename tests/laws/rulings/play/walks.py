"""Random plays with irregularities: the engine rules on each, its rulings change the table, and the play goes on from there.

    python -m tests.laws.rulings.play.walks --count 20000 --seed 1

plays so many boards and tells every invariant that does not hold. The suite plays a few hundred.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from laws.rulings.calls import SUITS, parse_call
from laws.rulings.cards import RANKS
from laws.rulings.case import Asked
from laws.rulings.effects import Referral
from laws.rulings.facts import FACTS, Source
from laws.rulings.play.irregular import fault_of
from laws.rulings.play.legal import legal_plays, may_play
from laws.rulings.play.position import LeadRule, Position
from laws.rulings.play.told import Played, told_of
from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, Contradiction, parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat, Side
from laws.rulings.story.cards import applied, before_trick

CARDS = [suit + rank for suit, rank in product(SUITS, RANKS)]
OFTEN = 0.04
"""How often a card goes wrong, while fewer than three have."""
MOST = 3


@dataclass
class Walk:
    """One board played to its end. rulings: with the record of each; faults: what does not hold, in words."""

    seed: int
    position: Position
    rulings: list[tuple[dict[str, Any], Ruling]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)


def dealt(rng: random.Random) -> Position:
    """A deal with some contract."""
    cards = list(CARDS)
    rng.shuffle(cards)
    hands = {seat: cards[13 * i : 13 * i + 13] for i, seat in enumerate(Seat)}
    return Position(parse_call(rng.choice(["1C", "2D", "3H", "4S", "7NT"])), rng.choice(list(Seat)), hands)


def walked(seed: int) -> Walk:
    """A board of this seed, with up to three irregular cards, each ruled on at once."""
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    walk = Walk(seed, dealt(rng))
    start, cards = walk.position.copy(), list[Played]()
    while (turn := walk.position.turn) is not None:
        table = walk.position
        if not table.trick.cards:
            start, cards = table.copy(), []
        if len(walk.rulings) < MOST and rng.random() < OFTEN and (wrong := _irregular(table, rng)) is not None:
            cards.append(wrong)
            ruled = _ruled(walk, start, cards, rng)
            if ruled is None:
                return walk
            walk.position = ruled
            start, cards = _since(ruled)
            _holds(walk)
            continue
        if _waits(table, turn) and not may_play(table, turn):
            # Before this lead declarer chooses, which is another ruling's matter; here the lead is left free.
            for one in (table, start):
                one.restrict(LeadRule(turn, "free", lasts=False))
        free = may_play(table, turn)
        slow = slowly(table, turn)
        if set(free) != slow:
            walk.faults.append(
                f"{turn}, trick {table.number}: {sorted(free)} legal, a slow reading says {sorted(slow)}"
            )
        if not free:
            walk.faults.append(f"seed {seed}, trick {table.number}: {turn} has no card left to play")
            return walk
        card = rng.choice(free)
        table.follow(turn, card)
        cards.append((turn, card))
        _holds(walk)
    if any(table for table in walk.position.hands.values()):
        walk.faults.append("cards are left after thirteen tricks")
    if walk.position.penalty_cards:
        walk.faults.append(f"penalty cards are left after thirteen tricks: {walk.position.penalty_cards}")
    return walk


def _waits(table: Position, hand: Seat) -> bool:
    """A lead for which declarer has still to choose."""
    return not table.trick.cards and table.defends(hand) and bool(table.lying(hand.partner))


def slowly(table: Position, hand: Seat) -> set[str]:
    """The rules of following suit and of penalty cards, read anew and without regard to speed.

    In turn; of the suit led if there is one (44C); as declarer has limited the lead; of these a major penalty card, or any of
    several (50D1(a), 51A); with a minor one no other card of its suit below an honour (50C).
    """
    held = set(table.hands[hand])
    led = table.trick.cards[0][1][0] if table.trick.cards and table.trick.leader not in table.trick.gaps else ""
    free = {card for card in held if card[0] == led} or held
    if not led:
        for limit in table.rules:
            if limit.player is hand and limit.kind == "required":
                free = {card for card in free if card[0] == limit.suit} or free
            if limit.player is hand and limit.kind == "forbidden":
                free = {card for card in free if card[0] != limit.suit} or free
    for limit in table.rules:  # what declarer asks of the partner of a defender who played too early (57A)
        if limit.player is not hand:
            continue
        order = sorted((card for card in free if card[0] == led), key=lambda card: RANKS.index(card[1]))
        if limit.kind in ("highest", "lowest") and order:
            free = {order[0] if limit.kind == "highest" else order[-1]}
        if limit.kind == "played":
            free = {card for card in free if card[0] == limit.suit} or free
        if limit.kind == "not played":
            free = {card for card in free if card[0] != limit.suit} or free
    lying = [one for one in table.penalty_cards if one.by is hand]
    major = {one.card for one in lying if one.rank == "major" or len(lying) > 1}
    if major & free:
        return major & free
    for one in lying:
        if one.rank == "minor" and one.card in free:
            free = {card for card in free if card == one.card or card[0] != one.card[0] or card[1] in "AKQJT"}
    return free


def _irregular(table: Position, rng: random.Random) -> Played | None:
    """A card that goes wrong now: out of turn, or a revoke."""
    hands = [seat for seat in Seat if table.hands[seat]]
    choices = [(hand, card) for hand in hands for card in sorted(table.hands[hand])]
    wrong = [(hand, card) for hand, card in choices if fault_of(table, hand, card) is not None]
    if not wrong:
        return None
    kinds: dict[str, list[Played]] = {}
    for hand, card in wrong:
        fault = fault_of(table, hand, card)
        kinds.setdefault(str(fault.kind if fault else ""), []).append((hand, card))
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def _ruled(walk: Walk, start: Position, cards: list[Played], rng: random.Random) -> Position | None:
    """The table after the ruling, whatever there is to find out answered at random; None where no law deals with it."""
    record: dict[str, Any] = {
        "contract": start.contract.text if start.contract else "",
        "declarer": start.declarer.value,
        "play": told_of(start, [cards]),
        "findings": {},
    }
    for _ in range(40):
        try:
            ruling = rule(parse_record(record))
        except Contradiction:
            return None
        except BadRecord as error:
            # A card that lies aside until its turn cannot be told twice: a record of a second one in its trick shows nothing,
            # nor does one of a trick to which such a card belongs by now.
            untold = set(walk.position.trick.cards) - set(cards)
            if "no procedure is written" not in str(error) and not walk.position.aside and not untold:
                walk.faults.append(str(error))
            return None
        if ruling.pending is None:
            break
        fact = ruling.pending.fact
        if fact.source is Source.ELECTION and fact.id == "accepted":
            record["accepted"] = rng.choice([True, False])
        else:
            record["findings"][fact.id] = rng.choice(fact.values)
    else:
        walk.faults.append(f"{record}: forty answers, and still a question")
        return None
    walk.rulings.append((record, ruling))
    at = ruling.situation
    if at is None or at.play is None or at.irregular_play is None:
        walk.faults.append(f"{record}: ruled on without the play")
        return None
    irregular = at.irregular_play
    if irregular.card != cards[-1][1]:
        return None  # the second of two irregular cards: the first is ruled on
    walk.kinds[irregular.kind] += 1
    table = at.play.position.copy()
    table.aside += [one for one in walk.position.aside if one.card not in table.played]
    for one in table.aside:
        table.hands[one.hand].discard(one.card)
    table.played, table.quitted = {**start.played, **table.played}, [*start.quitted, *table.quitted]
    applied(ruling, table)
    if any(isinstance(effect, Referral) for effect in ruling.effects):
        return None  # it is ruled on as something else
    stands = any(effect.name in ("card_stands", "must_play") for effect in ruling.effects)
    lies = next((one for one in table.aside if one.card == irregular.card), None)
    if lies is not None and not (stands and lies.to_trick):  # a card played too early counts when its turn comes
        walk.faults.append(
            f"{ruling.procedure} {answered(ruling)}: {table.aside} lie beside the trick after the ruling"
        )
        table.aside.clear()
        return None
    return table


def _since(table: Position) -> tuple[Position, list[Played]]:
    """The table before the trick in progress, and its cards, as a later record tells them."""
    return before_trick(table), list(table.trick.cards)


def _holds(walk: Walk) -> None:
    """What is true of every table."""
    table = walk.position
    told = f"seed {walk.seed}, trick {table.number}"
    if table.won(Side.NS) + table.won(Side.EW) + table.left != len(RANKS):
        walk.faults.append(f"{told}: tricks do not add up to thirteen")
    held = [card for cards in table.hands.values() for card in cards]
    lost = set(CARDS) - set(held) - table.played.keys() - {one.card for one in table.aside}
    if len(held) != len(set(held)) or lost:
        walk.faults.append(f"{told}: {sorted(lost)} are nowhere")
    early = {one.card for one in table.aside}
    for one in table.penalty_cards:
        gone = one.card in table.played or one.card not in table.hands[one.by] | early
        if gone or not table.defends(one.by):
            walk.faults.append(f"{told}: {one.card} is no penalty card of {one.by}'s any more")
    for side in Side:
        if table.transferred[side] > table.won(Side.NS if side is Side.EW else Side.EW) and table.over:
            walk.faults.append(f"{told}: {table.transferred[side]} tricks go to {side}, more than the others have won")
    turn = table.turn
    if turn is not None and not table.aside:
        for hand in Seat:
            for card, barred in legal_plays(table, hand).items():
                if (fault_of(table, hand, card) is None) is not (barred is None):
                    walk.faults.append(f"{told}: {hand} {card} is legal and irregular")


def answered(ruling: Ruling) -> dict[str, Any]:
    """The answers of a ruling, by the names of their facts."""
    return {step.fact.id: step.value for step in ruling.steps if isinstance(step, Asked) and step.fact.id in FACTS}


def walks(count: int, seed: int) -> Iterator[Walk]:
    """So many boards."""
    return (walked(seed + number) for number in range(count))


def main(arguments: list[str]) -> int:
    """Play boards and tell what does not hold."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args(arguments)
    began, faults, rulings = time.perf_counter(), 0, 0
    kinds: Counter[str] = Counter()
    for walk in walks(told.count, told.seed):
        rulings += len(walk.rulings)
        kinds += walk.kinds
        for fault in walk.faults:
            faults += 1
            if faults <= 30:
                sys.stdout.write(f"{fault}\n")
    spent = time.perf_counter() - began
    sys.stdout.write(f"{told.count} boards, {rulings} rulings, {faults} faults in {spent:.0f} s\n")
    for kind, number in kinds.most_common():
        sys.stdout.write(f"{number:6}  {kind}\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
