"""Keeping blueprints. Drawing a paper has a module of its own, `exams.papers.drawing`, and so have topics."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit.services import last_actor, record
from accounts.models import User
from accounts.rules import require
from exams.papers.models import Blueprint, Quota
from exams.papers.rules import CHANGE_BLUEPRINT


class Revised(Exception):
    """Somebody has saved the blueprint since the page was opened, so nothing was written. `mark` is that of what he saved."""

    def __init__(self, blueprint: Blueprint, mark: str) -> None:
        told = {"who": last_actor(blueprint) or _("somebody else")}
        super().__init__(_("While you had it open, %(who)s saved this blueprint. Yours is kept below.") % told)
        self.mark = mark


def mark(blueprint: Blueprint, quotas: Sequence[Quota]) -> str:
    """A digest of what a blueprint promises and asks for, by which to tell whether it has been revised."""
    asked = sorted(json.dumps(quota.asked(), sort_keys=True) for quota in quotas)
    told = json.dumps([blueprint.terms(), asked], sort_keys=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@transaction.atomic
def make(*, blueprint: Blueprint, actor: User, quotas: Sequence[Quota]) -> Blueprint:
    """Save a new blueprint with its quotas, none of them saved yet."""
    require(actor, CHANGE_BLUEPRINT, blueprint)
    blueprint.save(force_insert=True)
    _write(blueprint, quotas, actor, "blueprint.made")
    return blueprint


@transaction.atomic
def revise(*, blueprint: Blueprint, actor: User, quotas: Sequence[Quota], seen: str = "") -> Blueprint:
    """Save a changed blueprint; the quotas, not saved yet, take the place of those it had. Drawn papers keep their terms.

    seen: the mark of the blueprint when the page was opened; `Revised` when it has another by now.
    """
    require(actor, CHANGE_BLUEPRINT, blueprint)
    # Two people who revise at once would otherwise mix their quotas.
    held = Blueprint.objects.select_for_update(of=("self",)).get(pk=blueprint.pk)
    now = mark(held, list(held.quotas.select_related("topic")))
    if seen and seen != now:
        raise Revised(held, now)
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
