"""`manage.py report_stolen_key BODY NUMBER --since MOMENT --reason WHY`: trust a key no longer, sign anew what it signed."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.accreditation.credentials import badges, keys, status_lists
from accounts.accreditation.models import SigningKey


class Command(BaseCommand):
    """Takes a key out of the DID document. If it is killed while it signs anew, run it again: it goes on."""

    help = "Report that somebody else may have a key of a body, and sign anew what it has signed."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which key, since when, and why."""
        parser.add_argument("body", help="The body as in addresses, such as qba.")
        parser.add_argument("number", type=int, help="The number of the key: 1 of #key-1.")
        parser.add_argument("--since", required=True, help="From when on they may have had it: 2026-11-20T00:00+10:00.")
        parser.add_argument("--reason", required=True, help="Why, for the audit log.")

    def handle(self, *args: Any, **options: Any) -> None:
        """Report it, then sign the lists, then the badges."""
        try:
            key = SigningKey.objects.select_related("body").get(body__slug=options["body"], number=options["number"])
        except SigningKey.DoesNotExist as missing:
            raise CommandError(f"{options['body']} has no key {options['number']}.") from missing
        try:
            since = parse_datetime(options["since"])
        except ValueError:
            since = None
        if since is None:
            raise CommandError("Write the moment as 2026-11-20T00:00+10:00.")
        if key.stolen_since is None:
            try:
                keys.report_stolen(
                    key=key,
                    since=since if timezone.is_aware(since) else timezone.make_aware(since),
                    reason=options["reason"],
                )
            except ValidationError as refusal:
                raise CommandError(refusal.messages[0]) from refusal
        else:
            self.stdout.write("This key was reported before. Signing anew what is left.")
        lists = status_lists.sign_all(key.body)
        signed = badges.sign_anew(key)
        self.stdout.write(
            f"Signed anew: {lists} status lists and {signed} badges. Their holders can download them again."
        )
