"""How Django finds practice."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PracticeConfig(AppConfig):
    """Practice."""

    name = "exams.practice"
    label = "practice"
    verbose_name = _("Practice")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and say what is kept of people. Models are loaded only now, so the import stands here."""
        from exams.practice import kept, receivers  # noqa: F401
