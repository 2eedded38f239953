"""How Django finds sittings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SittingsConfig(AppConfig):
    """Sittings."""

    name = "exams.sittings"
    label = "sittings"
    verbose_name = _("Sittings")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and say what is kept of people. Models are loaded only now, so the import stands here."""
        from exams.sittings import kept, receivers  # noqa: F401
