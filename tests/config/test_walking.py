"""Walks of many cases in one test: no fault is lost, each is told with its case, and an empty walk is a fault."""

from __future__ import annotations

import pytest

from tests.walking import ONLY, WHOLE, faults, walks


@walks("number", lambda: range(WHOLE + 30), ids=lambda number: f"case {number}")
def _odd(number: int) -> None:
    assert number % 2, f"{number} is even"


@walks(("one", "other"), [(1, 1), (1, 2)])
def _same(other: int, one: int, fixture: int) -> None:
    assert one == other - fixture


def test_every_fault_is_told_with_its_case() -> None:
    with pytest.raises(pytest.fail.Exception) as failed:
        _odd()
    told = str(failed.value)
    assert told.startswith("25 of 50 cases are wrong")
    assert [number for number in range(50) if f"at case {number}\n" in told] == [*range(0, 50, 2)]
    assert all(f"{number} is even" in told for number in range(0, 50, 2))
    assert "assert number % 2" in told


def test_a_case_of_several_values_is_given_by_name_beside_the_fixtures() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"1 of 2 cases are wrong\n\nat \(1, 2\)\n"):
        _same(fixture=0)


def test_whatever_is_raised_is_a_fault_of_its_case_alone() -> None:
    with pytest.raises(pytest.fail.Exception, match="2 of 3 cases are wrong") as failed, faults() as found:
        for at in ("a", "b", "c"):
            with found.at(at):
                if at == "a":
                    raise KeyError(at)
                if at == "b":
                    pytest.fail("said so")
    assert "at a\n" in str(failed.value) and "KeyError: 'a'" in str(failed.value)
    assert "at b\n" in str(failed.value) and "said so" in str(failed.value)


def test_a_walk_over_nothing_fails() -> None:
    with pytest.raises(pytest.fail.Exception, match="nothing to walk"), faults():
        pass


def test_only_some_cases_can_be_walked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ONLY, "text", "case 4")
    with pytest.raises(pytest.fail.Exception, match="6 of 11 cases are wrong"):
        _odd()
