"""How Django finds privacy."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PrivacyConfig(AppConfig):
    """What is kept of people."""

    name = "accounts.privacy"
    label = "privacy"
    verbose_name = _("Privacy")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what accounts, the audit log and the libraries for signing in keep."""
        from accounts.privacy import kept  # noqa: F401
