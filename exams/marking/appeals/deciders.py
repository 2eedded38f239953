"""Who may decide an appeal: an examiner of the body who had no part in what is appealed against."""

from __future__ import annotations

import uuid
from collections import defaultdict
from typing import Any

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _

from accounts.models import Membership, Role, User
from accounts.rules import is_examiner
from exams.bank.models import QuestionVersion, Review
from exams.marking.models import Appeal, AppealQuerySet, Regrade, Result, ResultsRelease, ScriptMark
from exams.papers.models import Paper, PaperQuestion
from exams.sittings.models import Entry


def excluded(appeal: Appeal) -> dict[uuid.UUID, list[str]]:
    """Everybody who may not decide it, by id, with every reason in words."""
    parts = _parts()
    laid_out = _laid_out(Appeal.objects.filter(pk=appeal.pk))
    people_by_part = laid_out.values_list(*(ArraySubquery(people) for _why, people in parts)).get()
    found: dict[uuid.UUID, list[str]] = defaultdict(list)
    for (why, _people), had_it in zip(parts, people_by_part, strict=True):
        for person in had_it:
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
    entered = Entry.objects.inside().filter(sitting=appeal.result.attempt.entry.sitting_id)
    sat = set(entered.values_list("person", flat=True))
    return [person for person in examiners(appeal) if person.pk not in sat]


def may_decide(person: User, appeal: Appeal) -> bool:
    """Whether an examiner of the body may decide this appeal."""
    return decidable_by(person, Appeal.objects.filter(pk=appeal.pk)).exists()


def decides_about(person: Any, result: Result) -> bool:
    """Whether this person may decide an appeal that waits against a result of this attempt, so must not learn whose it is.

    An administrator of the body who is no examiner never decides; for such a one, as for all others, False.
    """
    if not isinstance(person, User) or not is_examiner(person, result.attempt.sitting):
        return False
    waiting = Appeal.objects.open().filter(result__attempt=result.attempt_id)
    return decidable_by(person, waiting).exists()


def decidable_by(person: User, appeals: AppealQuerySet) -> AppealQuerySet:
    """Those of these appeals that an examiner of their bodies may decide: without a part in it, or because an administrator
    named them; never their own.
    """
    apart = [~Exists(people.filter(someone=person.pk)) for _why, people in _parts()]
    return _laid_out(appeals).exclude(person=person).filter(Q(assigned_to=person) | Q(*apart))


def _laid_out(appeals: AppealQuerySet) -> AppealQuerySet:
    """The same with what `_parts` refers to: the sitting, the candidate's paper, and as `whole` that paper if the appeal is
    against the whole result.
    """
    entry = "result__attempt__entry__"
    return appeals.alias(
        sitting=F(f"{entry}sitting"),
        paper=Coalesce(f"{entry}own_paper", f"{entry}sitting__paper"),
        whole=Case(When(paper_question=None, then=F("paper"))),
    )


def _parts() -> list[tuple[str, QuerySet[Any]]]:
    """Who had which part in the result, or in the question that is appealed against: in words, and for an appeal that is laid
    out the ids of those who had it, each as `someone`.
    """
    sitting, question = OuterRef("sitting"), OuterRef("paper_question")
    marks = ScriptMark.objects.filter(script__attempt=OuterRef("result__attempt"))
    marks = marks.filter(script__paper_question=Coalesce(question, F("script__paper_question")))
    releases = ResultsRelease.objects.filter(sitting=sitting)
    written = QuestionVersion.objects.filter(
        question=OuterRef("paper_question__version__question"), number__lte=OuterRef("paper_question__version__number")
    )
    approved = Review.objects.filter(version=OuterRef("paper_question__version"), decision=Review.Decision.APPROVE)
    asked = PaperQuestion.objects.filter(
        paper=OuterRef(OuterRef("paper")), pk=Coalesce(OuterRef(OuterRef("paper_question")), F("pk"))
    )
    regrades = Regrade.objects.applied().filter(version__in=asked.values("version"))
    regrades = regrades.filter(Q(sitting=sitting) | Q(sitting=None, body=OuterRef("body")))
    parts: list[tuple[str, QuerySet[Any], str]] = [
        (_("made the appeal"), User.objects.filter(pk=OuterRef("person")), "pk"),
        (_("sat the same paper"), Entry.objects.inside().filter(sitting=sitting), "person"),
        (_("marked it"), marks, "by"),
        (_("checked the results"), releases, "moderated_by"),
        (_("released the results"), releases, "released_by"),
        (_("made the paper"), Paper.objects.filter(pk=OuterRef("whole")), "drawn_by"),
        (_("wrote the question"), written, "created_by"),
        (_("approved the question"), approved, "examiner"),
        (_("decided about a regrade of it"), regrades, "proposed_by"),
        (_("decided about a regrade of it"), regrades, "decided_by"),
    ]
    return [(why, rows.order_by().values(someone=F(column))) for why, rows, column in parts]
