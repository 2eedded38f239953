"""Pages on which a body asks an examiner of another one to settle scripts, and on which that person answers."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import Role
from accounts.rules import signed_in
from exams.marking.models import ThirdMarker
from exams.marking.rules import CHOOSE_MARKERS
from exams.marking.written import third_markers
from exams.marking.written.forms import ThirdMarkerForm
from exams.sittings.pages import page, visible_sitting
from exams.sittings.rules import NotPossible, bodies_where


@login_required
def ask(request: HttpRequest, sitting_id: uuid.UUID) -> HttpResponse:
    """Ask somebody by address. The answer is the same whoever has it."""
    sitting = visible_sitting(request, sitting_id, CHOOSE_MARKERS)
    form = ThirdMarkerForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            third_markers.ask(sitting=sitting, actor=signed_in(request), **form.cleaned_data)
        except NotPossible as why:
            form.add_error(None, str(why))
        else:
            messages.success(
                request,
                _(
                    "If an examiner of another body has this address, we will email them. Their answer will "
                    "appear on this page."
                ),
            )
            return redirect("marking:markers", sitting.pk)
    context = {"sitting": sitting, "form": form}
    return page(request, "marking/third_marker.html", context, body=sitting.body, status=422 if form.errors else 200)


@login_required
@require_POST
def withdraw(request: HttpRequest, sitting_id: uuid.UUID, asked_id: uuid.UUID) -> HttpResponse:
    """Take a request back."""
    sitting = visible_sitting(request, sitting_id, CHOOSE_MARKERS)
    asked = get_object_or_404(ThirdMarker, pk=asked_id, sitting=sitting)
    third_markers.withdraw(asked_id=asked.pk, sitting=sitting, actor=signed_in(request))
    messages.success(request, _("The request has been withdrawn."))
    return redirect("marking:markers", sitting.pk)


@login_required
@require_safe
@never_cache
def requests(request: HttpRequest) -> HttpResponse:
    """What other bodies ask of this examiner."""
    person = signed_in(request)
    if not bodies_where(person, Role.EXAMINER):
        raise Http404
    return render(request, "marking/requests.html", {"requests": third_markers.requests(person)})


@login_required
@require_POST
def answer(request: HttpRequest, asked_id: uuid.UUID) -> HttpResponse:
    """Yes or no."""
    person = signed_in(request)
    asked = get_object_or_404(third_markers.requests(person), pk=asked_id)
    accept = request.POST.get("answer") == "yes"
    try:
        third_markers.answer(asked_id=asked.pk, person=person, accept=accept)
    except NotPossible as why:
        messages.error(request, str(why))
        return redirect("marking:requests")
    if accept:
        messages.success(request, _("Thank you. The scripts are in your list."))
        return redirect("marking:scripts")
    messages.success(request, _("You have declined. The body can see that."))
    return redirect("marking:requests")
