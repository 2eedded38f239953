"""Law 21, provision by provision."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import explore
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.ruling import Ruling
from laws.rulings.speech import speech
from tests.laws.rulings.tables import has, ruled

WRONG = {"misinformed": True, "what_was_wrong": "explanation wrong", "auction_period_over": False}


def misled(auction: str, player: str = "W", **findings: Any) -> Ruling:
    """North explained South's 2C wrongly; the player named acted on it."""
    return ruled(auction, "S", procedure="21", offender="N", player=player, findings={**WRONG, **findings})


def test_a_misunderstanding_of_ones_own_earns_nothing() -> None:
    ruling = ruled(procedure="21", offender="N", player="W", findings={"misinformed": False})
    assert has(ruling, "adjusted_score", kind="none", law="21A")
    assert has(ruling, "no_right", who="W", to="change_call")
    assert "misinformation" not in ruling.say()


def test_the_change_is_in_time_until_partner_has_called() -> None:
    assert misled("S 2C, W P, N 2D").pending.fact.id == "influenced"  # type: ignore[union-attr]
    late = misled("S 2C, W P, N 2D, E P", influenced=True, advantage="open")
    assert has(late, "no_right", who="W", to="change_call", provision="21B1(a)")
    assert not has(late, "right", who="W", to="change_call")


def test_lho_may_change_what_he_called_over_a_call_that_is_changed() -> None:
    ruling = misled("S 2C, W P, N 2D", influenced=True, changes=True, lho_changes=True)
    assert has(ruling, "right", who="N", to="change_subsequent", provision="21B2")
    assert has(ruling, "info", side="OS", status="unauthorised", provision="21B2")


def test_lho_who_has_not_called_has_nothing_to_change() -> None:
    assert not has(misled("S 2C, W P", influenced=True, changes=True), "right", to="change_subsequent")


def test_a_call_that_is_kept_makes_the_correction_known_all_the_same() -> None:
    ruling = misled("S 2C, W P", influenced=True, changes=False)
    assert has(ruling, "info", side="OS", status="unauthorised", law="16C2")
    assert not has(ruling, "no_further_rectification")


def test_without_evidence_the_explanation_is_presumed_wrong() -> None:
    ruling = misled("S 2C, W P", influenced=False, what_was_wrong="no evidence")
    assert has(ruling, "director_action", what="presume_explanation_wrong", provision="21B1(b)")


def test_a_mistaken_call_is_no_infraction() -> None:
    ruling = misled("S 2C, W P", what_was_wrong="call wrong")
    assert has(ruling, "result_stands", provision="75C")
    assert has(ruling, "adjusted_score", kind="none")


def test_once_the_lead_is_faced_only_the_score_can_be_adjusted() -> None:
    ruling = misled("S 2C, W P, N P, E P", player="E", auction_period_over=True, influenced=True, advantage="gained")
    assert has(ruling, "adjusted_score", kind="assigned", law="21B3")


def test_who_chooses_is_asked_by_seat() -> None:
    pending = misled("S 2C, W P", influenced=True).as_dict()["pending"]
    assert pending["ask"] == "W"
    assert pending["question"] == "Does West change the call?"


def test_the_judgement_is_told_with_its_standard_and_its_range() -> None:
    pending = misled("S 2C, W P").as_dict()["pending"]
    assert pending["judgement"]["law"] == "21B1(a)"
    assert set(pending["judgement"]["rulings"]) == {"yes", "no"}
    assert "right explanation only" in pending["judgement"]["poll"]


def test_the_finding_is_a_step_of_the_trace() -> None:
    steps = misled("S 2C, W P", influenced=False).as_dict()["steps"]
    step = next(step for step in steps if step.get("fact") == "influenced")
    assert (step["source"], step["answer"], step["judgement"]["law"]) == ("finding", "no", "21B1(a)")


def test_the_misinformed_player_is_an_opponent() -> None:
    with pytest.raises(BadRecord, match=r"^record\.player: S is on the offender's side"):
        misled("S 2C, W P", player="S")


