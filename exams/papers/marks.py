"""By which a page tells whether what it was opened on has been changed since."""

from __future__ import annotations

import hashlib
import json
from typing import Any


def mark_of(told: Any) -> str:
    """A digest of what stands in a thing, given as JSON can tell it; the order of keys does not matter."""
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]
