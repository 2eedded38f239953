"""What a factory writes at once is what the services would have written."""

from __future__ import annotations

import datetime as dt
import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.apps import apps
from django.db import models, transaction

from accounts.audit import seals
from accounts.audit.models import AuditEntry
from accounts.models import Role
from exams.bank.content import BrokenContent, check
from exams.bank.models import QuestionVersion, Review
from exams.bank.services import decide
from exams.papers.models import Paper
from tests import factories
from tests.exams.contents import CHANGES
from tests.walking import walks


def written(make: Callable[..., Any], **terms: Any) -> dict[str, list[str]]:
    """The rows of every table after something was made, in an order and with names of things that do not come of their ids."""
    with transaction.atomic():
        make(**terms)
        found = {
            model._meta.label: sorted(told(row) for row in model._base_manager.all())
            for model in apps.get_models()
            if model._meta.managed and model._meta.app_label not in {"contenttypes", "auth"}
        }
        sealed_and_sound()
        transaction.set_rollback(True)
    return {label: rows for label, rows in found.items() if rows}


def told(row: models.Model) -> str:
    """What a row says, but for what is never the same twice: ids, moments, the numbers of questions, salts and seals."""
    return repr(
        {
            field.attname: field.related_model.__name__ if field.related_model else plain(field.attname, value)
            for field in row._meta.concrete_fields
            if not field.primary_key
            for value in [getattr(row, field.attname)]
            if value is not None and field.attname not in {"fingerprint", "password", "seal"}
        }
    )


def plain(name: str, value: Any) -> Any:
    """A value in which of ids and moments only the kind is left."""
    match value:
        case dict():
            return {key: plain(key, one) for key, one in sorted(value.items()) if key not in {"fingerprint", "index"}}
        case list():
            return [plain(name, one) for one in value]
        case uuid.UUID():
            return "an id"
        case dt.datetime():
            return "a moment"
        case _:
            return "an id" if name == "target_id" else value


def sealed_and_sound() -> None:
    """What cannot be compared holds by itself."""
    assert all(seals.fits(entry.record(), entry.seal) for entry in AuditEntry.objects.all())
    for paper in Paper.objects.all():
        asked = {place.version_id for place in paper.questions.all()}
        assert asked == set(QuestionVersion.objects.values_list("pk", flat=True))
    for version in QuestionVersion.objects.select_related("question"):
        check(version.content)
        assert version.content["fingerprint"] == version.question.fingerprint
        noted = AuditEntry.objects.filter(target_id=str(version.pk)).order_by("pk")
        assert [one.actor for one in noted] == [one.examiner for one in version.approvals]
        assert [one.data["status"] for one in noted][-1] == version.status


@pytest.mark.parametrize(
    "terms",
    [
        {},
        {"questions": 1, "seed": 7, "minutes": 45},
        {"questions": 2, "order": "difficulty", "one_each": True},
        {"questions": 3, "rest_sittings": 1, "pass_mark": 70},
    ],
    ids=["as it is", "one question", "one paper each", "resting"],
)
def test_a_paper_is_the_one_the_services_draw(db: None, terms: dict[str, Any]) -> None:
    named = {"code": "the-same", **terms}
    assert written(factories.paper, **named) == written(factories.drawn_paper, **named)


@walks("changes", [{}, {"path": "30/x"}, {"level": "congress"}, *CHANGES.values()], apart=True)
def test_an_approved_version_is_the_one_the_examiners_approve(db: None, changes: dict[str, Any]) -> None:
    def through_the_services(**changes: Any) -> QuestionVersion:
        made = factories.version(**changes)
        for number in range(made.approvals_needed):
            examiner = factories.person(f"Approver {number} {made.body.short_name}", Role.EXAMINER)
            made = decide(version_id=made.pk, examiner=examiner, decision=Review.Decision.APPROVE)
        return made

    assert written(factories.approved_version, **changes) == written(through_the_services, **changes)


def test_what_the_bank_would_refuse_is_refused(db: None) -> None:
    with pytest.raises(BrokenContent, match="key"):
        factories.approved_version(key="z")


def test_the_lot_orders_them_alike(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    def order(make: Callable[..., Paper]) -> list[int]:
        with transaction.atomic():
            monkeypatch.setattr(factories, "_numbers", iter(range(1, 100)))
            places = make(questions=6, seed=11, code="the-same").questions.select_related("version")
            numbers = [place.version.content["generator"]["index"] for place in places]
            transaction.set_rollback(True)
        return numbers

    assert order(factories.paper) == order(factories.drawn_paper)
