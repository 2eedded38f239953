"""Pages for a letter to the people of a list, and the log of those that were sent."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from accounts.accreditation.award_views import awards_wanted
from accounts.accreditation.desk import circulars as services
from accounts.accreditation.desk.forms import CircularForm
from accounts.accreditation.desk.views import body_of_registrar
from accounts.accreditation.forms import AwardsFilter
from accounts.accreditation.models import Circular
from accounts.rules import may, signed_in

PAGE = 50


@require_safe
@login_required
def circulars(request: HttpRequest, slug: str) -> HttpResponse:
    """What was sent to lists of this body, the latest first."""
    body = body_of_registrar(request, slug)
    found = Circular.objects.filter(body=body).select_related("made_by")
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "accreditation/desk/circulars.html", {"body": body, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def write(request: HttpRequest, slug: str) -> HttpResponse:
    """Write to the holders of the awards that the address narrows down to: first what would be sent, then send it."""
    body, actor = body_of_registrar(request, slug), signed_in(request)
    wanted = AwardsFilter(request.GET, body=body)
    awards = awards_wanted(body, wanted)
    narrowed = in_words(wanted)
    form = CircularForm(request.POST or None)
    context: dict[str, Any] = {"body": body, "form": form, "narrowed": narrowed, "places": services.PLACES.items()}
    if request.method == "POST" and form.is_valid():
        told = {"body": body, "actor": actor, "awards": awards, **form.cleaned_data}
        reference, seen = told.pop("reference"), request.POST.get("seen", "")
        try:
            if seen:
                made = services.send(narrowed=narrowed, seen=seen, reference=reference, **told)
                n = services.letters_of(made).count()
                words = ngettext("%(n)s letter is on its way.", "%(n)s letters are on their way.", n)
                messages.success(request, words % {"n": n})
                return redirect("accreditation:circular", made.pk)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        try:
            context["preview"] = services.preview(**told)
        except ValidationError as refusal:
            if not form.non_field_errors():
                form.add_error(None, refusal)
    if "preview" not in context:
        found = services.recipients(body, awards)
        context |= {"people": len(found.people), "unreached": len(found.unreached)}
    return render(request, "accreditation/desk/circular_write.html", context)


def in_words(wanted: AwardsFilter) -> list[tuple[str, str]]:
    """How the list is narrowed, each as what and to what."""
    if not wanted.is_valid():
        return []
    told = []
    for bound in wanted:
        value = wanted.cleaned_data.get(bound.name)
        if value in (None, "") and bound.name != "state":
            continue
        choices = dict(getattr(bound.field, "choices", ())) if bound.name in ("state", "ends") else {}
        told.append((str(bound.label), str(choices.get(value, value))))
    return told


@require_safe
@login_required
def circular(request: HttpRequest, pk: UUID) -> HttpResponse:
    """What was sent, by whom, and to each person whether it has gone out."""
    found = get_object_or_404(Circular.objects.select_related("body", "made_by"), pk=pk)
    if not may(signed_in(request), "accreditation.keep_register", found):
        raise Http404
    page = Paginator(services.letters_of(found), PAGE).get_page(request.GET.get("page"))
    context = {"circular": found, "body": found.body, "page": page}
    return render(request, "accreditation/desk/circular.html", context)
