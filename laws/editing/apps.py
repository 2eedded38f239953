"""How Django finds law editing."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LawEditingConfig(AppConfig):
    """Changes of the law."""

    name = "laws.editing"
    label = "law_editing"
    verbose_name = _("Changes of the law")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what is kept of people. Models are loaded only now, so the import stands here."""
        from laws.editing import kept  # noqa: F401
