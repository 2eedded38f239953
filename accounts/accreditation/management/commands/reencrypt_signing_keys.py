"""`manage.py reencrypt_signing_keys`: after SECRET_KEY was changed, before the old one leaves SECRET_KEY_FALLBACKS."""

from __future__ import annotations

from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError

from accounts.accreditation.credentials import keys


class Command(BaseCommand):
    """Writes the private key of every signing key anew, with the present SECRET_KEY."""

    help = "Encrypt the keys that sign badges with the current SECRET_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        """All or none."""
        try:
            done = keys.encrypt_anew()
        except InvalidToken as error:
            raise CommandError(
                "A signing key was not encrypted with any SECRET_KEY that is known here, so nothing was changed. Put the "
                "one that is missing into SECRET_KEY_FALLBACKS."
            ) from error
        self.stdout.write(f"{done} signing keys are encrypted with the current SECRET_KEY.")
