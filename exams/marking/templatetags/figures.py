"""Figures of statistics in templates."""

from __future__ import annotations

from django import template

from exams.marking.statistics import words

register = template.Library()


@register.filter
def figure(value: float | None) -> str:
    """A figure to the hundredth, written as in the sentences about it; a dash for one that cannot be told."""
    return "–" if value is None else words.number(value)
