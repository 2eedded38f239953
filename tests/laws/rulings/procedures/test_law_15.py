"""Law 15: which call on wrong cards counts, what is too late, and when a wrong board is a matter of 15B."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import explore
from laws.rulings.record import Contradiction
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled

CARDS = {"what_is_wrong": "cards", "on_the_other_board": "another time"}


def on_wrong_cards(offender: str, auction: list[str], findings: dict[str, Any] | None = None, **fields: Any) -> Ruling:
    return ruled(
        ", ".join(auction), procedure="15", offender=offender, findings={**CARDS, **(findings or {})}, **fields
    )


def test_calls_are_counted_from_the_first_one_on_the_wrong_cards() -> None:
    auction = ["N 1H", "E P", "S 1S", "W P", "N 2S"]
    ruling = on_wrong_cards("N", auction)
    assert has(ruling, "call_cancelled", call="1H", player="N")
    assert has(ruling, "adjusted_score", kind="assigned", law="15A2(a)")
    assert not has(ruling, "right", to="call_on_right_cards")
    step = next(step for step in ruling.as_dict()["steps"] if step.get("fact") == "partner_called_after")
    assert "1♥" in step["reason"]
    assert on_wrong_cards("N", auction, {"partner_called_after": True}).effects == ruling.effects
    with pytest.raises(Contradiction, match="partner_called_after"):
        on_wrong_cards("N", auction, {"partner_called_after": False})


def test_once_play_has_begun_nobody_calls_again_whichever_pass_it_was() -> None:
    """The last passer and the one before; with partner's call since, 15A2(a) decides and not 12A2."""
    auction = ["N 1NT", "E P", "S P", "W P"]
    for offender in "SW":
        ruling = on_wrong_cards(offender, auction, noticed="play")
        assert has(ruling, "adjusted_score", kind="artificial", law="12A2")
        assert not has(ruling, "right", to="call_on_right_cards")
        assert on_wrong_cards(offender, auction, {"ended_by_it": True}).effects == ruling.effects
        asked = on_wrong_cards(offender, auction).pending
        assert asked is not None
        assert asked.fact.id == "ended_by_it"
        assert has(on_wrong_cards(offender, auction, noticed="clarification"), "right", to="call_on_right_cards")
    for offender in "NE":
        ruling = on_wrong_cards(offender, auction, noticed="play")
        assert has(ruling, "adjusted_score", kind="assigned", law="15A2(a)")
        assert not has(ruling, "adjusted_score", law="12A2")


def test_an_auction_that_goes_on_is_not_asked_about_play() -> None:
    assert on_wrong_cards("N", ["N 1NT"]).complete


def test_later_calls_fall_on_every_path_on_which_there_are_any() -> None:
    for path in explore("15"):
        facts = dict(path.path)
        if facts.get("partner_called_after") or facts.get("lho_called_after"):
            assert has(path, "later_calls_cancelled"), path.receipt()["path"]


def test_it_is_said_which_board_gets_the_score_of_15a3() -> None:
    played = {"noticed": "play"}
    for offender, auction, fields in (
        ("N", "N 1H", {}),
        ("N", "N 1H, E P, S 1S", {}),
        ("S", "N 1NT, E P, S P, W P", played),
    ):
        ruling = on_wrong_cards(offender, auction.split(", "), {"on_the_other_board": "differs"}, **fields)
        said = ruling.say()
        assert "has made a different call, so I'm stopping this board" in said, auction
        assert has(ruling, "adjusted_score", law="15A3"), auction
        assert said.count("All calls after it") <= 1, auction
        assert "with every call after it" not in said, auction


def test_a_wrong_board_is_a_matter_of_15b_once_a_hand_has_been_taken_out() -> None:
    board = {"what_is_wrong": "board", "played_before": False, "deprived_of_score": True}
    asked = ruled(procedure="15", offender="N", findings=board).pending
    assert asked is not None
    assert (asked.fact.id, asked.provision) == ("auction_period_begun", "17A")
    begun = ruled(procedure="15", offender="N", auction="N 1H", findings=board)
    assert has(begun, "board_played")
    assert "90B7" in begun.citations
    said = begun.say()
    assert said.startswith("Play this board to the end")
    assert "Your score on this board counts" in said
    assert "can no longer get a valid score on a board they were due to play gets an artificial adjusted score" in said
    assert "I award an artificial" not in said
    early = ruled(procedure="15", offender="N", findings={"what_is_wrong": "board", "auction_period_begun": False})
    assert has(early, "director_action", what="bring_right_board")
    assert not has(early, "board_played")
