"""Devices on which somebody has signed in before: strangers' wrong passwords do not lock such a person out there.

Each device keeps a signed cookie with a number of its own and, for each person who has signed in on it, a mark that only we
can make. A device is known for those people alone, and has a limit of its own, so that a stolen cookie or a machine that
many use gives nobody endless tries. With a new password no device is known any more: whoever had to reset one may have lost
it to somebody who has signed in, too.
"""

from __future__ import annotations

import secrets
from typing import NamedTuple

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from accounts.models import User

COOKIE = "known_device"
SALT = "accounts.signing_in.devices"
DAYS = 400
# A hall's machine sees many people; the cookie keeps the latest.
MOST = 20


class Device(NamedTuple):
    """What a browser's cookie says: the device's own number, and marks of people, the latest last."""

    number: str
    marks: tuple[str, ...]

    def knows(self, person: User) -> bool:
        """Whether this person has signed in here."""
        mine = _mark(self.number, person)
        return any(constant_time_compare(mark, mine) for mark in self.marks)


def device_of(request: HttpRequest) -> Device | None:
    """The device this request comes from, if anybody has signed in on it before."""
    try:
        number, marks = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=DAYS * 86400)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    return Device(number, tuple(marks))


def remember(request: HttpRequest, response: HttpResponse, person: User) -> None:
    """Make the device known for this person."""
    device = device_of(request) or Device(secrets.token_urlsafe(12), ())
    mark = _mark(device.number, person)
    marks = [*(each for each in device.marks if each != mark), mark][-MOST:]
    response.set_cookie(
        COOKIE,
        signing.dumps([device.number, marks], salt=SALT),
        max_age=DAYS * 86400,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _mark(number: str, person: User) -> str:
    """Says nothing of who it is to anybody who reads the cookie."""
    return salted_hmac(SALT, f"{number}:{person.pk}:{person.password}", algorithm="sha256").hexdigest()[:32]
