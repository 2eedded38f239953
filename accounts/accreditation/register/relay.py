"""Letters from anybody to a director who agreed to get them: a proof of work, then a letter by way of this site.

Whoever writes learns no address, and the director learns that of the writer to answer to. The challenge is made and checked by
altcha (PBKDF2, a second or less of a telephone's time), made for one director, and used once.
"""

from __future__ import annotations

import base64
import datetime as dt
import json
import secrets
import uuid
from typing import Any

import altcha
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from accounts.accreditation.models import Listing
from accounts.audit.services import record
from accounts.letters.services import send

ALGORITHM, ROUNDS = "PBKDF2/SHA-256", 2000
# The counter is drawn from these, so that nobody waits much longer than another.
LEAST, MOST = 100, 300
LASTS = dt.timedelta(minutes=10)


def challenge_for(listing: Listing) -> dict[str, Any]:
    """A challenge to be solved before a letter to this person goes out, as altcha's own widget reads it."""
    made = altcha.create_challenge(
        ALGORITHM,
        ROUNDS,
        counter=LEAST + secrets.randbelow(MOST - LEAST),
        expires_at=timezone.now() + LASTS,
        data={"to": str(listing.pk)},
        hmac_secret=_secret("challenge"),
        hmac_key_secret=_secret("key"),
    )
    told: dict[str, Any] = made.to_dict()
    return told


def is_solved(payload: str, listing: Listing) -> bool:
    """Whether it solves a challenge that was made for this person, is still good and was never used. Now it is used."""
    try:
        told = json.loads(base64.b64decode(payload))
        parameters = told["challenge"]["parameters"]
        nonce, is_theirs = parameters["nonce"], parameters["data"] == {"to": str(listing.pk)}
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    if not is_theirs or not isinstance(nonce, str):
        return False
    checked = altcha.verify_solution(payload, _secret("challenge"), hmac_key_secret=_secret("key"))
    # Known until it would be too old anyway. Of two that come at once the cache lets one in.
    return checked.verified and cache.add(f"altcha:{nonce}", 1, 2 * LASTS.total_seconds())


def _secret(purpose: str) -> str:
    return salted_hmac(f"accounts.accreditation.register.{purpose}", "altcha", algorithm="sha256").hexdigest()


def can_be_written_to(listing: Listing) -> bool:
    """Whether letters reach the person: they agreed, have an address and have not closed their account."""
    return listing.takes_letters and listing.person.is_active and bool(listing.person.shown_email)


@transaction.atomic
def write(*, listing: Listing, name: str, email: str, text: str) -> None:
    """Have a letter go out to the person. Raises ValidationError where they no longer take letters.

    The audit log says that one went out, and neither from whom nor what it says.
    """
    listing = Listing.objects.select_related("person", "body").select_for_update(of=("self",)).get(pk=listing.pk)
    if not can_be_written_to(listing):
        raise ValidationError(_("This director no longer takes letters through the register."), "closed")
    letter = send(
        person=listing.person,
        template="accreditation/mail/from_the_register",
        context={"writer": name, "text": text},
        body=listing.body,
        once=f"listing.letter:{uuid.uuid4()}",
        reply_to=email,
    )
    record(actor=None, verb="listing.letter_sent", target=listing, body=listing.body, data={"letter": letter.pk})
