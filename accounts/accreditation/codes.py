"""Verification codes: what stands on a certificate, to be read by a person and typed by another."""

from __future__ import annotations

import secrets

# Crockford's base 32: no I, L, O or U, so that nothing is mistaken for a digit and no word appears by accident.
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
GROUPS, GROUP = 4, 5
LENGTH = GROUPS * GROUP + GROUPS - 1
# What people read for a digit, and what they put between the groups.
_MISREAD = str.maketrans({"I": "1", "L": "1", "O": "0", "-": None, " ": None})


def new_code() -> str:
    """A code nobody can guess: 100 random bits, as 7K3QX-0M2VB-9ZTRD-4H8NC."""
    return _grouped("".join(secrets.choice(ALPHABET) for _ in range(GROUPS * GROUP)))


def read_code(text: str) -> str | None:
    """The code somebody typed, in the spelling in which it is stored; nothing if it cannot be one."""
    plain = text.strip().upper().translate(_MISREAD)
    if len(plain) != GROUPS * GROUP or not set(plain) <= set(ALPHABET):
        return None
    return _grouped(plain)


def _grouped(plain: str) -> str:
    return "-".join(plain[start : start + GROUP] for start in range(0, GROUPS * GROUP, GROUP))
