"""What the notes say about the provisions that decide a question, as it was known on a date."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from exams.bank.presenting import decisive
from laws import keys, remarks
from laws.models import Commentary
from laws.remarks import Remark

# What helps to understand a ruling; why a text was changed, or where a source errs, is for the library.
KINDS = {Commentary.Kind.MINUTE, Commentary.Kind.REGULATION, Commentary.Kind.NOTE, Commentary.Kind.EXAMPLE}
MOST = 3
"""Remarks shown with one question."""
TOLD_FOR = 600
"""Seconds for which practice shows what it has read: there the same provisions decide one question after another."""


@dataclass(frozen=True)
class Said:
    """A remark, and the provision on whose page it stands in full."""

    remark: Remark
    key: str


@dataclass(frozen=True)
class Notes:
    """The first few remarks about a question; `more` is how many the library has beside these, at `key`."""

    shown: Sequence[Said]
    more: int
    key: str

    def __bool__(self) -> bool:
        return bool(self.shown)


def notes(contents: Iterable[Mapping[str, Any]], edition: str, on: dt.date) -> list[Notes]:
    """For each content of this edition what the notes said on that day, in one query for all."""
    deciding = [decisive(content) for content in contents]
    hung = remarks.on_provisions(edition, {key for row in deciding for one in row for key in (one, *_above(one))}, on)
    useful = [one for one in hung if one.group in KINDS and not one.over]
    by_key: dict[str, list[Remark]] = {}
    for one in useful:
        for key in one.keys:
            by_key.setdefault(key, []).append(one)
    return [_about(row, by_key) for row in deciding]


def told(content: Mapping[str, Any], edition: str, on: dt.date) -> SafeString:
    """What the notes said about one content on that day, as pages show it, up to ten minutes old; empty where nothing.

    To read and to lay it out takes longer than all else of an explained answer, and few unfold it.
    """
    kept, name = caches["parts"], f"notes/{get_language()}/{edition}/{on}/{','.join(decisive(content))}"
    found: SafeString | None = kept.get(name)
    if found is None:
        [about] = notes([content], edition, on)
        shown = {"remarks": about, "edition": edition, "on": on}
        found = render_to_string("bank/parts/remarks.html", shown) if about else SafeString()
        kept.set(name, found, TOLD_FOR)
    return found


def _about(deciding: Sequence[str], by_key: Mapping[str, Sequence[Remark]]) -> Notes:
    """The remarks on the provisions themselves; only where there are none, those on what they stand under."""
    found = _gathered(deciding, by_key) or _gathered([key for one in deciding for key in _above(one)], by_key)
    return Notes(found[:MOST], len(found[MOST:]), found[0].key if found else "")


def _gathered(places: Sequence[str], by_key: Mapping[str, Sequence[Remark]]) -> list[Said]:
    found: dict[str, Said] = {}
    for key in places:
        for one in by_key.get(key, ()):
            found.setdefault(one.code, Said(one, key))
    return list(found.values())


def _above(key: str) -> list[str]:
    """What the provision stands under, the nearest first; not the law as a whole, of which too much is said."""
    return [str(one) for one in reversed(keys.parse(key).ancestors) if one.depth > 1]
