"""Answers for whoever watches over the site: is this process alive, and may it be sent people?"""

from collections.abc import Callable

from celery import current_app
from django.core.cache import cache
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from config import broker
from config.tasks import WORKER_SEEN


class NotReady(Exception):
    """Why this process should not be sent people now."""


@never_cache
@require_safe
def live(request: HttpRequest) -> JsonResponse:
    """The process answers. It asks nobody else: restarting it would not bring a database back."""
    return JsonResponse({"status": "ok"})


@never_cache
@require_safe
def ready(request: HttpRequest) -> JsonResponse:
    """Everything a page needs is there: database, its tables as this code knows them, the cache and the broker.

    When a worker last took a task is told but decides nothing: pages work while tasks wait.
    """
    report = {name: _outcome(check) for name, check in CHECKS.items()}
    fine = all(outcome == "ok" for outcome in report.values())
    seen = cache.get(WORKER_SEEN) if report["cache"] == "ok" else None
    age = round((timezone.now() - seen).total_seconds()) if seen else None
    return JsonResponse(
        {"status": "ok" if fine else "not ready", "checks": report, "worker_seen_seconds_ago": age},
        status=200 if fine else 503,
    )


def _outcome(check: Callable[[], None]) -> str:
    try:
        check()
    except NotReady as reason:
        return str(reason)
    return "ok"


def _database() -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError as error:
        raise NotReady("does not answer") from error


def _migrations() -> None:
    try:
        executor = MigrationExecutor(connection)
        waiting = executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        raise NotReady("unknown: the database does not answer") from error
    if waiting:
        raise NotReady(f"{len(waiting)} not applied")


def _broker() -> None:
    try:
        with current_app.connection_for_write() as link:
            link.ensure_connection(max_retries=1, timeout=2)
            if isinstance(link.transport, broker.Transport):
                link.transport.check()
    except (KombuError, OSError) as error:
        raise NotReady("does not answer") from error


def _cache() -> None:
    try:
        cache.get(WORKER_SEEN)
    except (DatabaseError, RedisError) as error:
        raise NotReady("does not answer") from error


CHECKS = {"database": _database, "migrations": _migrations, "cache": _cache, "broker": _broker}
