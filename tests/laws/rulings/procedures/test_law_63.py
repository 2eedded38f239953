"""Law 63: what establishes a revoke, as far as the play shows it."""

from __future__ import annotations

from typing import Any

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from tests.laws.rulings.tables import has

TRICK = ["S HA", "W C7", "N H3", "E H5"]
"""West has two hearts."""


def played(*tricks: list[str], procedure: str | None = "63", **findings: Any) -> Ruling:
    play = {
        "on_lead": "S",
        "from": 4,
        "tricks": [TRICK, *(list(cards) for cards in tricks)],
        "remaining": {"W": "-.J8.-.-"},
    }
    law = {"procedure": procedure} if procedure else {}
    return rule(parse_record({"contract": "3NT", "declarer": "S", "play": play, **law, "findings": findings}))


@pytest.mark.parametrize(
    ("following", "law"),
    [
        ((), "62"),
        ((["S DA"],), "62"),
        ((["S DA", "W D4"],), "64"),
        ((["E D9"],), "64"),
        ((["S DA", "W D4", "N D2"],), "64"),
    ],
)
def test_a_card_by_either_partner_to_the_next_trick_establishes_it(following: tuple[list[str], ...], law: str) -> None:
    """63A1: legal or not, so that even a lead out of turn does. A card by the other side does not."""
    found = {"others_withdraw": False} if law == "62" and following else {}
    ruling = played(*following, procedure=None, **found)
    assert ruling.procedure == law
    assert has(ruling, "revoke", by="W", established=law == "64")


def test_a_lead_that_an_opponent_asked_for_does_not_establish_it() -> None:
    ruling = played(["E D9"], misinformed_lead=True)
    assert has(ruling, "revoke", established=False, provision="47E1")
    assert has(ruling, "card_returned", player="E")


@pytest.mark.parametrize(
    ("since", "more", "provision"),
    [
        ("named a card", {}, "63A2"),
        ("claimed", {}, "63A3"),
        ("conceded", {"concession_refused": False}, "63A3"),
        ("an opponent claimed", {"opponents_claim_agreed": "agreed to"}, "63A4"),
    ],
)
def test_what_no_card_shows_is_told(since: str, more: dict[str, Any], provision: str) -> None:
    ruling = played(since_revoke=since, **more)
    assert has(ruling, "revoke", established=True, provision=provision)
    assert has(ruling, "card_stands", card="C7", provision="63B")


@pytest.mark.parametrize("agreed", ["objected to", "still open"])
def test_an_opponents_claim_that_is_not_agreed_to_leaves_time_to_correct_it(agreed: str) -> None:
    ruling = played(since_revoke="an opponent claimed", opponents_claim_agreed=agreed)
    assert has(ruling, "must_correct_revoke", player="W", provision="62A")
    assert any("against the side that revoked" in step.words for step in ruling.doubted)
