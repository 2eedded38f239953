"""A case: asking and deciding leave steps."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.case import Asked, Case, Decided, NeedsAnswer
from laws.rulings.effects.calls import NoFurtherRectification
from laws.rulings.facts import Fact
from laws.rulings.facts.calls import LHO_ACCEPTS, REMARKED


class Told:
    """A reader that knows what it was told."""

    def __init__(self, **values: Any) -> None:
        self.values = values

    def read(self, fact: Fact, provision: str) -> Any:
        """The told value."""
        if fact.id not in self.values:
            raise NeedsAnswer(fact, provision)
        return self.values[fact.id]

    def incidental(self, fact: Fact) -> Any:
        """The told value or the usual one."""
        return self.values.get(fact.id, fact.default)


def test_what_is_asked_and_what_is_ruled_are_steps_in_order() -> None:
    case = Case(Told(lho_accepts=True))
    assert case.asks(LHO_ACCEPTS, "27A1") is True
    case.rules(NoFurtherRectification(), "27A1")
    assert case.steps == [Asked(LHO_ACCEPTS, True, "27A1"), Decided(NoFurtherRectification(), "27A1")]


def test_an_unknown_fact_stops_the_case_and_leaves_no_step() -> None:
    case = Case(Told())
    with pytest.raises(NeedsAnswer, match=r"lho_accepts \(27A1\): Does \{lho\} accept \{irregular\}\?") as caught:
        case.asks(LHO_ACCEPTS, "27A1")
    assert caught.value.fact is LHO_ACCEPTS
    assert case.steps == []


def test_what_is_as_usual_is_no_step() -> None:
    case = Case(Told())
    assert case.notes(REMARKED, "16B1(a)") is False
    assert case.steps == []


def test_what_is_unusual_is_a_noted_step() -> None:
    case = Case(Told(remarked=True))
    assert case.notes(REMARKED, "16B1(a)") is True
    assert case.steps == [Asked(REMARKED, True, "16B1(a)", noted=True)]
