"""What a regrade would do to everybody whom it touches. Reads in a fixed number of queries, writes nothing."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from accounts.accreditation.models import Application, Award, Doubt
from accounts.accreditation.services import Pass, applied_for
from accounts.accreditation.standing import resting_on
from exams.bank.models import QuestionVersion
from exams.marking.marks import Earned, Marked, NothingCounts, verdict, worth
from exams.marking.models import AnswerMark, Regrade, Result, Settlement
from exams.marking.regrades.remedies import remedied
from exams.marking.results import topics_of
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
    `back` where one had lost its pass, which is there again. reference: of the evidence, as a doubt names it.
    """

    kind: str
    level: str
    application: Application | None = None
    reference: str = ""


def consequences(effects: Sequence[Effect]) -> dict[uuid.UUID, list[Consequence]]:
    """What follows for each attempt, by its id; in a number of queries that does not grow with the attempts."""
    turned = [effect for effect in effects if effect.passes or effect.fails]
    if not turned:
        return {}
    attempts = [effect.before.attempt_id for effect in turned]
    attempt_of = {
        str(pk): attempt for pk, attempt in Result.objects.filter(attempt__in=attempts).values_list("pk", "attempt")
    }
    # Of what was declined nothing is left that could be lost, or that would stand for a pass that is won back.
    resting: dict[uuid.UUID, list[tuple[Application, str]]] = defaultdict(list)
    for result, rows in resting_on(list(attempt_of)).items():
        resting[attempt_of[result]] += rows
    applications = [application for rows in resting.values() for application, _reference in rows]
    in_doubt = set(
        Doubt.objects.filter(application__in=applications, settled_at=None).values_list("application", flat=True)
    )
    news = _levels([effect for effect in turned if effect.passes and not resting[effect.before.attempt_id]])
    found = {}
    for effect in turned:
        attempt = effect.before.attempt_id
        if effect.fails:
            found[attempt] = [_fallen(*one) for one in resting[attempt]]
        elif resting[attempt]:
            found[attempt] = [
                Consequence("back", application.level.name, application, reference)
                for application, reference in resting[attempt]
                if application.pk in in_doubt or not _in_force(application)
            ]
        else:
            found[attempt] = [Consequence("applies", level) for level in news[attempt]]
    return {attempt: rows for attempt, rows in found.items() if rows}


def _fallen(application: Application, reference: str) -> Consequence:
    granted = application.status == Application.Status.GRANTED
    return Consequence("award" if granted else "application", application.level.name, application, reference)


def _in_force(application: Application) -> bool:
    """Whether the award was granted, and stood although the pass was lost: then nothing is left to be done."""
    award = application.led_to
    return (
        application.status == Application.Status.GRANTED and award is not None and award.status == Award.Status.GRANTED
    )


def _levels(effects: Sequence[Effect]) -> Mapping[uuid.UUID, list[str]]:
    """The levels for which each of these attempts would apply, once it is passed, from the lowest up."""
    found: dict[uuid.UUID, list[str]] = {effect.before.attempt_id: [] for effect in effects}
    if not effects:
        return found
    passes = {
        effect.before.attempt.entry.person_id: Pass(
            effect.before.attempt.paper.blueprint.code,
            effect.before.attempt.day,
            effect.after.percent,
            topics_of(effect.after.by_topic, effect.before.attempt),
        )
        for effect in effects
    }
    applying = applied_for(effects[0].before.attempt.sitting.body, passes)
    for effect in effects:
        person = effect.before.attempt.entry.person_id
        found[effect.before.attempt_id] = [level.name for level in applying[person]]
    return found
