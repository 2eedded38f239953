"""manage.py compare_audit: compare the audit log with what was exported of it."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db.models import Max

from accounts.audit import exports
from accounts.audit.models import AuditEntry


class Command(BaseCommand):
    """Best with copies of the exports that lie where nobody of the site can write."""

    help = (
        "Compare the audit log with its exports, and list each entry that has been changed, removed or inserted since."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", help="The folder with the exports; AUDIT_EXPORT_DIR if left out.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 1 if something differs, 2 if there is nothing to compare with."""
        folder = Path(options["folder"] or settings.AUDIT_EXPORT_DIR)
        # Asked first: a database without tables is another matter than a folder without files.
        newest = AuditEntry.objects.aggregate(last=Max("pk"))["last"] or 0
        found = exports.files(folder)
        if not found:
            raise CommandError(f"There is no export in {folder}.", returncode=2)
        differing = 0
        for line in exports.compare(folder):
            differing += 1
            self.stdout.write(line)
        self.stdout.write(
            f"{len(found)} exports, up to entry {found[-1].last} of {newest}: "
            + (f"{differing} differences" if differing else "the log is as it was exported")
        )
        if differing:
            raise SystemExit(1)
