"""Months are counted as people count them."""

from __future__ import annotations

from datetime import date

import pytest

from accounts.accreditation.life import months_later


@pytest.mark.parametrize(
    ("day", "months", "later"),
    [
        (date(2026, 11, 20), 36, date(2029, 11, 20)),
        (date(2026, 11, 20), 1, date(2026, 12, 20)),
        (date(2026, 11, 20), 2, date(2027, 1, 20)),
        (date(2027, 1, 31), 1, date(2027, 2, 28)),
        (date(2028, 2, 29), 12, date(2029, 2, 28)),
        (date(2028, 2, 29), 48, date(2032, 2, 29)),
        (date(2026, 12, 1), 12, date(2027, 12, 1)),
        (date(2026, 1, 15), -1, date(2025, 12, 15)),
        (date(2026, 11, 20), 0, date(2026, 11, 20)),
    ],
)
def test_months_later(day: date, months: int, later: date) -> None:
    assert months_later(day, months) == later
