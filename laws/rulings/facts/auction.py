"""Facts about an auction as it stands: whether it is over, and whether a call in it was made again."""

from __future__ import annotations

from laws.rulings.facts.base import Fact, name_answers
from laws.rulings.meanings import Meaning
from laws.rulings.record import Made
from laws.rulings.replay import Situation

name_answers(
    {
        "contract": "three passes after the last bid",
        "passed out": "four passes",
        "goes on": "it has not ended",
        "a turn was skipped": "three passes, one of them out of rotation",
    }
)


LEAD_FACED = Fact(
    "opening_lead_faced",
    "Has a defender faced an opening lead?",
    observe=lambda at: None if at.play is None else at.play.told.number > 1 or bool(at.play.told.tricks) or None,
)


CALLED_AGAIN = Fact(
    "called_again",
    "Has {offender} already substituted another call?",
    observe=lambda at: at.original is not None,
)


def shown_by_call(at: Situation, made: Made) -> Meaning | None:
    return made.meaning or at.meaning_in_system(made.call)


# -- potential damage --------------------------------------------------------------------------------------------------
