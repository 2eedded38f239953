"""When the papers of a body can be sat next, for accreditation."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from django.db.models import Prefetch
from django.urls import reverse
from django.utils import timezone

from accounts.accreditation.papers import Chance, PaperOnOffer
from accounts.models import Body, User
from exams.papers.offers import on_offer
from exams.sittings.models import Entry
from exams.sittings.rules import sittings_of


def papers_with_chances(body: Body, person: User | None) -> list[PaperOnOffer]:
    """The papers of the body, each with the sittings that this person may see and can still enter, or has entered.

    Nobody sees sittings without signing in, so without a person there are none.
    """
    offers = on_offer(body)
    if person is None:
        return offers
    chances = _chances(body, person)
    return [replace(offer, next=tuple(chances[offer.code])) for offer in offers]


def _chances(body: Body, person: User) -> dict[str, list[Chance]]:
    now = timezone.now()
    own = Entry.objects.filter(person=person, standing__in=Entry.IN)
    coming = sittings_of(person, now).filter(body=body, closes_at__gt=now, voided_at=None)
    coming = coming.select_related("paper__blueprint").prefetch_related(Prefetch("entries", own, to_attr="own"))
    found: dict[str, list[Chance]] = defaultdict(list)
    for sitting in coming.order_by("opens_at", "pk").distinct():
        sitting.body = body
        if sitting.paper.blueprint is None or not (sitting.entry_ends_at > now or sitting.own):  # type: ignore[attr-defined]
            continue
        found[sitting.paper.blueprint.code].append(
            Chance(
                day=timezone.localdate(sitting.opens_at, body.zone),
                title=sitting.title,
                address=reverse("sittings:cover", args=[sitting.pk]),
                enter_by=timezone.localdate(sitting.entry_ends_at, body.zone),
                place=sitting.place,
            )
        )
    return found
