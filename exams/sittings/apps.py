"""How Django finds sittings."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class SittingsConfig(AppConfig):
    """Sittings."""

    name = "exams.sittings"
    label = "sittings"
    verbose_name = _("Sittings")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have papers that somebody may have seen stay as they are, and sittings to come follow one that is replaced.

        Models are loaded only now, so the imports stand here.
        """
        from exams.papers import swapping
        from exams.sittings import replacing

        swapping.hold_with(replacing.objection)
        swapping.follow_with(replacing.follow)
