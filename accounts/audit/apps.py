"""How Django finds audit log."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate
from django.utils.translation import gettext_lazy as _


class AuditConfig(AppConfig):
    """Audit log."""

    name = "accounts.audit"
    label = "audit"
    verbose_name = _("Audit log")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect what happens of itself."""
        from accounts.audit import sign_ins, triggers

        sign_ins.connect()
        post_migrate.connect(triggers.let_nothing_be_ignored, sender=self)
