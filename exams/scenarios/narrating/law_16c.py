"""Law 16C: what a withdrawn call tells, who may use it, and what is done on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from exams.scenarios.choices import Choice
from exams.scenarios.narrating.law_16c_settings import stage
from exams.scenarios.narrating.narrative import Narrative
from laws.rulings.ruling import Ruling

Wrong = tuple[str, str]

_BOTH: Final[Wrong] = (
    "The withdrawn {bid} may be used by nobody, as it does not belong to the auction.",
    "it is authorised for {others} (16C1); it is unauthorised for {side} alone (16C2)",
)
_ALL: Final[Wrong] = (
    "All four players have seen the withdrawn {bid}, and all of them may use it in what they call from now on.",
    "for the offending side it is unauthorised (16C2)",
)
_PASSES: Final[Wrong] = (
    "{chooser} must pass at this turn, whatever the hand is worth.",
    "a pass may be owed later, after a call that is not comparable; now only what is suggested is barred (16C2)",
)
_FREE: Final[Wrong] = (
    "{chooser} may make any call, even one that the withdrawn {bid} suggests, as {offender} alone has offended.",
    "16C2 binds both players of the offending side",
)
_COMPARABLE: Final[Wrong] = (
    "{chooser} was free to choose. As the {bid} was withdrawn, it does not count any more.",
    "what a withdrawn bid tells is unauthorised for the offending side (16C2)",
)
_MAJORITY: Final[Wrong] = (
    "{alternative} was no logical alternative, as most players chose otherwise and only some chose it. The score is not "
    "adjusted.",
    "no majority is needed: a significant proportion must consider it, and some might choose it (16B1(b))",
)
_NO_MORE: Final[Wrong] = (
    "After the withdrawn {bid} {chooser} may take no action that turns out well. You assign an adjusted score.",
    "only an action that was suggested over a logical alternative is barred (16C2)",
)
_AVERAGE: Final[Wrong] = (
    "You cancel the board, with average plus to {others} and average minus to {side}.",
    "16C3 provides for an assigned score, and only after a breach that did damage (12C1)",
)
_ENOUGH: Final[Wrong] = (
    "The {bid} has been rectified under its own law. The score is not adjusted in addition.",
    "16C2 applies beside the rectification of a call that was not replaced by a comparable one",
)


def _mistakes(ruling: Ruling) -> Iterator[Choice]:
    for text, why in _wrong(dict(ruling.path)):
        yield Choice(text, why)


def _wrong(path: dict[str, Any]) -> tuple[Wrong, ...]:
    if not path["acted"]:
        return (_BOTH, _ALL, _PASSES, _FREE)
    if not path["alternative"]:
        return (_NO_MORE, _AVERAGE)
    if not path["suggested"]:
        return (_NO_MORE, _MAJORITY, _AVERAGE)
    if path["damage"] == "undamaged":
        return (_MAJORITY, _NO_MORE, _COMPARABLE)
    return (_MAJORITY, _AVERAGE, _ENOUGH, _COMPARABLE)


WITHDRAWN: Final = Narrative(
    procedure="16C",
    topic="information",
    stage=stage,
    tells={
        ("acted", True): (),
        ("acted", False): (),
        ("alternative", True): ("{polled}",),
        ("alternative", False): ("{polled}",),
        ("suggested", True): ("{reading}.",),
        ("suggested", False): ("{reading}.",),
        ("damage", "open"): ("{outcome}",),
        ("damage", "damaged"): ("{outcome}",),
        ("damage", "undamaged"): ("{outcome}",),
    },
    conditions={
        ("acted", True): "{chooser} had acted already",
        ("acted", False): "{chooser} had not acted yet",
        ("alternative", True): "some players had seriously considered {alternative} and chosen it",
        ("alternative", False): "no player had considered {alternative}",
        ("suggested", True): "the {bid} had made {chosen} more attractive",
        ("suggested", False): "the {bid} had not spoken for {chosen}",
        ("damage", "open"): "the result were not known yet",
        ("damage", "damaged"): "{others} had been damaged by it",
        ("damage", "undamaged"): "{others} had not been damaged by it",
    },
    phrases={
        "info:authorised": "What the withdrawn {bid} tells may be used by {others}",
        "info:unauthorised": "What the withdrawn {bid} tells may not be used by {side}",
        "adjusted_score:possible:used": "{chooser} may not choose what the withdrawn {bid} suggests over a "
        "logical alternative",
        "logical_alternative:yes": "{alternative} was a logical alternative",
        "logical_alternative:no": "{chooser} had no logical alternative to {chosen}",
        "demonstrably_suggested:yes": "The withdrawn {bid} suggested {chosen} over {alternative}",
        "demonstrably_suggested:no": "The withdrawn {bid} did not suggest {chosen} over {alternative}",
        "adjusted_score:none:gained": "The score is not adjusted",
        "adjusted_score:possible:damaged": "You look at it after play",
        "adjusted_score:assigned:gained": "You assign an adjusted score",
    },
    silent=frozenset({"no_right:choose_suggested", "result_stands"}),
    plain=frozenset({"acted"}),
    mistakes=_mistakes,
    hard=lambda facts: "suggested" in facts,
)
