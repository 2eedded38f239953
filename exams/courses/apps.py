"""How Django finds courses."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class CoursesConfig(AppConfig):
    """Courses."""

    name = "exams.courses"
    label = "courses"
    verbose_name = _("Courses")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and say what is kept of people. Models are loaded only now, so the import stands here."""
        from exams.courses import kept, receivers  # noqa: F401
