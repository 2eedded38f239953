"""Sentences for Law 16B: what partner did, what was chosen, what the players asked say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from exams.scenarios.narration.words import texts

TEXTS: Final = texts("law_16b")


Hint = tuple[str, str, str, str]
"""What partner did, a noun for it, the note in the diagram, and what players take it to mean."""


PASSED: Final[Sequence[Hint]] = (
    (
        "{partner} thought for half a minute before passing over {over}, as all four agree",
        "the long pause",
        "after a long pause",
        TEXTS.lines("values")[0],
    ),
    (
        "{partner} passed over {over} only after what everybody calls an eternity",
        "the long pause",
        "after a long pause",
        TEXTS.lines("values")[1],
    ),
    (
        "{partner} asked three questions about {over}, studied the hand once more and passed",
        "the questioning",
        "after three questions",
        TEXTS.lines("values")[2],
    ),
    (
        "{partner} asked twice what {over} meant, thought about the answer and passed",
        "the questioning",
        "after two questions",
        TEXTS.lines("values")[0],
    ),
    (
        "{partner} took hold of the double card, let go of it and passed over {over}",
        "the gesture",
        "after touching the double",
        TEXTS.lines("values")[1],
    ),
    (
        "“I suppose I have to pass,” said {partner} over {over}, and did",
        "the remark",
        "with a remark",
        TEXTS.lines("values")[2],
    ),
)
INVITED: Final[Sequence[Hint]] = (
    (
        "{partner} thought for half a minute before bidding {bid}, as all four agree",
        "the long pause",
        "after a long pause",
        "Asked what {hint} tells, half of the other players expect a hand that is almost too strong for the bid, and "
        "half one that is almost too weak",
    ),
    (
        "{partner}'s {bid} came only after long thought; nobody disputes it",
        "the long pause",
        "after a long pause",
        "You find that in this partnership {hint} has come as often from a hand too weak for the invitation as from one too "
        "strong",
    ),
)
ASKED: Final[Sequence[Hint]] = (
    (
        "{partner} asked what {bid} meant, heard the answer and passed; about no other call was anything asked",
        "the question",
        "after a question",
        "Other players take {hint} for interest in {suit}s",
    ),
    (
        "Over {bid} {partner} asked for its exact meaning, looked thoughtful and passed",
        "the question",
        "after a question",
        "Asked what {hint} tells, other players answer: something good in {suit}s",
    ),
    (
        "{partner} passed over {bid} after a pause that everybody noticed",
        "the pause",
        "after a pause",
        "Whoever you ask takes {hint} for a wish to double, with good {suit}s",
    ),
)
