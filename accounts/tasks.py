"""Work about people and about what they did that no browser waits for."""

from __future__ import annotations

import datetime as dt

import structlog
from allauth.usersessions.models import UserSession
from celery import shared_task
from django.conf import settings
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.utils import timezone

from accounts.audit import exports

log = structlog.get_logger(__name__)


# By the name it had in a module of its own, under which a broker may hold it.
@shared_task(name="accounts.audit.tasks.export_log")
def export_log() -> None:
    """Export what is new in the audit log since yesterday. Twice does no harm: what was exported is not exported again."""
    try:
        exports.export(settings.AUDIT_EXPORT_DIR)
    except (OSError, exports.Shorter) as error:
        # An operator has to look; until then the site goes on, and the next day's file takes the rest.
        log.error("audit_log_not_exported", why=str(error))


@shared_task
def forget_ended_sessions() -> None:
    """Delete the sessions that have ended by themselves, and what was noted of them for their owner's list."""
    call_command("clearsessions")
    # What was noted of one that begins just now may come before the session itself.
    yesterday = timezone.now() - dt.timedelta(days=1)
    kept = Session.objects.values("session_key")
    UserSession.objects.filter(last_seen_at__lt=yesterday).exclude(session_key__in=kept).delete()
