"""A small shelf of invented law, whose texts a test may change."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest
from django.db.backends.postgresql.psycopg_any import DateRange
from django.utils import timezone

from accounts.models import Body, Role, User
from exams.bank.editing import saving
from exams.bank.models import QuestionVersion, Review, Status
from exams.bank.services import decide
from laws import confirming
from laws.models import ConfirmedWording, Edition, Origin, Provision, ProvisionVersion, TextKind
from tests import factories
from tests.laws.conftest import digest, small_shelf  # noqa: F401

EDITION = "duplicate-2017"

Reword = Callable[..., ProvisionVersion]


def cites(*keys: str, at: Body | None = None, **changes: Any) -> QuestionVersion:
    """A version in review that cites just these provisions."""
    explanation = {**factories.CONTENT["explanation"], "cites": list(keys)}
    explanation["steps"] = [{**step, "provision": keys[0]} for step in explanation["steps"]]
    explanation["outcomes"] = [{**outcome, "provision": keys[0]} for outcome in explanation["outcomes"]]
    return factories.version(at=at, explanation=explanation, **changes)


def followed_by(version: QuestionVersion, author: User, standing: Status) -> QuestionVersion:
    """The next version of the question by that author: left a draft, given up, or rejected by another examiner."""
    content = {**version.content, "question": "What do you rule now?"}
    new = saving.change(
        version_id=version.pk, author=author, content=content, difficulty=2, what="Reworded.", seen=version.number
    )
    if standing == Status.RETIRED:
        saving.give_up(version_id=new.pk, author=author)
    elif standing == Status.REJECTED:
        saving.send_to_review(version_id=new.pk, author=author)
        reviewer = factories.person("Reviewer", Role.EXAMINER)
        decide(version_id=new.pk, examiner=reviewer, decision=Review.Decision.REJECT, reason="Not so.")
    new.refresh_from_db()
    assert new.status == standing
    return new


def confirmed() -> None:
    """Let the engine's procedures be confirmed under everything that was published."""
    for one in confirming.moved(EDITION):
        ConfirmedWording.objects.create(
            edition=Edition.objects.get(slug=EDITION), text=one.text, first_day=one.first_day, digest=one.digest
        )


@pytest.fixture
def reword(small_shelf: Any) -> Reword:  # noqa: F811
    """Gives a provision another text, as an editor's publishing does: from a day on, or (no day) as a correction."""

    def change(
        key: str,
        text: str | None = "Other words.",
        *,
        since: dt.date | None = None,
        heading: str | None = None,
        kind: TextKind = TextKind.DIGEST,
    ) -> ProvisionVersion:
        place = Provision.objects.get(edition__slug=EDITION, key=key)
        held = ProvisionVersion.objects.filter(provision=place, kind=kind, superseded_at=None).order_by("effective")
        was = held.last()
        assert was is not None
        ProvisionVersion.objects.filter(pk=was.pk).update(superseded_at=timezone.now())
        number = ProvisionVersion.objects.filter(provision=place, kind=kind).count()
        common = {"provision": place, "kind": kind, "origin": Origin.EDITED, "headings": was.headings}
        old, spans = was.effective, was.effective
        if since:
            spans = DateRange(since, old.upper)
            number += 1
            ProvisionVersion.objects.create(
                **common | {"origin": was.origin},
                revision=number,
                effective=DateRange(old.lower, since),
                heading=was.heading,
                text=was.text,
            )
        if text is None:
            return was
        return ProvisionVersion.objects.create(
            **common,
            revision=number + 1,
            effective=spans,
            heading=was.heading if heading is None else heading,
            text=text,
        )

    return change
