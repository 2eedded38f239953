"""What a play shows of a revoke: whether the side has played on, who won which trick since, how many tricks change hands.

A record may tell several revokes; `subject` is the one that is ruled on, which is the first unless the record names another
by its card. What a side has claimed, and who has drawn attention to what, no play shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from laws.rulings.play.irregular import IrregularPlay, PlayKind, PlaySeen
from laws.rulings.play.position import Trick
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat

REVOKES: Final = frozenset((PlayKind.REVOKE, PlayKind.FORBIDDEN_LEAD, PlayKind.PENALTY_CARD))
"""Not to follow suit, or not to play, when able, what the law or an opponent requires (61A)."""
LAST_BUT_ONE: Final = 12
"""The trick on which a revoke is treated in its own way."""


def revokes_of(seen: PlaySeen) -> list[IrregularPlay]:
    """Every revoke of a play, in order."""
    return [found for found in seen.irregular if found.kind in REVOKES]


def subject(at: Situation) -> IrregularPlay | None:
    """The revoke that is ruled on; None where the record does not tell it card by card."""
    found = at.irregular_play
    if found is None or found.kind not in REVOKES:
        return None
    return found if not at.record.cards or found.card in at.record.cards else None


def has_played_on(found: IrregularPlay, seat: Seat) -> bool:
    """The side of a player has led or played to a trick after that of the revoke, legally or not (63A1)."""
    return any(number > found.trick and hand.side is seat.side for number, (hand, _) in found.since) or any(
        hand.side is seat.side for hand in _led_ahead(found)
    )


def _led_ahead(found: IrregularPlay) -> list[Seat]:
    """The hands that have led to the next trick before that of the revoke was complete: their second card, after others'."""
    played = [*(hand for hand, _ in found.before.trick.cards), found.hand]
    ahead = []
    for number, (hand, _) in found.since:
        if number != found.trick or len(played) == len(Seat):
            break
        if hand not in played:
            played.append(hand)
        elif hand is not played[-1]:
            ahead.append(hand)
    return ahead


def since_by_others(found: IrregularPlay) -> list[int]:
    """The places, among the cards played since, of those by the other side."""
    return [place for place, (_, (hand, _card)) in enumerate(found.since) if hand.side is not found.hand.side]


def since_by_side(found: IrregularPlay) -> list[int]:
    """The places of those by the other hand of the same side, on the trick of the revoke."""
    return [
        place
        for place, (number, (hand, _)) in enumerate(found.since)
        if hand is found.hand.partner and number == found.trick
    ]


def revoke_against(seen: PlaySeen, found: IrregularPlay) -> IrregularPlay | None:
    """A revoke by the other side on the same trick."""
    for one in revokes_of(seen):
        if one.trick == found.trick and one.hand.side is not found.hand.side:
            return one
    return None


def other_revoked(found: IrregularPlay) -> bool:
    """The same, of a revoke that came before it on the trick, told by the cards that the other side still had."""
    led = found.before.trick.led
    return any(
        number == found.trick
        and hand.side is not found.hand.side
        and card[0] != led
        and bool(found.before.holds(hand, led))
        for number, (hand, card) in found.since
    )


def both_corrected(seen: PlaySeen, found: IrregularPlay) -> bool:
    """Both sides have revoked on the trick, and one of them alone has played to the next (62C3)."""
    if revoke_against(seen, found) is None:
        return False
    return has_played_on(found, found.hand) is not has_played_on(found, found.hand.lho)


def is_established(seen: PlaySeen, found: IrregularPlay) -> bool:
    """It can no longer be corrected, as far as the play shows it; one on the twelfth trick is told apart by whoever asks."""
    return has_played_on(found, found.hand) and not both_corrected(seen, found)


def tricks_since(seen: PlaySeen, found: IrregularPlay) -> list[Seat] | None:
    """Which hand won each complete trick from that of the revoke on; None where trumps are not known or it is not complete."""
    tricks: Sequence[Trick] = seen.position.quitted[found.trick - seen.told.number :]
    if not tricks or not seen.position.trumps:
        return None
    return [trick.winner(seen.position.trumps) for trick in tricks]


def of_the_trick(at: Situation, *, defenders: bool) -> list[tuple[Seat, str]]:
    """Where both sides have revoked on a trick, the cards of one of them that go back, any to the next trick included."""
    found = subject(at)
    if found is None or at.play is None:
        return []
    both = [(one.hand, one.card) for one in revokes_of(at.play) if one.trick == found.trick]
    later = [one for number, one in found.since if number > found.trick]
    return [(hand, card) for hand, card in dict.fromkeys((*both, *later)) if found.before.defends(hand) is defenders]


# -- how many tricks change hands ----------------------------------------------------------------------------------------


class Due(NamedTuple):
    """The tricks, by their numbers, out of which one goes over for each of these sets (64A)."""

    sets: tuple[frozenset[int], ...]


def due(trick: int, winners: Sequence[Seat], hand: Seat) -> Due:
    """What an established revoke costs by itself. winners: of the trick of the revoke and those after it.

    64A1: the revoke trick and one later trick where the revoking hand won it; 64A2: one of them otherwise.
    """
    won = frozenset(trick + place for place, winner in enumerate(winners) if winner.side is hand.side)
    if winners and winners[0] is hand:
        return Due((frozenset((trick,)), won - {trick}))
    return Due((won,))


def count(dues: Sequence[Due]) -> int:
    """How many tricks go over for several revokes of one side: no trick goes over twice, and none that was not won."""
    taken: dict[int, int] = {}
    sets = [one for each in dues for one in each.sets]

    def place(which: int, seen: set[int]) -> bool:
        for trick in sorted(sets[which]):
            if trick in seen:
                continue
            seen.add(trick)
            if trick not in taken or place(taken[trick], seen):
                taken[trick] = which
                return True
        return False

    return sum(place(which, set()) for which in range(len(sets)))


def repeated(seen: PlaySeen, found: IrregularPlay) -> bool:
    """The same player has an earlier established revoke in the same suit (64B2)."""
    return any(
        one.trick < found.trick
        and one.hand is found.hand
        and one.kind == found.kind == PlayKind.REVOKE
        and one.before.trick.led == found.before.trick.led
        and is_established(seen, one)
        for one in revokes_of(seen)
    )


def by_both_sides(seen: PlaySeen) -> bool:
    """Both sides have an established revoke on the board (64B7)."""
    return len({one.hand.side for one in revokes_of(seen) if is_established(seen, one)}) > 1


def is_exempt(seen: PlaySeen, found: IrregularPlay) -> bool:
    """No trick goes over for it, by what the play shows (64B2, 64B3, 64B6, 64B7)."""
    return (
        by_both_sides(seen)
        or repeated(seen, found)
        or found.kind == PlayKind.PENALTY_CARD
        or found.hand is found.before.dummy
        or found.trick == LAST_BUT_ONE
    )


def already_taken(at: Situation) -> int | None:
    """How many of the tricks for this revoke go over for an earlier one of its side anyway; None where that does not show."""
    found = subject(at)
    if found is None or at.play is None:
        return None
    before = [
        one
        for one in revokes_of(at.play)
        if one.trick < found.trick
        and one.hand.side is found.hand.side
        and is_established(at.play, one)
        and not is_exempt(at.play, one)
    ]
    if not before:
        return 0
    dues = []
    for one in (*before, found):
        winners = tricks_since(at.play, one)
        if winners is None:
            return None
        dues.append(due(one.trick, winners, one.hand))
    return count(dues[-1:]) - (count(dues) - count(dues[:-1]))
