"""The mark that a learner would get today, and at the end of each week before: read from their review log alone.

Nobody but the learner sees any of it. Today's is worked out when they open the page, and kept in the memory of this process
for a day, or until the next review. The weeks that are over take several times as long, so a worker works them out, and they
are stored until a new week ends or anything that they rest on changes.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.db import transaction
from django.db.models import TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from exams.papers.blueprints import digest
from exams.papers.models import Blueprint, Topic
from exams.papers.syllabus import called
from exams.papers.topics import digest_of
from exams.practice.forecast import Answer, Forecast, Met, Said, TooLittle, forecast
from exams.practice.memory import Grade, Recall, Reviewed, Terms, after
from exams.practice.models import Learner, PastWeeks, Review
from exams.practice.progress import is_known
from exams.practice.slots import CHANCES, Drawn, drawn_by, paths_asked
from exams.practice.units import Unit, catalogue

WEEKS: Final = 12
"""How many weeks the history goes back."""
KEPT_FOR: Final = 24 * 60 * 60
"""Seconds; the learner's day is in the name by which it is kept."""


@dataclass(frozen=True)
class Then:
    """What was known at a moment: each path with its memory, the answers by then, and how many rows the log had."""

    moment: dt.datetime
    rows: int
    memory: Mapping[str, Recall]
    record: Sequence[Answer]


class Span(NamedTuple):
    """What is kept of a forecast, in percent."""

    low: float
    high: float
    median: float


@dataclass(frozen=True)
class Week:
    """The forecast at the end of a week, or today; none where too little was known. known: paths of the paper then known."""

    last_day: dt.date
    known: int
    mark: Span | None


@dataclass(frozen=True)
class Prospect:
    """What a learner may expect of a paper today. known, paths: how many paths of it they know, and how many it could ask."""

    today: Forecast | TooLittle
    known: int
    paths: int


def prospect(learner: Learner, blueprint: Blueprint, now: dt.datetime | None = None) -> Prospect:
    """Of a paper drawn today by a blueprint of the learner's body, of `slots.in_use`.

    As many queries however much was practised; on the same day, with no review since, one.
    """
    now = now or timezone.now()
    count = Review.objects.filter(learner=learner).count()
    name = f"prospect-{learner.pk}-{_rests_on(learner, blueprint)}-{learner.day(now)}-{count}"
    kept = caches["parts"]
    found: Prospect | None = kept.get(name)
    if found is None:
        drawn = drawn_by(blueprint, learner)
        [present] = moments(str(learner.pk), read(learner), [now])
        found = Prospect(*_forecast(learner, blueprint, drawn, present), len(drawn.paths))
        kept.set(name, found, KEPT_FOR)
    return found


def _rests_on(learner: Learner, blueprint: Blueprint) -> str:
    """A digest of whatever a forecast depends on beside the log, the day and the bank, which may be a day old."""
    terms = learner.terms
    asked = digest(blueprint, list(blueprint.quotas.all()))
    return digest_of([str(blueprint.pk), asked, list(terms.weights), terms.retention, terms.zone])


# --- The weeks that are over ------------------------------------------------------------------------------------------


def history(learner: Learner, blueprint: Blueprint, now: dt.datetime | None = None) -> list[Week] | None:
    """The weeks that are over, from the first with a forecast on, as they are stored; None where they have to be made anew."""
    kept = PastWeeks.objects.filter(learner=learner, blueprint=blueprint).first()
    if kept is None or kept.basis != _basis(learner, blueprint, now or timezone.now()):
        return None
    return [
        Week(dt.date.fromisoformat(last_day), known, Span(*mark) if mark else None)
        for last_day, known, mark in kept.weeks
    ]


