"""Gathering what a page shows of a law: its provisions, whose words, and the layers over them."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, replace

from laws import glossary, library, references, remarks
from laws.library import ProvisionText
from laws.models import Edition
from laws.outline import Layers
from laws.passages import Marker
from laws.remarks import Remark
from laws.views.wishes import Wishes

DIGEST, OFFICIAL, BOTH = "digest", "official", "both"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """A law, or a whole edition, on a date.

    `every` has all provisions it ever had, `standing` those of the date. `text` is what the page shows of the digest and
    the official text; `choice` says that both are held, `lacking` that the reader asked for official text and none is.
    """

    every: tuple[ProvisionText, ...]
    standing: tuple[ProvisionText, ...]
    layers: Layers
    text: str
    choice: bool
    lacking: bool

    @property
    def remarks(self) -> tuple[Remark, ...]:
        """The commentary that hangs on it."""
        return tuple(self.layers.remarks)

    @property
    def documents(self) -> list[str]:
        """The documents that the official text was taken from."""
        return sorted({one.document for one in self.layers.official.values() if one.document})


def gather(edition: Edition, number: str, on: datetime.date, wishes: Wishes, *, about: str = "") -> Gathered:
    """A law with everything that a page may show of it; NotOnShelfError when it is not here.

    `about` is the key of the provision that the page is about, if it is not about the whole law.
    """
    slug = edition.slug
    notes, official_notes = library.notes_in_both(slug, on, number)
    layers = Layers(notes=notes, official_notes=official_notes, remarks=remarks.on_law(slug, number, on))
    return _gathered(*library.in_both(slug, on, number), layers, wishes, about)


def gather_whole(edition: Edition, on: datetime.date, wishes: Wishes) -> Gathered:
    """An edition with everything that a page may show of it."""
    slug = edition.slug
    notes, official_notes = library.notes_in_both(slug, on)
    layers = Layers(notes=notes, official_notes=official_notes, remarks=remarks.on_edition(slug, on))
    return _gathered(*library.in_both(slug, on), layers, wishes)


def linked(gathered: Gathered, edition: Edition, on: datetime.date) -> Gathered:
    """The same with its citations and its defined terms, for pages that can be followed."""
    layers = gathered.layers
    spans = references.made_in(
        version=[one.version for one in (*gathered.standing, *layers.official.values())],
        footnote_version=[one.version for one in (*layers.notes, *layers.official_notes)],
        commentary_version=[pk for one in layers.remarks for pk in (one.version, one.official_version)],
    )
    return replace(gathered, layers=replace(layers, spans=spans, marker=marker(edition, on)))


def marker(edition: Edition, on: datetime.date) -> Marker:
    """What marks the defined terms of an edition."""
    return glossary.marker(glossary.terms(edition.slug, on))


def whose_words(asked: str, *, digest: bool, official: bool) -> str:
    """Whose words to show: those asked for as far as they are held, the digest first."""
    if not official:
        return DIGEST
    return (asked or DIGEST) if digest else OFFICIAL


def _gathered(
    digest: list[ProvisionText], official: list[ProvisionText], layers: Layers, wishes: Wishes, about: str = ""
) -> Gathered:
    held = {one.key: one for one in official}
    in_digest = {one.key for one in digest if not one.gap}
    # A page about a place that only the law book has shows that.
    sayable = about in in_digest or not about or about not in held
    text = whose_words(wishes.text, digest=bool(in_digest) and sayable, official=bool(held))
    shown = {} if text == DIGEST else held
    return Gathered(
        every=tuple(digest),
        standing=tuple(library.standing(digest, shown)),
        layers=replace(
            layers,
            digest=text != OFFICIAL,
            official=shown,
            official_notes=layers.official_notes if shown else (),
            spans={},
        ),
        text=text,
        choice=bool(in_digest) and sayable and bool(held),
        lacking=wishes.text in (OFFICIAL, BOTH) and not held,
    )
