"""Cases told in other words: what is read, what is left open, and that the engine rules on it as the provision says."""

from __future__ import annotations

from typing import Any

import pytest

from laws.cases.loose.auctions import record_from_facts, records_from_facts
from laws.cases.loose.words import by_words, made_calls, shown_in_words
from tests.laws.cases.told import verdict as ruled


def case(
    topic: str, facts: dict[str, Any], *expect: dict[str, Any], cites: tuple[str, ...] = (), code: str = ""
) -> Any:
    data = {"id": "told", "topic": topic, "facts": facts, "expect": list(expect), "cites": list(cites)}
    return ruled(data | ({"code": code} if code else {}))


def outcome(name: str, **keys: Any) -> dict[str, Any]:
    return {"outcome": name, **keys}


SLIP = {"by": "S", "call": "1D", "irregular": "unintended"}
CHANGED = [{"by": "S", "call": "1D"}, {"by": "S", "call": "1H", "irregular": "change_of_call"}]
DIAMONDS = {"hcp": [11, 20], "suits": {"D": [4, 13]}}
HEARTS = {"hcp": [11, 20], "suits": {"H": [5, 13]}}


@pytest.mark.parametrize(
    ("topic", "facts", "expect", "cites"),
    [
        (
            "dummy_warns_declarer",
            {"declarer": "E", "speaker": "W", "irregularity_committed": False, "dummy_lost_qualified_rights": True},
            [outcome("no_right", who="W", to="prevent")],
            ("43A2", "43B2(a)"),
        ),
        (
            "drawing_attention",
            {"phase": "auction", "offender": "E", "speaker": "N"},
            [outcome("right", who="N", to="draw_attention")],
            ("9A1", "9B1(a)"),
        ),
        (
            "summoning_director",
            {"declarer": "S", "attention_drawn_by": None, "caller": "N", "phase": "play"},
            [outcome("no_right", who="N", to="summon_first")],
            ("43A1(a)",),
        ),
        (
            "estimate_of_own_score",
            {"player": "E", "source": "running standings on a screen"},
            [outcome("no_right", who="E", to="use_information")],
            ("16A2",),
        ),
        (
            "reserving_rights",
            {"reserving": "W", "regulation_prohibits": True},
            [outcome("director_action", what="summon_not_reserve")],
            ("16B2",),
        ),
        (
            "end_of_the_auction",
            {"auction": ["S P", "W P", "N P", "E P"], "dealer": "S"},
            [
                outcome("auction_over", value="yes"),
                outcome("score", ns=0),
                outcome("no_right", who="players", to="redeal"),
            ],
            ("22B", "77"),
        ),
        (
            "end_of_auction",
            {"auction": ["W 1NT", "N X", "E 2H", "S P", "W P", "N P"]},
            [outcome("auction_over", value="yes", contract="2H", declarer="E")],
            ("22A",),
        ),
        (
            "misstated_redouble",
            {"bid": "3S", "by": "E", "words": "double three clubs", "speaker": "S"},
            [outcome("call_stands", call="X", by="S")],
            ("19A3",),
        ),
        (
            "review_of_auction",
            {"asker": "E", "own_turn": True, "required_to_pass": True},
            [outcome("no_right", who="E", to="review")],
            ("20B",),
        ),
        (
            "supplementary_question",
            {"asker": "W", "turn": "N", "phase": "auction"},
            [outcome("no_right", who="W", to="ask_now")],
            ("20F1",),
        ),
        (
            "partner_misexplanation",
            {"explainer": "E", "role": "defender", "realised": "during the play"},
            [
                outcome("no_right", who="W", to="correct_before_end"),
                outcome("duty", who="W", to="correct_when_play_is_over"),
            ],
            ("20F5(b)(i)", "75B3"),
        ),
        (
            "own_misexplanation",
            {"explainer": "W", "realised": "after the final pass, before the lead"},
            [outcome("duty", who="W", to="correct_now")],
            ("20F4(a)", "21B"),
        ),
        (
            "own_misunderstanding",
            {"player": "E"},
            [outcome("no_further_rectification"), outcome("adjusted_score", kind="none")],
            ("21A",),
        ),
        (
            "misinformation_before_the_lead",
            {"misinformed": "W", "partner_has_called_since": False, "change_allowed": True},
            [outcome("right", who="W", to="change_call"), outcome("info", side="NOS", status="authorised", law="16C1")],
            ("21B1(a)", "16C2"),
        ),
        (
            "comparable_call_effect",
            {"offender": "N", "replacement_comparable": False, "declarer": "E", "leader": "S"},
            [outcome("lead_restriction", kind="prohibit_one_suit", suits="any suit")],
            ("26B",),
        ),
        (
            "card_exposed_after_auction",
            {"declarer": "S", "offender": "E", "card": "H3", "phase": "clarification_period", "led": False},
            [outcome("penalty_card", card="H3", player="E", **{"class": "minor"})],
            ("49", "50B"),
        ),
        (
            "changed_call",
            {"dealer": "S", "auction": CHANGED, "original_intended": True, "lho_accepts": True}
            | {"meanings": {"withdrawn": DIAMONDS, "replacement": HEARTS}},
            [
                outcome("call_cancelled", call="1D", by="S"),
                outcome("lead_restriction", kind="prohibit_one_suit", suits=["S", "D", "C"]),
            ],
            ("25B1", "26B"),
        ),
        (
            "changed_call",
            {"dealer": "S", "auction": CHANGED, "original_intended": True, "lho_accepts": False}
            | {"meanings": {"withdrawn": HEARTS, "replacement": DIAMONDS}},
            [
                outcome("call_cancelled", call="1H", by="S"),
                outcome("lead_restriction", kind="prohibit_one_suit", suits=["S", "H", "C"]),
            ],
            ("25B2", "26B"),
        ),
        (
            "system_card",
            {"player": "S", "card": "own", "when": "clarification period", "role": "declarer"},
            [outcome("right", who="S", to="consult_own_card")],
            ("40B2(b)",),
        ),
        (
            "special_understanding",
            {"regulation_breached": True, "damaged": True},
            [outcome("adjusted_score", kind="assigned", law="40B4")],
            ("40B4",),
        ),
        (
            "failure_to_disclose",
            {"omitted": "a denial of shortage", "crucial": True, "damaged": True},
            [outcome("adjusted_score", kind="assigned", law="40B5(b)")],
            ("40B5(b)",),
        ),
        (
            "communication",
            {"player": "E", "signal": "touches an ear", "prearranged": True},
            [outcome("director_action", what="sanction_under_code")],
            ("73B", "89A3"),
        ),
        (
            "deceptive_card",
            {"player": "S", "understanding": "none"},
            [outcome("adjusted_score", kind="none")],
            ("73E1",),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_told_case_is_read_and_ruled_on(
    topic: str, facts: dict[str, Any], expect: list[dict[str, Any]], cites: tuple[str, ...]
) -> None:
    assert case(topic, facts, *expect, cites=cites).faults == ()


def test_what_is_not_told_is_asked_for() -> None:
    facts = {"player": "E", "calls_made": 0}
    (fault,) = case("extraneous_information", facts, outcome("board_played")).faults[-1:]
    assert "by_accident" in fault.words
    facts |= {"source": "overheard at the next table", "interferes": False}
    assert case("extraneous_information", facts, outcome("board_played"), cites=("16D1", "16D2")).faults == ()


def test_the_rubber_code_asks_whether_a_slip_was_corrected_at_once() -> None:
    facts = {"auction": [SLIP], "intended": "1H", "mechanical": True, "without_pause": True, "scoring": "rubber"}
    assert case("unintended_call", facts, outcome("call_stands", call="1H", by="S"), code="rubber-2014").passed
    slow = facts | {"without_pause": False}
    assert not case("unintended_call", slow, outcome("no_further_rectification"), code="rubber-2014").passed


@pytest.mark.parametrize(
    ("code", "topic", "facts", "expect", "cites"),
    [
        (
            "rubber-2014",
            "drawing_attention",
            {"speaker": "N", "declarer": "S", "offender": "E", "phase": "play"},
            [outcome("no_right", who="N", to="speak")],
            ("43",),
        ),
        (
            "rubber-2014-club",
            "drawing_attention",
            {"speaker": "N", "declarer": "S", "offender": "E", "phase": "play"},
            [outcome("no_right", who="N", to="speak")],
            ("Club Law 13",),
        ),
        (
            "rubber-2014",
            "waiver_of_penalty",
            {"offender": "E", "waived_by": ["N", "S"]},
            [outcome("no_further_rectification")],
            ("15A",),
        ),
        (
            "rubber-2014",
            "misinformation_too_late",
            {"misinformed": "W", "partner_has_called_since": True, "offenders_gained": True},
            [outcome("no_right", who="W", to="change"), outcome("adjusted_score", kind="assigned")],
            ("21",),
        ),
        (
            "rubber-2014",
            "psychic_call",
            {"offender": "S", "partner_aware": False},
            [outcome("right", who="S", to="depart_from_practice")],
            ("40",),
        ),
    ],
)
def test_the_rubber_code_reads_the_same_facts_under_its_own_laws(
    code: str, topic: str, facts: dict[str, Any], expect: list[dict[str, Any]], cites: tuple[str, ...]
) -> None:
    assert case(topic, facts, *expect, cites=cites, code=code).faults == ()


@pytest.mark.parametrize("faced", [False, True])
def test_a_last_pass_that_was_a_slip_can_be_changed_until_a_lead_is_faced(faced: bool) -> None:
    auction = ["N 1H", "E P", "S P", {"by": "W", "call": "P", "irregular": "unintended"}]
    calls = [*made_calls(auction[:3]), auction[3]]
    facts = {"dealer": "N", "auction": calls, "intended": "X", "mechanical": True, "lead_faced": faced}
    expect = outcome("call_stands", call="P" if faced else "X", by="W")
    assert case("unintended_call_after_auction", facts, expect, cites=("25A5",)).faults == ()


def test_a_choice_of_require_or_forbid_is_one_kind_by_either_name() -> None:
    facts = {
        "dealer": "W",
        "auction": [{"by": "E", "call": "1S", "irregular": "out_of_rotation"}],
        "accepted": False,
        "continued": ["W P", "N 1D"],
        "replacement": "2C",
        "contract": "3NT",
        "declarer": "S",
    }
    named = outcome("lead_restriction", kind="require_or_prohibit_named_suit", suits=["S"], player="W")
    assert case("lead_restrictions", facts, named, cites=("26A",), code="duplicate-2007").faults == ()
    other = outcome("lead_restriction", kind="prohibit_one_suit", suits=["S"], player="W")
    assert case("lead_restrictions", facts, other, code="duplicate-2007").faults


def test_what_a_call_denies_among_other_words_is_kept() -> None:
    shown = {"hcp": [11, 20], "suits": {"C": [2, 13]}, "purpose": "opening bid, denies a balanced 15-17"}
    told = record_from_facts({"auction": ["N 1C", "E 1C"], "meanings": {"withdrawn": shown}})
    assert told["meanings"]["withdrawn"]["features"] == ["denies a balanced 15-17"]


def test_the_players_intent_is_read_by_the_seat() -> None:
    facts = {"dealer": "N", "auction": ["W 1C", "N 1H"], "north_intent": "open the auction as dealer"}
    assert record_from_facts(facts)["auction"][-1]["over"] is False
    assert record_from_facts(facts | {"north_intent": "overcall 1C"})["auction"][-1]["over"] is True


def test_an_obligation_without_a_seat_is_that_of_the_player_in_question() -> None:
    assert record_from_facts({"must_pass": "once", "asker": "S"})["must_pass"] == {"S": "once"}
    assert "must_pass" not in record_from_facts({"must_pass": "once"})


def test_an_irregular_auction_is_not_read_by_a_family_of_topics() -> None:
    facts = {"auction": [{"by": "N", "call": "1H"}, {"by": "E", "call": "1C", "irregular": "insufficient"}]}
    (record,) = records_from_facts(facts, "question_about_an_insufficient_bid").values()
    assert "procedure" not in record


def test_calls_in_words_and_in_mappings_are_the_same() -> None:
    assert made_calls(["N 1S"]) == made_calls([{"by": "N", "call": "1S", "irregular": "slow"}])


def test_the_first_pattern_decides() -> None:
    assert by_words("after_play", ((r"after", 1), (r"play", 2))) == 1
    assert by_words("auction", ((r"play", 2),)) is None


def test_an_outcome_under_a_condition_is_looked_for_where_the_facts_leave_it_open() -> None:
    facts = {"dealer": "E", "simultaneous": ["E 1H", "W P"]}
    if_not = outcome("offender_must_pass", player="W", extent="once", condition="the pass is not accepted")
    assert case("simultaneous_calls", facts, if_not, cites=("33", "30A")).passed
    assert not case("simultaneous_calls", facts, {key: if_not[key] for key in if_not if key != "condition"}).passed
    wrong = if_not | {"extent": "throughout"}
    assert not case("simultaneous_calls", facts, wrong).passed


@pytest.mark.parametrize(
    ("words", "data"),
    [
        ("12-21 HCP, five or more hearts", {"hcp": [12, 21], "suits": {"H": [5, 13]}}),
        ("natural, 8-16 and 6+ spades", {"hcp": [8, 16], "suits": {"S": [6, 13]}}),
        ("15-17 balanced", {"hcp": [15, 17], "balanced": True}),
        ("16+ with at least six clubs", {"hcp": [16, 40], "suits": {"C": [6, 13]}}),
        ("10-15, 5-6 diamonds", {"hcp": [10, 15], "suits": {"D": [5, 6]}}),
    ],
)
def test_a_meaning_told_by_points_and_lengths_is_read(words: str, data: dict[str, Any]) -> None:
    assert shown_in_words(words) == {"purpose": words, **data}


@pytest.mark.parametrize(
    "words",
    [
        "transfer to spades",
        "12-21, five or more hearts, denies a minor",
        "15-17 unbalanced",
        "pass (not comparable)",
        "",
    ],
)
def test_a_meaning_with_any_other_word_is_left_to_the_director(words: str) -> None:
    assert shown_in_words(words) is None


def test_meanings_in_words_decide_whether_a_call_is_comparable() -> None:
    facts = {"meanings": {"withdrawn": "12-21, five or more hearts", "replacement": "16+ with six or more hearts"}}
    verdict = case("comparable_call", facts, outcome("comparable", value="no"))
    assert verdict.passed, "16+ has no upper limit, so it is no subset"
    facts["meanings"]["replacement"] = "16-21 with six or more hearts"
    assert case("comparable_call", facts, outcome("comparable", value="yes", test="A2")).passed


def told_auction(*calls: str, irregular: str, at: int) -> list[dict[str, Any]]:
    made = made_calls(calls)
    made[at]["irregular"] = irregular
    return made


def test_an_auction_written_through_after_a_refusal_is_divided() -> None:
    auction = told_auction("S P", "N 1H", "E P", "S 1NT", "W P", irregular="out_of_rotation", at=0)
    facts = {
        "dealer": "N",
        "auction": auction,
        "accepted": False,
        "meanings": {"withdrawn": "0-11", "replacement": "6-9"},
    }
    verdict = case("pass_out_of_rotation", facts, outcome("comparable", value="yes", test="A2"), cites=("30B1(b)(i)",))
    assert verdict.faults == ()
    intent = record_from_facts(facts | {"north_intent": "open the auction"})
    assert "continued" not in intent, "a call made before the ruling belongs to the auction (28B)"


@pytest.mark.parametrize(
    ("facts", "key", "value"),
    [
        ({"accepted_by_lho": False}, "accepted", False),
        ({"replaced_by": "2H"}, "replacement", "2H"),
        ({"attempted": "X"}, "attempted", ["X"]),
        ({"discovered": "at trick three"}, "noticed", "play"),
        ({"discovered": "after the auction, before a lead was faced"}, "noticed", "clarification"),
        (
            {"auction_note": "W obliged to pass once; W doubles S's 1NT, N (LHO) passes"},
            "auction",
            [{"by": "S", "call": "1NT"}, {"by": "W", "call": "X"}, {"by": "N", "call": "P"}],
        ),
    ],
)
def test_other_names_and_words_for_a_field(facts: dict[str, Any], key: str, value: Any) -> None:
    assert record_from_facts(facts)[key] == value


@pytest.mark.parametrize(("discovered", "may"), [("in the auction", True), ("during the play", False)])
def test_misinformation_found_in_the_play_changes_no_call(discovered: str, may: bool) -> None:
    facts = {"misinformed": "W", "discovered": discovered, "change_allowed": True, "partner_has_called_since": False}
    assert case("misinformation", facts, outcome("right" if may else "no_right", who="W", to="change_call")).passed


@pytest.mark.parametrize(
    ("topic", "facts", "expect", "cites"),
    [
        (
            "error_in_review",
            {"reviewer": "W", "phase": "auction", "uncorrected": True},
            [outcome("duty", who="table", to="correct_review"), outcome("adjusted_score", kind="possible", law="20E")],
            ("20E",),
        ),
        (
            "hypothetical_question",
            {"asker": "N", "own_turn": True, "phase": "auction", "must_pass": False, "hypothetical": True},
            [outcome("no_right", who="N", to="explore_other_situations"), outcome("right", who="N", to="explanation")],
            ("20F1",),
        ),
        (
            "partner_misexplanation",
            {"explainer": "N", "realised": "in the auction", "own_call_was_wrong": True},
            [
                outcome("no_right", to="be_told_of_mistaken_call"),
                outcome("info", side="NS", status="unauthorised", law="16B1"),
                outcome("duty", who="S", to="avoid_advantage"),
            ],
            ("75A", "75C", "73C1"),
        ),
    ],
)
def test_questions_and_explanations_out_of_the_common_run(
    topic: str, facts: dict[str, Any], expect: list[dict[str, Any]], cites: tuple[str, ...]
) -> None:
    assert case(topic, facts, *expect, cites=cites).faults == ()


@pytest.mark.parametrize(
    ("topic", "facts", "expect", "cites"),
    [
        (
            "varying_understandings",
            {"agreement": "doubles mean something else after an opponents' irregularity", "regulation": "disallows it"},
            [outcome("no_right", who="NS", to="vary_after_opponents")],
            ("40B2(a)(iv)",),
        ),
        (
            "partnership_understanding",
            {"agreement": "only the stronger partner transfers: who makes the call decides"},
            [outcome("no_right", who="NS", to="differ_by_player")],
            ("40A4",),
        ),
        (
            "partnership_understanding",
            {"answer": "no agreement", "shared_source": True, "damaged": True},
            [outcome("duty", who="NS", to="disclose"), outcome("adjusted_score", kind="assigned", law="40B3(a)")],
            ("40A1(a)", "40A1(b)", "40B5(a)"),
        ),
        (
            "partnership_understanding",
            {"answer": "no agreement", "general_knowledge": True},
            [outcome("right", who="NS", to="keep_general_knowledge"), outcome("adjusted_score", kind="none")],
            ("40B5(a)",),
        ),
        (
            "psychic_call",
            {
                "offender": "S",
                "artificial": False,
                "regulation": "psyching strong openings is forbidden",
                "partner_aware": False,
            },
            [outcome("right", who="S", to="deviate"), outcome("adjusted_score", kind="none", law="40C1")],
            ("40C1", "40A3"),
        ),
        (
            "psychic_call",
            {"offender": "S", "regulation": "psyching strong artificial openings is forbidden"},
            [outcome("no_right", who="S", to="psyche")],
            ("40B2(a)(v)", "40B4"),
        ),
        (
            "deception_by_play",
            {"player": "S", "partner_aware": False},
            [outcome("right", who="S", to="deceive")],
            ("73E1",),
        ),
    ],
)
def test_understandings_and_deceptions_are_read(
    topic: str, facts: dict[str, Any], expect: list[dict[str, Any]], cites: tuple[str, ...]
) -> None:
    assert case(topic, facts, *expect, cites=cites).faults == ()
