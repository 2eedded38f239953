"""The Celery application: tasks of every app, and the clock (beat) in the settings."""

import os

from celery import Celery
from celery.signals import setup_logging, worker_init
from django.conf import settings
from django_structlog.celery.steps import DjangoStructLogInitStep

from config.broker import use_whole_messages

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

NICENESS = 5
"""Of the worker's processes, added to that of whoever starts it."""

use_whole_messages()
app = Celery("rectify")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@setup_logging.connect
def use_our_logging(**_: object) -> None:
    """Workers log as the site does; without a receiver Celery would set up its own."""
    from config.logs import configure

    configure(settings.LOGGING)


@worker_init.connect
def let_pages_go_first(**_: object) -> None:
    """Where the worker shares a machine with the site, a page that somebody waits for comes before it."""
    os.nice(NICENESS)


@worker_init.connect
def read_words_once(**_: object) -> None:
    """Before the worker's processes part, so that none of them has to read the words of the laws for itself."""
    from exams.scenarios import read_words

    read_words()
