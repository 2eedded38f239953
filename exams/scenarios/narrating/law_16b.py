"""Law 16B: information from partner that no call or play gave, and what is done on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.law_16b_settings import stage
from exams.scenarios.narrating.narrative import Narrative
from laws.rulings.ruling import Ruling

Wrong = tuple[str, str]

_NO_MORE: Final[Wrong] = (
    "After {hint} {chooser} may not take any action that turns out well. You assign an adjusted score.",
    "only an action that was suggested over a logical alternative is barred (16B1(a))",
)
_MAJORITY: Final[Wrong] = (
    "{alternative} was no logical alternative, as most players chose otherwise and only some chose it. The score is not "
    "adjusted.",
    "no majority is needed: a significant proportion must consider it, and some might choose it (16B1(b))",
)
_OWN_HAND: Final[Wrong] = (
    "{chooser} decided by the cards held and by nothing else. The score is not adjusted.",
    "what the player thought decides nothing; what other players would consider does (16B1(b))",
)
_AVERAGE: Final[Wrong] = (
    "You cancel the board, with average plus to {others} and average minus to {side}.",
    "where a result was obtained, the score is assigned and not artificial (16B3, 12C1)",
)
_PENALTY: Final[Wrong] = (
    "{partner} gets a procedural penalty for {hint}. The score is not adjusted.",
    "a penalty takes nothing away from what {side} gained (16B3)",
)
_MUST_PASS: Final[Wrong] = (
    "{others} may reserve their rights. {chooser} must pass at this turn, whatever the hand is worth, and after that the "
    "auction goes on.",
    "no call is prescribed; what was suggested over a logical alternative is barred (16B1(a))",
)
_AT_ONCE: Final[Wrong] = (
    "{partner} gets a procedural penalty for {hint}. The auction goes on and nothing else follows.",
    "what {chooser} does now is still to be looked at (16B1(a), 16B3)",
)
_NO_RESERVING: Final[Wrong] = (
    "{others} have nothing to reserve. They must decide now whether they want a ruling.",
    "a player may reserve the right to summon the Director later (16B2)",
)
_CANCEL: Final[Wrong] = (
    "The auction is cancelled. The board is scored 60 % to {others} and 40 % to {side}.",
    "the auction goes on; nothing has happened yet but that information was given (16B2)",
)


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    for text, why in _wrong(dict(ruling.path)):
        yield Choice(text, why)


def _wrong(path: dict[str, object]) -> tuple[Wrong, ...]:
    if not path["extraneous"]:
        return (
            (
                "{chooser} had to pass after {partner}'s thought. You assign an adjusted score.",
                "there was no break in tempo that could tell anything (16B1)",
            ),
            (
                "{partner} gets a procedural penalty for the tempo. The score is not adjusted.",
                "there was nothing unusual in it, and taking time to think is no infraction (16B1, 73D1)",
            ),
            (
                "You ask other players what {chooser} could have called. If a pass was possible, you adjust the score.",
                "that is asked only when {partner} gave information beyond the call (16B1)",
            ),
            (
                "{partner}'s tempo was unauthorised information. You look at the board after play.",
                "a usual tempo tells nothing; only an unmistakable break does (16B1)",
            ),
        )
    if not path["acted"]:
        return (_MUST_PASS, _AT_ONCE, _NO_RESERVING, _CANCEL)
    if not path["alternative"]:
        return (_NO_MORE, _AVERAGE)
    if not path["suggested"]:
        return (_NO_MORE, _AVERAGE, _MAJORITY)
    if path["advantage"] == "gained":
        return (_MAJORITY, _OWN_HAND, _AVERAGE, _PENALTY)
    if path["advantage"] == "open":
        return (_MAJORITY, _OWN_HAND, _AVERAGE)
    return (_MAJORITY, _OWN_HAND, _NO_MORE)


FROM_PARTNER: Final = Narrative(
    procedure="16B",
    topic="information",
    stage=stage,
    tells={
        ("extraneous", True): (),
        ("extraneous", False): (),
        ("acted", True): (),
        ("acted", False): (),
        ("alternative", True): ("{polled}",),
        ("alternative", False): ("{polled}",),
        ("suggested", True): ("{reading}.",),
        ("suggested", False): ("{reading}.",),
        ("advantage", "open"): ("{compare}",),
        ("advantage", "gained"): ("{compare}",),
        ("advantage", "not gained"): ("{compare}",),
    },
    conditions={
        ("extraneous", True): "{partner} had given information beyond the call",
        ("extraneous", False): "{partner} had done nothing unusual",
        ("acted", True): "{chooser} had acted already",
        ("acted", False): "{chooser} had not acted yet",
        ("alternative", True): "some players had considered {alternative} and chosen it",
        ("alternative", False): "no player had considered {alternative}",
        ("suggested", True): "{hint} had made {chosen} more attractive",
        ("suggested", False): "{hint} had not spoken for {chosen}",
        ("advantage", "open"): "the result were not known yet",
        ("advantage", "gained"): "{side} had gained by it",
        ("advantage", "not gained"): "{side} had gained nothing by it",
    },
    phrases={
        "no_further_rectification@16B1": "{partner} gave no information beyond the call itself",
        "info:unauthorised": "What {hint} tells may not be used by {side}",
        "right:reserve_rights": "{others} may reserve their rights",
        "no_right:choose_suggested": "{chooser} may not choose what {hint} suggests over a logical alternative",
        "logical_alternative:yes": "{alternative} was a logical alternative",
        "logical_alternative:no": "{chooser} had no logical alternative to {chosen}",
        "demonstrably_suggested:yes": "{hint} suggested {chosen} over {alternative}",
        "demonstrably_suggested:no": "{hint} did not suggest {chosen} over {alternative}",
        "adjusted_score:none:gained": "The score is not adjusted",
        "adjusted_score:possible:gained": "You look at it after play",
        "adjusted_score:assigned:gained": "You assign an adjusted score",
    },
    silent=frozenset(
        {
            "no_further_rectification@16B2",
            "duty:summon_after_play",
            "duty:avoid_advantage",
            "adjusted_score:possible:used",
            "result_stands",
            "right:think",
        }
    ),
    uncited=frozenset({"no_further_rectification@16B1"}),
    plain=frozenset({"acted"}),
    mistakes=_mistakes,
    hard=lambda facts: "suggested" in facts,
)
