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


@pytest.mark.parametrize(
    ("player", "first", "may"), [("W", True, True), ("S", True, True), ("N", True, False), ("E", False, False)]
)
def test_after_the_final_pass_a_review_belongs_to_the_first_turn_to_play(player: str, first: bool, may: bool) -> None:
    told = AFTER | ({} if player == "N" else {"first_turn_to_play": first})
    ruling = asks("a review", player, declarer="S", findings=told)
    assert has(ruling, "right", who=player, to="review", provision="20C2") is may


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
