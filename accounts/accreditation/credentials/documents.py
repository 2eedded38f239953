"""What other programs fetch in order to verify a badge: the body's DID document, its status lists, and its levels.

Open to everybody, and to scripts of other sites: they hold nothing that a badge does not tell.
"""

from __future__ import annotations

import json
from typing import Any

import structlog
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from accounts.accreditation.credentials.badges import Signer
from accounts.accreditation.credentials.identity import did_document
from accounts.accreditation.credentials.status_lists import CANNOT_SIGN, Purpose, current_list
from accounts.accreditation.models import Level, SigningKey
from accounts.models import Body

log = structlog.get_logger(__name__)

OB3_CONTEXTS = ["https://www.w3.org/ns/credentials/v2", "https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json"]


@require_safe
def did(request: HttpRequest, slug: str) -> HttpResponse:
    """The DID document of a body that has signed something."""
    keys = list(SigningKey.objects.filter(body__slug=slug).select_related("body").order_by("number"))
    if not keys:
        raise Http404
    return _document(json.dumps(did_document(keys[0].body, keys)), "application/did+json")


@require_safe
def status_list(request: HttpRequest, slug: str, purpose: str, number: int) -> HttpResponse:
    """A status list, as the awards stand at this moment."""
    body = get_object_or_404(Body, slug=slug)
    if purpose not in Purpose:
        raise Http404
    try:
        found = current_list(body, Purpose(purpose), number)
    except CANNOT_SIGN as error:
        # An old list would say of a suspended award that it stands. None at all is refused by whoever verifies.
        log.error("status_lists_not_signed", body=slug, why=str(error) or type(error).__name__)
        return HttpResponse(status=503, headers={"Retry-After": "3600"})
    if found is None:
        raise Http404
    return _document(found.document, "application/vc")


@require_safe
@vary_on_headers("Accept")
def achievement(request: HttpRequest, slug: str, code: str) -> HttpResponse:
    """A level for programs; a browser is led on to the page that people read."""
    level = get_object_or_404(Level.objects.select_related("body"), body__slug=slug, code=code)
    if request.get_preferred_type(["text/html", "application/ld+json", "application/json"]) == "text/html":
        return redirect(reverse("register:levels_of", args=[slug]) + f"#level-{code}")
    said: dict[str, Any] = Signer(level.body).achievement_of(level).to_dict()
    return _document(json.dumps({"@context": OB3_CONTEXTS, **said}), "application/ld+json")


def _document(text: str, media_type: str) -> HttpResponse:
    headers = {"Access-Control-Allow-Origin": "*", "Cache-Control": "no-cache"}
    return HttpResponse(text, content_type=media_type, headers=headers)
