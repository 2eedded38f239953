"""`manage.py prepare`: bring a database, new or old, to what this version of the code needs."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from config.owner import as_owner, grant


class Command(BaseCommand):
    """Tables, the cache's table, and the data every installation starts with; to be run before each new version serves."""

    help = "Bring the database to what this version needs: migrate, createcachetable, grant, seed. Safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        """In this order: seeds write into the tables. All of it as the owner of the tables, where that is not the site."""
        with as_owner():
            call_command("migrate", interactive=False, verbosity=options["verbosity"])
            call_command("createcachetable", verbosity=options["verbosity"])
            if settings.OWNER_DATABASE is not None:
                grant(settings.DATABASES["default"]["USER"], settings.DATABASES["default"].get("PASSWORD", ""))
            call_command("seed", verbosity=options["verbosity"])
