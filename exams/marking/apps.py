"""How Django finds marking."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MarkingConfig(AppConfig):
    """Marking."""

    name = "exams.marking"
    label = "marking"
    verbose_name = _("Marking")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and say what is kept of people. Models are loaded only now, so the import stands here."""
        from exams.marking import kept, receivers  # noqa: F401
