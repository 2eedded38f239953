"""How Django finds law library."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LawsConfig(AppConfig):
    """Law library."""

    name = "laws"
    label = "laws"
    verbose_name = _("Law library")
    default_auto_field = "django.db.models.BigAutoField"
