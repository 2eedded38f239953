"""Many candidates at once: what working a paper through the services would leave in the tables, written in bulk.

The marks are the product's own (`exams.marking.marks`); only entering, saving and closing are not gone through, which
other tests do.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from accounts.models import Membership, Role, User
from exams.marking.marks import earned, verdict
from exams.marking.models import AnswerMark, Result
from exams.papers.models import PaperQuestion, Topic
from exams.sittings.models import AnswerEvent, Attempt, Entry, Sitting

SECONDS = 30
"""Between two answers."""


def sit(sitting: Sitting, answers: Sequence[Sequence[str | None]], names: Sequence[str] = ()) -> list[Result]:
    """A closed and marked attempt for each row of answers, a letter for each question; candidates are numbered from 101.

    names: what they are called; otherwise “Candidate 0” and so on.
    """
    called = names or [f"Candidate {number}" for number in range(len(answers))]
    questions = list(sitting.paper.questions.select_related("version").order_by("position"))
    people = User.objects.bulk_create(
        User(email=f"crowd.{sitting.pk}.{number}@example.org", name=name, password="!")
        for number, name in enumerate(called)
    )
    Membership.objects.bulk_create(
        Membership(person=person, body_id=sitting.body_id, role=Role.CANDIDATE) for person in people
    )
    entries = Entry.objects.bulk_create(
        Entry(body_id=sitting.body_id, sitting=sitting, person=person, number=101 + place)
        for place, person in enumerate(people)
    )
    end = dt.timedelta(seconds=SECONDS * (len(questions) + 1))
    attempts = Attempt.objects.bulk_create(
        Attempt(
            body_id=sitting.body_id,
            entry=entry,
            started_at=sitting.opens_at,
            deadline=sitting.opens_at + end + dt.timedelta(minutes=1),
            submitted_at=sitting.opens_at + end,
            closed_how="candidate",
            digest="crowd",
        )
        for entry in entries
    )
    AnswerEvent.objects.bulk_create(
        event for attempt, row in zip(attempts, answers, strict=True) for event in _events(attempt, questions, row)
    )
    return _marked(sitting, questions, attempts, answers)


def _events(attempt: Attempt, questions: Sequence[PaperQuestion], row: Sequence[str | None]) -> list[AnswerEvent]:
    given = [(question, answer) for question, answer in zip(questions, row, strict=True) if answer is not None]
    return [
        AnswerEvent(
            attempt=attempt,
            sequence=sequence,
            paper_question=question,
            answer=answer,
            flagged=False,
            at=attempt.started_at + dt.timedelta(seconds=SECONDS * sequence),
            previous_hash="crowd",
            hash="crowd",
        )
        for sequence, (question, answer) in enumerate(given, start=1)
    ]


def _marked(
    sitting: Sitting,
    questions: Sequence[PaperQuestion],
    attempts: Sequence[Attempt],
    answers: Sequence[Sequence[str | None]],
) -> list[Result]:
    results, marks = [], []
    titles = Topic.objects.titles(sitting.body_id)
    for attempt, row in zip(attempts, answers, strict=True):
        each = [earned(question, answer, paper=sitting.paper) for question, answer in zip(questions, row, strict=True)]
        found = verdict(sitting.paper, each, titles)
        result = Result(
            body_id=sitting.body_id,
            attempt=attempt,
            marks=found.marks,
            out_of=found.out_of,
            percent=found.percent,
            passed=found.passed,
            by_topic=found.by_topic,
            floors_missed=found.floors_missed,
            marked_at=attempt.submitted_at or sitting.closes_at,
        )
        results.append(result)
        marks += [
            AnswerMark(result=result, paper_question=one.question, answer=one.answer, marks=one.marks) for one in each
        ]
    Result.objects.bulk_create(results)
    AnswerMark.objects.bulk_create(marks, batch_size=5000)
    return results
