"""`manage.py remove_second_factor EMAIL --reason WHY`: for somebody who has lost the phone and the recovery codes."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from accounts.audit.services import record
from accounts.letters.account import send_letter
from accounts.models import User, normal_email
from accounts.services import required_reason


class Command(BaseCommand):
    """Removes a person's second factor, notes it, and tells the person. The password stays as it is."""

    help = "Remove the second factor of somebody who has lost it; noted in the audit log, with a letter to the person."

    def add_arguments(self, parser: CommandParser) -> None:
        """Whose, and why."""
        parser.add_argument("email")
        parser.add_argument("--reason", required=True, help="how you made sure of the person's identity")

    @transaction.atomic
    def handle(self, *args: Any, email: str, reason: str, **options: Any) -> None:
        """Only where there is one."""
        person = User.objects.filter(email=normal_email(email)).first()
        factors = Authenticator.objects.filter(user=person)
        if person is None or not factors.exists():
            raise CommandError("Nobody with this address has a second factor.")
        factors.delete()
        record(actor=None, verb="person.second_factor_removed", target=person, reason=required_reason(reason))
        send_letter(person, "accounts/mail/second_factor_removed", {"person": person})
        self.stdout.write(f"{person.email} now signs in with the password alone.")
