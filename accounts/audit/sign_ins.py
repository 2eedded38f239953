"""Who signed in, who signed out, and who tried in vain, in the audit log.

Never a password, and no address that has no account: what people type there by mistake is often a password. Where it came
from is kept as a keyed hash, which tells two machines apart and names neither.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.internal.userkit import filter_users_by_email
from allauth.mfa.signals import authentication_failed
from django.conf import settings
from django.contrib.auth.signals import user_logged_in, user_logged_out, user_login_failed
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from accounts.audit.services import record

# As long as two machines of a body's people are not taken for one.
LENGTH = 12


def connect() -> None:
    """Hear of every way in and out, whichever page it was on."""
    user_logged_in.connect(_signed_in, dispatch_uid="audit.signed_in")
    user_logged_out.connect(_signed_out, dispatch_uid="audit.signed_out")
    user_login_failed.connect(_failed, dispatch_uid="audit.failed")
    authentication_failed.connect(_wrong_code, dispatch_uid="audit.wrong_code")


def _signed_in(request: HttpRequest | None, user: Any, **_more: Any) -> None:
    record(actor=user, verb="person.signed_in", target=user, data=_whence(request))


def _signed_out(request: HttpRequest | None, user: Any, **_more: Any) -> None:
    # Nobody's session can be ended as well.
    if user is not None and user.pk is not None:
        record(actor=user, verb="person.signed_out", target=user, data=_whence(request))


def _failed(credentials: Mapping[str, Any], request: HttpRequest | None = None, **_more: Any) -> None:
    typed = str(credentials.get("email") or credentials.get("username") or "").strip()
    # A NUL, which no address has, would be refused by the database.
    people = [] if "\0" in typed else filter_users_by_email(typed, prefer_verified=True, for_login=True)
    # Whose password was tried: an account opens by every address that its owner has confirmed, not by the first alone.
    for person in people:
        record(actor=None, verb="person.sign_in_failed", target=person, data=_whence(request))


def _wrong_code(request: HttpRequest | None, user: Any, **_more: Any) -> None:
    """The password was right: nothing tells more plainly that somebody has it who should not."""
    record(actor=None, verb="person.second_factor_failed", target=user, data=_whence(request))


def _whence(request: HttpRequest | None) -> dict[str, str]:
    if request is None or not (address := _address(request)):
        return {}
    hashed = salted_hmac("accounts.audit.whence", address, secret=settings.CHAIN_KEY, algorithm="sha256")
    return {"from": hashed.hexdigest()[:LENGTH]}


def _address(request: HttpRequest) -> str:
    """The caller's; behind a proxy, what our proxy says of it: the last of the list, since others may have begun it."""
    if settings.TRUST_PROXY and (told := request.META.get("HTTP_X_FORWARDED_FOR", "")):
        return str(told).rpartition(",")[2].strip()
    return str(request.META.get("REMOTE_ADDR", ""))
