"""Law 21 in words: what is told, when another ruling would be right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from exams.scenarios.narrating.narrative import Answer

TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    ("misinformed", True): (),
    ("misinformed", False): (),
    ("what_was_wrong", "explanation wrong"): (
        "{side} show you their system card, where {call_explained} is “{agreed}”.",
        "Both partners' notes, which you ask to see, say “{agreed}”.",
        "{side}'s card, filled in before the session, says “{agreed}”, and neither partner disputes it.",
    ),
    ("what_was_wrong", "call wrong"): (
        "{side} show you their card, filled in before the session: it says “{agreed}” too. {bidder} had forgotten it.",
        "The notes of both partners say the same as the explanation, and {bidder} admits a lapse of memory.",
        "{side}'s system card agrees with the explanation word for word; {bidder} had last year's methods in mind.",
    ),
    ("what_was_wrong", "no evidence"): (
        "Away from the table {bidder} tells you that the explanation was right and the call, meant as “{meant}”, a lapse. "
        "{side} have no system card and no notes, and nothing else shows what they play.",
        "“The explanation was right, I just forgot,” {bidder} tells you in private; the call was meant as “{meant}”. "
        "There is no card, and no note of any agreement.",
        "{bidder} says in private that the call was meant as “{meant}”, by mistake, and that the explanation was right. The "
        "pair have nothing in writing, and the rest of the auction tells nothing.",
    ),
    ("auction_period_over", True): (),
    ("auction_period_over", False): (),
    ("partner_since", True): (),
    ("partner_since", False): (),
    ("influenced", True): (
        "You give the hand to {asked} players of {misinformed}'s strength, with “{meant}” as the meaning: {some} of them call "
        "something else.",
        "Of {asked} comparable players who are told “{meant}”, {some} would not have made {misinformed}'s call.",
        "You ask {asked} players of the same standard what they would have called over “{meant}”: {some} of them "
        "choose another call.",
    ),
    ("influenced", False): (
        "You give the hand to {asked} players of {misinformed}'s strength, with “{meant}” as the meaning: all of them make "
        "the same call.",
        "Not one of {asked} comparable players who are told “{meant}” would have called anything else; another call looks good "
        "only to somebody who has heard both meanings.",
        "You ask {asked} players of the same standard what they would have called over “{meant}”: every one of them makes "
        "{misinformed}'s call.",
    ),
    ("changes", True): (
        "{misinformed} would rather have made {instead}, and will if it is allowed.",
        "{misinformed} wishes to change {it} to {instead}.",
        "If it may be done, {misinformed} will replace {it} with {instead}.",
    ),
    ("changes", False): (
        "Told of the right to change it, {misinformed} thinks it over and leaves the call as it is.",
        "{misinformed}, asked at the table, prefers not to change anything.",
    ),
    ("lho_since", True): (),
    ("lho_since", False): (),
    ("lho_changes", True): (
        "{misinformed_lho} then asks to change {lho_it} as well.",
        "In that case {misinformed_lho} does not want to stand by {lho_it} either.",
    ),
    ("lho_changes", False): (
        "{misinformed_lho} would leave {lho_it} as it is.",
        "{misinformed_lho} sees no reason to change {lho_it}.",
    ),
    ("advantage", "open"): (
        "How the board will end nobody can say yet.",
        "What it will lead to cannot be seen yet.",
        "The result of the board is still open.",
    ),
    ("advantage", "not gained"): (
        "Later you look at the finished board: on the right information {others} would have come to the same result.",
        "When the board is over you find that {others} could not have done better on the right information.",
        "The board has been played. Whatever {others} had done on the right information, {side} would have scored no less.",
    ),
    ("advantage", "gained"): (
        "Later you look at the finished board: on the right information {others} would probably have reached a contract that "
        "scores better for them.",
        "When the board is over you find, having asked other players, that {others} would probably have done clearly better "
        "on the right information.",
        "The board has been played. On the right information {others} would in all likelihood have stayed out of trouble, and "
        "{side} would have scored less.",
    ),
}

CONDITIONS: Final[Mapping[Answer, str]] = {
    ("misinformed", True): "{side} had given {misinformed} wrong information",
    ("misinformed", False): "{misinformed} had merely misunderstood a right explanation",
    ("what_was_wrong", "explanation wrong"): "the explanation had not matched the agreement",
    ("what_was_wrong", "call wrong"): "the explanation had matched the agreement",
    ("what_was_wrong", "no evidence"): "there were no evidence of the agreement",
    ("auction_period_over", True): "a lead had been faced",
    ("auction_period_over", False): "no lead had been faced",
    ("partner_since", True): "{misinformed_partner} had called since",
    ("partner_since", False): "{misinformed_partner} had not called since",
    ("influenced", True): "{misinformed} could well have called something else on the right information",
    ("influenced", False): "{misinformed} would have made the same call on the right information",
    ("changes", True): "{misinformed} changed the call",
    ("changes", False): "{misinformed} kept the call",
    ("lho_since", True): "{misinformed_lho} had called after it",
    ("lho_since", False): "{misinformed_lho} had not called after it",
    ("lho_changes", True): "{misinformed_lho} changed {lho_call}",
    ("lho_changes", False): "{misinformed_lho} kept {lho_call}",
    ("advantage", "open"): "the result of the board were still open",
    ("advantage", "not gained"): "{side} had gained nothing by it",
    ("advantage", "gained"): "{side} had scored better for it",
}

PHRASES: Final[Mapping[str, str]] = {
    "right:change_call": "{free}",
    "no_right:change_call": "{no_change}",
    "right:change_subsequent": "{lho_may}",
    "no_right:be_told_of_mistaken_call": "{others} had no right to hear that {bidder} called wrongly",
    "adjusted_score:possible:damaged": "The score may be adjusted after play",
    "adjusted_score:possible:gained": "After play you adjust the score if {side} gained",
    "adjusted_score:assigned:gained": "You assign an adjusted score",
    "adjusted_score:none:gained": "The score is not adjusted",
}
