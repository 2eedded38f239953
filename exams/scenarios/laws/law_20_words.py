"""Sentences for Law 20: who asks what and when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

IN_AUCTION: Final[Mapping[tuple[str, str], Sequence[str]]] = {
    ("review", "at turn"): (
        "It is {asker}'s turn. “Could I hear the auction once more?” asks {asker}, and nobody is sure how this is done.",
        "Before calling, {asker} asks to have all the calls repeated. {asker_partner} is about to do it when {opponent} "
        "calls you.",
        "{asker}, whose turn it is, has lost track of the auction and would like to hear it again. You are called.",
    ),
    ("review", "not at turn"): (
        "{turn} is thinking about a call. Meanwhile {asker} asks to have all the calls repeated. You are called.",
        "“Could I hear the auction once more?” asks {asker}, while it is {turn}'s turn to call. Is that allowed?",
        "It is {turn}'s turn when {asker}, who has lost track, would like to hear the auction again.",
    ),
    ("review", "must pass"): (
        "{asker_partner}'s last bid took the place of an insufficient one, and you ruled that {asker} must pass for the rest "
        "of the auction. At turn, {asker} asks to have all the calls repeated.",
        "{asker}, who has to pass throughout since {asker_partner} replaced an insufficient bid by one of another meaning, "
        "asks for a review at turn.",
        "{asker_partner} had made an insufficient bid and replaced it as shown. It is {asker}'s turn; by your ruling {asker} "
        "can only pass. “Could I hear the auction once more?” asks {asker}.",
    ),
    ("explanation", "at turn"): (
        "{caller_name} has bid {call}. {asker}, at turn, asks what it means; {caller_name} starts to answer, and "
        "{asker_partner} puts in a question too. You are called.",
        "At turn, {asker} wants {call} explained, and also which calls {caller_name} could have chosen instead. You are "
        "asked what {asker} may have, and from whom.",
        "“What does {call} show, and what would other bids have shown?” asks {asker}, whose turn it is. {caller_name} and "
        "{caller_partner} look at each other and call you.",
    ),
    ("explanation", "not at turn"): (
        "{caller_name} has bid {call}. While it is {turn}'s turn, {asker} asks what the bid means. You are called.",
        "{turn} is to call over {caller_name}'s {call}. Before that happens, {asker} wants to know what {call} shows.",
        "“What is {call}?” asks {asker}, though it is {turn}'s turn to call. {caller_partner} does not answer and calls you.",
    ),
    ("explanation", "must pass"): (
        "{asker_partner}'s last bid took the place of an insufficient one, and you ruled that {asker} must pass for the rest "
        "of the auction. At turn, {asker} asks what {caller_name}'s {call} means.",
        "{asker}, who has to pass throughout since {asker_partner} replaced an insufficient bid by one of another meaning, "
        "wants {caller_name}'s {call} explained at turn.",
        "{asker_partner} had made an insufficient bid and replaced it as shown. It is {asker}'s turn; by your ruling {asker} "
        "can only pass. “What does {call} show?” asks {asker}.",
    ),
}
