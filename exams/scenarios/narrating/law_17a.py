"""17A: when the auction period begins, for each side by itself."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.bridge import auction_data, pair
from exams.scenarios.narrating.narrative import Facts, Narrative, Setting
from exams.scenarios.tables import Table
from laws.rulings.ruling import Ruling
from laws.rulings.seats import ROUND

_ONE_HAND_OUT: Final = (
    "Nobody has called yet. {partner} has taken a hand out of board {board} and is sorting it; the other three hands are still "
    "in the board. {player} is looking at their own system card.",
    "{partner} has taken a hand out of board {board} and counted it. {player} has not touched the cards, nor has either "
    "opponent, and {player} is still reading their own system card.",
    "You come to the table as board {board} is put on it. {partner} takes a hand out at once; {player} goes on reading their "
    "own system card, with the other three hands still in the board.",
)
_OPPONENTS_ONLY: Final = (
    "{dealer} has taken a hand out of board {board} and called as shown. The hands of {player} and {partner} are still in the "
    "board, and {player} is looking at their own system card.",
    "{dealer}, who deals board {board}, was quick: the first call is shown. {player} and {partner} have not taken their hands "
    "out yet, and {player} is still reading their own system card.",
    "Board {board} has only just been put down, and {dealer} has called already, as shown. {player}'s hand is still in the "
    "board, like {partner}'s, and {player} is reading their own system card.",
)
_ASKS: Final = " You are asked whether the auction period has begun for {side_of_player}."


def _stage(table: Table, facts: Facts, rng: random.Random) -> Setting | None:
    """Partner has taken a hand out; or the dealer, an opponent, has called while both hands of the side are in the board."""
    begun = bool(facts["hand_taken_out"])
    player = rng.choice([seat for seat in ROUND if begun or seat.side is not table.dealer.side])
    record: dict[str, Any] = {"board": table.board, "player": player.value}
    if not begun:
        record["auction"] = auction_data(table, 1)
    return Setting(
        record,
        tuple(opening + _ASKS for opening in (_ONE_HAND_OUT if begun else _OPPONENTS_ONLY)),
        player.value,
        told=frozenset({"hand_taken_out"}),
        places={
            "board": str(table.board),
            "player": player.full_name,
            "partner": player.partner.full_name,
            "dealer": table.dealer.full_name,
            "side_of_player": pair(player),
            "opponents": pair(player.lho),
        },
        situation=(player.value,),
    )


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What is said by those who think of the table, of the player alone, or of the first call."""
    yield Choice(
        "For {side_of_player} the auction period begins once all four hands have been taken out of the board.",
        "it begins for each side by itself, with the first hand that either partner takes out (17A).",
    )
    if dict(ruling.path)["hand_taken_out"]:
        yield Choice(
            "For {partner} the auction period has begun, but not yet for {player}.",
            "it begins for the side, when either partner takes a hand out (17A).",
        )
        yield Choice(
            "For {side_of_player} the auction period begins with the first call on the board.",
            "it does not wait for a call: a hand has been taken out (17A, 17B).",
        )
    else:
        yield Choice(
            "For all four players the auction period has begun with {dealer}'s call.",
            "for {side_of_player} it begins with a hand of their own, whatever the other side has done (17A).",
        )
        yield Choice(
            "For {side_of_player} the auction period begins when it is their turn to call.",
            "it begins when either of them takes a hand out of the board (17A).",
        )


BEGINNING: Final = Narrative(
    procedure="17A",
    topic="end-of-auction",
    stage=_stage,
    tells={("hand_taken_out", True): (), ("hand_taken_out", False): ()},
    conditions={
        ("hand_taken_out", True): "{player} or {partner} had taken a hand out of the board",
        ("hand_taken_out", False): "neither {player} nor {partner} had taken a hand out of the board",
    },
    phrases={
        "auction_period_begun:yes": "For {side_of_player} the auction period has begun",
        "auction_period_begun:no": "For {side_of_player} the auction period has not begun yet",
    },
    mistakes=_mistakes,
)
