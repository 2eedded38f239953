"""Contrasts: the ruling if one fact, or the edition of the law, were otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.contrasts import contrast, difference, editions_of, flips_of, same_subject, subjects, untaken
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, rule
from tests.laws.rulings.tables import OPENING, PROCEDURES, WEAK, record

CHEAPEST: dict[str, Any] = {"accepted": False, "replacement": "2H"}


@pytest.mark.parametrize("procedure", PROCEDURES)
def test_flipping_a_fact_gives_another_path(procedure: str) -> None:
    for path in explore(procedure):
        for other in contrast(path):
            assert other.value != other.was
            assert dict(path.path)[other.fact.id] == other.was
            assert dict(other.ruling.path)[other.fact.id] == other.value
            assert other.ruling.path != path.path
            before = [fact for fact, _ in path.path].index(other.fact.id)
            assert other.ruling.path[:before] == path.path[:before]


@pytest.mark.parametrize("procedure", [law for law in PROCEDURES if law != "17"])
def test_every_fact_of_every_path_can_be_flipped(procedure: str) -> None:
    for path in explore(procedure):
        flipped = {(other.fact.id, other.value) for other in contrast(path)}
        assert flipped == {
            (step.fact.id, value) for step in path.asked for value in step.fact.values if value != step.value
        }


def test_a_contrast_keeps_the_table() -> None:
    ruling = rule(record("N 1S, E 1H", **CHEAPEST))
    accepted = next(other for other in contrast(ruling) if other.fact.id == "lho_accepts")
    assert accepted.ruling.situation is ruling.situation
    assert accepted.provision == "27A1"
    assert "South accepts 1♥." in accepted.ruling.say()


UNUSUAL = [
    pytest.param({"says_accept": ["N"]}, id="a-wish-of-the-wrong-player"),
    pytest.param({"remark": "oh"}, id="a-remark"),
    pytest.param({"declarer": "W"}, id="the-offenders-declare"),
    pytest.param({"intended": "1H"}, id="a-claim-refused"),
    pytest.param({"declarer": "S", "lead": {"occasion": "first"}}, id="at-the-lead"),
]


@pytest.mark.parametrize("unusual", UNUSUAL)
def test_an_unusual_fact_does_not_stop_the_contrasts(unusual: dict[str, Any]) -> None:
    """A wish spoken aloud, a claim refused or a remark changes nothing in the questions that follow."""
    fields: dict[str, Any] = {**CHEAPEST, "replacement": "3H", **unusual, "findings": {"comparable": "no"}}
    ruling = rule(record("N 1S, E 1H", **fields))
    assert ruling.complete
    usual = {step.fact.id for step in rule(record("N 1S, E 1H", **{**fields, **dict.fromkeys(unusual)})).asked}
    assert {other.fact.id for other in contrast(ruling)} == usual


def test_the_branches_not_taken_are_told_with_their_first_decision() -> None:
    ruling = rule(record("N 1S, E 1H", **CHEAPEST))
    branches = {(item["fact"], item["answer"]): item for item in untaken(ruling)}
    assert branches["lho_accepts", True]["words"] == "1♥ stands"
    assert branches["lho_accepts", True]["provision"] == "27A1"
    assert branches["lowest_same", False]["provision"].startswith("27B")
    assert ("lho_accepts", False) not in branches, "that is the branch taken"


def test_a_branch_not_taken_is_listed_once() -> None:
    fields: dict[str, Any] = {
        "accepted": False,
        "replacement": "P",
        "meanings": {"withdrawn": OPENING, "replacement": WEAK},
    }
    found = untaken(rule(record("N 1S, E 1H", **fields)))
    assert len(found) == len({tuple(sorted(item.items())) for item in found})
    assert found


def test_a_contrast_keeps_what_was_unusual() -> None:
    """The remark was made whatever West decides about the bid."""
    ruling = rule(record("N 1S, E 1H", **CHEAPEST, remark="oh"))
    for other in contrast(ruling):
        assert ("remarked", True) in other.ruling.path


# -- editions ----------------------------------------------------------------------------------------------------------

ARTIFICIAL: dict[str, Any] = {
    "accepted": False,
    "replacement": "3C",
    "meanings": {
        "withdrawn": {"hcp": [6, 10], "suits": {"H": [5, 13]}},
        "replacement": {"hcp": [13, 40], "suits": {"H": [5, 13]}, "artificial": True},
    },
}


def test_the_own_edition_comes_first_and_every_other_once() -> None:
    found = editions_of(record("E 2NT, S 2H", dealer="E", edition="duplicate-2007", **ARTIFICIAL))
    assert found[0].edition == "duplicate-2007"
    assert not found[0].difference
    assert sorted(item.edition for item in found) == sorted(EDITIONS)


def test_the_difference_between_editions_is_told_both_ways() -> None:
    now = editions_of(record("E 2NT, S 2H", dealer="E", **ARTIFICIAL))
    then = editions_of(record("E 2NT, S 2H", dealer="E", edition="duplicate-2007", **ARTIFICIAL))
    before = next(item for item in now if item.edition == "duplicate-2007").difference
    after = next(item for item in then if item.edition == "duplicate-2017").difference
    assert ("North must pass for the rest of the auction", "27B2") in before.becomes
    assert ("North must pass for the rest of the auction", "27B2") in after.instead_of
    assert [words for words, _ in before.becomes] == [words for words, _ in after.instead_of]


def test_another_number_for_the_same_decision_is_no_difference() -> None:
    fields: dict[str, Any] = {"accepted": True}
    here = rule(record("N 1S, E 1H", **fields))
    rubber = rule(record("N 1S, E 1H", edition="rubber-2014", **fields))
    assert here.citations != rubber.citations
    assert not difference(here, rubber)


def test_the_day_of_play_does_not_bind_the_other_editions() -> None:
    found = editions_of(record("N 1S, E 1H", date="2024-05-01", **CHEAPEST))
    assert all("in force" not in item.why for item in found)
    assert next(item for item in found if item.edition == "duplicate-2007").ruling is not None


def test_a_law_that_has_moved_is_found_under_its_other_number() -> None:
    fields: dict[str, Any] = {"procedure": "16C", "offender": "S", "findings": {"acted": False}}
    found = {item.edition: item for item in editions_of(record("N 1S, E P", **fields))}
    then = found["duplicate-2007"].ruling
    assert then is not None
    assert (then.procedure, then.title) == ("16D", "Information from withdrawn calls and plays")


def test_a_number_that_is_about_something_else_is_not_compared() -> None:
    fields: dict[str, Any] = {"replacement": "2H", "meanings": {"withdrawn": OPENING, "replacement": OPENING}}
    found = {item.edition: item for item in editions_of(record("", **fields))}
    assert found["duplicate-2017"].ruling is not None
    for other in ("duplicate-2007", "rubber-2014", "rubber-2014-club"):
        assert found[other].ruling is None
        assert found[other].why == f"nothing in {other} answers to Law 23 of duplicate-2017"


@pytest.mark.parametrize("row", subjects(), ids=str)
def test_each_moved_number_leads_back(row: dict[str, str]) -> None:
    for here, number in row.items():
        for there in set(EDITIONS) & {"duplicate-2017", "duplicate-2007", "rubber-2014"}:
            other = same_subject(number, here, there)
            if other is not None and list(row.values()).count("16") == 0:
                assert same_subject(other, there, here) == number


# -- the facts that decide ---------------------------------------------------------------------------------------------


def test_a_flip_keeps_what_the_record_tells() -> None:
    """3H is no longer the cheapest bid for hearts, but its meaning is still within that of the transfer."""
    fields: dict[str, Any] = {
        "accepted": False,
        "replacement": "3H",
        "meanings": {
            "withdrawn": {"hcp": [0, 40], "suits": {"H": [5, 13]}, "artificial": True},
            "replacement": {"hcp": [9, 40], "suits": {"H": [5, 13]}},
        },
    }
    facts = {flip.fact.id for flip in flips_of(rule(record("N 1NT, E 2S, S 2D", **fields)))}
    assert "lho_accepts" in facts
    assert "lowest_same" not in facts


def test_what_another_auction_would_have_shown_is_open() -> None:
    flips = flips_of(rule(record("N 1S, E 1H", **CHEAPEST)))
    turned = next(flip for flip in flips if flip.fact.id == "out_of_rotation")
    assert turned.ruling.pending is not None
    assert turned.ruling.pending.fact.id == "whose_turn"
    assert turned.difference.instead_of == ()


def test_every_flip_changes_something_or_asks() -> None:
    for path in explore("31"):
        for flip in flips_of(path):
            assert flip.value != flip.was
            assert flip.difference or flip.ruling.pending


def test_a_ruling_that_waits_has_no_flips() -> None:
    ruling = rule(record("N 1S, E 1H"))
    assert not ruling.complete
    assert flips_of(ruling) == []
