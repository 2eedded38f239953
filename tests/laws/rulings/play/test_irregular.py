"""A play told by a record: what went wrong in it is found, card by card, and what cannot have been is named."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from laws.rulings.play.irregular import PlayKind
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import Situation
from laws.rulings.seats import Seat, Side

REMAINING = {"N": "Q7.J8.AK.9", "E": "K3.Q9.QJ.2", "S": "A2.T3.T9.8", "W": "54.A7.32.7"}
"""Seven cards a hand, before trick 7."""


def situation(*tricks: list[str], **more: Any) -> Situation:
    """South plays 3NT; the tricks from the seventh on, with their cards taken from the hands above."""
    played = {card.split()[1]: card[0] for cards in tricks for card in cards}
    left = {}
    for seat, hand in REMAINING.items():
        parts = [
            "".join(rank for rank in part if played.get(suit + rank) != seat)
            for suit, part in zip("SHDC", hand.split("."), strict=True)
        ]
        left[seat] = ".".join(parts)
    play: dict[str, Any] = {"on_lead": "S", "from": 7, "tricks": [list(cards) for cards in tricks], "remaining": left}
    return Situation(parse_record({"contract": "3NT", "declarer": "S", "play": {**play, **more}}))


def found(at: Situation) -> list[tuple[str, str, str]]:
    assert at.play is not None
    return [(str(one.kind), one.hand.value, one.card) for one in at.play.irregular]


def test_a_correct_play_shows_nothing_irregular() -> None:
    at = situation(["S SA", "W S4", "N S7", "E S3"], ["S H3", "W HA", "N H8", "E H9"], ["W S5", "N SQ", "E SK", "S S2"])
    assert at.play is not None
    assert found(at) == []
    position = at.play.position
    assert (position.number, position.on_lead, position.won_by) == (10, Seat.E, {"NS": 1, "EW": 2})


@pytest.mark.parametrize(
    ("tricks", "kinds"),
    [
        ([["W S5"]], [(PlayKind.DEFENDERS_LEAD, "W", "S5")]),
        ([["N DA"]], [(PlayKind.DECLARERS_LEAD, "N", "DA")]),
        ([["S SA", "N S7"]], [(PlayKind.OUT_OF_TURN, "N", "S7")]),
        ([["S SA", "E S3"]], [(PlayKind.PREMATURE, "E", "S3")]),
        ([["S SA", "W H7"]], [(PlayKind.REVOKE, "W", "H7")]),
        ([["S SA", "W S4", "N S7", "E S3", "E SK"]], [(PlayKind.EXTRA, "E", "SK")]),
        ([["S SA", "W S4", "N S7", "E S3"], ["E SK"]], [(PlayKind.DEFENDERS_LEAD, "E", "SK")]),
        ([["S SA", "W S4", "S S2"]], [(PlayKind.EXTRA, "S", "S2")]),
    ],
)
def test_each_irregular_card_is_named(tricks: list[list[str]], kinds: list[tuple[str, str, str]]) -> None:
    at = situation(*tricks)
    assert found(at) == [(str(kind), hand, card) for kind, hand, card in kinds]
    card = at.irregular_play
    assert card is not None
    assert at.offender is card.player
    assert at.cards == (card.card,)


def test_who_plays_to_a_lead_out_of_turn_accepts_it() -> None:
    """53A: the next hand in rotation plays to it, and the trick goes on from there."""
    at = situation(["W S5", "N S7", "E SK", "S SA"])
    assert at.play is not None
    assert found(at) == [(PlayKind.DEFENDERS_LEAD, "W", "S5")]
    first = at.irregular_play
    assert first is not None
    assert first.accepted_by_play
    assert first.owner is Seat.S
    assert at.play.position.on_lead is Seat.S
    assert at.play.position.won_by[Side.NS] == 1


def test_who_leads_at_the_proper_turn_sets_the_other_lead_aside() -> None:
    at = situation(["W S5", "S SA", "W S4", "N S7", "E S3"])
    assert at.play is not None
    assert found(at) == [(PlayKind.DEFENDERS_LEAD, "W", "S5")]
    assert at.play.position.quitted[0].leader is Seat.S
    assert all(card != "S5" for _, card in at.play.position.quitted[0].cards)


def test_a_revoke_is_established_by_the_next_card_of_its_side() -> None:
    """63A1 to 63A3 in part: leading or playing to the next trick; before that it is not established."""
    at = situation(["S SA", "W S4", "N S7", "E C2"], ["S H3"])
    assert at.irregular_play is not None
    assert at.irregular_play.established is None
    at = situation(["S SA", "W S4", "N S7", "E C2"], ["S H3", "W HA"])
    assert at.irregular_play is not None
    assert at.irregular_play.established == (Seat.W, "HA")
    assert at.irregular_play.owner is Seat.S


def test_the_cards_of_dummy_are_declarers_plays() -> None:
    at = situation(["S H3", "W HA", "N SQ"])
    card = at.irregular_play
    assert card is not None
    assert (card.hand, card.player, at.offender) == (Seat.N, Seat.S, Seat.S)


BAD: list[tuple[Mapping[str, Any], str]] = [
    ({"tricks": [["W SA", "N S2"], ["E S3"]]}, "trick 1 ends with S2 after 2 cards; expected four"),
    ({"tricks": [["W SA", "N SA"]]}, "SA, trick 1: it was played to trick 1 before"),
    ({"tricks": [["W SA"]], "remaining": {"N": "A.-.-.-"}}, "SA, trick 1: North still holds it"),
    ({"remaining": {"N": "A.-.-.-", "S": "AK.-.-.-"}}, "SA is held by North and South"),
    ({"remaining": {"N": "A.-.-"}}, "four suits divided by dots"),
    ({"remaining": {"N": "AA.-.-.-"}}, "SA is there twice"),
    ({"from": 13, "tricks": [["W SA", "N S2", "E S3", "S S4"], ["W SK"]]}, "trick 14: a board has 13 tricks"),
    ({"penalty_cards": [{"card": "H8", "by": "E"}], "remaining": {"E": "A..-."}}, "nobody exposed that card"),
    ({"penalty_cards": [{"card": "H8"}]}, "expected {card: H8, by: E, rank: major}"),
    ({"restrictions": [{"player": "W", "kind": "forbidden"}]}, "expected S, H, D or C"),
    ({"won": {"NS": 3, "EW": 3}, "from": 4}, "expected 3 together"),
    ({"tricks": [["W S1"]]}, "is not a card"),
    ({"to_lead": "W"}, "unknown field"),
    ({"tricks": []}, "on_lead: missing"),
]


@pytest.mark.parametrize(("play", "message"), BAD)
def test_what_cannot_have_been_is_named(play: Mapping[str, Any], message: str) -> None:
    told = play if "tricks" in play else {"on_lead": "W", **play}
    with pytest.raises(BadRecord) as raised:
        parse_record({"contract": "3NT", "declarer": "S", "play": told})
    assert message in str(raised.value)


def test_a_play_needs_its_declarer() -> None:
    with pytest.raises(BadRecord, match=r"record\.declarer: missing"):
        parse_record({"dealer": "N", "play": {"on_lead": "W"}})
