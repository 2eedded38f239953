"""manage.py export_audit: write what is new in the audit log to a file outside the database, now."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.audit import exports


class Command(BaseCommand):
    """What the clock does every night, for somebody who does not want to wait: before an exam, before a backup."""

    help = "Write what is new in the audit log to AUDIT_EXPORT_DIR. The clock does so every night."

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 2 and one sentence if it cannot."""
        try:
            written = exports.export(settings.AUDIT_EXPORT_DIR)
        except (OSError, exports.Shorter) as error:
            raise CommandError(str(error), returncode=2) from error
        self.stdout.write(f"{written.path}" if written else "Nothing new that is ten minutes old.")
