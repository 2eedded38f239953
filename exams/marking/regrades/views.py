"""Pages of regrades, for examiners: those that are open and decided, a proposal with what it would do, and a new one."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Role
from accounts.rules import may, require, signed_in
from exams.bank.models import QuestionVersion
from exams.bank.presenting import asked
from exams.marking.models import Regrade
from exams.marking.regrades import decisions, dry_run, proposals, words
from exams.marking.regrades.forms import ApproveForm, RefuseForm, RegradeForm
from exams.marking.regrades.words import explained_since, numbers, of_sitting
from exams.marking.rules import DECIDE, PROPOSE, SEE, WITHDRAW
from exams.papers.models import PaperQuestion
from exams.sittings.models import Sitting
from exams.sittings.pages import PER_PAGE, page, visible_sitting
from exams.sittings.rules import NotPossible, bodies_where

MOST_ROWS = 200
"""So many candidates stand on the page of a dry run; the counts above are of all."""


@login_required
@require_safe
@never_cache
def regrades(request: HttpRequest) -> HttpResponse:
    """The regrades of the bodies one examines for, the open ones first."""
    person = signed_in(request)
    bodies = bodies_where(person, Role.EXAMINER)
    if not bodies:
        raise Http404
    found = Regrade.objects.apart_from(person).filter(body__in=bodies)
    found = found.select_related("version", "sitting", "proposed_by")
    decided = found.exclude(standing=Regrade.Standing.PROPOSED)
    listed = Paginator(decided, PER_PAGE).get_page(request.GET.get("page"))
    waiting = list(found.open())
    context = {"open": waiting, "page": listed, "numbers": numbers([*waiting, *listed])}
    return render(request, "marking/regrades/list.html", context)


@login_required
@require_safe
@never_cache
def choose(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Which question of a sitting is to be marked again."""
    sitting = visible_sitting(request, sitting_id, PROPOSE)
    questions = _questions(sitting).order_by("paper", "position")
    seen: dict[uuid.UUID, PaperQuestion] = {}
    for question in questions:
        seen.setdefault(question.version_id, question)
    return page(
        request,
        "marking/regrades/choose.html",
        {"sitting": sitting, "questions": list(seen.values())},
        body=sitting.body,
    )


@login_required
@never_cache
def new(request: HttpRequest, sitting_id: uuid.UUID, version_id: uuid.UUID) -> HttpResponse:
    """Propose: first to see what it would do, then to hand it on to a second examiner."""
    sitting = visible_sitting(request, sitting_id, PROPOSE)
    version = get_object_or_404(QuestionVersion, pk=version_id, body=sitting.body_id)
    if not _questions(sitting).filter(version=version).exists():
        raise Http404
    form = RegradeForm(request.POST or None, sitting=sitting, version=version)
    preview = None
    if request.method == "POST" and form.is_valid():
        try:
            regrade = form.drafted(signed_in(request))
            if "propose" in request.POST:
                stored = proposals.propose(regrade)
                messages.success(request, _("Proposed. Another examiner has to approve it."))
                return redirect(stored)
            preview = shown(dry_run.run(regrade)[0])
        except NotPossible as why:
            form.add_error(None, str(why))
    context = {
        "sitting": sitting,
        "version": version,
        "form": form,
        "run": preview,
        "asked": asked(version),
        "explained": explained_since(version, of_sitting(sitting, [version.pk]).get(version.pk, ())),
        "on": timezone.localdate(sitting.opens_at, sitting.body.zone),
    }
    return page(request, "marking/regrades/new.html", context, body=sitting.body, status=_status(form))


@login_required
@require_safe
@never_cache
def regrade(request: HttpRequest, regrade_id: uuid.UUID) -> HttpResponse:
    """One regrade with its dry run, and what this person may do about it."""
    return _regrade_page(request, _visible(request, regrade_id))


