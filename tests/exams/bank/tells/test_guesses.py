"""The guess at one question: by its words, by its signs, or by nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from exams.bank.tells import Guess, guess, guesses
from exams.bank.tells.tallies import UNLIKELY, Tally
from tests.exams.bank.tells.questions import questions
from tests.exams.contents import content
from tests.walking import walks

PLAIN = ("North must pass once.", "The bid stands.", "South bids again.", "The board is over.")


@pytest.fixture(autouse=True)
def _learned(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """That “must pass” speaks against an option, and nothing else."""
    learned = guesses.Weights(100, 1, "3", {"must pass": -1.0, "bids again": 0.25}, {})
    monkeypatch.setattr(guesses, "weights", lambda: learned)
    yield


def guessed(*texts: str, key: str) -> Guess:
    options = [{"id": one, "text": text, "why": "No."} for one, text in zip("abcd", texts, strict=True)]
    found = guess(content("best_ruling", options=options, key=key))
    assert found is not None
    return found


def test_the_option_whose_words_weigh_most_is_chosen() -> None:
    assert guessed(*PLAIN, key="c") == Guess(["c"], 1, 0.25)
    assert guessed(*PLAIN, key="c").finds
    assert guessed(*PLAIN, key="a") == Guess(["c"], 0, 0.25)


def test_a_sign_outweighs_a_word_that_says_little() -> None:
    assert guessed(*PLAIN[:3], "The board is over, because nobody has called.", key="d").options == ["d"]


def test_between_options_that_weigh_the_same_lots_are_drawn() -> None:
    found = guessed("The call stands.", "The bid stands.", "The pass stands.", "North must pass.", key="b")
    assert (found.options, found.right, found.finds) == (["a", "b", "c"], 1 / 3, False)


@walks("kind", ("whose_turn", "choose_all", "order_steps", "cite_law", "written"))
def test_nobody_guesses_where_not_one_option_is_right(kind: str) -> None:
    assert guess(content(kind)) is None


def test_of_judgements_the_faults_are_guessed_at_and_the_ruling_may_be_right() -> None:
    found = {key: guess(content("judge_ruling", key=key)) for key in "abcd"}
    rates = {key: one.right for key, one in found.items() if one is not None}
    assert rates["a"] == 0
    assert sum(rates.values()) == 1
    assert {one.chance for one in found.values() if one is not None} == {0.25}
    assert guess(content("judge_ruling", key="")) is None


def test_a_question_without_a_key_yet_is_not_guessed_at() -> None:
    assert guess(content("best_ruling", key="")) is None


def test_what_speaks_is_what_chance_would_hardly_give() -> None:
    # A quarter of 18 questions: none right is met once in 178 times, of 19 once in 237.
    assert (Tally(18, 0, 4.5).speaks, Tally(19, 0, 4.75).speaks) == (0, -1)
    assert (Tally(3, 3, 0.75).speaks, Tally(4, 4, 1.0).speaks) == (0, 1)
    assert Tally(40, 10, 10.0).speaks == 0
    # Often enough to be no accident, and still not far from chance.
    assert (Tally(600, 200, 150.0).speaks, Tally(600, 320, 150.0).speaks, Tally(600, 50, 150.0).speaks) == (0, 1, -1)
    assert 0.75**18 > UNLIKELY > 0.75**19


def test_the_file_that_ships_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    learned = guesses.weights()
    assert learned.questions >= 2000
    assert learned.grams
    assert all(tally.speaks for tally in learned.wordings.values())
    assert guess(questions(1, telling=False)[0]) is not None
