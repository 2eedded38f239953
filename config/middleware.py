"""Middleware of our own."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.utils.cache import add_never_cache_headers

from config import limits
from config.errors import bad_request, not_read
from config.refused_form import is_for_a_part, refused_form, wants_a_page

GetResponse = Callable[[HttpRequest], HttpResponse]


class RequestIdMiddleware:
    """Tells the caller the request's id, so that a person who reports a fault can name the lines of the log."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        request_id = structlog.contextvars.get_contextvars().get("request_id")
        if request_id:
            response.headers["X-Request-ID"] = request_id
        return response


class LimitsMiddleware:
    """Refuses a body that is too large, too slow or of no told length, before anything here reads it."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        refusal = request.META.get(limits.REFUSED) or limits.before_reading(
            request.path_info, _told_length(request), chunked="HTTP_TRANSFER_ENCODING" in request.META
        )
        return self.get_response(request) if refusal is None else not_read(request, refusal)


def _told_length(request: HttpRequest) -> int:
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


class UnstorableMiddleware:
    """Answers 400 where a text that was sent holds a NUL and reached the database, which cannot hold one in a text.

    Forms and serializers say so at the field; this is for addresses, and for what views read by themselves.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Psycopg refuses such a text before it is sent; it names the sign, and has no error of its own for it."""
        told = isinstance(exception, (ValueError, DataError)) and "NUL (0x00)" in str(exception)
        return bad_request(request) if told else None


class SignedOutMiddleware:
    """Keeps what somebody typed who was signed out meanwhile: sent on to sign in, they would lose it.

    A form is answered by a page that shows what was sent. What htmx asks for is answered by a sentence with 401, which it
    does not put in the place of what is there: a form to sign in within a part of the page would take the fields away.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if not _leads_to_sign_in(response) or request.user.is_authenticated:
            return response
        if is_for_a_part(request):
            return render(request, "_not_sent.html", {"signed_out": True}, status=401)
        if not wants_a_page(request) or not (sent := refused_form(request)).values:
            return response
        context = {"refused_form": sent, "again": True, "action": request.get_full_path()}
        page = render(request, "signed_out.html", context, status=403)
        add_never_cache_headers(page)
        return page


class PrivateMiddleware:
    """Has no answer kept, by browser or proxy, that was given to somebody: not even what anybody might read there.

    Somebody is whoever brings a session, or is given one. Who asks without gets what every stranger gets, which may be
    kept. Files (styles, scripts, fonts) are answered before this.
    """

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if settings.SESSION_COOKIE_NAME in request.COOKIES or settings.SESSION_COOKIE_NAME in response.cookies:
            add_never_cache_headers(response)
        return response


def _leads_to_sign_in(response: HttpResponse) -> bool:
    if response.status_code != HTTPStatus.FOUND:
        return False
    return urlsplit(response.headers.get("Location", "")).path == resolve_url(settings.LOGIN_URL)
