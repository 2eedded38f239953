"""The papers of a body as accreditation knows them, and when they can be sat next."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Collection
from dataclasses import replace
from decimal import Decimal

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation.papers import Chance, ExamDate, PaperOnOffer
from accounts.models import Body, User
from exams.papers import syllabus
from exams.papers.models import Blueprint
from exams.sittings.models import Entry, Sitting
from exams.sittings.rules import sittings_of


def papers_with_chances(body: Body, person: User | None) -> list[PaperOnOffer]:
    """The papers of the body, each with the sittings that this person may see and can still enter, or has entered.

    Nobody sees sittings without signing in, so without a person there are none; `public_dates` has what a stranger is told.
    """
    offers = _on_offer(body)
    if person is None:
        return offers
    chances = _chances(body, person)
    return [replace(offer, next=tuple(chances[offer.code])) for offer in offers]


def _on_offer(body: Body) -> list[PaperOnOffer]:
    """What each blueprint of the body promises, by title; in three queries.

    A mark can be asked for in the topics of its quotas and in those above them: of these every paper has questions.
    """
    read = syllabus.read(body)
    titles = {node.topic.slug: node.topic.title for node in read.nodes}
    offers = []
    for blueprint in Blueprint.objects.filter(body=body).prefetch_related("quotas__topic").order_by("title", "pk"):
        asked = {slug for quota in blueprint.quotas.all() for slug in read.lineages[quota.topic.slug]}
        offers.append(
            PaperOnOffer(
                code=blueprint.code,
                name=blueprint.title,
                topics={slug: title for slug, title in titles.items() if slug in asked},
                pass_mark=Decimal(blueprint.pass_mark),
                minutes=blueprint.minutes,
            )
        )
    return offers


def _chances(body: Body, person: User) -> dict[str, list[Chance]]:
    now = timezone.now()
    own = Entry.objects.filter(person=person, standing__in=Entry.IN)
    coming = sittings_of(person, now).filter(body=body, closes_at__gt=now, voided_at=None)
    coming = coming.select_related("paper__blueprint").prefetch_related(Prefetch("entries", own, to_attr="own"))
    found: dict[str, list[Chance]] = defaultdict(list)
    for sitting in coming.order_by("opens_at", "pk").distinct():
        sitting.body = body
        if sitting.entry_ends_at <= now and not sitting.own:  # type: ignore[attr-defined]
            continue
        found[sitting.paper.blueprint.code].append(
            Chance(
                day=timezone.localdate(sitting.opens_at, body.zone),
                title=sitting.title,
                address=reverse("sittings:cover", args=[sitting.pk]),
                enter_by=timezone.localdate(sitting.entry_ends_at, body.zone),
                place=sitting.place,
                open_until=_open_until(sitting, now),
            )
        )
    return found


def _open_until(sitting: Sitting, now: dt.datetime) -> dt.date | None:
    """The last day of a sitting that is open now and not over today; to name its first day would send people away."""
    zone = sitting.body.zone
    last = timezone.localdate(sitting.closes_at, zone)
    return last if sitting.opens_at <= now and last > timezone.localdate(now, zone) else None


def public_dates(bodies: Collection[Body]) -> list[ExamDate]:
    """The sittings of the bodies that can still be entered, without their titles and pages: those are for who signs in.

    A title is written for candidates, and may say for whom a sitting is held. One query.
    """
    now, known = timezone.now(), {body.pk: body for body in bodies}
    coming = Sitting.objects.filter(body__in=known, closes_at__gt=now, voided_at=None).select_related(
        "paper__blueprint"
    )
    found = []
    for sitting in coming.order_by("opens_at", "pk"):
        sitting.body = known[sitting.body_id]
        if sitting.entry_ends_at <= now:
            continue
        chance = Chance(
            day=timezone.localdate(sitting.opens_at, sitting.body.zone),
            enter_by=timezone.localdate(sitting.entry_ends_at, sitting.body.zone),
            place=sitting.place,
            open_until=_open_until(sitting, now),
        )
        paper = sitting.paper.blueprint
        found.append(ExamDate(sitting.body, paper.code, paper.title, sitting.opens_at, sitting.closes_at, chance))
    return found