def make_history(learner: Learner, blueprint: Blueprint, now: dt.datetime | None = None) -> None:
    """Work out the weeks that are over and store them, unless they are; safe to run twice."""
    now = now or timezone.now()
    # Before the log is read: a review that comes between makes what is stored out of date, never wrong.
    basis = _basis(learner, blueprint, now)
    if PastWeeks.objects.filter(learner=learner, blueprint=blueprint, basis=basis).exists():
        return
    drawn = drawn_by(blueprint, learner)
    weeks: list[tuple[str, int, Span | None]] = []
    for then in moments(str(learner.pk), read(learner), week_ends(learner, now)):
        mark, known = _forecast(learner, blueprint, drawn, then)
        if isinstance(mark, Forecast) or weeks:
            last_day = learner.day(then.moment) - dt.timedelta(days=1)
            weeks.append((last_day.isoformat(), known, span(mark)))
    with transaction.atomic():
        # Nothing is kept of somebody who has had their history deleted meanwhile.
        if Learner.objects.select_for_update().filter(pk=learner.pk).exists():
            told = {"basis": basis, "weeks": weeks}
            PastWeeks.objects.update_or_create(learner=learner, blueprint=blueprint, defaults=told)


def until_today(learner: Learner, past: Sequence[Week], found: Prospect) -> list[Week]:
    """The weeks that are over, and today."""
    return [*past, Week(learner.day(), found.known, span(found.today))]


def span(mark: Forecast | TooLittle) -> Span | None:
    """A forecast as it is drawn."""
    return Span(mark.low, mark.high, mark.median) if isinstance(mark, Forecast) else None


def _basis(learner: Learner, blueprint: Blueprint, now: dt.datetime) -> str:
    """A digest of what the weeks that are over follow from: which weeks they are, the paths that the paper can ask, the terms,
    and how much of the log belongs to them. The log only grows, so a review that comes late is one row more.
    """
    last = week_ends(learner, now)[-1]
    rows = Review.objects.filter(learner=learner, at__lte=last).count()
    asked = sorted(paths_asked(blueprint, learner))
    return digest_of([_rests_on(learner, blueprint), last.isoformat(), rows, asked])


# --- The forecast at a moment -----------------------------------------------------------------------------------------


def _forecast(learner: Learner, blueprint: Blueprint, drawn: Drawn, then: Then) -> tuple[Forecast | TooLittle, int]:
    """The forecast at a moment, and how many paths of the paper were known."""
    terms, paths = learner.terms, drawn.paths
    held = {path: recall for path, recall in then.memory.items() if path in paths}
    mark = forecast(
        drawn.slots,
        {path: Met(recall.now(then.moment, terms), recall.reviews) for path, recall in held.items()},
        then.record,
        pass_mark=blueprint.pass_mark,
        floors=blueprint.floors,
        topics=drawn.topics,
    )
    return mark, sum(is_known(recall, then.moment, terms) for recall in held.values())


def week_ends(learner: Learner, now: dt.datetime) -> list[dt.datetime]:
    """The midnights after the last Sundays by the learner's clock, the earliest first."""
    today = learner.day(now)
    monday = today - dt.timedelta(days=today.weekday())
    days = [monday - dt.timedelta(weeks=ago) for ago in reversed(range(WEEKS))]
    return [dt.datetime.combine(day, dt.time(), learner.zone) for day in days]


@dataclass(frozen=True)
class Logged:
    """A row of the log, with the answer behind it; none where a device sent the grade alone."""

    unit: str
    review: Reviewed
    kind: str | None
    right: bool | None
    sure: bool | None


def read(learner: Learner) -> list[Logged]:
    """The log in the order in which it happened; one query."""
    terms: dict[Any, Terms] = {}
    found = []
    names = ("unit", "number", "at", "grade", "credit", "as_text", "retention", "zone")
    # The weights are the same in most rows, so they come as text, and each text is read once.
    rows = Review.objects.filter(learner=learner).annotate(as_text=Cast("weights", TextField()))
    answers = ("exercise__kind", "exercise__right", "exercise__sure")
    told = rows.order_by("at", "number", "unit").values_list(*names, *answers)
    for unit, number, at, grade, credit, weights, retention, zone, *answer in told:
        one = terms.get((weights, retention, zone))
        if one is None:
            one = terms[weights, retention, zone] = Terms(tuple(json.loads(weights)), retention, zone)
        found.append(Logged(unit, Reviewed(number, at, Grade(grade), one, credit), *answer))
    return found


