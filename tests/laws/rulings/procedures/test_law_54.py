"""Law 54: the five ways to deal with a faced opening lead out of turn, at the table and in what it leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.play.legal import may_play
from laws.rulings.play.position import Position
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.speech import speech
from laws.rulings.story.cards import applied
from tests.laws.rulings.tables import has, ruled

WEST = "K3.A64.QJ72.T985"
ASKED = {"told_to_lead": False, "since_opening_lead": "nothing yet"}


def lead(*cards: str, west: str = WEST, **fields: Any) -> Ruling:
    """East leads out of turn against South's 4S, and others may follow."""
    play = {"on_lead": "W", "tricks": [list(cards or ["E HQ"])], "remaining": {"W": west}}
    return ruled(declarer="S", contract="4S", **{"play": play, "findings": ASKED, **fields})


def table_after(ruling: Ruling) -> Position:
    """The table in play once the ruling has been carried out."""
    assert ruling.situation is not None
    assert ruling.situation.play is not None
    table = ruling.situation.play.position.copy()
    applied(ruling, table)
    return table


def test_the_play_itself_says_which_law_it_is() -> None:
    assert lead().procedure == "54"


def test_all_five_ways_are_told_before_declarer_chooses() -> None:
    ruling = lead()
    assert ruling.pending is not None
    assert ruling.pending.fact.id == "opening_lead_choice"
    told = [one.words for one in speech(ruling).say]
    assert told[0] == "The ♥Q was led out of turn; it was West's lead."
    ways = [words for words in told if words.startswith("If ")]
    assert [words.split(",")[0] for words in ways] == [
        "If South puts down the hand as dummy",
        "If South accepts the ♥Q and plays the hand",
        "If South does not accept the ♥Q",
        "If declarer requires the suit",
        "If declarer forbids the suit",
        "If declarer does neither",
    ]
    assert told[-1] == "South, what do you want to do?"
    assert has(ruling, "declarer_options", list=["spread", "accept", "require", "forbid", "leave"])


@pytest.mark.parametrize(("accepted", "outcome"), [(True, "card_stands"), (False, "penalty_card")])
def test_what_the_record_says_of_acceptance_is_the_choice(accepted: bool, outcome: str) -> None:
    findings = {"told_to_lead": False} if accepted else {"told_to_lead": False, "lead_choice": "free"}
    assert has(lead(accepted=accepted, findings=findings), outcome, card="HQ", player="E")


def test_an_accepted_lead_begins_the_trick_and_declarers_hand_is_next() -> None:
    table = table_after(lead(findings=ASKED | {"opening_lead_choice": "accept"}))
    assert table.trick.cards == [(Seat.E, "HQ")]
    assert table.turn is Seat.S
    assert table.declarer is Seat.S


def test_declarer_who_spreads_the_hand_changes_places_with_dummy() -> None:
    table = table_after(lead(findings=ASKED | {"opening_lead_choice": "spread"}))
    assert (table.declarer, table.dummy) == (Seat.N, Seat.S)
    assert table.trick.cards == [(Seat.E, "HQ")]


@pytest.mark.parametrize(
    ("choice", "may"),
    [
        ("required", {"HA", "H6", "H4"}),
        ("forbidden", {"SK", "S3", "DQ", "DJ", "D7", "D2", "CT", "C9", "C8", "C5"}),
        ("free", {"SK", "S3", "HA", "H6", "H4", "DQ", "DJ", "D7", "D2", "CT", "C9", "C8", "C5"}),
    ],
)
def test_what_west_may_lead_once_the_lead_is_refused(choice: str, may: set[str]) -> None:
    table = table_after(lead(findings=ASKED | {"opening_lead_choice": "refuse", "lead_choice": choice}))
    assert set(may_play(table, Seat.W)) == may
    assert [one.card for one in table.penalty_cards] == (["HQ"] if choice == "free" else [])
    assert not table.aside


def test_a_card_that_has_gone_back_is_no_obligation_and_one_that_lies_there_is() -> None:
    for choice, left in (("required", []), ("free", [("E", "has_penalty_card", "major")])):
        ruling = lead(findings=ASKED | {"opening_lead_choice": "refuse", "lead_choice": choice})
        assert [(one.player, one.kind, one.extent) for one in ruling.obligations] == left


def test_whether_west_can_obey_is_read_off_the_hand() -> None:
    void = lead(west="KT3..QJ8742.T985", findings=ASKED | {"opening_lead_choice": "refuse", "lead_choice": "required"})
    assert has(void, "must_play", player="W", provision="59")
    assert void.complete


def test_a_card_played_to_it_tells_what_declarer_did() -> None:
    from_hand = lead("E HQ", "S HK", findings={"told_to_lead": False})
    assert has(from_hand, "card_stands", card="HK", provision="54B1")
    from_dummy = lead("E HQ", "N HK", findings={"told_to_lead": False})
    assert has(from_dummy, "may_not_withdraw", card="HK", player="N", provision="54B2")


def test_dummys_cards_leave_no_choice() -> None:
    ruling = lead(findings={"told_to_lead": False, "since_opening_lead": "dummy's cards"})
    assert ruling.complete
    assert not has(ruling, "declarer_options")
    assert "you must accept the ♥Q" in ruling.say()


def test_an_opponents_wrong_answer_gives_the_card_back() -> None:
    table = table_after(lead(findings={"told_to_lead": True}))
    assert not table.penalty_cards
    assert not table.aside
    assert table.on_lead is Seat.W
