"""Every record is a story: read as one it is ruled on as before, and what was stored by earlier versions still verifies."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from laws.rulings.readers import rule
from laws.rulings.record import USUAL, parse_record, parse_stored
from laws.rulings.ruling import ENGINE_VERSION, Ruling
from laws.rulings.story.form import parse_story
from laws.rulings.story.short import story_of
from laws.rulings.story.walk import course

CASES: Final = Path(__file__).parents[3] / "cases"
STORED: Final = json.loads((Path(__file__).parent / "records_before.json").read_text(encoding="utf-8"))
"""Records of questions with their receipts, made by the version before stories were read."""


def of_story(record: dict[str, Any]) -> list[Ruling]:
    return [ruled.ruling for ruled in course(parse_story(story_of(record))).rulings]


def same(one: Ruling, other: Ruling) -> bool:
    waits = [ruling.pending.fact if ruling.pending else None for ruling in (one, other)]
    return one.receipt() == other.receipt() and one.outcomes == other.outcomes and waits[0] is waits[1]


def records(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The records of the cases that an engine can rule on, with the procedure that a case asks for."""
    for case in yaml.safe_load(path.read_text(encoding="utf-8")):
        for part in case.get("parts", [case]):
            record = {"assume": USUAL, **part["record"]} if "record" in part else None
            if record is None:
                continue
            if "procedure" in case:
                record.setdefault("procedure", case["procedure"])
            yield str(case["id"]), record


@pytest.mark.parametrize("path", sorted(CASES.glob("*.yaml")), ids=lambda path: path.stem)
def test_a_case_is_ruled_on_as_a_story_in_the_same_way(path: Path) -> None:
    differ = []
    for name, record in records(path):
        try:
            ruling = rule(parse_record(record))
        except ValueError:
            continue
        if not any(same(ruling, told) for told in of_story(record)):
            differ.append(name)
    assert differ == []


def test_what_was_stored_before_still_verifies_as_record_and_as_story() -> None:
    assert len({stored["receipt"]["path"].split("/")[0] for stored in STORED}) >= 30
    differ = []
    for stored in STORED:
        due = {**stored["receipt"], "engine": ENGINE_VERSION}  # the version names the engine, not the facts nor the way
        ruling = rule(parse_stored(stored["record"]))
        told = [one.receipt() for one in of_story({"assume": "natural", **stored["record"]})]
        if ruling.receipt() != due or due not in told:
            differ.append(stored["receipt"]["path"])
    assert differ == []
