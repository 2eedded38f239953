"""How Django finds sample papers."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SamplesConfig(AppConfig):
    """Sample papers."""

    name = "exams.samples"
    label = "samples"
    verbose_name = _("Sample papers")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers. Models are loaded only now, so the import stands here."""
        from exams.samples import receivers  # noqa: F401
