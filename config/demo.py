"""What only the demo has."""

import os
import secrets
from pathlib import Path


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
