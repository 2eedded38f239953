"""How people write a provision: what other systems, which compare letters, have to be told to accept."""

from __future__ import annotations

from collections.abc import Iterable

from exams.bank.kinds.base import Unreadable
from exams.bank.kinds.cite_law import CiteLaw
from laws import keys

_CITING = CiteLaw()


def spellings(key: str) -> list[str]:
    """The key as our book writes it, and the ways to write it that differ in more than capitals; the key first."""
    place = keys.parse(key)
    tried = [key, place.name]
    if not place.series:
        bare = key.replace("(", "").replace(")", "")
        tried += [bare, f"Law {key}", f"Law {bare}", f"L{key}", key.replace("(", " (")]
    return [one for one in dict.fromkeys(tried) if provision(one) == key]


def provision(text: str) -> str | None:
    """The provision that a text names and no other; None where it names none, or several."""
    try:
        return _CITING.read({}, text)
    except Unreadable:
        return None


def provisions(texts: Iterable[str]) -> list[str]:
    """The provisions that the texts name, each once, in their order; those that name none are left out."""
    return list(dict.fromkeys(key for text in texts if (key := provision(text)) is not None))
