"""Pages of those who decide who sits: the list of entries, entering somebody, time for one, the list for the door."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from accounts.rules import may, require, signed_in
from exams.sittings import services
from exams.sittings.entries import leave_to_a_worker, places_left
from exams.sittings.models import Entry
from exams.sittings.pages import page, visible_sitting
from exams.sittings.room_forms import EnterForm, ReasonForm, TimeForm
from exams.sittings.rules import DECIDE, DIRECT, GRANT_TIME, WATCH
from exams.sittings.tasks import approve_entries

SHOWN = ("requested", "approved", "refused", "withdrawn")
PER_PAGE = 100
APPROVE, REFUSE = "approve", "refuse"
# Drawing a paper takes up to half a second: of more than so many a worker draws them.
MOST_DRAWN = 6


@login_required
def entries(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Who wants in and who is in; ticked entries are approved or refused together."""
    sitting = visible_sitting(request, sitting_id, DECIDE)
    form = ReasonForm(told=True, use_required_attribute=False)
    if request.method == "POST":
        ticked = [key for key in request.POST.getlist("entry") if _is_uuid(key)]
        chosen = list(sitting.entries.filter(pk__in=ticked).select_related("person").order_by("entered_at", "id"))
        form = ReasonForm(request.POST, told=True, use_required_attribute=False)
        refusing = request.POST.get("deed") == REFUSE
        if not chosen:
            messages.error(request, _("Tick the entries first."))
        elif refusing and not form.is_valid():
            messages.error(request, _("Give a reason. The candidates whose entries you refuse will be told it."))
        else:
            if sitting.paper.one_each and not refusing and len(chosen) > MOST_DRAWN:
                leave_to_a_worker(entries=chosen, sitting=sitting, actor=signed_in(request))
                approve_entries.delay()
                messages.info(
                    request,
                    _(
                        "A paper is being drawn for each candidate. Each entry moves to the approved ones "
                        "when its paper is ready."
                    ),
                )
            else:
                _decide(request, chosen, reason=form.cleaned_data["reason"] if refusing else "")
            return redirect(request.get_full_path())
    counts = sitting.entries.aggregate(**{name: Count("pk", filter=Q(standing=name)) for name in SHOWN})
    show = request.GET.get("show", "requested" if counts["requested"] else "approved")
    show = show if show in SHOWN else "approved"
    order = ("entered_at", "id") if show == "requested" else ("person__name", "id")
    found = sitting.entries.filter(standing=show).select_related("person", "decided_by", "attempt").order_by(*order)
    context = {
        "sitting": sitting,
        "page": Paginator(found, PER_PAGE).get_page(request.GET.get("page")),
        "show": show,
        "tabs": [(name, Entry.Standing(name).label, counts[name]) for name in SHOWN],
        "places_left": places_left(sitting),
        "form": form,
        "ticked": set(request.POST.getlist("entry")),
        "may_watch": may(request.user, WATCH, sitting),
        "may_give_time": may(request.user, DIRECT, sitting),
        "is_over": sitting.is_done(timezone.now()) or sitting.is_void,
    }
    return page(request, "sittings/entries.html", context, body=sitting.body)


@login_required
def add(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Enter a candidate, approved at once."""
    sitting = visible_sitting(request, sitting_id, DECIDE)
    form = EnterForm(request.POST or None, body=sitting.body)
    if request.method == "POST" and form.is_valid():
        try:
            entry = services.enter_candidate(
                sitting=sitting, person=form.person, actor=signed_in(request), reason=form.cleaned_data["reason"]
            )
        except services.NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(
                request,
                _("%(name)s is entered, with number %(number)s.") % {"name": entry.person, "number": entry.number},
            )
            return redirect("sittings:entries", sitting.pk)
    return page(request, "sittings/enter_candidate.html", {"sitting": sitting, "form": form}, body=sitting.body)


@login_required
def extra_minutes(request: HttpRequest, sitting_id: uuid.UUID, entry_id: uuid.UUID) -> HttpResponse:
    """Give one candidate more time or breaks, before the start or while the clock runs."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    entry = get_object_or_404(sitting.entries.select_related("person", "attempt"), pk=entry_id)
    require(request.user, GRANT_TIME, entry)
    usual = {"minutes": entry.extra_minutes, "breaks": entry.break_minutes}
    form = TimeForm(request.POST or None, initial=usual)
    if request.method == "POST" and form.is_valid():
        try:
            services.set_time(entry=entry, actor=signed_in(request), **form.cleaned_data)
        except services.NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(request, _("The time is changed."))
            return redirect("sittings:candidate", sitting.pk, entry.pk)
    return page(
        request, "sittings/extra_minutes.html", {"sitting": sitting, "entry": entry, "form": form}, body=sitting.body
    )


@login_required
@require_safe
def door(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """The list to print and to tick people off at the door, by name."""
    sitting = visible_sitting(request, sitting_id, WATCH)
    approved = sitting.entries.filter(standing=Entry.Standing.APPROVED).select_related("person")
    context = {"sitting": sitting, "entries": approved.order_by("person__name", "person__email"), "now": timezone.now()}
    return page(request, "sittings/door.html", context, body=sitting.body)


def _decide(request: HttpRequest, chosen: list[Entry], *, reason: str) -> None:
    """Approve these entries, or refuse them with a reason; each by itself, so that one that cannot be stops no other."""
    actor, decided = signed_in(request), 0
    for entry in chosen:
        try:
            if reason:
                services.refuse(entry=entry, actor=actor, reason=reason)
            else:
                services.approve(entry=entry, actor=actor)
        except services.NotPossible as why:
            messages.error(request, _("%(name)s: %(reason)s") % {"name": entry.person, "reason": why})
        else:
            decided += 1
    if decided:
        done = (
            ngettext("%(n)s entry refused.", "%(n)s entries refused.", decided)
            if reason
            else ngettext("%(n)s entry approved.", "%(n)s entries approved.", decided)
        )
        messages.success(request, done % {"n": decided})


def _is_uuid(key: str) -> bool:
    try:
        uuid.UUID(key)
    except ValueError:
        return False
    return True
