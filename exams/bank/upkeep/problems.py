"""Problems that candidates report with a question: taken down where they met it, settled once by an examiner."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import User
from accounts.rules import require
from exams.bank.models import Problem, QuestionVersion
from exams.bank.rules import SETTLE

MOST = 4000
"""Characters of a report, with all that was added to it."""


class ProblemRefused(Exception):
    """A report that cannot be taken down or settled so, with the reason in words; nothing was written."""


def open_problems(bodies: Collection[UUID]) -> QuerySet[Problem]:
    """The reports with questions of these bodies that wait for an examiner."""
    return Problem.objects.filter(body__in=bodies, settled_at=None)


@transaction.atomic
def report_problem(*, version: QuestionVersion, person: User, attempt: UUID, text: str) -> Problem:
    """Take down what a candidate finds wrong with a question that they met in this attempt.

    The caller has made sure that the attempt is the person's own and holds the version. One report of a person waits for
    each version: what they write while it waits is added to it, and the same words twice are added once. Raises
    ProblemRefused, with nothing written, for no words or too many.
    """
    text = text.strip()
    if not text:
        raise ProblemRefused(_("Say what is wrong with the question."))
    # Two reports of the same person at the same moment would each find no other waiting.
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    # An examiner may just be settling what waits; once they have, the filter is read again and finds nothing.
    reports = Problem.objects.select_for_update(of=("self",))
    waiting = reports.filter(version=version, person=person, settled_at=None).first()
    if waiting and text in waiting.text.split("\n\n"):
        return waiting
    whole = f"{waiting.text}\n\n{text}" if waiting else text
    if len(whole) > MOST:
        told = {"most": MOST, "length": len(whole)}
        raise ProblemRefused(
            _(
                "A report can have %(most)d characters, and with what you have already reported this makes "
                "%(length)d. Shorten it."
            )
            % told
        )
    if waiting:
        waiting.text = whole
        waiting.save(update_fields=["text"])
        verb = "problem.added_to"
    else:
        waiting = Problem.objects.create(
            version=version, body_id=version.body_id, person=person, attempt=attempt, text=whole
        )
        verb = "problem.reported"
    record(
        actor=person, verb=verb, target=waiting, body=version.body_id, data={"version": version.pk, "attempt": attempt}
    )
    return waiting


@transaction.atomic
def settle_problem(*, problem_id: UUID, examiner: User, reply: str, seen: int) -> Problem:
    """Answer a report, once; the person who made it reads the reply. The second of two examiners is told.

    seen: how many characters of the report the examiner has read; it only ever grows, and what was added since is to be
    read first. What follows for the question (a new version, a retirement, a regrade) is decided where that is done. Raises
    ProblemRefused.
    """
    reply = reply.strip()
    problem = Problem.objects.select_for_update(of=("self",)).select_related("version").get(pk=problem_id)
    require(examiner, SETTLE, problem)
    if problem.settled_at:
        raise ProblemRefused(_("%(who)s replied before you.") % {"who": problem.settled_by})
    if len(problem.text) != seen:
        raise ProblemRefused(_("The candidate has added to the report. Read it to the end, then send your reply."))
    if not reply:
        raise ProblemRefused(_("Write the reply: the person who reported it reads it."))
    if problem.person_id == examiner.pk:
        raise ProblemRefused(_("You reported this yourself; another examiner must reply."))
    problem.reply, problem.settled_at, problem.settled_by = reply, timezone.now(), examiner
    problem.save(update_fields=["reply", "settled_at", "settled_by"])
    record(
        actor=examiner,
        verb="problem.settled",
        target=problem,
        body=problem.body_id,
        reason=reply,
        data={"version": problem.version_id},
    )
    return problem
