"""A ruling to be judged, of every law: the key is what the engine says, and no other judgement is."""

from __future__ import annotations

import itertools
import random
import re

import pytest

from exams.scenarios import PROCEDURES, generate, generating
from exams.scenarios.kinds.asking import Asking
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.kinds.judge_ruling import RIGHT, aloud, judge_ruling
from exams.scenarios.plots import PLOTS
from exams.scenarios.stories import Story, outcomes
from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling

Judged = tuple[Story, Asking]
WRONG = "The ruling is wrong. "
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
        patch.setattr(generating, "KINDS", {**KINDS, "judge_ruling": kept})
        for law in PROCEDURES:
            before = len(found)
            list(generate(law, count=4, seed=14, kind="judge_ruling"))
            assert len(found) >= before + 4, law
    return found


def sentences(statement: str) -> list[str]:
    """What a ruling says, or a judgement on one, without the laws."""
    return re.split(r"(?<=\.) ", _LAW.sub(".", statement.removeprefix(WRONG)))


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
        own = {part.text: part.provision for part in story.voice.parts(ruling)}
        # What options are silent about is true all the same.
        true = own.keys() | {one["text"] for one in outcomes(ruling)}
        given = asking.more["ruling"]
        first, *faults = asking.options
        assert first["text"] == RIGHT
        told = [set(sentences(fault["text"])) for fault in faults]
        # A fault that says all that another says, and more, could never be the true one.
        assert not [one for one, other in itertools.permutations(told, 2) if one <= other]
        # Right is what says all that the engine says, and nothing else.
        is_right = given == aloud(" ".join(own))
        assert (asking.key == "a") == is_right, (given, own)
        for fault in faults:
            said = sentences(fault["text"])
            assert fault["text"].startswith(WRONG)
            assert not {aloud(text) for text in said} <= set(sentences(given))
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
    assert [one for one in rulings if "I adjust the score" in one]
