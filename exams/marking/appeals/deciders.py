"""Who may decide an appeal: an examiner of the body who had no part in what is appealed against."""

from __future__ import annotations

import uuid
from collections import defaultdict
from collections.abc import Iterator

from django.utils.translation import gettext as _

from accounts.models import Membership, Role, User
from exams.bank.models import QuestionVersion, Review
from exams.marking.models import Appeal, Regrade, ResultsRelease, ScriptMark
from exams.papers.models import Paper, PaperQuestion
from exams.sittings.models import Entry


def excluded(appeal: Appeal) -> dict[uuid.UUID, list[str]]:
    """Everybody who may not decide it, by id, with every reason in words."""
    found: dict[uuid.UUID, list[str]] = defaultdict(list)
    for person, why in _parts(appeal):
        if person is not None and why not in found[person]:
            found[person].append(why)
    return dict(found)


def examiners(appeal: Appeal) -> list[User]:
    """The examiners of the body, by name."""
    held = Membership.objects.active().filter(body=appeal.body_id, role=Role.EXAMINER).values("person")
    return list(User.objects.filter(pk__in=held, is_active=True).order_by("name", "email"))


def left(appeal: Appeal) -> list[User]:
    """The examiners who may decide it."""
    out = excluded(appeal)
    return [person for person in examiners(appeal) if person.pk not in out]


def could_be_named(appeal: Appeal) -> list[User]:
    """The examiners whom an administrator could name where nobody is left: none who sat the same paper, who could not even
    read the appeal.
    """
    entered = Entry.objects.filter(sitting=appeal.result.attempt.entry.sitting_id).values_list("person", flat=True)
    sat = set(entered)
    return [person for person in examiners(appeal) if person.pk not in sat]


def may_decide(person: User, appeal: Appeal) -> bool:
    """Whether an examiner of the body may decide this appeal: without a part in it, or because an administrator named him."""
    if person.pk == appeal.person_id:
        return False
    return appeal.assigned_to_id == person.pk or person.pk not in excluded(appeal)


def _parts(appeal: Appeal) -> Iterator[tuple[uuid.UUID | None, str]]:
    """Who had which part in the result, or in the question that is appealed against."""
    yield appeal.person_id, _("made the appeal")
    attempt, question = appeal.result.attempt, appeal.paper_question
    sitting = attempt.entry.sitting_id
    for person in Entry.objects.filter(sitting=sitting).values_list("person", flat=True):
        yield person, _("sat the same paper")
    marks = ScriptMark.objects.filter(script__attempt=attempt)
    if question is not None:
        marks = marks.filter(script__paper_question=question)
    for person in marks.values_list("by", flat=True):
        yield person, _("marked it")
    for release in ResultsRelease.objects.filter(sitting=sitting):
        yield release.moderated_by_id, _("looked the results over")
        yield release.released_by_id, _("released the results")
    if question is None:
        paper = Paper.objects.get(pk=attempt.paper.pk)
        yield paper.drawn_by_id, _("made the paper")
    else:
        yield from _of_question(question.version)
    asked = PaperQuestion.objects.filter(paper=attempt.paper)
    if question is not None:
        asked = asked.filter(pk=question.pk)
    applied = Regrade.objects.applied().reaching(attempt.sitting)
    for regrade in applied.filter(version__in=asked.values("version")):
        yield regrade.proposed_by_id, _("decided about a regrade of it")
        yield regrade.decided_by_id, _("decided about a regrade of it")


def _of_question(version: QuestionVersion) -> Iterator[tuple[uuid.UUID | None, str]]:
    written = QuestionVersion.objects.filter(question=version.question_id, number__lte=version.number)
    for person in written.values_list("created_by", flat=True):
        yield person, _("wrote the question")
    approved = Review.objects.filter(version=version, decision=Review.Decision.APPROVE)
    for person in approved.values_list("examiner", flat=True):
        yield person, _("approved the question")
