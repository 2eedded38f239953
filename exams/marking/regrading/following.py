"""What a changed result means for accreditation: who would apply, and what rests on a pass that is lost or won back."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accounts.accreditation.models import Application, Award, Doubt, Requirement
from exams.marking.models import Result
from exams.marking.regrading.effects import Effect


@dataclass(frozen=True)
class Following:
    """One consequence. kind: `applies` for a new pass; `application` or `award` where one rests on a pass that is lost;
    `back` where one had lost its pass, which is there again.
    """

    kind: str
    level: str
    application: Application | None = None


def following(effects: Sequence[Effect]) -> dict[uuid.UUID, list[Following]]:
    """What follows for each attempt, by its id; in four queries."""
    turned = [effect for effect in effects if effect.passes or effect.fails]
    if not turned:
        return {}
    attempts = [effect.before.attempt_id for effect in turned]
    versions = dict(Result.objects.filter(attempt__in=attempts).values_list("pk", "attempt"))
    applications: dict[uuid.UUID, list[Application]] = defaultdict(list)
    # Of what was declined nothing is left that could be lost, or that would stand for a pass that is won back.
    known = Application.objects.filter(evidence__result__in=[str(pk) for pk in versions]).exclude(
        status=Application.Status.DECLINED
    )
    in_doubt = set(Doubt.objects.filter(application__in=known, settled_at=None).values_list("application", flat=True))
    for application in known.select_related("level", "award"):
        applications[versions[uuid.UUID(application.evidence["result"])]].append(application)
    levels = _levels(turned)
    found = {}
    for effect in turned:
        attempt = effect.before.attempt_id
        if effect.fails:
            found[attempt] = [_fallen(application) for application in applications[attempt]]
        elif applications[attempt]:
            found[attempt] = [
                Following("back", application.level.name, application)
                for application in applications[attempt]
                if application.pk in in_doubt or not _in_force(application)
            ]
        elif level := levels.get(effect.before.attempt.paper.blueprint.code):
            found[attempt] = [Following("applies", level)]
    return {attempt: rows for attempt, rows in found.items() if rows}


def _fallen(application: Application) -> Following:
    granted = application.status == Application.Status.GRANTED
    return Following("award" if granted else "application", application.level.name, application)


def _in_force(application: Application) -> bool:
    """Whether the award was granted, and stood although the pass was lost: then nothing is left to be done."""
    return application.status == Application.Status.GRANTED and application.award.status == Award.Status.GRANTED


def _levels(effects: Sequence[Effect]) -> Mapping[str, str]:
    """The level that asks for a pass in papers of each blueprint, by the blueprint's code."""
    wanted = Requirement.objects.filter(level__body=effects[0].before.body_id).order_by("-level__order")
    return dict(wanted.values_list("blueprint_code", "level__name"))
