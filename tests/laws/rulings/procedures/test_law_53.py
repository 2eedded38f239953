"""Laws 53, 55 and 56: which lead stands, who has the choice, and what the table in play looks like afterwards."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.play.position import Position
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.speech import speech
from laws.rulings.story.cards import applied
from tests.laws.rulings.tables import has, ruled


def lead(on_lead: str, *cards: str, first: int = 5, west: str = "A32.64.73.Q5", **fields: Any) -> Ruling:
    """A lead out of turn to a later trick, against South's 3NT."""
    play = {"on_lead": on_lead, "from": first, "tricks": [list(cards)], "remaining": {"W": west}}
    told = {"told_to_lead": False, **fields.pop("findings", {})}
    return ruled(declarer="S", contract="3NT", play=play, findings=told, **fields)


def table_after(ruling: Ruling) -> Position:
    """The table in play once the ruling has been carried out."""
    assert ruling.situation is not None
    assert ruling.situation.play is not None
    table = ruling.situation.play.position.copy()
    applied(ruling, table)
    return table


@pytest.mark.parametrize(
    ("on_lead", "cards", "law"),
    [("N", ["E D4"], "56"), ("W", ["E D4"], "56"), ("N", ["S D4"], "55"), ("S", ["N D4"], "55"), ("W", ["S D4"], "55")],
)
def test_the_play_itself_says_which_law_it_is(on_lead: str, cards: list[str], law: str) -> None:
    assert lead(on_lead, *cards).procedure == law


@pytest.mark.parametrize(
    ("on_lead", "cards", "next_in_turn"), [("S", ["N D4"], "E"), ("N", ["S D4"], "W"), ("E", ["S D4"], "W")]
)
def test_where_the_defenders_differ_the_one_on_the_left_of_the_hand_that_led_decides(
    on_lead: str, cards: list[str], next_in_turn: str
) -> None:
    ruling = lead(on_lead, *cards, findings={"defenders_say": "they differ"})
    assert has(ruling, "right", to="decide_on_lead", who=next_in_turn, provision="55A")
    assert not ruling.complete


def test_a_card_from_dummy_goes_back_to_dummy_and_costs_nothing() -> None:
    ruling = lead("S", "N D4", accepted=False)
    assert has(ruling, "card_returned", card="D4", player="N", provision="55B2")
    assert has(ruling, "lead_reverts_to", player="S")
    table = table_after(ruling)
    assert (table.on_lead, table.penalty_cards, table.aside) == (Seat.S, [], [])


def test_an_accepted_lead_begins_the_trick() -> None:
    table = table_after(lead("N", "E D4", accepted=True))
    assert table.trick.cards == [(Seat.E, "D4")]
    assert table.turn is Seat.S


def test_the_own_lead_of_a_player_on_lead_stands_alone() -> None:
    """53B, whichever suit it was of; a card of the suit led is otherwise taken for a play to it."""
    for card in ("HK", "D9"):
        table = table_after(lead("W", "S D4", f"W {card}", findings={"meant_as_lead": True}))
        assert table.trick.cards == [(Seat.W, card)]
        assert table.turn is Seat.N


def test_a_play_to_the_lead_comes_after_it() -> None:
    for card in ("HK", "D9"):
        table = table_after(lead("W", "S D4", f"W {card}", findings={"meant_as_lead": False}))
        assert table.trick.cards == [(Seat.S, "D4"), (Seat.W, card)]
        assert table.turn is Seat.N


def test_the_wrong_defenders_card_lies_there_as_a_penalty_card() -> None:
    ruling = lead("N", "S D4", "E DT")
    table = table_after(ruling)
    assert has(ruling, "card_stands", card="D4", provision="53C")
    assert [(one.card, one.by) for one in table.penalty_cards] == [("DT", Seat.E)]
    assert table.trick.cards == [(Seat.S, "D4")]
    assert table.turn is Seat.W
    assert "you may ask West for" in ruling.say()


def test_a_refused_lead_with_dummy_on_lead_restricts_nobody_now() -> None:
    ruling = lead("N", "E D4", accepted=False)
    table = table_after(ruling)
    assert ruling.complete
    assert not has(ruling, "lead_restriction")
    assert [one.card for one in table.penalty_cards] == ["D4"]
    assert table.on_lead is Seat.N


def test_what_may_be_chosen_is_told_before_it_is_chosen() -> None:
    told = [one.words for one in speech(lead("S", "N C3")).say]
    assert told == [
        "The ♣3 was led out of turn; it was South's lead.",
        "If either of you accepts the ♣3, the ♣3 stands and the second card to the trick comes from East's hand.",
        "If neither of you accepts the ♣3, the ♣3 goes back to North's hand and the lead goes back to South.",
        "East and West, does either of you accept the ♣3, or do you want it taken back?",
    ]


def test_nobody_accepts_a_lead_to_the_last_trick() -> None:
    ruling = lead("N", "E C9", first=13, west="...2", findings={})
    assert has(ruling, "no_right", to="accept_lead", provision="53A")
    assert not has(ruling, "penalty_card")
