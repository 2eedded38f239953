"""A paper drawn while examiners decide about its questions: real threads, real connections."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from accounts.models import Role, User
from exams.bank.models import Review, Status
from exams.bank.services import decide
from exams.papers import assembly, draws
from exams.papers.assembly import Candidate
from exams.papers.draws import CannotFill, draw, draw_form
from exams.papers.models import Paper, PaperQuestion
from tests import factories

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def erin() -> User:
    return factories.person("Erin", Role.EXAMINER)


def elsewhere(work: Callable[[], object]) -> threading.Thread:
    """Do this on a connection of its own."""

    def run() -> None:
        try:
            work()
        finally:
            connection.close()

    thread = threading.Thread(target=run)
    thread.start()
    return thread


def send_back(version: UUID, examiner: User) -> None:
    decide(version_id=version, examiner=examiner, decision=Review.Decision.REOPEN, reason="South cannot bid so.")


@pytest.fixture
def sent_back_after_the_choice(erin: User, monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """Between the choice and the paper, the first time, an examiner sends the first question chosen back to review."""
    sent: list[UUID] = []
    choose = assembly.choose

    def chosen(*args: Any, **options: Any) -> list[Candidate]:
        found = choose(*args, **options)
        if not sent:
            sent.append(found[0].version)
            elsewhere(lambda: send_back(found[0].version, erin)).join(timeout=60)
        return found

    monkeypatch.setattr(draws, "choose", chosen)
    return sent


def test_a_question_sent_back_meanwhile_is_left_out(erin: User, sent_back_after_the_choice: list[UUID]) -> None:
    for _number in range(4):
        factories.approved_version()
    paper = draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 3}), actor=erin, seed=1)
    drawn = paper.questions.select_related("version")
    assert {question.version.status for question in drawn} == {Status.APPROVED}
    assert len(drawn) == 3
    assert sent_back_after_the_choice[0] not in {question.version_id for question in drawn}


def test_if_that_leaves_too_few_nothing_is_drawn(erin: User, sent_back_after_the_choice: list[UUID]) -> None:
    for _number in range(3):
        factories.approved_version()
    with pytest.raises(CannotFill, match="1 lacking"):
        draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 3}), actor=erin, seed=1)
    assert not Paper.objects.exists()


def test_a_decision_about_a_question_chosen_waits_for_the_paper(erin: User, monkeypatch: pytest.MonkeyPatch) -> None:
    version = factories.approved_version()
    waited: list[bool] = []
    deciding: list[threading.Thread] = []
    create = PaperQuestion.objects.bulk_create

    def write(*args: Any, **options: Any) -> Any:
        deciding.append(elsewhere(lambda: send_back(version.pk, erin)))
        deciding[0].join(timeout=0.5)
        waited.append(deciding[0].is_alive())
        return create(*args, **options)

    monkeypatch.setattr(PaperQuestion.objects, "bulk_create", write)
    draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 1}), actor=erin, seed=1)
    deciding[0].join(timeout=60)
    version.refresh_from_db()
    assert (waited, version.status) == ([True], Status.IN_REVIEW)


def test_forms_drawn_at_once_share_nothing_and_have_numbers_of_their_own(erin: User) -> None:
    for number in range(6):
        factories.approved_version(path=f"27/{number}")
    first = draw(blueprint=factories.blueprint(quotas={"insufficient-bid": 2}, one_each=True), actor=erin, seed=1)
    threads = [elsewhere(partial(draw_form, paper=first, actor=erin, seed=seed)) for seed in (2, 3)]
    for thread in threads:
        thread.join(timeout=60)
    assert sorted(Paper.objects.values_list("form", flat=True)) == [1, 2, 3]
    assert PaperQuestion.objects.values("version").distinct().count() == 6
