"""The calls between which players of a poll can be divided, and the polls themselves."""

from __future__ import annotations

import random

import pytest

from exams.scenarios.bidding.hands import read
from exams.scenarios.bidding.system import load
from exams.scenarios.narration.bridge import Contract, cards, contract, lead_from
from exams.scenarios.narration.suggestions import (
    Spot,
    clear,
    compared,
    forward,
    is_jump,
    leads_in_doubt,
    misses_narrowly,
    options_at,
    poll,
)
from exams.scenarios.tables import Table, Unfit, lay
from laws.rulings.calls import PASS, SUITS, parse_call
from laws.rulings.evidence import Poll
from laws.rulings.regulations import OLDER_FRACTION, fraction_for_alternative
from laws.rulings.seats import Seat


def tables(count: int) -> list[Table]:
    rng = random.Random(20)  # noqa: S311 - not for secrets
    return [lay(rng, load()) for _ in range(count)]


def test_a_doubtful_bid_is_one_that_the_hand_just_reaches_or_narrowly_misses() -> None:
    seen = 0
    for table in tables(120):
        for place, (seat, natural) in enumerate(table.made):
            options = options_at(table, place)
            for bid in forward(table, place):
                seen += 1
                assert bid.is_bid
                assert read(table.hands[seat]).hcp <= 13
                assert max(read(table.hands[seat]).lengths) <= 6
                if natural.call is PASS:
                    assert any(one.call is bid and misses_narrowly(one, table.hands[seat]) for one in options)
                else:
                    assert bid is natural.call
                    assert not clear(table, place)
    assert seen > 50


def test_nobody_is_asked_about_a_pass_on_a_hand_with_points_to_spare() -> None:
    clearly = [(table, place) for table in tables(60) for place in range(len(table.made)) if clear(table, place)]
    assert clearly
    assert all(table.made[place][1].call is not PASS for table, place in clearly)


def test_a_poll_is_not_of_one_mind_on_bidding_on_with_length_in_the_opponents_suit() -> None:
    for table in tables(60):
        for place, (seat, _) in enumerate(table.made):
            last = table.standing(place)
            if (
                clear(table, place)
                and last.bid
                and last.bid.denomination in SUITS
                and last.bidder in (seat.lho, seat.rho)
            ):
                assert len(cards(table, seat, last.bid.denomination)) < 4


def test_a_poll_is_not_of_one_mind_on_a_low_bid_with_a_strong_hand() -> None:
    for table in tables(60):
        for place, (seat, natural) in enumerate(table.made):
            if (
                clear(table, place)
                and natural.call.is_bid
                and natural.call.denomination in SUITS
                and natural.call.level <= 3
            ):
                assert read(table.hands[seat]).hcp <= 16


def test_a_jump_skips_a_level_that_was_free() -> None:
    jumps = {
        (tuple(option.call.text for _, option in table.made[:place]), table.made[place][1].call.text)
        for table in tables(200)
        for place in range(len(table.made))
        if is_jump(table, place)
    }
    assert ((), "2H") in jumps
    assert not any(call == "1NT" for _, call in jumps)


@pytest.mark.parametrize("seed", range(40))
def test_a_poll_leaves_no_doubt_whichever_proportion_is_asked_for(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    found, none = Poll(**poll(rng, alternative=True)), Poll(**poll(rng, alternative=False))
    for fraction in (fraction_for_alternative({}, None), OLDER_FRACTION):
        assert found.finds_alternative(fraction)
        assert not none.finds_alternative(fraction)
    assert 2 * found.selected < found.asked


def test_the_declarer_is_who_first_named_the_denomination() -> None:
    calls = [(Seat.N, "1H"), (Seat.E, "P"), (Seat.S, "2H"), (Seat.W, "P"), (Seat.N, "P"), (Seat.E, "P")]
    made = [(seat, parse_call(text)) for seat, text in calls]
    assert contract(Seat.N, made) == Contract(parse_call("2H"), Seat.N, 1)
    assert contract(Seat.N, made[:-1]) is None
    assert contract(Seat.N, [(seat, PASS) for seat in Seat]) is None


@pytest.mark.parametrize(("ranks", "card"), [("T9", "T"), ("QJ9", "Q"), ("KT4", "4"), ("KJ843", "4"), ("A", "A")])
def test_the_usual_lead_from_a_suit(ranks: str, card: str) -> None:
    assert lead_from(ranks) == card


def test_a_hand_that_nearly_everybody_bids_on_is_no_doubtful_one() -> None:
    hands = [
        read(table.hands[table.made[place][0]])
        for table in tables(120)
        for place in range(len(table.made))
        if list(forward(table, place))
    ]
    assert hands
    assert all(hand.hcp + sum(sorted(hand.lengths)[-2:]) <= 20 for hand in hands)


def test_nobody_stops_in_a_response_that_asks_for_more() -> None:
    """A new suit at the one level over partner's opening is not passed out, so no result there is compared."""
    seen = 0
    rng = random.Random(4)  # noqa: S311 - not for secrets
    for table in tables(300):
        calls = [option.call for _, option in table.made]
        if len(calls) < 5 or calls[1] is not PASS or not (calls[0].is_bid and calls[2].is_bid):
            continue
        if calls[0].level != 1 or calls[2].level != 1 or calls[2].denomination not in ("H", "S"):
            continue
        seen += 1
        overcall = next(call for call in (parse_call("1S"), parse_call("2C")) if call.rank > calls[2].rank)
        spot = Spot(table.dealer, table.before(3), table.made[3][0], overcall, PASS)
        with pytest.raises(Unfit):
            compared(table, spot, rng, better=True)
    assert seen > 5


def test_only_a_hand_on_the_line_makes_an_opening_bid_doubtful() -> None:
    opening = [
        read(table.hands[table.made[place][0]])
        for table in tables(400)
        for place in range(3)
        if all(option.call is PASS for _, option in table.made[:place]) and list(forward(table, place))
    ]
    assert opening
    assert {hand.hcp + sum(sorted(hand.lengths)[-2:]) for hand in opening} == {19}


def test_nobody_doubts_a_lead_from_a_sequence_or_a_very_long_suit() -> None:
    held = {"S": list("KQJ5"), "H": list("AJ732"), "D": list("T98742"), "C": list("Q6")}
    assert leads_in_doubt(held) == ["H"]
