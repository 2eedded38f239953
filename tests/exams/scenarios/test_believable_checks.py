"""The gate of believable bridge: each check throws out a table that nobody would bring about, and lets one like it through."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from exams.scenarios import thrown_out
from exams.scenarios.believable.checks import CHECKS, doubt
from exams.scenarios.believable.scene import Scene
from exams.scenarios.believable.telling import strength
from exams.scenarios.bidding.system import load
from exams.scenarios.narration.narrative import narratives
from exams.scenarios.narration.options import Voice
from exams.scenarios.stories import Story, Wish
from exams.scenarios.tables import Table
from laws.rulings.meanings import Shown
from laws.rulings.seats import ROUND, Seat

OTHER = "T98.T98.T98.T987"
"""A hand for players of whom a test says nothing."""


def staged(auction: str, offender: str = "", told: dict[str, Shown] | None = None, **more: Any) -> Scene:
    """An auction such as `W:1S N:P E:X!`, in which ! marks the irregular call; more: hands by seat, fields of the record."""
    hands = {seat: more.pop(seat.value, None) for seat in ROUND}
    notes, shown, dealer = more.pop("notes", {}), more.pop("hands", ()), more.pop("dealer", auction[:1])
    calls = [one.rstrip("!").split(":") for one in auction.split()]
    marked = frozenset(place for place, one in enumerate(auction.split()) if one.endswith("!"))
    cards = {seat: hand or OTHER for seat, hand in hands.items()}
    held: dict[str, Shown | None] = {seat.value: None for seat, hand in hands.items() if hand is None}
    stem, wish, polled_when = more.pop("stem", ""), more.pop("wish", None), more.pop("polled_when", "")
    return Scene(
        Story(
            table=Table(1, Seat(dealer), "none", cards, (), load()),
            theme="",
            offender=Seat(offender or calls[-1][0]),
            record={"auction": [{"by": by, "call": call} for by, call in calls], **more},
            stem=lambda _: [stem],
            calls=[(by, call) for by, call in calls],
            voice=cast("Voice", None),
            question="",
            marked=marked,
            notes=notes,
            hands=dict.fromkeys(shown, OTHER),
            held={**held, **(told or {})},
            wish=wish,
            polled_when=polled_when,
        )
    )


FOUR_LOW = Shown((4, 4), ((0, 13), (0, 1), (0, 13), (0, 13)))
"""Four points and one heart."""

WEAK_AND_STRONG = ("balanced, 12 to 14 points", "balanced, 15 to 17 points")

CASES: dict[str, tuple[Scene, Scene]] = {
    "hand kept hidden": (
        staged("N:1S!", intended="1H", hands="N"),
        staged("N:1S!", intended="1H"),
    ),
    "cards are there": (
        staged("N:P", "E", E="AQJ2.K52.K74.854", cards=["SK"]),
        staged("N:P", "E", E="AQJ2.K52.K74.854", cards=["SQ"]),
    ),
    "leader leads": (
        staged("W:P N:3H E:P", "W", findings={"led": True}),
        staged("W:P N:3H E:P", "E", findings={"led": True}),
    ),
    # East, North and West have told of 37 points at most, and South says of three.
    "room in the pack": (
        staged("E:P S:1NT W:P N:P E:P", "S", told={"S": Shown((5, 5))}),
        staged("E:P S:1NT W:P N:3NT E:P S:P W:P", "S", told={"S": Shown((5, 5))}),
    ),
    "psyche stops": (
        staged("S:1H W:P N:1S E:P S:2H", "S", told={"S": FOUR_LOW}),
        staged("S:1H W:P N:1S E:P S:P", "S", told={"S": FOUR_LOW}),
    ),
    "poll after play": (
        staged("N:1S E:P", poll={"asked": 5}, stem="You poll five players. The board is not over yet."),
        staged("N:1S E:P", poll={"asked": 5}, polled_when="over"),
    ),
    # Nobody doubles a stronger notrump who has passed over a weaker one.
    "wish makes sense": (
        staged("N:1NT E:P S:P", E="KQJ7.T75.AQ4.Q73", wish=Wish(Seat.E, 1, "double", *WEAK_AND_STRONG)),
        staged("N:1NT E:P S:P", E="KQJ7.T75.AQ4.Q73", wish=Wish(Seat.E, 1, "double", *reversed(WEAK_AND_STRONG))),
    ),
    "partner believes": (
        staged("N:2NT E:P S:P", notes={0: "explained as “weak with both minors”"}),
        staged("N:2NT E:P S:P", notes={0: "explained as “balanced, 20 or 21 points”"}),
    ),
    "missed bid": (
        staged("W:1S N:P E:2C S:P W:2NT!", intended="1NT", W="KJ976.QJ.Q96.A62"),
        staged("W:1S N:2C E:3S! S:P", intended="2S", E="J765.KJ2.Q96.J62"),
    ),
    "forced to bid": (
        staged("S:1D W:P N:1H E:P S:P", S="A9842.A.AJ984.A4"),
        staged("S:1D W:P N:1NT E:P S:P", S="A982.A2.AJ984.A4"),
    ),
    "seven trumps": (
        staged("N:2D E:P S:2H W:P N:P E:P", N="K3.5.AQT976.T872", S="AQ85.KQJ82.J2.A4"),
        staged("N:2D E:P S:2H W:P N:P E:P", N="K3.54.AQT976.T87", S="AQ85.KQJ82.J2.A4"),
    ),
    "sits for it": (
        staged("N:1D E:2NT S:X W:P N:P E:P"),
        staged("N:1D E:1NT S:X W:P N:P E:P"),
    ),
    "stops below game": (
        staged("W:1S N:X E:P S:2S W:P N:3C E:P S:P"),
        staged("W:1S N:X E:P S:2S W:P N:3C E:P S:3NT"),
    ),
    "bids it again": (
        staged("N:1C E:P S:1D W:P N:1C!"),
        staged("N:1C E:P S:1D W:P N:1D!"),
    ),
    "takeout shape": (
        staged("W:1C N:P E:P S:X", S="K5.965.Q2.AKQJ53"),
        staged("W:1C N:P E:P S:X", S="KQ52.A965.KQ2.53"),
    ),
    "worth a double": (
        staged("W:P N:P E:X!", E="T63.T84.KJ52.QT3"),
        staged("W:P N:P E:X!", E="KQ63.AT84.KJ52.3"),
    ),
    "not too good to pass": (
        staged("S:1D W:1H N:P E:3H S:P", S="KQ6.4.AKQJ942.J7"),
        staged("S:1D W:1H N:P E:3H S:P", S="KQ6.42.AKQ92.J75"),
    ),
    "cards for the bid": (
        staged("N:1NT E:2C S:P W:P N:P N:2S!", N="AT72.AKJ5.A42.42"),
        staged("N:P E:2C S:P W:P N:P N:2S!", N="AT872.KJ5.432.42"),
    ),
    "major first": (
        staged("W:1NT N:P E:2NT", E="98.AT832.KQ54.98"),
        staged("W:1NT N:P E:2NT", E="98.AT83.KQ543.98"),
    ),
    "notrump shape": (
        staged("W:1NT N:P E:3NT", E="A.4.AJ8642.KQJ76"),
        staged("W:1NT N:P E:3NT", E="A2.J86.AJ864.KT7"),
    ),
    "suit to bid": (
        staged("N:1H E:P S:P W:2C", W="Q7.J5.AK86.J7653"),
        staged("N:1H E:P S:P W:2C", W="Q7.J5.K8643.AJ76"),
    ),
    "out of the auction": (
        staged("S:1C W:P N:1C!", accepted=False, replacement="X", N="AKQ7.Q42.Q3.J985"),
        staged("S:2H W:P N:2D!", accepted=False, replacement="X", N="A6.72.KJT842.742"),
    ),
    "same again": (
        staged(
            "N:1S!",
            "N",
            dealer="W",
            accepted=False,
            continued=[{"by": "W", "call": "1H"}],
            replacement="2C",
            N="AK543.A9.8.K9862",
        ),
        staged(
            "N:1S!",
            "N",
            dealer="W",
            accepted=False,
            continued=[{"by": "W", "call": "1S"}],
            replacement="2C",
            N="AK543.A9.8.K9862",
        ),
    ),
    "high bid": (
        staged("S:1C W:P N:1S E:7D", E="J2.98.AKQ94.Q872"),
        staged("S:1C W:P N:1S E:7D", E="2.-.AKQJ9432.QJ87"),
    ),
}


def test_every_check_has_a_case_and_says_which_doubt_it_removes() -> None:
    assert CASES.keys() == CHECKS.keys()
    assert all(check.__doc__ for check in CHECKS.values())


@pytest.mark.parametrize("name", CHECKS)
def test_what_a_check_throws_out_and_what_it_lets_through(name: str) -> None:
    bad, good = CASES[name]
    assert CHECKS[name](bad)
    assert CHECKS[name](good) is None, CHECKS[name](good)


def test_nobody_passes_partners_weak_two_with_seven_good_cards_of_their_own() -> None:
    bad = staged("S:2D W:P N:P", N="T.AKQ7543.3.KT83")
    good = staged("S:2D W:P N:P", N="T5.KQ7543.K3.T83")
    assert CHECKS["not too good to pass"](bad)
    assert CHECKS["not too good to pass"](good) is None


def test_a_call_on_cards_that_were_not_dealt_is_not_held_against_the_hand() -> None:
    scene = staged("W:P N:P E:X!", E="T63.T84.KJ52.QT3")
    other = replace(scene.story, held={**scene.story.held, "E": None})
    assert CHECKS["worth a double"](Scene(other)) is None


def test_a_law_that_is_about_what_a_check_doubts_says_so_with_the_reason() -> None:
    told = next(one for one in narratives() if one.procedure == "38").words
    grand = replace(staged("S:1C W:P N:1S E:7D", E="J2.98.AKQ94.Q872").story, voice=Voice(told, {}))
    assert told.unchecked["high bid"]
    assert doubt(grand) is None
    other = doubt(replace(grand, voice=Voice(next(one for one in narratives() if one.procedure == "25").words, {})))
    assert other is not None
    assert (other.check, other.reason) == ("high bid", "East is at the 7 level on 12 points")


def test_stories_are_thrown_out_before_they_become_questions() -> None:
    counted = thrown_out("36")
    assert 0 < sum(counted.by_check.values()) < counted.told
    assert counted.by_check["worth a double"]


@pytest.mark.parametrize(
    ("call", "hand", "thrown_out"),
    [
        ("P", "AK7432.J4.KJ4.92", True),
        ("P", "AK743.J42.KJ4.92", True),
        ("P", "AK74.J42.QJ4.942", False),
    ],
)
def test_nobody_passes_an_opening_hand_whose_turn_it_is_or_is_not(call: str, hand: str, thrown_out: bool) -> None:
    for auction in (f"W:P N:{call}", f"N:{call}!"):
        scene = staged(auction, dealer="W", N=hand)
        assert bool(CHECKS["not too good to pass"](scene)) is thrown_out, auction


@pytest.mark.parametrize(
    ("over", "new", "hand", "thrown_out"),
    [
        ("1H", "P", "AK543.A9.8.K9862", True),  # would bid the spades again
        ("1H", "2S", "AK543.A9.8.K9862", True),  # nor jump in them
        ("1H", "P", "AQ543.98.843.862", False),
        ("2S", "P", "AK543.A9.8.K9862", False),
    ],
)
def test_a_bid_that_can_be_made_again_is_not_given_up(over: str, new: str, hand: str, thrown_out: bool) -> None:
    continued = [{"by": "W", "call": over}]
    scene = staged("N:1S!", "N", dealer="W", accepted=False, continued=continued, replacement=new, N=hand)
    assert bool(CHECKS["same again"](scene)) is thrown_out


@pytest.mark.parametrize(("hand", "thrown_out"), [("KJ84.KQJ953.85.4", True), ("KJ84.K53.J853.42", False)])
def test_nobody_passes_over_an_opponent_with_five_cards_for_partner(hand: str, thrown_out: bool) -> None:
    scene = staged("S:P W:1H N:2D E:P", E=hand)
    assert bool(CHECKS["not too good to pass"](scene)) is thrown_out


@pytest.mark.parametrize(
    ("hand", "thrown_out"), [("AKJ7.KQ64.4.8542", True), ("AKJ7.Q64.43.8542", False), ("AKJ7.K9.KQ64.854", False)]
)
def test_nobody_passes_with_a_textbook_takeout_double(hand: str, thrown_out: bool) -> None:
    scene = staged("E:P S:1D W:P", W=hand)
    assert bool(CHECKS["not too good to pass"](scene)) is thrown_out


def test_a_meaning_is_as_strong_as_its_words_say() -> None:
    said = {
        "balanced, 12 to 14 points": 12,
        "up to 12 points, forcing for one round": 6,
        "a raise, 10 or more points, forcing": 10,
        "weak with six hearts": 5,
        "strong, any suit": 20,
        "both majors": None,
    }
    assert {words: strength(words) for words in said} == said


@pytest.mark.parametrize(("auction", "thrown_out"), [("W:3S N:X E:4S S:P", True), ("W:3S N:X E:4H S:P", False)])
def test_nobody_raises_over_a_double_for_penalties_who_would_pass_over_another(auction: str, thrown_out: bool) -> None:
    scene = staged(auction, wish=Wish(Seat.E, 2, "pass", "for penalties", "for takeout"))
    assert bool(CHECKS["wish makes sense"](scene)) is thrown_out


@pytest.mark.parametrize(
    ("auction", "thrown_out"),
    [("N:P W:1C N:1NT E:P S:P", True), ("N:P W:1C N:1NT E:2C S:P", False), ("N:P W:1C N:1NT E:P S:2D", False)],
)
def test_nobody_leaves_in_a_bid_that_they_explained_as_for_takeout(auction: str, thrown_out: bool) -> None:
    scene = staged(auction, notes={2: "explained as “the other suits, for takeout”"})
    assert bool(CHECKS["partner believes"](scene)) is thrown_out


@pytest.mark.parametrize(
    ("auction", "thrown_out"),
    [("S:P W:1C N:2C E:P S:4S", True), ("S:P W:1C N:2C E:P S:2S", False), ("W:1C N:2C E:P S:4S", False)],
)
def test_no_passed_hand_settles_the_contract_opposite_any_strong_hand(auction: str, thrown_out: bool) -> None:
    place = 2 if auction.startswith("S") else 1
    scene = staged(auction, notes={place: "explained as “any strong hand, forcing”"})
    assert bool(CHECKS["partner believes"](scene)) is thrown_out


@pytest.mark.parametrize(
    ("auction", "new", "hand", "check"),
    [
        ("S:1NT W:P N:1C!", "3NT", "Q864.T.AKQ.AT742", "notrump shape"),
        ("S:1NT W:P N:1C!", "3NT", "Q84.T4.AKQ.AT742", ""),
        ("S:1NT W:P N:1C!", "2NT", "T7.T93.94.AKQ843", "notrump shape"),
        ("S:1NT W:P N:1C!", "2NT", "T7.K93.94.AQJ843", ""),
        ("S:1D W:P N:1C!", "3C", "KQ82.AQ64.-.AJ854", "cards for the bid"),
        ("S:1D W:P N:1C!", "3C", "KQ2.AQ4.-.AJT8542", ""),
        ("S:1C W:1S N:1D!", "P", "Q.QJT4.K976.KQ63", "not too good to pass"),
        ("S:1C W:1S N:1D!", "P", "Q.QJT4.K976.J863", ""),
    ],
)
def test_what_nobody_puts_in_the_place_of_a_cancelled_bid(auction: str, new: str, hand: str, check: str) -> None:
    scene = staged(auction, "N", accepted=False, replacement=new, N=hand)
    shapes = ("notrump shape", "cards for the bid", "not too good to pass")
    assert [name for name in shapes if CHECKS[name](scene)] == ([check] if check else [])
