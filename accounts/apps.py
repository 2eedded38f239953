"""How Django finds people."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    """People."""

    name = "accounts"
    label = "accounts"
    verbose_name = _("People")
    default_auto_field = "django.db.models.BigAutoField"
