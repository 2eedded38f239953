"""What comparability turned on at a table, for the explanation: what the two calls show, each test, and the hand that tells.

It is stored with the question, so that a candidate reads the same years later, whatever tolerance holds by then.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from exams.scenarios.bidding.rows import NOTHING_BEYOND
from exams.scenarios.narration.bridge import capital
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import NOTHING_MORE
from laws.rulings.calls import SUIT_NAMES, SUITS, SYMBOLS, Call
from laws.rulings.case import Asked
from laws.rulings.comparable import Compared, Comparison, Result, compare, example_outside, takes_a_hand
from laws.rulings.facts.calls import tolerance_at
from laws.rulings.meanings import Meaning, meaning_data
from laws.rulings.ruling import Ruling
from laws.rulings.words import NOBODY, list_of

_TEXTS: Final = texts("irregular_calls")


def shown_alone(words: str) -> str:
    """The words of the system for a reader who sees them alone."""
    if words == NOTHING_MORE:
        return _TEXTS.line("nothing")
    if "+ points" not in words:
        words = words.replace(" or better", "")
    *parts, last = words.split("; or ")
    if parts and last.endswith(" points") and last.count(" ") == 1:
        last = _TEXTS.line("points", points=last)
    return "; or ".join([*parts, last])


def up_to(words: str) -> str:
    """The most points of a call that promises nothing else; empty for any other."""
    found = _UP_TO.fullmatch(words)
    return found["most"] if found else ""


def shows(words: str) -> str:
    """The words of the system after the name of a call: `is for takeout and shows 0–2 ♦, 13+ points`."""
    if words == NOTHING_MORE:
        return _TEXTS.line("shows", "nothing")
    if words == NOTHING_BEYOND:
        return _TEXTS.line("shows", "beyond")
    if most := up_to(words):
        return _TEXTS.line("shows", "up to", most=most)
    if found := _TO_PLAY.fullmatch(words):
        return _TEXTS.line("shows", "to play", **found.groupdict())
    stopped = [f"{found['suit']}s" for found in _STOPPER.finditer(words)]
    if stopped and ";" not in words:
        return _TEXTS.line("shows", "stopped", shown=shows(_STOPPER.sub("", words)), suits=list_of(stopped, "and"))
    if words.startswith("takeout; ") and (found := _FOR_TAKEOUT.fullmatch(shown_alone(words))):
        cards = _held(found["cards"].split(", "))
        told = f"{found['points']} with {cards}, or {found['strong']}"
        return _TEXTS.line("shows", "takeout", shown=told)
    kind, told, shown = shown_alone(words).partition("; ")
    if not told and kind.startswith("asks "):
        return kind
    if not told and kind in _OF_BIDS:
        return _TEXTS.line("shows", "a bid", kind=kind)
    if not told or any(letter.isdigit() for letter in kind) or shown.startswith("or "):
        balanced, told_so = "balanced, ", shown_alone(words)
        if told_so.startswith(balanced):
            told_so = _TEXTS.line("shows", "balanced", shown=told_so.removeprefix(balanced))
        if not told and (found := _DENIES.fullmatch(told_so)):
            held = found["shown"]
            if held.startswith(balanced):
                held = _TEXTS.line("shows", "balanced", shown=held.removeprefix(balanced)) + ","
            return _TEXTS.line("shows", "denying", shown=held)
        if not told and (found := _SHORT.fullmatch(told_so)):
            told_so = _points_first(found)
        told_so = _AT_MOST.sub(lambda one: _in_words(one[0]), told_so)
        if told:  # several hands: the points of each stand with it
            told_so = ", or ".join(_POINTS.sub(r" with \1", one) for one in told_so.split("; or "))
        return _TEXTS.line("shows", "hand", shown=told_so)
    how = "kind"
    if kind == "negative":  # nobody says how few cards it has in their suit
        shown = _DENIED.sub("", shown)
    if kind.startswith(("asks ", "invites ")):
        how = "purpose"
    elif kind.startswith("no "):
        how, kind = "denied", kind.removeprefix("no ")
    elif kind.startswith("answer ") and (aces := _ACES.search(shown)):
        return _TEXTS.line("shows", "an answer", kind=kind, shown=_ANSWERED[aces[0]])
    elif kind == "unusual":  # that two no-trump is unusual tells nobody more than the suits do
        return _TEXTS.line("shows", "hand", shown=shown)
    elif kind in _OF_BIDS:
        how, kind = "a kind", f"{kind} {_OF_BIDS[kind]}"
    elif kind == "takeout":
        how = kind
    elif not _THINGS.isdisjoint(kind.split()):
        how = "a kind"
    if found := _SHORT.fullmatch(shown):
        shown = _points_first(found)
    shown = _AT_MOST.sub(lambda one: _in_words(one[0]), shown)
    return _TEXTS.line("shows", how, kind=kind, shown=shown.replace("; or ", ", or "))


def _points_first(found: re.Match[str]) -> str:
    return f"{found['points']} with {list_of([_in_words(one) for one in found['cards'].split(', ')], 'and')}"


def _held(cards: list[str]) -> str:
    """The lengths that a takeout double shows: `at most two clubs and at least three cards in every other suit`."""
    told = [_AT_LEAST.sub(lambda one: f"at least {_FEW[one['least']]} {_SUITS[one['suit']]}", one) for one in cards]
    short = [_in_words(one) for one in cards if _AT_MOST.fullmatch(one)]
    if len(short) == 1 and len(cards) == len(SUITS) and sum(one.startswith("3+ ") for one in cards) == len(SUITS) - 1:
        return f"{short[0]} and at least three cards in every other suit"
    return list_of([_in_words(one) for one in told], "and")


_AT_LEAST: Final = re.compile(r"(?P<least>[3-6])\+ (?P<suit>[♠♥♦♣])")


def shows_by(call: Call, words: str) -> str:
    """The words of the system after the name of this call: of no-trump the strength comes before suits bid earlier."""
    told = shows(words)
    found = _SUITS_FIRST.fullmatch(told) if call.denomination == "NT" and ";" not in words else None
    if found is None:
        return told
    cards = list_of(found["cards"].removesuffix(", ").split(", "), "and")
    hand = "balanced, " if found["balanced"] else ""
    return shows(f"{hand}{found['points']}") + f", with {cards}"


_SUITS_FIRST: Final = re.compile(r"shows (?P<cards>(?:\d\+? [♠♥♦♣], )+)(?P<balanced>balanced, )?(?P<points>\S+ points)")
_OF_BIDS: Final = {"waiting": "bid", "Michaels": "cue bid"}
"""Words that a player adds to a bid rather than to its meaning, with what they are added to."""
_ACES: Final = re.compile(r"aces (?:0 or 4|1|2|3)")
_ANSWERED: Final = {"aces 0 or 4": "no ace or four", "aces 1": "one ace", "aces 2": "two aces", "aces 3": "three aces"}
_UP_TO: Final = re.compile(r"0–(?P<most>\d+) points")
_STOPPER: Final = re.compile(r"a (?P<suit>\w+) stopper, ")
_FOR_TAKEOUT: Final = re.compile(
    r"takeout; (?P<cards>[^;]+), (?P<points>\S+ points); or (?P<strong>any hand with \S+ points)"
)
_TO_PLAY: Final = re.compile(
    r"(?P<few>2\+ [♠♥♦♣]), (?P<strong>\S+ points); or (?P<many>4\+ [♠♥♦♣]), (?P<weak>\S+ points)"
)
"""A raise to game on strength or on trumps."""
_DENIES: Final = re.compile(r"no four-card major, (?P<shown>(?:[^;]+, )?\S+ points)")
_SHORT: Final = re.compile(r"(?P<cards>0–\d [♠♥♦♣](?:, 0–\d [♠♥♦♣])*), (?P<points>\S+ points)")
"""Of suits that are only denied, the points come first."""
_AT_MOST: Final = re.compile(r"0–(?P<most>\d) (?P<suit>[♠♥♦♣])")
_DENIED: Final = re.compile(_AT_MOST.pattern + "(, | and )")
_FEW: Final = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}
_SUITS: Final = {SYMBOLS[suit]: SUIT_NAMES[suit] for suit in SUITS}


def _in_words(cards: str) -> str:
    """A length as it is read aloud: `at most two clubs`; one that is a least length stands as it is."""
    found = _AT_MOST.fullmatch(cards)
    if found is None or found["most"] not in _FEW:
        return cards
    suit = _SUITS[found["suit"]]
    return f"at most {_FEW[found['most']]} {suit[:-1] if found['most'] == '1' else suit}"


_POINTS: Final = re.compile(r", (\S+ points)$")
_THINGS: Final = frozenset(("maximum", "minimum", "preference", "raise", "relay", "reverse", "splinter", "transfer"))
"""Kinds of calls that take an article."""


def comparison(ruling: Ruling, known: Mapping[str, str]) -> dict[str, Any] | None:
    """The comparison that a ruling rests on; None where it rests on none, or somebody judged instead.

    known: the names of this table. The tests are the one that decides, or those that fail; hand: one that fits the new call
    and not the withdrawn one, where the calls are not comparable and neither points alone nor one suit tell it.
    """
    at = ruling.situation
    step = next((step for step in reversed(ruling.asked) if step.fact.compares), None)
    two = step.fact.compares(at) if at and step and step.fact.compares else None
    if at is None or step is None or two is None or not (two.withdrawn.words and two.replacement.words):
        return None
    names = tuple(known[name] for name in two.names)
    found = compare(two.withdrawn, two.replacement, tolerance=tolerance_at(at))
    if found.judged or found.comparable is not _comparable(ruling) or set(names) & set(NOBODY.values()):
        return None
    needs = not found.comparable and takes_a_hand(two.withdrawn, two.replacement)
    hand = example_outside(two.withdrawn, two.replacement) if needs else ""
    return {
        "withdrawn": _side(names[0], two.withdrawn),
        "replacement": _side(names[1], two.replacement),
        "comparable": found.comparable,
        "tests": [
            {"provision": one.provision, "holds": one.holds, "why": _named(one.why, names)}
            for one in _tests(found, two)
        ],
        **({"hand": hand} if hand else {}),
    }


def _comparable(ruling: Ruling) -> bool:
    """Whether any of the questions that compare two calls was answered yes."""
    return any(step.value is True for step in ruling.asked if _compares(step))


def _compares(step: Asked) -> bool:
    return step.fact.compares is not None


def _tests(found: Comparison, two: Compared) -> Iterator[Result]:
    """The test that decides; or each that fails, but a test of purposes only where one of the calls asks for something."""
    if found.comparable:
        yield next(one for one in found.results if one.test == found.decisive)
        return
    asks = two.withdrawn.asks or two.replacement.asks
    yield from [found.purpose, found.subset] if asks else _once(found.similar, found.subset)


def _once(similar: Result, subset: Result) -> Iterator[Result]:
    """Not the same thing twice: of points the exact test tells enough, of a suit that is not promised the other one."""
    points = _POINTS_APART.search(subset.why) is not None
    if _NOT_PROMISED.search(subset.why) and _SUIT_GONE.search(similar.why):
        yield similar
        return
    if not (points and _STRENGTH_ALONE.match(similar.why)):
        yield replace(similar, why=_STRENGTH_TOO.sub("", similar.why)) if points else similar
    yield subset


_POINTS_APART: Final = re.compile(r" may be made (?:on|with no points) .*; the withdrawn call shows at (?:least|most) ")
_NOT_PROMISED: Final = re.compile(r"; the replacement (?:does not promise any|may have \d)\.$")
_SUIT_GONE: Final = re.compile(r" (?:does not promise that suit|may (?:have only \d, or )?be any hand with [^;,]*)\.$")
_STRENGTH_ALONE: Final = re.compile(
    r"The strength is not the same: |"
    r"The calls do not show similar hands: the (?:withdrawn call|replacement) shows [^;,]* points, and the [^;]*\.$"
)
_STRENGTH_TOO: Final = re.compile(r"; the (?:withdrawn call|replacement) shows [^;,]* points, and the [^;]*(?=\.$|;)")


def _side(name: str, meaning: Meaning) -> dict[str, Any]:
    return {"call": name, "shows": shown_alone(meaning.words), "meaning": meaning_data(meaning)}


def _named(why: str, names: tuple[str, ...]) -> str:
    """The engine's reason with both calls by their names: it knows one as withdrawn and the other as the replacement."""
    old, new = names
    for words, name in (("the withdrawn call", old), ("the replacement", new)):
        why = why.replace(words, name).replace(capital(words), capital(name))
    return why
