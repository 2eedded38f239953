"""How large a request may be and how long it may take, and the refusals.

Told before anything is read: by the length that the request itself declares. The proxy in front has the same numbers, see
`deploy/nginx.conf.template`; a test compares them.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from typing import Final

from django.conf import settings

# Where the server that read (or did not read) the body leaves word for the middleware.
REFUSED: Final = "rectify.refused"

# Who trickles has so long for the whole body ...
FIRST_SECONDS: Final = 15
# ... and a second more for so many bytes that have come: a poor telephone sends as much.
BYTES_A_SECOND: Final = 16 * 1024
# What a worker holds of bodies at a time. Many at once could otherwise take the machine's memory, each within its limit.
ROOM: Final = 128 * 1024 * 1024
# These always find room: a hall's answers must be saved whoever else is sending.
SMALL: Final = 64 * 1024


class Refusal(Enum):
    """Why a body was not read, as the status that says so."""

    SLOW = 408
    LENGTH = 411
    LARGE = 413
    BUSY = 503


def largest(path: str) -> int:
    """How many bytes may be sent to this path."""
    for pattern, most in settings.LARGEST_UPLOADS.items():
        if re.match(pattern, path):
            return int(most)
    return int(settings.LARGEST_BODY)


def before_reading(path: str, length: int, *, chunked: bool = False) -> Refusal | None:
    """Whether to refuse it for what it says of itself. Chunks have no told length: nobody knows where they end."""
    if chunked:
        return Refusal.LENGTH
    return Refusal.LARGE if length > largest(path) else None


def seconds_for(received: int) -> float:
    """How long after its first byte the body may be on its way, so much of it having come."""
    return FIRST_SECONDS + received / BYTES_A_SECOND


class Room:
    """What a worker holds of bodies, counted by their told lengths."""

    def __init__(self, size: int = ROOM) -> None:
        self.free = size
        self._lock = threading.Lock()

    @contextmanager
    def taken(self, length: int) -> Iterator[bool]:
        """Keep room for a body; False where there is none."""
        counted = 0 if length <= SMALL else length
        with self._lock:
            fits = counted <= self.free
            if fits:
                self.free -= counted
        try:
            yield fits
        finally:
            if fits:
                with self._lock:
                    self.free += counted
