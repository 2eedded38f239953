"""Law 17D3: passes that rob a player of his turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import PASS
from laws.rulings.ruling import Ruling

_OPENINGS: Final = (
    "“Director! I have not called since {bidder}'s {bid},” says {skipped}, when the bidding cards are taken away.",
    "{skipped} calls you. Three passes followed {bidder}'s {bid}, and everybody took the auction to be over.",
    "The opening lead is about to be made when {skipped} notices having been left out after {bidder}'s {bid}.",
    "Counting the calls after the auction, the players find that {skipped} had no turn after {bidder}'s {bid}.",
)


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    bids = [place for place, (_, option) in enumerate(table.made) if option.call.is_bid]
    if not bids:
        return None
    place = rng.choice(bids)
    if standing(table, place + 1).ended:
        return None
    bidder, option = table.made[place]
    skipped = bidder.lho
    before = [(seat, one.call) for seat, one in table.made[: place + 1]]
    calls = [*before, (bidder.partner, PASS), (bidder.rho, PASS), (bidder, PASS)]
    return Setting(
        {"board": table.board, "auction": plain(calls)},
        _OPENINGS,
        bidder.partner.value,
        places={
            "bidder": bidder.full_name,
            "bid": option.call.symbol,
            "skipped": skipped.full_name,
            "skipped_partner": skipped.partner.full_name,
        },
        marked=frozenset({place + 1, place + 2, place + 3}),
    )


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    yield Choice(
        "The auction is over, as three passes have followed the last bid; {skipped} should have spoken up.",
        "passes that take a player's turn away do not end the auction (17D3, 34).",
    )
    yield Choice(
        "The auction goes back to {skipped}. {offender}'s pass was out of rotation, so {offender} must pass at the next turn.",
        "17D3 cancels the passes and restricts nobody.",
    )
    yield Choice(
        "{skipped} may call now; the three passes stand, and whatever {skipped} calls ends the auction.",
        "the passes made out of rotation are cancelled, and the auction goes on normally (17D3).",
    )
    yield Choice(
        "The board cannot be played. Both sides get an artificial score of average.",
        "the auction goes on from the player who was left out (17D3).",
    )
    yield Choice(
        "{skipped} has accepted the pass by not objecting; the auction is over.",
        "nobody accepts by silence what takes their own turn away (17D3, 34).",
    )


SKIPPED: Final = Narrative(
    procedure="17",
    topic="end-of-auction",
    stage=_stage,
    tells={},
    conditions={},
    phrases={"call_cancelled": "The passes made since {skipped}'s turn are cancelled"},
    mistakes=_mistakes,
    silent=frozenset(("later_calls_cancelled",)),
    hard=lambda facts: True,
)
