"""What a body lays down about similar meanings, in a ruling: which tolerance decides, what the trace says, and the doubts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import jsonschema
import pytest

from laws.rulings.regulations import BadRegulation, parse_value
from laws.rulings.ruling import Ruling
from laws.rulings.schema import RECORD_SCHEMA
from tests.laws.rulings.tables import OPENING, has, ruled

OVERCALL = {"hcp": [10, 15], "suits": {"H": [5, 13]}}
SINCE = {"since": "2025-01-01", "source": "Regulations 2025, 7.3"}
STRICT = {"similar": {"value": {"points": 1, "cards": 0}, **SINCE}}
WIDE = {"similar": {"value": {"points": 5, "cards": 1, "share": "0"}, **SINCE}}
SAME = {"similar": {"value": {"points": 3, "cards": 1}, **SINCE}}


def overcalled(replacement: dict[str, Any] = OVERCALL, **fields: Any) -> Ruling:
    """South opens 1H out of turn, North opens 1D, East overcalls, and South bids 2H with this meaning."""
    told = {"withdrawn": OPENING, "replacement": replacement}
    return ruled(
        "S 1H", accepted=False, continued=["N 1D", "E 1S"], replacement="2H", meanings=told, date="2026-03-01", **fields
    )


def reason(ruling: Ruling, fact: str) -> str:
    """Why the trace says that a fact is so."""
    return str(next(step["reason"] for step in ruling.as_dict()["steps"] if step.get("fact") == fact))


def test_the_body_decides_what_is_similar() -> None:
    assert has(overcalled(), "comparable", value="yes", test="A1")
    assert has(overcalled(regulations=STRICT), "comparable", value="no")
    assert has(overcalled(regulations=STRICT), "partner_must_pass", extent="once")
    assert has(overcalled({"hcp": [7, 16], "suits": {"H": [5, 13]}}, regulations=WIDE), "comparable", value="yes")


@pytest.mark.parametrize(
    ("regulations", "doubts"), [(STRICT, True), (SAME, False), (None, False)], ids=["strict", "no difference", "usual"]
)
def test_a_doubt_shows_where_the_usual_tolerance_would_decide_otherwise(
    regulations: dict[str, Any] | None, doubts: bool
) -> None:
    ruling = overcalled(regulations=regulations or {})
    assert any("its own tolerance decides here" in doubt.words for doubt in ruling.doubted) is doubts


def test_a_regulation_that_has_not_begun_decides_nothing() -> None:
    told = {"withdrawn": OPENING, "replacement": OVERCALL}
    fields: dict[str, Any] = {"accepted": False, "continued": ["N 1D", "E 1S"], "replacement": "2H", "meanings": told}
    before = ruled("S 1H", date="2024-12-31", regulations=STRICT, **fields)
    assert has(before, "comparable", value="yes", test="A1")
    assert not any("its own tolerance" in doubt.words for doubt in before.doubted)


def test_the_trace_names_the_reason_and_whose_tolerance_it_was() -> None:
    assert "and what differs is small:" in reason(overcalled(), "similar")
    assert "No number stands in Law 23" in reason(overcalled(), "similar")
    told = reason(overcalled(regulations=STRICT), "similar")
    assert told.startswith(
        "Beyond the 1 point and 0 cards that the regulations allow: the replacement shows 10 to 15 points"
    )
    assert told.endswith("(Regulations 2025, 7.3)")
    assert "shows at least 12." in reason(overcalled(regulations=STRICT), "subset")
    assert (
        reason(overcalled(regulations=STRICT), "same_purpose") == "Neither call is described as asking for something."
    )


def test_without_meanings_there_is_no_reason_to_name() -> None:
    ruling = ruled(
        "S 1H", accepted=False, continued=["N 1D", "E 1S"], replacement="2H", findings={"comparable": "same_or_similar"}
    )
    assert not any("reason" in step for step in ruling.as_dict()["steps"])


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (0.5, r"value: expected points, cards and share"),
        ({"points": 2}, r"value\.cards: expected a number from 0 to 13"),
        ({"points": -1, "cards": 1}, r"value\.points: expected a number from 0 to 37"),
        ({"points": True, "cards": 1}, r"value\.points: expected a number"),
        ({"points": 2, "cards": 1, "share": 1}, r"value\.share: expected a fraction from 0 and below 1"),
        ({"points": 2, "cards": 1, "share": "most"}, r"value\.share: expected a fraction"),
        ({"points": 2, "cards": 1, "shape": 1}, r"value\.shape: unknown field; known are points, cards, share"),
    ],
)
def test_a_tolerance_that_is_none_is_refused_naming_the_field(value: Any, path: str) -> None:
    with pytest.raises(ValueError, match=rf"^record\.regulations\.similar\.{path}"):
        overcalled(regulations={"similar": {"value": value, **SINCE}})


@pytest.mark.parametrize("value", ["1/4", "0.25", 0.25, " 1/4 ", "25/100", ".25"], ids=str)
def test_a_plain_fraction_is_read(value: Any) -> None:
    assert parse_value("logical_alternative", value, "value") == Fraction(1, 4)


@pytest.mark.parametrize("value", [1, "1", 1.0, "1.0"], ids=str)
def test_a_whole_is_a_fraction_too(value: Any) -> None:
    assert parse_value("logical_alternative", value, "value") == 1


@pytest.mark.parametrize(
    "value",
    [
        "1e999999999",
        "1e-999999999",
        1e300,
        1e-9,
        float("nan"),
        "1_0/4_0",
        "١/٤",
        "1/0",
        "1/" + "9" * 50,
        "0." + "1" * 100,
        10**5000,
        "",
    ],
    ids=lambda value: str(value)[:12] if isinstance(value, str) else type(value).__name__,
)
def test_what_is_no_plain_fraction_is_refused_at_once(value: Any) -> None:
    with pytest.raises(BadRegulation, match=r"^value: expected a fraction such as 1/4, 0\.2 or 1, not .{0,60}$"):
        parse_value("logical_alternative", value, "value")


def test_a_tolerance_fits_the_schema_of_a_record() -> None:
    """So that another program may send a body's own: an object, where other regulations are a number or a yes or no."""
    validator = jsonschema.Draft202012Validator(RECORD_SCHEMA)
    for told in (STRICT, WIDE, {"logical_alternative": {"value": "1/4", **SINCE}}):
        validator.validate({"dealer": "S", "auction": ["S 1H"], "regulations": told})
    for value in ({"points": 2}, {"points": 38, "cards": 1}, {"points": 2, "cards": 1, "shape": 1}):
        with pytest.raises(jsonschema.ValidationError):
            validator.validate({"dealer": "S", "regulations": {"similar": {"value": value, **SINCE}}})


