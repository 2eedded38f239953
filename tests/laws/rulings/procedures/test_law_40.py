"""Law 40, paragraph by paragraph."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import explore
from laws.rulings.record import BadRecord
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled

ALLOWED = {"since": "2020-01-01", "source": "club rules 7"}


def about(issue: str, **fields: Any) -> Ruling:
    """Law 40 with East as the player in question."""
    findings = {"issue": issue, **fields.pop("findings", {})}
    return ruled(procedure="40", offender="E", **fields, findings=findings)


def test_a_deviation_partner_could_not_expect_is_lawful() -> None:
    ruling = about("deviation", findings={"psyche_restricted": False, "partner_aware": False})
    assert has(ruling, "right", who="E", to="deviate", provision="40A3")
    assert has(ruling, "no_right", who="NS", to="be_told_of_deviation", provision="40C2")
    assert has(ruling, "adjusted_score", kind="none")


@pytest.mark.parametrize(("damage", "kind"), [("open", "possible"), ("undamaged", "none"), ("damaged", "assigned")])
def test_a_deviation_partner_expected_is_a_concealed_understanding(damage: str, kind: str) -> None:
    found = {"psyche_restricted": False, "partner_aware": True, "damage": damage}
    ruling = about("deviation", findings=found)
    assert has(ruling, "duty", who="W", to="disclose", provision="40C1")
    assert has(ruling, "adjusted_score", kind=kind, law="40C1")
    assert has(ruling, "procedural_penalty", value="possible", who="EW")


def test_general_knowledge_is_no_understanding() -> None:
    ruling = about("not disclosed", findings={"understanding": False})
    assert has(ruling, "adjusted_score", kind="none", provision="40B5(a)")
    assert not has(ruling, "duty")


def test_a_repeated_failure_may_be_penalised() -> None:
    found = {"understanding": True, "damage": "undamaged"}
    assert not has(about("not disclosed", findings=found), "procedural_penalty")
    assert has(about("not disclosed", findings=found | {"repeated": True}), "procedural_penalty", provision="40B3(b)")


def test_what_was_left_out_has_to_be_crucial() -> None:
    ruling = about("incomplete", findings={"crucial": False})
    assert has(ruling, "result_stands", provision="40B5(b)")


@pytest.mark.parametrize(
    ("when", "declarer", "may"),
    [
        ("before the auction", None, True),
        ("hands out", None, False),
        ("own turn", None, False),
        ("other turn", None, False),
        ("clarification", "E", True),
        ("clarification", "W", True),
        ("clarification", "S", False),
    ],
)
def test_the_own_card(when: str, declarer: str | None, may: bool) -> None:
    ruling = about("own card", declarer=declarer, findings={"card_when": when})
    assert has(ruling, "right", who="E", to="consult_own_card") is may


@pytest.mark.parametrize(
    ("when", "law"),
    [
        ("before the auction", "40B2(c)(i)"),
        ("hands out", "40B2(c)(i)"),
        ("clarification", "40B2(c)(ii)"),
        ("own turn", "40B2(c)(iii)"),
        ("to explain", "40B2(c)(iv)"),
    ],
)
def test_the_opponents_card_has_four_occasions(when: str, law: str) -> None:
    ruling = about("opponents' card", findings={"card_when": when})
    assert has(ruling, "right", who="E", to="consult_opponents_card", provision=law)


def test_a_body_may_provide_otherwise() -> None:
    own = {"own_system_card": {"value": True, **ALLOWED}}
    assert has(about("own card", regulations=own, findings={"card_when": "own turn"}), "right", to="consult_own_card")
    aids = {"aids": {"value": True, **ALLOWED}}
    assert has(about("aid", regulations=aids), "right", to="use_aid")
    closed = {"opponents_system_card": {"value": False, **ALLOWED}}
    assert has(about("opponents' card", regulations=closed), "no_right", to="consult_opponents_card")


def test_a_regulation_that_is_not_in_force_yet_changes_nothing() -> None:
    aids = {"aids": {"value": True, **ALLOWED}}
    assert has(about("aid", regulations=aids, date="2019-12-31"), "no_right", to="use_aid")


def test_a_regulation_of_another_kind_is_refused() -> None:
    with pytest.raises(BadRecord, match=r"^record\.regulations\.aids\.value: expected true or false"):
        about("aid", regulations={"aids": {"value": 0.5, **ALLOWED}})


def test_varying_after_ones_own_question_shows_the_doubt() -> None:
    ruling = about("varies", findings={"varies_after": "own question"})
    assert ruling.doubted
    assert has(ruling, "no_right", who="EW", to="vary_after_own")


def test_every_judgement_of_the_law_tells_its_standard() -> None:
    told = {step.fact.id: step.fact.judgement for path in explore("40") for step in path.asked}
    for fact in ("partner_aware", "understanding", "crucial", "damage"):
        assert told[fact] is not None


def test_the_ban_on_the_own_card_begins_with_the_auction_period_of_the_side() -> None:
    """17A: when either partner takes the cards out, which is before the first call, until which 40B2(c)(i) is open."""
    ruling = about("own card", findings={"card_when": "hands out"})
    assert {"17A", "40B2(b)"} <= set(ruling.citations)


def test_a_concealed_understanding_is_no_lawful_departure() -> None:
    """40A3 frees a call from announcement unless it rests on an understanding that was not disclosed."""
    ruling = about("deviation", findings={"psyche_restricted": False, "partner_aware": True, "damage": "open"})
    assert has(ruling, "no_right", to="rely_on_concealed", provision="40A3")
