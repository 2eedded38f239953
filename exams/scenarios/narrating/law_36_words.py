"""The words of questions on Law 36."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Answer
from laws.rulings.ruling import Ruling

_NOTHING_SINCE: Final = (
    "Nobody has called since.",
    "The table stopped at once; no other call has been made.",
    "You were called at once, before anybody else did anything.",
)
_SINCE: Final = (
    "Before anybody said a word, {since}.",
    "Before you came, {since}.",
    "Nobody objected at first: {since}.",
)
TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    ("law_19", "doubled"): (),
    ("law_19", "redoubled"): (),
    ("out_of_rotation", False): (),
    ("out_of_rotation", True): (),
    ("whose_turn", "rho"): (),
    ("whose_turn", "partner"): (),
    ("whose_turn", "lho"): (),
    ("called_before", False): (),
    ("called_before", True): (),
    ("lead_faced", False): (),
    ("lead_faced", True): (),
    ("lho_has_called", False): _NOTHING_SINCE,
    ("lho_has_called", True): _SINCE,
    ("lho_called", False): _NOTHING_SINCE,
    ("lho_called", True): _SINCE,
    ("rho_called", False): (),
    ("rho_called", True): (
        "{turn}, whose turn it was, had not looked up: {since}, in turn, before you were called.",
        "Without having seen it, {turn} called in turn: {since}.",
        "In the meantime {since}, in turn and without noticing anything.",
    ),
    ("meant_over", True): (
        "{lho} tells you that it was meant as a call over it.",
        "Asked by you, {lho} says: “Of course I had seen it, and called over it.”",
    ),
    ("meant_over", False): (
        "{lho} tells you that it was just a call in turn, made without having seen it.",
        "Asked by you, {lho} says: “I had not even seen it. I called because it was my turn.”",
    ),
}
CONDITIONS: Final[Mapping[Answer, str]] = {
    ("lead_faced", True): "it had come to light only after the opening lead was faced",
    ("lead_faced", False): "it had come to light before the opening lead was faced",
    ("lho_has_called", True): "{lho} had called after it",
    ("lho_has_called", False): "{lho} had not called after it",
    ("lho_called", True): "{lho} had called over it",
    ("lho_called", False): "{lho} had not called over it",
    ("rho_called", True): "{rho}, whose turn it was, had called in turn",
    ("rho_called", False): "{rho} had not called in turn",
    ("meant_over", True): "{lho} had meant to call over it",
    ("meant_over", False): "{lho} had only called in turn",
}
SILENT: Final = frozenset(("inadmissible:doubled", "inadmissible:redoubled"))
UNCITED: Final = frozenset({"no_right:accept@36B1", "right:call_anew"})
PHRASES: Final[Mapping[str, str]] = {
    "must_substitute:a legal call": "{offender} makes a legal call instead",
    "partner_must_pass:throughout": "{partner} must pass throughout",
    "lead_restriction:prohibit_one_suit": "Declarer may later forbid {partner} to lead one suit",
    "no_further_rectification": "The auction goes on without further rectification",
    "director_action:score_without": "Play goes on; the contract will be scored as if {irregular} had not been made",
}
_ONCE: Final = "{irregular} is cancelled. {offender} makes a legal call instead. {partner} must pass once."


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people say who mix up Law 36 with its neighbours."""
    names = {effect.name for effect in ruling.effects}
    if "partner_must_pass" in names:
        yield from _cancelled("36B4" if "auction_reverts_to" in names else "36B2")
    elif "director_action" in names:
        yield from _after_the_lead()
    else:
        yield from _void("36A" if "auction_reverts_to" in names else "28B")


def _cancelled(bars: str) -> Iterator[Choice]:
    """bars: the provision that silences partner, in rotation or out of it."""
    yield Choice(_ONCE, f"one pass is what Laws 30 to 32 ask for; after an inadmissible double the bar lasts ({bars}).")
    yield Choice(
        "{irregular} is cancelled. {offender} makes a legal call instead. {partner} must pass throughout only if that call "
        "is not comparable.",
        f"{{partner}} must pass whatever is called instead ({bars}); a comparable call spares only the lead (26A).",
    )
    yield Choice(
        "{lho} may accept {irregular}, and the auction then goes on from it.",
        "nobody may accept a double or redouble that Law 19 forbids (36B1).",
    )
    yield Choice(
        "{irregular} is cancelled. A pass takes its place. {offender} and {partner} must pass throughout.",
        "that is for a call in breach of an obligation to pass, or of more than seven (37B2, 38C).",
    )
    yield Choice(
        "{irregular} is cancelled. {offender} makes a legal call instead. No lead is restricted.",
        f"{{partner}} must pass throughout ({bars}), and unless a comparable call is made 26B applies to what was withdrawn.",
    )


def _void(wipes: str) -> Iterator[Choice]:
    """wipes: the provision that takes the call away, with all that followed or with nothing."""
    yield Choice(
        "{lho} has condoned it: {irregular} stands and so do the calls after it.",
        "a double or redouble that Law 19 forbids can never stand, whoever calls after it (36A).",
    )
    yield Choice(
        "{irregular} is cancelled. {partner} must pass throughout. Declarer may later forbid {partner} to lead one suit.",
        "that is for a call put right before the next player has called (36B).",
    )
    yield Choice(
        "{irregular} is cancelled, the calls after it stand. {partner} must pass once.",
        f"one pass is what Laws 30 to 32 ask for; here the call is just wiped out ({wipes}).",
    )
    yield Choice(
        "A pass takes the place of {irregular}, and the calls after it stand.",
        "a substituted pass is the rule of Laws 37 and 38, not of Law 36 (36A).",
    )


def _after_the_lead() -> Iterator[Choice]:
    yield Choice(
        "The lead goes back to the hand. {irregular} and all calls after it are cancelled, and the auction goes on from there.",
        "a faced lead ends the auction period; after that 36C leaves the contract as it is.",
    )
    yield Choice(
        "Play goes on; the contract will be scored with {irregular}, as everybody took it to be legal.",
        "nobody can make it legal by overlooking it; the score is reckoned without it (36C).",
    )
    yield Choice(
        "The board is cancelled, and both sides get an artificial score.",
        "the contract reached can be played and scored without it (36C).",
    )
    yield Choice(
        "Play goes on; {irregular} does not count in the score. Declarer may forbid {partner} to lead one suit.",
        "once the lead is faced no rectification is left but the score (36C).",
    )
