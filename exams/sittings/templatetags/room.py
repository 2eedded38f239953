"""Times as the room's pages tell them."""

from __future__ import annotations

import datetime as dt

from django import template

from exams.sittings import protocol

register = template.Library()


@register.filter
def clock(seconds: float) -> str:
    """A length of time as a clock shows it: 1:05:09, or 5:09 within the hour."""
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


@register.filter
def milliseconds(moment: dt.datetime) -> int:
    """A moment as scripts count: milliseconds since 1970."""
    return protocol.milliseconds(moment)
