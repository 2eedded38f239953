"""How Django finds papers."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PapersConfig(AppConfig):
    """Papers."""

    name = "exams.papers"
    label = "papers"
    verbose_name = _("Papers")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and say what is kept of people. Models are loaded only now, so the import stands here."""
        from exams.papers import kept, receivers  # noqa: F401
