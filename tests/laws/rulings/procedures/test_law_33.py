"""Law 33: calls made at the same moment."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import interview, rule
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has


def at_once(*moment: str, dealer: str = "E", **fields: Any) -> Ruling:
    """The ruling on an auction that begins with calls of one moment."""
    return rule(parse_record({"dealer": dealer, "auction": [list(moment)], **fields}))


def test_the_other_call_may_be_in_rotation() -> None:
    ruling = at_once("S 1H", "E P")
    assert ruling.procedure == "33"
    assert ruling.complete
    assert has(ruling, "call_stands", call="P", player="E", provision="33")
    assert has(ruling, "call_stands", call="1H", player="S", provision="33")
    assert has(ruling, "no_further_rectification")


@pytest.mark.parametrize(
    ("moment", "law", "cited"),
    [
        (("E 1H", "W P"), "30", "29A"),
        (("E 1H", "W 2H"), "31", "29A"),
        (("E 1H", "N X"), "32", "29A"),
        (("E 1H", "S 1D"), "27", "27A1"),
        (("E 1H", "S XX"), "36", "36B1"),
        (("E 1H", "S 8C"), "38", "38B"),
    ],
)
def test_what_is_irregular_after_the_call_in_turn_falls_under_its_own_law(
    moment: tuple[str, str], law: str, cited: str
) -> None:
    ruling = at_once(*moment)
    assert ruling.procedure == law
    assert has(ruling, "call_stands", call="1H", player="E", provision="33")
    assert {"33", cited} <= set(ruling.citations)
    assert not has(ruling, "call_cancelled", call="1H")


def test_asked_for_by_name_the_law_sends_on_to_the_other() -> None:
    assert has(at_once("E 1H", "W P", procedure="33"), "director_action", what="rule_on_second", provision="33")


def test_an_obligation_broken_at_the_same_moment_is_broken_after_the_call_in_turn() -> None:
    data = {"dealer": "N", "auction": ["N 1C", ["E 1S", "S 2C"]], "must_pass": {"S": {"extent": "once", "from": 1}}}
    ruling = rule(parse_record(data))
    assert ruling.procedure == "37"
    assert {"33", "37B1"} <= set(ruling.citations)


def test_calls_of_which_none_is_in_turn_are_taken_as_they_were_made() -> None:
    ruling = interview("33", {"together": False})
    assert ruling.complete
    assert has(ruling, "director_action", what="rule_in_order_made")


def test_without_calls_of_one_moment_there_is_nothing_to_order() -> None:
    with pytest.raises(BadRecord, match="no calls made at the same moment"):
        rule(parse_record({"dealer": "N", "auction": ["N 1S", "E P"], "procedure": "33"}))
