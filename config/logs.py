"""Logs: one event a line, with named values.

structlog, because "which answers were saved under request 7f3a" is a question to named values, not to sentences: JSON for a
machine to collect, readable columns in the demo. django-structlog adds the request id to every line of a request and hands it
on to the Celery tasks that the request starts.
"""

import logging.config
from typing import Any

import structlog
from celery import current_app
from django.conf import settings
from django.http import HttpRequest
from django.urls import Resolver404, resolve
from django_structlog import middlewares
from structlog.typing import Processor

SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def logging_config(*, readable: bool, level: str) -> dict[str, Any]:
    """The standard library's logging, so that lines of Django, Celery and ours come out alike."""
    renderer: list[Processor] = (
        [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
        if readable
        else [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
                "foreign_pre_chain": SHARED,
            },
        },
        "filters": {"seldom enough": {"()": SeldomEnough}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # django_structlog says the same with the request id.
            "django.request": {"level": "CRITICAL"},
            "django.server": {"level": "CRITICAL"},
            # config.errors says the same, and leaves tokens out of the path.
            "django.security.csrf": {"level": "CRITICAL"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            "django_structlog.celery.receivers": {"filters": ["seldom enough"]},
        },
    }


OFTEN_SECONDS = 10


class SeldomEnough(logging.Filter):
    """Passes over that a task went well which the clock starts every few seconds: the lines would be all that one sees."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is written; what goes wrong always is."""
        task = current_app.current_task
        if record.levelno > logging.INFO or task is None:
            return True
        regular = settings.CELERY_BEAT_SCHEDULE.values()
        often = (
            one["task"] for one in regular if isinstance(one["schedule"], float) and one["schedule"] < OFTEN_SECONDS
        )
        return task.name not in often


class RequestMiddleware(middlewares.RequestMiddleware):
    """A line a request, without what is nobody's business: no query, and no word of an address that lets somebody in."""

    @staticmethod
    def format_request(request: HttpRequest) -> str:
        """The method and the path; in place of a token, the name that it has in the address."""
        return f"{request.method} {told_path(request)}"


def told_path(request: HttpRequest) -> str:
    """The path of a request as logs may have it.

    Queries hold search terms, digests of receipts and addresses of people. In the paths of accounts everything that
    varies lets somebody do something (reset a password, confirm an address), and whoever has the code of a certificate
    can look up its holder.
    """
    path = request.path_info
    try:
        match = request.resolver_match or resolve(path)
    except Resolver404:
        return path
    secret = (match.url_name or "").startswith(("account_", "mfa_")) or match.namespace == "register"
    return f"/{match.route}" if secret and match.kwargs else path


def configure(config: dict[str, Any]) -> None:
    """Called by Django with LOGGING."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
