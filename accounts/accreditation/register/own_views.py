"""Pages behind the register: what it shows of oneself, and how a body keeps it."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.accreditation.models import Award, Listing
from accounts.accreditation.register import listings
from accounts.accreditation.register.forms import RegisterSettingsForm, ShownForm
from accounts.accreditation.way import is_known_to
from accounts.models import Body
from accounts.rules import require, signed_in


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def shown(request: HttpRequest, slug: str) -> HttpResponse:
    """What the public register of a body shows of me, and my decision; to whoever has nothing to do with the body, 404."""
    body, person = get_object_or_404(Body, slug=slug), signed_in(request)
    if not is_known_to(person, body):
        raise Http404
    listing = listings.listing_of(person, body)
    form = ShownForm(request.POST) if request.method == "POST" else ShownForm.of(listing)
    if request.method == "POST" and form.is_valid():
        try:
            listings.decide(person=person, body=body, actor=person, shown=form.shown())
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Saved. The register shows from now on what you decided."))
            return redirect("accreditation:shown", slug)
    context = {
        "body": body,
        "listing": listing,
        "form": form,
        "settings": listings.settings_of(body),
        "consents": listing.consents.order_by("-at", "-pk") if not listing._state.adding else [],
        "is_public": listings.public_listings().filter(pk=listing.pk).exists(),
        "has_award": Award.objects.on_register().filter(person=person, body=body).exists(),
    }
    return render(request, "accreditation/register/shown.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def register_settings(request: HttpRequest, slug: str) -> HttpResponse:
    """How the body keeps its register; that the body exists is public, so others get 403."""
    body, actor = get_object_or_404(Body, slug=slug), signed_in(request)
    require(actor, "accreditation.keep_register", body)
    found = listings.settings_of(body)
    form = RegisterSettingsForm(request.POST or None, initial={"publishes": found.publishes, "address": found.address})
    if request.method == "POST" and form.is_valid():
        try:
            listings.change_settings(body=body, actor=actor, **form.cleaned_data)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("The settings of the public register are changed."))
            return redirect("accreditation:register_settings", slug)
    undecided = Award.objects.on_register().filter(body=body).values("person").distinct()
    decided = Listing.objects.filter(body=body, is_found__isnull=False).values("person")
    context = {
        "body": body,
        "form": form,
        "undecided": undecided.exclude(person__in=decided).count(),
        "frame": _frame(body),
    }
    return render(request, "accreditation/register/settings.html", context)


def _frame(body: Body) -> str:
    """What a body puts into a page of its own site to have the search there."""
    address = f"{settings.SITE_URL}{reverse('register:embedded', args=[body.slug])}"
    return f'<iframe src="{address}" title="{_("Register of directors")}" width="100%" height="900"></iframe>'
