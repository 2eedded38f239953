"""The keys with which a body signs: made, replaced, and reported stolen.

A private key is encrypted in the database, as the secrets of second factors are, with a key derived from SECRET_KEY.
"""

from __future__ import annotations

import datetime

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from openbadgeslib.ob3.did import multikey_from_pem

from accounts.accreditation.models import SigningKey
from accounts.audit.services import record
from accounts.models import Body
from accounts.services import required_reason
from accounts.signing_in.secrets import keys_for

PURPOSE = b"rectify signing keys"


def current_key(body: Body) -> SigningKey:
    """The key that signs today; the body's first one is made when it is needed."""
    found = SigningKey.objects.filter(body=body, retired_at=None).first()
    if found is None:
        with transaction.atomic():
            _hold(body)
            found = SigningKey.objects.filter(body=body, retired_at=None).first() or _make(body)
    found.body = body
    return found


def private_pem(key: SigningKey) -> bytes:
    """The private key. Raises cryptography's InvalidToken where it was encrypted with a SECRET_KEY that is not known here."""
    return keys_for(PURPOSE).decrypt(key.private.encode())


@transaction.atomic
def rotate(*, body: Body, reason: str) -> SigningKey:
    """Sign with a new key from now on. The old one stays in the DID document, for what it has signed."""
    reason = required_reason(reason)
    _hold(body)
    _retire(body, reason)
    made = _make(body)
    record(actor=None, verb="signing_key.rotated", target=made, body=body, reason=reason)
    return made


@transaction.atomic
def report_stolen(*, key: SigningKey, since: datetime.datetime, reason: str) -> SigningKey:
    """Trust a key no longer: it leaves the DID document, and a new one signs. Returns the key that signs from now on.

    since: from when on somebody else may have had it. What it signed has to be signed anew: `badges.sign_anew` and
    `status_lists.sign_all`.
    """
    reason = required_reason(reason)
    _hold(key.body)
    key.refresh_from_db()
    if key.stolen_since is not None:
        raise ValidationError(_("This key has been reported stolen already."), "reported")
    if since > timezone.now():
        raise ValidationError(_("Give a moment that has passed."), "future")
    was_current = key.retired_at is None
    key.stolen_since, key.why = since, reason
    key.retired_at = key.retired_at or timezone.now()
    key.save(update_fields=["stolen_since", "retired_at", "why"])
    record(
        actor=None, verb="signing_key.stolen", target=key, body=key.body_id, reason=reason, data={"since": str(since)}
    )
    return _make(key.body) if was_current else current_key(key.body)


def encrypt_anew() -> int:
    """Encrypt all private keys with the present SECRET_KEY; how many. Raises InvalidToken, and then changes none."""
    with transaction.atomic():
        keys = list(SigningKey.objects.select_for_update().order_by("pk"))
        for key in keys:
            key.private = keys_for(PURPOSE).rotate(key.private.encode()).decode()
            key.save(update_fields=["private"])
    return len(keys)


def _hold(body: Body) -> None:
    Body.objects.select_for_update(no_key=True).values_list("pk").get(pk=body.pk)


def _retire(body: Body, reason: str) -> None:
    SigningKey.objects.filter(body=body, retired_at=None).update(retired_at=timezone.now(), why=reason)


def _make(body: Body) -> SigningKey:
    pair = Ed25519PrivateKey.generate()
    private = pair.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    public = pair.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    last = SigningKey.objects.filter(body=body).order_by("-number").values_list("number", flat=True).first()
    made = SigningKey.objects.create(
        body=body,
        number=(last or 0) + 1,
        public=multikey_from_pem(public),
        private=keys_for(PURPOSE).encrypt(private).decode(),
    )
    record(actor=None, verb="signing_key.made", target=made, body=body, data={"number": made.number})
    return made
