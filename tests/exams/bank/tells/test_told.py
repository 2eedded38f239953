"""What an examiner is shown of the options of a question, stored or being written."""

from __future__ import annotations

import pytest
from django.urls import reverse

from accounts.models import Role, User
from exams.bank.models import QuestionVersion, Review
from exams.bank.services import decide
from exams.bank.tells import guesses
from exams.bank.tells import told as telling
from exams.bank.tells.told import of_version, told
from tests import factories
from tests.exams.contents import CHANGES, content

pytestmark = pytest.mark.django_db

TITLE = "Options that stand out"
STANDS_OUT = "The right option stands out"
ALIKE = ("North must pass once.", "The bid is accepted.", "South bids again.", "The board is over.")
LONG = "South bids again, because West has declined the bid and nothing in it tells North anything more."


@pytest.fixture(autouse=True)
def _unlearned(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if nothing had been learned from generated questions, whose words change."""
    learned = guesses.Weights(2500, 1, "3", {"bids again": 1.0}, {})
    for module in (guesses, telling):
        monkeypatch.setattr(module, "weights", lambda: learned)


@pytest.fixture
def alice() -> User:
    return factories.person("Alice", Role.EXAMINER)


def options(*texts: str) -> list[dict[str, str]]:
    return [{"id": one, "text": text, "why": "No."} for one, text in zip("abcdef", texts, strict=False)]


def page(reader: User, version: QuestionVersion) -> str:
    return factories.browser(reader).get(version.get_absolute_url()).content.decode()


def test_an_examiner_reads_which_option_stands_out_and_why(alice: User) -> None:
    shown = page(alice, factories.version(options=options(*ALIKE[:2], LONG, ALIKE[3])))
    assert STANDS_OUT in shown
    assert "The only option that gives a reason (“because”)." in shown
    assert "The longest by far: 96 characters; the next has 21." in shown
    # It is shown, and the question can be approved all the same.
    assert "Approve and next" in shown


def test_where_nothing_stands_out_the_page_says_so(alice: User) -> None:
    shown = page(alice, factories.version(options=options(*ALIKE)))
    assert TITLE in shown and "None of the options stands out." in shown
    assert STANDS_OUT not in shown


def test_where_a_wrong_option_stands_out_nobody_is_warned_of_the_key(alice: User) -> None:
    shown = page(alice, factories.version(options=options(LONG, *ALIKE[:3]), key="c"))
    assert "The only option that gives a reason" in shown
    assert STANDS_OUT not in shown


def test_of_a_question_without_options_nothing_is_told(alice: User) -> None:
    assert TITLE not in page(alice, factories.version(**CHANGES["cite_law"]))


def test_only_an_examiner_of_the_body_is_told() -> None:
    version = factories.version()
    there = factories.body("Northern Rivers Bridge")
    for reader, refused in (
        (factories.person("Dora", Role.CANDIDATE), 403),
        (factories.person("Charlie", Role.EXAMINER, at=there), 404),
    ):
        response = factories.browser(reader).get(version.get_absolute_url())
        assert response.status_code == refused
        assert TITLE not in response.content.decode()


def test_while_a_question_is_written_the_preview_tells_it(alice: User) -> None:
    version = factories.version(options=options(*ALIKE[:2], LONG, ALIKE[3]))
    shown = factories.browser(alice).get(reverse("bank:edit", args=[version.pk])).content.decode()
    assert STANDS_OUT in shown


def test_of_a_question_with_two_options_so_far_nothing_is_told() -> None:
    assert told(content("best_ruling", options=options(*ALIKE[:2], " "), key="")) is None
    unkeyed = told(content("best_ruling", options=options(*ALIKE), key=""))
    assert unkeyed is not None
    assert not unkeyed.key_stands_out


def test_the_guess_is_told_in_a_sentence() -> None:
    for texts, key, said in (
        (ALIKE, "c", "our measure picks C, which is right."),
        (ALIKE, "a", "our measure picks C, which is wrong."),
        ((*ALIKE[:2], "South bids.", ALIKE[3]), "a", "our measure cannot choose between A, B, C, D."),
    ):
        found = told(content("best_ruling", options=options(*texts), key=key))
        assert found is not None
        assert said in found.guessed
        assert "It has learned from 2,500 generated questions." in found.guessed
    several = told(content("choose_all"))
    assert several is not None and several.guessed == ""


def test_what_is_never_right_in_the_bank_is_told(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    version = factories.version()
    for _number in range(4):
        factories.version()
    # So that four other questions are enough to tell.
    monkeypatch.setattr("exams.bank.tells.tallies.UNLIKELY", 0.4)
    assert "Offered in 4 other questions on this topic and right in none: “North must pass once.”" in page(
        alice, version
    )


def test_only_the_other_questions_of_the_body_on_the_topic_that_are_in_use_count(alice: User) -> None:
    version, other = factories.version(), factories.version()
    lost = factories.version()
    decide(version_id=lost.pk, examiner=alice, decision=Review.Decision.REJECT, reason="Wrong.")
    factories.version(topic="call-out-of-rotation")
    factories.version(at=factories.body("Northern Rivers Bridge"))
    fared = telling._fared(version)
    assert fared["PLAYER must pass once."].offered == 1
    assert telling._fared(other) == fared
    assert of_version(version) is not None
