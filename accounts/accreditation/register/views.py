"""The pages of the public register: the search, a director's page, a letter, and the search within another site.

They name what somebody agreed to and nothing else: no address, no code, and no id but that of the page itself.
"""

from __future__ import annotations

import math
from http import HTTPStatus
from typing import Any
from uuid import UUID

from csp.decorators import csp_replace
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.accreditation.life import Verb
from accounts.accreditation.models import Award, AwardEvent, Listing
from accounts.accreditation.register import limits, relay
from accounts.accreditation.register.forms import LetterForm, SearchForm
from accounts.accreditation.register.listings import public_listings, settings_of
from accounts.accreditation.register.search import MOST, Asked, Found, search
from accounts.models import Body, Membership, Role

TERMS = (Verb.GRANTED, Verb.RENEWED, Verb.EXTENDED)
"""What the public reads of an award's history: how its end came about. Suspensions and proposals are not among it."""


def hidden_from_engines(response: HttpResponse) -> HttpResponse:
    """Ask search engines to keep no copy: who withdraws consent today is not to be found there tomorrow."""
    response.headers["X-Robots-Tag"] = "noindex"
    return response


@require_safe
@never_cache
def register(request: HttpRequest) -> HttpResponse:
    """The search, and what it finds. Nothing is listed until it is asked for somebody or some place."""
    return _search_page(request, "accreditation/register.html", None)


@require_safe
@never_cache
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type]
def embedded(request: HttpRequest, slug: str) -> HttpResponse:
    """The search of one body without header and foot, for a frame in a page of another site."""
    return _search_page(request, "accreditation/register/embedded.html", get_object_or_404(Body, slug=slug))


def _search_page(request: HttpRequest, template: str, body: Body | None) -> HttpResponse:
    form = SearchForm(request.GET, of=body)
    asked = form.asked()
    context: dict[str, Any] = {"form": form, "body": body, "asked": asked, "most": MOST}
    if asked is not None and asked.is_enough:
        if seconds := wait_of(request, asked):
            return limits.too_many(request, seconds)
        context |= in_short(search(asked))
    # Whoever has only opened the page has not asked too little.
    context["is_short"] = bool(request.GET and asked is not None and not asked.is_enough)
    return hidden_from_engines(render(request, template, context))


def wait_of(request: HttpRequest, asked: Asked) -> int:
    """Count the search, and say how many seconds to wait before it; a number has a count of its own."""
    return limits.seconds_to_wait(request, "number" if asked.number else "search")


def in_short(found: list[Found]) -> dict[str, Any]:
    """What is shown of it, and whether there is more."""
    return {"found": found[:MOST], "is_more": len(found) > MOST}


@require_safe
@never_cache
def entry(request: HttpRequest, pk: UUID) -> HttpResponse:
    """A director's page: levels, standing and terms; the club if they agreed to it."""
    listing = _public(pk)
    terms = Prefetch("events", AwardEvent.objects.filter(verb__in=TERMS).order_by("at", "pk"), to_attr="terms")
    awards = list(
        Award.objects.on_register()
        .with_activity(public=True)
        .filter(person=listing.person_id, body=listing.body_id)
        .select_related("level", "body")
        .prefetch_related(terms)
        .order_by("-level__order", "-valid_until", "pk")
    )
    context: dict[str, Any] = {
        "listing": listing,
        "body": listing.body,
        "awards": awards,
        "name": max(awards, key=lambda one: one.granted_at).name,
        "may_write": relay.can_be_written_to(listing),
    }
    if listing.shows_club:
        held = Membership.objects.active().filter(person=listing.person_id, body=listing.body_id, role=Role.CANDIDATE)
        member = held.select_related("club__region").first()
        context["club"] = member.club if member else None
    return hidden_from_engines(render(request, "accreditation/register/entry.html", context))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def write(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Write to a director by way of this site."""
    listing = _written_to(pk)
    form = LetterForm(request.POST or None)
    status = HTTPStatus.OK
    if request.method == "POST" and form.is_valid():
        if not relay.is_solved(form.cleaned_data.pop("altcha"), listing):
            form.add_error(None, _("The check in your browser did not finish. Send the letter again."))
        elif seconds := _wait_to_write(request, listing):
            # On the form itself, so that the letter is not lost.
            status = HTTPStatus.TOO_MANY_REQUESTS
            form.add_error(None, _too_many_letters(seconds))
        else:
            try:
                relay.write(listing=listing, **form.cleaned_data)
            except ValidationError as refusal:
                form.add_error(None, refusal)
            else:
                messages.success(request, _("Your letter is on its way. An answer comes to the address you gave."))
                return redirect("register:entry", pk)
    context = {"listing": listing, "form": form, "name": _name_of(listing), "settings": settings_of(listing.body)}
    return hidden_from_engines(render(request, "accreditation/register/write.html", context, status=status))


@require_safe
@never_cache
def challenge(request: HttpRequest, pk: UUID) -> HttpResponse:
    """The proof of work that the script of the page solves before it sends a letter."""
    return JsonResponse(relay.challenge_for(_written_to(pk)))


def _wait_to_write(request: HttpRequest, listing: Listing) -> int:
    return limits.seconds_to_wait(request, "letter") or limits.seconds_to_wait(request, "letter_to", str(listing.pk))


def _too_many_letters(seconds: int) -> str:
    minutes = max(1, math.ceil(seconds / 60))
    return ngettext(
        "Too many letters have been sent. Try again in %(minutes)s minute; what you wrote is still here.",
        "Too many letters have been sent. Try again in %(minutes)s minutes; what you wrote is still here.",
        minutes,
    ) % {"minutes": minutes}


def _public(pk: UUID) -> Listing:
    return get_object_or_404(public_listings().select_related("body", "person"), pk=pk)


def _written_to(pk: UUID) -> Listing:
    listing = _public(pk)
    return listing if relay.can_be_written_to(listing) else get_object_or_404(Listing.objects.none())


def _name_of(listing: Listing) -> str:
    """As on the latest award, which is what the register says."""
    awards = Award.objects.on_register().filter(person=listing.person_id, body=listing.body_id)
    return awards.order_by("-granted_at").values_list("name", flat=True)[0]
