"""Revokes for questions: a player who overlooks the last card or two of a suit, and how the four players go on from there."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.narration.bridge import number
from exams.scenarios.narration.words import Texts
from exams.scenarios.play.boards import Moment, played, record_of
from exams.scenarios.play.double_dummy import MOST_LEFT, tricks_won
from exams.scenarios.play.players import card_for, high
from exams.scenarios.tables import Table, Unfit, one_of
from laws.rulings.calls import SUIT_NAMES
from laws.rulings.cards import card_words
from laws.rulings.facts import FACTS
from laws.rulings.play.position import TRICKS, Position
from laws.rulings.play.told import Played
from laws.rulings.record import parse_record
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat, Side

LAST_BUT_ONE: Final = 12
MOST_OVERLOOKED: Final = 2
"""So many cards of a suit are overlooked at most: who has more of them follows suit."""


@dataclass(frozen=True, eq=False)
class Overlooked:
    """A revoke. moment: before it; card: the one that is played instead; suit: the suit led."""

    moment: Moment
    card: str

    @property
    def hand(self) -> Seat:
        """Whose hand it comes from."""
        return self.moment.hand

    @property
    def suit(self) -> str:
        """The suit that was not followed."""
        return self.moment.position.trick.led

    @property
    def stray(self) -> list[str]:
        """The cards of that suit which the hand has."""
        return sorted(card for card in self.moment.position.hands[self.hand] if card[0] == self.suit)


@dataclass(eq=False)
class Line:
    """How a play goes on from a revoke. cards: of its trick, from the revoke on; later: the tricks after it; position: now."""

    revoke: Overlooked
    position: Position = field(repr=False)
    cards: list[Played] = field(default_factory=list)
    later: list[list[Played]] = field(default_factory=list)

    def play(self, hand: Seat, card: str) -> None:
        """One more card."""
        position = self.position
        if position.number == self.revoke.moment.number:
            self.cards.append((hand, card))
        else:
            if not position.trick.cards:
                self.later.append([])
            self.later[-1].append((hand, card))
        position.play(hand, card)

    def moment(self) -> Moment:
        """The table now, before the next card."""
        position = self.position
        hand = position.turn
        if hand is None:
            raise Unfit
        start = position.copy()
        for _, card in reversed(position.trick.cards):
            start.take_back(card)
        return Moment(
            self.revoke.moment.contract, position.number, start, tuple(position.trick.cards), position.copy(), hand, ""
        )

    def record(self, **more: Any) -> dict[str, Any]:
        """Fields of a record that tell it, from the trick of the revoke on."""
        return record_of(self.revoke.moment, self.cards, self.later, **more)


def as_if_void(position: Position, hand: Seat) -> str:
    """What a hand plays that believes it has none of the suit led. Raises Unfit when it has nothing else."""
    led = position.trick.led
    blind = position.copy()
    blind.hands[hand] = {card for card in blind.hands[hand] if card[0] != led}
    if not blind.hands[hand]:
        raise Unfit
    return card_for(blind, hand)


def overlooks(position: Position, hand: Seat) -> bool:
    """The hand has so few cards of the suit led that they can be overlooked, and something else to play."""
    led = position.trick.led
    held = position.hands[hand]
    few = sum(card[0] == led for card in held)
    return bool(led) and 0 < few <= MOST_OVERLOOKED and few < len(held)


def revokes(table: Table, rng: random.Random, hands: Collection[str], first: int, last: int) -> Iterator[Overlooked]:
    """The revokes that a table's play can have, in a drawn order. hands: `defender`, `declarer`, `dummy`."""
    found = [
        moment
        for moment in played(table).moments(first, last)
        if kind_of(moment.position, moment.hand) in hands
        and not moment.leads
        and overlooks(moment.position, moment.hand)
    ]
    rng.shuffle(found)
    for moment in found:
        yield Overlooked(moment, as_if_void(moment.position, moment.hand))


