"""How Django finds accreditation."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccreditationConfig(AppConfig):
    """Accreditation."""

    name = "accounts.accreditation"
    label = "accreditation"
    verbose_name = _("Accreditation")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Say what is kept of people. Models are loaded only now, so the import stands here."""
        from accounts.accreditation import kept  # noqa: F401
