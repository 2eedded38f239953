"""What a SECRET_KEY must be. Whoever guesses it signs in as anybody, so a weak one stops the start instead of warning."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import Final

MAKE_ONE: Final = "Make one: python3 -c 'import secrets; print(secrets.token_urlsafe(60))'"
# Django's own rule (security.W009), which is a warning there. Keys that `startproject` made begin so.
_SHORTEST: Final = 50
_FEWEST: Final = 5
_PUBLIC: Final = "django-insecure-"


def weakness_of(key: str) -> str:
    """Why this key can be guessed; empty for one that cannot, as far as can be seen from it."""
    if key.startswith(_PUBLIC):
        return f"it begins with {_PUBLIC}, as an example does"
    if len(key) < _SHORTEST:
        return f"it has {len(key)} characters, fewer than {_SHORTEST}"
    if len(set(key)) < _FEWEST:
        return f"it has fewer than {_FEWEST} different characters"
    return ""


def demo_secret_key(state: Path) -> str:
    """A random key of this checkout, made once: people stay signed in over a restart, and no two demos share a key."""
    path = state / "secret-key"
    state.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text(encoding="ascii")
    with os.fdopen(file, "w", encoding="ascii") as out:
        key = secrets.token_urlsafe(50)
        out.write(key)
    return key
