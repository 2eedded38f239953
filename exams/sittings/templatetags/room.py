"""Times as the room's pages tell them."""

from __future__ import annotations

import datetime as dt
import uuid
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from exams.sittings import protocol
from exams.sittings.board import Line
from exams.sittings.models import Sitting

register = template.Library()

# Rows of some full halls. From one poll to the next most candidates stand as they did.
KEPT_ROWS = 4096


@register.simple_tag
def room_row(line: Line, sitting_id: uuid.UUID, questions: int) -> SafeString:
    """The row of one candidate; the one rendered before, if nothing has changed for this candidate."""
    return _row(line, sitting_id, questions, timezone.get_current_timezone_name(), get_language(), timezone.localdate())


@lru_cache(maxsize=KEPT_ROWS)
def _row(
    line: Line, sitting_id: uuid.UUID, questions: int, _zone: str, _language: str | None, _today: dt.date
) -> SafeString:
    # Zone, language and day are those that are now; here they tell one row from another.
    context = {"line": line, "sitting_id": sitting_id, "questions": questions}
    return render_to_string("sittings/parts/row.html", context)


@register.filter
def clock(seconds: float) -> str:
    """A length of time as a clock shows it: 1:05:09, or 5:09 within the hour."""
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


@register.filter
def moment(at: dt.datetime, form: str) -> str:
    """When something is or was: the time as `form` tells it, after day and month where that is another day than today."""
    if timezone.localdate(at) != timezone.localdate():
        return dated(at, form)
    return date_format(timezone.localtime(at), form)


@register.filter
def dated(at: dt.datetime, form: str) -> str:
    """The time after day and month, whatever day it is."""
    return date_format(timezone.localtime(at), f"j M, {form}")


@register.filter
def has_days(sitting: Sitting) -> bool:
    """Whether it lasts from one day into another, so that a time alone does not say when."""
    return timezone.localdate(sitting.opens_at) != timezone.localdate(sitting.closes_at)


@register.filter
def milliseconds(moment: dt.datetime) -> int:
    """A moment as scripts count: milliseconds since 1970."""
    return protocol.milliseconds(moment)
