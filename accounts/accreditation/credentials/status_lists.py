"""Whether a credential still holds, for programs that know nothing of us: two lists of a body, a bit for each award.

What stands in a list follows from the awards alone, so no deed has to think of it: whoever asks for a list gets one that
says how the awards stand at that moment, signed anew where the last one says something else. Expiry is no matter of a list:
the credential itself has its last day.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import secrets
from collections.abc import Collection, Iterable
from uuid import UUID

import structlog
from cryptography.fernet import InvalidToken
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone
from openbadgeslib.errors import LibOpenBadgesException
from openbadgeslib.ob3.ldp import add_data_integrity_proof
from openbadgeslib.ob3.status_list import DEFAULT_SIZE_BITS, build_status_list_credential

from accounts.accreditation.credentials.identity import did_of, key_id, list_url
from accounts.accreditation.credentials.keys import current_key, private_pem
from accounts.accreditation.life import STANDING, Status, Verb
from accounts.accreditation.models import Award, AwardEvent, StatusList, StatusPlace
from accounts.models import Body

log = structlog.get_logger(__name__)
Purpose = StatusList.Purpose

VALID_FOR = dt.timedelta(days=3)
ANEW_AFTER = dt.timedelta(hours=20)
"""A list that nobody changed is signed anew by then: the nightly run finds each one due."""
OVERDUE_AFTER = dt.timedelta(hours=36)
MOST_PLACES = DEFAULT_SIZE_BITS // 2
"""So many places of a list are given away: of two drawn at random, one is free. Then the next list begins."""
ENDED = frozenset(Status) - STANDING
ENDS = frozenset({Verb.REVOKED, Verb.SURRENDERED, Verb.DECEASED, Verb.UNDONE})

CANNOT_SIGN = (InvalidToken, LibOpenBadgesException)
"""Why a list cannot be signed: the key cannot be read with the present SECRET_KEY, or the library refuses."""


# --- Places -----------------------------------------------------------------------------------------------------------


def place_of(award: Award) -> StatusPlace:
    """The place of an award, taken now if it has none that is good; for a caller that holds the award."""
    found = award.status_places.exclude(_ended_since()).order_by("-taken_at", "-pk").first()
    return found or _take(award)


def _ended_since() -> Exists:
    """Whether the award of a place has been ended since it took the place, though it may have been reinstated afterwards."""
    return Exists(AwardEvent.objects.filter(award=OuterRef("award"), verb__in=ENDS, at__gte=OuterRef("taken_at")))


def _take(award: Award) -> StatusPlace:
    number = 1 + StatusPlace.objects.filter(body=award.body_id).count() // MOST_PLACES
    while True:
        try:
            with transaction.atomic():
                return StatusPlace.objects.create(
                    award=award,
                    body_id=award.body_id,
                    list_number=number,
                    # At random, so that a place tells nothing of when the award was made or of who stands beside it.
                    index=secrets.randbelow(DEFAULT_SIZE_BITS),
                )
        except IntegrityError:
            continue


# --- Lists ------------------------------------------------------------------------------------------------------------


def set_bits(body: Body, purpose: Purpose, number: int) -> list[int]:
    """The places whose bit is on, in order, as the awards stand now."""
    places = StatusPlace.objects.filter(body=body, list_number=number)
    ended = Q(_ended_since()) | Q(award__status__in=ENDED)
    if purpose == Purpose.REVOCATION:
        places = places.filter(ended)
    else:
        places = places.filter(award__status=Status.SUSPENDED).exclude(_ended_since())
    return list(places.order_by("index").values_list("index", flat=True))


def current_list(body: Body, purpose: Purpose, number: int) -> StatusList | None:
    """The list as the awards stand now; None where no award has a place in it. Raises one of CANNOT_SIGN."""
    if not StatusPlace.objects.filter(body=body, list_number=number).exists():
        return None
    stored = StatusList.objects.filter(body=body, purpose=purpose, number=number).select_related("key").first()
    if stored is not None and _is_good(stored, set_bits(body, purpose, number)):
        return stored
    return _sign(body, purpose, number)


def _is_good(stored: StatusList, bits: Iterable[int]) -> bool:
    return (
        stored.signed_at > timezone.now() - ANEW_AFTER
        and stored.key.stolen_since is None
        and stored.bits == _digest(bits)
    )


def _digest(bits: Iterable[int]) -> str:
    return hashlib.sha256(",".join(map(str, bits)).encode()).hexdigest()


@transaction.atomic
def _sign(body: Body, purpose: Purpose, number: int) -> StatusList:
    """Sign the list anew. One at a time, so that what was read first is never stored last."""
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=body.pk)
    bits, key, now = set_bits(body, purpose, number), current_key(body), timezone.now()
    url = list_url(body, purpose, number)
    until = now + VALID_FOR
    said = build_status_list_credential(did_of(body), url, purpose.value, bits, issued=now, valid_until=until)
    signed = add_data_integrity_proof(said, private_pem(key), key_id(key), created=now)
    stored, _new = StatusList.objects.update_or_create(
        body=body,
        purpose=purpose,
        number=number,
        defaults={
            "document": json.dumps(signed, sort_keys=True),
            "bits": _digest(bits),
            "key": key,
            "signed_at": now,
            "valid_until": until,
        },
    )
    return stored


def sign_all(body: Body) -> int:
    """Sign all lists of a body anew, whatever they say; how many there are. Raises one of CANNOT_SIGN."""
    numbers = StatusPlace.objects.filter(body=body).order_by().values_list("list_number", flat=True).distinct()
    lists = [(purpose, number) for number in numbers for purpose in Purpose]
    for purpose, number in lists:
        _sign(body, purpose, number)
    return len(lists)


def sign_due() -> None:
    """The nightly run: sign every list of every body anew. What cannot be signed is told to the log, and the rest goes on."""
    for body in Body.objects.filter(pk__in=StatusPlace.objects.order_by().values("body").distinct()):
        try:
            signed = sign_all(body)
        except CANNOT_SIGN as error:
            log.error("status_lists_not_signed", body=body.slug, why=str(error) or type(error).__name__)
        else:
            log.info("status_lists_signed", body=body.slug, lists=signed)


def overdue(bodies: Collection[UUID] | None = None) -> list[StatusList]:
    """The lists that no run has signed for more than a day (of these bodies, or of all): soon nobody can rely on them."""
    lists = StatusList.objects.filter(signed_at__lt=timezone.now() - OVERDUE_AFTER)
    if bodies is not None:
        lists = lists.filter(body__in=bodies)
    return list(lists.select_related("body").order_by(F("signed_at")))
