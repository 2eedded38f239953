"""Which browser works an attempt, and how the attempt moves to another one.

The first browser that opens an attempt keeps a random secret in a cookie of that attempt alone; the attempt keeps the
secret's hash. Any other browser, of the same person too, is told that the attempt is worked elsewhere.

How it moves: where somebody watches (the sitting has a place or invigilators of its own) by a code that an invigilator
reads out; where nobody does, by the candidate's own word, who has signed in there after all. Either way it is noted, and
from then on the old browser is refused.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
import uuid

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.core.signing import BadSignature, get_cookie_signer
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.sittings.locks import lock_attempt, lock_own_attempt
from exams.sittings.models import Attempt, ResumeCode, RoomEvent, Sitting
from exams.sittings.room_log import note
from exams.sittings.rules import WATCH

# Nothing that can be misread on a screen or misheard across a room: no 0 and O, no 1, I and L, no U beside V.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
# 30 characters to choose from: five tries find one of six with a chance below one in a hundred million.
CODE_LENGTH = 6
LASTS = dt.timedelta(minutes=10)
TRIES = 5


# Sent to the addresses below the attempt's own and to no other, and never to a script.
COOKIE = "exam-machine"
# Longer than any attempt with its pauses; when the attempt is closed nobody asks for it.
KEPT_FOR = dt.timedelta(days=7)


class NotMoved(Exception):
    """The attempt stays where it is; the message tells the candidate what to do."""


def new_secret() -> str:
    """What a browser is given to keep."""
    return secrets.token_urlsafe(32)


def hash_of(secret: str) -> str:
    """What the attempt keeps of it. The secret is random and long, so a plain hash cannot be turned round."""
    return hashlib.sha256(secret.encode()).hexdigest() if secret else ""


def machine_of(request: HttpRequest, attempt_id: uuid.UUID) -> str:
    """The hash of the secret that this browser keeps for the attempt; "" if it has none, or not from us."""
    try:
        return hash_of(request.get_signed_cookie(COOKIE, default="", salt=_salt(attempt_id)) or "")
    except BadSignature:
        return ""


def keep(response: HttpResponse, attempt_id: uuid.UUID, secret: str) -> None:
    """Have the browser keep the secret."""
    response.set_signed_cookie(
        COOKIE,
        secret,
        salt=_salt(attempt_id),
        max_age=KEPT_FOR,
        path=reverse("sittings:attempt", args=[attempt_id]),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def take_along(request: HttpRequest, attempt_id: uuid.UUID, secret: str) -> None:
    """Treat the rest of this request as if the browser had brought the secret that it is being given."""
    request.COOKIES[COOKIE] = get_cookie_signer(salt=COOKIE + _salt(attempt_id)).sign(secret)


def _salt(attempt_id: uuid.UUID) -> str:
    return f"exams.sittings.machine:{attempt_id}"


def needs_code(sitting: Sitting) -> bool:
    """Whether somebody is there who can look at who asks: then an attempt moves by a code only."""
    return bool(sitting.place.strip()) or sitting.watchers.exists()


@transaction.atomic
def issue_code(*, attempt: Attempt, by: User) -> str:
    """A code with which this attempt may go on in another browser; shown once, kept as a hash. Earlier ones end.

    by: somebody who may watch the sitting, and not the candidate.
    """
    attempt = lock_attempt(attempt.pk)
    require(by, WATCH, attempt.sitting)
    if attempt.entry.person_id == by.pk:
        raise PermissionDenied
    if attempt.is_closed:
        raise NotMoved(_("This attempt is closed, so there is nothing to continue."))
    now = timezone.now()
    attempt.resume_codes.filter(used_at=None, expires_at__gt=now).update(expires_at=now)
    code = "".join(secrets.choice(ALPHABET) for _place in range(CODE_LENGTH))
    kept = ResumeCode(attempt=attempt, issued_by=by, issued_at=now, expires_at=now + LASTS)
    kept.code_hash = _hash_of_code(kept.pk, code)
    kept.save(force_insert=True)
    note(attempt.sitting, RoomEvent.Kind.CODE, attempt=attempt, by=by)
    record(actor=by, verb="attempt.resume_code", target=attempt, body=attempt.body_id)
    return code


def take_code(*, attempt_id: uuid.UUID, person: User, typed: str) -> str:
    """Move the attempt to the browser in which the right code was typed; returns that browser's new secret.

    Raises NotMoved, with a wrong try counted, and Attempt.DoesNotExist for another's attempt.
    """
    with transaction.atomic():
        attempt = lock_own_attempt(attempt_id, person)
        now = timezone.now()
        code = attempt.resume_codes.select_for_update().filter(used_at=None, expires_at__gt=now).first()
        if code is not None and code.failures < TRIES:
            if constant_time_compare(code.code_hash, _hash_of_code(code.pk, _as_spoken(typed))):
                code.used_at = now
                code.save(update_fields=["used_at"])
                return _move(attempt, person)
            code.failures += 1
            code.save(update_fields=["failures"])
    # Outside the transaction, which has to keep the count.
    if code is None or code.failures >= TRIES:
        raise NotMoved(_("No code is open for this attempt. Ask the invigilator for a new one."))
    raise NotMoved(_("That is not the code. Check it, or ask the invigilator for a new one."))


@transaction.atomic
def move_here(*, attempt_id: uuid.UUID, person: User) -> str:
    """Move the attempt to this browser by the candidate's own word, where nobody watches; returns the new secret."""
    attempt = lock_own_attempt(attempt_id, person)
    if needs_code(attempt.sitting):
        raise NotMoved(_("In this sitting you need the invigilator's code to continue on another machine."))
    return _move(attempt, person)


@transaction.atomic
def bind(*, attempt_id: uuid.UUID, person: User) -> str:
    """Bind an attempt that no browser works yet to the one that asks; its secret, or "" if another was quicker."""
    attempt = lock_own_attempt(attempt_id, person)
    if attempt.machine or attempt.is_closed:
        return ""
    return _give_secret(attempt)


def _move(attempt: Attempt, person: User) -> str:
    if attempt.is_closed:
        raise NotMoved(_("This attempt is closed, so there is nothing to continue."))
    secret = _give_secret(attempt)
    note(attempt.sitting, RoomEvent.Kind.MOVED, attempt=attempt, by=person)
    record(actor=person, verb="attempt.moved", target=attempt, body=attempt.body_id)
    return secret


def _give_secret(attempt: Attempt) -> str:
    secret = new_secret()
    attempt.machine = hash_of(secret)
    attempt.save(update_fields=["machine"])
    return secret


def _as_spoken(typed: str) -> str:
    """What was typed, without the blanks and hyphens people put in."""
    return "".join(character for character in typed.upper() if character.isalnum())


def _hash_of_code(key: uuid.UUID, code: str) -> str:
    # Keyed with the site's secret, since six characters could be found out from a plain hash.
    return salted_hmac("exams.sittings.resume-code", f"{key}:{code}", algorithm="sha256").hexdigest()
