"""The course of a story: what comes of walking it with the state of the table (`laws.rulings.story.walk`).

A ruling is given on the table that the rulings before it left. What it leaves is carried from there: calls that are
cancelled, who must pass and for how long, which lead may be restricted and when, what each side may use, and the looks at
damage that have to wait (12C1, 16C, 23C, 27D, 72C). Where a fact is missing the course stops with the question; the rulings
before it stand.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from laws.rulings.replay import Standing
from laws.rulings.ruling import Obligation, Ruling
from laws.rulings.seats import Seat, Side
from laws.rulings.story.play import Play
from laws.rulings.story.standing import Data, flat


@dataclass(frozen=True)
class Ruled:
    """One ruling of a story.

    at: the entry that it is about; given: how many entries had been told when it was given. record: what the procedure was
    given; ruling: on it.
    """

    at: int
    given: int
    record: Mapping[str, Any]
    ruling: Ruling


@dataclass(frozen=True)
class Look:
    """A look at the score that waits for the end of play: after which entry, under which provision, in which words."""

    at: int
    provision: str
    words: str


@dataclass(frozen=True)
class Course:
    """What the engine makes of a story, at its end or at the moment that was asked for.

    rulings: in the order of what they are about. auction: the legal auction, each call as a record writes it. must_pass: who
    has to pass, `once` or `throughout`. leads: whose lead may still be restricted, with the entry of the call that was
    withdrawn. looks: what is looked at after play. play: the table in play, once a card has been played.
    """

    rulings: Sequence[Ruled]
    auction: Sequence[Data]
    standing: Standing = field(repr=False)
    must_pass: Mapping[Seat, str]
    leads: Mapping[Seat, int]
    play: Play | None

    @property
    def waiting(self) -> Ruled | None:
        """The ruling that waits for an answer; None when nothing has to be found out."""
        return next((ruled for ruled in self.rulings if not ruled.ruling.complete), None)

    @property
    def looks(self) -> list[Look]:
        """What is looked at again when play is over."""
        return [
            Look(ruled.at, step.provision, ruled.ruling.words(step.effect.words))
            for ruled in self.rulings
            for step in ruled.ruling.decided
            if step.effect.name == "adjusted_score" and getattr(step.effect, "kind", "") == "possible"
        ]

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain data, the rulings as `Ruling.as_dict` has them."""
        return {
            "rulings": [
                {"at": ruled.at, "given": ruled.given, "ruling": ruled.ruling.as_dict()} for ruled in self.rulings
            ],
            "auction": [f"{made['by']} {made['call']}" for made in flat(self.auction)],
            "must_pass": {seat.value: extent for seat, extent in self.must_pass.items()},
            "leads": {seat.value: at for seat, at in self.leads.items()},
            "looks": [{"at": look.at, "provision": look.provision, "words": look.words} for look in self.looks],
            "information": [
                {"player": item.player, "kind": item.kind, "extent": item.extent} for item in self.information
            ],
            "tricks": None
            if self.play is None
            else {**{side.value: self.play.won(side) for side in Side}, "left": self.play.left},
        }

    @property
    def information(self) -> list[Obligation]:
        """What each side may and may not use in the rest of the board."""
        return list(dict.fromkeys(item for ruled in self.rulings for item in ruled.ruling.information))
