"""Law 57: what declarer may ask of the partner of a defender who was too early, and which cards that leaves."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.play.legal import may_play
from laws.rulings.record import BadRecord
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat
from laws.rulings.story.cards import applied
from tests.laws.rulings.tables import has, ruled


def early(*cards: str, west: str = "J8.K82.QT.6", contract: str = "3NT", **play: Any) -> Ruling:
    """East has led a heart and then a diamond to the next trick, before West has played; South declares."""
    told = list(cards or ("E HA", "S H3", "E D7"))
    on_lead = told[0][0]
    tricks = {"on_lead": on_lead, "from": 5, "tricks": [told], "remaining": {"W": west}, **play}
    return ruled(declarer="S", contract=contract, play=tricks)


def chosen(kind: str, suit: str = "") -> dict[str, Any]:
    """The restriction as a record writes it."""
    return {"restrictions": [{"player": "W", "kind": kind} | ({"suit": suit} if suit else {})]}


@pytest.mark.parametrize(
    ("kind", "suit", "west", "contract", "may"),
    [
        ("highest", "", "J8.K82.QT.6", "3NT", ["HK"]),
        ("lowest", "", "J8.K82.QT.6", "3NT", ["H2"]),
        ("played", "C", "K94..T6.Q8", "3NT", ["CQ", "C8"]),
        ("not played", "S", "94..T6.Q8", "4S", ["DT", "D6", "CQ", "C8"]),
        ("played", "C", "J8.K82.QT.6", "3NT", ["HK", "H8", "H2"]),
        ("played", "C", "K94..T6.", "3NT", ["SK", "S9", "S4", "DT", "D6"]),
        ("not played", "S", "94...", "4S", ["S9", "S4"]),
        ("highest", "", "94..T6.", "3NT", ["S9", "S4", "DT", "D6"]),
    ],
)
def test_the_choice_leaves_these_cards(kind: str, suit: str, west: str, contract: str, may: list[str]) -> None:
    """Following suit comes first (44C), and whoever cannot comply plays any card that is otherwise legal (57B, 59)."""
    ruling = early(west=west, contract=contract, **chosen(kind, suit))
    assert ruling.situation is not None
    assert ruling.situation.play is not None
    table = ruling.situation.play.position.copy()
    applied(ruling, table)
    assert may_play(table, Seat.W) == may
    assert [one.card for one in table.penalty_cards] == ["D7"]
    table.play(Seat.W, may[0])
    assert not table.rules, "the choice is about one card"


def test_a_record_that_names_a_suit_for_the_highest_card_is_refused() -> None:
    with pytest.raises(BadRecord, match="expected no suit"):
        early(**chosen("highest", "H"))


def test_the_play_itself_says_whether_it_was_a_lead() -> None:
    assert ("too_early", "a lead") in early().path
    assert ("too_early", "a play") in early("S D5", "E D2").path


def test_a_card_at_rhos_turn_is_bound_if_it_is_legal() -> None:
    """57D: West has played, so nothing is chosen; the card waits for East's turn, or lies there as a penalty card."""
    for card, legal in (("SK", True), ("HK", False)):
        ruling = early("W S5", f"E {card}", remaining={"E": "82.-.-.-"})
        assert has(ruling, "must_play", card=card, player="E", provision="57D") is legal
        assert has(ruling, "penalty_card", card=card, provision="57D") is not legal
        assert not has(ruling, "declarer_options")


def test_a_card_that_declarer_plays_too_early_is_played_if_it_is_legal() -> None:
    for card, legal in (("DK", True), ("CK", False)):
        ruling = early("S D5", f"N {card}", remaining={"N": "82.3.Q4.A"})
        assert has(ruling, "may_not_withdraw", card=card, player="N", provision="57C3") is legal
        assert has(ruling, "card_returned", card=card, player="N", provision="47B") is not legal
