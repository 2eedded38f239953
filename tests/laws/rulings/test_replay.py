"""Replaying auctions: what is irregular, and what is not."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.rulings.calls import CALLS, Call
from laws.rulings.readers import rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import NAMES, Kind, Situation, Standing, advance, diagnose
from laws.rulings.seats import ROUND, Seat
from tests.laws.rulings.tables import REAL_CALLS, grow, legal_auction, legal_calls, record

# Each line: dealer, auction, and every irregularity as (index, kinds, whose turn it was).
DIAGNOSED = [
    ("N", "N 1S, E 2H, S P, W P, N P", []),
    ("N", "N P, E P, S P, W P", []),
    ("N", "N 1S, E X, S XX, W P, N P, E P", []),
    ("E", "N 1S", [(0, "17C", "E")]),
    ("N", "N 1S, S 2S", [(1, "17C", "E")]),
    ("N", "N 1S, E 1H", [(1, "18D", "E")]),
    ("N", "N 1S, E 1S", [(1, "18D", "E")]),
    ("N", "N 2C, E 1NT", [(1, "18D", "E")]),
    ("N", "N 1S, S 1H", [(1, "17C 18D", "E")]),
    ("N", "E X", [(0, "17C 19A1", "N")]),
    ("N", "N X", [(0, "19A1", "N")]),
    ("N", "N 1S, E P, S X", [(2, "19A1", "S")]),
    ("N", "N 1S, E X, S P, W X", [(3, "19A1", "W")]),
    ("N", "N 1S, E XX", [(1, "19B1", "E")]),
    ("N", "N 1S, E X, S P, W XX", [(3, "19B1", "W")]),
    ("N", "N 8C", [(0, "35C", "N")]),
    ("N", "N 1S, N 2S", [(1, "25B", "E")]),
    ("N", "N P, N 1C", [(1, "25B", "E")]),
    ("N", "N 1S, E P, S P, W P, N 2S", [(4, "35D", "N")]),
    ("N", "N P, E P, S P, W P, N P", [(4, "35D", "N")]),
    ("N", "N 1S, E P, S P, W P, N X, E XX, S P", [(4, "35D", "N"), (5, "35D", "N"), (6, "35D", "N")]),
    # Nothing after the final pass is anything but a call after the final pass, whoever makes it.
    ("N", "N 1NT, E P, S P, W P, N 2C, E P", [(4, "35D", "N"), (5, "35D", "N")]),
    ("N", "N P, E P, S P, W P, N 1C, S 1C", [(4, "35D", "N"), (5, "35D", "N")]),
    ("N", "N 1S, W 8D", [(1, "17C 35C", "E")]),
    # 17D3: three passes, one of them at another's turn.
    ("N", "N 1S, E P, W P, N P", [(2, "17D3", "S")]),
    ("N", "N 1S, W P, N P, E P", [(1, "17D3", "E")]),
    ("N", "N 1S, E P, S P, N P", [(3, "17D3", "W")]),
    # The player who was jumped may still call; one who was not has the auction to wait for.
    ("N", "N 1S, E P, W P, N P, S 2S", [(2, "17D3", "S")]),
    ("N", "N 1H, S P, W P, N P, E 2C", [(1, "17D3", "E")]),
    ("N", "N 1S, E P, W P, S P, W P, N 2S", [(2, "17C", "S"), (5, "35D", "N")]),
    # What comes after an irregular call: LHO calls over it, the offender calls again, or the correct player calls.
    ("N", "N 1S, E 1H, S 2H, W P, N P, E P", [(1, "18D", "E")]),
    ("N", "E 1D, S 1H, W P", [(0, "17C", "N")]),
    ("N", "N 1S, E 1H, E 2H", [(1, "18D", "E")]),
    ("N", "N 1S, E 1H, E 1D", [(1, "18D", "E"), (2, "18D", "E")]),
    ("N", "E 1D, N 1C", [(0, "17C", "N")]),
]


def test_a_call_in_turn_that_was_not_meant_over_the_irregular_one_is_no_irregularity() -> None:
    """28B, and 25B1 for a second call: LHO, whose turn it was, called in the auction without the irregular call."""
    unseen = {"over": False}
    auctions = (
        ["W 1H", {"by": "N", "call": "1C", **unseen}],
        ["W 2D", {"by": "N", "call": "P", **unseen}, "E 1H"],
        ["N 1H", "N 2H", {"by": "E", "call": "1S", **unseen}],
    )
    for auction in auctions:
        assert len(diagnose(parse_record({"dealer": "N", "auction": auction}))) == 1, auction
    assert len(diagnose(parse_record({"dealer": "N", "auction": ["W 1H", "N 1C"], "accepted": False}))) == 1
    assert len(diagnose(parse_record({"dealer": "N", "auction": ["W 1H", "N 1C"]}))) == 2, (
        "nobody has said how it was meant"
    )
    accepted = {"dealer": "N", "auction": auctions[2], "accepted": True}
    assert len(diagnose(parse_record(accepted))) == 2, "East accepts 2H all the same, and 1S is not enough over it"


@pytest.mark.parametrize(("dealer", "auction", "expected"), DIAGNOSED, ids=[line[1] for line in DIAGNOSED])
def test_every_irregularity_is_named(dealer: str, auction: str, expected: list[tuple[int, str, str]]) -> None:
    found = [(item.index, " ".join(item.kinds), item.turn.value) for item in diagnose(record(auction, dealer))]
    assert found == expected


def test_every_kind_is_in_the_table() -> None:
    named = {kind for _, _, expected in DIAGNOSED for _, kinds, _ in expected for kind in kinds.split()}
    assert named | {Kind.REQUIRED_TO_PASS.value} == {kind.value for kind in Kind}


# -- players who must pass (28A, 35B) ----------------------------------------------------------------------------------


def test_a_bid_by_a_player_who_must_pass_is_an_irregularity() -> None:
    (found,) = diagnose(record("N 1C, E 1S, S 2C", must_pass={"S": "throughout"}))
    assert found.kinds == (Kind.REQUIRED_TO_PASS,)


def test_a_call_at_the_turn_of_a_right_hand_opponent_who_must_pass_is_in_rotation() -> None:
    at = record("N 1C, E 1S, W 2S", must_pass={"S": "throughout"})
    assert diagnose(at) == []
    situation = Situation(at)
    assert situation.kinds == ()
    assert situation.offender is Seat.W
    assert situation.turn is Seat.S


def test_a_call_at_the_turn_of_a_partner_who_must_pass_is_not() -> None:
    assert [item.kinds for item in diagnose(record("N 1C, S 2C", must_pass={"E": "throughout"}))] == []
    assert [item.kinds for item in diagnose(record("N 1C, W 1S", must_pass={"E": "throughout"}))] == [
        (Kind.OUT_OF_ROTATION,)
    ]


def test_an_obligation_holds_from_its_moment_on_and_once_only() -> None:
    auction = "N 1C, E 1S, S P, W P, N 2C, E P, S 2S"
    assert diagnose(record(auction, must_pass={"S": {"extent": "once", "from": 2}})) == []
    for duty in ({"extent": "throughout", "from": 2}, {"extent": "once", "from": 3}, "once"):
        assert [item.index for item in diagnose(record(auction, must_pass={"S": duty}))] == [6]


def test_a_turn_for_which_nobody_waited_is_the_turn_at_which_a_player_had_to_pass() -> None:
    """28A: West calls at South's turn, who had to pass there once; at his next turn South is free."""
    auction = "N 1C, E 1S, W 2S, N P, E P, S 3C"
    assert diagnose(record(auction, must_pass={"S": {"extent": "once", "from": 2}})) == []
    (found,) = diagnose(record(auction, must_pass={"S": {"extent": "throughout", "from": 2}}))
    assert (found.index, found.law) == (5, "37")


