"""How Django finds letters."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LettersConfig(AppConfig):
    """Letters."""

    name = "accounts.letters"
    label = "letters"
    verbose_name = _("Letters")
    default_auto_field = "django.db.models.BigAutoField"
