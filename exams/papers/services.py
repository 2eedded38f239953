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

__all__ = ["CannotFill", "Line", "draw", "revise"]

Line = tuple[Topic, str, str]
"""What a quota asks for: topic, level and kind, which is empty for any kind that has no quota of its own."""


@transaction.atomic
def revise(*, blueprint: Blueprint, actor: User, counts: Mapping[Line, int]) -> Blueprint:
    """Save a changed blueprint with its numbers by topic, level and kind; papers drawn before keep their own terms."""
    require(actor, CHANGE_BLUEPRINT, blueprint)
    # Two people who revise at once would otherwise mix their quotas.
    Blueprint.objects.select_for_update().get(pk=blueprint.pk)
    blueprint.save()
    blueprint.quotas.all().delete()
    Quota.objects.bulk_create(
        Quota(blueprint=blueprint, topic=topic, level=level, kind=kind, count=count)
        for (topic, level, kind), count in counts.items()
        if count
    )
    record(
        actor=actor,
        verb="blueprint.revised",
        target=blueprint,
        body=blueprint.body,
        data={
            **blueprint.terms(),
            "quotas": {"/".join(filter(None, (line[0].slug, *line[1:]))): n for line, n in counts.items() if n},
        },
    )
    return blueprint
