"""The audit log in Django's admin: to read."""

from typing import ClassVar

from django.contrib import admin

from accounts.admin_bases import ReadOnlyAdmin
from accounts.audit.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnlyAdmin[AuditEntry]):
    """The latest actions first. Without a total: counting a log that only grows would cost more than the page."""

    list_display = ("at", "actor", "verb", "target_type", "target_id", "reason")
    list_select_related = ("actor",)
    date_hierarchy = "at"
    search_fields = ("verb", "target_id", "reason", "actor__email")
    show_full_result_count = False
    ordering: ClassVar = ["-at", "-id"]
