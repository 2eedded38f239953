"""A ruling as data: receipt, obligations, words, round trip."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

from laws.cases.case import RulingCase
from laws.rulings.contrasts import untaken
from laws.rulings.readers import explore, rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import ENGINE_VERSION, Obligation
from laws.rulings.schema import RECORD_SCHEMA, RULING_SCHEMA
from tests.laws.rulings.tables import OPENING, PROCEDURES, WEAK, all_cases, ruled
from tests.laws.rulings.test_record import FULL
from tests.walking import walks

SCHEMA = jsonschema.Draft202012Validator(RECORD_SCHEMA)

NOT_COMPARABLE: dict[str, Any] = {
    "accepted": False,
    "replacement": "P",
    "meanings": {"withdrawn": OPENING, "replacement": WEAK},
}


# -- receipt -----------------------------------------------------------------------------------------------------------


def test_equal_facts_give_equal_receipts() -> None:
    assert ruled("N 1S, E 1H", **NOT_COMPARABLE).receipt() == ruled("N 1S, E 1H", **NOT_COMPARABLE).receipt()


def test_where_the_seats_are_is_no_fact_of_the_law() -> None:
    """Round the table and in another suit: the same facts, the same digest; the ruling's words differ."""
    one, other = ruled("N 1S, E 1H", accepted=True), ruled("S 1D, W 1C", "S", accepted=True)
    assert one.receipt() == other.receipt()
    assert one.say() != other.say()


def test_another_answer_gives_another_digest() -> None:
    digests = {path.facts_digest for law in PROCEDURES for path in explore(law)}
    assert len(digests) == sum(len(explore(law)) for law in PROCEDURES)


def test_a_receipt_says_how_it_came_about_and_not_when() -> None:
    receipt = ruled("N 1S, E 1H", accepted=True).receipt()
    assert set(receipt) == {"engine", "edition", "facts", "path"}
    assert receipt["engine"] == ENGINE_VERSION
    assert receipt["path"] == "27/out_of_rotation=no/lho_called=no/replaced_early=no/lho_accepts=yes"
    assert len(receipt["facts"]) == 64


# -- plain data --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("auction", "fields"),
    [
        ("N 1S, E 1H", {}),
        ("N 1S, E 1H", NOT_COMPARABLE),
        ("N 1S, E 1H", {"accepted": True, "says_accept": ["N"]}),
        ("E 1H", {"accepted": False, "continued": ["N 1S"]}),
        ("N 1S, E P, W P, N P", {}),
        ("E X", {}),
    ],
)
def test_a_ruling_survives_json_and_fits_its_schema(auction: str, fields: dict[str, Any]) -> None:
    ruling = ruled(auction, **fields)
    data = ruling.as_dict(untaken(ruling))
    assert json.loads(json.dumps(data)) == data
    jsonschema.validate(data, RULING_SCHEMA)
    assert data["complete"] is ruling.complete
    assert (data["pending"] is None) is ruling.complete
    assert len(data["steps"]) == len(ruling.steps)


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_every_explored_path_fits_the_schema(procedure: str) -> None:
    validator = jsonschema.Draft202012Validator(RULING_SCHEMA)
    for path in explore(procedure):
        validator.validate(json.loads(json.dumps(path.as_dict())))


def test_a_whole_record_fits_its_schema() -> None:
    """The parser also takes full names of seats, dashes for unknown hands and small letters; programs write it plainly."""
    jsonschema.Draft202012Validator.check_schema(RECORD_SCHEMA)
    meanings = {key.upper() if key[0].isdigit() else key: value for key, value in FULL["meanings"].items()}
    jsonschema.validate(
        {**FULL, "hands": {"S": FULL["hands"]["S"]}, "declarer": "W", "meanings": meanings}, RECORD_SCHEMA
    )


@walks("case", all_cases, ids=lambda case: case.id)
def test_every_record_of_the_cases_fits_the_schema(case: RulingCase) -> None:
    for part in case.parts:
        SCHEMA.validate(part.record.source)


