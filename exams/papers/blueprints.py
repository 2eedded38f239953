"""Keeping blueprints. Drawing a paper has a module of its own, `exams.papers.draws`, and so have topics."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.services import last_actor, record
from accounts.models import User
from accounts.rules import require
from exams.papers.models import Blueprint, Quota, Topic
from exams.papers.rules import CHANGE_BLUEPRINT
from exams.papers.topics import digest_of, lock_syllabus


class Revised(Exception):
    """Somebody has saved the blueprint since the page was opened, so nothing was written. `digest`: of what they saved."""

    def __init__(self, blueprint: Blueprint, digest: str) -> None:
        told = {"who": last_actor(blueprint) or _("somebody else")}
        super().__init__(_("While you had it open, %(who)s saved this blueprint. Yours is kept below.") % told)
        self.digest = digest


class NotExamined(Exception):
    """The blueprint names topics that are no longer in the syllabus, so nothing was written. `topics`: their slugs."""

    def __init__(self, topics: Collection[str]) -> None:
        super().__init__(", ".join(sorted(topics)))
        self.topics = topics


class CodeTaken(Exception):
    """Another blueprint of the body has this code by now, so nothing was written."""


def digest(blueprint: Blueprint, quotas: Sequence[Quota]) -> str:
    """A digest of what a blueprint promises and asks for, by which to tell whether it has been revised."""
    asked = sorted(json.dumps(quota.asked(), sort_keys=True) for quota in quotas)
    return digest_of([blueprint.terms(), asked])


@transaction.atomic
def make(*, blueprint: Blueprint, actor: User, quotas: Sequence[Quota]) -> Blueprint:
    """Save a new blueprint with its quotas, none of them saved yet.

    `CodeTaken` where another was made by that code meanwhile, `NotExamined` where a topic was taken out.
    """
    require(actor, CHANGE_BLUEPRINT, blueprint)
    lock_syllabus(blueprint.body)
    if Blueprint.objects.filter(body=blueprint.body, code=blueprint.code).exists():
        raise CodeTaken
    _must_be_examined(blueprint, quotas)
    blueprint.save(force_insert=True)
    _write(blueprint, quotas, actor, "blueprint.made")
    return blueprint


@transaction.atomic
def revise(*, blueprint: Blueprint, actor: User, quotas: Sequence[Quota], seen: str = "") -> Blueprint:
    """Save a changed blueprint; the quotas, not saved yet, take the place of those it had. Drawn papers keep their terms.

    seen: the digest of the blueprint when the page was opened; `Revised` when it has another by now.
    `NotExamined` where a topic was taken out meanwhile.
    """
    require(actor, CHANGE_BLUEPRINT, blueprint)
    lock_syllabus(blueprint.body)
    # Two people who revise at once would otherwise mix their quotas.
    stored = Blueprint.objects.select_for_update(of=("self",)).get(pk=blueprint.pk)
    now = digest(stored, list(stored.quotas.select_related("topic")))
    if seen and seen != now:
        raise Revised(stored, now)
    _must_be_examined(blueprint, quotas)
    blueprint.save()
    blueprint.quotas.all().delete()
    _write(blueprint, quotas, actor, "blueprint.revised")
    return blueprint


def _must_be_examined(blueprint: Blueprint, quotas: Sequence[Quota]) -> None:
    """Refuse what asks for a topic that is no longer in the syllabus, which is locked. A floor may name one retired just now:
    it binds nobody, and the form asks to take it out when the blueprint is next changed.
    """
    topics = Topic.objects.filter(body=blueprint.body_id)
    examined = set(topics.examined().values_list("pk", flat=True))
    gone = {quota.topic.slug for quota in quotas if quota.topic_id not in examined}
    if gone := gone | (blueprint.floors.keys() - set(topics.values_list("slug", flat=True))):
        raise NotExamined(gone)


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
