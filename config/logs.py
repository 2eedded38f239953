"""Logs: one event a line, with named values.

structlog, because "which answers were saved under request 7f3a" is a question to named values, not to sentences: JSON for a
machine to collect, readable columns in the demo. django-structlog adds the request id to every line of a request and hands it
on to the Celery tasks that the request starts.
"""

import logging.config
from typing import Any

import structlog
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
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # django_structlog says the same with the request id.
            "django.request": {"level": "CRITICAL"},
            "django.server": {"level": "CRITICAL"},
            "celery.beat": {"level": "WARNING"},
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
        },
    }


def configure(config: dict[str, Any]) -> None:
    """Called by Django with LOGGING."""
    logging.config.dictConfig(config)
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
