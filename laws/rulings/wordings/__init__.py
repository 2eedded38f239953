"""The wordings of the law that the procedures were written from, and what rests on a wording that is another now.

Each book has a file beside this module with the digest of every text that its procedures cite, of what leads into that
text and of what stands under it, by the first day of each wording: the engine knows Laws 73 and 89 as they were before
2024 and since. `manage.py confirm_procedures` writes them; nobody does so by hand. Where the library holds another wording
than these, rulings that rest on it are *not confirmed* from its first day on.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from laws.rulings.books import Wordings as Wordings
from laws.rulings.books import written_from

WRITTEN_FROM: Final[Mapping[str, Wordings]] = written_from()
"""By the slug of the book. A book that is not here has no text on the shelf that could change."""


# (a) or (ii), the 2 of 27B2, the B of 27B; not the 27 of Club27.
_LAST_PART = re.compile(r"(?:\([a-z]+\)|(?<=[A-Z])[0-9]+|(?<=.)[A-Z])$")


def digest_of(text: str, tables: Sequence[Any] = ()) -> str:
    """SHA-256 of what a wording says. How its lines break says nothing; its heading is a label and rules nothing."""
    plain = " ".join(text.split())
    said = json.dumps([plain, list(tables)], ensure_ascii=False, sort_keys=True) if tables else plain
    return hashlib.sha256(said.encode()).hexdigest()


def name_of_note(key: str, mark: str) -> str:
    """What a footnote is called among the texts: it is a text of its own beside that of its provision."""
    return f"{key} note {mark}"


def provision_of(text: str) -> str:
    """The provision that a text is, or stands under as a footnote."""
    return text.partition(" note ")[0]


def is_known(digest: str, first_day: str, *entries: Iterable[tuple[str, str]]) -> bool:
    """Whether procedures were written from this wording, given pairs of first day and digest that they were written from.

    The latest of them up to that day count: a text that goes back to what it was before is another law again.
    """
    held = [(day, one) for group in entries for day, one in group if day <= first_day]
    latest = max((day for day, _ in held), default=None)
    return any(one == digest for day, one in held if day == latest)


@cache
def above(key: str) -> frozenset[str]:
    """The provisions that a provision stands under: its key without the last part, without the last two, and so on."""
    found: set[str] = set()
    while last := _LAST_PART.search(key):
        key = key[: last.start()]
        found.add(key)
    return frozenset(found)


def concerns(changed: str, cited: str, besides: Collection[str]) -> bool:
    """Whether a change of one provision concerns a step that cites another, in a ruling that cites others `besides`.

    It does when they are the same; when the changed one leads into the cited one; and when it is a part of what is cited
    as a whole: who cites a law and then parts of it means these parts.
    """
    if changed == cited or changed in above(cited):
        return True
    return cited in above(changed) and not any(cited in above(other) for other in besides)


def resting_on(changed: Iterable[str], cited: Collection[str]) -> dict[str, str]:
    """Of the provisions cited together those that a change concerns, each with the provision that changed."""
    return {
        provision: found
        for provision in cited
        if (found := next((one for one in changed if concerns(one, provision, cited)), None)) is not None
    }
