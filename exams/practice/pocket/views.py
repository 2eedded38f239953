"""The pages and files of the app: its shell, the law, its worker and manifest, and what a phone asks while it has a network.

Everything that the worker keeps is the same for everybody. What is one person's goes through `state` and `questions` alone,
which the worker never keeps.
"""

from __future__ import annotations

import gzip
import json
from typing import Any
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from exams.practice.exercises import learner_of
from exams.practice.pocket import bundle as bundles
from exams.practice.pocket.questions import MOST, for_a_phone, take_along

TABLE_GREEN, PAPER = "#1f5c43", "#fbfaf6"


@require_safe
def shell(request: HttpRequest) -> HttpResponse:
    """The app itself, which needs no account."""
    return HttpResponse(bundles.shell(request))


@require_safe
def law(_request: HttpRequest) -> HttpResponse:
    """The law as the app reads it."""
    return HttpResponse(bundles.law(), content_type="application/json")


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    """The compiled assistant as the app reads it; packed, as it is the longest of the files and holds nothing secret."""
    told = bundles.rulings().encode()
    answer = HttpResponse(told, content_type="application/json")
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(gzip.compress(told, mtime=0), content_type="application/json")
        answer["Content-Encoding"] = "gzip"
    patch_vary_headers(answer, ["Accept-Encoding"])
    return answer


@never_cache
@require_safe
def worker(request: HttpRequest) -> HttpResponse:
    """The script that keeps the app and opens it without a network; its first line names the files of this version.

    Where the site keeps nothing off line any more (`OFF_LINE`), one that empties what was kept and takes itself away.
    """
    if not settings.OFF_LINE:
        source = bundles.content_of(bundles.CLEARING_WORKER).decode()
    else:
        now = bundles.bundle(request)
        told = {
            "version": now.version,
            "shell": reverse("pocket:shell"),
            "files": {one.address: one.digest for one in now.files},
        }
        source = f"const BUNDLE = {json.dumps(told)};\n{bundles.content_of(bundles.WORKER).decode()}"
    return HttpResponse(source, content_type="text/javascript; charset=utf-8")


@require_safe
def manifest(_request: HttpRequest) -> JsonResponse:
    """What a phone needs to put the app on its home screen."""
    home = reverse("pocket:shell")
    pictures = (("192", "any"), ("512", "any"), ("512", "maskable"))
    told = {
        "id": home,
        "name": _("Rectify at the table"),
        "short_name": _("At the table"),
        "description": _("Rulings, the law and the practice that is due, also without a network."),
        "start_url": home,
        "scope": home,
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": TABLE_GREEN,
        "icons": [
            {
                "src": static(f"img/pocket-{'maskable-' if purpose == 'maskable' else ''}{size}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for size, purpose in pictures
        ],
    }
    return JsonResponse(told, content_type="application/manifest+json")


@never_cache
@require_safe
def state(request: HttpRequest) -> JsonResponse:
    """What an open app asks whenever it has a network: the version of now, who is signed in, and the token for what it sends.

    who: a name for the person that says nothing of them, by which a phone tells whose answers it holds; empty for nobody.
    """
    told: dict[str, Any] = {"version": "", "off_line": settings.OFF_LINE, "who": "", "token": ""}
    if settings.OFF_LINE:
        told["version"] = bundles.bundle(request).version
    if isinstance(request.user, User):
        told |= {"who": _who(request.user), "token": get_token(request)}
    return JsonResponse(told)


def _who(person: User) -> str:
    return salted_hmac("practice.pocket", str(person.pk), algorithm="sha256").hexdigest()[:32]


@never_cache
@require_POST
def questions(request: HttpRequest) -> JsonResponse:
    """What is due, for a phone to take along. `{"have": [ids]}`: those that it holds are not sent again."""
    if not isinstance(request.user, User):
        return JsonResponse({"detail": _("You have been signed out.")}, status=401)
    try:
        have = {UUID(one) for one in json.loads(request.body)["have"][: 5 * MOST]}
    except (ValueError, TypeError, KeyError, AttributeError):
        return JsonResponse({"detail": _("Send the ids of the questions that you have, as a list.")}, status=400)
    taken = take_along(learner_of(request.user))
    return JsonResponse({"who": _who(request.user), **for_a_phone(taken, have)})
