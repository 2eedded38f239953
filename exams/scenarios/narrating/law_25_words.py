"""The words of questions on Law 25."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.narrative import Answer
from laws.rulings.ruling import Ruling

OPENINGS: Final[Mapping[str, Sequence[str]]] = {
    "slip": (
        "“What is that doing there?” says {name}, who has {done}, and points at the bidding box: the hand meant to take "
        "{meant}. You are called, hear {name} away from the table, and are sure that it was so.",
        "{name} has {done}, sees it, and exclaims at once: “Oh no, I reached for {meant}!” You find that this is so. "
        "{lho} calls you.",
        "{rho} calls you: {name} has {done} and would like to have {meant} instead. Taken aside, {name} had never thought of "
        "{slip}; the fingers slipped in the box.",
    ),
    "second thought": (
        "{name} has {done}, frowns, and wants to have {meant} instead. Taken aside, {name} says: “I had forgotten what we "
        "play in this position.”",
        "“May I change that to {meant}?” {name} has {done}. Away from the table it turns out that {name} had not looked at the "
        "last bid properly, and had meant {slip} when taking it out.",
        "{lho} calls you: {name}, who has {done}, wants {meant} instead, having counted the points again.",
    ),
    "slip changed": (
        "{name} has {done}, and at once put {second_call} on top of it: “That is what I meant to take!” Away from the table "
        "you are satisfied that the first card came out of the box by a slip of the fingers.",
        "{lho} calls you. {name} pulled {first_call} out of the box, saw it and changed it to {second_call}. You find that "
        "{name} had meant {second_call} all the time and that the fingers had slipped in the box.",
    ),
    "mind changed": (
        "{name} has {done}, thinks again, and changes it to {second_call}. Away from the table {name} tells you: “I had "
        "another look at my hand.”",
        "{lho} calls you. {name} had put down {first_call} and then changed it to {second_call}: “I remembered what we play.”",
        "“Director!” {name} first {done}, and then put {second_call} in its place. Taken aside, {name} says: “On second "
        "thoughts I liked it better.”",
    ),
}
TELLS: Final[Mapping[Answer, Sequence[str]]] = {
    ("called_again", True): (),
    ("called_again", False): (),
    ("unintended", True): (),
    ("unintended", False): (),
    ("first_unintended", True): (),
    ("first_unintended", False): (),
    ("partner_called", True): (
        "In the meantime {since}.",
        "Before it was noticed, {since}.",
    ),
    ("partner_called", False): (),
    ("auction_ended_first", True): ("With that the auction has come to its end.",),
    ("auction_ended_first", False): (),
    ("period_over", True): (
        "{name} noticed it only when the opening lead lay face up on the table.",
        "By then the opening lead has been faced.",
    ),
    ("period_over", False): (
        "No opening lead has been faced yet.",
        "{name} noticed it before anybody had faced a lead.",
    ),
    ("intended_legal", True): (),
    ("intended_legal", False): (
        "{name} had not seen the {last}.",
        "{name} had overlooked the {last}, over which the call that was meant would not be enough.",
    ),
    ("lho_called", True): (
        "Since then {since}.",
        "Before you came, {since}.",
    ),
    ("lho_called", False): (
        "{lho} has not called since.",
        "You come before {lho} has called.",
    ),
    ("lho_accepts", True): (
        "You explain the choices, and {lho} accepts {second_call}.",
        "{lho} hears from you what the choices are, and says: “I accept {second_call}.”",
    ),
    ("lho_accepts", False): (
        "You explain the choices, and {lho} does not accept {second_call}.",
        "{lho} hears from you what the choices are, and does not want {second_call}.",
    ),
    ("meant_over", True): (
        "{lho} tells you that this was meant as a call over {second_call}.",
        "“I knew that {name} had changed it, and called over {second_call},” says {lho}.",
    ),
    ("meant_over", False): (
        "{lho} tells you that this was meant as a call over {first_call}; the change had gone unseen.",
        "“I had only seen {first_call},” says {lho}.",
    ),
    ("change_comparable", True): (
        "{side} have agreed what these calls show: {meanings}.",
        "The system card of {side} has: {meanings}.",
    ),
    ("change_comparable", False): (
        "{side} have agreed what these calls show: {meanings}.",
        "The system card of {side} has: {meanings}.",
    ),
}
CONDITIONS: Final[Mapping[Answer, str]] = {
    ("unintended", True): "{offender} had taken the wrong card by a slip",
    ("unintended", False): "{offender} had only thought again",
    ("first_unintended", True): "the first call had been a slip",
    ("first_unintended", False): "the first call had been meant when it was made",
    ("partner_called", True): "{partner} had called since",
    ("partner_called", False): "{partner} had not called since",
    ("auction_ended_first", True): "the auction had ended",
    ("auction_ended_first", False): "the auction had not ended",
    ("period_over", True): "an opening lead had been faced",
    ("period_over", False): "no opening lead had been faced",
    ("intended_legal", True): "the call that was meant were legal",
    ("intended_legal", False): "the call that was meant were not legal",
    ("lho_called", True): "{lho} had called since",
    ("lho_called", False): "{lho} had not called since",
    ("lho_accepts", True): "{lho} had accepted the second call",
    ("lho_accepts", False): "{lho} had not accepted the second call",
    ("meant_over", True): "{lho} had meant to call over the second call",
    ("meant_over", False): "{lho} had not meant to call over the second call",
    ("change_comparable", True): "the second call were comparable with the first",
    ("change_comparable", False): "the second call were not comparable with the first",
}
PHRASES: Final[Mapping[str, str]] = {
    "director_action:rule_on_intended": "You rule on {intended} as a call that is not legal there",
    "no_further_rectification": "There is no rectification",
    "lead_restriction:none": "No lead is restricted",
    "lead_restriction:prohibit_one_suit": "Declarer may later forbid {partner} to lead one suit",
}


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people say who take every change for a slip, or none, or still rule by the old pause for thought."""
    names = {effect.name for effect in ruling.effects}
    calls = {getattr(effect, "call", "") for effect in ruling.effects if effect.name == "call_stands"}
    if "original" in calls or ("irregular" in calls and "call_cancelled" in names):
        yield from _two_calls()
    elif "intended" in calls:
        yield from _slip()
    else:
        yield from _stays(ruling)


