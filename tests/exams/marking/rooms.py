"""Papers of chosen questions, and sittings of them that have been worked."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from accounts.models import Body, Role, User
from exams.marking.models import Script
from exams.papers.models import Paper, PaperQuestion, Topic
from exams.sittings import closure, services
from exams.sittings.models import Attempt, Sitting
from exams.sittings.saving import Draft, save
from tests import factories
from tests.exams.contents import CHANGES


def paper_with(
    *kinds: str,
    marks: Sequence[int] | None = None,
    at: Body | None = None,
    content: Mapping[str, Any] | None = None,
    **terms: Any,
) -> Paper:
    """A paper of approved questions of these kinds in this order, each of so many marks (one unless told).

    content: what changes in each question besides its kind.
    """
    owner = at or factories.body()
    blueprint = factories.blueprint(
        at=owner, code=terms.pop("code", f"set-{Paper.objects.count()}"), quotas={}, **terms
    )
    factories.topic(at=owner)
    drawer = factories.person(f"Drawer {owner.short_name}", Role.EXAMINER, at=owner)
    fixed = {"syllabus": Topic.objects.tree(owner), **blueprint.terms()}
    paper = Paper.objects.create(body=owner, blueprint=blueprint, drawn_by=drawer, seed=1, **fixed)
    for position, (kind, worth) in enumerate(zip(kinds, marks or [1] * len(kinds), strict=True), start=1):
        version = factories.approved_version(at=owner, **CHANGES[kind], **(content or {}))
        PaperQuestion.objects.create(paper=paper, position=position, version=version, marks=worth)
    return paper


def sitting_of(paper: Paper, opens_at: dt.datetime, *, hours: float = 2, **arrangement: Any) -> Sitting:
    """A sitting of the paper, open from then on."""
    return services.schedule(
        paper=paper,
        title=arrangement.pop("title", "Congress directors"),
        place="Hall",
        opens_at=opens_at,
        closes_at=opens_at + dt.timedelta(hours=hours),
        actor=factories.person(f"Drawer {paper.body.short_name}", Role.EXAMINER, at=paper.body),
        **arrangement,
    )


def hand_in(sitting: Sitting, person: User, answers: Sequence[str | None]) -> Attempt:
    """Enter, start, answer each question in turn (None: not) and hand in."""
    services.enter(sitting=sitting, person=person)
    attempt = services.start(sitting=sitting, person=person)
    for number, answer in enumerate(answers, start=1):
        if answer is not None:
            save(attempt_id=attempt.pk, person=person, draft=Draft(number, answer, False, number))
    closure.submit(attempt_id=attempt.pk, person=person)
    return Attempt.objects.with_sitting().get(pk=attempt.pk)


def only_script(attempt: Attempt) -> Script:
    """The one script of an attempt."""
    return Script.objects.get(attempt=attempt)


FULL = {"f1": 1, "r1": 2}
"""All points of the rubric of `tests.exams.contents`."""


def points(facts: float, rectification: float) -> dict[str, float]:
    """Points on its two items; the most are 1 and 2."""
    return {"f1": facts, "r1": rectification}
