"""The words in which a case is written: what a procedure can ask and decide, and what each key of an outcome may say."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, NamedTuple

from laws.cases import plays
from laws.rulings.calls import SUITS, BadCall, parse_call
from laws.rulings.cards import BadHand, parse_card
from laws.rulings.case import Asked, Decided
from laws.rulings.editions import EDITIONS, Rule
from laws.rulings.effects import Effect
from laws.rulings.facts import Fact
from laws.rulings.readers import every_way, rule_of
from laws.rulings.roles import NO_SEAT
from laws.rulings.seats import Seat

Outcomes = Mapping[str, Mapping[str, tuple[Any, ...]]]
"""By the name of an outcome its keys, each with the values that procedures give it; roles stand there for seats."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a procedure can ask and decide, which is what a case about it may state and expect.

    asked: the facts on its paths, in the order in which they are first asked. incidental: those it only listens for, and
    those that matter because of one. decided: the outcomes.
    """

    rule: Rule
    asked: tuple[Fact, ...]
    incidental: tuple[Fact, ...]
    decided: Outcomes


@cache
def vocabulary(procedure: str, edition: str = "duplicate-2017") -> Vocabulary:
    """All that a procedure asks and decides, with incidental facts as they usually are and each of them otherwise in turn."""
    chosen = rule_of(procedure, edition)
    asked: dict[Fact, None] = {}
    aside: dict[Fact, None] = {}
    heard: dict[Fact, None] = {}
    effects: dict[Effect, None] = {}
    for ruling, listened in every_way(chosen):
        heard.update(dict.fromkeys(listened))
        for step in ruling.steps:
            if isinstance(step, Asked):
                (aside if step.noted else asked).setdefault(step.fact)
            elif isinstance(step, Decided):
                effects.setdefault(step.effect)
    incidental = [fact for fact in dict.fromkeys([*heard, *aside]) if fact not in asked]
    return Vocabulary(chosen, tuple(asked), tuple(incidental), _outcomes(effects))


@cache
def all_outcomes() -> Outcomes:
    """What all procedures of all editions can decide."""
    found: dict[str, dict[str, dict[Any, None]]] = {}
    for slug, edition in EDITIONS.items():
        for number in edition.procedures:
            for name, keys in vocabulary(number, slug).decided.items():
                for key, values in keys.items():
                    found.setdefault(name, {}).setdefault(key, {}).update(dict.fromkeys(values))
                found.setdefault(name, {})
    found[plays.NAME] = {key: {} for key in plays.KEYS}
    return {name: {key: tuple(values) for key, values in keys.items()} for name, keys in found.items()}


def _outcomes(effects: Collection[Effect]) -> Outcomes:
    found: dict[str, dict[str, dict[Any, None]]] = {}
    for effect in effects:
        keys = found.setdefault(effect.name, {})
        for key in effect.adds:
            keys.setdefault(key, {})
        if effect.depends_on:
            keys.setdefault("condition", {})[effect.depends_on] = None
        for key, value in effect.outcome(None).items():
            if key != "outcome":
                keys.setdefault(key, {}).update(dict.fromkeys(value if isinstance(value, list | tuple) else [value]))
    return {
        name: {key: tuple(sorted(values, key=str)) for key, values in sorted(keys.items())}
        for name, keys in sorted(found.items())
    }


# -- what a key of an outcome may say ----------------------------------------------------------------------------------


class Kind(NamedTuple):
    """What stands under a key of an outcome where a table gives it: in words, and whether a value is of this kind."""

    words: str
    holds: Callable[[Any], bool]


def _is_call(value: Any) -> bool:
    try:
        return parse_call(value) is not None
    except BadCall:
        return False


def _is_card(value: Any) -> bool:
    if isinstance(value, list):
        return bool(value) and all(map(_is_card, value))
    try:
        return bool(parse_card(value))
    except BadHand:
        return False


SIDES: Final = ("OS", "NOS", "NS", "EW")
WHOM: Final = ("player", "by", "who")
"""Keys that name a seat; a side, or somebody who sits nowhere, where a procedure says so."""
CONTRACT: Final = re.compile(r"[1-7](?:[CDHS]|NT)X{0,2}")
_CALL: Final = Kind("a call", _is_call)
KINDS: Final[Mapping[str, Kind]] = {
    **dict.fromkeys(("call", "after", "over", "bid", "of"), _CALL),
    "cards": Kind("a list of cards", lambda value: value == [] or (isinstance(value, list) and _is_card(value))),
    "played": Kind("a list such as [W S9, N S3]", plays.is_played),
    "side": Kind(" | ".join(SIDES), lambda value: value in SIDES),
    "suits": Kind(
        "[S, H, D, C], or some of them",
        lambda value: isinstance(value, list) and set(value) <= set(SUITS) and len(value) == len(set(value)),
    ),
    "contract": Kind("a contract", lambda value: bool(CONTRACT.fullmatch(str(value)))),
    "law": Kind("a provision", lambda value: any(edition.has(str(value)) for edition in EDITIONS.values())),
}
CARD: Final = Kind("a card, or a list of cards", _is_card)
"""What `card` says beside the words that a procedure has for a card that nobody has seen."""
BESIDE: Final = ("law", "if", "note")
"""What a case may say of an outcome beside the outcome's own keys."""


def kind_of(key: str, values: Collection[Any]) -> Kind | None:
    """What a table gives under a key of an outcome, of which procedures give these values; None where they are all."""
    if key == "to" and set(values) <= {"side", "others"}:  # whoever gets tricks; else `to` names a right
        return Kind("NS | EW", lambda value: value in ("NS", "EW"))
    if key not in WHOM:
        return KINDS.get(key)
    sides = ("NS", "EW") if {"side", "others", "table"} & set(values) else ()
    whom = (*(seat.value for seat in Seat), *sides, *(role for role in NO_SEAT if role in values))
    return Kind(" | ".join(whom), lambda value: value in whom)


def in_a_case(key: str, values: Collection[Any]) -> str:
    """What a case may write under such a key, in words."""
    kind = kind_of(key, values)
    if kind is not None:
        return kind.words
    words = [str(value).lower() if isinstance(value, bool) else str(value) for value in values]
    return " | ".join([CARD.words, *words] if key == "card" else words)
