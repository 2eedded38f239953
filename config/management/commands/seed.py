"""`manage.py seed`: what a new installation starts with."""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import transaction


def seeds() -> dict[str, Callable[[bool], None]]:
    """The function `seed(demo)` of each app's `seed` module, in the order of INSTALLED_APPS: foundations first."""
    found = {}
    for app in apps.get_app_configs():
        name = f"{app.name}.seed"
        # Only our own apps: a library's module of that name would not mean this.
        if app.path.startswith(str(settings.BASE_DIR)) and find_spec(name) is not None:
            found[app.label] = import_module(name).seed
    return found


class Command(BaseCommand):
    """Load the data every installation needs and, in the demo, sample people; loading it again changes nothing."""

    help = "Load the digest of the laws, syllabus, regulations and, in the demo, sample people. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Each app in a transaction of its own: all of its data or none."""
        for label, seed in seeds().items():
            with transaction.atomic():
                seed(settings.DEMO)
            if options["verbosity"] > 0:
                self.stdout.write(f"seeded {label}")
