"""How Django finds law editing."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LawEditingConfig(AppConfig):
    """Changes of the law."""

    name = "laws.editing"
    label = "law_editing"
    verbose_name = _("Changes of the law")
    default_auto_field = "django.db.models.BigAutoField"
