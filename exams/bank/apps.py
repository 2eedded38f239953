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
        """Have the questions looked at whenever the law changes. Models are loaded only now, so the imports stand here."""
        from exams.bank.tasks import flag_changed_provisions
        from laws.heeding import when_texts_change

        when_texts_change(flag_changed_provisions.delay)
