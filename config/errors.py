"""Pages for what went wrong. They need no database, no session and no person: these may be what is missing."""

import sys
from http import HTTPStatus

import kombu.exceptions
import structlog
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from config.display import display_of
from config.limits import Refusal
from config.logs import told_path
from config.refused_form import NOTHING, is_for_a_part, refused_form, wants_a_page

log = structlog.get_logger(__name__)

# What Django, Celery and the cache raise when the server behind them does not answer.
GONE = (OperationalError, InterfaceError, kombu.exceptions.OperationalError, RedisConnectionError, RedisTimeoutError)
RETRY_SECONDS = 10
# For programs.
CODES = {
    400: "bad-request",
    403: "not-allowed",
    404: "not-found",
    408: "too-slow",
    411: "no-length",
    413: "too-large",
    500: "our-fault",
    503: "out-of-order",
}


def _page(request: HttpRequest, status: int, sentence: str) -> HttpResponse:
    """The page of that status, or for a program its sentence as a problem."""
    if _is_of_the_api(request):
        # As the API itself tells what it cannot answer (RFC 9457).
        told = {"type": "about:blank", "title": HTTPStatus(status).phrase, "status": status}
        told |= {"code": CODES[status], "detail": sentence}
        return JsonResponse(told, status=status, content_type="application/problem+json")
    return HttpResponse(render_to_string(f"{status}.html", {"display": display_of(request)}), status=status)


def _is_of_the_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """400: the request makes no sense to us."""
    return _page(request, 400, _("This request could not be understood."))


def permission_denied(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """403: signed in or not, this is not for the person who asked."""
    return _page(request, 403, _("You are not allowed to do this."))


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """403 for a form whose token is missing or old: nothing was saved, so show what was sent, and say how to try again.

    Sending it again from here is offered only where it is sure that a page of ours sent it: else anybody's page could
    have people press the button.
    """
    log.warning("form_refused", why=reason, request=f"{request.method} {told_path(request)}")
    if is_for_a_part(request):
        return render(request, "_not_sent.html", {"signed_out": False}, status=403)
    # Django says by these words that another site may have sent it.
    ours = not reason.startswith(("Origin", "Referer"))
    context = {
        "refused_form": refused_form(request) if ours and wants_a_page(request) else NOTHING,
        "again": ours and ("Origin" in request.headers or request.is_secure()),
        "action": request.get_full_path(),
    }
    response = render(request, "403_csrf.html", context, status=403)
    add_never_cache_headers(response)
    return response


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """404: there is no such page, or none for this person."""
    return _page(request, 404, _("There is nothing at this address."))


def too_many(request: HttpRequest) -> HttpResponse:
    """429: too many tries; says when the next one counts. Who refuses notes the seconds on the request.

    Where allauth refuses by itself, it counts by the minute.
    """
    seconds = int(getattr(request, "retry_after", 60))
    page = render_to_string("429.html", {"minutes": -(-seconds // 60)})
    response = HttpResponse(page, status=HTTPStatus.TOO_MANY_REQUESTS)
    response.headers["Retry-After"] = str(seconds)
    add_never_cache_headers(response)
    return response


def not_read(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """408, 411, 413 or 503: the body of the request was not read.

    An open page of an attempt sends JSON: it is told that this one answer cannot be taken, else it would send it for ever.
    """
    status, sentence = refusal.value, _NOT_READ[refusal]
    if refusal is Refusal.LARGE and request.content_type == "application/json" and not _is_of_the_api(request):
        return JsonResponse({"refused": "unreadable", "reason": _("This is too long. Shorten it.")}, status=status)
    if _is_of_the_api(request):
        return _page(request, status, str(sentence))
    content = render_to_string("not_read.html", {"status": status, "sentence": sentence})
    response = HttpResponse(content, status=status)
    if refusal is Refusal.BUSY:
        response.headers["Retry-After"] = str(RETRY_SECONDS)
    add_never_cache_headers(response)
    return response


_NOT_READ = {
    Refusal.SLOW: gettext_lazy("What you sent did not arrive in time. Check your connection, then send it again."),
    Refusal.LENGTH: gettext_lazy("The request does not say how long it is (Content-Length)."),
    Refusal.LARGE: gettext_lazy("What you sent is too large for this page. Send less, or split it."),
    Refusal.BUSY: gettext_lazy("Rectify is receiving too much at the moment. Try again soon."),
}


def server_error(request: HttpRequest) -> HttpResponse:
    """500: our fault. Where the database, the cache or the broker is gone, 503: nothing is broken, try again soon.

    Django calls this while the exception is being handled, wherever it was raised: in a view, a template or a middleware.
    """
    if isinstance(sys.exc_info()[1], GONE):
        response = _page(
            request, 503, _("Rectify cannot reach its database, cache or task queue. Try again in a moment.")
        )
        response.headers["Retry-After"] = str(RETRY_SECONDS)
        return response
    return _page(request, 500, _("Something went wrong on our side."))
