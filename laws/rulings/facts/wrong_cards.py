"""Facts about cards from a wrong board, and about a wrong board (Law 15)."""

from __future__ import annotations

from laws.rulings.facts.base import Fact, Source, name_answers
from laws.rulings.replay import Situation

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


def _since(at: Situation, seats: tuple[str, ...]) -> bool | None:
    """Whether one of these players called after the offender's last call, as far as the auction shows it."""
    who = at.record.offender
    made = [item.by for item in at.record.auction]
    if who is None or who not in made:
        return None
    last = len(made) - 1 - made[::-1].index(who)
    return any(getattr(who, seat) in made[last + 1 :] for seat in seats)


WHAT_IS_WRONG = Fact("what_is_wrong", "What is wrong?", ("cards", "board"))
PARTNER_CALLED_AFTER = Fact(
    "partner_called_after",
    "Has {partner} called after the call that {offender} made on the wrong cards?",
    observe=lambda at: _since(at, ("partner",)),
)
LHO_CALLED_AFTER = Fact(
    "lho_called_after",
    "Has {lho} called after it?",
    observe=lambda at: _since(at, ("lho",)),
)
ENDED_BY_IT = Fact(
    "ended_by_it",
    "Was it the last pass of the auction, and has play begun?",
    source=Source.FINDING,
    default=False,
    find_out="whether cards have been played in a contract that this pass made final",
)
ON_THE_OTHER_BOARD = Fact(
    "on_the_other_board",
    "What does {offender} call on the board from which the cards came?",
    ("another time", "not yet", "repeats", "differs"),
    source=Source.FINDING,
    find_out="by watching the auction of that board, if it is still to be played there; and what the call means in it",
)
PLAYED_BEFORE = Fact(
    "played_before",
    "Has one of the four players played this board before?",
    source=Source.FINDING,
    find_out="the players and the schedule of the event",
)
DEPRIVED_OF_SCORE = Fact(
    "deprived_of_score",
    "Does a contestant thereby lose the chance of a valid score on a board?",
    source=Source.FINDING,
    find_out="the schedule: who was to play which board against whom, and whether it can be played later",
)
TEAMS = Fact("teams", "Is it team play?", default=False)
