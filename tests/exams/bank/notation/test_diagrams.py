"""All diagrams of a question together."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from exams import scenarios
from exams.bank.content import faults
from exams.bank.notation import BadDiagram, Typed, read, write
from tests.exams.bank.notation.strategies import diagrams
from tests.factories import content


@given(made=diagrams())
def test_what_was_written_is_read(made: dict[str, Any]) -> None:
    assert read(write(made)) == made


@given(made=diagrams())
def test_what_is_read_fits_the_schema(made: dict[str, Any]) -> None:
    found = [field for field, _message in faults(content(diagrams=made)) if "is in the hand" not in _message]
    assert found == []


@pytest.mark.parametrize("kind", scenarios.KINDS)
def test_the_diagrams_of_generated_questions_come_back(kind: str) -> None:
    # Law 30 lends itself to every kind of the auction; the mix of all laws, which takes longer, is looked at once.
    law, count = {"best_ruling": (scenarios.ALL, 60), "number": ("64", 5)}.get(kind, ("30", 5))
    for made in scenarios.generate(law, count=count, seed=3, kind=kind):
        assert read(write(made["diagrams"])) == made["diagrams"]


def test_a_board_tells_dealer_and_vulnerability() -> None:
    typed = Typed(board=3, auction="P", hands="S: AKQJT98765432...")
    heading = {"board": 3, "dealer": "S", "vulnerability": "EW"}
    assert read(typed) == {
        "auction": {**heading, "calls": [{"by": "S", "call": "P"}], "notes": []},
        "hands": {**heading, "show": {"S": "AKQJT98765432..."}},
    }


def test_nothing_typed_is_no_diagram() -> None:
    assert read(Typed(board=3)) == {}


@pytest.mark.parametrize(
    ("typed", "part", "what"),
    [
        (Typed(auction="1NT P"), "dealer", "Say who dealt"),
        (Typed(dealer="N", auction="1NT P 2K"), "auction", "Line 1, “2K”: This is not a call."),
        (Typed(hands="N: S A"), "hands", "N: 1 of thirteen cards."),
        (Typed(play="HK"), "play", "It is not clear who leads."),
    ],
)
def test_the_field_that_cannot_be_read_is_named(typed: Typed, part: str, what: str) -> None:
    with pytest.raises(BadDiagram) as refused:
        read(typed)
    assert refused.value.part == part
    assert what in str(refused.value)
