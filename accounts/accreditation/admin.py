"""Levels in Django's admin, to settle; applications, awards and their history, to read."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from accounts.accreditation.models import Application, Award, AwardEvent, Level, Requirement
from accounts.admin_bases import AuditedAdmin, ReadOnlyAdmin


class RequirementInline(admin.TabularInline[Requirement, Level]):
    """What a level asks for, on its page."""

    model = Requirement
    extra = 1


@admin.register(Level)
class LevelAdmin(AuditedAdmin[Level]):
    """The levels of the bodies."""

    list_display = ("name", "code", "body", "validity_months", "order")
    list_filter = ("body",)
    list_select_related = ("body",)
    inlines: ClassVar = [RequirementInline]


@admin.register(Application)
class ApplicationAdmin(ReadOnlyAdmin[Application]):
    """Who applied for what."""

    list_display = ("person", "level", "body", "status", "created_at", "decided_by", "decided_at")
    list_filter = ("body", "status", "level__name")
    list_select_related = ("person", "level", "body", "decided_by")
    search_fields = ("person__name", "person__email")
    ordering: ClassVar = ["-created_at", "-id"]


@admin.register(Award)
class AwardAdmin(ReadOnlyAdmin[Award]):
    """Who holds what."""

    list_display = ("name", "level", "body", "status", "valid_from", "valid_until", "verification_code")
    list_filter = ("body", "status", "level__name")
    list_select_related = ("level", "body")
    search_fields = ("name", "person__email", "verification_code")


@admin.register(AwardEvent)
class AwardEventAdmin(ReadOnlyAdmin[AwardEvent]):
    """What happened to awards, the latest first."""

    list_display = ("at", "award", "verb", "actor", "reason")
    list_filter = ("verb",)
    list_select_related = ("award__level", "actor")
    search_fields = ("award__name",)
    ordering: ClassVar = ["-at", "-id"]
