"""Facts about conduct and understandings that several laws ask for."""

from __future__ import annotations

import datetime as dt
from typing import Final

from laws.rulings.facts.base import Fact, Observer, name_answers
from laws.rulings.regulations import regulation
from laws.rulings.replay import Situation

AMENDED: Final = dt.date(2024, 1, 1)
"""The day on which the text of Laws 73 and 89 was replaced."""


# -- Law 72 ------------------------------------------------------------------------------------------------------------


# -- Law 73 ------------------------------------------------------------------------------------------------------------

BEFORE_AMENDMENT = Fact(
    "before_amendment",
    "Was the board played before 1 January 2024, when Law 73 was worded anew?",
    default=False,
    observe=lambda at: at.record.date is not None and at.record.date < AMENDED,
)


name_answers(
    {
        "before the auction": "before the auction begins",
    }
)


def allowed_by_body(name: str) -> Observer:
    def observe(at: Situation) -> bool:
        return bool(regulation(name, at.record.regulations, at.record.date).value)

    return observe


AIDS_ALLOWED = Fact(
    "aids_allowed",
    "Does the Regulating Authority allow such an aid?",
    default=False,
    observe=allowed_by_body("aids"),
)