@login_required
@require_POST
def decide(request: HttpRequest, regrade_id: uuid.UUID, action: str) -> HttpResponse:
    """Approve, refuse or withdraw."""
    found = _visible(request, regrade_id)
    person = signed_in(request)
    require(person, WITHDRAW if action == "withdraw" else DECIDE, found)
    form = {"approve": ApproveForm, "refuse": RefuseForm, "withdraw": Form}[action](request.POST, prefix=action)
    if not form.is_valid():
        return _regrade_page(request, found, {action: form}, status=400)
    said = form.cleaned_data
    try:
        if action == "withdraw":
            proposals.withdraw(regrade=found, actor=person)
            messages.success(request, _("Withdrawn."))
        elif action == "refuse":
            decisions.refuse(regrade=found, actor=person, note=said["note"])
            messages.success(
                request,
                _("Refused. We have written to the candidate who appealed, who can read your reason.")
                if hasattr(found, "appeal")
                else _("Refused. The proposer can read your reason."),
            )
        else:
            decisions.approve(regrade=found, actor=person, seen=said["seen"], note=said["note"])
            messages.success(request, _("Applied. We have written to the candidates whose results had been released."))
    except NotPossible as why:
        messages.error(request, str(why))
        found = _visible(request, regrade_id)
        if found.standing == Regrade.Standing.PROPOSED:
            # What it does has moved, or cannot be worked out now: it is decided about again, with the note that was typed.
            return _regrade_page(request, found, note=said.get("note", ""), status=409)
    return redirect(found)


def shown(report: Any) -> dict[str, Any]:
    """A dry run as its part of a page shows it."""
    told = words.rows(report)
    rows = [row for row in told if not row["kept"]]
    return {
        "counts": report["counts"],
        "rows": rows[:MOST_ROWS],
        "kept": [row for row in told if row["kept"]],
        "more": max(0, len(rows) - MOST_ROWS),
        "awards": any(one["kind"] == "award" for row in report["rows"] for one in row["follows"]),
    }


def _visible(request: HttpRequest, regrade_id: uuid.UUID) -> Regrade:
    found = Regrade.objects.select_related(
        "version", "sitting", "body", "proposed_by", "decided_by", "script__paper_question", "appeal"
    )
    regrade = found.filter(pk=regrade_id).first()
    if regrade is None or not may(request.user, SEE, regrade):
        raise Http404
    return regrade


def _regrade_page(
    request: HttpRequest, found: Regrade, bound: dict[str, Any] | None = None, note: str = "", status: int = 200
) -> HttpResponse:
    """The page. bound: forms with what is wrong in them, by action; note: what was typed before the run changed."""
    run = found.runs.order_by("-number").first()
    person = signed_in(request)
    is_open = found.standing == Regrade.Standing.PROPOSED
    context = {
        "regrade": found,
        "number": numbers([found])[found.pk],
        "remedy": words.remedy(found),
        "made": run,
        "run": shown(run.report) if run else None,
        "may_withdraw": is_open and may(person, WITHDRAW, found),
        "appeal": getattr(found, "appeal", None),
    }
    if is_open and run is not None and may(person, DECIDE, found):
        context |= {
            "approve": (bound or {}).get("approve")
            or ApproveForm(prefix="approve", initial={"seen": run.number, "note": note}),
            "refuse": (bound or {}).get("refuse") or RefuseForm(prefix="refuse"),
        }
    return page(request, "marking/regrades/regrade.html", context, body=found.body, status=status)


def _questions(sitting: Sitting) -> Any:
    """The questions that candidates of this sitting met."""
    papers = sitting.entries.exclude(own_paper=None).values("own_paper")
    whole = PaperQuestion.objects.filter(paper=sitting.paper_id) | PaperQuestion.objects.filter(paper__in=papers)
    return whole.select_related("version")


def _status(form: RegradeForm) -> int:
    return 400 if form.is_bound and form.errors else 200
