"""Questions on explanations, cards seen in the auction and understandings: enough different ones, fair ones."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from exams.bank.content import check
from exams.scenarios import generate
from exams.scenarios.plots import PLOTS
from laws.rulings.calls import CALLS
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.seats import Seat
from tests.exams.scenarios.conftest import Question
from tests.exams.scenarios.test_contents import provisions

LAWS = ("20F", "21", "24", "40")
SITUATIONS = 12
"""Different tables that every path must have."""
CITED = re.compile(r"\b(\d{1,2}[A-Z]\d?(?:\([a-z]\))?(?:\([ivx]+\))?)(?![\w(])")

each = pytest.mark.parametrize("procedure", LAWS)


@cache
def questions(procedure: str) -> tuple[Question, ...]:
    """As many questions of a procedure as give every path its tables."""
    count = len(PLOTS[procedure].themes) * SITUATIONS
    return tuple(generate(procedure, count=count, seed=5, kind="best_ruling"))


def key_of(question: Question) -> str:
    """The text of the right option."""
    return next(str(option["text"]) for option in question["options"] if option["id"] == question["key"])


@each
def test_every_path_has_different_tables(procedure: str) -> None:
    told = Counter(question["receipt"]["path"] for question in questions(procedure))
    assert told == dict.fromkeys(PLOTS[procedure].themes, SITUATIONS)
    assert len({question["fingerprint"] for question in questions(procedure)}) == len(questions(procedure))


@each
def test_the_stored_record_is_ruled_on_as_the_question_says(procedure: str) -> None:
    for question in questions(procedure):
        check(question)
        ruling = rule(parse_record(question["record"]))
        assert ruling.complete
        assert ruling.receipt() == question["receipt"]


@each
def test_every_law_cited_is_a_provision(procedure: str) -> None:
    known = provisions()
    for question in questions(procedure):
        cited = {key for option in question["options"] for key in CITED.findall(option["why"])}
        assert cited - known == set(), question["options"]


@each
def test_the_stem_names_players_and_keeps_the_ruling_to_itself(procedure: str) -> None:
    named = {seat.full_name for seat in Seat}
    for question in questions(procedure):
        stem = " ".join(question["stem"])
        assert any(name in stem for name in named)
        assert key_of(question) not in stem
        assert not re.search(r"\b[1-7][SHDC]\b", stem), stem


@each
def test_the_length_of_the_key_tells_nothing(procedure: str) -> None:
    """Neither the shortest option nor the longest is the right one too often."""
    places = Counter(
        sum(len(option["text"]) < len(key_of(question)) for option in question["options"])
        for question in questions(procedure)
    )
    assert all(places[place] < 0.5 * places.total() for place in range(4)), places


def test_the_explained_call_is_marked_with_what_was_said() -> None:
    for question in (*questions("20F"), *questions("21")):
        auction = question["diagrams"]["auction"]
        (noted,) = (call for call in auction["calls"] if "note" in call)
        (note,) = auction["notes"]
        assert noted["by"] != question["record"]["player"] or question["generator"]["procedure"] == "20F"
        assert note == "not alerted" or note.startswith(("explained as “", "meaning “"))


def test_two_cards_are_exposed_where_the_path_has_several() -> None:
    for question in questions("24"):
        record = question["record"]
        several = "several_cards=yes" in question["receipt"]["path"]
        assert len(record["cards"]) == (2 if several else 1)


def test_a_silenced_partner_passes_in_the_auction_that_went_on() -> None:
    """24B and 24C: where the rest of the auction is shown, it was bid as the law had it."""
    seen = 0
    for question in questions("24"):
        calls = question["diagrams"].get("auction", {}).get("calls", [])
        noted = [i for i, call in enumerate(calls) if "note" in call]
        if not noted or not key_of(question).count("must pass at their next turn"):
            continue
        partner = Seat(question["record"]["offender"]).partner.value
        assert next(call["call"] for call in calls[noted[0] + 1 :] if call["by"] == partner) == "P"
        seen += 1
    assert seen


def test_nobody_leads_against_a_bid_of_their_own_side() -> None:
    """A player who takes the auction to be over leads because the other side has bid last."""
    seen = 0
    for question in questions("24"):
        if "several_cards=no/honour=no/led=yes/ends_as=the auction is not over" not in question["receipt"]["path"]:
            continue
        calls = question["diagrams"]["auction"]["calls"]
        bidder = next(Seat(call["by"]) for call in reversed(calls) if CALLS[call["call"]].is_bid)
        assert bidder.side is not Seat(question["record"]["offender"]).side
        seen += 1
    assert seen


def test_a_pass_that_the_law_asks_for_does_not_end_an_auction_that_is_open() -> None:
    """24D and 24E: where partner's pass ended it, who declares would be known, and the two answers would be one ruling."""
    seen = 0
    for question in questions("24"):
        if "ends_as=the auction is not over" not in question["receipt"]["path"]:
            continue
        if "must pass at their next turn" not in key_of(question):
            continue
        calls = question["diagrams"]["auction"]["calls"]
        partner = Seat(question["record"]["offender"]).partner
        last_two = [call["call"] for call in calls[-2:]] == ["P", "P"] and any(
            CALLS[call["call"]].is_bid for call in calls
        )
        assert not (last_two and Seat(calls[-1]["by"]).lho is partner), calls
        seen += 1
    assert seen


