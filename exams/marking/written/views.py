"""Pages of markers and adjudicators, and of those who choose them.

A page to mark on gets the question, the answer and the rubric, and nothing of the attempt: what is not in its context
cannot be told.
"""

from __future__ import annotations

import dataclasses
import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.shortcuts import render as render_plain
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import Role, User
from accounts.rules import may, signed_in
from exams.bank.presenting import asked, explained
from exams.marking.marks import plain
from exams.marking.models import Script, ScriptMark, ThirdMarker
from exams.marking.rules import ADJUDICATE, CHOOSE_MARKERS, MARK, SEE_RESULTS
from exams.marking.written import allocation, script_marks, third_markers, workload
from exams.marking.written.agreement import agreement
from exams.marking.written.forms import MarkersForm, MarkForm
from exams.marking.written.scripts import answer_of
from exams.sittings.pages import page, visible_sitting
from exams.sittings.rules import NotPossible, bodies_where


@login_required
@require_safe
def scripts(request: HttpRequest) -> HttpResponse:
    """What waits for this examiner: scripts to mark, and scripts on which two others differ."""
    person = signed_in(request)
    if not bodies_where(person, Role.EXAMINER):
        raise Http404
    context = {
        "piles": workload.piles(person),
        "disputes": workload.disputes(person),
        "requests": third_markers.requests(person).filter(standing=ThirdMarker.Standing.ASKED).count(),
    }
    return render_plain(request, "marking/scripts.html", context)


@login_required
@require_safe
@never_cache
def next_script(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """On to the next script of this sitting, or to the list when none is left."""
    found = workload.next_script(signed_in(request), sitting_id)
    if found is None:
        messages.success(request, _("You have nothing left to mark in this sitting."))
        return redirect("marking:scripts")
    return redirect("marking:script", found.pk)


@login_required
@never_cache
def script(request: HttpRequest, script_id: uuid.UUID) -> HttpResponse:
    """One script, to be marked or, until the other marker has done so too, to be marked again."""
    found, person = _script(request, script_id, MARK), signed_in(request)
    own = ScriptMark.objects.filter(script=found, by=person).order_by("-number").first()
    form = MarkForm(request.POST or None, content=found.paper_question.version.content, given=own)
    if request.method == "POST" and form.is_valid():
        try:
            script_marks.give(script=found, person=person, points=form.points, **_words(form))
        except NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(request, _("Script %(code)s is marked.") % {"code": found.code})
            return redirect("marking:next_script", found.sitting_id)
    pile = next((pile for pile in workload.piles(person) if pile.sitting.pk == found.sitting_id), None)
    context = {"form": form, "lines": form.lines(), "own": own, "stands": script_marks.stands(found), "pile": pile}
    return _marking_page(request, "marking/script.html", found, form, context)


@login_required
@never_cache
def adjudication(request: HttpRequest, script_id: uuid.UUID) -> HttpResponse:
    """One script on which its two markers differ, with what both gave and said; who they are is not told."""
    found, person = _script(request, script_id, ADJUDICATE), signed_in(request)
    both = script_marks.latest(found)
    if not script_marks.is_disputed(found):
        raise Http404
    if found.settlements.exists():
        messages.info(request, _("Another adjudicator has settled script %(code)s.") % {"code": found.code})
        return redirect("marking:scripts")
    form = MarkForm(request.POST or None, content=found.paper_question.version.content)
    if request.method == "POST" and form.is_valid():
        try:
            script_marks.adjudicate(script=found, person=person, points=form.points, **_words(form))
        except NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(request, _("Script %(code)s is settled.") % {"code": found.code})
            return redirect("marking:scripts")
    context = {
        "form": form,
        "lines": form.lines([one.points for one in both]),
        "both": [{"marks": plain(one.marks), "comment": one.comment} for one in both],
        "tolerance": found.paper_question.paper.tolerance,
    }
    return _marking_page(request, "marking/adjudication.html", found, form, context)


@login_required
def markers(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Who marks the sitting's written rulings and how far they are."""
    sitting = visible_sitting(request, sitting_id, CHOOSE_MARKERS)
    people, loads = workload.possible_markers(sitting), workload.loads(sitting)
    chosen = [str(load.person.pk) for load in loads if load.chosen]
    form = MarkersForm(request.POST or None, people=people, chosen=chosen)
    if request.method == "POST" and form.is_valid():
        named = [one for one in people if str(one.pk) in form.cleaned_data["markers"]]
        try:
            allocation.choose_markers(sitting=sitting, people=named, actor=signed_in(request))
        except NotPossible as why:
            form.add_error("markers", str(why))
        else:
            messages.success(request, _("The markers have been chosen. Each of them finds the scripts in their list."))
            return redirect("marking:markers", sitting.pk)
    context = {
        "sitting": sitting,
        "form": form,
        "loads": loads,
        "progress": workload.progress(sitting),
        "disputes": third_markers.disputes_of(sitting),
        "asked": sitting.third_markers.all(),
    }
    return page(request, "marking/markers.html", context, body=sitting.body, status=422 if form.errors else 200)


@login_required
@require_safe
def marker_agreement(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """How far the markers of a sitting agree."""
    sitting = visible_sitting(request, sitting_id, SEE_RESULTS)
    found = agreement(workload.pairs(sitting))
    names = User.objects.in_bulk([one.by for one in found.severities]) if found else {}
    context = {
        "sitting": sitting,
        "agreement": found,
        "exact": round(100 * found.exact) if found else 0,
        "tolerated": round(100 * found.tolerated) if found else 0,
        "severities": [(names[one.by], one) for one in found.severities] if found else [],
        "progress": workload.progress(sitting),
    }
    return page(request, "marking/agreement.html", context, body=sitting.body)


def _script(request: HttpRequest, script_id: uuid.UUID, permission: str) -> Script:
    """The script, if this person may do that with it; to others it does not exist."""
    found = Script.objects.counting().select_related(
        "sitting__body", "sitting__paper", "attempt", "paper_question__version", "paper_question__paper"
    )
    one = found.filter(pk=script_id).first()
    if one is None or not may(request.user, permission, one):
        raise Http404
    return one


def _words(form: MarkForm) -> dict[str, str]:
    return {"comment": form.cleaned_data["comment"], "note": form.cleaned_data["note"]}


def _marking_page(
    request: HttpRequest, template: str, found: Script, form: MarkForm, context: dict[str, Any]
) -> HttpResponse:
    version = found.paper_question.version
    sitting = found.sitting
    told = {
        "code": found.code,
        "sitting": sitting,
        "asked": asked(version),
        # The rubric stands in the form.
        "explained": dataclasses.replace(explained(version), rubric=[]),
        "edition": version.edition,
        "on": sitting.opens_at.astimezone(sitting.body.zone).date(),
        "answer": answer_of(found),
        "marks": found.paper_question.marks,
        "position": found.paper_question.position,
        "points_in_all": sum(row.most for row in form.rubric),
    }
    return page(request, template, {**told, **context}, body=sitting.body, status=422 if form.errors else 200)
