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
        """Allauth writes of every change but one: a further address. And a new session is one that was just seen."""
        from allauth.account.signals import email_added
        from django.contrib.auth.signals import user_logged_in

        from accounts.letters.account import tell_of_a_further_address
        from accounts.signing_in.sessions import just_seen

        user_logged_in.connect(just_seen)
        email_added.connect(tell_of_a_further_address)