def kind_of(position: Position, hand: Seat) -> str:
    """Whose hand it is."""
    return "dummy" if hand is position.dummy else "declarer" if hand is position.declarer else "defender"


def begun(revoke: Overlooked) -> Line:
    """The play up to the revoke card."""
    line = Line(revoke, revoke.moment.position.copy())
    line.play(revoke.hand, revoke.card)
    return line


def goes_on(line: Line, cards: int, overlooked: Collection[tuple[Seat, str]] = ()) -> Line:
    """So many more cards, as far as there are any. overlooked: hands that go on overlooking a suit."""
    for _ in range(cards):
        position = line.position
        hand = position.turn
        if hand is None:
            break
        again = (hand, position.trick.led) in overlooked and overlooks(position, hand)
        line.play(hand, as_if_void(position, hand) if again else card_for(position, hand))
    return line


def to_the_end(line: Line, overlooked: Collection[tuple[Seat, str]] = ()) -> Line:
    """The whole play."""
    return goes_on(line, TRICKS * len(Seat), overlooked)


def shown_by(record: Mapping[str, Any], facts: Mapping[str, Any]) -> set[str]:
    """Which answers of a path a record shows. Raises Unfit when it shows another one."""
    data = {
        name: value.value if isinstance(value, Seat) else value for name, value in record.items() if value is not None
    }
    at = Situation(parse_record(data))
    found = set()
    for name, answer in facts.items():
        observe = FACTS[name].observe
        seen = observe(at) if observe is not None else None
        if seen is None:
            continue
        if seen != answer:
            raise Unfit
        found.add(name)
    return found


def other_side_revokes(line: Line) -> Overlooked:
    """A player of the other side, not dummy, fails to follow suit to the same trick, which is then completed."""
    revoke = line.revoke
    while (hand := line.position.turn) is not None and line.position.number == revoke.moment.number:
        position = line.position
        if hand.side is not revoke.hand.side and kind_of(position, hand) != "dummy" and overlooks(position, hand):
            found = Overlooked(line.moment(), as_if_void(position, hand))
            line.play(hand, found.card)
            ends_trick(line)
            return found
        goes_on(line, 1)
    raise Unfit


def ends_trick(line: Line) -> Line:
    """The trick of the revoke is completed."""
    while line.position.number == line.revoke.moment.number and line.position.turn is not None:
        goes_on(line, 1)
    return line


def side_plays_on(line: Line) -> Line:
    """Until the side that revoked has led or played to the next trick. Raises Unfit when there is none."""
    ends_trick(line)
    while line.position.turn is not None:
        hand = line.position.turn
        goes_on(line, 1)
        if hand.side is line.revoke.hand.side:
            return line
    raise Unfit


def into_a_later_trick(line: Line, rng: random.Random) -> Line:
    """One trick further or two, where all but one have played, so that each side has played on.

    Raises Unfit where play would be over.
    """
    into = line.position.number + rng.randrange(1, 3) + (not line.position.trick.cards) - 1
    while line.position.number < into or len(line.position.trick.cards) < len(Seat) - 1:
        if line.position.number > min(into, LAST_BUT_ONE):
            raise Unfit
        goes_on(line, 1)
    return line


def tricks_had_it_followed(revoke: Overlooked, side: Side) -> int:
    """How many tricks a side has in the end if the hand that revoked follows suit, and everybody plays as well as they can.

    Raises Unfit where too many cards are left for that to be worked out.
    """
    if revoke.moment.position.left > MOST_LEFT:
        raise Unfit
    return tricks_won(revoke.moment.position, side)


def another_revoke(line: Line, *, again: bool) -> Overlooked:
    """Another revoke later in the play, with the play up to its card: again by the hand in the suit, or by the other side."""
    revoke = line.revoke
    while (hand := line.position.turn) is not None and line.position.number < LAST_BUT_ONE:
        position = line.position
        if again:
            wanted = hand is revoke.hand and position.trick.led == revoke.suit
        else:
            wanted = hand.side is not revoke.hand.side and kind_of(position, hand) != "dummy"
        if wanted and position.number > revoke.moment.number and overlooks(position, hand):
            found = Overlooked(line.moment(), as_if_void(position, hand))
            line.play(hand, found.card)
            return found
        goes_on(line, 1)
    raise Unfit


