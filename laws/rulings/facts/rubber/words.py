"""Words that the facts of the rubber code share: the kinds of calls, and what became of them."""

from __future__ import annotations

from typing import Final

from laws.rulings.facts.base import name_answers

SUIT_BID: Final = "suit"
NO_TRUMP_BID: Final = "no-trump"
OTHER_CALL: Final = "no bid"
NOT_MADE: Final = "not made yet"
REPEATED: Final = "repeated"
CHANGED: Final = "changed"

name_answers(
    {
        SUIT_BID: "a bid in a suit",
        NO_TRUMP_BID: "a bid in no-trump",
        OTHER_CALL: "a pass, a double or a redouble",
        NOT_MADE: "that call has not been made yet",
        REPEATED: "yes, the same",
        CHANGED: "no, another one, or a call that is no bid",
        "require": "requires the lead of that suit",
        "forbid": "forbids a lead of that suit",
        "neither": "does neither",
    }
)
