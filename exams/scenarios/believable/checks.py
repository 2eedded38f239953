"""The checks of the gate, by name, and what they say of a story.

A law whose stories are about what a check doubts says so in its words file (`unchecked`), with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from exams.scenarios.believable import auctions, hands, telling
from exams.scenarios.believable.scene import Scene
from exams.scenarios.stories import Story

Check = Callable[[Scene], str | None]
"""Says what is not believable in a story; nothing where all is well. Its docstring tells which doubt it removes."""

CHECKS: Final[Mapping[str, Check]] = {
    check.__name__.replace("_", " "): check
    for check in (
        telling.hand_kept_hidden,
        telling.cards_are_there,
        telling.leader_leads,
        telling.room_in_the_pack,
        telling.psyche_stops,
        telling.poll_after_play,
        telling.wish_makes_sense,
        auctions.partner_believes,
        auctions.missed_bid,
        auctions.forced_to_bid,
        auctions.seven_trumps,
        auctions.sits_for_it,
        auctions.stops_below_game,
        auctions.bids_it_again,
        hands.takeout_shape,
        hands.worth_a_double,
        hands.not_too_good_to_pass,
        hands.cards_for_the_bid,
        hands.suit_to_bid,
        hands.major_first,
        hands.notrump_shape,
        hands.out_of_the_auction,
        hands.same_again,
        hands.high_bid,
    )
}
"""In the order in which they are asked: what is quick to see stands first."""


class Doubt(NamedTuple):
    """Why a story is thrown out: the check, and what it found."""

    check: str
    reason: str


def doubt(story: Story) -> Doubt | None:
    """What the first check says that doubts the story; None for one that players could bring about."""
    scene, unchecked = Scene(story), story.voice.unchecked
    for name, check in CHECKS.items():
        reason = None if name in unchecked else check(scene)
        if reason:
            return Doubt(name, reason)
    return None
