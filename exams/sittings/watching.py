"""Whether anything has happened to an attempt, asked by its open page every few seconds: one row by its key, and no person.

The sign of life (`exams.sittings.presence`) tells everything and writes; a hall that gave one every two seconds would cost more
than its answers do. So a page asks here, and gives a sign of life at once when the word is another. The address is sealed, and
the word says only that something is other than it was: what it is, the sign of life tells the candidate alone. The page sends
no cookie, so neither session nor person is looked up.
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Callable

from django.core.signing import BadSignature, Signer
from django.db import connection
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotFound
from django.urls import reverse
from django.views.decorators.http import require_safe

from exams.sittings.models import Attempt

# A pause is to be seen within three seconds: one question, one answer and the page.
EVERY_MS = 2000
_signer = Signer(salt="sittings.watch")
_STANDING = f"SELECT paused_at, break_at, submitted_at, deadline, machine FROM {Attempt._meta.db_table} WHERE id = %s"  # noqa: S608


def watch_url(attempt: Attempt) -> str:
    """Where the page of this attempt asks; the same as long as the attempt runs."""
    return reverse("sittings:watch", args=[_signer.sign(attempt.pk.hex)])


class WatchMiddleware:
    """Answers such a question before anything else does: no session, no language, no lines in the log, of which a full hall
    would write half a million in an hour. Whatever is no question of this kind goes on as ever.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        # Up to the seal, which has no such character.
        self.prefix = reverse("sittings:watch", args=["-"]).removesuffix("-/")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path_info.startswith(self.prefix):
            return self.get_response(request)
        try:
            response = watch(request, request.path_info.removeprefix(self.prefix).removesuffix("/"))
        except Http404:
            response = HttpResponseNotFound()
        response["X-Content-Type-Options"] = "nosniff"
        return response


@require_safe
def watch(_request: HttpRequest, sealed: str) -> HttpResponse:
    """A word that changes when the clock is stopped or goes on, time is given, the attempt is closed or moves to a machine."""
    try:
        attempt = uuid.UUID(_signer.unsign(sealed))
    except (BadSignature, ValueError) as error:
        raise Http404 from error
    with connection.cursor() as cursor:
        # Written out: to put these words together costs more than all the rest.
        cursor.execute(_STANDING, [attempt])
        standing = cursor.fetchone()
    if standing is None:
        raise Http404
    word = hashlib.blake2b(repr(standing).encode(), digest_size=8).hexdigest()
    return HttpResponse(word, content_type="text/plain", headers={"Cache-Control": "no-store"})
