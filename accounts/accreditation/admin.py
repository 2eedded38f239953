"""Levels and what they have asked for, evidence, applications, awards and appeals in Django's admin, to read."""

from __future__ import annotations

from typing import ClassVar

from django.contrib import admin

from accounts.accreditation.models import (
    Appeal,
    AppealAnswer,
    Application,
    Award,
    AwardEvent,
    Dispensation,
    Evidence,
    Level,
    RequirementsVersion,
    Revocation,
    Withdrawal,
)
from accounts.admin_bases import ReadOnlyAdmin


@admin.register(Level)
class LevelAdmin(ReadOnlyAdmin[Level]):
    """The levels of the bodies, which their registrars settle on pages of their own."""

    list_display = ("name", "code", "body", "validity_months", "order")
    list_filter = ("body",)
    list_select_related = ("body",)


@admin.register(RequirementsVersion)
class RequirementsVersionAdmin(ReadOnlyAdmin[RequirementsVersion]):
    """What the levels have asked for, from which day on."""

    list_display = ("level", "number", "from_day", "made_by", "made_at")
    list_filter = ("level__body",)
    list_select_related = ("level", "made_by")
    ordering: ClassVar = ["-made_at", "-id"]


@admin.register(Evidence)
class EvidenceAdmin(ReadOnlyAdmin[Evidence]):
    """What is on record of people."""

    list_display = ("person", "kind", "day", "body", "standing", "entered_by", "entered_at")
    list_filter = ("body", "standing", "kind")
    list_select_related = ("person", "body", "entered_by")
    search_fields = ("person__name", "person__email")
    ordering: ClassVar = ["-entered_at", "-id"]


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


@admin.register(Revocation)
class RevocationAdmin(ReadOnlyAdmin[Revocation]):
    """Revocations as they were proposed, and what became of them."""

    list_display = ("proposed_at", "award", "proposed_by", "standing", "closed_by", "closed_at")
    list_filter = ("standing",)
    list_select_related = ("award__level", "proposed_by", "closed_by")
    search_fields = ("award__name",)
    ordering: ClassVar = ["-proposed_at", "-id"]


@admin.register(Dispensation)
class DispensationAdmin(ReadOnlyAdmin[Dispensation]):
    """Who may direct one event that their awards do not cover."""

    list_display = ("event", "person", "body", "first_day", "last_day", "given_by")
    list_filter = ("body",)
    list_select_related = ("person", "body", "given_by")
    search_fields = ("person__name", "person__email", "event")
    ordering: ClassVar = ["-first_day", "id"]


@admin.register(Withdrawal)
class WithdrawalAdmin(ReadOnlyAdmin[Withdrawal]):
    """Dispensations that were withdrawn."""

    list_display = ("at", "dispensation", "by")
    list_select_related = ("dispensation__person", "by")
    ordering: ClassVar = ["-at", "-id"]


@admin.register(Appeal)
class AppealAdmin(ReadOnlyAdmin[Appeal]):
    """Who appealed against what."""

    list_display = ("made_at", "person", "against", "decided_by")
    list_filter = ("against",)
    list_select_related = ("person", "decided_by")
    search_fields = ("person__name", "person__email")
    ordering: ClassVar = ["-made_at", "-id"]


@admin.register(AppealAnswer)
class AppealAnswerAdmin(ReadOnlyAdmin[AppealAnswer]):
    """What was answered."""

    list_display = ("at", "appeal", "by", "outcome")
    list_filter = ("outcome",)
    list_select_related = ("appeal__application__level", "appeal__application__person", "by")
    ordering: ClassVar = ["-at", "-id"]
