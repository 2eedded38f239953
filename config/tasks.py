"""The worker's own sign of life."""

from celery import shared_task
from django.core.cache import cache
from django.utils import timezone

WORKER_SEEN = "worker-seen"


@shared_task
def ping() -> None:
    """Note that a worker took a task just now; the readiness page tells how long ago that was."""
    cache.set(WORKER_SEEN, timezone.now(), timeout=24 * 3600)
