"""A question explained after its key was replaced, or another answer accepted besides it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from exams.bank.models import QuestionVersion
from exams.marking.models import Regrade
from exams.marking.regrades.decisions import approve
from exams.marking.regrades.words import explained_since
from exams.marking.statistics import computation
from exams.sittings.models import Sitting
from tests import factories
from tests.exams.contents import CHANGES
from tests.exams.marking.regrades.conftest import Propose, result_of, version_at

PASS_ONCE, NO_RECTIFICATION = "North must pass once.", "The auction goes on with no further rectification."
WRITTEN_BEFORE = "The explanation as it was written when the question was set:"


def laid_down(kind: str, remedy: str, answer: str, *, nobody_loses: bool = False) -> tuple[QuestionVersion, Regrade]:
    """A question of this kind and what is laid down about it; nothing is stored."""
    made = factories.content(**CHANGES[kind])
    version = QuestionVersion(content=made)
    return version, Regrade(version=version, remedy=remedy, answer=answer, nobody_loses=nobody_loses)


@pytest.mark.parametrize(
    ("kind", "key", "shown", "kept"),
    [
        # Of the old key nothing was said, and of the new one that it is wrong.
        ("best_ruling", "b", ["B"], "AD"),
        # Of b that it holds, and of c that it does not.
        ("choose_all", "a,c", ["A", "C"], "ADE"),
        # Why a step stands where it stood.
        ("order_steps", "b,c,a", ["B", "C", "A"], ""),
    ],
)
def test_by_another_key(kind: str, key: str, shown: list[str], kept: str) -> None:
    version, regrade = laid_down(kind, "key", key)
    told = explained_since(version, [regrade], key)
    assert [line.letter for line in told.key] == shown
    assert told.right
    assert "".join(reason.letter for reason in told.reasons) == kept
    assert told.since.startswith(f"The key is {shown[0]}, ")
    old = explained_since(version, [regrade], "c")
    assert ([line.letter for line in old.chosen], old.right) == (["C"], False)


def test_another_provision_as_the_key() -> None:
    version, regrade = laid_down("cite_law", "key", "27B2")
    told = explained_since(version, [regrade], "27B2")
    assert ([line.provision for line in told.key], told.right) == (["27B2"], True)


def test_what_is_accepted_besides_is_not_called_wrong() -> None:
    version, regrade = laid_down("best_ruling", "accept", "b")
    told = explained_since(version, [regrade], "b")
    assert [line.letter for line in told.key] == ["C"]
    assert [line.letter for line in told.chosen] == ["B"]
    assert [reason.letter for reason in told.reasons] == ["A", "D"]
    assert told.since == f"Answer B, “{PASS_ONCE}” is accepted as well."


def test_as_set_nothing_is_said() -> None:
    version, _regrade = laid_down("best_ruling", "accept", "b")
    assert explained_since(version, [], "b").since == ""


def first_question(client: Client, person: User, address: str) -> str:
    client.force_login(person)
    shown = " ".join(client.get(address).content.decode().split())
    return shown.split('<section class="reviewed"')[1]


def told_to(client: Client, sitting: Sitting, name: str) -> str:
    result = result_of(sitting, name)
    return first_question(client, result.attempt.entry.person, reverse("marking:result", args=[result.pk]))


def test_the_result_tells_the_key_of_now(worked: Sitting, propose_: Propose, frank: User, client: Client) -> None:
    before = result_of(worked, "Ben")
    approve(regrade=propose_(remedy="key", answer="b"), actor=frank, seen=1)
    ben = told_to(client, worked, "Ben")
    assert f"Decided after the sitting: The key is B, “{PASS_ONCE}” instead." in ben
    assert "Marked by another key" not in ben
    assert f'<div class="choice"><b>The ruling</b> <span class="letter">B</span> <span>{PASS_ONCE}</span>' in ben
    assert ben.index(PASS_ONCE) < ben.index(WRITTEN_BEFORE) < ben.index("What you say")
    assert "You chose this." not in ben
    # Ann keeps what she has; Dan's marks are the same by either key. Both read the key of now.
    ann, dan = told_to(client, worked, "Ann"), told_to(client, worked, "Dan")
    assert "Anyone who would have got a worse result keeps the one they had." in ann
    for shown in (ann, dan):
        assert '<b>The ruling</b> <span class="letter">B</span>' in shown
    # The result that was replaced is explained as it was then.
    first = first_question(client, before.attempt.entry.person, reverse("marking:result", args=[before.pk]))
    assert '<b>The ruling</b> <span class="letter">C</span>' in first
    assert WRITTEN_BEFORE not in first


def test_an_accepted_answer_is_not_explained_as_a_mistake(
    worked: Sitting, propose_: Propose, frank: User, client: Client
) -> None:
    approve(regrade=propose_(), actor=frank, seen=1)
    ben = told_to(client, worked, "Ben")
    assert f"Decided after the sitting: Answer B, “{PASS_ONCE}” is accepted as well." in ben
    assert "This answer is accepted as well" not in ben
    assert "That is the ruling for a call out of rotation" not in ben


def test_who_proposes_the_next_one_reads_the_key_of_now(
    worked: Sitting, propose_: Propose, frank: User, erin: User
) -> None:
    approve(regrade=propose_(remedy="key", answer="b"), actor=frank, seen=1)
    address = reverse("marking:new_regrade", args=[worked.pk, version_at(worked, 1).pk])
    shown = " ".join(factories.browser(erin).get(address).content.decode().split())
    assert '<b>The ruling</b> <span class="letter">B</span>' in shown
    assert NO_RECTIFICATION in shown


def test_the_statistics_show_it_with_the_key_of_now(
    worked: Sitting, propose_: Propose, frank: User, erin: User
) -> None:
    approve(regrade=propose_(remedy="key", answer="b"), actor=frank, seen=1)
    computation.compute(computation.ask(actor=erin, about=worked).pk)
    address = reverse("marking:item_statistics", args=[worked.pk, version_at(worked, 1).pk])
    shown = " ".join(factories.browser(erin).get(address).content.decode().split())
    assert '<b>The ruling</b> <span class="letter">B</span>' in shown
    assert WRITTEN_BEFORE in shown
