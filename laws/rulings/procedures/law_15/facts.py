"""What the Director finds out under Law 15 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.replay import Situation, Standing

name_answers(
    {
        "cards": "a player called on cards from another board",
        "board": "the players have the wrong board in front of them",
        "another time": "nothing: that board is not to be played here, or has been played",
        "not yet": "nothing yet",
        "repeats": "the same call, with much the same meaning",
        "differs": "another call, one of another meaning, or a psychic one",
    }
)


def first_on_wrong_cards(at: Situation) -> int | None:
    """The place of the offender's first call: the wrong cards have been held since before it, so it is the first to go."""
    who = at.record.offender
    return next((place for place, made in enumerate(at.record.auction) if made.by is who), None)


def _since(at: Situation, seats: tuple[str, ...]) -> bool | None:
    """Whether one of these players has called since, as far as the auction shows it."""
    first, who = first_on_wrong_cards(at), at.record.offender
    if first is None or who is None:
        return None
    return any(made.by is getattr(who, seat) for made in at.record.auction[first + 1 :] for seat in seats)


def _counted_from(at: Situation) -> str:
    """From which call it is reckoned who has called since; empty where the offender has made one call only."""
    first, who = first_on_wrong_cards(at), at.record.offender
    if first is None or who is None or all(made.by is not who for made in at.record.auction[first + 1 :]):
        return ""
    call = at.record.auction[first].call
    return (
        f"{who.full_name} has held the wrong cards since before the first call, {call.symbol}, so the others' "
        f"calls are counted from that call (15A1)"
    )


def _play_has_begun(at: Situation) -> bool | None:
    """Nobody has played before the auction ended, nor while attention was drawn before a lead was faced."""
    if at.record.noticed is not None:
        return at.record.noticed == "play"
    standing = Standing(at.record.dealer)
    for made in at.record.auction:
        standing.take(made.by, made.call)
    return None if standing.ended or not at.record.auction else False


def _auction_begun(at: Situation) -> bool | None:
    return True if at.record.auction else None


WhatIsWrong = Literal["cards", "board"]

WHAT_IS_WRONG = Fact[WhatIsWrong]("what_is_wrong", "What is wrong?", get_args(WhatIsWrong))

PARTNER_CALLED_AFTER = Fact(
    "partner_called_after",
    "Has {partner} called after the call that {offender} made with the wrong cards?",
    observe=lambda at: _since(at, ("partner",)),
    reason=_counted_from,
)

LHO_CALLED_AFTER = Fact(
    "lho_called_after",
    "Has {lho} called after it?",
    observe=lambda at: _since(at, ("lho",)),
    reason=_counted_from,
)

ENDED_BY_IT = Fact(
    "ended_by_it",
    "Is the auction over, and has play begun?",
    observe=_play_has_begun,
)
"""The name is older than the question: it was once asked of the last pass alone. The pass before it, made by the player who
is dummy now, can be the one on wrong cards as well."""

OnTheOtherBoard = Literal["another time", "not yet", "repeats", "differs"]

ON_THE_OTHER_BOARD = Fact[OnTheOtherBoard](
    "on_the_other_board",
    "What does {offender} call on the board the cards came from?",
    get_args(OnTheOtherBoard),
    source=Source.FINDING,
    find_out="by watching the auction on that board, if it is still to be played here; and what the call means in it",
)

PLAYED_BEFORE = Fact(
    "played_before",
    "Has one of the four players played this board before?",
    source=Source.FINDING,
    find_out="the players and the schedule of the event",
)

AUCTION_BEGUN = Fact(
    "auction_period_begun",
    "Has a player at the table taken a hand out of the board?",
    observe=_auction_begun,
)

DEPRIVED_OF_SCORE = Fact(
    "deprived_of_score",
    "Does this cost any contestant, at this table or another, the chance of a valid score on a board they were to"
    " play?",
    source=Source.FINDING,
    find_out="the movement: who was to play which board against whom, and whether it can be played later",
)

TEAMS = Fact("teams", "Is it team play?", default=False)
