"""Every wording that a provision has had: when it was the law, when it was held here, and what differed from the one before."""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count
from django.utils import timezone

from laws import keys
from laws.comparing.words import Piece, diff_words
from laws.library import NotOnShelfError
from laws.models import Edition, Provision, ProvisionVersion

DAY = datetime.timedelta(days=1)

# How a wording came after the one before it: by a change of the law, by an amendment that repeats it, by a correction of
# our text for the same days, or by only closing or opening its time.
Step = Literal["first", "amended", "repeated", "corrected", "dated"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A wording and how it differs from `before`, the one it followed. `until` is the last day on which it was the law.

    `held` says whether it stood in the library at the moment that was asked for.
    """

    wording: ProvisionVersion
    before: ProvisionVersion | None
    step: Step
    held: bool
    heading: list[Piece]
    text: list[Piece]

    @property
    def until(self) -> datetime.date | None:
        """The last day on which it was the law; None while it is."""
        ends: datetime.date | None = self.wording.effective.upper
        return ends - DAY if ends else None


@dataclass(frozen=True, slots=True)
class History:
    """The wordings of a provision, the latest law first and of that the latest entered; `under` are the provisions below
    it that have had more than one wording, with how many."""

    provision: Provision
    entries: list[Entry]
    under: list[tuple[str, int]]


def history(edition: Edition, key: str, held: datetime.date | None = None) -> History:
    """All wordings, in three queries; NotOnShelfError when there is no such provision.

    `held` is a day of edit time: what the library held when that day ended. None means now.
    """
    provision = Provision.objects.filter(edition=edition, key=key).select_related("law", "edition").first()
    if not provision:
        raise NotOnShelfError(key)
    moment = timezone.make_aware(datetime.datetime.combine(held + DAY, datetime.time.min)) if held else timezone.now()
    wordings = list(
        ProvisionVersion.objects.filter(provision=provision)
        .select_related("source", "amended_by")
        .defer("search", "tables")
        .order_by("kind", "revision")
    )
    entries = [_entry(one, wordings, moment) for one in wordings]
    entries.sort(
        key=lambda one: (one.wording.effective.lower, one.wording.created_at, one.wording.revision), reverse=True
    )
    counted = (
        ProvisionVersion.objects.filter(provision__law=provision.law)
        .values_list("provision__key")
        .annotate(wordings=Count("pk"))
        .filter(wordings__gt=1)
        .order_by("provision__order")
    )
    place = keys.parse(key)
    under = [(one, count) for one, count in counted if place in keys.parse(one).ancestors]
    return History(provision, entries, under)


def _entry(wording: ProvisionVersion, every: list[ProvisionVersion], moment: datetime.datetime) -> Entry:
    before, step = _before(wording, every)
    return Entry(
        wording=wording,
        before=before,
        step=step,
        held=wording.created_at <= moment and (wording.superseded_at is None or wording.superseded_at > moment),
        heading=diff_words(before.heading if before else wording.heading, wording.heading),
        text=diff_words(before.text if before else wording.text, wording.text),
    )


def _before(wording: ProvisionVersion, every: list[ProvisionVersion]) -> tuple[ProvisionVersion | None, Step]:
    """The wording that this one followed.

    An earlier revision for the same first day was corrected, or only given other days; else it followed what had been
    the law on the day before, as it was held when this one was entered.
    """
    of_kind = [one for one in every if one.kind == wording.kind and one.pk != wording.pk]
    says, first_day = (wording.heading, wording.text), wording.effective.lower
    for one in reversed(of_kind):
        if one.revision < wording.revision and one.effective.lower == first_day:
            return one, "dated" if (one.heading, one.text) == says else "corrected"
    for one in reversed(of_kind):
        held_then = one.superseded_at is None or one.superseded_at >= wording.created_at
        if held_then and first_day - DAY in one.effective:
            return one, "repeated" if (one.heading, one.text) == says else "amended"
    return None, "first"
