"""Marks in templates."""

from __future__ import annotations

import decimal

from django import template

from exams.marking import numbers

register = template.Library()


@register.filter
def plain(value: decimal.Decimal | int) -> int | float:
    """A mark without idle noughts: 1, 0.5, 2.33."""
    return numbers.plain(value)
