"""Law 20, A to G: who may ask what, and when."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import explore
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled

IN_AUCTION = {"asked_when": "in the auction period", "asker_must_pass": False}
AFTER = {"asked_when": "after the final pass"}


def asks(what: str, player: str, auction: str = "", **fields: Any) -> Ruling:
    """A player asks something; South declares once the auction is over."""
    findings = {"asks_for": what, **fields.pop("findings", {})}
    return ruled(auction, procedure="20", player=player, **fields, findings=findings)


@pytest.mark.parametrize(("player", "may"), [("S", True), ("N", False), ("W", False), ("E", False)])
def test_the_auction_shows_whose_turn_it_is_to_ask(player: str, may: bool) -> None:
    ruling = asks(
        "an explanation", player, "N 1S, E 2D", findings=IN_AUCTION if may else {"asked_when": IN_AUCTION["asked_when"]}
    )
    assert has(ruling, "right", who=player, to="explanation") is may
    assert has(ruling, "no_right", who=player, to="ask_now") is not may


def test_a_player_who_must_pass_asks_nothing() -> None:
    told = {"asked_when": "in the auction period"}
    ruling = asks("a review", "S", "N 1S, E 2D", must_pass={"S": "once"}, findings=told)
    assert has(ruling, "no_right", who="S", to="review", provision="20B")
    ruling = asks("an explanation", "S", "N 1S, E 2D", must_pass={"S": "once"}, findings=told)
    assert has(ruling, "no_right", who="S", to="explanation", provision="20F1")


def test_an_obligation_that_is_spent_bars_no_question() -> None:
    spent = {"S": {"extent": "once", "from": 1}}
    told = {"asked_when": "in the auction period"}
    for what in ("a review", "an explanation"):
        after = asks(what, "S", "N 1H, E 1S, S P, W 2S, N 3H, E P", must_pass=spent, findings=told)
        assert has(after, "right", who="S")
        assert not has(after, "no_right", who="S", to=after.outcomes[0].get("to"))
        at_that_turn = asks(what, "S", "N 1H, E 1S", must_pass=spent, findings=told)
        assert has(at_that_turn, "no_right", who="S")
        throughout = asks(
            what,
            "S",
            "N 1H, E 1S, S P, W 2S, N 3H, E P",
            must_pass={"S": {"extent": "throughout", "from": 1}},
            findings=told,
        )
        assert has(throughout, "no_right", who="S")


@pytest.mark.parametrize(
    ("player", "first", "may"), [("W", True, True), ("S", True, True), ("N", True, False), ("E", False, False)]
)
def test_after_the_final_pass_a_review_belongs_to_the_first_turn_to_play(player: str, first: bool, may: bool) -> None:
    told = AFTER | ({} if player == "N" else {"first_turn_to_play": first})
    told |= {} if first else {"opening_lead_faced": True}
    ruling = asks("a review", player, declarer="S", findings=told)
    assert has(ruling, "right", who=player, to="review", provision="20C2") is may


def test_until_the_lead_is_faced_leaders_partner_and_declarer_wait_for_no_turn() -> None:
    early = AFTER | {"opening_lead_faced": False}
    for player, may in (("E", True), ("S", True), ("N", False)):
        review = asks(
            "a review", player, declarer="S", findings=early | {"first_turn_to_play": False} if may else AFTER
        )
        assert has(review, "right", who=player, to="review", provision="41B") is may
        told = asks(
            "an explanation", player, declarer="S", findings=early | {"at_turn_to_play": False} if may else AFTER
        )
        assert has(told, "right", who=player, to="explanation", provision="41B") is may


def test_the_leader_whose_lead_lies_face_down_waits_for_the_next_turn() -> None:
    early = AFTER | {"opening_lead_faced": False}
    review = asks("a review", "W", declarer="S", findings=early | {"first_turn_to_play": False})
    assert has(review, "no_right", who="W", to="review")
    assert has(review, "right", who="W", to="contract_at_turn", provision="41C")
    told = asks("an explanation", "W", declarer="S", findings=early | {"at_turn_to_play": False})
    assert has(told, "no_right", who="W", to="ask_now", provision="20F2")
    for ruling in (review, told):
        assert any("leader" in step["doubt"] for step in ruling.as_dict()["steps"] if "doubt" in step)
        assert not has(ruling, "right", provision="41B")


def test_alerts_belong_to_a_review_during_the_auction_and_a_refusal_speaks_of_no_part_of_it() -> None:
    during = asks("a review", "S", "N 1S, E 2D", findings=IN_AUCTION)
    assert has(during, "duty", to="include_alerts", provision="20B")
    after = asks("a review", "W", declarer="S", findings=AFTER | {"first_turn_to_play": True})
    assert not has(after, "duty", to="include_alerts")
    refused = asks(
        "a review", "S", "N 1S, E 2D", must_pass={"S": "once"}, findings={"asked_when": "in the auction period"}
    )
    assert "South, you may not have a review of the auction" in refused.say()
    assert "alert" not in refused.say()


def test_a_review_that_comes_too_late_leaves_the_contract_to_be_told() -> None:
    late = AFTER | {"first_turn_to_play": False, "opening_lead_faced": True}
    for player in "EWS":
        ruling = asks("a review", player, declarer="S", findings=late)
        assert has(ruling, "no_right", who=player, to="review", provision="20C2")
        assert has(ruling, "right", who=player, to="contract_at_turn", provision="41C")


def test_in_the_play_the_answer_is_given_under_the_law_of_the_play() -> None:
    told = AFTER | {"at_turn_to_play": True}
    ruling = asks("an explanation", "E", declarer="S", findings=told)
    assert has(ruling, "no_right", to="explain_own_call", provision="20F2")
    assert not has(ruling, "no_right", to="explain_own_call", provision="20F1")


def test_in_the_play_the_other_defender_waits_with_a_question_until_their_turn() -> None:
    told = AFTER | {"at_turn_to_play": True}
    assert has(
        asks("an explanation", "E", declarer="S", findings=told), "no_right", who="W", to="ask_now", provision="20F1"
    )
    assert not has(asks("an explanation", "S", declarer="S", findings=told), "no_right", to="ask_now")


def test_a_card_led_on_a_wrong_answer_comes_back() -> None:
    ruling = asks("whose lead", "E", declarer="S", findings={"told_wrong_lead": True})
    assert has(ruling, "duty", who="E", to="retract_misinformed_lead", provision="47E1")
    assert has(ruling, "no_right", who="S", to="accept_misinformed_lead", provision="47E1")
    assert not has(ruling, "director_action", what="apply_54")


@pytest.mark.parametrize(("damage", "kind"), [("open", "possible"), ("damaged", "assigned"), ("undamaged", "none")])
def test_a_wrong_review_is_made_good_by_an_assigned_score(damage: str, kind: str) -> None:
    told = AFTER | {"first_turn_to_play": True, "review_wrong": True, "review_damage": damage}
    ruling = asks("a review", "W", declarer="S", findings=told)
    assert has(ruling, "adjusted_score", kind=kind, law="20E")
    assert has(ruling, "director_action", what="weigh_outcomes", provision="12C1(b)") is (kind != "none")


def test_the_review_is_answered_by_an_opponent() -> None:
    ruling = asks("a review", "W", declarer="S", findings=AFTER | {"first_turn_to_play": True})
    assert has(ruling, "no_right", who="E", to="answer_review", provision="20D")
    assert has(ruling, "duty", to="correct_review", provision="20E")


def test_an_error_that_nobody_corrects_can_cost_points() -> None:
    told = AFTER | {"first_turn_to_play": True, "review_wrong": True}
    assert has(asks("a review", "W", declarer="S", findings=told), "adjusted_score", kind="possible", law="20E")


def test_asking_whose_lead_it_is_protects_nobody_who_does_not_wait() -> None:
    ruling = asks("whose lead", "E", declarer="S", findings={"led_before_answer": True})
    assert has(ruling, "director_action", what="apply_54", provision="54")
    assert has(asks("whose lead", "N", declarer="S"), "no_right", who="N", to="ask_whose_lead")


@pytest.mark.parametrize(("purpose", "law"), [("partner's benefit", "20G1"), ("a wrong answer", "20G2")])
def test_a_question_with_an_improper_sole_purpose_is_barred(purpose: str, law: str) -> None:
    ruling = asks("an explanation", "S", findings={"purpose": purpose})
    assert [item["provision"] for item in ruling.outcomes] == [law]


def test_dummy_has_no_right_on_any_path() -> None:
    for path in explore("20"):
        if dict(path.path).get("asker_is") == "dummy":
            assert not has(path, "right")


def test_whose_turn_it_is_cannot_be_stated_against_the_auction() -> None:
    with pytest.raises(Contradiction, match="at_turn"):
        asks("an explanation", "W", "N 1S, E 2D", findings=IN_AUCTION | {"at_turn": True})


def test_who_asks_has_to_be_known() -> None:
    with pytest.raises(BadRecord, match=r"^record\.player: missing"):
        ruled(procedure="20", findings={"asks_for": "a review"})