# -- names, laws and order ---------------------------------------------------------------------------------------------

# Each line: auction, who must pass, and the laws in the order in which the director takes them; with the index of the
# call that takes an irregular one down with it.
ORDER = [
    ("N 1S, E 1H, S 1D", {}, [("27", None), ("27", None)]),
    ("N 1S, S X", {}, [("32", None)]),
    ("N 1S, E P, S X, W P, N 1C", {}, [("36", None), ("27", 2)]),
    ("N 1S, E P, S X, N 2C", {}, [("36", None), ("31", None)]),
    ("N 7NT, E 8C, S 8D", {}, [("38", None), ("38", 1)]),
    ("N 1S, E P, S P, W P, N P, E 2C", {}, [("39", None), ("39", 4)]),
    ("N 1S, E 1H, S P, W P, N P, E 2C", {}, [("27", None), ("39", None)]),
    ("N 1S, E P, S X", {"S": "throughout"}, [("37", None)]),
    ("N 1S, E P, S 1H", {"S": "throughout"}, [("37", None)]),
    ("N 1S, E P, S 8H", {"S": "throughout"}, [("38", None)]),
    ("N 1S, S 2H", {"S": "throughout"}, [("37", None)]),
    ("N 1S, N 8H", {}, [("38", None)]),
    ("N 1S, E 2H, E 1C", {}, [("25", None)]),
    ("N 1S, E P, W P, N P", {}, [("17", None)]),
    ("E P", {}, [("30", None)]),
]


