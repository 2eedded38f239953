"""Which wordings that an editor has published the engine's procedures were not written from.

The engine reads the law as it was when its procedures were written (`laws.rulings.wordings`). Once a law editor publishes
other words, what rests on them is *not confirmed* from their first day on, until somebody has read both: then the wording
is a `ConfirmedWording`. It is the digest that counts, which editors change, never which text is shown: an official text may
be imported beside it and unconfirms nothing.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from django.db.models import F, JSONField, QuerySet, Value
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from laws import keys
from laws.models import ConfirmedWording, FootnoteVersion, Origin, ProvisionVersion, TextKind
from laws.rulings.case import Asked
from laws.rulings.citing import rests_on
from laws.rulings.editions import EDITIONS
from laws.rulings.ruling import Ruling
from laws.rulings.wordings import WRITTEN_FROM, digest_of, is_known, name_of_note, resting_on

STILL_FORMER: Final = gettext_lazy("The engine still follows the former text.")


@dataclass(frozen=True, slots=True)
class Moved:
    """A wording that the procedures were not written from.

    `text` is what the engine calls the text; `key` the provision that it is or stands under; `version` the id of the
    wording; `until` the first day on which it is no longer the law, if there is one.
    """

    book: str
    text: str
    key: str
    first_day: datetime.date
    until: datetime.date | None
    version: int
    digest: str

    def on(self, day: datetime.date) -> bool:
        """Whether it is the law of a day."""
        return self.first_day <= day and (self.until is None or day < self.until)

    @property
    def name(self) -> str:
        """What people call the text."""
        name = keys.name(self.key)
        if self.text == self.key:
            return name
        return _("%(law)s, footnote %(mark)s") % {"law": name, "mark": self.text.rpartition(" ")[2]}

    @property
    def address(self) -> str:
        """The provision as it stands on its first day."""
        return reverse("laws:provision", args=[self.book, self.key]) + f"?on={self.first_day.isoformat()}"

    @property
    def sentence(self) -> str:
        """What has become of the law, in a sentence."""
        words = {"law": self.name, "day": date_format(self.first_day, "j F Y")}
        return _("%(law)s has another wording from %(day)s on.") % words


@dataclass(frozen=True, slots=True)
class NotConfirmed:
    """What of a book is not confirmed on a day: by the provision that is cited, the wording that it rests on.

    `coming` are wordings of later days, on which the same would rest.
    """

    book: str = ""
    by_provision: Mapping[str, Moved] = field(default_factory=dict)
    coming: tuple[Moved, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.by_provision)

    @property
    def wordings(self) -> list[Moved]:
        """Those wordings, each once, in the order of the law."""
        return in_order(self.by_provision.values())


def in_order(some: Iterable[Moved]) -> list[Moved]:
    """Wordings in the order of the law, each once."""
    return sorted(dict.fromkeys(some), key=lambda one: (keys.parse(one.key).order, one.text, one.first_day))


def moved(book: str) -> list[Moved]:
    """Every wording of a book that the procedures were not written from, whenever it is the law.

    One query where no editor has published anything of the book, two otherwise.
    """
    recorded = WRITTEN_FROM.get(book)
    if recorded is None:
        return []
    found = [one for one in _published(book) if not _is_known(one, recorded)]
    if not found:
        return []
    confirmed: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for text, day, digest in ConfirmedWording.objects.filter(edition__slug=book).values_list(
        "text", "first_day", "digest"
    ):
        confirmed[text].append((day.isoformat(), digest))
    return in_order(one for one in found if not _is_known(one, recorded, confirmed.get(one.text, ())))


def on(book: str, day: datetime.date) -> list[Moved]:
    """Those that are the law of a day."""
    return [one for one in moved(book) if one.on(day)]


def concerned(cited: Collection[str], wordings: Iterable[Moved], book: str = "") -> NotConfirmed:
    """What of the provisions cited together rests on one of these wordings."""
    by_key = {one.key: one for one in wordings}
    found = resting_on(by_key, cited) if by_key else {}
    return NotConfirmed(book, {provision: by_key[key] for provision, key in found.items()})


def of_citations(cited: Collection[str], wordings: Collection[Moved], book: str, day: datetime.date) -> NotConfirmed:
    """What of the provisions cited together is not confirmed on a day, and what will not be later."""
    now = concerned(cited, [one for one in wordings if one.on(day)], book)
    later = concerned(cited, [one for one in wordings if one.first_day > day])
    return replace(now, coming=tuple(later.wordings))


def of_ruling(ruling: Ruling, day: datetime.date) -> NotConfirmed:
    """What a ruling given by the law of a day rests on that is not confirmed; so far, where it is not complete."""
    book = EDITIONS[ruling.edition].book
    wordings = moved(book)
    if not wordings:
        return NotConfirmed(book)
    cited = set(rests_on(ruling))
    if ruling.pending:
        cited.add(ruling.pending.provision)
    return of_citations(cited, wordings, book, day)


def steps_of(ruling: Ruling, found: NotConfirmed) -> Iterator[Moved | None]:
    """For each step of a ruling the wording because of which it is not confirmed, or nothing."""
    for step in ruling.steps:
        own = found.by_provision.get(step.provision)
        standard = step.fact.judgement if isinstance(step, Asked) else None
        yield own or (found.by_provision.get(standard.law) if standard else None)


def _is_known(one: Moved, recorded: Mapping[str, Mapping[str, str]], more: Iterable[tuple[str, str]] = ()) -> bool:
    return is_known(one.digest, one.first_day.isoformat(), recorded.get(one.text, {}).items(), more)


def _published(book: str) -> Iterator[Moved]:
    """What editors have published of a book and is held now: provisions and footnotes, in one query."""
    texts = _rows(
        ProvisionVersion.objects.filter(provision__edition__slug=book), F("provision__key"), Value(""), F("tables")
    )
    notes = _rows(
        FootnoteVersion.objects.filter(footnote__provision__edition__slug=book),
        F("footnote__provision__key"),
        F("footnote__mark"),
        Value([], output_field=JSONField()),
    )
    for key, mark, tables, text, effective, version in texts.union(notes, all=True):
        name = name_of_note(key, mark) if mark else key
        yield Moved(book, name, key, effective.lower, effective.upper, version, digest_of(text, tables))


def _rows(rows: QuerySet[Any], key: Any, mark: Any, tables: Any) -> QuerySet[Any, Any]:
    held = rows.filter(kind=TextKind.DIGEST, superseded_at=None, origin=Origin.EDITED).order_by()
    told = held.annotate(of_key=key, of_mark=mark, of_tables=tables)
    return cast("QuerySet[Any, Any]", told.values_list("of_key", "of_mark", "of_tables", "text", "effective", "pk"))
