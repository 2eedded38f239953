"""What the bank holds for a blueprint: the questions that may be drawn, and how far they fill its quotas."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Body
from exams.bank.kinds import BY_NAME_ONLY
from exams.bank.models import QuestionVersion
from exams.bank.upkeep.flags import unflagged
from exams.papers import syllabus
from exams.papers.assembly import Candidate, Explanation, Pool, Wanted, explain, pool
from exams.papers.fitness import resting, resting_in_words
from exams.papers.models import Blueprint, Pairs, Quota


@dataclass(frozen=True)
class Filling:
    """How far the bank fills a quota. A question that fits several is counted for each.

    different: how many of the available ones a paper could hold, which takes one of each path and cause.
    """

    quota: Quota
    available: int
    different: int

    @property
    def lacking(self) -> int:
        """How many approved questions are missing, those left out that ask the same thing as another."""
        return max(0, self.quota.count - self.different)

    @property
    def repeats(self) -> int:
        """How many ask the same thing as another."""
        return self.available - self.different

    def __str__(self) -> str:
        told = {
            "quota": self.quota.name,
            "lacking": self.lacking,
            "wanted": self.quota.count,
            "available": self.available,
            "different": self.different,
        }
        if self.repeats:
            return (
                _("%(quota)s: %(lacking)d lacking (%(wanted)d wanted, %(available)d approved, %(different)d different)")
                % told
            )
        return _("%(quota)s: %(lacking)d lacking (%(wanted)d wanted, %(available)d approved)") % told


@dataclass(frozen=True)
class Stock:
    """What the bank holds for some quotas: what there is for each, and why they cannot all be filled, if so, in sentences.

    halves: questions that are left out because pairs are drawn whole and the partner is not approved or not asked for.
    resting: how many are left out because they were asked in one of the last sittings, in words; "" if none.
    """

    fillings: list[Filling]
    halves: int
    reasons: list[str]
    resting: str = ""

    @property
    def repeats(self) -> bool:
        """Whether some of the questions ask the same thing as others."""
        return any(filling.repeats for filling in self.fillings)

    @property
    def questions(self) -> int:
        """How many questions the quotas ask for."""
        return sum(filling.quota.count for filling in self.fillings)


def stock(blueprint: Blueprint) -> Stock:
    """What there is for the blueprint, in one look at the bank."""
    quotas = quotas_of(blueprint)
    return stock_for(blueprint.body, blueprint.edition, quotas, blueprint.pairs, blueprint.rest_sittings)


def stock_for(body: Body, edition: str, quotas: Sequence[Quota], pairs: str, rest: int = 0) -> Stock:
    """What there is today for these quotas, which need not be saved. rest: for how many sittings a question is not drawn."""
    # A fingerprint says nothing about how many there are. Path and cause do, and have to be read out of each content.
    names = ("pk", "question", "topic", "level", "kind", "band", "pair", *ALIKE)
    bank = _approved(body, edition, body.today()).filter(level__in={quota.level for quota in quotas})
    rows = bank.order_by().values_list(*names)
    lineages, tired = examined(body), resting(body.pk, rest)
    fresh: list[Candidate] = []
    left_out: list[Candidate] = []
    for pk, question, topic, level, kind, band, pair, path, cause in rows.iterator(chunk_size=5000):
        if above := lineages.get(topic, (topic,)):
            by_name, alike = kind in BY_NAME_ONLY, alike_of(path, cause)
            each = Candidate(pk, "", "", above, level, kind, band, pair=pair, by_name_only=by_name, alike=alike)
            (left_out if question in tired else fresh).append(each)
    asked = [wanted(quota) for quota in quotas]
    held = pool(fresh, asked, pairs)
    found, resting_ones = reasons(explain(held), quotas, held, pairs), fitting(left_out, asked)
    if found and resting_ones:
        found.append(resting_in_words(resting_ones, rest))
    return Stock(
        [Filling(quota, held.available(place), held.different(place)) for place, quota in enumerate(quotas)],
        held.halves,
        found,
        resting_in_words(resting_ones, rest) if resting_ones else "",
    )


def fitting(candidates: Sequence[Candidate], asked: Sequence[Wanted]) -> int:
    """How many of these questions could count for one of these quotas."""
    return len(pool(candidates, asked, Pairs.APART).units)


def candidates_for(
    body: Body, edition: str, day: date, tired: frozenset[UUID] = frozenset()
) -> tuple[list[Candidate], list[Candidate]]:
    """What may be drawn, and what could be but for the questions that rest (`tired`).

    Every question of the body's bank that may be drawn for a day: approved, of the edition, its topic not retired.

    One whose law has changed by that day stays out until an examiner has looked at it.
    """
    lineages = examined(body)
    rows = _approved(body, edition, day).values_list(
        "pk",
        "question",
        "question__fingerprint",
        "topic",
        "level",
        "kind",
        "band",
        "expected",
        "pair",
        "content__pair__part",
        *ALIKE,
    )
    fresh: list[Candidate] = []
    left_out: list[Candidate] = []
    for pk, question, fingerprint, topic, level, kind, band, expected, pair, part, path, cause in rows.iterator(
        chunk_size=5000
    ):
        if above := lineages.get(topic, (topic,)):
            by_name = kind in BY_NAME_ONLY
            each = Candidate(pk, fingerprint, path or "", above, level, kind, band, expected, pair, part or 0, by_name)
            each = each._replace(alike=alike_of(path, cause), scene=scene_of(path, cause))
            (left_out if question in tired else fresh).append(each)
    return fresh, left_out


ALIKE = ("content__receipt__path", "content__generator__cause")


def alike_of(path: str | None, cause: str | None) -> str:
    """What questions share that ask the same thing; empty for those of which nobody knows."""
    return f"{path} {cause}" if path and cause else ""


def scene_of(path: str | None, cause: str | None) -> str:
    """What questions share that tell the same story of one law; empty for those of which nobody knows."""
    return f"{path.partition('/')[0]} {cause}" if path and cause else ""


def examined(body: Body) -> dict[str, tuple[str, ...]]:
    """For each topic its slug and those above it; nothing for one that is retired, of which nothing is asked any more."""
    read = syllabus.read(body)
    retired = {node.topic.slug for node in read.nodes if node.topic.retired_at}
    return {slug: () if slug in retired else above for slug, above in read.lineages.items()}


def wanted(quota: Quota) -> Wanted:
    """What a quota asks for, as the solver reads it."""
    return Wanted(**quota.asked())


def quotas_of(blueprint: Blueprint) -> list[Quota]:
    """The quotas in the order of the syllabus."""
    places = syllabus.read(blueprint.body).places
    quotas = blueprint.quotas.select_related("topic")
    return sorted(quotas, key=lambda quota: (places[quota.topic.slug], quota.level, quota.kind, quota.difficulty or 0))


def reasons(explanation: Explanation, quotas: Sequence[Quota], held: Pool, pairs: str) -> list[str]:
    """What stands in the way of a paper, each in a sentence that says what to do; nothing when nothing does."""
    if explanation.asks_nothing:
        return [_("The blueprint asks for no questions.")]
    found = [str(Filling(quotas[one.place], one.available, held.different(one.place))) for one in explanation.shortages]
    for clash in explanation.clashes:
        lacking = clash.wanted - clash.available
        sentence = ngettext(
            "%(quotas)s draw on the same questions: together they want %(wanted)d and there are %(available)d. Approve "
            "%(lacking)d more that fits one of them, or ask for fewer.",
            "%(quotas)s draw on the same questions: together they want %(wanted)d and there are %(available)d. Approve "
            "%(lacking)d more that fit one of them, or ask for fewer.",
            lacking,
        )
        found.append(
            sentence
            % {
                "quotas": _listed(quotas[place].name for place in clash.places),
                "wanted": clash.wanted,
                "available": clash.available,
                "lacking": lacking,
            }
        )
    if explanation.pairs:
        names = _listed(quotas[place].name for place in explanation.pairs)
        sentence = (
            _(
                "There are enough questions for %(quotas)s, but in pairs, which are drawn whole: ask for one more or one "
                "fewer, or keep pairs apart."
            )
            if pairs == Pairs.TOGETHER
            else _(
                "There are enough questions for %(quotas)s, but in pairs, of which a paper holds one: ask for fewer, or "
                "let pairs stand together."
            )
        )
        found.append(sentence % {"quotas": names})
    if explanation.alike:
        found += _repeated(explanation.alike, quotas, held)
    if miss := explanation.miss:
        found.append(
            _(
                "No other choice is as hard as the first form: there %(aim).0f %% are expected to be right in the mean, and "
                "the nearest another form comes is %(nearest).0f %%. Approve more questions for these quotas."
            )
            % {"aim": miss.facility * 100, "nearest": miss.nearest * 100}
        )
    return found


def _repeated(places: Sequence[int], quotas: Sequence[Quota], held: Pool) -> Iterator[str]:
    """That quotas stay short because a paper takes one question of a path and cause: each by itself, or all together."""
    why = _(
        "A paper takes one question of the same path through the law and the same cause. Approve questions on other paths, or "
        "ask for fewer."
    )
    short = [
        one for place in places if (one := Filling(quotas[place], held.available(place), held.different(place))).lacking
    ]
    for one in short:
        yield f"{one}. {why}"
    if not short:
        names = _listed(quotas[place].name for place in places)
        told = _("There are enough questions for %(quotas)s, but too many of them ask the same thing.") % {
            "quotas": names
        }
        yield f"{told} {why}"


def _listed(names: Iterable[str]) -> str:
    return " · ".join(f"“{name}”" for name in names)


def _approved(body: Body, edition: str, day: date) -> QuerySet[Any]:
    """With `band` and `expected`, which the type of a version does not have."""
    approved = QuestionVersion.objects.approved().with_difficulty()
    return unflagged(approved.filter(body=body, edition=edition), day)