def test_whoever_leads_during_the_auction_has_not_just_passed() -> None:
    for question in questions("24"):
        if "led=yes/ends_as" in question["receipt"]["path"]:
            calls = question["diagrams"]["auction"]["calls"]
            noted = next((i for i, call in enumerate(calls) if "note" in call), len(calls) - 1)
            assert calls[noted]["by"] != question["record"]["offender"]


def test_the_hand_of_a_player_who_wants_to_change_a_call_is_not_shown() -> None:
    """25A2: what was meant is found out from the player; the Director does not look at the hand."""
    for question in generate("25", count=19, seed=3):
        assert "hands" not in question["diagrams"]


def test_a_call_that_is_taken_back_after_a_slip_was_made_over_the_slip() -> None:
    """25A6: LHO may withdraw what was called over the first call, and not a call over the one that replaced it."""
    seen = [
        one
        for one in generate("25", count=19, seed=3)
        if "first_unintended=yes/lho_called=yes/meant_over=no" in one["receipt"]["path"]
    ]
    for question in seen:
        assert "without seeing the change" in " ".join(question["stem"])
        first, _, over = question["record"]["auction"][-3:]
        assert over["over"] is False
        made, called = CALLS[first["call"]], CALLS[over["call"]]
        assert not called.is_bid or not made.is_bid or called.rank > made.rank, "called over the slip"
    assert seen


def test_one_s_own_card_is_read_before_the_hands_are_taken_out() -> None:
    """40B2(b) with 17A: the auction period begins with the first hand that leaves the board, not with the first call."""
    for question in questions("40"):
        if "own system card/card_when=before" in question["receipt"]["path"]:
            assert "auction" not in question["diagrams"]
            assert re.search(r"hands? .*(?:next one|in it)|next board", question["stem"][0])


def test_one_player_is_asked_to_choose_only_where_no_other_may() -> None:
    """After declarer's lead from the wrong hand either defender may (55A), and so may say what they want."""
    for question in generate("10", count=120, seed=5, kind="best_ruling"):
        story = " ".join(question["stem"])
        if "from hand" in story:
            assert "You explain to" not in story, story
            assert "without saying" not in story, story


def test_a_passed_out_board_is_asked_about_in_several_ways() -> None:
    asked = [one for one in generate("22", count=60, seed=5, kind="best_ruling") if "passed out" in key_of(one)]
    assert len({tuple(one["stem"]) for one in asked}) > 6


def test_a_contract_that_was_doubled_is_named_so() -> None:
    for question in generate("22", count=200, seed=5, kind="best_ruling"):
        calls = [one["call"] for one in question["diagrams"]["auction"]["calls"]]
        last = next((call for call in reversed(calls) if call != "P"), "P")
        if last in ("X", "XX") and "The contract is" in key_of(question):
            assert re.search(r"The contract is \S+ (re)?doubled", key_of(question))
