"""Keeping blueprints. Drawing a paper has a module of its own, `exams.papers.drawing`, and so have topics."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.papers.models import Blueprint, Quota
from exams.papers.rules import CHANGE_BLUEPRINT


@transaction.atomic
def make(*, blueprint: Blueprint, actor: User, quotas: Sequence[Quota]) -> Blueprint:
    """Save a new blueprint with its quotas, none of them saved yet."""
    require(actor, CHANGE_BLUEPRINT, blueprint)
    blueprint.save(force_insert=True)
    _write(blueprint, quotas, actor, "blueprint.made")
    return blueprint


@transaction.atomic
def revise(*, blueprint: Blueprint, actor: User, quotas: Sequence[Quota]) -> Blueprint:
    """Save a changed blueprint; the quotas, not saved yet, take the place of those it had. Drawn papers keep their terms."""
    require(actor, CHANGE_BLUEPRINT, blueprint)
    # Two people who revise at once would otherwise mix their quotas.
    Blueprint.objects.select_for_update(of=("self",)).get(pk=blueprint.pk)
    blueprint.save()
    blueprint.quotas.all().delete()
    _write(blueprint, quotas, actor, "blueprint.revised")
    return blueprint


def _write(blueprint: Blueprint, quotas: Sequence[Quota], actor: User, verb: str) -> None:
    for quota in quotas:
        quota.blueprint = blueprint
    Quota.objects.bulk_create(quotas)
    record(
        actor=actor,
        verb=verb,
        target=blueprint,
        body=blueprint.body,
        data={**blueprint.terms(), "quotas": [quota.asked() for quota in quotas]},
    )
