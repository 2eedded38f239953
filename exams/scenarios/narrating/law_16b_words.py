"""Sentences for Law 16B: what partner did, what was chosen, what the players asked say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

Hint = tuple[str, str, str, str]
"""What partner did, a noun for it, the note in the diagram, and what players take it to mean."""

_VALUES: Final = (
    "Asked what {hint} tells, other players answer: values, but no call to suit them. That speaks for bidding",
    "To players of this class {hint} shows a hand that was worth a call and had none. Opposite that, bidding gets more "
    "attractive",
    "Whoever you ask takes {hint} for a sign of strength, which makes a bid safer",
)
PASSED: Final[Sequence[Hint]] = (
    (
        "{partner} thought for half a minute before passing over {over}, as all four agree",
        "the long pause",
        "after a long pause",
        _VALUES[0],
    ),
    (
        "{partner} passed over {over} only after what everybody calls an eternity",
        "the long pause",
        "after a long pause",
        _VALUES[1],
    ),
    (
        "{partner} asked three questions about {over}, studied the hand once more and passed",
        "the questioning",
        "after three questions",
        _VALUES[2],
    ),
    (
        "{partner} asked twice what {over} meant, thought about the answer and passed",
        "the questioning",
        "after two questions",
        _VALUES[0],
    ),
    (
        "{partner} took hold of the double card, let go of it and passed over {over}",
        "the gesture",
        "after touching the double",
        _VALUES[1],
    ),
    ("“I suppose I have to pass,” said {partner} over {over}, and did", "the remark", "with a remark", _VALUES[2]),
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
ORDINARY: Final = (
    "{accuser} calls you after {chooser}'s last call: {partner} is said to have paused before passing over {over}. All "
    "others deny it, and you find that the pass took three or four seconds, like the calls before it.",
    "“{partner} broke tempo over {over}, and then {chooser} acted,” says {accuser}. You ask all four players; even "
    "{accuser}'s partner noticed nothing, and you find that the tempo was the usual one.",
    "{accuser} complains that {chooser} called after {partner} had passed over {over} “too thoughtfully”. From what the "
    "others tell you, the pass came no slower than other passes of this pair.",
)
SKIPPED: Final = (
    "Over the jump {partner} waited ten seconds and passed, as the regulations ask of everybody after such a bid. {accuser} "
    "calls you: this pause was a help to {chooser}, whose last call gained by it.",
)
RESERVED: Final = (
    "{given}. Before {chooser} has called, {claimer} says: “I should like to reserve our rights.” {partner} and {chooser} do "
    "not dispute what happened. You are asked what that means.",
    "{given}. {claimer} points this out at once, and nobody disputes it. {chooser} has not called yet when you come to the "
    "table.",
    "{given}. {claimer} calls you before {chooser}'s turn has been taken, and asks what {chooser} may do now. All agree "
    "on what happened.",
)
CALLED: Final = (
    "{given}. When it was {chooser}'s turn, {chooser} {done}, and {others} call you.",
    "{given}. {chooser} then {done}. {lho} calls you and says that this was helped by {partner}.",
    "{given}, and {chooser} {done} in turn. {others} ask you to look at it.",
)
LED: Final = (
    "{given}. Against {contract_words}, {chooser} led the {card}, and declarer calls you.",
    "{given}. The contract became {contract_words}. {chooser} led the {card}, and {others} call you about that.",
    "{given}. When it came to the lead against {contract_words}, {chooser} chose the {card}. {others} ask you to look at it.",
)
COMPARED: Final[Mapping[str, Sequence[str]]] = {
    "open": (
        "What becomes of the board is not known yet.",
        "The auction is still going on.",
        "You are called before the play.",
    ),
    "gained": (
        "All passed: {result}. After a pass {instead}.",
        "The board ended there: {result}. Had {chooser} passed, {instead}.",
    ),
    "not gained": (
        "All passed: {result}. After a pass {instead}.",
        "The board ended there: {result}. Had {chooser} passed, {instead}.",
    ),
}
COMPARED_LEADS: Final[Mapping[str, Sequence[str]]] = {
    "open": ("The play has only just begun.", "So far one trick has been played."),
    "gained": (
        "The contract went one down. After {alternative} {declarer} would have had {tricks} tricks.",
        "That lead alone beats the contract, by one trick; after {alternative} it is made.",
    ),
    "not gained": (
        "The contract went one down, as it does after {alternative} too.",
        "{declarer} made {tricks} tricks, and after {alternative} it would have been the same number.",
    ),
}
