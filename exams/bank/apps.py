"""How Django finds question bank."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class BankConfig(AppConfig):
    """Question bank."""

    name = "exams.bank"
    label = "bank"
    verbose_name = _("Question bank")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers, and say what is kept of people. Models are loaded only now, so the import stands here."""
        from exams.bank import kept, receivers  # noqa: F401
