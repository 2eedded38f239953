"""What a director would believe: no bid that nobody asks about, no pass that nobody makes, no board that is over played on."""

from __future__ import annotations

import pytest

from exams.scenarios import generate
from laws.rulings.calls import CALLS, SUITS
from laws.rulings.cards import lengths, points
from laws.rulings.effects.calls import Info
from laws.rulings.seats import Seat


def test_of_a_first_bid_newcomers_ask_whether_it_is_too_high() -> None:
    asked = [one for one in generate("18", count=40, seed=5) if "nobody has bid yet" in one["receipt"]["path"]]
    assert asked
    for question in asked:
        assert CALLS[question["record"]["auction"][-1]["call"]].level > 1
        assert not any("enough" in part or "sufficient" in part for part in question["stem"])
        assert not any("same bid again" in option["why"] for option in question["options"])


def test_a_board_that_is_over_is_not_called_on_again_in_any_option() -> None:
    """15A3 has nothing left to act on once the board of the wrong cards has been played."""
    asked = [
        one
        for one in generate("15", count=40, seed=5, kind="best_ruling")
        if "has been played" in one["receipt"]["path"]
    ]
    assert asked
    for question in asked:
        board = question["record"]["board"]
        for option in question["options"]:
            assert f"board {board - 1}" not in option["text"], option


def test_nobody_passes_with_an_opening_opposite_a_bid() -> None:
    passed = [one for one in generate("23", count=60, seed=8) if one["record"].get("replacement") == "P"]
    assert passed
    for question in passed:
        record = question["record"]
        offender = Seat(record["auction"][-1]["by"])
        made = [*record["auction"], *record.get("continued", ())]
        partner_bid = any(one["by"] == offender.partner.value and CALLS[one["call"]].is_bid for one in made)
        hand = question["diagrams"]["hands"]["show"][offender.value]
        assert points(hand) < (12 if partner_bid else 15), (record, hand)


def test_nobody_asks_for_both_majors_when_an_opponent_has_bid_one() -> None:
    asked = [one for one in generate("23", count=60, seed=8) if "same_purpose=yes" in one["receipt"]["path"]]
    assert asked
    for question in asked:
        over = [CALLS[one["call"]].denomination for one in question["record"].get("continued", ())]
        if "four-card majors" in " ".join(question["stem"]):
            assert not {"H", "S"} & set(over)


@pytest.mark.parametrize("unsaid", ["vary tempo", "in such a way", "draw inferences"])
def test_nobody_cites_of_law_73_what_more_than_one_provision_says(unsaid: str) -> None:
    for question in generate("73", count=24, seed=11, kind="cite_law"):
        assert unsaid not in question["question"]


def test_what_may_not_be_used_is_called_information() -> None:
    for about in ("cancelled calls", "signal"):
        info = Info("OS", "unauthorised", "16C2", about.replace(" ", "_"))
        assert info.words == f"{{side}} may not use the information from the {about}"


def test_nobody_doubles_who_can_bid_the_same_suit_again() -> None:
    doubled = [one for one in generate("23", count=150, seed=7303) if one["record"].get("replacement") == "X"]
    assert doubled
    for question in doubled:
        record = question["record"]
        withdrawn = record["auction"][-1]
        call = CALLS[withdrawn["call"]]
        bids = [CALLS[one["call"]] for one in record.get("continued", ()) if CALLS[one["call"]].is_bid]
        if call.denomination not in SUITS or (bids and call.rank < bids[-1].rank):
            continue
        hand = question["diagrams"]["hands"]["show"][withdrawn["by"]]
        assert lengths(hand)[SUITS.index(call.denomination)] < 5 or points(hand) >= 17, (record, hand)


def test_nobody_makes_on_purpose_a_bid_that_has_been_made() -> None:
    asked = [
        one for one in generate("72", count=150, seed=7303) if "a law was broken on purpose" in one["receipt"]["path"]
    ]
    assert any("auction" in one["diagrams"] and " over " in one["stem"][0] for one in asked)
    for question in asked:
        calls = [one["call"] for one in question["record"]["auction"]]
        if " over " in question["stem"][0]:
            assert calls[-1] not in calls[:-1], question["stem"]
