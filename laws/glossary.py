"""The defined terms of an edition as they stood on a date."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import lru_cache

from django.utils.text import slugify

from laws.library import NotOnShelfError
from laws.models import DefinitionVersion, TextKind
from laws.passages import Marker


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A defined term on a date. `slug` names it in addresses; `version` is the id of the text that is held.

    `official` is the text in the law book's own words with its id and the title of its document, where one is held.
    """

    term: str
    slug: str
    text: str
    version: int | None
    forms: tuple[str, ...]
    marked: bool
    see: tuple[str, ...]
    official: str = ""
    official_version: int | None = None
    document: str = ""

    @property
    def related(self) -> tuple[tuple[str, str], ...]:
        """The terms to see also, each with its short name."""
        return tuple((one, slugify(one)) for one in self.see)


def terms(edition_slug: str, on: datetime.date) -> list[Term]:
    """Every term that the edition defined on the date, from A to Z, in one query."""
    rows = (
        DefinitionVersion.objects.current()
        .filter(definition__edition__slug=edition_slug, effective__contains=on)
        .values_list("definition__term", "kind", "pk", "text", "forms", "marked", "see", "source__title")
    )
    by_term: dict[str, dict[str, tuple[int, str, list[str], bool, list[str], str | None]]] = {}
    for term, kind, *rest in rows:
        by_term.setdefault(term, {})[kind] = tuple(rest)
    return [_term(term, by_term[term]) for term in sorted(by_term, key=str.casefold)]


def term(edition_slug: str, slug: str, on: datetime.date) -> Term:
    """The term with this short name; NotOnShelfError when the edition does not define it."""
    found = next((one for one in terms(edition_slug, on) if one.slug == slug), None)
    if not found:
        raise NotOnShelfError(slug)
    return found


def marker(defined: list[Term]) -> Marker:
    """What marks these terms in texts: those that are not everyday words, in all their forms."""
    return _marker(tuple((shape, one.slug) for one in defined if one.marked for shape in (one.term, *one.forms)))


@lru_cache(maxsize=16)  # the terms of an edition change on a few dates only
def _marker(words: tuple[tuple[str, str], ...]) -> Marker:
    return Marker(dict(words))


def _term(term: str, held: dict[str, tuple[int, str, list[str], bool, list[str], str | None]]) -> Term:
    digest, official = held.get(TextKind.DIGEST), held.get(TextKind.OFFICIAL)
    # Of an imported definition it is not known which forms the term has; the digest tells them where there is one.
    told = digest or official
    assert told is not None  # noqa: S101 - every term here has a text
    return Term(
        term=term,
        slug=slugify(term),
        text=digest[1] if digest else "",
        version=digest[0] if digest else None,
        forms=tuple(told[2]),
        marked=told[3],
        see=tuple(told[4]),
        official=official[1] if official else "",
        official_version=official[0] if official else None,
        document=(official[5] or "") if official else "",
    )
