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
    ruling = ruled("N 2NT, E 1C", accepted=False, replacement="3D", meanings={"withdrawn": {}, "replacement": OPENING})
    assert has(ruling, "right", to="choose_any")
    assert has(ruling, "comparable", value="yes", test="A2")
