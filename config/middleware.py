"""Middleware of our own."""

from collections.abc import Callable

import structlog
from django.db import DataError
from django.http import HttpRequest, HttpResponse

from config.errors import bad_request

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
