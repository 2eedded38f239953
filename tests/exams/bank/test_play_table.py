"""The table of a play: who leads, who wins, what was irregular, and what a listener hears of it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string
from hypothesis import given
from hypothesis import strategies as st

from exams.bank.presenting import asked
from laws.diagrams.happened import SEATS
from laws.diagrams.plays import after, play, winner
from laws.templatetags.law_tags import play_table
from tests import factories

RANKS = "AKQJT98765432"
CARDS = [suit + rank for suit in "SHDC" for rank in RANKS]


def trick(leader: str, *cards: str) -> dict[str, Any]:
    """A trick played in turn."""
    return {
        "leader": leader,
        "cards": [{"by": after(leader, place), "card": card} for place, card in enumerate(cards)],
    }


def heard(diagram: dict[str, Any]) -> str:
    """The table as text."""
    html = render_to_string("laws/parts/play.html", play_table(diagram))
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.mark.parametrize(
    ("cards", "trump", "won"),
    [
        (("HK", "H3", "H2", "H7"), "S", "W"),
        (("H9", "HT", "H2", "H7"), "NT", "N"),
        (("HK", "HA", "S2", "S3"), "S", "S"),
        (("HK", "CA", "DA", "SA"), "NT", "W"),
        (("HK", "H3", "H2", "H7"), "", ""),
        (("HK", "H3", "H2"), "S", ""),
    ],
)
def test_who_wins_a_trick(cards: tuple[str, ...], trump: str, won: str) -> None:
    assert winner(trick("W", *cards), trump) == won


@given(
    cards=st.lists(st.sampled_from(CARDS), min_size=4, max_size=4, unique=True),
    leader=st.sampled_from(SEATS),
    trump=st.sampled_from(["S", "H", "D", "C", "NT"]),
)
def test_nobody_who_neither_followed_nor_ruffed_wins(cards: list[str], leader: str, trump: str) -> None:
    won = winner(trick(leader, *cards), trump)
    card = cards[(SEATS.index(won) - SEATS.index(leader)) % 4]
    assert card[0] in {trump, cards[0][0]}
    rivals = [other for other in cards if other[0] == card[0]]
    assert min(rivals, key=lambda other: RANKS.index(other[1])) == card


def test_a_trick_with_an_irregular_card_has_no_winner_and_tells_the_order() -> None:
    made = trick("W", "HK", "H3", "H2", "H7")
    made["cards"].insert(0, {"by": "N", "card": "S4", "bad": True, "note": 1})
    assert winner(made, "S") == ""
    text = heard({"tricks": [made], "notes": ["North led out of turn"]})
    assert "to lead: ♥ hearts K 2 , card 2" in text
    assert "North, out of turn, card 1: ♠ spades 4 1 note 1 out of turn, withdrawn , withdrawn" in text
    assert "North led out of turn" in text


def test_a_withdrawn_card_stands_above_the_cards_of_its_trick() -> None:
    made = trick("W", "HK", "H3", "C2", "H7")
    made["cards"][2]["bad"] = True
    made["cards"].append({"by": "E", "card": "H9"})
    shown = play({"tricks": [made]})
    apart, stand = shown.tricks[0].rows
    assert [[card.text for card in cell.cards] for cell in apart.cells] == [[], [], ["♣2"], []]
    assert [[card.text for card in cell.cards] for cell in stand.cells] == [["♥K"], ["♥3"], ["♥9"], ["♥7"]]
    assert (apart.apart, stand.apart, shown.numbered) == (True, False, True)
    assert [card.place for cell in stand.cells for card in cell.cards] == [1, 2, 5, 4]


def test_a_marked_card_that_stands_keeps_its_place_in_the_trick() -> None:
    made = trick("W", "HK", "H3", "C2", "H7")
    made["cards"][2]["bad"] = True
    shown = play({"tricks": [made]})
    assert len(shown.tricks[0].rows) == 1
    assert "East, in question: ♣ clubs 2 in question" in heard({"tricks": [made]})


def test_the_contract_stands_above_the_table() -> None:
    text = heard({"contract": "4SX", "declarer": "S", "tricks": [trick("W", "HK", "H3", "HT", "H7")]})
    assert text.startswith("4 ♠ spades doubled by South Trick West North dummy East South 1 ▸ to lead: ♥ hearts K")
    assert "♥ hearts 10" in text
    assert "(wins the trick)" in text


def test_trumps_are_told_where_no_contract_is() -> None:
    assert heard({"trump": "H", "tricks": [trick("W", "HK")]}).startswith("The play · ♥ hearts are trumps")
    assert play({"trump": "NT", "tricks": [trick("W", "HK")]}).trump == "NT"


@pytest.mark.django_db
def test_it_stands_in_the_question_and_in_the_question_read_again() -> None:
    version = factories.version(diagrams={"play": {"tricks": [trick("W", "HK", "H3")]}})
    for template in ("bank/parts/question.html", "marking/parts/asked.html"):
        assert "to lead:" in render_to_string(template, {"asked": asked(version)})
