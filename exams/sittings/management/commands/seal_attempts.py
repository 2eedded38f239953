"""manage.py seal_attempts: seal what was closed before there were seals."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from accounts.audit import exports
from accounts.models import User
from accounts.services import required_reason
from exams.sittings.verification import seal_what_is_not


class Command(BaseCommand):
    """Once, after the version that brought the seals: from then on an attempt without one is a broken one."""

    help = "Seal the attempts that were closed before there were seals, with an entry in the audit log for each."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--by", required=True, metavar="ADDRESS", help="The account of the person responsible.")
        parser.add_argument("--reason", required=True, help="Why, for the record.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Exit code 1 if one was broken already, and so was not sealed, or if the log is not as it was exported."""
        try:
            actor = User.objects.get_by_natural_key(options["by"])
        except User.DoesNotExist as error:
            raise CommandError(f"There is no account {options['by']!r}.", returncode=2) from error
        # Whoever may write to the tables can take all seals away, so that the log looks as from before there were any. What was
        # forged then must not get a genuine seal from us.
        if differing := list(exports.compare(settings.AUDIT_EXPORT_DIR)):
            for line in differing:
                self.stdout.write(line)
            raise CommandError(
                f"The audit log differs from the copy exported to {settings.AUDIT_EXPORT_DIR}, so nothing was sealed."
            )
        done, broken = seal_what_is_not(actor=actor, reason=required_reason(options["reason"]))
        self.stdout.write(f"{done} attempts sealed")
        for attempt in broken:
            self.stdout.write(f"attempt {attempt.pk} ({attempt.sitting}): broken, not sealed")
        if broken:
            raise SystemExit(1)
