"""Random plays with irregularities: whatever is ruled, what must be true of a table stays true."""

from __future__ import annotations

from collections import Counter

import pytest

from laws.rulings.readers import rule
from laws.rulings.record import parse_record
from tests.laws.rulings.play.walks import walked, walks


def test_what_must_be_true_stays_true_whatever_is_ruled() -> None:
    """`walks.py` says what is looked at; 20,000 boards are played by its own command."""
    kinds: Counter[str] = Counter()
    faults: list[str] = []
    for walk in walks(400, seed=7):
        kinds += walk.kinds
        faults += walk.faults
    assert faults == []
    assert {"revoke", "opening lead out of turn", "lead out of turn by a defender", "lead from the wrong hand"} <= set(
        kinds
    )
    assert kinds.total() > 300


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_board_that_is_played_again_gives_the_same_rulings(seed: int) -> None:
    first, again = walked(seed), walked(seed)
    assert [ruling.receipt() for _, ruling in first.rulings] == [ruling.receipt() for _, ruling in again.rulings]
    for record, ruling in first.rulings:
        assert rule(parse_record(record)).as_dict() == ruling.as_dict()
