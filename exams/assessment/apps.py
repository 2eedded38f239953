"""How Django finds assessments."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AssessmentConfig(AppConfig):
    """Practical assessments."""

    name = "exams.assessment"
    label = "assessment"
    verbose_name = _("Practical assessments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and say what is kept of people. Models are loaded only now, so the imports stand here."""
        from exams.assessment import kept, receivers  # noqa: F401
