"""Every path that a narrative tells becomes a question: staged, ruled on along that very path, and read without a stumble."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import pytest

from exams.scenarios.bidding.system import load
from exams.scenarios.kinds.best_ruling import choices
from exams.scenarios.narration.narrative import Narrative, Setting, narratives, stories
from exams.scenarios.narration.options import Choice
from exams.scenarios.narration.paths import codes_of, paths
from exams.scenarios.stories import Story, diagrams, outcomes
from exams.scenarios.tables import lay
from laws.rulings.readers import rule
from laws.rulings.record import parse_record

TABLES: Final = 400
"""Tables within which a path must be staged, as in `generating`."""
SEEDS: Final = (1, 2)
OWN_WORDS: Final = ("9", "10", "11", "16A", "16B", "16C", "16D", "20")
"""Procedures whose options say every decision in the narrative's few words, or leave it out, and never in the engine's."""
SENTENCE: Final = re.compile(r"[^.?!]{12,}[.?!]")


NARRATIVES: Final[Mapping[str, Narrative]] = {f"{one.procedure}/{one.words.topic}": one for one in narratives()}
PATHS: Final = {name: one for name, one in NARRATIVES.items() if not one.words.themes}
"""Those that tell each path by itself; of the others a table has many stories."""
each = pytest.mark.parametrize("narrative", PATHS.values(), ids=PATHS.keys())


def told(narrative: Narrative) -> list[str]:
    """The paths that a table can show."""
    return [
        theme for theme, path in paths(narrative.procedure).items() if not narrative.words.untold(dict(path.usual_path))
    ]


def staged(narrative: Narrative, theme: str, seed: int) -> tuple[Story, random.Random]:
    rng = random.Random(f"{seed}/{narrative.procedure}/{theme}")  # noqa: S311 - not for secrets
    for _ in range(TABLES):
        story = next(stories(narrative, lay(rng, load()), theme, rng), None)
        if story is not None:
            return story, rng
    raise AssertionError(f"Law {narrative.procedure}: no table in {TABLES} for {theme}")


def test_the_narratives_are_found() -> None:
    assert {"9", "10", "11", "16A", "16B", "16C", "16D", "20"} <= {one.procedure for one in NARRATIVES.values()}


@pytest.mark.parametrize("procedure", OWN_WORDS)
def test_a_decision_of_procedure_or_information_is_phrased_or_left_out(procedure: str) -> None:
    narrative = next(one for one in NARRATIVES.values() if one.procedure == procedure)
    worded = {*narrative.words.phrases, *narrative.words.silent}
    for path in paths(procedure).values():
        for step in path.decided:
            assert not step.effect.main or worded.intersection(codes_of(step)), codes_of(step)


@each
@pytest.mark.parametrize("seed", SEEDS)
def test_every_path_is_told_and_asked(narrative: Narrative, seed: int) -> None:
    for theme in told(narrative):
        story, rng = staged(narrative, theme, seed)
        ruling = rule(parse_record(story.record))
        assert ruling.complete
        assert ruling.usual_path == paths(narrative.procedure)[theme].usual_path
        options, key = choices(ruling, story.voice, rng)
        check_options(options, key)
        paragraphs = story.stem(rng)
        check_stem(paragraphs)
        for text in (*paragraphs, *(text for one in options for text in (one.text, one.why))):
            check_text(text)
        assert key.text not in " ".join(paragraphs)
        assert outcomes(ruling)
        check_auction(story)


def check_options(options: list[Choice], key: Choice) -> None:
    assert len({one.text for one in options}) == 4
    assert [one for one in options if not one.why] == [key]
    for one in options:
        sentences = SENTENCE.findall(one.text)
        assert len(sentences) == len({sentence.strip() for sentence in sentences}), one.text


def check_stem(paragraphs: Sequence[str]) -> None:
    assert paragraphs
    sentences = [sentence.strip() for text in paragraphs for sentence in SENTENCE.findall(text)]
    assert len(sentences) == len(set(sentences)), paragraphs


def check_text(text: str) -> None:
    """No place unfilled, no word doubled, a capital at the start and a stop at the end."""
    if not text:
        return
    assert not re.search(r"[{}]|\bNone\b(?! of)", text), text
    assert not re.search(r"  | [,.]|,\.|\.\.(?!\.)|,,", text), text
    assert not re.search(r"\b(?!had\b|that\b)(\w+) \1\b", text), text
    assert not text[0].islower(), text
    assert not re.search(r"[a-z)]\. [a-z]", text), text


def check_auction(story: Story) -> None:
    """The calls that are drawn are those of the record, in its order."""
    drawn = diagrams(story).get("auction")
    if drawn is None:
        return
    record = parse_record(story.record)
    calls = [(call["by"], call["call"]) for call in drawn["calls"]]
    assert calls[: len(record.auction)] == [(made.by.value, made.call.text) for made in record.auction]


def test_places_and_notes_of_a_setting_may_name_the_players_of_the_table() -> None:
    narrative = NARRATIVES["39/inadmissible-call"]
    own = narrative.stage
    assert own is not None

    def stage(*given: Any) -> Setting:
        setting = own(*given)
        places = {"whose": "the partner of {offender}", **setting.places}
        return replace(setting, opening=("{whose} calls.",), places=places, notes={0: "by {offender}"})

    story, rng = staged(replace(narrative, stage=stage), told(narrative)[0], 1)
    assert story.stem(rng)[0] == f"The partner of {story.offender.full_name} calls."
    assert story.notes == {0: f"by {story.offender.full_name}"}


@pytest.mark.parametrize(
    "text", ["{offender} passed.", "He He passed.", "all passed.", "It is so. it is not so.", "So, .", "x,, y."]
)
def test_a_stumble_is_found(text: str) -> None:
    with pytest.raises(AssertionError):
        check_text(text)
