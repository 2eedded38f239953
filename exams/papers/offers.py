"""The papers of a body as accreditation knows them."""

from __future__ import annotations

from decimal import Decimal

from accounts.accreditation.papers import PaperOnOffer
from accounts.models import Body
from exams.papers import syllabus
from exams.papers.models import Blueprint


def on_offer(body: Body) -> list[PaperOnOffer]:
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
