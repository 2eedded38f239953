"""Law editing in Django's admin: who keeps an edition is settled there; proposals are only shown."""

from __future__ import annotations

from django.contrib import admin

from accounts.admin_bases import AuditedAdmin, ReadOnlyAdmin
from laws.editing.models import BodyRegulation, Confirmation, Proposal, Stewardship


@admin.register(Stewardship)
class StewardshipAdmin(AuditedAdmin[Stewardship]):
    """Which body keeps which edition."""

    list_display = ("edition", "body")
    list_select_related = ("edition", "body")


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin[Proposal]):
    """Proposals, decided or not."""

    list_display = ("title", "status", "body", "proposer", "decided_by")
    list_filter = ("status", "body", "edition")
    list_select_related = ("body", "proposer", "decided_by", "provision", "footnote__provision", "definition")


@admin.register(Confirmation)
class ConfirmationAdmin(ReadOnlyAdmin[Confirmation]):
    """What was confirmed for the engine, or is to be."""

    list_display = ("text", "first_day", "how", "status", "body", "asked_by", "decided_by")
    list_filter = ("status", "how", "body", "edition")
    list_select_related = ("body", "asked_by", "decided_by")


@admin.register(BodyRegulation)
class BodyRegulationAdmin(ReadOnlyAdmin[BodyRegulation]):
    """What bodies have decided."""

    list_display = ("matter", "body", "since", "source", "laid_down_by")
    list_filter = ("body", "matter")
    list_select_related = ("body", "laid_down_by")
