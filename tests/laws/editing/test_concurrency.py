"""Two publishers at the same moment: real threads, real connections."""

from __future__ import annotations

import datetime
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, models

from accounts.models import Role, User
from laws import shelf
from laws.editing import checks, drafting, publishing
from laws.editing.models import BodyRegulation, Proposal
from laws.editing.regulations import lay_down
from laws.models import Citation, Commentary, Edition, Origin, ProvisionVersion
from tests import factories
from tests.exams.bank.test_concurrency import at_once
from tests.laws.conftest import Digest
from tests.laws.editing.conftest import comment, submitted

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def carol() -> User:
    return factories.person("Carol", Role.LAW_EDITOR)


def publishing_by(actor: User, proposal: Proposal) -> Callable[[], Proposal]:
    return lambda: publishing.publish(actor=actor, proposal_id=proposal.pk)


def edited() -> int:
    return ProvisionVersion.objects.filter(origin=Origin.EDITED).count()


def test_of_two_publishers_one_publishes_and_the_other_is_told(
    edition: Edition, alice: User, bob: User, carol: User
) -> None:
    for attempt in range(3):
        before = edited()
        proposal = submitted(alice, "27A", act="correct", instrument="", text=f"Words {attempt}.")
        results = at_once(publishing_by(bob, proposal), publishing_by(carol, proposal))
        (refused,) = (one for one in results if not isinstance(one, Proposal))
        assert isinstance(refused, ValidationError), refused
        proposal.refresh_from_db()
        assert f"{proposal.decided_by} decided about this before you" in refused.messages[0]
        assert edited() == before + 1


def test_of_two_regulations_that_begin_on_one_day_one_is_laid_down(alice: User, bob: User) -> None:
    body = factories.body()
    day = datetime.date(2024, 7, 1)

    def laying(actor: User, value: str) -> Callable[[], BodyRegulation]:
        told: dict[str, Any] = {"body": body, "matter": "logical_alternative", "since": day, "source": "Regulations"}
        return lambda: lay_down(actor=actor, value=value, **told)

    results = at_once(laying(alice, "1/4"), laying(bob, "1/3"))
    (refused,) = (one for one in results if not isinstance(one, BodyRegulation))
    assert isinstance(refused, ValidationError), refused
    assert "There is already one from that day" in str(refused)
    assert BodyRegulation.objects.count() == 1


def test_two_changes_of_one_text_at_once_leave_one_stale(edition: Edition, alice: User, bob: User, carol: User) -> None:
    one = submitted(alice, "27A", text="One.")
    other = submitted(alice, "27A", text="Two.", act="correct", instrument="")
    results = at_once(publishing_by(bob, one), publishing_by(carol, other))
    (refused,) = (result for result in results if not isinstance(result, Proposal))
    assert isinstance(refused, ValidationError), refused
    assert "The text has changed since this was written" in str(refused)


def test_changes_of_two_texts_at_once_are_both_published(edition: Edition, alice: User, bob: User, carol: User) -> None:
    one, other = submitted(alice, "27A", text="See 27B."), submitted(alice, "27B1", text="See 27A.")
    results = at_once(publishing_by(bob, one), publishing_by(carol, other))
    assert [result.status for result in results] == ["published", "published"]
    written = Citation.objects.filter(version__origin=Origin.EDITED).values_list("written", flat=True)
    assert sorted(written) == ["27A", "27B"]


def test_a_load_and_a_publication_at_once_lose_nothing(
    edition: Edition, alice: User, bob: User, small_shelf: Digest
) -> None:
    proposal = submitted(alice, "27A", text="Local words.")
    small_shelf.change("duplicate-2017/law-27.yaml", "costs nothing", "is free")
    results = at_once(publishing_by(bob, proposal), lambda: shelf.load(small_shelf.folder))
    assert [type(result).__name__ for result in results] == ["Proposal", "Changes"]
    held = ProvisionVersion.objects.current().filter(provision__key__in=["27A", "27B1(a)"])
    assert sorted(row.text.split(";")[0] for row in held) == [
        "Local words.",
        "The cheapest bid of the same suit is free",
        "The next player may accept a bid of 1♠ that is too low.",
    ]


@pytest.fixture
def without_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """That the tests above can fail: switch the lock off, hold both where it would have parted them."""
    both_have_checked = threading.Barrier(2)
    must_stand = checks.must_stand

    def wait(proposal: Proposal) -> None:
        must_stand(proposal)
        both_have_checked.wait(timeout=60)

    monkeypatch.setattr(models.QuerySet, "select_for_update", lambda self, **_options: self)
    monkeypatch.setattr(publishing, "must_stand", wait)


def failures(results: list[Any]) -> list[type]:
    return [type(result) for result in results if not isinstance(result, Proposal)]


def test_without_the_lock_the_second_publisher_would_meet_the_database(
    edition: Edition, alice: User, bob: User, carol: User, without_the_lock: None
) -> None:
    proposal = submitted(alice, "27A")
    (failed,) = failures(at_once(publishing_by(bob, proposal), publishing_by(carol, proposal)))
    assert issubclass(failed, DatabaseError)


def test_a_new_comment_is_entered_once(edition: Edition, alice: User, bob: User, carol: User) -> None:
    draft = comment(alice, edition)
    proposal = drafting.submit(actor=alice, proposal_id=draft.pk)
    results = at_once(publishing_by(bob, proposal), publishing_by(carol, proposal))
    assert failures(results) == [ValidationError]
    assert Commentary.objects.filter(code__startswith="qba").count() == 1
    assert connection.is_usable()
