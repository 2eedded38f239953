"""Pages of a club: what waits for its contact, a season that they enter, and which clubs of a body speak for themselves."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Page, Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.accreditation.clubs import season, sessions
from accounts.accreditation.clubs.forms import EnterForm, HowForm, OneSessionForm, SeasonFileForm, WordForm
from accounts.accreditation.models import Evidence
from accounts.accreditation.requirements import Known
from accounts.accreditation.way import seen
from accounts.models import Body, Club, User
from accounts.rules import may, require, signed_in

PAGE = 25
WAITING = 100
"""So many sessions that wait are listed at once, the longest waiting first."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A club for its contacts and the registrars: what waits for it, several at once, and what is on record."""
    found, actor = _club(request, pk), signed_in(request)
    waiting = sessions.to_confirm(found, actor)
    form = WordForm(request.POST or None, waiting=waiting)
    speaks = may(actor, "accreditation.enter_club_sessions", found)
    if request.method == "POST":
        require(actor, "accreditation.enter_club_sessions", found)
        if form.is_valid():
            _say(request, form.cleaned_data, actor)
            return redirect("accreditation:club_sessions", pk)
    on_record = Evidence.objects.told_who_waits().filter(club=found, kind="sessions")
    on_record = on_record.select_related("person").order_by("-day", "person__name", "pk")
    page: Page[Any] = Paginator(on_record, PAGE).get_page(request.GET.get("page"))
    page.object_list = [seen(one, Known()) for one in page.object_list]
    context = {
        "club": found,
        "form": form,
        "speaks": speaks,
        "waiting": [seen(one, Known()) for one in waiting[:WAITING]] if speaks else [],
        "chosen": request.POST.getlist("chosen"),
        "page": page,
        "contacts": sessions.contacts_of(found),
        "is_registrar": may(actor, "accreditation.keep_register", found.body),
    }
    return render(request, "accreditation/clubs/club.html", context)


def _say(request: HttpRequest, told: dict[str, Any], actor: User) -> None:
    """Person by person, each of whom reads of it in one letter."""
    of: dict[UUID, list[Evidence]] = {}
    for evidence in told["chosen"]:
        of.setdefault(evidence.person_id, []).append(evidence)
    confirmed, done = told["decision"] == WordForm.CONFIRM, 0
    for pieces in of.values():
        left = sessions.say_together(pieces=pieces, actor=actor, confirmed=confirmed, reason=told["reason"])
        done += len(pieces) - len(left)
        for evidence, why in left:
            messages.error(request, _("%(name)s: %(why)s") % {"name": evidence.person, "why": why})
    if done:
        words = (
            ngettext("%(n)s session confirmed. It counts.", "%(n)s sessions confirmed. They count.", done)
            if confirmed
            else ngettext(
                "%(n)s session disputed. A registrar decides.", "%(n)s sessions disputed. A registrar decides.", done
            )
        )
        messages.success(request, words % {"n": done})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def enter(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Tell of one session or of a season; what it would do comes next, and nothing is written yet."""
    found, actor = _speaking(request, pk), signed_in(request)
    is_file = request.method == "POST" and "season" in request.POST
    is_one = request.method == "POST" and not is_file
    one = OneSessionForm(request.POST if is_one else None, club=found)
    file = SeasonFileForm(request.POST if is_file else None, request.FILES if is_file else None)
    for form in (one, file):
        if form.is_bound and form.is_valid():
            return _preview(request, found, form.rows, season.plan(found, actor, form.rows))
    headings = ", ".join(str(label) for label, _names in season.HEADINGS.values())
    return render(
        request, "accreditation/clubs/enter.html", {"club": found, "one": one, "file": file, "headings": headings}
    )


@require_POST
@login_required
def enter_shown(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Enter exactly what was shown; if that would be something else by now, show it again."""
    found, actor = _speaking(request, pk), signed_in(request)
    form = EnterForm(request.POST)
    opened = form.opened(found) if form.is_valid() else None
    if opened is None:
        messages.error(request, _("This page was out of date. Tell of the sessions again; nothing was entered."))
        return redirect("accreditation:session_entry", pk)
    rows, digest, reference = opened
    try:
        done = season.enter(club=found, actor=actor, rows=rows, shown=digest, reference=reference)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return _preview(request, found, rows, season.plan(found, actor, rows))
    n = sum(line.does for line in done)
    words = ngettext("%(n)s line entered.", "%(n)s lines entered.", n) % {"n": n}
    messages.success(request, words if n else _("Entered already. Nothing was done twice."))
    return redirect("accreditation:club_sessions", pk)


def _preview(request: HttpRequest, found: Club, rows: list[season.Row], lines: list[season.Line]) -> HttpResponse:
    context = {
        "club": found,
        "lines": lines,
        "doing": sum(line.does for line in lines),
        "wrong": sum(bool(line.faults) for line in lines),
        "form": EnterForm(initial={"sealed": EnterForm.seal(found, rows, season.digest(lines))}),
    }
    return render(request, "accreditation/clubs/preview.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def clubs(request: HttpRequest, slug: str) -> HttpResponse:
    """The clubs of a body with their contacts, and who confirms sessions; that the body exists is public, so others get 403."""
    body = get_object_or_404(Body, slug=slug)
    actor = signed_in(request)
    require(actor, "accreditation.keep_register", body)
    form = HowForm(request.POST or None, body=body)
    if request.method == "POST" and form.is_valid():
        sessions.settle_how(body=body, actor=actor, **form.cleaned_data)
        messages.success(request, _("Saved. It holds for all sessions that wait from now on."))
        return redirect("accreditation:confirmers", slug)
    page = Paginator(sessions.clubs_of_body(body), PAGE * 2).get_page(request.GET.get("page"))
    return render(request, "accreditation/clubs/list.html", {"body": body, "page": page, "form": form})


def _club(request: HttpRequest, pk: UUID) -> Club:
    """The club, for its contacts and the registrars of its body; for all others there is no such page."""
    found = get_object_or_404(Club.objects.select_related("body"), pk=pk)
    if not may(signed_in(request), "accreditation.view_club", found):
        raise Http404
    return found


def _speaking(request: HttpRequest, pk: UUID) -> Club:
    """The club, for whoever may enter sessions for it."""
    found = _club(request, pk)
    require(signed_in(request), "accreditation.enter_club_sessions", found)
    return found
