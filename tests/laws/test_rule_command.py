"""`manage.py rule`: what a director or a program gets from the command line."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from django.conf import settings
from django.core.management import CommandError, call_command

from laws.cases.vocabulary import vocabulary
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import rule
from laws.rulings.schema import RECORD_SCHEMA, RULING_SCHEMA
from tests.laws.rulings.tables import all_cases
from tests.walking import faults

RECORD = {"dealer": "E", "auction": ["E 1S", "S 1H"], "accepted": False, "replacement": "2H", "assume": "usual"}
CASE = {
    "id": "mine",
    "record": RECORD,
    "expect": [{"outcome": "no_further_rectification", "law": "27B1(a)"}],
    "cites": ["27B1(a)"],
}


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def written(data: object) -> str:
        path = tmp_path / "given.yaml"
        path.write_text(data if isinstance(data, str) else yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        return str(path)

    return written


def run(*arguments: str, **options: Any) -> str:
    told = io.StringIO()
    call_command("rule", *arguments, stdout=told, **options)
    return told.getvalue()


def test_a_finding_without_use_is_refused_by_name(file: Any) -> None:
    with pytest.raises(CommandError, match=r"record\.findings\.rho_passes: Law 27 does not ask") as refused:
        run(file({**RECORD, "findings": {"rho_passes": True}}))
    assert refused.value.returncode == 2


def test_what_was_not_needed_of_the_table_is_told(file: Any) -> None:
    record = {**RECORD, "contract": "4S", "hands": {"S": "32.AQJ98.K32.432"}}
    assert "Was not used: contract, hands" in run(file(record))
    assert json.loads(run(file(record), "--json"))["not_used"] == ["contract", "hands"]


def test_it_says_what_was_taken_as_natural(file: Any) -> None:
    assert "(taken for granted: 1♥ shows hearts and 2♥ shows hearts" in run(file(RECORD))


@pytest.mark.parametrize("data", [RECORD, CASE, [CASE]], ids=["record", "case", "cases"])
def test_it_says_each_step_with_its_provision(file: Any, data: object) -> None:
    told = run(file(data))
    assert "27A1         Does West accept 1♥? no" in told
    assert "27B1(a)      -> 2♥ stands." in told
    assert "Receipt: 27/" in told


def test_it_draws_the_auction_before_it_rules(file: Any) -> None:
    drawn = "West  North  East  South\n             1♠    1♥ (insufficient, cancelled)\n                   2♥\n\n"
    assert run(file(RECORD)).startswith(drawn)
    assert run(file({"dealer": "N", "story": [{"N": "1H"}, {"E": "P"}]})).startswith("West  North  East  South\n")


def test_it_says_what_is_still_to_be_asked(file: Any) -> None:
    told = run(file({"dealer": "E", "auction": ["E 1S", "S 1H"]}))
    assert "27A1         ?? Does West accept 1♥?" in told


def test_json_follows_the_schema(file: Any) -> None:
    ruling = json.loads(run(file(RECORD), "--json"))
    jsonschema.validate(ruling, RULING_SCHEMA)
    assert ruling["complete"]
    assert "27B1(a)" in ruling["citations"]
    assert ruling["untaken"]


def test_the_schemas_are_printed() -> None:
    assert json.loads(run("--schema", "record")) == RECORD_SCHEMA
    assert json.loads(run("--schema", "ruling")) == RULING_SCHEMA


def test_the_cases_of_this_project_pass_and_their_coverage_is_told() -> None:
    told = run(check=str(settings.BASE_DIR / "tests" / "cases"), uncovered=True)
    assert told.splitlines()[-1].endswith(" passed, 0 failed")
    assert "Law 27  Insufficient bid:" in told
    assert "    no case: 27/" in told
    assert "Disputed" in told


def test_the_coverage_of_an_edition_names_what_is_impossible_and_leaves_nothing_out() -> None:
    told = run(check=str(settings.BASE_DIR / "tests" / "cases"), edition="duplicate-2017")
    assert "duplicate-2007" not in told
    assert re.search(r"Insufficient bid: 61 paths: \d+ by cases, 53 by generated tables, 8 impossible, 0 neither", told)
    assert "    impossible (7): before anybody has called there is no bid for this one to be insufficient over" in told
    assert "\n0 paths that neither a case nor a generated table takes\n" in told


def test_the_coverage_of_an_unknown_edition_is_refused() -> None:
    with pytest.raises(CommandError, match="unknown edition 'duplicate-1997'; expected duplicate-2017"):
        run(check=str(settings.BASE_DIR / "tests" / "cases"), edition="duplicate-1997")


def test_a_case_that_fails_is_named_and_the_exit_code_is_one(file: Any) -> None:
    wrong = CASE | {"expect": [{"outcome": "partner_must_pass", "extent": "once"}], "cites": ["31A1"]}
    told = io.StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("rule", check=file([wrong]), stdout=told)
    assert stopped.value.code == 1
    assert "given.yaml:11: FAILED mine: expected outcome partner_must_pass, extent once" in told.getvalue()
    assert "given.yaml:13: FAILED mine: does not rest on 31A1" in told.getvalue()


REFUSED = {
    "an unknown seat": (RECORD | {"dealer": "Q"}, "record.dealer: 'Q' is not a seat; expected N, E, S or W"),
    "an illegal call text": (
        RECORD | {"auction": ["E 1X"]},
        "record.auction[0].call: '1X' is not a call; expected P, X, XX",
    ),
    "fourteen cards": (RECORD | {"hands": {"S": "AKQJT.AKQJ.AKQ.AK"}}, "record.hands.S: 14 cards; expected 13"),
    "an unknown field": (RECORD | {"dealr": "N"}, "record.dealr: unknown field"),
    "an unknown edition": (RECORD | {"edition": "duplicate-1997"}, "unknown edition 'duplicate-1997'"),
    "an empty list": ([], "an empty list; expected a record"),
    "no YAML": ("dealer: [", "expected"),
}


@pytest.mark.parametrize(("data", "message"), REFUSED.values(), ids=REFUSED)
def test_bad_input_names_the_field_and_ends_with_two(file: Any, data: object, message: str) -> None:
    told = io.StringIO()
    with pytest.raises(CommandError) as refused:
        call_command("rule", file(data), stdout=told)
    assert message in str(refused.value)
    assert refused.value.returncode == 2
    assert told.getvalue() == "", "nothing is written"


def test_every_fault_of_a_case_to_rule_on_is_told(file: Any) -> None:
    wrong = CASE | {"cites": ["27B9"], "expect": [{"outcome": "call_stand"}]}
    with pytest.raises(CommandError) as refused:
        run(file([wrong]))
    assert "given.yaml:11: mine: expect[0].outcome: unknown outcome call_stand" in str(refused.value)
    assert "given.yaml:13: mine: cites[0]: unknown provision 27B9" in str(refused.value)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["nowhere.yaml"], "nowhere.yaml cannot be read: No such file"), ([], "name a FILE to rule on")],
    ids=["no such file", "no file named"],
)
def test_without_a_file_it_ends_with_two(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message) as refused:
        run(*arguments)
    assert refused.value.returncode == 2


def test_bad_cases_fail_alone_and_all_faults_are_told(file: Any) -> None:
    text = """\
