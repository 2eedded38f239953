"""Keeping blueprints. Drawing a paper has a module of its own: `exams.papers.drawing`."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.papers.drawing import CannotFill, draw
from exams.papers.models import Blueprint, Quota, Topic
from exams.papers.rules import CHANGE_BLUEPRINT

__all__ = ["CannotFill", "draw", "revise"]


@transaction.atomic
def revise(*, blueprint: Blueprint, actor: User, counts: Mapping[tuple[Topic, str], int]) -> Blueprint:
    """Save a changed blueprint with its numbers by topic and level; papers drawn before keep their own terms."""
    require(actor, CHANGE_BLUEPRINT, blueprint)
    # Two people who revise at once would otherwise mix their quotas.
    Blueprint.objects.select_for_update().get(pk=blueprint.pk)
    blueprint.save()
    blueprint.quotas.all().delete()
    Quota.objects.bulk_create(
        Quota(blueprint=blueprint, topic=topic, level=level, count=count)
        for (topic, level), count in counts.items()
        if count
    )
    record(
        actor=actor,
        verb="blueprint.revised",
        target=blueprint,
        body=blueprint.body,
        data={
            **blueprint.terms(),
            "quotas": {f"{topic.slug}/{level}": count for (topic, level), count in counts.items() if count},
        },
    )
    return blueprint
