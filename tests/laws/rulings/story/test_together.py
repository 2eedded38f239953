"""Calls of several players on one irregularity, obligations that end or are broken, and what waits until it is dealt with."""

from __future__ import annotations

import pytest
import yaml

from laws.rulings.record import BadRecord
from laws.rulings.seats import Seat
from laws.rulings.story.form import parse_story
from laws.rulings.story.found import refuse_unused
from laws.rulings.story.walk import course
from tests.laws.rulings.story.test_course import INSUFFICIENT, METHODS, calls, laws, walked

OPENING = {"NS": {"1H": {"hcp": [11, 20], "suits": {"H": [5, 13]}}, "2D": {"hcp": [9, 20], "suits": {"D": [5, 13]}}}}


def test_a_call_by_the_offenders_partner_waits_until_the_insufficient_bid_is_dealt_with() -> None:
    made = "[{S: 1S}, {W: 1H}, {E: 2H}, director"
    assert laws(walked(f"{made}]")) == [(1, "27")]
    accepted = walked(f"{made}, {{N: accepts}}, {{S: declines}}, {{N: P}}, {{E: 2H}}]")
    assert laws(accepted) == [(1, "27"), (2, "31")]
    assert "31A1" in accepted.rulings[1].ruling.citations
    assert calls(accepted) == "S1S W1H NP E2H"
    declined = walked(f"{made}, {{N: declines}}, {{W: 2H}}, {{S: declines}}]")
    assert [at for at, _ in laws(declined)] == [1, 2]
    assert calls(declined) == "S1S W2H"


def test_a_call_by_the_offenders_right_hand_opponent_waits_too() -> None:
    story = "[{S: 1S}, {W: 1H}, {S: 2S}, director, {N: declines}, {W: 2H}, {W: declines}, {N: P}, {E: P}, {S: 2S}, "
    found = walked(f"{story} {{found: {{comparable: same_or_similar}}, about: 2}}]")
    assert laws(found) == [(1, "27"), (2, "31")]
    assert calls(found) == "S1S W2H NP EP S2S"


def test_the_left_hand_opponent_accepts_by_calling_whoever_has_called_before() -> None:
    found = walked("[{S: 1S}, {W: 1H}, {E: 2H}, {N: 2S}, {E: P}]")
    assert laws(found) == [(1, "27"), (2, "31")]
    assert [ruled.ruling.decided[0].provision for ruled in found.rulings] == ["27A1", "28B"]
    assert calls(found) == "S1S W1H N2S EP"
    over_both = walked("[{S: 1S}, {W: 1H}, {E: 2H}, {S: 2S}, {W: P}, {N: P}, {E: P}, director]")
    assert [ruled.ruling.decided[0].provision for ruled in over_both.rulings] == ["27A1", "29A"]
    assert calls(over_both) == "S1S W1H E2H S2S WP NP EP"


def test_a_second_insufficient_bid_is_accepted_by_calling_over_it() -> None:
    found = walked("[{S: 1S}, {W: 1H}, director, {N: declines}, {W: 1D}, {N: 2S}, {E: 3D}]")
    assert laws(found) == [(1, "27")]
    assert found.waiting is None
    assert found.must_pass == {}
    assert calls(found) == "S1S W1D N2S E3D"


PASS_AT_RHOS_TURN = "[{N: P}, director, {E: declines}, {W: 1D}"


def test_who_has_to_pass_once_is_free_after_that_pass() -> None:
    passed = walked(f"{PASS_AT_RHOS_TURN}, {{N: P}}, {{E: 1S}}, {{S: P}}, {{W: P}}, {{N: 2H}}]", dealer="W")
    assert laws(passed) == [(0, "30")]
    assert passed.must_pass == {}
    assert calls(passed) == "W1D NP E1S SP WP N2H"
    replaced = walked(
        "[{N: 1H}, director, {E: declines}, {W: 1S}, {N: 2D}, {E: P}, {S: P}]", dealer="W", methods=OPENING
    )
    assert replaced.must_pass == {}


def test_a_call_at_the_turn_of_an_offender_who_has_to_pass_is_in_rotation() -> None:
    found = walked(f"{PASS_AT_RHOS_TURN}, {{E: P}}, {{S: 1H}}, {{W: P}}, {{N: 2H}}]", dealer="W")
    assert laws(found) == [(0, "30")]
    assert calls(found) == "W1D EP S1H WP N2H"
    assert found.must_pass == {}


def test_an_offender_who_bids_instead_of_the_pass_that_is_owed_breaks_the_obligation() -> None:
    cancelled = walked(f"{PASS_AT_RHOS_TURN}, {{N: 1S}}, director, {{E: 2S}}, {{S: P}}]", dealer="W")
    assert laws(cancelled) == [(0, "30"), (4, "37")]
    assert calls(cancelled) == "W1D NP E2S SP"
    assert cancelled.must_pass == {Seat.N: "throughout", Seat.S: "throughout"}
    called_over = walked(f"{PASS_AT_RHOS_TURN}, {{N: 1S}}, {{E: 2S}}, {{S: P}}, {{W: P}}, {{N: 3D}}]", dealer="W")
    assert "37A" in called_over.rulings[1].ruling.citations
    assert calls(called_over) == "W1D N1S E2S SP WP N3D"


def test_passing_throughout_is_not_ended_by_having_to_pass_once() -> None:
    story = f"{INSUFFICIENT}, {{N: 3S}}, {{S: P}}, {{E: 4C}}, director, {{W: P}}]"
    found = walked(story)
    assert laws(found) == [(1, "27"), (7, "37")]
    assert calls(found) == "S1S W3C N3S SP WP"
    assert found.standing.ended, "East's pass, which nobody has said, counts (28A)"


