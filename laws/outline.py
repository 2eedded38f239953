"""Provisions made ready for a page: each with its footnotes and the level of its heading."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from laws import keys
from laws.library import Note, ProvisionText


@dataclass(frozen=True, slots=True)
class Block:
    """A provision on a page. `here` is set for the one that the page is about."""

    provision: ProvisionText
    level: int
    notes: tuple[Note, ...]
    here: bool


def outline(provisions: Iterable[ProvisionText], notes: Iterable[Note] = (), *, here: str = "") -> list[Block]:
    """Blocks in the given order, their headings one level below that of the nearest heading over them.

    Levels follow the headings that are really on the page, so that none is skipped; the page itself has the first. The
    title of a law is the page's or stands over it: of the law's own node only a preamble is shown.
    """
    on_page = [
        replace(one, heading="") if one.key == one.law else one
        for one in provisions
        if one.key != one.law or one.text or one.tables
    ]
    headed = {one.key for one in on_page if one.heading}
    of_key: dict[str, list[Note]] = {}
    for note in notes:
        of_key.setdefault(note.key, []).append(note)
    return [
        Block(
            provision=one,
            level=2 + sum(str(key) in headed for key in keys.parse(one.key).ancestors),
            notes=tuple(of_key.get(one.key, ())),
            here=one.key == here,
        )
        for one in on_page
    ]
