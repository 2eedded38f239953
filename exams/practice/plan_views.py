"""Pages of the plan to a date: making one, what it asks of each day, and the days as a calendar file."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from icalendar import Calendar, Event

from accounts.rules import signed_in
from exams.practice.exercises import learner_of
from exams.practice.forms import PlanForm
from exams.practice.models import Learner, Plan
from exams.practice.plans import Day, Week, by_week
from exams.practice.queue import days_of, plan_of
from exams.practice.units import EDITION, catalogue
from laws import keys


@never_cache
@login_required
@require_http_methods(["GET", "POST"])
def plan(request: HttpRequest) -> HttpResponse:
    """The plan that one follows, and the form to make or change it."""
    learner = learner_of(signed_in(request))
    known = Plan.objects.filter(learner=learner).first()
    running = plan_of(learner, learner.day())
    form = PlanForm(request.POST or None, learner=learner, instance=known)
    if request.method == "POST":
        if form.is_valid():
            form.save()
            messages.success(request, _("Your plan is made."))
            return redirect("practice:plan")
        return render(request, "practice/plan_form.html", {"form": form, "plan": known, "learner": learner}, status=422)
    if running is None or "change" in request.GET:
        over = known is not None and running is None
        return render(
            request, "practice/plan_form.html", {"form": form, "plan": known, "over": over, "learner": learner}
        )
    return render(request, "practice/plan.html", shown(running))


@login_required
@require_POST
def end(request: HttpRequest) -> HttpResponse:
    """Follow the plan no more; what is remembered stays."""
    Plan.objects.filter(learner=learner_of(signed_in(request))).delete()
    messages.info(request, _("You no longer follow a plan. Questions come back when you are about to forget them."))
    return redirect("practice:home")


@never_cache
@login_required
@require_GET
def calendar(request: HttpRequest) -> HttpResponse:
    """The days of the plan, from today on, as a calendar file."""
    running = plan_of(learner := learner_of(signed_in(request)), learner.day())
    if running is None:
        raise Http404
    page = request.build_absolute_uri("/training/")
    response = HttpResponse(as_calendar(running, days_of(running), page), content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'attachment; filename="rectify-plan.ics"'
    return response


# --- what the page shows ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ShownDay:
    """A day on the page. read: the laws of the paths that are met for the first time on it."""

    day: Day
    read: Sequence[str]


@dataclass(frozen=True)
class ShownWeek:
    """A week on the page. last: part of the last look is in it."""

    week: Week
    days: Sequence[ShownDay]
    read: Sequence[str]
    last: bool


def shown(followed: Plan, now: dt.datetime | None = None) -> dict[str, Any]:
    """What the page of a plan shows."""
    now = now or timezone.now()
    today, course = followed.learner.day(now), followed.course
    days = days_of(followed, now)
    first = days[0] if days and days[0].day == today else Day(today)
    fullest = max(map(len, days), default=0)
    return {
        "plan": followed,
        "today": first,
        "read": laws_of(first.new),
        "left": (course.until - today).days,
        "until": course.until,
        "weeks": [
            ShownWeek(
                week,
                [ShownDay(day, laws_of(day.new)) for day in week.days if len(day)],
                laws_of(week.new),
                any(day.last for day in week.days),
            )
            for week in by_week(days)
        ],
        "fullest": fullest if fullest > course.most else 0,
        "edition": EDITION,
        "on": today,
    }


def laws_of(paths: Iterable[str]) -> list[str]:
    """The laws of these paths, each once, in their order."""
    known = catalogue()
    return list(dict.fromkeys(known[path].law for path in paths if path in known))


def in_words(day: Day) -> str:
    """What a day holds, in a few words."""
    return ngettext("%(n)d question", "%(n)d questions", len(day)) % {"n": len(day)}


def as_calendar(followed: Plan, days: Sequence[Day], page: str) -> bytes:
    """The days as all-day events, and the exam as the last of them. An event keeps its id, so a later file replaces it."""
    made = Calendar()
    made.add("prodid", "-//Rectify//Training//EN")
    made.add("version", "2.0")
    made.add("x-wr-calname", _("Rectify: practice"))
    stamp = timezone.now()
    for day in days:
        if len(day):
            read = laws_of(day.new)
            more = [_("Read %(laws)s first.") % {"laws": ", ".join(map(keys.name, read))}] if read else []
            made.add_component(
                _event(followed, day.day, _("Rectify: %(what)s") % {"what": in_words(day)}, [*more, page], stamp)
            )
    title = _("Exam: %(title)s") % {"title": str(followed.sitting or followed.blueprint or _("tournament director"))}
    made.add_component(_event(followed, followed.exam_on, title, [page], stamp))
    return bytes(made.to_ical())


def _event(followed: Plan, day: dt.date, title: str, told: Sequence[str], stamp: dt.datetime) -> Event:
    event = Event()
    event.add("uid", f"{followed.learner_id}-{day.isoformat()}@rectify")
    event.add("dtstamp", stamp)
    event.add("dtstart", day)
    event.add("dtend", day + dt.timedelta(days=1))
    event.add("summary", title)
    event.add("description", "\n".join(told))
    event.add("transp", "TRANSPARENT")
    return event


def left_in_words(learner: Learner, until: dt.date, now: dt.datetime) -> str:
    """How many days are left to an exam, in words."""
    left = (until - learner.day(now)).days
    told = ngettext("%(n)d day to your exam on %(date)s", "%(n)d days to your exam on %(date)s", left)
    return told % {"n": left, "date": date_format(until, "j F")}
