"""A citation of a hundred thousand characters is refused at once, wherever one is read; and reading a long text is linear."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client

from accounts.models import User
from exams.bank.editing.forms import Provision, Provisions
from exams.bank.kinds import Unreadable, kind_of
from exams.bank.models import QuestionVersion
from exams.sittings.models import ANSWER_LENGTH
from laws import keys
from laws.citing import find
from laws.editing.forms import KeysField
from tests import factories
from tests.exams.contents import content
from tests.walking import walks

MANY = 100_000
# What a grammar of citations could come to grief on: what begins over and over and is never ended.
SHAPES = (
    "27B1(a) ", "(", "(a)", "a-", "a’", "a", "Law", "Law ", "Laws 27, ", "27, ", "12.", "1.1", "1", "L1", "*", "<b", "A B ",
    "12C1(a), (b) or ", "27B1(a) to (d) ", " ", "\n ", "\n \n", "Club ", "of Law ", "section A of ", "(a) and ", "footnote ",
    "2017 Laws ", "this ", "¹", "-1", "sub-section ", "A1 and ", "see ", "Law 27 from the ", "27 ", "§", "no", "section",
)  # fmt: skip


def long(shape: str, length: int = MANY) -> str:
    return (shape * (length // len(shape) + 1))[:length]


@contextmanager
def at_once(seconds: float = 1.0) -> Iterator[None]:
    """Far less than a quadratic reading would take, and enough for a busy machine."""
    began = time.process_time()
    yield
    assert time.process_time() - began < seconds


@walks("shape", SHAPES)
def test_no_key_is_so_long(shape: str) -> None:
    with at_once(0.05):
        assert keys.read_loosely(long(shape)) is None


@walks("shape", SHAPES)
def test_a_long_text_is_read_in_a_moment(shape: str) -> None:
    # Far longer than any law or explanation. Lists of brackets or numbers took minutes, from each member to the end again.
    with at_once(3):
        find(long(shape, ANSWER_LENGTH))


def test_what_people_write_is_still_read() -> None:
    assert str(keys.read_loosely("Law 27, sub-section B, paragraph number 1, sub-paragraph (a) ")) == "27B1(a)"
    assert str(keys.read_loosely(" " * (keys.LONGEST - 2) + "27")) == "27"


@walks("shape", SHAPES)
def test_a_candidates_citation(shape: str) -> None:
    asked = content("cite_law")
    if not (typed := long(shape)).strip():
        return
    with at_once(0.05), pytest.raises(Unreadable, match="too long"):
        kind_of(asked).read(asked, typed)


@pytest.mark.parametrize("field", [KeysField(max_length=400), Provision(), Provisions()], ids=["law", "one", "many"])
def test_a_field_of_a_form(field: Any) -> None:
    for shape in ("27B1(a), ", "27, ", "x", "x, "):
        with at_once(0.2), pytest.raises(ValidationError) as refused:
            field.clean(long(shape))
        assert len(str(refused.value)) < 2000


def test_the_words_of_a_search_in_the_bank(db: None) -> None:
    with at_once():
        assert not QuestionVersion.objects.citing(long("27B1(a) ")).exists()


@walks(
    "address",
    [
        "/laws/search/?q={}",
        "/laws/search/?law={}",
        "/laws/concordance/?law={}",
        "/laws/compare/?law={}",
        "/laws/panel/?q={}",
        "/laws/duplicate-2017/{}/",
        "/api/v1/laws/search/?q={}",
        "/api/v1/laws/search/?q=bid&law={}",
        "/api/v1/laws/editions/duplicate-2017/provisions/?under={}",
        "/api/v1/laws/editions/duplicate-2017/provisions/{}/",
        "/api/v1/laws/editions/duplicate-2017/laws/{}/",
    ],
)
def test_a_page_that_is_asked_for_one(address: str, db: None, small_shelf: None, alice: User) -> None:
    # As one who is signed in: strangers are counted.
    client = Client()
    client.force_login(alice)
    with at_once(2):
        response = client.get(address.format(long("27B1(a)")), headers={"HX-Request": "true"})
    assert response.status_code in {200, 400, 404}
    if response.status_code == 200:
        assert "characters" in response.content.decode() or "cannot be searched for" in response.content.decode()


@pytest.fixture
def alice(db: None) -> User:
    return factories.person("Alice")
