"""A ruling to be judged, of every law: the key is what the engine says, and no other judgement is."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from exams.scenarios import PROCEDURES, contents, generate
from exams.scenarios.kinds.asking import Asking
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.kinds.judge_ruling import RIGHT, advised, aloud, judge_ruling
from exams.scenarios.plots import PLOTS
from exams.scenarios.stories import Story, outcomes
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling

Judged = tuple[Story, Asking]
WRONG = "No. "
_LAW = re.compile(r" \(([^()]+(?:\([a-z]+\))*)\)\.")


@pytest.fixture(scope="module")
def judged() -> list[Judged]:
    """Some questions of every law, each with its story."""
    found: list[Judged] = []

    def kept(story: Story, ruling: Ruling, rng: random.Random) -> Asking:
        asking = judge_ruling(story, ruling, rng)
        found.append((story, asking))
        return asking

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(contents, "KINDS", {**KINDS, "judge_ruling": kept})
        for law in PROCEDURES:
            before = len(found)
            list(generate(law, count=4, seed=14, kind="judge_ruling"))
            assert len(found) >= before + 4, law
    return found


def sentences(statement: str) -> list[str]:
    """What a ruling says, or a judgement on one, without the laws."""
    return re.split(r"(?<=\.) ", _LAW.sub(".", statement.removeprefix(WRONG)))


def _as_told(given: str) -> list[str]:
    """The sentences of a ruling that somebody gave aloud, in the words of an option."""
    return [re.sub(r"\bI( am)?\b", lambda i: "You are" if i[1] else "You", text) for text in sentences(given)]


def sent_to(ruling: Ruling) -> set[str]:
    """The provisions of other laws by which nobody is asked to cite a decision that sends the Director there."""
    words = PLOTS[ruling.procedure].words(dict(ruling.path))
    assert words is not None
    return {key for code in words.uncited for _, by in words.cited.get(code, ()) for key in by}


def test_what_another_law_decides_is_cited_by_that_law(judged: list[Judged]) -> None:
    seen = 0
    for story, _ in judged:
        ruling = rule(parse_record(story.record))
        others = sent_to(ruling)
        parts = story.voice.parts(ruling)
        if others and parts[0].effects == (ruling.decided[-1].effect,):
            assert {part.provision for part in parts} <= others
            seen += 1
    assert seen


def test_the_key_is_true_by_the_engine_and_the_others_are_not(judged: list[Judged]) -> None:
    for story, asking in judged:
        ruling = rule(parse_record(story.record))
        told_so = [part.text for part in story.voice.parts(ruling)]
        own = {advised(part.text): part.provision for part in story.voice.parts(ruling)}
        # What options are silent about is true all the same.
        true = own.keys() | {advised(one["text"]) for one in outcomes(ruling)}
        given = asking.more["ruling"]
        first, *faults = asking.options
        assert first["text"] == RIGHT
        told = [set(sentences(fault["text"])) for fault in faults]
        # A fault that says all that another says, and more, could never be the true one.
        assert not [one for one, other in itertools.permutations(told, 2) if one <= other]
        # Right is what says all that the engine says, and nothing else.
        is_right = given == aloud(" ".join(told_so))
        assert (asking.key == "a") == is_right, (given, own)
        for fault in faults:
            said = sentences(fault["text"])
            assert fault["text"].startswith(WRONG)
            assert not set(said) <= {advised(text) for text in _as_told(given)}
            if fault["id"] == asking.key:
                cited = _LAW.findall(fault["text"])
                assert set(said) <= own.keys()
                assert cited == list(dict.fromkeys(own[text] for text in said))
                assert set(cited) <= {*ruling.citations, *sent_to(ruling)}
                assert fault["why"] == ""
            else:
                assert not set(said) <= true, (said, true)
                assert fault["why"]
        assert bool(first["why"]) == (asking.key != "a")


def test_one_ruling_in_four_is_right_and_no_letter_is_better_than_another(judged: list[Judged]) -> None:
    share = {letter: sum(asking.key == letter for _, asking in judged) / len(judged) for letter in "abcd"}
    assert all(0.14 < one < 0.36 for one in share.values()), share


def test_the_ruling_is_in_the_words_that_were_said(judged: list[Judged]) -> None:
    """What an option tells the reader to do, the director who rules says of themselves."""
    rulings = [asking.more["ruling"] for _, asking in judged]
    assert not [one for one in rulings if re.search(r"\b(you|yourself|your)\b", one, re.IGNORECASE)]
    assert [one for one in rulings if "I'll adjust the score" in one]


@pytest.mark.parametrize(
    ("option", "corrected", "said"),
    [
        ("You adjust the score.", "The director should adjust the score.", "I'll adjust the score."),
        ("You do not adjust the score.", "The director should not adjust the score.", "I do not adjust the score."),
        ("After play you may adjust it.", "After play the director may adjust it.", "After play I may adjust it."),
        (
            "Nobody acts until you have ruled.",
            "Nobody acts until the director has ruled.",
            "Nobody acts until I have ruled.",
        ),
        ("You rule yourself.", "The director should rule.", "I rule myself."),
        (
            "Nobody loses a right by calling you.",
            "Nobody loses a right by calling the director.",
            "Nobody loses a right by calling me.",
        ),
    ],
)
def test_who_corrects_a_ruling_says_what_the_director_should_do(option: str, corrected: str, said: str) -> None:
    assert advised(option) == corrected
    assert aloud(option) == said


def test_who_corrects_a_ruling_of_somebody_else_does_not_say_you(judged: list[Judged]) -> None:
    faults = [fault["text"] for _, asking in judged for fault in asking.options[1:]]
    assert not [one for one in faults if re.search(r"\b(you|yourself|your)\b", one, re.IGNORECASE)]
    assert [one for one in faults if "The director should" in one]
