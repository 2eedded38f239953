"""Work of the audit log that no browser waits for."""

import structlog
from celery import shared_task
from django.conf import settings

from accounts.audit import exporting

log = structlog.get_logger(__name__)


@shared_task
def export_log() -> None:
    """Export what is new since yesterday. Twice does no harm: what was exported is not exported again."""
    try:
        exporting.export(settings.AUDIT_EXPORT_DIR)
    except (OSError, exporting.Shorter) as error:
        # An operator has to look; until then the site goes on, and the next day's file takes the rest.
        log.error("audit_log_not_exported", why=str(error))
