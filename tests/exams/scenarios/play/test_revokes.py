"""Revokes in boards that are played out: the engine finds each, and the tricks that go over are counted anew and slowly."""

from __future__ import annotations

import random
from collections.abc import Iterator

from exams.scenarios.bidding.system import load
from exams.scenarios.play.revokes import (
    Line,
    begun,
    ends_trick,
    overlooks,
    revokes,
    side_plays_on,
    to_the_end,
    told_since,
)
from exams.scenarios.tables import Unfit, lay
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.replay import Situation


def lines(count: int, seed: int = 5) -> Iterator[Line]:
    """So many revokes, one of a board, up to the revoke card."""
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    found = 0
    while found < count:
        try:
            revoke = next(revokes(lay(rng, load()), rng, ("defender", "declarer", "dummy"), 3, 11), None)
        except Unfit:
            continue
        if revoke is not None:
            found += 1
            yield begun(revoke)


def situation(line: Line) -> Situation:
    data = {
        name: str(getattr(value, "value", value)) if name == "declarer" else value
        for name, value in line.record().items()
    }
    return Situation(parse_record(data))


def test_who_revokes_has_overlooked_a_card_or_two_and_the_engine_sees_it() -> None:
    for line in lines(40):
        revoke = line.revoke
        assert overlooks(revoke.moment.position, revoke.hand)
        assert 1 <= len(revoke.stray) <= 2
        found = situation(line).irregular_play
        assert found is not None
        assert (found.kind, found.card, found.hand) == ("revoke", revoke.card, revoke.hand)


def test_it_is_established_when_its_side_has_played_on_and_not_before() -> None:
    for line in lines(30, seed=6):
        ends_trick(line)
        found = situation(line).irregular_play
        assert found is not None
        assert found.established is None
        side_plays_on(line)
        found = situation(line).irregular_play
        assert found is not None
        assert found.established is not None


def test_the_tricks_that_go_over_are_those_of_the_play() -> None:
    """64A1, 64A2 and 64B1, counted by hand from the cards: the footnote, and never a trick from before the revoke."""
    seen = set()
    for line in lines(60, seed=7):
        revoke = line.revoke
        to_the_end(line)
        at = situation(line)
        if at.play is None or len({one.hand.side for one in at.play.irregular}) != 1 or len(at.play.irregular) != 1:
            continue
        if revoke.hand is revoke.moment.position.dummy or revoke.moment.number == 12:
            continue
        trumps = line.position.trumps
        winners = [trick.winner(trumps) for trick in line.position.quitted[revoke.moment.number - 1 :]]
        later = sum(winner.side is revoke.hand.side for winner in winners[1:])
        expected = (
            1 + min(later, 1) if winners[0] is revoke.hand else int(winners[0].side is revoke.hand.side or later > 0)
        )
        data = dict(at.record.source) | {"findings": {"revoke_noticed": "in time", "damage_in_question": False}}
        ruling = rule(parse_record(data))
        tricks = [one["n"] for one in ruling.outcomes if one["outcome"] == "tricks_transferred"]
        assert tricks == [expected]
        seen.add(expected)
    assert seen == {0, 1, 2}


def test_a_card_of_dummy_is_declarers_play() -> None:
    """Dummy plays nothing: whoever reads what was played since meets declarer, who played from dummy."""
    seen = 0
    for line in lines(20, seed=8):
        side_plays_on(line)
        dummy, told = line.position.dummy, told_since(line)
        assert dummy.full_name not in told, told
        played = [*line.cards[1:], *line.later[0][:1]]
        seen += (expected := sum(hand is dummy for hand, _ in played))
        assert told.count(" from dummy") == expected, told
    assert seen