def _slip() -> Iterator[Choice]:
    yield Choice(
        "{irregular} is cancelled. {offender} may make any legal call.",
        "only the call that was meant from the first takes its place (25A1).",
    )
    yield Choice(
        "{lho} decides whether {irregular} may be changed to {intended}.",
        "nobody is asked: an unintended call is replaced by right (25A1).",
    )
    yield Choice(
        "{irregular} is cancelled. {intended} stands. {partner} must pass once.",
        "replacing a slip is no infraction (25A1).",
    )
    yield Choice(
        "{irregular} is cancelled. {intended} stands. Declarer may later forbid {partner} to lead one suit.",
        "Law 26 does not apply to a slip put right (25A1).",
    )


def _stays(ruling: Ruling) -> Iterator[Choice]:
    yield Choice(
        "{irregular} is cancelled. {intended} stands. There is no rectification.",
        "that is for a call that was not intended, and in time (25A1, 25A4, 25A5).",
    )
    late = dict(ruling.path).get("unintended")
    yield Choice(
        "{offender} may change to {intended}; {partner} must then pass once.",
        "the time for putting a slip right is over; and in time it would have made nobody pass (25A1, 25A4, 25A5)."
        if late
        else "a call made by decision stands; a change would have to be made first, and be accepted by {lho} (25A2, 25B1).",
    )
    yield Choice(
        "{lho} decides whether {irregular} may be changed to {intended}.",
        "{lho} has a choice only about a second call that has already been made (25B1).",
    )
    yield Choice(
        "{irregular} and {intended} are both cancelled. {offender} makes any legal call.",
        "no change has been made; {irregular} is the only call, and it stands (25A2, 25A4, 25A5).",
    )


def _two_calls() -> Iterator[Choice]:
    yield Choice(
        "{irregular} stands, because the change came without a pause for thought. There is no rectification.",
        "what counts is what {offender} meant at first, not how fast the change came (25A1, 25A2).",
    )
    yield Choice(
        "{original} is cancelled. {irregular} stands. {partner} must pass once.",
        "Law 25 makes nobody pass; what it costs is information and perhaps the lead (25B3, 26B).",
    )
    yield Choice(
        "Both calls are cancelled. {offender} makes any legal call, and {partner} must pass throughout.",
        "one of the two stands: the second if it is accepted, or was meant from the first, else the first (25A1, 25B).",
    )
    yield Choice(
        "{irregular} is cancelled. {original} stands. {partner} must pass throughout.",
        "Law 25 makes nobody pass (25B2, 25B3).",
    )
