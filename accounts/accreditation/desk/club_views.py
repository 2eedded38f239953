"""Pages about the clubs of a body and its regions, for its registrars."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.forms import Form, ModelForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.accreditation.desk import clubs as services
from accounts.accreditation.desk.forms import (
    ChangeClubForm,
    ChangeRegionForm,
    ClubForm,
    ClubsFilter,
    MergeClubForm,
    RegionForm,
)
from accounts.accreditation.desk.views import body_of_registrar
from accounts.audit.models import AuditEntry
from accounts.forms import ReasonForm
from accounts.models import Club, Region
from accounts.rules import may, signed_in

PAGE = 50


@require_safe
@login_required
def clubs(request: HttpRequest, slug: str) -> HttpResponse:
    """The clubs of a body with their regions, places and directors."""
    body = body_of_registrar(request, slug)
    wanted = ClubsFilter(request.GET, body=body)
    found: QuerySet[Any] = services.clubs_of(body)
    if not wanted.is_valid():
        found = found.none()
    else:
        told = wanted.cleaned_data
        if told["region"]:
            found = found.filter(region=told["region"])
        if told["directors"]:
            found = found.filter(directors=0)
        if told["q"]:
            found = found.filter(Q(name__icontains=told["q"]) | Q(place__icontains=told["q"]))
    page = Paginator(found, PAGE).get_page(request.GET.get("page"))
    return render(request, "accreditation/desk/clubs.html", {"body": body, "filter": wanted, "page": page})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new_club(request: HttpRequest, slug: str) -> HttpResponse:
    """Make a club."""
    body = body_of_registrar(request, slug)
    form = ClubForm(request.POST or None, body=body)
    if request.method == "POST" and form.is_valid():
        made = _try(form, services.make_club, body=body, actor=signed_in(request), fields=form.cleaned_data)
        if made:
            messages.success(request, _("%(club)s is made.") % {"club": form.cleaned_data["name"]})
            return redirect("accreditation:clubs", slug)
    return render(request, "accreditation/desk/club_new.html", {"body": body, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One club: rename or move it."""
    found = _club(request, pk)
    # The form must not change what the page says of the club.
    form = ChangeClubForm(request.POST or None, instance=Club.objects.get(pk=pk), body=found.body)
    if request.method == "POST" and form.is_valid():
        told = dict(form.cleaned_data)
        reason = told.pop("reason")
        if _try(form, services.change_club, club=found, actor=signed_in(request), fields=told, reason=reason):
            messages.success(request, _("Saved."))
            return redirect("accreditation:club", pk)
    shown = get_object_or_404(services.clubs_of(found.body), pk=pk)
    return render(request, "accreditation/desk/club.html", {"club": shown, "body": found.body, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def merge_club(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Let one club become part of another: first what would move, then do it."""
    actor = signed_in(request)
    if request.method == "POST" and not Club.objects.filter(pk=pk).exists():
        # The same form sent a second time: the club is gone.
        done = AuditEntry.objects.filter(verb="club.merged", actor=actor, data__gone=str(pk)).first()
        if done is not None:
            return redirect("accreditation:club", done.target_id)
    found = _club(request, pk)
    form = MergeClubForm(request.POST or None, club=found)
    context: dict[str, Any] = {"club": found, "body": found.body, "form": form}
    if request.method == "POST" and form.is_valid():
        kept, seen = form.cleaned_data["into"], request.POST.get("seen", "")
        try:
            if seen:
                services.merge_clubs(gone=found, kept=kept, actor=actor, reason=form.cleaned_data["reason"], seen=seen)
                messages.success(request, _("%(gone)s is part of %(kept)s now.") % {"gone": found, "kept": kept.name})
                return redirect("accreditation:club", kept.pk)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        try:
            context |= {"preview": services.would_merge(found, kept), "kept": kept}
        except ValidationError as refusal:
            if not form.non_field_errors():
                form.add_error(None, refusal)
    return render(request, "accreditation/desk/club_merge.html", context)


# --- Regions ----------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def regions(request: HttpRequest, slug: str) -> HttpResponse:
    """The regions of a body; a form to make one."""
    body = body_of_registrar(request, slug)
    form = RegionForm(request.POST or None)
    if (
        request.method == "POST"
        and form.is_valid()
        and _try(form, services.make_region, body=body, actor=signed_in(request), fields=form.cleaned_data)
    ):
        messages.success(request, _("%(region)s is made.") % {"region": form.cleaned_data["name"]})
        return redirect("accreditation:regions", slug)
    found = Region.objects.filter(body=body).annotate(n=Count("clubs")).order_by("order", "name")
    return render(request, "accreditation/desk/regions.html", {"body": body, "regions": found, "form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def region(request: HttpRequest, pk: UUID) -> HttpResponse:
    """One region: rename it, give it another place, remove it."""
    found = _region(request, pk)
    form = ChangeRegionForm(request.POST or None, initial={"name": found.name, "order": found.order})
    if request.method == "POST" and form.is_valid():
        told = dict(form.cleaned_data)
        reason = told.pop("reason")
        if _try(form, services.change_region, region=found, actor=signed_in(request), fields=told, reason=reason):
            messages.success(request, _("Saved."))
            return redirect("accreditation:regions", found.body.slug)
    return _region_page(request, pk, {"form": form})


@require_POST
@login_required
def remove_region(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Remove a region in which there is no club any more."""
    found = _region(request, pk)
    form = ReasonForm(request.POST, auto_id="remove_%s")
    if form.is_valid() and _try(
        form, services.remove_region, region=found, actor=signed_in(request), reason=form.cleaned_data["reason"]
    ):
        messages.success(request, _("%(region)s is removed.") % {"region": found.name})
        return redirect("accreditation:regions", found.body.slug)
    return _region_page(request, pk, {"remove": form})


def _region_page(request: HttpRequest, pk: UUID, bound: dict[str, Any]) -> HttpResponse:
    found = _region(request, pk)
    form = ChangeRegionForm(initial={"name": found.name, "order": found.order})
    context = {"region": found, "body": found.body, "form": form, "clubs": found.clubs.order_by("name")}
    context["remove"] = ReasonForm(auto_id="remove_%s")
    return render(request, "accreditation/desk/region.html", context | bound)


# --- What all of them do ----------------------------------------------------------------------------------------------


def _try(form: Form | ModelForm[Any], service: Any, **told: Any) -> bool:
    """Whether the service did it; what it refuses stands at the form, at the field where it names one."""
    try:
        service(**told)
    except ValidationError as refusal:
        named = getattr(refusal, "error_dict", {})
        for name, faults in named.items():
            form.add_error(name if name in form.fields else None, faults)
        if not named:
            form.add_error(None, refusal)
        return False
    return True


def _club(request: HttpRequest, pk: UUID) -> Club:
    """The club, for the registrars of its body; for all others there is none."""
    found = get_object_or_404(Club.objects.select_related("body", "region"), pk=pk)
    if not may(signed_in(request), "accreditation.keep_register", found):
        raise Http404
    return found


def _region(request: HttpRequest, pk: UUID) -> Region:
    """The region, for the registrars of its body; for all others there is none."""
    found = get_object_or_404(Region.objects.select_related("body"), pk=pk)
    if not may(signed_in(request), "accreditation.keep_register", found):
        raise Http404
    return found
