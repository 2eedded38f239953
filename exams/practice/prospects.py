"""The mark that a learner would get today, and at the end of each week before: read from their review log alone.

Nobody but the learner sees any of it. It is worked out when they open the page, and kept in the memory of this process for a
day: today's until the next review, each week's as long as nothing is added to the log of that week or before.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.core.cache import caches
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from exams.papers.blueprints import digest
from exams.papers.models import Blueprint, Topic
from exams.papers.syllabus import called
from exams.practice.forecast import Answer, Forecast, Met, Said, TooLittle, forecast
from exams.practice.memory import Grade, Recall, Reviewed, Terms, after
from exams.practice.models import Learner, Review
from exams.practice.progress import is_known
from exams.practice.slots import CHANCES, Drawn, drawn_by
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


@dataclass(frozen=True)
class Week:
    """The forecast at the end of a week, or today; none where too little was known. known: paths of the paper then known."""

    last_day: dt.date
    known: int
    mark: Forecast | None


@dataclass(frozen=True)
class Prospect:
    """What a learner may expect of a paper. history: the weeks, the last of them today. paths: how many a paper could ask."""

    today: Forecast | TooLittle
    history: Sequence[Week]
    paths: int

    @property
    def known(self) -> int:
        """How many paths of the paper are known today."""
        return self.history[-1].known


def prospect(learner: Learner, blueprint: Blueprint, now: dt.datetime | None = None) -> Prospect:
    """Of a paper drawn today by a blueprint of the learner's body, of `slots.in_use`.

    As many queries however much was practised; on the same day, with no review since, one.
    """
    now = now or timezone.now()
    count = Review.objects.filter(learner=learner).count()
    name = f"{_name(learner, blueprint)}-{learner.day(now)}-{count}"
    kept = caches["parts"]
    found: Prospect | None = kept.get(name)
    if found is None:
        found = _worked_out(learner, blueprint, drawn_by(blueprint, learner), now)
        kept.set(name, found, KEPT_FOR)
    return found


def _name(learner: Learner, blueprint: Blueprint) -> str:
    """By which it is kept: whatever a forecast depends on beside the log, the day and the bank, which may be a day old."""
    terms = hash((learner.retention, learner.time_zone, *(learner.weights or ())))
    asked = digest(blueprint, list(blueprint.quotas.all()))
    return f"prospect-{learner.pk}-{terms}-{blueprint.pk}-{asked}"


def _worked_out(learner: Learner, blueprint: Blueprint, drawn: Drawn, now: dt.datetime) -> Prospect:
    *before, present = moments(str(learner.pk), read(learner), [*week_ends(learner, now), now])
    weeks = [_week(learner, blueprint, drawn, then) for then in before]
    mark, known = _forecast(learner, blueprint, drawn, present)
    weeks.append(Week(learner.day(now), known, mark if isinstance(mark, Forecast) else None))
    first = next((place for place, week in enumerate(weeks) if week.mark), len(weeks) - 1)
    return Prospect(mark, weeks[first:], len(drawn.paths))


def _week(learner: Learner, blueprint: Blueprint, drawn: Drawn, then: Then) -> Week:
    """A week that is over, at its end."""
    last_day, kept = learner.day(then.moment) - dt.timedelta(days=1), caches["parts"]
    name = f"{_name(learner, blueprint)}-week-{last_day}-{then.rows}"
    found: Week | None = kept.get(name)
    if found is None:
        mark, known = _forecast(learner, blueprint, drawn, then)
        found = Week(last_day, known, mark if isinstance(mark, Forecast) else None)
        kept.set(name, found, KEPT_FOR)
    return found


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
    names = ("unit", "number", "at", "grade", "credit", "weights", "retention", "zone")
    rows = Review.objects.filter(learner=learner).order_by("at", "number", "unit")
    answers = ("exercise__kind", "exercise__right", "exercise__sure")
    for unit, number, at, grade, credit, weights, retention, zone, *answer in rows.values_list(*names, *answers):
        by = (tuple(weights), retention, zone)
        one = terms.setdefault(by, Terms(*by))
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
