"""`manage.py reencrypt_second_factors`: after SECRET_KEY was changed, before the old one leaves SECRET_KEY_FALLBACKS."""

from __future__ import annotations

from typing import Any

from allauth.mfa.models import Authenticator
from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.accreditation.models import Webhook
from accounts.signing_in.secrets import each_secret, encrypted_anew


class Command(BaseCommand):
    """Writes every secret of a second factor and of a webhook anew, with the present key."""

    help = "Encrypt the secrets of second factors and webhooks with the current SECRET_KEY."

    def handle(self, *args: Any, **options: Any) -> None:
        """All or none."""
        with transaction.atomic():
            factors = list(Authenticator.objects.select_for_update(of=("self",)).select_related("user"))
            for factor in factors:
                try:
                    factor.data = each_secret(factor.data, encrypted_anew)
                except InvalidToken as error:
                    raise CommandError(
                        f"The {factor.get_type_display()} of {factor.user.email} was not encrypted with any key that is known "
                        "here, so nothing was changed. Either its key is missing in SECRET_KEY_FALLBACKS, or it was "
                        "written by hand; then see manage.py remove_second_factor."
                    ) from error
                factor.save(update_fields=["data"])
            webhooks = list(Webhook.objects.select_for_update())
            for webhook in webhooks:
                try:
                    webhook.secret = encrypted_anew(webhook.secret)
                except InvalidToken as error:
                    raise CommandError(
                        f"The secret of the webhook {webhook.url} was not encrypted with any key that is known here, so "
                        "nothing was changed. Add its key to SECRET_KEY_FALLBACKS."
                    ) from error
                webhook.save(update_fields=["secret"])
        told = f"{len(factors)} second factors"
        told += f" and {len(webhooks)} secrets of webhooks" if webhooks else ""
        self.stdout.write(f"{told} are encrypted with the current key.")
