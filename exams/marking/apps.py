"""How Django finds marking."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MarkingConfig(AppConfig):
    """Marking."""

    name = "exams.marking"
    label = "marking"
    verbose_name = _("Marking")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have every attempt marked the moment it closes, and entries asked about resits. Models are loaded only now, so
        the imports stand here.
        """
        from exams.marking import resits
        from exams.marking.services import mark
        from exams.sittings.closing import mark_with
        from exams.sittings.entering import object_with

        mark_with(mark)
        object_with(resits.objection)