def from_dummy(position: Position, hand: Seat) -> str:
    """What follows the name of a card that declarer plays from dummy; nothing for a card of any other hand."""
    return " from dummy" if hand is position.dummy else ""


def told_since(line: Line) -> str:
    """What was played after the revoke card, in words: a card of dummy's by declarer, from dummy."""
    position = line.position

    def told_of(hand: Seat, card: str) -> tuple[str, str]:
        return position.player_of(hand).full_name, f"{card_words(card)}{from_dummy(position, hand)}"

    told = [told_of(hand, card) for hand, card in line.cards[1:]]
    told_later = [told_of(hand, card) for trick in line.later for hand, card in trick]
    parts = [f"{who} {'' if place else 'played '}the {card}" for place, (who, card) in enumerate(told)]
    if told_later:
        who, card = told_later[0]
        parts.append(f"{who} led the {card} to the next trick")
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def legal_instead(position: Position, hand: Seat, card: str, led: str, rng: random.Random) -> str:
    """Another card that the hand could legally play. Raises Unfit when there is none."""
    held = position.hands[hand]
    fitting = [one for one in held if one[0] == led] if card[0] == led else list(held)
    return f"the {card_words(one_of(sorted(fitting), rng))}"


def tricks(count: int) -> str:
    """`one trick`, `seven tricks`, up to twelve."""
    return f"{number(count) if count else 'no'} trick{'' if count == 1 else 's'}"


def tricks_beside(without: int, won: int) -> str:
    """How many tricks a side would have won without the revoke, beside those it did win: `eight`, or `seven as well`."""
    return f"{number(without)} as well" if without == won else number(without)


def spoken_of(revoke: Overlooked, said: Texts, rng: random.Random) -> dict[str, Any]:
    """How players speak of a revoke: who does, on which trick it was, what was played and what should have been.

    said: texts with `deeds`, by `dummy`, `ruffed` and `discarded`.
    """
    player, position = revoke.moment.player, revoke.moment.position
    kind = "dummy" if revoke.hand is position.dummy else "ruffed" if revoke.card[0] == position.trumps else "discarded"
    names = {
        "player": player,
        "holder": "dummy" if kind == "dummy" else player,
        "ruffed": ruffed(position, revoke.card),
        "dummy": position.dummy,
        "trick": number(revoke.moment.number),
        "played": f"the {card_words(revoke.card)}",
        "a_suit": f"a {SUIT_NAMES[revoke.suit][:-1]}",
        "the_suit": SUIT_NAMES[revoke.suit],
    }
    return {
        **names,
        "caller": rng.choice([seat for seat in (player.lho, player.rho) if seat is not position.dummy]),
        "deed": said.line("deeds", kind, **names),
        "finds": "dummy has one" if kind == "dummy" else f"{player.full_name} finds one",
        "accused": said.line("accused", kind, **names),
    }


def ruffed(position: Position, card: str) -> str:
    """How a trump ruffs that is played to the trick in progress: over or under an earlier ruff, if there is one."""
    earlier = [high(one) for _, one in position.trick.cards if one[0] == position.trumps]
    if not earlier:
        return "ruffed"
    return "overruffed" if high(card) > max(earlier) else "underruffed"


def other_cards(position: Position, hand: Seat, trick: Sequence[Played]) -> list[str]:
    """What a hand could have played to a trick instead of the card that it played."""
    led = trick[0][1][0]
    held = position.hands[hand]
    own = next(card for by, card in trick if by is hand)
    fitting = [card for card in held if card[0] == led]
    return sorted(fitting if own[0] == led else fitting or held)
