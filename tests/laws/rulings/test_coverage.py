"""How much of the law a set of rulings touches."""

from __future__ import annotations

import pytest

from laws.rulings import staging
from laws.rulings.coverage import Coverage, _staged, coverage
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import PROCEDURES, ruled


def found(*rulings: Ruling, law: str = "27") -> Coverage:
    """The coverage of one law by these rulings."""
    return next(item for item in coverage(rulings) if item.procedure == law)


def test_no_ruling_touches_nothing() -> None:
    nothing = found()
    assert nothing.paths == len(nothing.untouched) == len(explore("27"))
    assert "27B1(a)" in nothing.uncited


def test_a_ruling_touches_its_path_and_its_provisions() -> None:
    one = found(ruled("N 1S, E 1H", accepted=False, replacement="2H"))
    assert one.paths - len(one.untouched) == 1
    assert "27B1(a)" not in one.uncited
    assert "27B2" in one.uncited


def test_what_is_incidental_is_no_other_path() -> None:
    plain = ruled("N 1S, E 1H", accepted=False, replacement="2H")
    remarked = ruled("N 1S, E 1H", accepted=False, replacement="2H", remark="oh")
    assert len(found(plain, remarked).untouched) == len(found(plain).untouched)


def test_a_ruling_that_waits_touches_no_path() -> None:
    assert len(found(ruled("N 1S, E 1H")).untouched) == len(explore("27"))


def test_rulings_of_another_edition_do_not_count() -> None:
    one = ruled("N 1S, E 1H", accepted=False, replacement="2H")
    one.edition = "duplicate-2007"
    assert found(one).by_cases == 0


def test_each_path_is_generated_or_impossible_with_a_reason() -> None:
    """Without any case: what no table can show is told with its reason, and nothing is left between."""
    for item in coverage([]):
        cannot = sum(number for _, number in item.impossible)
        assert item.gaps == ()
        assert item.generated + cannot == item.paths
        assert all(reason for reason, _ in item.impossible)
    assert found().words == "61 paths: 0 by cases, 53 by generated tables, 8 impossible, 0 neither"


def test_a_path_for_which_no_table_is_staged_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staging, "_staging", lambda _procedure, _edition: None)
    _staged.cache_clear()
    try:
        assert len(found().gaps) == len(explore("27"))
    finally:
        _staged.cache_clear()


def test_every_path_together_leaves_nothing_out() -> None:
    for item in coverage(path for law in PROCEDURES for path in explore(law)):
        assert item.untouched == ()
        assert item.uncited == ()
