"""The seal of a record: a keyed hash that nobody can make anew who has the database alone.

The key (CHAIN_KEY) is a setting, so it lies where the site runs and not in what it stores. A row that is rewritten by
hand, with the triggers off or by the owner of the tables, no longer fits its seal.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.crypto import constant_time_compare, salted_hmac

# The characters of a SHA-256 in hexadecimal.
LENGTH = 64
SALT = "accounts.audit.seal"


def plain(value: object) -> Any:
    """The value as JSON holds it, and as PostgreSQL gives it back: what is hashed must not depend on the way there."""
    return _whole(json.loads(json.dumps(value, cls=DjangoJSONEncoder)))


def moment(at: dt.datetime) -> str:
    """The one spelling of a moment: in UTC, to the microsecond."""
    return at.astimezone(dt.UTC).isoformat(timespec="microseconds")


def canonical(record: Mapping[str, Any]) -> bytes:
    """The one spelling of a record of plain values."""
    return json.dumps(record, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def fingerprint(record: Mapping[str, Any]) -> str:
    """What everybody can recompute: the SHA-256 of a record, for lists that are kept elsewhere."""
    return hashlib.sha256(canonical(record)).hexdigest()


def seal(record: Mapping[str, Any]) -> str:
    """The seal of a record under the key of today."""
    return _under(settings.CHAIN_KEY, canonical(record))


def fits(record: Mapping[str, Any], stored: str) -> bool:
    """Whether a seal is of this record, made under the key of today or a former one."""
    spelled = canonical(record)
    return any(constant_time_compare(_under(key, spelled), stored) for key in _keys())


def _keys() -> Iterator[str]:
    yield settings.CHAIN_KEY
    yield from settings.CHAIN_KEY_FALLBACKS


def _under(key: str, spelled: bytes) -> str:
    # Django's wants a text to be sealed or bytes; both are hashed as they are.
    return salted_hmac(SALT, spelled, secret=key, algorithm="sha256").hexdigest()


def _whole(value: Any) -> Any:
    """Numbers as they are after jsonb, which keeps 1e22 as a whole number. 2.0 and 2 are one here."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case dict():
            return {name: _whole(one) for name, one in value.items()}
        case list():
            return [_whole(one) for one in value]
        case _:
            return value
