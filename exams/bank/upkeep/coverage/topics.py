"""Topics by level and kind: how many questions are approved, how many are in review, and what the blueprints want."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.db.models import Count

from accounts.models import Body
from exams.bank.kinds import BY_NAME_ONLY
from exams.bank.models import Level, QuestionVersion, Status
from exams.bank.signals import quotas_asked
from exams.bank.topics import topics

KINDS = tuple(QuestionVersion.Kind)


@dataclass(frozen=True, slots=True)
class Want:
    """What one blueprint asks for of a topic (by slug, with what stands under it) at a level; an empty kind is any."""

    blueprint: str
    topic: str
    level: str
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Cell:
    """Questions of one kind in a row. wanted: the most that any one blueprint asks for of this very kind."""

    kind: str
    approved: int
    in_review: int
    there: int
    wanted: int

    @property
    def short(self) -> int:
        """How many approved questions of the kind are missing."""
        return max(0, self.wanted - self.there)


@dataclass(frozen=True, slots=True)
class Row:
    """A topic at a level. Its numbers are of the topic itself; `there` has those of the topics under it as well.

    wanted: the most that any one blueprint draws from here; `by` names it. missing: how many are lacking of the kinds that
    need not be asked for by name.
    """

    slug: str
    title: str
    depth: int
    level: Level
    cells: Sequence[Cell]
    approved: int
    in_review: int
    there: int
    wanted: int
    by: str
    missing: int

    @property
    def short(self) -> int:
        """How many approved questions are missing, so that each blueprint can draw what it wants."""
        by_name = sum(cell.short for cell in self.cells if cell.kind in BY_NAME_ONLY)
        return max(self.missing + by_name, sum(cell.short for cell in self.cells))


Counts = Mapping[tuple[str, str, str, str], int]
"""Questions by topic, level, kind and status."""


def counted(body: Body, edition: str) -> Counts:
    """How many versions of the edition stand where; one query."""
    found = QuestionVersion.objects.filter(
        body=body, edition=edition, status__in=[Status.APPROVED, Status.IN_REVIEW]
    ).order_by()
    rows = found.values_list("topic", "level", "kind", "status").annotate(Count("pk"))
    return {(topic, level, kind, status): count for topic, level, kind, status, count in rows}


def rows(body: Body, counts: Counts) -> list[Row]:
    """Every topic of the syllabus and every other that a question names, at each level that has or wants something.

    One query for the syllabus, one for the blueprints.
    """
    told = [(one.slug, one.title, one.depth) for one in topics([body.pk])]
    known = {slug for slug, _title, _depth in told}
    told += [(slug, slug.replace("-", " ").capitalize(), 0) for slug in sorted({key[0] for key in counts} - known)]
    wants = _wanted(body)
    found = []
    for place, (slug, title, depth) in enumerate(told):
        below = _below(told, place)
        for level in Level:
            row = _row(slug, title, depth, level, below, counts, wants)
            if row.approved or row.in_review or row.wanted:
                found.append(row)
    return found


def without(body: Body, counts: Counts) -> list[tuple[str, str, int]]:
    """The topics of the syllabus of which, with what stands under them, no question is approved or in review: slug, title
    and depth, in the order of the syllabus.
    """
    syllabus = topics([body.pk])
    told = [(one.slug, one.title, one.depth) for one in syllabus]
    asked = {key[0] for key, count in counts.items() if count}
    return [
        told[place]
        for place, one in enumerate(syllabus)
        if one.examined and not asked.intersection((one.slug, *_below(told, place)))
    ]


def _row(
    slug: str,
    title: str,
    depth: int,
    level: Level,
    below: Sequence[str],
    counts: Counts,
    wants: Mapping[tuple[str, str], Sequence[Want]],
) -> Row:
    def number(status: Status, kind: str = "", at: Sequence[str] = (slug,)) -> int:
        kinds = [kind] if kind else [one.value for one in KINDS]
        return sum(counts.get((topic, level.value, one, status.value), 0) for topic in at for one in kinds)

    own = wants.get((slug, level.value), ())
    drawn: dict[str, int] = defaultdict(int)
    at_will: dict[str, int] = defaultdict(int)
    for want in own:
        drawn[want.blueprint] += want.count
        at_will[want.blueprint] += want.count * (want.kind not in BY_NAME_ONLY)
    by = max(drawn, key=lambda one: drawn[one], default="")
    cells = [
        Cell(
            kind.value,
            number(Status.APPROVED, kind.value),
            number(Status.IN_REVIEW, kind.value),
            number(Status.APPROVED, kind.value, at=(slug, *below)),
            max((want.count for want in own if want.kind == kind.value), default=0),
        )
        for kind in KINDS
    ]
    there = sum(cell.there for cell in cells if cell.kind not in BY_NAME_ONLY)
    return Row(
        slug,
        title,
        depth,
        level,
        cells,
        number(Status.APPROVED),
        number(Status.IN_REVIEW),
        number(Status.APPROVED, at=(slug, *below)),
        drawn.get(by, 0),
        by,
        max(0, max(at_will.values(), default=0) - there),
    )


def _below(told: Sequence[tuple[str, str, int]], place: int) -> list[str]:
    """The topics under the one at this place: in the order of the syllabus they follow it, and stand deeper."""
    found = []
    for slug, _title, depth in told[place + 1 :]:
        if depth <= told[place][2]:
            break
        found.append(slug)
    return found


def _wanted(body: Body) -> dict[tuple[str, str], list[Want]]:
    found: dict[tuple[str, str], list[Want]] = defaultdict(list)
    for _receiver, wants in quotas_asked.send(None, body=body.pk):
        for want in cast(Iterable[Want], wants):
            found[want.topic, want.level].append(want)
    return found
