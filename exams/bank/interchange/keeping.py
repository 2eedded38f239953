"""Keeps an upload between the look at what it would bring and the word to store it: an hour, one a person.

The cache is the place for it: whoever is too late sends the file again, and has it still.
"""

from __future__ import annotations

import secrets
import zlib
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.core.cache import cache

from accounts.models import User
from exams.bank.interchange.contents import Defaults

KEPT_FOR: Final = 60 * 60
"""Seconds."""


@dataclass(frozen=True)
class Upload:
    """A file that somebody has sent, for which body and with which defaults; `packed` is the file, compressed."""

    token: str
    body: UUID
    name: str
    packed: bytes
    defaults: Defaults

    @property
    def data(self) -> bytes:
        """The file."""
        return zlib.decompress(self.packed)


def keep(user: User, *, body: UUID, name: str, data: bytes, defaults: Defaults) -> str:
    """Keep an upload in place of the person's last one; the token names it."""
    upload = Upload(secrets.token_urlsafe(16), body, name, zlib.compress(data, 1), defaults)
    cache.set(_key(user), upload, KEPT_FOR)
    return upload.token


def kept(user: User, token: str) -> Upload | None:
    """The upload of this token, if it is still there."""
    found: Any = cache.get(_key(user))
    # As bytes: of texts only ASCII is compared.
    fits = isinstance(found, Upload) and secrets.compare_digest(found.token.encode(), token.encode(errors="replace"))
    return found if fits else None


def drop(user: User) -> None:
    """Keep it no longer."""
    cache.delete(_key(user))


def _key(user: User) -> str:
    return f"bank-import-{user.pk}"
