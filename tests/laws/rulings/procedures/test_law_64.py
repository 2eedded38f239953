"""Law 64, provision by provision, and how many tricks change hands, counted off the play."""

from __future__ import annotations

import random
from typing import Any

import pytest

from laws.rulings.play.revokes import Due, count, due
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.seats import ROUND, Seat
from tests.laws.rulings.tables import has

Cards = list[list[str]]
WEST_RUFFS = ["S D2", "W S3", "N D4", "E D5"]
"""At trick eleven; West has another diamond."""


def played(*tricks: list[str], number: int = 11, card: str = "", by: str = "", **findings: Any) -> Ruling:
    """South plays 4♠; the tricks from this number on. card, by: the revoke that is ruled on, if it is not the first."""
    fields: dict[str, Any] = {"procedure": "64", "offender": by, "cards": [card]} if card else {}
    play = {"on_lead": tricks[0][0][0], "from": number, "tricks": [list(cards) for cards in tricks]}
    found = {"damage_in_question": "more_damage" in findings, **findings}
    return rule(parse_record({"contract": "4S", "declarer": "S", "play": play, **fields, "findings": found}))


def test_without_a_later_trick_only_the_revoke_trick_goes_over() -> None:
    west_wins_no_more = ["W C2", "N CA", "E C3", "S C4"], ["N S2", "E H2", "S SA", "W D6"]
    ruling = played(WEST_RUFFS, *west_wins_no_more, revoke_noticed="in time")
    assert has(ruling, "tricks_transferred", n=1, to="NS", provision="64A1")


def test_with_a_later_trick_two_go_over() -> None:
    west_wins_once_more = ["W CA", "N C2", "E C3", "S C4"], ["W D6", "N S2", "E H2", "S SA"]
    ruling = played(WEST_RUFFS, *west_wins_once_more, revoke_noticed="in time")
    assert has(ruling, "tricks_transferred", n=2, to="NS", provision="64A1")


def test_a_trick_won_by_partner_costs_one() -> None:
    tricks = ["S D2", "W C7", "N D4", "E D5"], ["E CA", "S C4", "W D6", "N C2"], ["E H2", "S SA", "W H3", "N S2"]
    ruling = played(*tricks, revoke_noticed="in time")
    assert has(ruling, "tricks_transferred", n=1, to="NS", provision="64A2")


@pytest.mark.parametrize(("noticed", "limb"), [("next deal", "64B4"), ("next round", "64B5")])
def test_noticed_too_late_it_costs_no_trick_by_itself(noticed: str, limb: str) -> None:
    tricks = WEST_RUFFS, ["W CA", "N C2", "E C3", "S C4"], ["W D6", "N S2", "E H2", "S SA"]
    ruling = played(*tricks, revoke_noticed=noticed, more_damage="damaged")
    assert has(ruling, "tricks_transferred", n=0, provision=limb)
    assert has(ruling, "adjusted_score", kind="assigned", provision="64C1")


def test_play_that_goes_on_leaves_the_second_trick_open() -> None:
    tricks = WEST_RUFFS, ["W CA", "N C2", "E C3", "S C4"][:1]
    record = {"contract": "4S", "declarer": "S"}
    play = {"on_lead": "S", "from": 5, "tricks": list(tricks), "remaining": {"W": "-.-.6.-"}}
    ruling = rule(parse_record({**record, "play": play}))
    assert ruling.complete
    assert has(ruling, "tricks_transferred", n=1, when="one or two", provision="64A1")
    assert "When play is over, the trick on which West revoked goes to North–South, and a second" in ruling.say()


def test_no_trick_goes_over_twice() -> None:
    """Two revokes by East, in hearts and clubs, and two tricks won from the first on."""
    tricks = (
        ["N H4", "E D6", "S HA", "W HJ"],
        ["S C2", "W CJ", "N CA", "E C8"],
        ["N CK", "E S2", "S C3", "W C5"],
        ["E D9", "S DA", "W D3", "N D2"],
        ["S D7", "W DQ", "N D4", "E DT"],
        ["W S9", "N SA", "E SJ", "S S4"],
        ["N SK", "E H7", "S S6", "W S8"],
        ["N HK", "E C4", "S H2", "W HQ"],
    )
    found = {"revoke_noticed": "in time"}
    first = played(*tricks, number=6, card="D6", by="E", **found)
    second = played(*tricks, number=6, card="S2", by="E", **found)
    assert has(first, "tricks_transferred", n=1, provision="64A2")
    assert has(second, "tricks_transferred", n=1, provision="64A")
    assert any("each trick is transferred once" in step.words for step in second.doubted)


def test_a_second_revoke_in_the_suit_costs_no_trick_by_itself() -> None:
    again = [
        WEST_RUFFS,
        ["W CA", "N C2", "E C3", "S C4"],
        ["W C5", "N C6", "E CK", "S C7"],
        ["E DK", "S D9", "W S4", "N DJ"],
    ]
    play = {"on_lead": "S", "from": 5, "tricks": [*again, ["W H2"]], "remaining": {"W": "-.-.6.-"}}
    record = {"contract": "4S", "declarer": "S", "procedure": "64", "offender": "W", "cards": ["S4"], "play": play}
    ruling = rule(parse_record({**record, "findings": {"repeated_damage": "damaged"}}))
    assert has(ruling, "tricks_transferred", n=0, provision="64B2")
    assert has(ruling, "adjusted_score", kind="assigned", provision="64C2(a)")


def test_never_more_goes_over_than_was_won_from_the_revoke_on() -> None:
    """Whatever happened: each revoke costs two tricks at most, and all of them no more than that side won since the first."""
    rng = random.Random(64)  # noqa: S311 - a seeded play, no secret
    for _ in range(2000):
        first = rng.randint(1, 11)
        winners = [rng.choice(ROUND) for _ in range(first, 14)]
        hands = [rng.choice((Seat.E, Seat.W)) for _ in range(rng.randint(1, 3))]
        numbers = sorted(rng.sample(range(first, 14), min(len(hands), 14 - first)))
        dues: list[Due] = [
            due(number, winners[number - first :], hand) for number, hand in zip(numbers, hands, strict=False)
        ]
        won = sum(winner in (Seat.E, Seat.W) for winner in winners[numbers[0] - first :])
        assert count(dues) <= min(won, 2 * len(dues))
        for place, one in enumerate(dues):
            alone = count([one])
            assert 0 <= alone <= 2
            assert alone >= count(dues[: place + 1]) - count(dues[:place])


@pytest.mark.parametrize(
    ("winners", "hand", "tricks"),
    [
        ("EWN", "E", 2),
        ("ENN", "E", 1),
        ("WNN", "E", 1),
        ("WWE", "E", 1),
        ("NWW", "E", 1),
        ("NNN", "E", 0),
        ("NSS", "S", 1),
    ],
)
def test_a_revoke_by_itself(winners: str, hand: str, tricks: int) -> None:
    """64A1, 64A2 and 64B1; a trick won in dummy is not won by declarer."""
    assert count([due(5, [Seat(seat) for seat in winners], Seat(hand))]) == tricks
