"""The Safe Exam Browser: how a request proves that it comes from one that is set up as the sitting demands.

SEB sends with every request the SHA-256, in hexadecimal, of the request's address (without its fragment) followed by a
key: the config key in one header, the browser exam key in another. The key itself never travels, and a header copied
from another address is worth nothing. Source: safeexambrowser.org, developer pages on the config key and the browser
exam key.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from exams.sittings.models import Sitting

HEADERS = ("X-SafeExamBrowser-ConfigKeyHash", "X-SafeExamBrowser-RequestHash")


@dataclass(frozen=True)
class Origin:
    """What a request tells of the browser it comes from.

    machine: the hash of the secret its cookie holds (`exams.sittings.machines`). url: its public address. hashes: what
    a Safe Exam Browser sent as proof.
    """

    machine: str = ""
    url: str = ""
    hashes: tuple[str, ...] = ()


NOWHERE = Origin()


def proofs(request: HttpRequest) -> tuple[str, tuple[str, ...]]:
    """The request's address as the candidate's browser wrote it, and the proofs it sent.

    The address is put together from SITE_URL: behind a proxy the request itself knows another host or scheme.
    """
    sent = (request.headers.get(name, "").strip().lower() for name in HEADERS)
    return f"{settings.SITE_URL}{request.get_full_path()}", tuple(one for one in sent if one)


def proof_of(url: str, key: str) -> str:
    """What SEB sends for this address if it has this key."""
    return hashlib.sha256((url + key.strip().lower()).encode()).hexdigest()


class Demanding(Protocol):
    """A sitting, or whatever else knows which browser it demands."""

    @property
    def browser_keys(self) -> Sequence[str]:
        """Keys of the Safe Exam Browser; none: any browser will do."""


def is_demanded(sitting: Demanding, origin: Origin) -> bool:
    """Whether the sitting may be worked from there: it demands nothing, or one of its keys was proved."""
    if not sitting.browser_keys:
        return True
    return any(
        constant_time_compare(proof_of(origin.url, key), sent) for key in sitting.browser_keys for sent in origin.hashes
    )


def reason_against(sitting: Sitting, origin: Origin) -> str:
    """Why the sitting cannot be started from there, in a sentence to the candidate; "" if it can."""
    if is_demanded(sitting, origin):
        return ""
    return _(
        "This sitting needs the Safe Exam Browser. Open the file or link that the body gave you, and start there."
        " If you are already in that browser, tell the invigilator that it does not have the settings for this "
        "sitting."
    )
