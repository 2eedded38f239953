"""One question of a drawn paper for another that fits the same quotas.

A paper never changes once it is drawn: whoever has it by its id may keep its questions. So this writes another paper, the same
but for one place, that says which one it replaces; and only while nobody could have seen the old one.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.bank.levels.held import level_at
from exams.bank.models import QuestionVersion
from exams.papers.assembly import Candidate, pool
from exams.papers.assembly.choice import lot
from exams.papers.draws import Recipe, candidates_of, lock_versions, marks_of
from exams.papers.models import Pairs, Paper, PaperQuestion
from exams.papers.rules import DRAW, SEE_QUESTIONS
from exams.papers.signals import paper_swapped, swap_asked

# So many are offered: whoever wants quite another paper draws one.
OFFERED = 20


class NotSwapped(Exception):
    """Why the question stays, in words; nothing was written."""


def objection(paper: Paper) -> str:
    """Why no question of this paper can be swapped; "" if one can."""
    if paper.one_each:
        return _("Each candidate gets a form of this paper; draw another set instead.")
    if hasattr(paper, "replacement"):
        return _("This paper has been replaced by another one.")
    return next((why for _receiver, why in swap_asked.send(Paper, paper=paper) if why), "")


def fitting(paper: Paper, position: int) -> list[Candidate]:
    """What could stand in this place, the nearest in difficulty first: it fits every quota for which the old question could
    count, so the quotas stay met whichever of them that was.
    """
    recipe = Recipe.followed_by(paper)
    questions = {one.position: one for one in paper.questions.select_related("version")}
    old = questions[position].version
    bank = candidates_of(recipe)
    fresh, left_out = bank.fresh, bank.left_out
    # The old one may rest itself, have been practised, or its path be moved to another level since: it is the measure still.
    drawn_at = level_at(paper.body_id, paper.drawn_at)(old).value
    measure = [each._replace(level=drawn_at) for each in (*fresh, *left_out) if each.version == old.pk]
    if not measure:
        return []
    asked_already = {one.version.question_id for one in questions.values()}
    with_pair = {one.version.pair for one in questions.values() if one.version.pair}
    members = pool([*measure, *(each for each in fresh if each.version != old.pk)], recipe.wanted, Pairs.APART).units
    quotas = {member.candidate.version: set(member.quotas) for (member,) in members}
    # How hard it is may have been observed since, so that the old one counts for no quota any more: nothing measures up to it.
    if old.pk not in quotas or (old.pair and recipe.pairs == Pairs.TOGETHER):
        return []
    others = {one.version.pk for place, one in questions.items() if place != position}
    told = {each.alike for each in (*fresh, *left_out) if each.version in others and each.alike}
    of_question = _questions_of([each.version for each in fresh])
    found = [
        each
        for each in fresh
        if quotas[old.pk] <= quotas.get(each.version, set())
        and of_question[each.version] not in asked_already
        and each.alike not in told
        and not (each.pair and (recipe.pairs == Pairs.TOGETHER or each.pair in with_pair))
    ]
    aim = measure[0].facility
    return sorted(found, key=lambda each: (abs(each.facility - aim), lot(paper.seed, "swap", each.fingerprint)))[
        :OFFERED
    ]


@transaction.atomic
def swap(*, paper: Paper, position: int, version: UUID, actor: User) -> Paper:
    """The same paper with this version in this place; or `NotSwapped`."""
    require(actor, DRAW, paper)
    require(actor, SEE_QUESTIONS, paper)
    paper = (
        Paper.objects.select_for_update(of=("self",), no_key=True).select_related("body", "blueprint").get(pk=paper.pk)
    )
    if why := objection(paper):
        raise NotSwapped(why)
    chosen = next((each for each in fitting(paper, position) if each.version == version), None)
    if chosen is None or not lock_versions([version], paper.body.today()):
        raise NotSwapped(_("This question no longer fits. Choose another."))
    made = Paper(
        body_id=paper.body_id,
        blueprint_id=paper.blueprint_id,
        drawn_by=actor,
        drawn_at=timezone.now(),
        seed=paper.seed,
        replaces=paper,
        quotas=paper.quotas,
        syllabus=paper.syllabus,
        **paper.terms(),
    )
    made.save(force_insert=True)
    old = paper.questions.get(position=position)
    worth = marks_of([chosen]).get(version, 1)
    PaperQuestion.objects.bulk_create(
        PaperQuestion(
            paper=made,
            position=one.position,
            version_id=version if one.position == position else one.version_id,
            marks=worth if one.position == position else one.marks,
        )
        for one in paper.questions.all()
    )
    record(
        actor=actor,
        verb="paper.swapped",
        target=made,
        body=made.body_id,
        data={"replaces": paper.pk, "position": position, "out": old.version_id, "in": version},
    )
    paper_swapped.send(Paper, old=paper, new=made, actor=actor)
    return made


def swapped_position(paper: Paper) -> int | None:
    """The place in which this paper differs from the one it replaces; None for one that replaces none."""
    if paper.replaces is None:
        return None
    before = dict(paper.replaces.questions.values_list("position", "version"))
    changed = (
        place for place, version in paper.questions.values_list("position", "version") if before[place] != version
    )
    return next(changed, None)


def _questions_of(versions: Sequence[UUID]) -> dict[UUID, UUID]:
    return dict(QuestionVersion.objects.filter(pk__in=versions).values_list("pk", "question"))
