"""Comments through the API."""

from __future__ import annotations

import pytest

from accounts.models import User
from exams.bank.models import Comment
from tests import factories
from tests.exams.bank.api.conftest import Ask
from tests.walking import walks

pytestmark = pytest.mark.django_db


def test_an_examiner_of_another_body_neither_reads_nor_comments(ask: Ask, send: Ask, charlie: User, dora: User) -> None:
    address = f"versions/{factories.version().pk}/comments/"
    for person, status in ((charlie, 404), (dora, 403), (None, 403)):
        ask(person, address, status)
        send(person, address, status, text="Mine.")
    assert not Comment.objects.exists()


def test_a_comment_is_told_to_the_others(ask: Ask, send: Ask, alice: User, bob: User) -> None:
    address = f"versions/{factories.version().pk}/comments/"
    said = send(alice, address, text="Option b holds too.")
    assert (said["author"], said["text"]) == ("Alice", "Option b holds too.")
    assert ask(bob, address)["results"] == [said]


@walks("text", ["", "   ", "x" * 4001], apart=True)
def test_nothing_and_too_much_are_refused(send: Ask, alice: User, text: str) -> None:
    problem = send(alice, f"versions/{factories.version().pk}/comments/", 422, text=text)
    assert list(problem["errors"]) == ["text"]
