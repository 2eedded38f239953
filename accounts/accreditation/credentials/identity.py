"""Who signs, as others find it: a body's DID, the addresses of its documents, and the DID document with its keys."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.urls import reverse

from accounts.accreditation.models import Level, SigningKey, StatusList
from accounts.models import Body

CONTEXTS = ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/multikey/v1"]


def did_of(body: Body) -> str:
    """The did:web of a body. Its path is the one of `register:did`, as the method lays down."""
    return f"{_site()}:credentials:{body.slug}"


def slug_of(did: str) -> str | None:
    """The body that a DID would name, by its slug; None where it is not one of this site."""
    found = re.fullmatch(re.escape(f"{_site()}:credentials:") + r"([-\w]+)", did)
    return found[1] if found else None


def _site() -> str:
    # A port is written so that it is not taken for a part of the path.
    return "did:web:" + quote(urlsplit(settings.SITE_URL).netloc, safe="")


def key_id(key: SigningKey) -> str:
    """How a proof names the key: by the DID of its body and its number there."""
    return f"{did_of(key.body)}#key-{key.number}"


def list_url(body: Body, purpose: StatusList.Purpose, number: int) -> str:
    """Where a status list is."""
    return _absolute("register:status_list", body.slug, purpose.value, number)


def achievement_url(level: Level) -> str:
    """Where a level is described for programs; people are led on to its page."""
    return _absolute("register:achievement", level.body.slug, level.code)


def levels_url(body: Body) -> str:
    """Where people read what the levels of a body ask for."""
    return _absolute("register:levels_of", body.slug)


def _absolute(name: str, *args: object) -> str:
    return str(settings.SITE_URL) + reverse(name, args=args)


def did_document(body: Body, keys: list[SigningKey]) -> dict[str, Any]:
    """The DID document: every key but those that were stolen, so that what a retired one signed can still be verified."""
    did = did_of(body)
    trusted = [key for key in keys if key.stolen_since is None]
    return {
        "@context": CONTEXTS,
        "id": did,
        "verificationMethod": [
            {"id": key_id(key), "type": "Multikey", "controller": did, "publicKeyMultibase": key.public}
            for key in trusted
        ],
        "assertionMethod": [key_id(key) for key in trusted],
    }
