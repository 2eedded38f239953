"""The demo's question that a person wrote."""

from __future__ import annotations

import pytest

from accounts.models import User
from exams.bank.editing.seed import write_one
from exams.bank.models import Status
from laws import keys
from laws.shelf import FOLDER
from tests import factories

pytestmark = pytest.mark.django_db


def test_it_waits_for_review_with_all_its_diagrams_and_a_comment(alice: User) -> None:
    version = write_one(body=factories.body(), author=alice)
    assert (version.status, version.created_by) == (Status.IN_REVIEW, alice)
    assert set(version.content["diagrams"]) == {"auction", "hands", "play"}
    assert version.comments.count() == 1


def test_what_it_cites_is_in_the_law_book(alice: User) -> None:
    version = write_one(body=factories.body(), author=alice)
    for key in version.provisions:
        law = (FOLDER / version.edition / f"law-{keys.parse(key).top}.yaml").read_text(encoding="utf-8")
        assert f'key: "{key}"' in law
