"""Pages of somebody's way to a level: their own, and the same as a registrar of the body reads it."""

from __future__ import annotations

import uuid
from functools import cache
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.accreditation import services
from accounts.accreditation.forms import ApplyForm
from accounts.accreditation.models import Evidence, Level
from accounts.accreditation.way import candidate_of, is_known_to, way_of
from accounts.models import Body, User
from accounts.rules import may, signed_in


@require_safe
@login_required
def my_way(request: HttpRequest) -> HttpResponse:
    """From the menu to one's way with the only body of which one is a candidate; else to the list of one's applications."""
    bodies = candidate_of(signed_in(request))
    if len(bodies) != 1:
        return redirect("accreditation:mine")
    return redirect("accreditation:way", Body.objects.get(pk=bodies[0]).slug)


@require_safe
@login_required
def way(request: HttpRequest, slug: str) -> HttpResponse:
    """One's own way. Who has nothing to do with the body has none; what its levels ask for is on its public page."""
    body = get_object_or_404(Body, slug=slug)
    if not is_known_to(signed_in(request), body):
        raise Http404
    return _page(request, body, signed_in(request))


@require_safe
@login_required
def way_of_person(request: HttpRequest, slug: str, person_id: UUID) -> HttpResponse:
    """The way of a person of the body, as its registrars read it; to all others but the person there is no such page."""
    body = get_object_or_404(Body, slug=slug)
    person = get_object_or_404(User, pk=person_id)
    if not may(signed_in(request), "accreditation.view_evidence", Evidence(body=body, person=person)):
        raise Http404
    if person == signed_in(request):
        return redirect("accreditation:way", slug)
    if not is_known_to(person, body):
        raise Http404
    return _page(request, body, person)


@require_POST
@login_required
def apply(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Apply for a level of the body by one press."""
    level = get_object_or_404(Level.objects.select_related("body"), body__slug=slug, pk=pk)
    form = ApplyForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("This page was out of date. Check what you have; then press again."))
        return redirect("accreditation:way", slug)
    reference = str(form.cleaned_data["reference"])
    try:
        application = services.apply(person=signed_in(request), level=level, reference=reference)
    except ValidationError as refusal:
        messages.error(request, refusal.messages[0])
        return redirect("accreditation:way", slug)
    messages.success(
        request,
        _("You have applied for %(level)s. A registrar of %(body)s decides.") % {"level": level, "body": level.body},
    )
    return redirect("accreditation:application", application.pk)


def _page(request: HttpRequest, body: Body, person: User) -> HttpResponse:
    own = person == signed_in(request)
    found = way_of(person, body, own=own, page=request.GET.get("page"))
    context = {
        "body": body,
        "person": person,
        "own": own,
        "way": found,
        "page": found.evidence,
        "form": ApplyForm(initial={"reference": uuid.uuid4()}),
        # Asked only where there is something to apply for.
        "has_confirmed_address": cache(person.has_confirmed_address),
    }
    return render(request, "accreditation/way.html", context)
