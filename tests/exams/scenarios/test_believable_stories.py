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
    for source, about in {"cancelled_calls": "the cancelled calls", "signal": "what {offender} said or did"}.items():
        info = Info("OS", "unauthorised", "16C2", source)
        assert info.words == f"{{side}} may not use the information from {about}"


def test_nobody_doubles_who_can_bid_the_same_suit_again() -> None:
    doubled = [one for one in generate("23", count=70, seed=7303) if one["record"].get("replacement") == "X"]
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


def test_who_has_to_pass_is_obliged_by_a_call_that_can_have_been_made() -> None:
    """Throughout: an insufficient bid was replaced by a bid. Once: a call out of turn, not one that RHO's pass made good."""
    for question in generate("37", count=16, seed=3, kind="best_ruling"):
        made = [CALLS[one["call"]] for one in question["record"]["auction"]]
        duty = next(iter(question["record"]["must_pass"].values()))
        place = duty["from"] - 1
        if duty["extent"] == "throughout":
            assert made[place].is_bid
            assert any(call.is_bid for call in made[:place])
        else:
            assert place >= 2 or made[0].text != "P"


def test_a_call_over_a_broken_obligation_leaves_an_earlier_lead_restriction_in_place() -> None:
    asked = [
        one
        for one in generate("37", count=16, seed=3, kind="best_ruling")
        if "lho_has_called=yes" in one["receipt"]["path"]
    ]
    assert asked
    for question in asked:
        key = next(option["text"] for option in question["options"] if option["id"] == question["key"])
        assert "There are no lead restrictions on account of" in key
        assert "one from the earlier irregularity may still apply" in question["explanation"]["say"]


def test_a_replacement_that_27b1a_covers_is_not_asked_about_under_law_23() -> None:
    for question in generate("23", count=40, seed=8, kind="best_ruling"):
        record = question["record"]
        old, new = CALLS[record["auction"][-1]["call"]], CALLS[record["replacement"]]
        assert "continued" in record or not new.is_bid or new.denomination != old.denomination


def test_of_several_tests_of_which_one_is_enough_only_the_one_that_is_met_is_explained() -> None:
    """A question put again shows a part of the hands as well, so that it would be wrong to say that 23A2 is not met."""
    asked = [one for one in generate("23", count=12, seed=8) if "same_purpose=yes" in one["receipt"]["path"]]
    assert asked
    for question in asked:
        taken = {step["provision"] for step in question["explanation"]["steps"] if step["taken"]}
        assert "23A3" in taken
        assert not {"23A1", "23A2"} & taken


def test_a_psycher_is_done_with_bidding_and_dummy_does_not_call_during_play() -> None:
    asked = [
        one for one in generate("40", count=14, seed=3, kind="best_ruling") if "departs from" in one["receipt"]["path"]
    ]
    assert asked
    for question in asked:
        record, stem = question["record"], " ".join(question["stem"])
        calls = [(one["by"], one["call"]) for one in record["auction"]]
        offender = Seat(record["offender"])
        bids = [call for by, call in calls if by == offender.value and call != "P"]
        place = max(number for number, (by, call) in enumerate(calls) if by == offender.value and call != "P")
        partners = [call for by, call in calls[place:] if by == offender.partner.value]
        assert bids
        assert partners[0] != "P"
        if "trick" in stem:
            last = max(number for number, (_, call) in enumerate(calls) if CALLS[call].is_bid)
            assert Seat(calls[last][0]).side is offender.side, "a hand that is not dummy's is not seen yet"


def test_natural_bids_are_not_said_to_fall_under_the_limb_on_artificial_ones() -> None:
    for question in generate("40", count=14, seed=3, kind="best_ruling"):
        for option in question["options"]:
            if "(40B2(a)(v))" in option["why"] and option["why"].startswith("This would be right"):
                assert "artificial" in option["why"]


def test_a_bid_that_is_insufficient_was_meant_over_an_opponent_s_bid_that_was_missed() -> None:
    asked = [
        one
        for one in generate("25", count=40, seed=3, kind="best_ruling")
        if "intended_legal=no" in one["receipt"]["path"]
    ]
    assert asked
    for question in asked:
        record = question["record"]
        offender, meant = Seat(record["offender"]), CALLS[record["intended"]]
        place = next(n for n, one in enumerate(question["diagrams"]["auction"]["calls"]) if one.get("bad"))
        before = [(Seat(one["by"]), CALLS[one["call"]]) for one in record["auction"][:place]]
        *earlier, (last, _) = [(by, call) for by, call in before if call.is_bid]
        assert last.side is not offender.side
        assert not any(by is offender for by, call in before if call.text != "P")
        assert all(call.rank < meant.rank for _, call in earlier)


def test_who_bids_too_low_twice_has_misread_the_last_bid_and_has_the_suit() -> None:
    asked = [
        one
        for one in generate("27", count=40, seed=5, kind="best_ruling")
        if "another insuff" in one["receipt"]["path"]
    ]
    assert asked
    for question in asked:
        (hand,) = question["diagrams"]["hands"]["show"].values()
        again = CALLS[question["record"]["replacement"]]
        assert lengths(hand)[SUITS.index(again.denomination or "")] >= 5


def test_nobody_passes_again_after_the_final_pass_of_their_own() -> None:
    for question in generate("39", count=24, seed=3, kind="best_ruling"):
        made = question["record"]["auction"]
        place = next(n for n, one in enumerate(question["diagrams"]["auction"]["calls"]) if one.get("bad"))
        assert made[place]["call"] != "P" or made[place]["by"] != made[place - 1]["by"]


def test_nobody_bids_on_over_a_bid_of_their_own_that_was_passed_out() -> None:
    for question in generate("39", count=24, seed=3, kind="best_ruling"):
        made = question["record"]["auction"]
        place = next(n for n, one in enumerate(question["diagrams"]["auction"]["calls"]) if one.get("bad"))
        *_, last = [one for one in made[:place] if CALLS[one["call"]].is_bid]
        assert not (CALLS[made[place]["call"]].is_bid and made[place]["by"] == last["by"])


def test_a_lead_after_the_end_of_the_auction_is_not_restricted_on_condition() -> None:
    asked = [
        one for one in generate("39", count=24, seed=3, kind="best_ruling") if "late_pass=no" in one["receipt"]["path"]
    ]
    assert asked
    for question in asked:
        assert "defend, declarer" not in question["explanation"]["say"]


def test_of_calls_at_one_moment_the_second_is_one_that_can_be_illegal() -> None:
    for question in generate("33", count=16, seed=3, kind="best_ruling"):
        pair = next(one for one in question["record"]["auction"] if isinstance(one, list))
        assert pair[1]["call"] != "P"
        called = {"bid": "an inadmissible double", "double": "an insufficient bid"}[
            "bid" if CALLS[pair[1]["call"]].is_bid else "double"
        ]
        assert not any(called in option["text"] for option in question["options"])


def test_what_a_penalty_card_tells_is_only_offered_on_condition_while_the_auction_goes_on() -> None:
    told = [
        option["text"]
        for question in generate("24", count=60, seed=2, kind="choose_all")
        if "ends_as=the auction is not over" in question["receipt"]["path"]
        for option in question["options"]
        if "from the penalty card" in option["text"]
    ]
    assert told
    assert all(text.startswith("If ") for text in told), told
