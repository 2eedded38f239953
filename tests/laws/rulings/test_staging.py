"""Staged tables: in every edition, one for each path or the reason why there is none."""

from __future__ import annotations

import pytest

from laws.rulings.coverage import coverage, editions_with_procedures
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, rule
from laws.rulings.record import parse_record
from laws.rulings.staging import impossible, searching, stage, staged

EDITION = "rubber-2014"


@pytest.mark.parametrize("slug", editions_with_procedures())
def test_every_path_of_an_edition_has_a_table_or_a_reason(slug: str) -> None:
    for item in coverage([], slug):
        cannot = sum(number for _, number in item.impossible)
        assert [path.receipt()["path"] for path in item.gaps] == []
        assert item.generated == item.paths - cannot


def test_every_procedure_with_paths_is_staged() -> None:
    for slug, edition in EDITIONS.items():
        assert set(staged(slug)) == {number for number, rule in edition.procedures.items() if not rule.entry}


def test_what_is_called_impossible_is_taken_by_no_table_of_the_stock() -> None:
    """The reasons are not a way out: trying the tables for these paths finds none."""
    for procedure in ("31", "33"):
        paths = {path.usual_path for path in explore(procedure, EDITION)}
        cannot = {path for path in paths if impossible(procedure, dict(path), EDITION)}
        for table in searching._stock(procedure, EDITION):
            told = {**table, "procedure": procedure, "edition": EDITION}
            assert list(searching._paths_of(told, {}, cannot)) == []


def test_a_found_table_is_ruled_on_along_its_path_and_stays_the_same() -> None:
    path = explore("27", EDITION)[7]
    table = stage("27", dict(path.usual_path), EDITION)
    ruling = rule(parse_record(table))
    assert (ruling.edition, ruling.usual_path) == (EDITION, path.usual_path)
    backwards = dict(reversed(path.usual_path))
    searching._shown.cache_clear()
    assert stage("27", backwards, EDITION) == table


@pytest.mark.parametrize(
    ("procedure", "edition"), [("99", "duplicate-2017"), ("27", "duplicate-1997")], ids=["law", "edition"]
)
def test_what_is_not_staged_is_said(procedure: str, edition: str) -> None:
    with pytest.raises(LookupError, match=f"no tables are staged for Law {procedure} of {edition}"):
        stage(procedure, {}, edition)
    assert impossible(procedure, {}, edition) == ""


def test_facts_that_no_table_shows_are_refused() -> None:
    with pytest.raises(LookupError, match="no table of the stock shows this path of Law 27"):
        stage("27", {"out_of_rotation": "perhaps"}, EDITION)
