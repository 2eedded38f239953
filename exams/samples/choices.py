"""What a body decides about its samples: which levels show one of which paper, and when a new one is drawn.

Examiners and administrators decide, as they do about blueprints and papers. Each deed is one transaction with one entry in
the audit log. Tables are staged before it begins, since that takes seconds.
"""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import rules
import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.accreditation.models import Level
from accounts.accreditation.requirements import paper_codes
from accounts.accreditation.standing import rules_of
from accounts.audit.services import record
from accounts.models import Body, User
from accounts.rules import is_administrator, is_examiner, require
from exams.papers.fitness import PRACTISED_FOR
from exams.papers.models import Blueprint, Topic
from exams.samples.draws import Drawn, NotDrawn, drawn, is_stale
from exams.samples.models import Drawing, Sample

KEEP = "samples.keep"
"""On a body, or on a level or a blueprint of it."""

rules.add_perm(KEEP, is_examiner | is_administrator)

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Choice:
    """A paper of a level. drawing: the sample that is shown now; asked: whether the level still asks for the paper."""

    level: Level
    blueprint: Blueprint
    sample: Sample | None
    drawing: Drawing | None
    stale: bool
    asked: bool


def choices(body: Body) -> list[Choice]:
    """Every paper that a level of the body asks for, from the lowest level up, and samples shown of others."""
    papers = {one.code: one for one in Blueprint.objects.filter(body=body).prefetch_related("quotas__topic")}
    for one in papers.values():
        one.body = body
    levels = rules_of(body)
    asked = [(level, papers[code]) for level, rule in levels.items() for code in paper_codes(rule) if code in papers]
    known = {(one.level_id, one.blueprint_id): one for one in of_body(body)}
    left = [
        (one.level, papers[one.blueprint.code])
        for key, one in known.items()
        if one.shown and key not in {(level.pk, paper.pk) for level, paper in asked}
    ]
    current = drawings(list(known.values()))
    return [
        _choice(body, level, paper, known.get((level.pk, paper.pk)), current, asked=place < len(asked))
        for place, (level, paper) in enumerate([*asked, *left])
    ]


def _choice(
    body: Body,
    level: Level,
    paper: Blueprint,
    sample: Sample | None,
    current: Mapping[object, Drawing],
    *,
    asked: bool,
) -> Choice:
    drawing = current.get(sample.pk) if sample and sample.shown else None
    if drawing is not None and sample is not None:
        sample.blueprint, drawing.sample = paper, sample
    return Choice(level, paper, sample, drawing, drawing is not None and is_stale(drawing, body.today()), asked)


def of_body(body: Body) -> QuerySet[Sample]:
    """What the body has ever chosen about samples."""
    return Sample.objects.filter(level__body=body).select_related("level", "blueprint")


def drawings(samples: Sequence[Sample]) -> dict[object, Drawing]:
    """What each sample shows now, by its id."""
    return {one.sample_id: one for one in Drawing.objects.filter(sample__in=samples, replaced_at=None)}


def show(*, level: Level, blueprint: Blueprint, actor: User, seen: int) -> Drawing:
    """Draw a sample of the paper, and show it with the level from now on.

    seen: the number of the drawing that the page showed, 0 for none; sent again, or after somebody else has drawn one, it
    changes nothing. Raises NotDrawn.
    """
    require(actor, KEEP, level)
    require(actor, KEEP, blueprint)
    if level.body_id != blueprint.body_id:
        raise NotDrawn("A sample is of a paper of the level's body.")
    known = Drawing.objects.filter(sample__level=level, sample__blueprint=blueprint, replaced_at=None).first()
    if known is not None and known.number != seen:
        return known
    seed = secrets.token_hex(8)
    return _stored(level, blueprint, seed, drawn(blueprint, seed), actor, known.number if known else None)


def hide(*, sample: Sample, actor: User) -> None:
    """Show a sample no more. Its situations stay out of papers for as long as those that were practised."""
    require(actor, KEEP, sample.level)
    with transaction.atomic():
        held = Sample.objects.select_for_update(of=("self",)).select_related("level").get(pk=sample.pk)
        if not held.shown:
            return
        held.shown = False
        held.save(update_fields=["shown"])
        _put_away(held)
        record(actor=actor, verb="sample.hidden", target=held, body=held.level.body_id, data=_about(held))


def redraw_stale() -> int:
    """Draw anew every sample for which the law, the engine or the blueprint has changed, and forget what was replaced long ago.

    How many were drawn. One that cannot be drawn just now is tried again the next time; until then it is not shown.
    """
    Drawing.objects.filter(replaced_at__lt=timezone.now() - PRACTISED_FOR).delete()
    count = 0
    shown = Drawing.objects.filter(replaced_at=None).select_related("sample__level__body", "sample__blueprint__body")
    for one in shown.order_by("pk"):
        if not is_stale(one, one.sample.body.today()):
            continue
        seed = secrets.token_hex(8)
        try:
            found = drawn(one.sample.blueprint, seed)
        except NotDrawn as refused:
            log.warning("sample_not_drawn", sample=str(one.sample_id), why=str(refused))
            continue
        made = _stored(one.sample.level, one.sample.blueprint, seed, found, None, one.number)
        count += made.seed == seed
    return count


@transaction.atomic
def _stored(
    level: Level, blueprint: Blueprint, seed: str, found: Drawn, actor: User | None, instead_of: int | None
) -> Drawing:
    """Put a drawing in the place of the one of that number; where another has come meanwhile, that one stays."""
    sample, _made = Sample.objects.get_or_create(level=level, blueprint=blueprint, defaults={"shown": False})
    sample = Sample.objects.select_for_update(of=("self",)).select_related("level", "blueprint").get(pk=sample.pk)
    current = sample.drawings.filter(replaced_at=None).first()
    if current is not None and current.number != instead_of:
        return current
    last = sample.drawings.order_by("-number").values_list("number", flat=True).first() or 0
    _put_away(sample)
    if not sample.shown:
        sample.shown = True
        sample.save(update_fields=["shown"])
    made = Drawing.objects.create(
        sample=sample,
        number=last + 1,
        seed=seed,
        basis=found.basis,
        cites=found.cites,
        questions=found.questions,
        count=len(found.questions),
        left_out=found.left_out,
        fingerprints=found.fingerprints,
        syllabus=Topic.objects.tree(level.body_id),
        **blueprint.terms(),
    )
    record(
        actor=actor,
        verb="sample.drawn",
        target=sample,
        body=level.body_id,
        data={**_about(sample), "number": made.number, "seed": seed},
    )
    return made


def _put_away(sample: Sample, now: dt.datetime | None = None) -> None:
    """What is shown gives way: its questions go, its situations stay for a while."""
    sample.drawings.filter(replaced_at=None).update(
        replaced_at=now or timezone.now(), questions=[], left_out=[], cites=[]
    )


def _about(sample: Sample) -> dict[str, str]:
    return {"level": sample.level.code, "paper": sample.blueprint.code}
