"""The hash chain of an attempt's answer events. Plain Python: anybody can check a receipt with these lines."""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import uuid
from collections.abc import Mapping

# The characters of a SHA-256 in hexadecimal.
LENGTH = 64

Value = str | int | bool | None | uuid.UUID | dt.datetime


def canonical(record: Mapping[str, Value]) -> bytes:
    """The one spelling of a record: JSON with sorted names, no blanks, times in UTC to the microsecond."""
    return json.dumps(
        {name: _plain(value) for name, value in record.items()},
        sort_keys=True,
        separators=(",", ":"),
        ensure_ascii=False,
    ).encode()


def link(previous: str, record: Mapping[str, Value]) -> str:
    """The hash of a record that follows the one hashed before: nothing earlier can change without changing it."""
    return hashlib.sha256(previous.encode() + b"\n" + canonical(record)).hexdigest()


def _plain(value: Value) -> str | int | bool | None:
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="microseconds")
    if isinstance(value, uuid.UUID):
        return str(value)
    return value