def test_findings_that_the_auction_denies_are_refused() -> None:
    with pytest.raises(Contradiction, match="partner_since"):
        misled("S 2C, W P, N 2D, E P", partner_since=False, influenced=True)


def test_the_score_is_never_adjusted_where_the_finding_says_no() -> None:
    for path in explore("21"):
        if dict(path.path).get("advantage") == "not gained":
            assert not has(path, "adjusted_score", kind="assigned")


def test_without_another_call_it_is_never_too_late_for_anything() -> None:
    for path in explore("21"):
        if dict(path.path).get("influenced") is False:
            assert has(path, "adjusted_score", kind="none", law="21B3")
            assert not has(path, "adjusted_score", kind="possible")


def test_partners_call_made_since_is_judged_as_well() -> None:
    late = misled("S 2C, W P, N 2D, E P", influenced=True, advantage="open")
    assert has(late, "director_action", what="judge_partners_call", provision="21B1(a)")
    assert "East may change their own call" in speech(late).text
    over = misled("S 2C, W P, N 2D, E P", auction_period_over=True, influenced=True, advantage="open")
    assert not has(over, "director_action", what="judge_partners_call")


def test_a_call_that_was_kept_in_time_is_not_made_good_afterwards() -> None:
    kept = misled("S 2C, W P", influenced=True, changes=False)
    assert has(kept, "adjusted_score", kind="none", law="21B3")
    assert has(kept, "no_right", who="N", to="change_subsequent", provision="21B2")
    earlier = misled("S 2C, W P", influenced=True, changes=False, earlier_misinformed_call=True)
    assert has(earlier, "adjusted_score", kind="possible", law="21B3")


def test_damage_left_after_a_change_in_time_is_the_explanations() -> None:
    """21B3 adjusts for a call that it is too late to change; this one was changed."""
    assert has(misled("S 2C, W P", influenced=True, changes=True), "adjusted_score", kind="possible", law="75B1")
    earlier = misled("S 2C, W P", influenced=True, changes=True, earlier_misinformed_call=True)
    assert has(earlier, "adjusted_score", kind="possible", law="21B3")


def test_after_a_change_it_is_said_with_whom_the_auction_goes_on() -> None:
    ways: list[tuple[str, dict[str, Any], str]] = [
        ("S 2C, W P", {}, "N"),
        ("S 2C, W P, N 2D", {"lho_changes": True}, "E"),
        ("S 2C, W P, N 2D", {"lho_changes": False}, "E"),
    ]
    for auction, findings, who in ways:
        ruling = misled(auction, influenced=True, changes=True, **findings)
        assert has(ruling, "auction_continues", player=who), auction
        assert has(ruling, "info", side="OS", status="unauthorised", provision="16C2", about="misinformed_call")


def test_who_could_see_the_mistake_gets_no_other_call_either() -> None:
    ruling = misled("S 2C, W P", should_have_asked=True)
    assert has(ruling, "no_right", who="W", to="change_call")
    assert ruling.doubted


def test_a_careless_call_and_a_wrong_review_are_not_the_readers_own_mistake() -> None:
    for misread, law in (("careless call", "12A1"), ("wrong review", "20E")):
        ruling = ruled(procedure="21", offender="N", player="W", findings={"misinformed": False, "misread": misread})
        assert has(ruling, "adjusted_score", kind="possible", law=law), misread
        assert has(ruling, "director_action", what="weigh_outcomes", provision="12C1(b)"), misread
        assert not has(ruling, "adjusted_score", kind="none"), misread


def test_the_table_hears_which_calls_are_changed_and_who_may_use_what_was_learned() -> None:
    told = speech(misled("S 2C, W P, N 2D", influenced=True, changes=True, lho_changes=True)).now
    assert told.startswith("West, you may change your pass; if you do, North may change 2♦.")
    assert (
        "North–South may not use what they learned from the correction, or the calls that West and North withdraw."
        in told
    )
    over = misled("S 2C, W P, N P, E P", player="E", auction_period_over=True, influenced=True, advantage="gained")
    assert speech(over).text.startswith("East was misinformed, but it's too late to change a call.")
