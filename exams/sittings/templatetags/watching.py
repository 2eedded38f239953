"""Where an open page of an attempt asks whether anything has happened to it."""

from __future__ import annotations

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.models import User
from exams.sittings import watching
from exams.sittings.models import Attempt, RoomEvent

register = template.Library()


@register.simple_tag
def watch_address(attempt: Attempt) -> SafeString:
    """The attributes from which the scripts read the address, and how often to ask."""
    return format_html('data-watch-url="{}" data-watch-every="{}"', watching.watch_url(attempt), watching.EVERY_MS)


@register.simple_tag
def stopped_by(attempt: Attempt, stands: str) -> User | None:
    """Who stopped the clock that stands, for all or for this candidate alone: whom to ask."""
    told = RoomEvent.objects.filter(sitting=attempt.sitting, kind=RoomEvent.Kind.PAUSED)
    told = told.filter(attempt=None if stands == "all" else attempt).select_related("by").order_by("-pk")
    event = told.first()
    return event.by if event else None
