"""Facts as a reader writes them become the engine's record; nothing is decided on the way."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from laws.cases.files import read_text
from laws.cases.loose.auctions import record_from_facts, records_from_facts
from laws.cases.loose.topics import READERS
from laws.rulings.readers import rule, rule_of
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.seats import Seat
from tests.laws.cases.told import read, wrong

WIDE = {"hcp": [10, 20], "suits": {"H": [5, 13]}}
NARROW = {"hcp": [12, 15], "suits": {"H": [5, 13]}}


def test_a_case_in_the_looser_form_becomes_a_record() -> None:
    facts = {
        "dealer": "N",
        "vulnerability": "none",
        "auction": [{"by": "N", "call": "1S"}, {"by": "E", "call": "1H", "irregular": "insufficient"}],
        "offender": "E",
        "meanings": {"withdrawn": {"hcp": [12, 21], "suits": {"H": [5, 13]}, "purpose": "natural opening"}},
        "accepted": False,
        "replacement": "2H",
    }
    data = record_from_facts(facts)
    assert data["auction"] == [{"by": "N", "call": "1S"}, {"by": "E", "call": "1H"}]
    assert data["replacement"] == "2H"
    assert "offender" not in data, "the auction shows it"
    record = parse_record(data)
    assert record.withdrawn is not None
    assert record.withdrawn.artificial is None


@pytest.mark.parametrize(
    ("facts", "key", "value"),
    [
        ({"second_replacement_accepted": True}, "attempt_accepted", True),
        ({"actual_hand": "..."}, "deviates", True),
        ({"replacement_comparable": False}, "findings", {"replaced_comparably": False}),
        ({"offender": "E"}, "offender", "E"),
        ({"intended": "2H"}, "intended", "2H"),
        ({"contract": "3H", "declarer": "N"}, "contract", "3H"),
        ({"contract": {"level": 3}}, "contract", None),
        ({"offender": "E", "later_call_by_offender": "3C over 2S"}, "after", [{"by": "E", "call": "3C"}]),
    ],
)
def test_names_of_the_looser_form_are_brought_over(facts: dict[str, Any], key: str, value: Any) -> None:
    data = record_from_facts(facts)
    if value is None:
        assert not isinstance(data.get(key), str)
    else:
        assert data[key] == value


def test_the_next_call_belongs_to_the_auction() -> None:
    facts = {"auction": [{"by": "E", "call": "1H"}], "next_call": {"by": "S", "call": "1S"}, "dealer": "S"}
    assert record_from_facts(facts)["auction"] == [{"by": "E", "call": "1H"}, {"by": "S", "call": "1S"}]


@pytest.mark.parametrize(("intent", "over"), [("overcall", True), ("opening", False)])
def test_what_the_next_player_meant_is_kept(intent: str, over: bool) -> None:
    facts = {"auction": [{"by": "E", "call": "1H"}, {"by": "S", "call": "1S"}], "south_intent": intent}
    assert record_from_facts(facts)["auction"][-1]["over"] is over


def test_an_auction_written_to_its_end_is_divided() -> None:
    facts = {
        "dealer": "N",
        "auction": [
            {"by": "E", "call": "1H", "irregular": "out of rotation"},
            {"by": "N", "call": "1S"},
            {"by": "E", "call": "2H"},
            {"by": "S", "call": "P"},
        ],
        "turn_infringed": "RHO",
    }
    data = record_from_facts(facts)
    assert data["auction"] == [{"by": "E", "call": "1H"}]
    assert data["continued"] == [{"by": "N", "call": "1S"}]
    assert data["replacement"] == "2H"
    assert data["after"] == [{"by": "S", "call": "P"}]


def test_an_auction_that_stops_before_the_replacement_has_none() -> None:
    auction = [{"by": "E", "call": "1H", "irregular": "x"}, {"by": "N", "call": "P"}]
    data = record_from_facts({"dealer": "N", "auction": auction, "turn_infringed": "RHO"})
    assert data["continued"] == [{"by": "N", "call": "P"}]
    assert "replacement" not in data


@pytest.mark.parametrize(
    ("purpose", "asks", "artificial"),
    [
        ("asks for aces", "controls", None),
        ("asking for keycards", "controls", None),
        ("Stayman, asks for a four-card major", "majors", True),
        ("relay", "relay", None),
        ("transfer to hearts", None, True),
        ("artificial and strong", None, True),
        ("natural", None, None),
        ("", None, None),
    ],
)
def test_purposes_are_read_from_their_words(purpose: str, asks: str | None, artificial: bool | None) -> None:
    data = record_from_facts({"dealer": "N", "meanings": {"withdrawn": {"purpose": purpose}}})
    meaning = data["meanings"]["withdrawn"]
    assert (meaning.get("asks"), meaning.get("artificial")) == (asks, artificial)


def test_meanings_in_the_system_lose_their_prefix_and_free_words_are_left_out() -> None:
    meanings = {"system_2D": {"hcp": [6, 10]}, "replacement": "as agreed", "replacements": {"a": {}}}
    assert set(record_from_facts({"dealer": "N", "meanings": meanings})["meanings"]) == {"2D"}


def test_calls_of_one_moment_are_one_item_of_the_auction() -> None:
    facts = {"dealer": "E", "simultaneous": [{"by": "E", "call": "P"}, {"by": "S", "call": "1H"}]}
    assert record_from_facts(facts)["auction"] == [[{"by": "E", "call": "P"}, {"by": "S", "call": "1H"}]]


@pytest.mark.parametrize(
    ("words", "noticed"),
    [
        ("after the opening lead was faced", "play"),
        ("in the Clarification Period", "clarification"),
        ("in the Clarification Period, lead still face down", "clarification"),
        ("at once", None),
    ],
)
def test_when_it_was_noticed_is_read_from_its_words(words: str, noticed: str | None) -> None:
    data = record_from_facts({"dealer": "N", "discovered": words})
    assert data.get("noticed") == noticed
    assert ("findings" in data) is ("face down" in words)


def test_an_obligation_and_the_bid_against_it_are_read_from_a_sentence() -> None:
    facts = {"auction_note": "N obliged to pass once; N bids 2H, E (LHO) passes", "offender": "N", "obligation": "once"}
    data = record_from_facts(facts)
    assert data["auction"] == [{"by": "N", "call": "2H"}, {"by": "E", "call": "P"}]
    assert data["must_pass"] == {"N": "once"}
    assert data["dealer"] == "N"


def test_what_hand_types_cannot_hold_is_a_promise_in_words() -> None:
    either = [{"hcp": [6, 9], "denies": "four spades", "purpose": "weak"}, {"H": [5, 13]}]
    facts = {"replacement": "2H", "meanings": {"replacement": {"keycards": [0, 3], "alternatives": either}}}
    meaning = record_from_facts(facts)["meanings"]["replacement"]
    assert meaning["features"] == ["keycards [0, 3]"]
    assert meaning["alternatives"] == [{"hcp": [6, 9], "features": ["denies four spades"]}, {"H": [5, 13]}]
    assert parse_record({"dealer": "N", "replacement": "2H", "meanings": {"replacement": meaning}}).replacement


# -- cases that rest on findings ---------------------------------------------------------------------------------------

TOLD: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("dummy_prevents_irregularity", {"speaker": "N", "irregularity_committed": False}, {"does": "prevents"}),
    ("summoning_director", {"caller": "N", "attention_drawn_by": "S"}, {"does": "summons", "attention_drawn": True}),
    (
        "choice_without_consulting",
        {"chooser": "S", "hint": "accept"},
        {"what_happened": "a player chooses", "consulted": True},
    ),
    ("forfeited_rectification", {"gain_through_ignorance": False}, {"gained_by_ignorance": "nobody"}),
    ("own_misexplanation", {"explainer": "S", "realised": "during_auction"}, {"noticed_when": "in the auction"}),
    ("asking_for_explanations", {"wants_to_ask": "W", "own_turn": False}, {"at_turn": False}),
    (
        "psychic_call",
        {"partner_aware": False, "regulation": "none"},
        {"partner_aware": False, "psyche_restricted": False},
    ),
    ("system_card", {"turn": "N"}, {"card_when": "other turn"}),
    ("could_have_known", {"offender": "E", "gain": False}, {"advantage": "not gained"}),
    ("tempo_variation", {"hesitation_by": "E", "unintentional": True}, {"conduct": "manner", "deliberate": False}),
    ("deceptive_tempo", {"player": "W", "demonstrable_bridge_reason": True}, {"bridge_reason": True}),
    ("own_infraction", {"offender": "W", "established": True}, {"duty_to_speak": "no duty"}),
]


@pytest.mark.parametrize(("topic", "facts", "findings"), TOLD, ids=[line[0] for line in TOLD])
def test_facts_about_findings_are_read_by_the_topic(
    topic: str, facts: dict[str, Any], findings: dict[str, Any]
) -> None:
    (record,) = records_from_facts(facts, topic).values()
    assert findings.items() <= record["findings"].items()
    assert rule_of(record["procedure"]).id == record["procedure"]


@pytest.mark.parametrize("topic", READERS)
def test_what_is_not_told_is_not_made_up(topic: str) -> None:
    """With no facts at all a case is refused for want of a field, or the ruling waits for an answer."""
    for record in records_from_facts({}, topic).values():
        try:
            ruling = rule(parse_record(record))
        except BadRecord as error:
            assert "missing" in str(error) or "no irregularity" in str(error)
        else:
            assert not ruling.complete or topic == "memory_aids"


def test_a_case_of_several_tables_is_ruled_on_table_by_table() -> None:
    facts = {"pairs": [["1NT", "2C"], ["2D", "2C"]]}
    records = records_from_facts(facts, "sufficient_bid")
    assert [record["auction"] for record in records.values()] == [["N 1NT", "E 2C"], ["N 2D", "E 2C"]]
    written = {
        "id": "several",
        "topic": "sufficient_bid",
        "facts": facts,
        "expect": [
            {"outcome": "bid_sufficient", "over": "1NT", "bid": "2C", "value": "yes"},
            {"outcome": "bid_sufficient", "over": "2D", "bid": "2C", "value": "no"},
        ],
    }
    assert not wrong(written)


def test_an_outcome_that_names_its_part_has_to_come_out_there() -> None:
    facts = {"meanings": {"withdrawn": WIDE, "replacements": {"a": NARROW, "b": {"hcp": [0, 5]}}}}
    for part, value in (("a", "yes"), ("b", "no")):
        expected = {"outcome": "comparable", "case": part, "value": value}
        case = {"id": "parts", "topic": "comparable_call", "facts": facts, "expect": [expected]}
        assert not wrong(case)
        elsewhere = "b" if part == "a" else "a"
        other = case | {"expect": [expected | {"case": elsewhere}]}
        assert wrong(other) == (f"part {elsewhere}: expected outcome comparable, value {value}",)


def test_a_case_that_says_too_little_names_the_fact() -> None:
    case = {
        "id": "little",
        "topic": "deceptive_tempo",
        "facts": {"player": "W", "demonstrable_bridge_reason": False},
        "expect": [{"outcome": "adjusted_score", "kind": "assigned"}],
    }
    assert wrong(case)[-1].startswith("the facts do not tell could_benefit: Could West have been aware")


def test_moments_are_read_for_who_faced_what() -> None:
    moments = {
        "a": "face-down lead by W",
        "b": "card faced by N",
        "c": "lead faced out of turn by E",
        "d": "passed in, 3 of 4 hands returned",
    }
    records = records_from_facts({"declarer": "S", "moments": moments}, "auction_period_end")
    over = {
        label: next(o["value"] for o in rule(parse_record(record)).outcomes if o["outcome"] == "auction_period_over")
        for label, record in records.items()
    }
    assert over == {"a": "no", "b": "no", "c": "yes", "d": "no"}


def test_the_only_player_of_a_situation_is_the_one_it_is_about() -> None:
    told: dict[str, Any] = {
        "id": "40-told",
        "topic": "psychic_call",
        "situation": "Psyching strong openings is prohibited. South opens a strong 2C with three points.",
        "facts": {"regulation": "psyching strong artificial openings is prohibited"},
        "expect": [{"outcome": "no_right", "who": "S", "to": "psyche"}],
    }
    assert wrong(told) == ()
    both = {**told, "situation": told["situation"] + " West passes."}
    assert read(both).record.offender is not Seat.S
    named = {**told, "facts": {**told["facts"], "offender": "E"}}
    assert read(named).record.offender is Seat.E


@pytest.mark.parametrize(
    "facts",
    [
        {"auction": 7},
        {"auction": [{"by": "N"}]},
        {"hands": {"S": "AK..."}},
        {"meanings": {"withdrawn": {"hcp": "strong"}}},
    ],
    ids=str,
)
def test_facts_that_cannot_be_read_fail_alone(facts: dict[str, Any]) -> None:
    fine = {"id": "fine", "topic": "sufficient_bid", "facts": {"pairs": [["1NT", "2C"]]}, "cites": ["18C"]}
    cases, faults = read_text("told.yaml", yaml.safe_dump([{"id": "odd", "facts": facts}, fine], sort_keys=False))
    assert [case.id for case in cases] == ["fine"]
    assert [(fault.place, fault.case) for fault in faults] == [("told.yaml:2", "odd")]


def test_a_fact_under_its_own_name_needs_no_entry() -> None:
    told = {"player": "W", "could_benefit": True, "bridge_reason": "perhaps", "unheard_of": True}
    (record,) = records_from_facts(told, "deceptive_tempo").values()
    assert record["findings"]["could_benefit"] is True
    assert not {"bridge_reason", "unheard_of"} & record["findings"].keys(), "no answer of the fact's, and no fact"