# -- other doubts of Laws 23 and 27 ------------------------------------------------------------------------------------


def test_a_short_suit_made_good_by_a_long_one_shows_a_doubt() -> None:
    """27B1(a) asks for the denomination; the notes find the fit of two cards and four imperfect."""
    told = {"withdrawn": {"hcp": [10, 20], "suits": {"C": "2+"}}, "replacement": {"hcp": "10+", "suits": {"C": "4+"}}}
    ruling = ruled("N 1D, E P, S 1C", accepted=False, replacement="2C", meanings=told)
    assert "27B1(a)" in ruling.citations
    assert has(ruling, "no_further_rectification")
    assert any(doubt.provision == "27B1(a)" for doubt in ruling.doubted)
    told["withdrawn"] = {"hcp": [10, 20], "suits": {"C": "3+"}}
    assert ruled("N 1D, E P, S 1C", accepted=False, replacement="2C", meanings=told).doubted == ()


def test_shortage_is_not_the_same_denomination_as_length() -> None:
    told = {
        "withdrawn": {"hcp": [12, 20], "suits": {"D": [0, 1]}, "artificial": True},
        "replacement": {"hcp": [12, 20], "suits": {"D": "4+"}},
    }
    ruling = ruled("N 1H, E 2S, S 2D", accepted=False, replacement="3D", meanings=told)
    assert ("lowest_same", False) in ruling.path


def test_an_accepted_second_insufficient_bid_leaves_the_first_in_doubt() -> None:
    ruling = ruled("N 2S, E 1H", accepted=False, attempted=["2H"], attempt_accepted=True)
    assert has(ruling, "call_stands", call="2H")
    assert any("16C2 or 26B still applies" in doubt.words for doubt in ruling.doubted)


# -- help from the infraction (23C, 27D) -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("finding", "kind"), [(None, "possible"), ("open", "possible"), ("unaided", "none"), ("assisted", "assigned")]
)
@pytest.mark.parametrize("law", ["23C", "27D"])
def test_the_score_follows_what_the_director_finds_after_play(finding: str | None, kind: str, law: str) -> None:
    findings: dict[str, Any] = {"assisted": finding} if finding else {}
    if law == "27D":
        ruling = ruled("N 1S, E 1H", accepted=False, replacement="2H", findings=findings)
    else:
        ruling = overcalled(findings=findings)
    kinds = [item["kind"] for item in ruling.outcomes if item["outcome"] == "adjusted_score"]
    assert kinds == [kind]
    assert has(ruling, "adjusted_score", law=law)
    assert ("12C1(b)" in ruling.citations) is (kind == "assigned")


def test_two_meanings_are_enough_for_law_23() -> None:
    """Without an auction, and without a word on which calls they were."""
    told = {"withdrawn": {"hcp": [10, 20], "suits": {"H": "5+"}}, "replacement": {"hcp": [6, 10], "suits": {"H": "6+"}}}
    ruling = ruled(meanings=told)
    assert ruling.procedure == "23"
    assert has(ruling, "comparable", value="no")
    told["replacement"] = {"hcp": [16, 20], "suits": {"H": [6, 6]}}
    assert has(ruled(meanings=told), "comparable", value="yes", test="A2")