@pytest.mark.parametrize(("auction", "must_pass", "expected"), ORDER, ids=[line[0] for line in ORDER])
def test_irregularities_come_in_the_order_in_which_they_are_dealt_with(
    auction: str, must_pass: dict[str, str], expected: list[tuple[str, int | None]]
) -> None:
    found = diagnose(record(auction, must_pass=must_pass))
    assert [(item.law, item.falls_with) for item in found] == expected


def test_with_the_lead_faced_an_inadmissible_double_takes_nothing_down() -> None:
    """36C: only the double itself is struck out."""
    found = diagnose(record("N 1S, E P, S X, W P, N 1C, E P, S P, W P", noticed="play"))
    assert [item.falls_with for item in found] == [None, None]


# -- what is told of the calls after a ruling --------------------------------------------------------------------------

# Each line: auction, the fields that follow it, and every irregularity as (path, kinds).
LATER: list[tuple[str, dict[str, Any], list[tuple[str, str]]]] = [
    ("N 1S, E P", {"continued": ["S 1H"]}, [("continued[0]", "18D")]),
    ("N 1S, E P", {"after": ["S 2S", "N P"]}, [("after[1]", "17C")]),
    ("N 1S, E P", {"after": ["S 2S", "S 3S"]}, [("after[1]", "25B")]),
    ("N 1S, E P", {"after": ["S P", "W P", "N 2S"]}, [("after[2]", "35D")]),
    ("N 1S, E 1H", {"replacement": "1D"}, [("auction[1]", "18D"), ("replacement", "18D")]),
    ("N 1S, E 1H", {"replacement": "2H", "after": ["S 1NT"]}, [("auction[1]", "18D"), ("after[0]", "18D")]),
    ("N 1S, E 1H", {"accepted": True, "after": ["S 1H"]}, [("auction[1]", "18D"), ("after[0]", "18D")]),
    ("N 1S, E 1H", {"accepted": False, "after": ["S 1NT"]}, [("auction[1]", "18D")]),
    ("N 1S, W 2H", {"continued": ["E 1C"], "replacement": "2H"}, [("auction[1]", "17C"), ("continued[0]", "18D")]),
    (
        "N 1S, W 2H",
        {"continued": ["E P", "S 2S"], "replacement": "2H"},
        [("auction[1]", "17C"), ("replacement", "18D")],
    ),
    ("N 1S, E 1H, S 2C", {"after": ["W 1NT"]}, [("auction[1]", "18D"), ("after[0]", "18D")]),
    ("N 8C", {"replacement": "P", "after": ["E 1C"]}, [("auction[0]", "35C")]),
    ("N 1S, E 1H", {"replacement": "2H", "after": ["S X", "W X"]}, [("auction[1]", "18D"), ("after[1]", "19A1")]),
]


@pytest.mark.parametrize(("auction", "fields", "expected"), LATER, ids=[f"{line[0]} {line[1]}" for line in LATER])
def test_irregular_calls_after_the_ruling_are_named_last(
    auction: str, fields: dict[str, Any], expected: list[tuple[str, str]]
) -> None:
    found = diagnose(record(auction, **fields))
    assert [(item.path, " ".join(item.kinds)) for item in found] == expected


def test_an_obligation_holds_for_the_calls_after_the_ruling() -> None:
    """South must pass once: his pass in `after` frees him, and a bid at that turn breaks the obligation."""
    free = record("N 1S, E 2C", after=["S P", "W P", "N 2S", "E P", "S 3S"], must_pass={"S": "once"})
    assert diagnose(free) == []
    broken = record("N 1S, E 2C", after=["S 2S"], must_pass={"S": "once"})
    assert [(item.path, item.law) for item in diagnose(broken)] == [("after[0]", "37")]


