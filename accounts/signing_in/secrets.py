"""Secrets of second factors, encrypted at rest: a copy of the database alone opens no account.

The key is derived from SECRET_KEY, which is kept apart from the database. To change SECRET_KEY, put the old one into
SECRET_KEY_FALLBACKS, run `manage.py reencrypt_second_factors`, and take it out again.
"""

from __future__ import annotations

import base64
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from cryptography.fernet import Fernet, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings

# Before what we encrypted: no secret of an app or of recovery codes begins so.
MARK = "fernet:"


def encrypted(text: str) -> str:
    """As it is stored."""
    return MARK + _keys().encrypt(text.encode()).decode()


def decrypted(stored: str) -> str:
    """As it is used. Raises InvalidToken where it was encrypted with a key we do not have, or not by us."""
    return _keys().decrypt(stored.removeprefix(MARK)).decode()


def encrypted_anew(stored: str) -> str:
    """With the first key. Raises InvalidToken as `decrypted` does: what is no work of ours must not become so by this."""
    return encrypted(decrypted(stored))


def encrypted_once(stored: str) -> str:
    """As it is stored by now; what was stored as plain text before there was encryption, encrypted. For the migration alone."""
    return encrypted_anew(stored) if stored.startswith(MARK) else encrypted(stored)


def each_secret(data: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """What allauth stores of a factor, with every secret in it changed."""
    changed = {**data}
    for name in ("secret", "seed"):
        if name in data:
            changed[name] = change(data[name])
    if "migrated_codes" in data:
        changed["migrated_codes"] = [change(code) for code in data["migrated_codes"]]
    return changed


def _keys() -> MultiFernet:
    return keys_for(b"rectify second factors")


def keys_for(purpose: bytes) -> MultiFernet:
    """What encrypts for one purpose: with SECRET_KEY, and reads what was encrypted with one of SECRET_KEY_FALLBACKS, too."""
    return _derived(purpose, (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS))


@lru_cache
def _derived(purpose: bytes, keys: tuple[str, ...]) -> MultiFernet:
    """A key for this purpose alone from each of the installation's."""
    derive = (HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(key.encode()) for key in keys)
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derive])