@pytest.mark.parametrize(
    "wrong",
    [{"dealer": "Q"}, {"auction": "N 1S"}, {"auction": [{"by": "N"}]}, {"accepted": "no"}, {"colour": 1}, {"lead": {}}],
    ids=str,
)
def test_the_schema_refuses_what_the_parser_refuses(wrong: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"dealer": "N", **wrong}, RECORD_SCHEMA)
    with pytest.raises(ValueError, match="record"):
        parse_record({"dealer": "N", **wrong})


# -- what is left for later --------------------------------------------------------------------------------------------


def test_obligations_name_the_player() -> None:
    found = ruled("N 1S, E 1H", **NOT_COMPARABLE).obligations
    assert found == (
        Obligation("W", "must_pass", "throughout"),
        Obligation("W", "lead_restriction", "first turn to lead"),
    )


def test_obligations_name_the_player_without_an_auction_too() -> None:
    found = ruled(offender="E", declarer="S", findings={"replaced_comparably": False}, lead={"occasion": "first"})
    assert Obligation("W", "lead_restriction", "first turn to lead") in found.obligations


def test_an_obligation_is_told_once() -> None:
    lead = {"occasion": "first", "forbidden": "C"}
    found = ruled("N 1S, E 1H", **NOT_COMPARABLE, declarer="S", lead=lead).obligations
    assert [item.kind for item in found].count("lead_restriction") == 1
    assert len(set(found)) == len(found)


def test_an_obligation_can_be_put_into_the_next_record() -> None:
    """A player silenced by one ruling is in `must_pass` of the next: his RHO need not wait for him (28A)."""
    silenced = ruled("N 1S, E 1H", **NOT_COMPARABLE).obligations[0]
    later = ruled("N 1S, E P, S 2S, N 3S", must_pass={silenced.player: silenced.extent})
    assert "28A" in later.citations


# -- words -------------------------------------------------------------------------------------------------------------


def test_what_the_director_says_is_the_ruling_in_the_order_of_the_law() -> None:
    said = ruled("N 1S, E 1H", **NOT_COMPARABLE, declarer="W").say()
    places = [
        said.index(piece) for piece in ("South does not accept 1♥.", "It is cancelled.", "West, you must pass for")
    ]
    assert places == sorted(places)
    assert said.endswith("I may adjust the score.")


def test_what_is_said_is_said_once() -> None:
    for law in PROCEDURES:
        for path in explore(law):
            sentences = [one for one in path.say().rstrip(".").split(". ") if not one.startswith("It ")]
            assert len(sentences) == len(set(sentences)), path.receipt()["path"]


def test_every_step_has_its_provision() -> None:
    data = ruled("N 1S, E 1H", **NOT_COMPARABLE).as_dict()
    assert all(step["provision"] for step in data["steps"])
    assert [step["provision"] for step in data["steps"] if step.get("effect") == "partner_must_pass"] == ["27B2"]
    assert list(dict.fromkeys(step["provision"] for step in data["steps"])) == data["citations"]


def test_a_pending_question_says_whom_to_ask() -> None:
    pending = ruled("N 1S, E 1H").as_dict()["pending"]
    assert pending["question"] == "Does South accept 1♥?"
    assert pending["ask"] == "S"
    assert pending["answers"] == [False, True]


def test_a_judgement_says_what_to_find_out() -> None:
    pending = ruled("N 1S, E 1H", accepted=False, replacement="P").as_dict()["pending"]
    assert pending["ask"] is None
    assert "methods" in pending["find_out"]


def test_rulings_on_one_record_are_independent() -> None:
    record = parse_record({"dealer": "N", "auction": ["N 1S", "E 1H"], "accepted": True})
    assert rule(record).as_dict() == rule(record).as_dict()


def test_a_doubtful_reading_is_part_of_the_trace_and_cited() -> None:
    record = {"dealer": "N", "auction": ["N 1H", "E P", "S P", "N P"]}
    ruling = rule(parse_record(record))
    assert [step.provision for step in ruling.doubted] == ["17D3", "17D3"]
    written = [step for step in ruling.as_dict()["steps"] if "doubt" in step]
    assert written == [{"provision": "17D3", "doubt": ruling.words(step.words)} for step in ruling.doubted]
    assert "minute" not in ruling.say(), "what is doubtful is for the reader of the trace, not for the table"