def test_an_irregular_call_only_after_the_auction_cannot_be_ruled_on_there() -> None:
    with pytest.raises(BadRecord, match=r"^record\.after\[0\]: S 1H is irregular \(insufficient bid\)"):
        rule(record("N 1S, E P", after=["S 1H"]))


def test_a_redouble_of_partner_s_double_is_inadmissible() -> None:
    """19B1: only a double by an opponent may be redoubled."""
    found = diagnose(record("N 1S, E P, S X, W P, N XX"))
    assert [(item.index, *item.kinds) for item in found] == [(2, "19A1"), (4, "19B1")]
    assert [item.falls_with for item in found] == [None, 2]
    assert [item.kinds for item in diagnose(record("N 1S, E P, S X, N XX"))][1:] == [("17C", "19B1")]


def test_every_irregularity_has_a_name() -> None:
    assert set(NAMES) == set(Kind)
    (found,) = diagnose(record("N 1S, W 8D"))
    assert found.name == "call out of rotation, bid of more than seven"


# -- properties --------------------------------------------------------------------------------------------------------


@settings(max_examples=500, deadline=None)
@given(st.integers(0, 2**40), st.integers(0, 40))
def test_a_legal_auction_is_never_flagged(seed: int, length: int) -> None:
    dealer, calls, _ = legal_auction(seed, length)
    assert diagnose(record(", ".join(calls), dealer)) == []


def test_two_thousand_whole_auctions_are_never_flagged() -> None:
    ended = 0
    for seed in range(2000):
        dealer, calls, standing = legal_auction(seed)
        assert diagnose(record(", ".join(calls), dealer)) == [], (dealer, calls)
        ended += standing.ended
    assert ended > 1500, "most of them come to an end, so the end is tested too"


def planted(standing: Standing, last: Seat | None, choose: random.Random) -> list[tuple[Seat, Call, tuple[Kind, ...]]]:
    """Calls that are irregular here, with what is wrong in the words of the law; `last` called just before."""
    faults: list[tuple[Seat, Call, tuple[Kind, ...]]] = []
    turn = standing.turn
    if standing.ended:
        by = choose.choice(ROUND)
        return [(by, choose.choice(REAL_CALLS), (Kind.AFTER_FINAL_PASS,))]
    bids = [call for call in REAL_CALLS if call.is_bid]
    insufficient = [call for call in bids if standing.bid is not None and call.rank <= standing.bid.rank]
    if insufficient:
        faults.append((turn, choose.choice(insufficient), (Kind.INSUFFICIENT,)))
    faults.append((turn, CALLS["8D"], (Kind.MORE_THAN_SEVEN,)))
    may_double = standing.bid is not None and standing.multiplier == 1 and standing.bidder in (turn.lho, turn.rho)
    if not may_double:
        faults.append((turn, CALLS["X"], (Kind.INADMISSIBLE_DOUBLE,)))
    may_redouble = standing.bid is not None and standing.multiplier == 2 and standing.bidder in (turn, turn.partner)
    if not may_redouble:
        faults.append((turn, CALLS["XX"], (Kind.INADMISSIBLE_REDOUBLE,)))
    sufficient = [call for call in bids if standing.bid is None or call.rank > standing.bid.rank]
    for by in (turn.lho, turn.partner, turn.rho):
        if by is last:
            faults.append((by, choose.choice([*sufficient, CALLS["P"]]), (Kind.CHANGE_OF_CALL,)))
            continue
        if sufficient:
            faults.append((by, choose.choice(sufficient), (Kind.OUT_OF_ROTATION,)))
        if insufficient:
            faults.append((by, choose.choice(insufficient), (Kind.OUT_OF_ROTATION, Kind.INSUFFICIENT)))
        third = standing.bid is not None and standing.passes == 2
        faults.append((by, CALLS["P"], (Kind.SKIPPED_BY_PASSES if third else Kind.OUT_OF_ROTATION,)))
    return faults


