"""Marks as numbers that people and JSON read: exact inside, plain outside."""

from __future__ import annotations

import decimal

HUNDREDTH = decimal.Decimal("0.01")


def plain(value: decimal.Decimal | int) -> int | float:
    """A mark without idle noughts: 1, 0.5, 2.33."""
    return int(value) if value == int(value) else float(value)


def hundredths(value: decimal.Decimal) -> decimal.Decimal:
    """A mark as it is stored, halves rounded up."""
    return value.quantize(HUNDREDTH, rounding=decimal.ROUND_HALF_UP)


def percent(marks: decimal.Decimal | int, out_of: int) -> decimal.Decimal:
    """Marks in percent, rounded down to hundredths, so that no pass mark is shown that was not reached."""
    return (decimal.Decimal(marks) * 100 / out_of).quantize(HUNDREDTH, rounding=decimal.ROUND_DOWN)
