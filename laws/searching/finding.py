"""The search over both codes: what has the words, the most fitting first, counted by where and what it is.

Three queries, however much is found: all that has the words, a line each; the texts that a page shows; the marks in them;
where footnotes are among them, one more for their numbers. What the texts cite is read once whenever it has changed.
They are written in SQL: four kinds of record in one list would take the ORM longer to spell than the database to find.
"""

from __future__ import annotations

import datetime
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.db import connection

from laws import footnotes, keys
from laws.models import Commentary
from laws.models.provisions import BELOW
from laws.models.searching import CONFIG
from laws.searching.words import END_FOUND, FOUND, excerpt, marked, plain, spelled

# What a text is, beside the kinds of commentary.
LAW, FOOTNOTE, DEFINITION = "law", "footnote", "definition"
_BOOK = (LAW, FOOTNOTE, DEFINITION)
WHATS = (*_BOOK, *Commentary.Kind.values)

# With equally fitting words the law comes first, then what binds, then what explains.
_WEIGHTS = {LAW: 1.0, DEFINITION: 1.0, FOOTNOTE: 0.9, "regulation": 0.8, "minute": 0.8, "caution": 0.7}
_OTHERS = 0.6

_MATCHING, _TEXTS, _CITED = (
    (Path(__file__).parent / name).read_text("utf-8") for name in ("matching.sql", "texts.sql", "cited.sql")
)
_MARKS = (
    "SELECT ts_headline(%s, told, websearch_to_tsquery(%s, %s), %s) FROM unnest(%s::text[]) WITH ORDINALITY AS t(told, n)"
    " ORDER BY n"
)
_HOW = f"HighlightAll=true, StartSel={FOUND}, StopSel={END_FOUND}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What to look for, and where: nothing is everywhere. `edition` is an id, `what` one of WHATS, `law` a number.

    Where no edition is named, what is of the editions in `first` comes before the rest.
    """

    words: str
    on: datetime.date
    edition: int | None = None
    what: str = ""
    law: str = ""
    first: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Hit:
    """A text that has the words. `keys` are the provisions it belongs to, in the order of the law; a definition has none."""

    what: str
    pk: int
    score: float
    edition: int
    keys: tuple[str, ...]

    @property
    def laws(self) -> frozenset[str]:
        """The numbers of the laws it belongs to."""
        return frozenset(map(_law_of, self.keys))


@dataclass(frozen=True, slots=True)
class Found:
    """All hits, best first, and how many there would be with another choice in one of the filters."""

    hits: list[Hit]
    by_edition: Counter[int]
    by_what: Counter[str]
    by_law: Counter[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A hit as a page shows it: `text` has its found words marked; a long comment is cut to what tells most.

    `title` is the nearest heading, the term that is defined, or the comment's own title; `law_title` that of the law.
    `code` is the short name of a comment, or the number of a footnote on the date.
    """

    hit: Hit
    title: str
    law_title: str
    text: str
    code: str
    authority: str
    place: str
    dated: datetime.date | None
    dated_to: str

    @property
    def date_format(self) -> str:
        """As much of the date as is known, for the filter `date`."""
        return {"year": "Y", "month": "F Y"}.get(self.dated_to, "j F Y")


def find(asked: Asked) -> Found:
    """Everything that has all the words on the date; “or”, a minus sign and quotation marks mean what they do on the web."""
    with connection.cursor() as cursor:
        cursor.execute(_MATCHING, {"words": spelled(asked.words), "on": asked.on})
        rows = cursor.fetchall()
    hits = [
        Hit(what, pk, rank * _WEIGHTS.get(what, _OTHERS), edition, tuple(of))
        for what, pk, rank, edition, of, _newest in rows
    ]
    if rows:
        hits = _backed(hits, _cited(rows[0][-1]))
    tested = [
        (
            hit,
            asked.edition in (None, hit.edition),
            asked.what in ("", hit.what),
            not asked.law or asked.law in hit.laws,
        )
        for hit in hits
    ]
    passed = [hit for hit, *passing in tested if all(passing)]
    return Found(
        hits=sorted(
            passed, key=lambda hit: (*_behind(hit, asked), -hit.score, hit.edition, WHATS.index(hit.what), hit.pk)
        ),
        by_edition=Counter(hit.edition for hit, _, what, law in tested if what and law),
        by_what=Counter(hit.what for hit, edition, _, law in tested if edition and law),
        by_law=Counter(one for hit, edition, what, _ in tested if edition and what for one in hit.laws),
    )


