"""Law 24, provision by provision."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.record import BadRecord
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has, ruled

FOUND = {"exposed_when": "during the auction", "own_error": True, "partner_could_see": True, "led": False}


RUBBER = {"exposed_when": "during the auction", "partner_could_see": True, "led": False}


def exposed(*cards: str, auction: str = "", **fields: Any) -> Ruling:
    """East exposes cards during the auction, by his own error and in West's sight; South declares."""
    return ruled(
        auction, procedure="24", offender="E", cards=list(cards), **{"declarer": "S", "findings": FOUND, **fields}
    )


@pytest.mark.parametrize(("card", "honour"), [("S9", False), ("ST", True), ("HJ", True), ("DA", True), ("C2", False)])
def test_a_ten_is_an_honour_and_a_nine_is_none(card: str, honour: bool) -> None:
    ruling = exposed(card)
    assert has(ruling, "partner_must_pass", player="W", extent="once") is honour
    assert has(ruling, "penalty_card", card=card, **{"class": "major" if honour else "minor"})


def test_a_low_card_that_was_led_silences_partner_and_is_major() -> None:
    ruling = exposed("S5", findings=FOUND | {"led": True})
    assert has(ruling, "partner_must_pass", provision="24B")
    assert has(ruling, "penalty_card", **{"class": "major"})


def test_a_low_card_shown_on_purpose_is_major_and_leaves_partner_free() -> None:
    """50B calls a low card minor when it was exposed unintentionally; 24A asks only whether it is low and was not led."""
    shown = exposed("S5", findings=FOUND | {"shown_on_purpose": True})
    later = exposed("S5", findings=FOUND | {"exposed_when": "after the auction", "shown_on_purpose": True})
    rubber = exposed("S5", edition="rubber-2014", findings=RUBBER | {"shown_on_purpose": True})
    for ruling in (shown, later, rubber):
        assert has(ruling, "penalty_card", **{"class": "major"}), ruling.edition
        assert not has(ruling, "partner_must_pass"), ruling.edition
        assert "on purpose" in str(ruling.as_dict()), ruling.edition


def test_while_the_auction_is_open_both_ends_are_told() -> None:
    ruling = exposed("S5", declarer=None, auction="N 1S")
    assert ruling.complete
    assert has(ruling, "card_returned", provision="24D")
    assert has(ruling, "penalty_card", provision="24E")
    assert "If East–West declare, East picks up the ♠5" in ruling.say()


def test_partner_who_must_pass_is_an_obligation_for_later_rulings() -> None:
    found = exposed("SA").obligations
    assert [(item.player, item.kind, item.extent) for item in found] == [
        ("W", "must_pass", "once"),
        ("E", "has_penalty_card", "major"),
    ], "24B silences partner once, and 24E leaves a penalty card on the table"


def test_after_the_auction_a_defenders_dropped_card_is_a_penalty_card() -> None:
    ruling = ruled(
        procedure="24",
        offender="W",
        cards=["S5", "S6"],
        declarer="S",
        findings={"exposed_when": "after the auction", "led": False, "partner_could_see": True},
    )
    assert has(ruling, "penalty_card", player="W", provision="49", **{"class": "major"})
    assert not has(ruling, "partner_must_pass")


def test_the_offender_has_to_be_named() -> None:
    with pytest.raises(BadRecord, match=r"^record\.offender: missing"):
        ruled(procedure="24", cards=["SA"])


@pytest.mark.parametrize(
    ("cards", "path"), [(["SX"], r"cards\[0\]"), (["SA", "SA"], r"cards\[1\]"), ("SA", "cards"), ([7], r"cards\[0\]")]
)
def test_cards_that_are_none_are_refused(cards: Any, path: str) -> None:
    with pytest.raises(BadRecord, match=rf"^record\.{path}: "):
        ruled(procedure="24", offender="E", cards=cards)


def test_whose_knowledge_a_penalty_card_is_has_an_end() -> None:
    """24 holds for the auction, 50E1 while the card lies on the table, 50E2 and 50E3 for partner afterwards."""
    for cards in (["SA"], ["S2"], ["SA", "S2"]):
        ruling = exposed(*cards)
        assert has(ruling, "info", side="OS", status="unauthorised", law="24", when="during the auction")
        assert has(ruling, "info", side="OS", status="authorised", provision="50E1")
        # Only a major one can go back to the hand (50D2(a)).
        assert {"50E1", "50E3", "50E4"} <= set(ruling.citations)
        assert ("50E2" in ruling.citations) is (cards != ["S2"])
        words = [step["words"] for step in ruling.as_dict()["steps"] if "words" in step]
        assert any("while it is on the table" in said for said in words)
    ruling = exposed("SA", findings=FOUND | {"exposed_when": "after the auction"})
    assert "50E1" in ruling.citations


def test_at_rubber_too_partner_may_not_use_the_sight_of_a_penalty_card_whenever_it_became_one() -> None:
    for when in ("during the auction", "after the auction"):
        ruling = exposed("SA", edition="rubber-2014", findings=RUBBER | {"exposed_when": when})
        assert has(ruling, "info", side="OS", status="unauthorised", provision="16B2"), when
        assert has(ruling, "info", side="NOS", status="authorised", provision="16B2"), when
