"""How Django finds letters."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LettersConfig(AppConfig):
    """Letters."""

    name = "accounts.letters"
    label = "letters"
    verbose_name = _("Letters")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what is kept of people. Models are loaded only now, so the import stands here."""
        from accounts.letters import kept  # noqa: F401