def test_one_planted_irregularity_is_always_found() -> None:
    """In the middle of a legal auction, every kind at every place: found first, at its index, with its kind."""
    choose = random.Random(27)  # noqa: S311 - the same tables every time
    seen: set[Kind] = set()
    for seed in range(800):
        dealer, calls, _ = legal_auction(seed, choose.randrange(16))
        standing = Standing(Seat(dealer))
        for text in calls:
            seat, _, made = text.partition(" ")
            standing.take(Seat(seat), CALLS[made])
        last = Seat(calls[-1][0]) if calls else None
        for by, call, kinds in planted(standing, last, choose):
            found = diagnose(record(", ".join([*calls, f"{by} {call}"]), dealer))
            assert [(item.index, item.kinds, item.turn) for item in found] == [(len(calls), kinds, standing.turn)], (
                dealer,
                calls,
                by,
                call,
            )
            seen.update(kinds)
    assert seen == set(Kind) - {Kind.REQUIRED_TO_PASS}


def test_a_legal_auction_over_an_accepted_irregularity_has_no_other() -> None:
    """LHO calls over an insufficient bid or a bid out of rotation, and all goes on from there."""
    choose = random.Random(29)  # noqa: S311 - the same tables every time
    tried = 0
    for seed in range(600):
        dealer, calls, standing = legal_auction(seed, choose.randrange(8))
        if standing.ended:
            continue
        bids = [call for call in legal_calls(standing) if call.is_bid][:6]
        by, call = (standing.turn.partner, choose.choice(bids)) if bids else (standing.turn, CALLS["1C"])
        if calls and calls[-1][0] == by:
            continue
        at = len(calls)
        calls = [*calls, f"{by} {call}"]
        standing.take(by, call)
        over = [item for item in legal_calls(standing) if item.text != "P"]
        calls.append(f"{standing.turn} {over[0]}")
        standing.take(standing.turn, over[0])
        grow(standing, calls, choose, 12)
        assert [item.index for item in diagnose(record(", ".join(calls), dealer))] == [at], (dealer, calls)
        tried += 1
    assert tried > 300


# -- standing ----------------------------------------------------------------------------------------------------------


def test_a_standing_s_copy_goes_its_own_way() -> None:
    one = Standing(Seat.N)
    other = one.copy()
    other.take(Seat.N, CALLS["1S"])
    assert (one.bid, one.turn) == (None, Seat.N)
    assert (other.bid, other.turn) == (CALLS["1S"], Seat.E)


def test_more_than_seven_is_never_legal() -> None:
    assert not Standing(Seat.N).legal(Seat.N, CALLS["8C"])


@pytest.mark.parametrize(
    ("continued", "path", "message"),
    [
        (["N 1C", "S 1D"], "record.continued[1].by", "expected E, whose turn it is"),
        (["N 2C", "E 1D"], "record.continued[1].call", "1D is not legal here"),
        (["N P", "E P", "S P", "W P", "N P"], "record.continued[4]", "after the final pass"),
    ],
)
def test_calls_that_follow_must_be_legal(continued: list[str], path: str, message: str) -> None:
    calls = parse_record({"dealer": "N", "continued": continued}).continued
    with pytest.raises(BadRecord) as caught:
        advance(Standing(Seat.N), calls, "continued")
    assert caught.value.path == path
    assert message in str(caught.value)


# -- the situation -----------------------------------------------------------------------------------------------------


def test_a_situation_is_the_first_irregularity_with_its_surroundings() -> None:
    at = Situation(record("N 1S, E P, S 2S, N 3S, E P"))
    assert (at.offender, at.turn, at.turn_role) == (Seat.N, Seat.W, "rho")
    assert at.called_before
    assert at.next_made is not None
    assert at.next_made.by is Seat.E
    assert at.standing.bid is CALLS["2S"]
    assert [at.seat(role).value for role in ("offender", "lho", "partner", "rho", "correct")] == list("NESWW")


def test_a_substitution_before_the_ruling_is_premature() -> None:
    at = Situation(record("N 1S, E 1H, E 2H"))
    assert at.premature
    assert [made.call.text for made in at.offered] == ["2H"]
    assert not Situation(record("N 1S, E 1H")).premature


def test_suits_specified_in_the_legal_auction_are_protected() -> None:
    """26B: the withdrawn 1H protects nothing, the calls that stand do."""
    at = Situation(record("E 1D, S 1S, W P, N P, E 1H", "E", replacement="2C", after=["S P", "W P", "N 2S", "E 3S"]))
    assert at.protected_suits() == {"D", "C", "S"}
    assert at.protected_suits(attempt_cancelled=True) == {"D", "S"}
