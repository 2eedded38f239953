"""What people get wrong about comparable calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from exams.scenarios.choices import Choice
from laws.rulings.ruling import Ruling

ON: Final = "{new} is comparable. The auction and the play go on"
HELPED: Final = "After the play you look whether {side} were helped by it"


def mistakes(ruling: Ruling) -> Iterator[Choice]:
    """What people say of a call that is comparable, and of one that is not."""
    if any(effect.name == "no_further_rectification" for effect in ruling.effects):
        yield from _of_comparable()
    else:
        yield from _of_other()


def _of_comparable() -> Iterator[Choice]:
    yield Choice(
        "{new} is not comparable, since it is not the call that was withdrawn. {partner} must pass {bar}.",
        "another call is comparable too when it means the same, shows a part of the hands, or has the same purpose (23A).",
    )
    yield Choice(
        f"{ON}, but {{partner}} may not use what was learned from the withdrawn call.",
        "16C2 does not apply after a comparable call (23B).",
    )
    yield Choice(
        f"{ON}, but declarer may later forbid {{partner}} to lead one suit. {HELPED}.",
        "26B is for calls that are not comparable (26A, 23B).",
    )
    yield Choice(
        f"{ON}, but {{partner}} must make no call that the withdrawn one suggests. {HELPED}.",
        "16C2 does not apply after a comparable call (23B).",
    )
    yield Choice(
        "{new} is not comparable. {partner} must pass {bar}, and declarer may later forbid {partner} to lead one suit.",
        "{new} passes one of the three tests, and one is enough (23A).",
    )
    yield Choice(
        f"{ON}. The result stands, however much the withdrawn call may have helped {{side}}.",
        "after the play you look whether the infraction helped the side to another result, to the others' damage (23C).",
    )
    yield Choice(
        "{new} is comparable. All the same {partner} must pass once, as a call was withdrawn.",
        "after a comparable call nothing further is rectified (23B).",
    )


def _of_other() -> Iterator[Choice]:
    yield Choice(
        "{new} is not comparable, and is cancelled too. {name} must choose a comparable call or pass.",
        "{name} may make any legal call; which it is decides only what follows (30B1(b), 31A2, 32A2).",
    )
    yield Choice(
        "{new} is not comparable. {partner} must pass {no_bar}, and Law 26B may restrict a lead.",
        "after a call out of rotation one pass is enough (30B1(b)(ii), 31A2(b), 32A2(b)).",
    )
    yield Choice(
        "{new} is not comparable. {partner} must pass {bar}, but no lead can be restricted.",
        "26B may apply to {partner}'s lead as well (30B1(b)(ii), 31A2(b), 32A2(b)).",
    )
    yield Choice(
        "{new} is comparable, as {name} may make any legal call.",
        "the free choice does not make a call comparable; 23A compares what the two show.",
    )
    yield Choice(
        "{new} is not comparable. {partner} may call, but may not use what was learned from the withdrawn call.",
        "more than information is at stake: {partner} must pass once (30B1(b)(ii), 31A2(b), 32A2(b)).",
    )
    yield Choice(
        f"{ON} without further rectification, since {{name}}'s hand fits both calls.",
        "what the two calls show by agreement is compared, not the hand (23A).",
    )
