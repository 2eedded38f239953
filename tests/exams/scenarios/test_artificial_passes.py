"""Artificial passes out of rotation (30C): each replacement is what it is staged as, and nobody need judge it."""

from __future__ import annotations

from functools import cache

from exams.scenarios.bidding.system import Option
from exams.scenarios.laws.law_30_artificial import Passed, at_rho_turn, strong_passes
from exams.scenarios.narration.replacing import comparable
from laws.rulings.calls import CALLS
from laws.rulings.comparable import decisive
from laws.rulings.meanings import parse_meaning
from tests.walking import walks

TESTS = {"similar": "same_or_similar", "subset": "is_subset", "same_purpose": "same_purpose", "no": "no"}


@cache
def replaced() -> list[Passed]:
    """Every pass that is replaced: at the turn of the offender's RHO, LHO and partner, by each test."""
    return [
        *at_rho_turn(rho_passes=False),
        *(case for turn in ("lho", "partner") for test in TESTS for case in strong_passes(turn, test)),
    ]


@walks("case", replaced, ids=lambda case: f"{case.turn}/{case.then[-1][1]}/{case.instead['call']}")
def test_the_replacement_passes_the_test_it_is_staged_for(case: Passed) -> None:
    old, new = parse_meaning(case.means), parse_meaning(case.instead["means"])
    assert old is not None and new is not None
    assert old.artificial
    assert decisive(old, new) == TESTS[case.instead["test"]]
    plainly = comparable(Option(CALLS["P"], old, "", ""), Option(CALLS[case.instead["call"]], new, "", ""))
    assert plainly is (case.instead["test"] != "no")


def test_every_test_is_staged_at_every_turn() -> None:
    assert {(case.turn, case.instead["test"]) for case in replaced() if case.instead} == {
        (turn, test) for turn in ("rho", "lho", "partner") for test in TESTS
    }


def test_after_a_pass_of_rho_the_offender_has_no_choice_to_tell() -> None:
    cases = list(at_rho_turn(rho_passes=True))
    assert cases
    assert all(not case.instead and case.then == [("rho", "P")] for case in cases)


def test_a_call_that_is_not_comparable_says_in_what_it_differs() -> None:
    assert all(bool(case.instead.get("differs")) is (case.instead["test"] == "no") for case in replaced())
