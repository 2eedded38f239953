"""How Django finds simulated calls."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CallsConfig(AppConfig):
    """Simulated calls."""

    name = "exams.calls"
    label = "calls"
    verbose_name = _("Simulated calls")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers. Models are loaded only now, so the import stands here."""
        from exams.calls import receivers  # noqa: F401
