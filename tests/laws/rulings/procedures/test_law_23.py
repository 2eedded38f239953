"""Law 23: comparable calls."""

from __future__ import annotations

from typing import Any

import pytest

from tests.laws.rulings.tables import NARROWER, OPENING, WEAK, has, ruled

STAYMAN = {"hcp": "8+", "asks": "majors"}


@pytest.mark.parametrize(
    ("withdrawn", "replacement", "test"),
    [
        (OPENING, OPENING, "A1"),
        (OPENING, NARROWER, "A2"),
        (STAYMAN, {"hcp": "4+", "asks": "majors"}, "A3"),
    ],
)
def test_one_of_the_three_tests_is_enough(withdrawn: Any, replacement: Any, test: str) -> None:
    ruling = ruled(replacement="2H", meanings={"withdrawn": withdrawn, "replacement": replacement})
    assert ruling.complete
    assert has(ruling, "comparable", value="yes", test=test)
    assert has(ruling, "no_further_rectification", provision="23B")
    assert has(ruling, "info", side="OS", status="authorised", provision="23B")
    assert has(ruling, "lead_restriction", kind="none", provision="26A")
    assert has(ruling, "adjusted_score", kind="possible", law="23C")


def test_a_call_that_is_not_comparable_leaves_the_rest_to_its_own_law() -> None:
    ruling = ruled(replacement="2H", meanings={"withdrawn": OPENING, "replacement": WEAK})
    assert has(ruling, "comparable", value="no")
    assert not has(ruling, "no_further_rectification")
    assert has(ruling, "director_action", what="apply_law_of_withdrawn")
    assert ruling.say()


def test_what_counts_is_the_agreement_and_not_the_hand() -> None:
    meanings = {"withdrawn": OPENING, "replacement": NARROWER}
    ruling = ruled(replacement="2H", deviates=True, meanings=meanings)
    assert has(ruling, "comparable", value="yes")
    assert "40C1" in ruling.citations


def test_a_call_made_on_any_hand_leaves_every_call_comparable() -> None:
    ruling = ruled(
        "N 2NT, E 1C",
        accepted=False,
        replacement="3D",
        meanings={"withdrawn": {"any_hand": True}, "replacement": OPENING},
    )
    assert has(ruling, "right", to="choose_any")
    assert has(ruling, "comparable", value="yes", test="A2")


def test_what_directors_judge_differently_is_asked_with_its_range() -> None:
    """No silent yes or no: the question comes with why it divides, the standard, whom to ask and poll, what it leads to."""
    told = {"withdrawn": {"hcp": [11, 21], "suits": {"S": "5+"}}, "replacement": {"hcp": [8, 16], "suits": {"S": "5+"}}}
    pending = ruled(replacement="1S", meanings=told).as_dict()["pending"]
    assert pending["fact"] == "similar"
    assert (
        "directors differ about the rest: the replacement shows 8 to 16 points, and the withdrawn call 11 to 21 points"
        in pending["reason"]
    )
    assert pending["judgement"]["law"] == "23A1"
    assert pending["judgement"]["poll"]
    assert set(pending["judgement"]["rulings"]) == {"yes", "no"}
    for finding, value in (("same_or_similar", "yes"), ("no", "no")):
        decided = ruled(replacement="1S", meanings=told, findings={"comparable": finding})
        assert has(decided, "comparable", value=value)
    told = {"withdrawn": {"asks": "cues"}, "replacement": {"asks": "shape"}}
    pending = ruled(replacement="3C", meanings=told).as_dict()["pending"]
    assert (pending["fact"], pending["judgement"]["law"]) == ("same_purpose", "23A3")


def test_the_two_readings_of_the_meaning_attributable_are_a_doubt() -> None:
    told: dict[str, Any] = {"meanings": {"withdrawn": OPENING, "replacement": NARROWER}}
    assert not any("attributable" in doubt.words for doubt in ruled(replacement="2H", **told).doubted)
    ruling = ruled(replacement="2H", findings={"attributed_otherwise": True}, **told)
    assert any("attributable" in doubt.words and doubt.provision == "23A" for doubt in ruling.doubted)
