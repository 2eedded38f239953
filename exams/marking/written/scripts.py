"""Making scripts of the written rulings of a closed attempt."""

from __future__ import annotations

import secrets

from exams.bank.kinds import kind_of
from exams.marking.models import Script
from exams.papers.models import PaperQuestion
from exams.sittings.models import Attempt

# No letters and digits that look alike: markers speak of a script by its code.
_ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_LENGTH = 5


def make_scripts(attempt: Attempt) -> list[Script]:
    """The scripts of a closed attempt, one for each written ruling; made once. What was left blank needs no marker.

    The caller holds the attempt's lock.
    """
    known = {script.paper_question_id: script for script in Script.objects.filter(attempt=attempt)}
    questions = attempt.paper.questions.select_related("version").order_by("position")
    written = [question for question in questions if kind_of(question.version.content).by_people]
    if not written or len(known) == len(written):
        return list(known.values())
    answers = dict(attempt.events.order_by("sequence").values_list("paper_question_id", "answer"))
    return [
        known.get(question.pk) or _make(attempt, question)
        for question in written
        if answers.get(question.pk) is not None
    ]


def answer_of(script: Script) -> str:
    """What was written, as it was handed in."""
    events = script.attempt.events.filter(paper_question=script.paper_question_id).order_by("-sequence")
    return events.values_list("answer", flat=True).first() or ""


def _make(attempt: Attempt, question: PaperQuestion) -> Script:
    sitting = attempt.sitting
    while True:
        # Thirty million codes: another draw is hardly ever needed, and the constraint stands behind it.
        code = "".join(secrets.choice(_ALPHABET) for _place in range(_LENGTH))
        if not Script.objects.filter(sitting=sitting, code=code).exists():
            break
    return Script.objects.create(
        body_id=attempt.body_id, sitting=sitting, attempt=attempt, paper_question=question, code=code
    )
