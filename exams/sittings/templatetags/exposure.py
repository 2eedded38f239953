"""How far a question is known, on the pages of the bank and of papers, which must not know sittings."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django import template
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from exams.bank.models import QuestionVersion
from exams.papers.models import Paper
from exams.sittings.exposure import Exposure, exposures_of

register = template.Library()


@register.inclusion_tag("sittings/parts/exposure.html")
def exposure(version: QuestionVersion) -> dict[str, Any]:
    """Where the question has been asked: papers, sittings, told results."""
    found = exposures_of([version.question_id])[version.question_id]
    return {"exposure": found, "zone": version.body.zone}


@register.simple_tag(takes_context=True)
def asked_before(context: dict[str, Any], version: QuestionVersion, paper: Paper) -> str:
    """In how many sittings of other papers it was asked, and when last; read once for all questions of a page."""
    known: dict[UUID, Exposure] | None = context.render_context.get("exposures")  # type: ignore[attr-defined]
    if known is None:
        rows = [row[0] for row in context.get("rows") or context.get("offered") or ()]
        versions = [getattr(one, "version", one) for one in rows]
        known = exposures_of([one.question_id for one in versions], but=paper)
        context.render_context["exposures"] = known  # type: ignore[attr-defined]
    found = known[version.question_id]
    if found.last is None:
        return _("never")
    times = ngettext("%(n)d sitting", "%(n)d sittings", len(found.sittings)) % {"n": len(found.sittings)}
    return _("%(times)s, last on %(day)s") % {"times": times, "day": date_format(found.last.opens_at, "j M Y")}
