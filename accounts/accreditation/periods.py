"""How long an award lasts."""

from __future__ import annotations

import calendar
import datetime


def months_later(day: datetime.date, months: int) -> datetime.date:
    """The same day of the month so many months on; the last day of that month where it has no such day."""
    years, month = divmod(day.month - 1 + months, 12)
    year, month = day.year + years, month + 1
    return datetime.date(year, month, min(day.day, calendar.monthrange(year, month)[1]))
