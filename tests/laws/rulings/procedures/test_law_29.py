"""Laws 28 and 29 as entries: which procedure follows."""

from __future__ import annotations

import pytest

from laws.rulings.readers import explore, interview, rule
from laws.rulings.record import parse_record


@pytest.mark.parametrize(("kind", "law"), [("pass", "30"), ("bid", "31"), ("double", "32")])
def test_what_was_called_decides_the_law(kind: str, law: str) -> None:
    """The paths after the entry are the paths of that law."""
    entered = [path.path[1:] for path in explore("29") if path.path[0] == ("kind_of_call", kind)]
    assert entered == [path.path for path in explore(law)]


def test_28_asks_first_whether_the_opponent_had_to_pass_anyway() -> None:
    first = interview("28", {}).pending
    assert first is not None
    assert (first.fact.id, first.provision) == ("rho_must_pass", "28A")
    assert interview("28", {"rho_must_pass": True}).say() == (
        "The irregular call stands. The auction continues with no further rectification."
    )
    assert [path.path[1:] for path in explore("28") if path.path[0] == ("rho_must_pass", False)] == [
        path.path for path in explore("29")
    ]


@pytest.mark.parametrize("entry", ["28", "29"])
def test_a_record_entered_there_gets_the_same_ruling(entry: str) -> None:
    data = {"dealer": "N", "auction": ["E 1H"], "accepted": False, "continued": ["N P"]}
    direct, entered = rule(parse_record(data)), rule(parse_record(data), entry)
    assert entered.effects == direct.effects
    assert set(entered.citations) == {*direct.citations, "29B", *(["28A"] if entry == "28" else [])}