@lru_cache(maxsize=2)
def _cited(newest: int | None) -> dict[tuple[str, int], list[str]]:
    """What every text cites, by what it is and its id. Citations are made anew when texts change, so the newest tells.

    Kept, because looking it up for each hit would take as long as finding them.
    """
    with connection.cursor() as cursor:
        cursor.execute(_CITED)
        return {(what, pk): found for what, pk, found in cursor.fetchall()}


def _backed(hits: list[Hit], cited: dict[tuple[str, int], list[str]]) -> list[Hit]:
    """The same hits, where the provision to which the others point counts for up to twice as much.

    Of the texts with the words some say where the matter is decided: comments hang on that provision, and the laws that
    touch on it send the reader there. So Law 16B comes first for a hesitation, which Law 73 mentions three times.
    """
    votes: defaultdict[tuple[int, str], float] = defaultdict(float)
    for hit in hits:
        named = cited.get((hit.what if hit.what in _BOOK else "commentary", hit.pk), ())
        own = hit.keys if hit.what not in _BOOK else ()
        pointed = {*own, *named} - ({*hit.keys} if hit.what in _BOOK else set())
        for key in pointed:
            for one in _with_those_above(key):
                votes[hit.edition, one] += hit.score / len(pointed)
    most: defaultdict[int, float] = defaultdict(float)
    for (edition, _key), vote in votes.items():
        most[edition] = max(most[edition], vote)
    return [
        replace(hit, score=hit.score * (1 + backing / most[hit.edition]))
        if hit.what == LAW and (backing := votes.get((hit.edition, hit.keys[0])))
        else hit
        for hit in hits
    ]


def _behind(hit: Hit, asked: Asked) -> tuple[bool, ...]:
    """Whether a hit comes behind the others because of its code: only where no edition is asked for."""
    return () if asked.edition else (hit.edition not in asked.first,)


def shown(hits: Iterable[Hit], words: str, on: datetime.date) -> list[Shown]:
    """These hits of a date with their texts, in their order."""
    hits = list(hits)
    of_kind: dict[str, list[int]] = {LAW: [], FOOTNOTE: [], DEFINITION: [], "commentary": []}
    for hit in hits:
        of_kind[hit.what if hit.what in _BOOK else "commentary"].append(hit.pk)
    with connection.cursor() as cursor:
        cursor.execute(_TEXTS, {**of_kind, "on": on})
        rows = {(row[0], row[1]): row[2:] for row in cursor.fetchall()}
        texts = [rows[hit.what, hit.pk] for hit in hits]
        cursor.execute(_MARKS, [CONFIG, CONFIG, spelled(words), _HOW, [plain(text[2]) for text in texts]])
        told = [row[0] for row in cursor.fetchall()]
    numbers = footnotes.marks(on) if of_kind[FOOTNOTE] else {}
    return [_shown(hit, row, marks, numbers) for hit, row, marks in zip(hits, texts, told, strict=True)]


def _shown(hit: Hit, row: tuple[Any, ...], told: str, numbers: dict[int, str]) -> Shown:
    title, law_title, text, code, authority, place, dated, dated_to = row
    text = marked(text, told)
    if hit.what == FOOTNOTE:
        code = numbers[int(code)]
    return Shown(
        hit=hit,
        title=title.rsplit(BELOW, 1)[-1] if hit.what == LAW else title,
        law_title=title.split(BELOW, 1)[0] if hit.what == LAW else law_title,
        # A provision cut short can say the opposite of what it says.
        text=text if hit.what in _BOOK else excerpt(text),
        code=code,
        authority=authority,
        place=place,
        dated=dated,
        dated_to=dated_to,
    )


@lru_cache(maxsize=4096)
def _with_those_above(key: str) -> tuple[str, ...]:
    place = keys.parse(key)
    return (key, *map(str, place.ancestors))


@lru_cache(maxsize=4096)
def _law_of(key: str) -> str:
    return keys.parse(key).top
