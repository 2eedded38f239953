"""`manage.py rotate_signing_key BODY --reason WHY`: sign with a new key from now on."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.accreditation.credentials import keys
from accounts.models import Body


class Command(BaseCommand):
    """Makes a new key for a body. The old one stays in its DID document."""

    help = "Make a new key for the badges and status lists of a body. What the old one signed stays valid."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which body, and why."""
        parser.add_argument("body", help="The body as in addresses, such as qba.")
        parser.add_argument("--reason", required=True, help="Why, for the audit log.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Rotate."""
        try:
            body = Body.objects.get(slug=options["body"])
        except Body.DoesNotExist as missing:
            raise CommandError(f"There is no body {options['body']!r}.") from missing
        made = keys.rotate(body=body, reason=options["reason"])
        self.stdout.write(f"{body.name} signs with key {made.number} from now on.")