def test_the_auction_is_over_when_the_pass_that_is_owed_has_not_been_said() -> None:
    found = walked(f"{INSUFFICIENT}, {{N: 4S}}, {{S: P}}, {{W: P}}, {{W: DK}}]")
    assert found.standing.ended
    assert found.play is not None


def test_an_obligation_broken_out_of_turn_gives_the_auction_back() -> None:
    found = walked(f"{INSUFFICIENT}, {{E: 4C}}, director, {{N: P}}, {{E: P}}, {{S: P}}]")
    assert laws(found) == [(1, "27"), (5, "37")]
    assert calls(found) == "S1S W3C NP EP SP"


def test_the_pass_that_a_ruling_put_in_place_of_a_call_may_be_told() -> None:
    found = walked("[{W: 8H}, director, {W: P}, {N: 1S}, {E: P}]", dealer="W")
    assert laws(found) == [(0, "38")]
    assert calls(found) == "WP N1S EP"


def test_an_insufficient_bid_at_the_proper_turn_may_be_accepted_too() -> None:
    story = "[{N: 1H}, director, {E: declines}, {W: 1S}, {N: 1C}, {E: 1D}, {S: P}]"
    methods = {"NS": {**OPENING["NS"], "1C": {"hcp": [11, 20], "suits": {"C": [4, 13]}}}}
    found = walked(story, dealer="W", methods=methods)
    assert laws(found) == [(0, "31"), (4, "27")]
    assert calls(found) == "W1S N1C E1D SP"


PLAYED = f"{INSUFFICIENT}, {{N: 4S}}, {{E: P}}, {{S: P}}, {{W: P}}"


@pytest.mark.parametrize(
    ("story", "said"),
    [
        ("[{S: 1S}, {W: 1H}, director, {S: declines}]", "story[3]: declines, but the choice is North's"),
        ("[{S: 1S}, {W: 1H}, director, {N: declines}, {W: 8C}]", "story[4]: 8C is not legal there"),
        ("[{W: 1H}, director, {N: declines}, {S: P}, {W: 1S}]", "story[4]: S has passed, so 1H must be repeated"),
        ("[{S: 1S}, {together: [{N: 1H}, {E: 2C}]}]", "story[1]: none of them is by W, whose turn it was"),
        ("[{S: XX}, {S: X}, director]", "story[1]: X is not legal there (36B2)"),
        ("[{S: 1S}, {found: {nonsense: true}}]", "story[1].found.nonsense: unknown fact"),
        ("[{S: 1S}, {found: {comparable: maybe}}]", "story[1].found.comparable: expected same_or_similar"),
        (f"{PLAYED}, {{S: forbids, suit: H}}]", "just before the first card that East leads"),
        (f"{PLAYED}, {{W: DK}}, {{N: D2}}, {{E: DA}}, {{S: D3}}, {{N: forbids, suit: H}}]", "the choice is South's"),
        (
            f"{PLAYED}, {{W: DK}}, {{N: D2}}, {{E: DA}}, {{S: D3}}, {{S: forbids, suit: C}}, {{E: S2}}]",
            "story[13]: C was specified by the offender",
        ),
        (f"{PLAYED}, {{S: requires, suit: H}}]", "story[9]: requires a suit, but no ruling on this board"),
    ],
)
def test_what_cannot_be_names_the_entry_that_is_wrong(story: str, said: str) -> None:
    with pytest.raises(BadRecord) as caught:
        walked(story)
    assert said in str(caught.value)


TWO_BIDS = (
    "[{S: 1S}, {W: 1H}, director, {N: declines}, {W: P}, %s {N: 2S}, {E: P}, {S: 3S}, {W: P}, {N: 2D}, director, "
    "{E: declines}, {N: P}, {found: {comparable: same_or_similar}}]"
)


def test_a_finding_that_two_rulings_wait_for_has_to_say_which_it_is_about() -> None:
    said = "[{S: 1S}, {W: remarks, words: o}, {W: P}, {N: remarks, words: a}, {N: 2S}, director, {found: {extraneous: true%s}]"
    with pytest.raises(
        BadRecord, match=r"story\[6\]: the rulings on entries 1 and 3 both wait for this; expected about"
    ):
        walked(said % "}")
    found = walked(said % "}, about: 1")
    assert [dict(ruled.ruling.path).get("extraneous") for ruled in found.rulings] == [True, None]


def test_a_finding_without_an_entry_is_about_the_ruling_that_waits_for_it() -> None:
    found = walked(TWO_BIDS % "{found: {comparable: 'no'}},", methods={})
    first, second = (dict(ruled.ruling.path) for ruled in found.rulings)
    assert (first["similar"], second["similar"]) == (False, True)
    assert found.must_pass == {Seat.E: "throughout"}


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        ("{found: {comparable: 'no'}}", "story[5].found.comparable: no ruling on this board asks for it"),
        ("{found: {lowest_same: true}, about: 0}", "story[5].about: nothing is ruled on at entry 0; rulings are on 1"),
    ],
)
def test_a_finding_that_no_ruling_asks_for_is_refused(finding: str, said: str) -> None:
    entries = yaml.safe_load(f"[{{S: 1S}}, {{W: 1H}}, director, {{N: declines}}, {{W: 2H}}, {finding}]")
    story = parse_story({"dealer": "S", "assume": "usual", "methods": METHODS, "story": entries})
    with pytest.raises(BadRecord) as caught:
        refuse_unused(story, course(story))
    assert said in str(caught.value)


def test_an_entry_is_about_one_before_it() -> None:
    with pytest.raises(BadRecord, match=r"story\[1\].about: expected an entry before this one, from 0 to 0, not 9"):
        walked("[{S: 1S}, {found: {comparable: 'no'}, about: 9}]")
