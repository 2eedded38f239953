"""What pages show of sittings, also those of the bank and of papers, which must not know sittings.

{% room_row line sitting_id questions %}         a candidate's row on the invigilator's board
{% watch_address attempt %}                      where an open page asks whether anything has happened to its attempt
{% stopped_by attempt stands %}                  who stopped its clock
{% own_reports attempt %}                        what its candidate reported of questions
{% law_changes sitting %}                        what of the law changes before a sitting
{% sittings_overtaken paper changed %}           the sittings whose law has changed under a paper
{% exposure version %}, {% asked_before %}       how far a question is known
{{ seconds|clock }}, {{ at|moment:form }}, {{ at|dated:form }}, {{ sitting|has_days }}, {{ moment|milliseconds }}
"""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from uuid import UUID

from django import template
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from accounts.models import User
from exams.bank.models import LawFlag, Problem, QuestionVersion
from exams.papers.models import Paper
from exams.sittings import protocol, script_views
from exams.sittings.board import Line
from exams.sittings.exposure import Exposure, exposures_of
from exams.sittings.models import Attempt, RoomEvent, Sitting
from laws import library

register = template.Library()

# Rows of some full halls. From one poll to the next most candidates stand as they did.
KEPT_ROWS = 4096


@register.simple_tag
def room_row(line: Line, sitting_id: uuid.UUID, questions: int) -> SafeString:
    """The row of one candidate; the one rendered before, if nothing has changed for this candidate."""
    return _row(line, sitting_id, questions, timezone.get_current_timezone_name(), get_language(), timezone.localdate())


@lru_cache(maxsize=KEPT_ROWS)
def _row(
    line: Line, sitting_id: uuid.UUID, questions: int, _zone: str, _language: str | None, _today: dt.date
) -> SafeString:
    # Zone, language and day are those that are now; here they tell one row from another.
    context = {"line": line, "sitting_id": sitting_id, "questions": questions}
    return render_to_string("sittings/parts/row.html", context)


@register.filter
def clock(seconds: float) -> str:
    """A length of time as a clock shows it: 1:05:09, or 5:09 within the hour."""
    hours, rest = divmod(int(seconds), 3600)
    minutes, left = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{left:02}" if hours else f"{minutes}:{left:02}"


@register.filter
def moment(at: dt.datetime, form: str) -> str:
    """When something is or was: the time as `form` tells it, after day and month where that is another day than today."""
    if timezone.localdate(at) != timezone.localdate():
        return dated(at, form)
    return date_format(timezone.localtime(at), form)


@register.filter
def dated(at: dt.datetime, form: str) -> str:
    """The time after day and month, whatever day it is."""
    return date_format(timezone.localtime(at), f"j M, {form}")


@register.filter
def has_days(sitting: Sitting) -> bool:
    """Whether it lasts from one day into another, so that a time alone does not say when."""
    return timezone.localdate(sitting.opens_at) != timezone.localdate(sitting.closes_at)


@register.filter
def milliseconds(moment: dt.datetime) -> int:
    """A moment as scripts count: milliseconds since 1970."""
    return protocol.milliseconds(moment)


@register.simple_tag
def watch_address(attempt: Attempt) -> SafeString:
    """The attributes from which the scripts read the address, and how often to ask."""
    return format_html(
        'data-watch-url="{}" data-watch-every="{}"', script_views.watch_url(attempt), script_views.WATCH_EVERY_MS
    )


@register.simple_tag
def stopped_by(attempt: Attempt, stands: str) -> User | None:
    """Who stopped the clock that stands, for all or for this candidate alone: whom to ask."""
    told = RoomEvent.objects.filter(sitting=attempt.sitting, kind=RoomEvent.Kind.PAUSED)
    told = told.filter(attempt=None if stands == "all" else attempt).select_related("by").order_by("-pk")
    event = told.first()
    return event.by if event else None


@register.inclusion_tag("sittings/parts/reports.html")
def own_reports(attempt: Attempt) -> dict[str, Any]:
    """The reports of the candidate on questions of this attempt, with the replies; one query. Show them to nobody else."""
    own = Problem.objects.filter(attempt=attempt.pk, person=attempt.entry.person_id).select_related("body")
    return {"problems": list(own.order_by("at", "pk"))}


@register.inclusion_tag("sittings/parts/law_changes.html")
def law_changes(sitting: Sitting) -> dict[str, Any]:
    """The amendments published that come into force from tomorrow to the sitting's last day. One query, for a day to come."""
    today, day = sitting.body.today(), timezone.localdate(sitting.closes_at, sitting.body.zone)
    edition = sitting.paper.edition
    found = library.changing(edition, today, day) if day > today else {}
    return {"changes": found.items(), "edition": edition}


@register.inclusion_tag("sittings/parts/overtaken.html")
def sittings_overtaken(paper: Paper, changed: Iterable[tuple[int, LawFlag]]) -> dict[str, Any]:
    """The sittings of a paper still to end by whose last day the law of one of its questions has changed; one query."""
    today = paper.body.today()
    first = min((flag.day or today for _position, flag in changed), default=today)
    ahead = Sitting.objects.filter(paper=paper, closes_at__gt=timezone.now(), voided_at=None).order_by("opens_at")
    return {
        "sittings": [one for one in ahead if timezone.localdate(one.closes_at, paper.body.zone) >= first],
        "zone": paper.body.zone,
    }


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
