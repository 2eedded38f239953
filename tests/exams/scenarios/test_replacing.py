"""Only replacements that every director judges alike are staged."""

from __future__ import annotations

from typing import Any

import pytest

from exams.scenarios.bidding.system import Option
from exams.scenarios.narration.replacing import comparable, tells_something
from exams.scenarios.tables import telling
from laws.rulings.calls import parse_call
from laws.rulings.meanings import Meaning, parse_meaning


def option(call: str, **shown: Any) -> Option:
    return Option(parse_call(call), parse_meaning(shown), "", "")


OPENING: dict[str, Any] = {"hcp": "12-21", "suits": {"S": "5+"}}


@pytest.mark.parametrize(
    ("withdrawn", "replacement", "judged"),
    [
        (option("1S", **OPENING), option("2S", hcp="12-16", suits={"S": "6+"}), True),
        (option("1S", **OPENING), option("1S", **OPENING), True),
        (option("1S", **OPENING), option("2S", hcp="11-16", suits={"S": "5+"}), True),
        (option("1S", **OPENING), option("2S", hcp="10-16", suits={"S": "5+"}), None),
        (option("1S", **OPENING), option("1S", hcp="8-16", suits={"S": "5+"}), None),
        (option("1S", **OPENING), option("1S", hcp="6+", suits={"S": "4+"}), False),
        (option("1S", **OPENING), option("2H", hcp="12-16", suits={"H": "5+"}), False),
        (option("4NT", hcp="18+", asks="aces"), option("5C", asks="aces"), True),
        (option("P", hcp="0-11"), option("P", hcp="0-16"), None),
        (option("X", hcp="12+", suits={"H": "0-2"}), option("X", hcp="16+"), None),
    ],
)
def test_likeness_is_plain_or_left_out(withdrawn: Option, replacement: Option, judged: bool | None) -> None:
    assert comparable(withdrawn, replacement) is judged


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (option("1S", **OPENING), True),
        (option("4NT", asks="aces"), True),
        (option("2C", hcp="22+", artificial=True), True),
        (option("3D", hcp="0-11"), False),  # preference: no reader sees a suit in it
        (option("P"), False),
        (Option(parse_call("P"), None, "", ""), False),
    ],
)
def test_a_call_is_staged_when_its_meaning_tells_something(call: Option, told: bool) -> None:
    assert tells_something(call) is told


def test_a_question_is_told_as_one() -> None:
    asking = Option(parse_call("4NT"), Meaning(asks="aces"), "", "18+ points")
    assert telling(asking) == ("4NT", "asks for aces; 18+ points")
    silent = Option(parse_call("2NT"), Meaning(asks="minor"), "", "nothing more is shown")
    assert telling(silent) == ("2NT", "asks which minor")
