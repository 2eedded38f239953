"""/api/v1/bank/runs/: start, watch, stop."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import Role, User
from exams.bank import generation, tasks
from exams.bank.models import GenerationJob
from tests import factories
from tests.exams.bank.api.conftest import Ask
from tests.walking import walks

pytestmark = pytest.mark.django_db


def run(at: Any = None, actor: User | None = None) -> GenerationJob:
    body = at or factories.body()
    starter = actor or factories.person(f"Starter {body.short_name}", Role.EXAMINER, at=body)
    return generation.start(body=body, actor=starter, procedure="27", count=2, seed=1)


def body_of(**changes: Any) -> dict[str, Any]:
    return {"body": factories.body().slug, "procedure": "27", "count": 2, "seed": 1, **changes}


def test_an_examiner_of_another_body_neither_sees_nor_stops_a_run(ask: Ask, send: Ask, charlie: User) -> None:
    ours = run()
    assert ask(charlie, "runs/")["results"] == []
    assert ask(charlie, f"runs/{ours.pk}/", 404)["code"] == "not-found"
    for deed in ("cancel", "resume"):
        assert send(charlie, f"runs/{ours.pk}/{deed}/", 404)["code"] == "not-found"
    assert list(send(charlie, "runs/", 422, **body_of())["errors"]) == ["body"]
    assert GenerationJob.objects.get().status == "queued"


def test_a_candidate_is_not_let_in(ask: Ask, send: Ask, dora: User) -> None:
    ours = run()
    assert ask(dora, "runs/", 403)["code"] == "permission-denied"
    assert send(dora, "runs/", 403, **body_of())["code"] == "permission-denied"
    assert send(dora, f"runs/{ours.pk}/cancel/", 403)["code"] == "permission-denied"


def test_a_run_is_started_and_handed_to_a_worker(
    ask: Ask,
    send: Ask,
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    handed: list[str] = []
    monkeypatch.setattr(tasks.generate_questions, "delay", handed.append)
    with django_capture_on_commit_callbacks(execute=True):
        told = send(alice, "runs/", **body_of())
    assert handed == [told["id"]]
    assert (told["status"], told["kind"], told["done"], told["finished"]) == ("queued", "mixed", 0, False)
    tasks.generate_questions(told["id"])
    done = ask(alice, f"runs/{told['id']}/")
    assert (done["status"], done["done"], done["finished"]) == ("done", 2, True)
    assert len(ask(alice, "versions/", run=told["id"])["results"]) == 2


@walks(
    ("changed", "field"),
    [
        ({"procedure": "999"}, "procedure"),
        ({"count": 0}, "count"),
        ({"count": GenerationJob.MOST + 1}, "count"),
        ({"seed": -1}, "seed"),
        ({"kind": "riddle"}, "kind"),
        ({"body": "nobody"}, "body"),
    ],
    apart=True,
)
def test_a_run_that_makes_no_sense_is_refused(send: Ask, alice: User, changed: dict[str, Any], field: str) -> None:
    problem = send(alice, "runs/", 422, **body_of(**changed))
    assert list(problem["errors"]) == [field]
    assert not GenerationJob.objects.exists()


def test_a_run_is_stopped_once_and_goes_on(send: Ask, alice: User) -> None:
    ours = run(actor=alice)
    assert send(alice, f"runs/{ours.pk}/cancel/")["status"] == "cancelled"
    assert send(alice, f"runs/{ours.pk}/cancel/", 409)["code"] == "refused"
    assert send(alice, f"runs/{ours.pk}/resume/")["status"] == "queued"
    assert send(alice, f"runs/{ours.pk}/resume/", 409)["code"] == "refused"
