"""A ruling in one line: the decision that says most of it, in the engine's words."""

from __future__ import annotations

from typing import Any

import pytest

from laws.assistant.gists import gist
from laws.rulings.case import Decided
from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, interview

BEFORE: dict[str, dict[str, Any]] = {
    "27": {"out_of_rotation": False, "lho_called": False, "replaced_early": False},
    "64": {"revoke_established": True, "exempt": "none of these", "revoke_noticed": "in time"},
}


def test_every_ruling_has_one_and_it_is_one_of_its_decisions() -> None:
    for slug, edition in EDITIONS.items():
        for number in edition.procedures:
            for ruling in explore(number, slug):
                decided = [one.effect for one in ruling.steps if isinstance(one, Decided)]
                assert gist(ruling) in [ruling.words(one.words) for one in decided], (slug, number)


@pytest.mark.parametrize(
    ("law", "answers", "told"),
    [
        ("27", {"lho_accepts": True}, "The irregular call stands"),
        (
            "27",
            {"lho_accepts": False, "replacement_kind": "bid", "lowest_same": False, "similar": False, "subset": False}
            | {"same_purpose": False},
            "Offender's partner must pass for the rest of the auction",
        ),
        (
            "64",
            {
                "revoke_trick_won_by": "the player who revoked",
                "later_trick": "a later trick",
                "damage_in_question": False,
            },
            "Two tricks go to the other side",
        ),
        (
            "62",
            {"revoke_established": False, "revoking_hand": "dummy", "others_played_on": False},
            "The card goes back to dummy, and declarer plays a legal card from dummy instead",
        ),
    ],
)
def test_it_says_what_the_table_will_remember(law: str, answers: dict[str, Any], told: str) -> None:
    """Not that a call is cancelled where somebody is barred, nor that a revoke is established where tricks are transferred."""
    assert gist(interview(law, {**BEFORE.get(law, {}), **answers})) == told
