"""`manage.py reencrypt_second_factors`: after SECRET_KEY was changed, before the old one leaves SECRET_KEY_FALLBACKS."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand
from django.db import transaction

from accounts.signing_in.secrets import each_secret, encrypted_anew


class Command(BaseCommand):
    """Writes every secret of a second factor anew, with the present key."""

    help = "Encrypt the secrets of second factors with the present SECRET_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        """All or none."""
        with transaction.atomic():
            factors = list(Authenticator.objects.select_for_update())
            for factor in factors:
                factor.data = each_secret(factor.data, encrypted_anew)
                factor.save(update_fields=["data"])
        self.stdout.write(f"{len(factors)} second factors are encrypted with the present key.")
