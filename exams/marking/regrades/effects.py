"""What a regrade would do to everybody whom it touches. Reads in a fixed number of queries, writes nothing."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.accreditation.models import Application, Award, Doubt
from accounts.accreditation.requirements import paper_codes
from accounts.accreditation.standing import rules_of
from exams.bank.models import QuestionVersion
from exams.marking.marks import Earned, Marked, NothingCounts, verdict, worth
from exams.marking.models import AnswerMark, Regrade, Result, Settlement
from exams.marking.regrades.remedies import remedied
from exams.papers.models import PaperQuestion, Topic
from exams.sittings.rules import NotPossible


@dataclass(frozen=True)
class Effect:
    """What becomes of one attempt. before: its result now; after: what it would be.

    kept: it would be worse, and the regrade lets nobody lose. changed: another result would follow this one.
    """

    before: Result
    after: Marked
    kept: bool
    changed: bool

    @property
    def passes(self) -> bool:
        """Whether it is failed now and would be passed."""
        return self.changed and self.after.passed and not self.before.passed

    @property
    def fails(self) -> bool:
        """Whether it is passed now and would be failed."""
        return self.changed and self.before.passed and not self.after.passed


def touched(regrade: Regrade) -> QuerySet[Result]:
    """The results now of all attempts that met the question where the regrade is meant; none that is void."""
    found = (
        Result.objects.current()
        .counting()
        .filter(body=regrade.body_id, answer_marks__paper_question__version=regrade.version_id)
    )
    if regrade.sitting_id is not None:
        found = found.filter(attempt__entry__sitting=regrade.sitting_id)
    if regrade.script is not None:
        found = found.filter(attempt=regrade.script.attempt_id)
    return found.with_sitting().order_by("attempt")


def effects(regrade: Regrade) -> list[Effect]:
    """The effect on each attempt, in the order of their ids. Raises NotPossible where nothing of a paper would be left."""
    results = list(touched(regrade).select_related("attempt__entry__sitting__paper__blueprint"))
    earned = _earned(results)
    titles = Topic.objects.titles(regrade.body_id)
    return [_effect(regrade, result, earned[result.pk], titles) for result in results]


def _effect(regrade: Regrade, before: Result, now: Sequence[Earned], titles: Mapping[str, str]) -> Effect:
    paper = before.attempt.paper
    rows = [remedied(regrade, one, paper) if one.question.version_id == regrade.version_id else one for one in now]
    try:
        after = verdict(paper, rows, titles)
    except NothingCounts as why:
        raise NotPossible(_("Some candidates would have no questions left that count.")) from why
    same = (after.marks, after.out_of, after.passed) == (before.marks, before.out_of, before.passed)
    kept = regrade.nobody_loses and worth(after) < worth(before)
    return Effect(before, after, kept=kept, changed=not same and not kept)


def _earned(results: Sequence[Result]) -> dict[uuid.UUID, list[Earned]]:
    """What each result gave for each question, in the order of the paper."""
    marks = list(
        AnswerMark.objects.filter(result__in=[result.pk for result in results]).values_list(
            "result_id", "paper_question_id", "answer", "marks", "adjusted", "settlement_id"
        )
    )
    places = PaperQuestion.objects.in_bulk({place for _result, place, *_rest in marks})
    versions = QuestionVersion.objects.in_bulk({place.version_id for place in places.values()})
    for place in places.values():
        place.version = versions[place.version_id]
    settlements = Settlement.objects.in_bulk({one for *_rest, one in marks} - {None})
    found: dict[uuid.UUID, list[Earned]] = defaultdict(list)
    for result, place_id, answer, given, adjusted, settlement in marks:
        question = places[place_id]
        out_of = 0 if adjusted == AnswerMark.Adjusted.DROPPED else question.marks
        found[result].append(Earned(question, answer, given, out_of, adjusted, settlements.get(settlement)))
    for rows in found.values():
        rows.sort(key=lambda one: one.question.position)
    return found


# ---
# What a changed result means for accreditation: who would apply, what rests on a pass that is lost or won back


@dataclass(frozen=True)
class Consequence:
    """One consequence. kind: `applies` for a new pass; `application` or `award` where one rests on a pass that is lost;
    `back` where one had lost its pass, which is there again.
    """

    kind: str
    level: str
    application: Application | None = None


def consequences(effects: Sequence[Effect]) -> dict[uuid.UUID, list[Consequence]]:
    """What follows for each attempt, by its id; in four queries."""
    turned = [effect for effect in effects if effect.passes or effect.fails]
    if not turned:
        return {}
    attempts = [effect.before.attempt_id for effect in turned]
    versions = dict(Result.objects.filter(attempt__in=attempts).values_list("pk", "attempt"))
    applications: dict[uuid.UUID, list[Application]] = defaultdict(list)
    # Of what was declined nothing is left that could be lost, or that would stand for a pass that is won back.
    known = Application.objects.filter(evidence__result__in=[str(pk) for pk in versions]).exclude(
        status=Application.Status.DECLINED
    )
    in_doubt = set(Doubt.objects.filter(application__in=known, settled_at=None).values_list("application", flat=True))
    for application in known.select_related("level", "award"):
        applications[versions[uuid.UUID(application.evidence["result"])]].append(application)
    levels = _levels(turned)
    found = {}
    for effect in turned:
        attempt = effect.before.attempt_id
        if effect.fails:
            found[attempt] = [_fallen(application) for application in applications[attempt]]
        elif applications[attempt]:
            found[attempt] = [
                Consequence("back", application.level.name, application)
                for application in applications[attempt]
                if application.pk in in_doubt or not _in_force(application)
            ]
        elif level := levels.get(effect.before.attempt.paper.blueprint.code):
            found[attempt] = [Consequence("applies", level)]
    return {attempt: rows for attempt, rows in found.items() if rows}


def _fallen(application: Application) -> Consequence:
    granted = application.status == Application.Status.GRANTED
    return Consequence("award" if granted else "application", application.level.name, application)


def _in_force(application: Application) -> bool:
    """Whether the award was granted, and stood although the pass was lost: then nothing is left to be done."""
    return application.status == Application.Status.GRANTED and application.award.status == Award.Status.GRANTED


def _levels(effects: Sequence[Effect]) -> Mapping[str, str]:
    """The level that asks for a pass in papers of each blueprint, by the blueprint's code; the lowest of several."""
    found: dict[str, str] = {}
    for level, rule in rules_of(effects[0].before.attempt.sitting.body).items():
        for code in paper_codes(rule):
            found.setdefault(code, level.name)
    return found