- id: no-such-outcome
  record: {dealer: E, auction: ["E 1S", "S 1H"], accepted: false, replacement: "2H"}
  expect:
    - {outcome: call_stand}
- id: fine
  record: {dealer: E, auction: ["E 1S", "S 1H"], accepted: false, replacement: "2H"}
  expect:
    - {outcome: call_stands, call: "2H"}
- id: two-faults
  levl: club
  record: {dealer: Q, auction: ["E 1S", "S 1H"]}
- id: fine
  record: {dealer: E, auction: ["E 1S", "S 1H"]}
"""
    told = io.StringIO()
    with pytest.raises(SystemExit) as stopped:
        call_command("rule", check=file(text), stdout=told)
    assert stopped.value.code == 1
    lines = told.getvalue().splitlines()
    for line, begins in zip(
        lines[:4],
        (
            "given.yaml:4: UNREADABLE no-such-outcome: expect[0].outcome: unknown outcome call_stand; is call_stands or ",
            "given.yaml:10: UNREADABLE two-faults: unknown key levl; is level meant?; known are id, topic, kind, level, ",
            "given.yaml:11: UNREADABLE two-faults: record.dealer: 'Q' is not a seat; expected N, E, S or W",
            "given.yaml:12: UNREADABLE fine: this id is used twice",
        ),
        strict=True,
    ):
        assert line.startswith(begins)
    assert lines[-1] == "1 passed, 3 failed (3 could not be read, with 4 faults)"


class TestWhatAProcedureKnows:
    def test_facts_answers_and_outcomes_are_listed(self) -> None:
        told = run("--facts", "27")
        assert told.startswith("Law 27, ")
        assert "  lho_accepts: false | true\n      Does offender's LHO accept" in told
        listened = told.partition("Matters only")[2]
        assert "  remarked: false | true" in listened
        assert "suits_specified: " in listened
        decided = told.partition("Outcomes, ")[2]
        assert re.search(r"^  \{outcome: partner_must_pass, extent: .*throughout", decided, re.MULTILINE)
        assert "  {outcome: no_right, to: see below, who: N | E | S | W" in decided
        assert "\n  know_intention (no_right)\n      Be told what the offender meant by the irregular call" in decided

    def test_whom_a_record_has_to_name_is_told(self) -> None:
        assert "\nThe record names: player\n" in run("--facts", "9")
        assert "The record names" not in run("--facts", "27")

    def test_what_settles_the_tests_of_23a_at_once_is_listed(self) -> None:
        assert "\n  comparable: same_or_similar | is_subset | same_purpose | no\n" in run("--facts", "23")
        assert "\n  comparable: " not in run("--facts", "9")

    @pytest.mark.parametrize("edition", sorted(EDITIONS))
    def test_whatever_a_case_states_and_every_ruling_decides_is_among_them(self, edition: str) -> None:
        """Or it would not tell whoever writes a case what there is."""
        known = {number: vocabulary(number, edition) for number in EDITIONS[edition].procedures}
        with faults() as found:
            for case in all_cases():
                for part in case.parts:
                    if part.record.edition != edition:
                        continue
                    ruling = rule(part.record)
                    words = known[ruling.procedure]
                    with found.at(f"{case.id} {part.label}"):
                        asked = {step.fact.id for step in ruling.asked}
                        assert asked <= {fact.id for fact in (*words.asked, *words.incidental)}
                        for outcome in ruling.outcomes:
                            keys = outcome.keys() - {"outcome", "provision"}
                            assert keys <= words.decided[outcome["outcome"]].keys()

    def test_a_law_without_a_procedure_is_named(self) -> None:
        with pytest.raises(CommandError, match="99") as refused:
            run("--facts", "99")
        assert refused.value.returncode == 2
