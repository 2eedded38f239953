"""How Django finds people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People."""

    name = "accounts"
    label = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Allauth writes of every change but one: a further address."""
        from allauth.account.signals import email_added

        from accounts.signing_in.letters import tell_of_a_further_address

        email_added.connect(tell_of_a_further_address)
