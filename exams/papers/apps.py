"""How Django finds papers."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class PapersConfig(AppConfig):
    """Papers."""

    name = "exams.papers"
    label = "papers"
    verbose_name = _("Papers")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the bank what the topics of its questions are called, and how many questions blueprints want.

        Models are loaded only now, so the imports stand here.
        """
        from exams.bank import topics
        from exams.bank.upkeep.coverage.topics import wanted_by
        from exams.papers import naming, wanting

        topics.told_by(naming.told)
        wanted_by(wanting.wants)
