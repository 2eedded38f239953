"""Law 22: has the auction ended, and what then?"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.bridge import contract_of
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.narrating.wrong_calls import plain, standing
from exams.scenarios.tables import Table
from laws.rulings.calls import CALLS, PASS
from laws.rulings.ruling import Ruling
from laws.rulings.seats import Seat

_OPENINGS: Final = {
    "contract": (
        "A player of the next table has been listening, and asks you whether the auction of this board is over.",
        "{north} asks you to look at the auction: “Is this finished now, or may I still say something?”",
        "You are called to settle an argument: {east} holds that the auction is over, {south} that it is not quite.",
    ),
    "passed out": (
        "“All four of us have passed,” {north} tells you, “and now {east} would like the board to be dealt again.”",
        "Nobody has opened this board. {south} asks you for new cards: “There is no score for this, is there?”",
        "The board has been passed out. {west} wonders what is to be done with it.",
    ),
    "goes on": (
        "{north} has taken the bidding cards away after the second pass, and {east} calls you.",
        "“Director! They say that it is over,” {south} tells you, and shows you the auction.",
        "A card was about to be led when {west} counted the passes and called you.",
    ),
    "a turn was skipped": (
        "The bidding cards are being put away when {skipped} says: “But I have not called over {last_bid}!”",
        "“Director! Three passes, but none of them is mine,” {skipped} tells you.",
        "You are called because {skipped} was passed over when the bidding cards were taken away.",
    ),
}


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    how = facts["how_ended"]
    made = _auction(table, how)
    if made is None:
        return None
    seats = [seat.full_name for seat in (table.dealer, table.dealer.lho, table.dealer.partner, table.dealer.rho)]
    rng.shuffle(seats)
    places = dict(zip(("north", "east", "south", "west"), seats, strict=True))
    last = made[-1]["by"]
    record: dict[str, Any] = {"board": table.board, "auction": made}
    played = contract_of(table)
    if how == "a turn was skipped":
        places["skipped"] = Seat(last).lho.full_name  # the last of the three passes is the bidder's
        places["last_bid"] = CALLS[made[-4]["call"]].symbol
    if how == "contract" and played is not None:
        leader = played.declarer.lho.full_name
        # Whoever may have led already does not doubt that the auction is over: no opening names `west`.
        held = next(place for place, seat in places.items() if seat == leader)
        places[held], places["west"] = places["west"], leader
        places["leader"] = leader
        places["contract_by"] = played.words
    return Setting(
        record,
        _OPENINGS[how],
        last,
        shown=frozenset({"how_ended"}),
        told=frozenset({"how_ended"}),
        places=places,
    )


def _auction(table: Table, how: str) -> list[dict[str, Any]] | None:
    calls = [(seat, option.call) for seat, option in table.made]
    if how == "contract":
        return plain(calls) if contract_of(table) is not None else None
    if how == "passed out":
        seat = table.dealer
        return plain([(one, PASS) for one in (seat, seat.lho, seat.partner, seat.rho)])
    bids = [place for place, (_, call) in enumerate(calls) if call.is_bid]
    if not bids:
        return None
    upto = bids[-1] + 1
    seat = calls[bids[-1]][0]
    if standing(table, upto).ended:
        return None
    if how == "goes on":
        return plain([*calls[:upto], (seat.lho, PASS), (seat.partner, PASS)])
    # LHO is passed over: the players after him pass one after the other, and nobody notices.
    return plain([*calls[:upto], (seat.partner, PASS), (seat.rho, PASS), (seat, PASS)])


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    over = any(effect.name == "auction_over" and getattr(effect, "value", "") == "yes" for effect in ruling.effects)
    passed_out = any(effect.name == "passed_out" for effect in ruling.effects)
    if passed_out:
        yield Choice("The board is dealt again.", "a board on which all pass is not dealt again (22B).")
        yield Choice(
            "The board is cancelled. Both sides get an artificial score of average.",
            "the board has been played out regularly, and is scored as zero for both sides (22B, 77).",
        )
        yield Choice(
            "The auction is not over: the dealer, to whom it has come back, may still open.",
            "four passes in a row end it (22B).",
        )
    elif over:
        yield Choice(
            "The auction is not over before the fourth pass.",
            "after a bid three passes in rotation end it (22A).",
        )
        yield Choice(
            "The auction and the auction period end with the third pass; nobody may ask about the calls any more.",
            "the auction period lasts until an opening lead is faced (17D1), and the defenders may still ask then (41B).",
        )
        yield Choice(
            "The auction is open again if the player to lead wants to call.",
            "what has ended by three passes stays ended (22A); a late call falls under Law 39.",
        )
    else:
        yield Choice(
            "The auction is over, since everybody has taken back the bidding cards.",
            "it takes three passes in rotation, not the removal of the cards (22A).",
        )
        yield Choice(
            "The auction is over. The last bid becomes the contract.",
            "three passes in rotation after it are needed (22A), and no player may lose a turn (17D3).",
        )
        yield Choice(
            "The board is cancelled. Both sides get an artificial score of average.",
            "the auction can go on normally from where it stopped (17D3, 22).",
        )


ENDED: Final = Narrative(
    procedure="22",
    topic="end-of-auction",
    stage=_stage,
    tells={
        ("how_ended", "contract"): (),
        ("how_ended", "passed out"): (),
        ("how_ended", "goes on"): (),
        ("how_ended", "a turn was skipped"): (),
        ("opening_lead_faced", True): (
            "The opening lead of {leader} lies face up on the table.",
            "{leader} has already faced the opening lead.",
        ),
        ("opening_lead_faced", False): (
            "No lead has been faced yet.",
            "{leader} is to lead, and has not yet faced a card.",
        ),
        ("hands_back", True): (
            "All four hands are back in the board.",
            "The cards have been returned to the board.",
        ),
        ("hands_back", False): (
            "Everybody still holds the cards.",
            "The hands have not been returned to the board yet.",
        ),
    },
    conditions={
        ("how_ended", "contract"): "three passes in rotation had followed the last bid",
        ("how_ended", "passed out"): "all four players had passed",
        ("how_ended", "goes on"): "only two passes had followed the last bid",
        ("how_ended", "a turn was skipped"): "a player had lost a turn to the passes of others",
        ("opening_lead_faced", True): "an opening lead had been faced",
        ("opening_lead_faced", False): "no opening lead had been faced yet",
        ("hands_back", True): "all hands were back in the board",
        ("hands_back", False): "the hands were not back in the board yet",
    },
    phrases={"no_right:redeal": "The board is not dealt again"},
    mistakes=_mistakes,
    plain=frozenset({"how_ended"}),
    hard=lambda facts: facts["how_ended"] == "a turn was skipped",
)
