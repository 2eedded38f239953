"""manage.py tells: how often the right option is guessed from the options alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from exams import scenarios
from exams.bank.content import Content
from exams.bank.tells import guesses
from exams.bank.tells.tallies import tallied
from tests.exams.bank.tells.questions import questions
from tests.exams.contents import content


def tells(*arguments: str) -> str:
    out = StringIO()
    call_command("tells", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Where the weights are kept meanwhile."""
    monkeypatch.setattr(guesses, "FILE", tmp_path / "weights.json")
    guesses.weights.cache_clear()
    yield guesses.FILE
    guesses.weights.cache_clear()


def test_words_that_only_the_right_option_has_are_found_out_and_kept(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenarios, "generate", lambda *_, **__: iter(questions(60, telling=True)))
    out = StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("tells", "--seed", "5", "--write", "--hold", stdout=out)
    said = out.getvalue()
    assert said.startswith("60 questions, all laws, seed 5\n")
    for way in ("new paths", "new laws", "mixed"):
        assert f"  {way:10} 1.000  (chance 0.250)" in said
    assert "Director is content" in said.split("Words that speak for it:")[1].splitlines()[0]
    assert "Kept in weights.json." in said
    learned = guesses.weights()
    assert (learned.questions, learned.seed, learned.grams["content"] > 0) == (60, 5, True)
    # The targets are missed, and that is what a machine is told.
    assert refused.value.returncode == 1
    assert "new laws: 1.000 guessed right, at most 0.40 wanted." in str(refused.value)
    assert "mixed: 1.000 guessed right, at most 0.50 wanted." in str(refused.value)
    assert "the longest option is right in 1.000; 0.2 to 0.3 wanted." in str(refused.value)


def test_of_each_law_there_are_so_many_questions_as_far_as_it_has_them(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def few(law: str, **wanted: Any) -> Iterator[Content]:
        asked.append((law, wanted["count"]))
        yield from questions(2, telling=True)
        raise scenarios.NoMoreQuestionsError

    monkeypatch.setattr(scenarios, "generate", few)
    monkeypatch.setattr(scenarios, "PROCEDURES", ("27", "30"))
    assert tells("--each", "--count", "400").startswith("4 questions, all laws, seed 1\n")
    assert asked == [("27", 400), ("30", 400)]


def test_wordings_are_counted_by_law_with_players_and_calls_made_alike() -> None:
    counted = tallied(
        content("best_ruling", options=_options(f"{who} must pass.", bid), key="b")
        for who, bid in (("North", "2♥"), ("South", "3♠"), ("East", "4NT"))
    )
    assert (counted["PLAYER must pass."].offered, counted["PLAYER must pass."].right) == (3, 0)
    assert (counted["BID stands."].offered, counted["BID stands."].right) == (3, 3)
    # What all four options say tells nothing of any.
    assert "You are called." not in counted


def _options(first: str, bid: str) -> list[dict[str, str]]:
    texts = (first, f"{bid} stands.", "Play on.", "The board is over.")
    return [
        {"id": one, "text": f"You are called. {text}", "why": "No."} for one, text in zip("abcd", texts, strict=True)
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--law", "99"], "--law: no scenarios for procedure '99'"),
        (["--count", "0"], "--count: expected a number from 1."),
        (["--file", "nowhere.jsonl"], "--file: "),
        (["--law", "27", "--write"], "--write: learns from generated questions of all laws"),
    ],
)
def test_input_that_cannot_be_used_ends_with_code_2_and_a_sentence(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message) as refused:
        tells(*arguments)
    assert refused.value.returncode == 2


def test_a_line_that_is_no_question_is_named(tmp_path: Path) -> None:
    file = tmp_path / "questions.jsonl"
    file.write_text("\n".join(json.dumps(one) for one in (content("cite_law"), {"kind": "best_ruling"})))
    with pytest.raises(CommandError, match=r"questions\.jsonl, line 2: ") as refused:
        tells("--file", str(file))
    assert refused.value.returncode == 2
