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
        """Have every attempt marked the moment it closes, with regrades that are in force, entries asked about resits,
        releases wait for open regrades, registrars told of passes that become void, and the statistics of a sitting that
        is ended early computed at once.

        Models are loaded only now, so the imports stand here.
        """
        from exams.marking import release, resits
        from exams.marking.regrading.adjusting import adjustments, open_regrades
        from exams.marking.services import adjust_with, mark
        from exams.marking.tasks import follow_end
        from exams.marking.voided import doubt_passes
        from exams.marking.writing import lending
        from exams.sittings import ending
        from exams.sittings.closing import mark_with
        from exams.sittings.entering import object_with
        from exams.sittings.voiding import follow_with

        mark_with(mark)
        adjust_with(adjustments)
        release.hold_with(open_regrades)
        object_with(resits.objection)
        object_with(release.objection)
        object_with(lending.objection)
        follow_with(doubt_passes)
        ending.follow_with(follow_end)
