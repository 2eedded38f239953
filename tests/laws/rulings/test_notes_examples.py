"""The worked examples of the notes on Laws 23, 27, 30 and 31: each is a case, and comes out as the notes say."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from laws.cases.case import RulingCase
from laws.cases.comparing import check
from tests.laws.rulings.tables import cases_by_file
from tests.walking import walks

COMMENTARY = Path(__file__).parents[3] / "fixtures/laws/duplicate-2017/commentary/law-27.yaml"

FREE, COMPARABLE, SILENCED, NO_DOUBLE = "27B1(a)", "27B1(b)", "27B2", "27B3"
STANDS, ADJUSTED = "27D none", "27D assigned"

# What the notes say of each numbered example on Law 27, by the cases that tell it: which correction it is, and where they
# look at the result, what becomes of the score.
NUMBERED: dict[int, dict[str, str]] = {
    1: {"27-ex01a": FREE, "27-ex01b": ADJUSTED, "27-ex01c": STANDS},
    2: {"27-ex02i": STANDS, "27-ex02ii": STANDS},
    3: {"27-ex03": ADJUSTED},
    4: {"27-ex04a": FREE, "27-ex04b": FREE, "27-ex04c": COMPARABLE},
    5: {
        "27-ex05i": FREE,
        "27-ex05ii": FREE,
        "27-ex05iii": FREE,
        "27-ex05iv": SILENCED,
        "27-ex05v": SILENCED,
        "27-ex05vi": COMPARABLE,
    },
    6: {"27-ex06a": FREE, "27-ex06b": FREE},
    7: {
        "27-ex07a": SILENCED,
        "27-ex07a-1D": SILENCED,
        "27-ex07a-1S": SILENCED,
        "27-ex07a-1NT": SILENCED,
        "27-ex07b": FREE,
        "27-ex07c": COMPARABLE,
        "27-ex07d": SILENCED,
        "27-ex07e": COMPARABLE,
    },
    8: {"27-ex08": SILENCED},
    9: {"27-ex09a": COMPARABLE, "27-ex09b": COMPARABLE, "27-ex09c": COMPARABLE, "27-ex09d": STANDS},
    10: {"27-ex10a": NO_DOUBLE, "27-ex10b": COMPARABLE, "27-ex10c": COMPARABLE},
    11: {"27-ex11a": COMPARABLE, "27-ex11b": COMPARABLE, "27-ex11c": COMPARABLE},
    12: {"27-ex12": COMPARABLE},
    13: {"27-ex13": COMPARABLE},
    14: {"27-ex14": COMPARABLE},
    15: {"27-ex15a": COMPARABLE, "27-ex15b": FREE, "27-ex15c": COMPARABLE},
    16: {"27-ex16": COMPARABLE},
    17: {"27-ex17": SILENCED},
    18: {"27-ex18a": SILENCED, "27-ex18b": SILENCED},
    19: {"27-ex19a": COMPARABLE, "27-ex19b": COMPARABLE, "27-ex19c": COMPARABLE},
}

# The examples on the other laws, with the test that the replacement passes, or nothing.
CALLS_OUT_OF_ROTATION = {
    "23-ex01": "A1",
    "23-ex02": "",
    "23-ex03": "A2",
    "23-ex04": "A2",
    "23-ex05": "",
    "23-ex06": "A1",
    "23-ex07": "",
    "23-ex08": "A1",
    "23-ex09-a": "A2",
    "23-ex09-b": "A2",
    "23-ex09-c": "A2",
    "23-ex10": "",
    "23-ex11": "A1",
    "23-ex12": "A3",
    "23-ex13": "A3",
    "30-ex01a": "A2",
    "30-ex01b": "A2",
    "30-ex01c": "A2",
    "30-ex01d": "A2",
    "30-ex01e": "A2",
    "30-ex01f": "",
    "30-ex02a": "A2",
    "30-ex02b": "A2",
    "30-ex02c": "",
    "30-ex02d": "A2",
    "30-ex02d-2C": "A2",
    "30-ex02e": "A2",
    "30-ex02f": "",
    "30-ex03": "",
    "31-ex01a": "A1",
    "31-ex01b": "A1",
    "31-ex01c": "",
    "31-ex01d": "",
}


@cache
def examples() -> dict[str, RulingCase]:
    """The cases on the laws one by one, by their id; read by the test and not while tests are collected, in every process."""
    return {case.id: case for name, cases in cases_by_file().items() if name.startswith("law_") for case in cases}


def outcomes(case: RulingCase) -> list[dict[str, Any]]:
    """What the engine rules on the case, which must be complete."""
    verdict = check(case)
    assert verdict.ruling is not None
    assert verdict.ruling.complete
    return verdict.ruling.outcomes


def said(case: RulingCase) -> set[str]:
    """The correction that the ruling makes of an insufficient bid, and what it says of the score after play."""
    found = set()
    for item in outcomes(case):
        if item["outcome"] == "no_further_rectification":
            found.add(item["provision"])
        if item["outcome"] == "partner_must_pass":
            found.add(item["provision"])
        if item["outcome"] == "adjusted_score" and item["kind"] != "possible":
            found.add(f"{item['law']} {item['kind']}")
    return found


def test_all_nineteen_examples_come_out_as_the_notes_say() -> None:
    right = [
        number
        for number, cases in NUMBERED.items()
        if all(check(examples()[name]).passed and result in said(examples()[name]) for name, result in cases.items())
    ]
    assert f"{len(right)} of {len(NUMBERED)}" == "19 of 19"


@walks(("name", "result"), [item for cases in NUMBERED.values() for item in cases.items()])
def test_an_example_of_law_27(name: str, result: str) -> None:
    corrections = {FREE, COMPARABLE, SILENCED, NO_DOUBLE}
    assert check(examples()[name]).faults == ()
    assert result in said(examples()[name])
    assert len(corrections & said(examples()[name])) == 1, "one correction, and one only"


def test_the_commentary_has_the_same_nineteen() -> None:
    remarks = yaml.safe_load(COMMENTARY.read_text())["commentary"]
    numbers = {
        int(r["title"].split(":")[0].removeprefix("Example "))
        for r in remarks
        if r["title"].startswith("Example ") and ":" in r["title"]
    }
    assert numbers == set(NUMBERED) == set(range(1, 20))


@walks(("name", "test"), CALLS_OUT_OF_ROTATION.items())
def test_an_example_of_laws_23_30_and_31(name: str, test: str) -> None:
    assert check(examples()[name]).faults == ()
    found = next(item for item in outcomes(examples()[name]) if item["outcome"] == "comparable")
    assert (found["value"], found.get("test", "")) == ("yes" if test else "no", test)


def test_the_cases_of_the_examples_are_no_others() -> None:
    """A case called an example of Law 27 by its number stands in the table, so that none is left out of the count."""
    listed = {name for cases in NUMBERED.values() for name in cases}
    numbered = {name for name in examples() if name.startswith("27-ex") and int(name[5:7]) < 20}
    assert numbered == listed
