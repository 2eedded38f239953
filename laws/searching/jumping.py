"""The place that somebody means who types its number instead of words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef

from laws import keys
from laws.library import USUAL_CODE
from laws.models import Edition, Provision, ProvisionVersion, TextKind

# “rubber 27”, “duplicate 2017 27b”: the code in front, perhaps with the year of the edition.
_CODE_FIRST = re.compile(r"(?P<code>[a-z]+)(?:\s+(?P<year>\d{4}))?\s+(?P<rest>.+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Place:
    """A provision that has a page."""

    edition: str
    key: str


def place_meant(typed: str, editions: Sequence[Edition]) -> Place | None:
    """The page that somebody wants who typed `27b1a`, `club law 27` or `rubber 27b`; None when these are words.

    In the first of the editions that has it; a code named in the text goes before their order. No query for what does
    not look like a number, else one.
    """
    found = _CODE_FIRST.fullmatch(typed.strip())
    if found:
        named = [
            one for one in editions if one.code.slug == found["code"].lower() and found["year"] in (None, str(one.year))
        ]
        if named:
            typed, editions = found["rest"], named
    key = keys.read_loosely(typed)
    if not key:
        return None
    wordings = ProvisionVersion.objects.current().filter(provision=OuterRef("pk"), kind=TextKind.DIGEST)
    with_page = Provision.objects.filter(Exists(wordings), key=str(key), edition__in=editions)
    there = set(with_page.values_list("edition", flat=True))
    return next((Place(one.slug, str(key)) for one in editions if one.pk in there), None)


def readable_editions() -> list[Edition]:
    """Those whose text is on the shelf: of the usual code first, and of a code the latest first."""
    found = Edition.objects.on_shelf().select_related("code").order_by("code", "-in_force")
    return sorted(found, key=lambda edition: edition.code.slug != USUAL_CODE)


def first_of(editions: Sequence[Edition]) -> frozenset[int]:
    """The ids of those of the usual code, whose texts come first where nobody has named an edition."""
    return frozenset(one.pk for one in editions if one.code.slug == USUAL_CODE)
