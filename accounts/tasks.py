"""Work about people that no browser waits for."""

from __future__ import annotations

import datetime as dt

from allauth.usersessions.models import UserSession
from celery import shared_task
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone


@shared_task
def forget_ended_sessions() -> None:
    """Delete the sessions that have ended by themselves, and what was noted of them for their owner's list."""
    call_command("clearsessions")
    # What was noted of one that begins just now may come before the session itself.
    yesterday = timezone.now() - dt.timedelta(days=1)
    kept = Session.objects.values("session_key")
    UserSession.objects.filter(last_seen_at__lt=yesterday).exclude(session_key__in=kept).delete()
