"""The ruling cases of this project: all of them can be read, and every one passes."""

from __future__ import annotations

from laws.cases.case import RulingCase
from laws.cases.comparing import check
from laws.cases.files import read_path
from tests.laws.rulings.tables import CASES, all_cases
from tests.walking import walks


def test_nothing_in_the_files_is_unknown() -> None:
    cases, faults = read_path(CASES)
    assert [str(fault) for fault in faults] == []
    assert len(cases) > 500
    assert not [case.id for case in cases if "facts" in case.written], "a loose one is for collections of others"


@walks("case", all_cases, ids=lambda case: case.id)
def test_the_engine_rules_as_the_case_expects(case: RulingCase) -> None:
    """A disputed one too: the file says that the sources allow another reading, and its ruling must show a doubt."""
    assert [str(fault) for fault in check(case).faults] == []


def test_ids_are_unique_over_all_files() -> None:
    ids = [case.id for case in all_cases()]
    assert len(ids) == len(set(ids))


@walks("case", all_cases, ids=lambda case: case.id)
def test_every_case_is_complete_for_a_reader(case: RulingCase) -> None:
    assert case.written["situation"]
    assert case.written["question"]
    assert case.written["why"]
    assert case.written["level"]
    assert all(question.expect or question.absent for question in case.questions[:-1])
    assert all(question.cites for question in case.questions[:-1])