def moments(person: str, log: Iterable[Logged], ends: Collection[dt.datetime]) -> list[Then]:
    """What was known at each of these moments, in their order: the log replayed once, stopped at each.

    Credit changes the memory and is no answer.
    """
    rest, found = list(log), []
    memory: dict[str, Recall] = {}
    record: list[Answer] = []
    place = 0
    for end in sorted(ends):
        while place < len(rest) and rest[place].review.at <= end:
            one = rest[place]
            place += 1
            before = memory.get(one.unit)
            if not one.review.credit:
                record.append(_answer(one, before))
            if recall := after(before, person, one.unit, one.review):
                memory[one.unit] = recall
        found.append(Then(end, place, dict(memory), tuple(record)))
    return found


def _answer(one: Logged, before: Recall | None) -> Answer:
    """An answer as the forecast reads it: what was remembered just before it, and how it went."""
    right = one.right if one.right is not None else one.review.grade is not Grade.AGAIN
    said = Said.NOTHING if one.sure is None else Said.SURE if one.sure else Said.GUESSING
    return Answer(
        before.now(one.review.at, one.review.terms) if before else None,
        right,
        said,
        CHANCES.get(one.kind or "", 0.25),
        before.reviews if before else 0,
    )


# --- in words ---------------------------------------------------------------------------------------------------------

AT_RISK: Final = 0.05
"""How likely a floor has to be missed before it is named."""


def chosen_of(papers: Sequence[Blueprint], learner: Learner, code: str) -> Blueprint | None:
    """Of these papers the one with this code; without a code the first of the learner's level. None: there is none."""
    if code:
        return next((one for one in papers if one.code == code), None)
    return next((one for one in papers if one.level == learner.level), papers[0] if papers else None)


def gains(mark: Forecast) -> list[Gain]:
    """The paths that are worth most, the best first."""
    return [Gain(unit, one.marks) for one in mark.worth if (unit := catalogue().get(one.unit))]


class Gain(NamedTuple):
    """A path, and how many marks more one could expect if one knew it."""

    unit: Unit
    marks: float


class Risk(NamedTuple):
    """A topic whose floor one could miss, with the floor in percent, and how likely that is, in words."""

    topic: str
    floor: float
    how_likely: str


def missing(found: TooLittle) -> str:
    """What a forecast still needs, in one sentence."""
    answers = {"wanted": found.wanted, "answered": found.answered}
    share = {"covered": int(found.covered * 100)}
    few, little = found.answered < found.wanted, found.covered < found.share_wanted
    if few and little:
        sentence = _(
            "Answer %(wanted)d questions that are due and meet half of what this paper asks, and we can forecast your mark: so "
            "far you have answered %(answered)d and met %(covered)d %%."
        )
    elif few:
        sentence = _(
            "Answer %(wanted)d questions that are due and we can forecast your mark: so far you have answered %(answered)d."
        )
    else:
        sentence = _(
            "Meet half of what this paper asks and we can forecast your mark: so far you have met %(covered)d %%."
        )
    return sentence % (answers | share)


VERDICTS: Final = (
    (0.95, gettext_lazy("You would almost certainly pass.")),
    (0.8, gettext_lazy("You would very likely pass.")),
    (0.6, gettext_lazy("You would probably pass.")),
    (0.4, gettext_lazy("It could go either way.")),
    (0.2, gettext_lazy("You would probably fail.")),
    (0.05, gettext_lazy("You would very likely fail.")),
    (0.0, gettext_lazy("You would almost certainly fail.")),
)
"""From which chance to pass something is said of it."""


def verdict(chance: float) -> str:
    """Whether one would pass, in words."""
    return str(next(words for least, words in VERDICTS if chance >= least))


def risks(mark: Forecast, blueprint: Blueprint) -> list[Risk]:
    """The floors that one could miss, the likeliest first."""
    found = [one for one in mark.floors if one.probability >= AT_RISK]
    titles = dict(Topic.objects.filter(body=blueprint.body_id).values_list("slug", "title"))
    return [Risk(called(titles, one.topic), blueprint.floors[one.topic], in_ten(one.probability)) for one in found]


def in_ten(chance: float) -> str:
    """How often something happens, in papers of ten."""
    papers = max(round(chance * 10), 1)
    if papers == 10:
        return _("in almost every paper")
    return ngettext("in about %(n)d paper of ten", "in about %(n)d papers of ten", papers) % {"n": papers}
