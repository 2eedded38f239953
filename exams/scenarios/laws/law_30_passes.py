"""Artificial passes that people make out of rotation, and what they call instead (Law 30C).

The shipped bidding system has none, so each comes with its auction: a strong two clubs, a transfer, a two-way two
diamonds, aces asked for, a doubled notrump, and the pairs whose opening pass is strong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from exams.scenarios.narration.words import texts

TEXTS: Final = texts("law_30_artificial")


Means = Mapping[str, Any]
"""What a call shows, as a record has it."""


@dataclass(frozen=True)
class Instead:
    """A call at the offender's proper turn, with what it shows in data and in words, and the test of 23A that it passes.

    test: `similar`, `subset`, `same_purpose`, or `no`.
    """

    call: str
    means: Means
    words: str
    test: str


@dataclass(frozen=True)
class Passed:
    """A pass out of rotation: whose turn it was, the calls before it, what it shows, what happened next.

    - before: calls, each with its player's place seen from the offender (0 himself, 1 LHO, 2 partner, 3 RHO).
    - then: the calls after the cancellation up to the offender's turn; instead: what he calls then, or nothing.
    """

    turn: str
    cause: str
    before: Sequence[tuple[int, str, Means | None]]
    means: Means
    words: str
    then: Sequence[tuple[int, str]]
    instead: Instead | None = None


LHO, PARTNER, RHO = 1, 2, 3


_STRONG: Final = {"hcp": [20, 37], "artificial": True}


def at_rho_turn(*, rho_passes: bool) -> Iterator[Passed]:
    """The passes made before the right-hand opponent has called over partner's artificial bid."""
    for case in (*_two_clubs(), *_two_diamonds(), *_transfers(), *_aces(), *_notrump()):
        passes = case.then == ((RHO, "P"),)
        if passes is rho_passes:
            yield _excused(case)


def _excused(case: Passed) -> Passed:
    """Who then makes a call that is nothing like the pass had forgotten what the pass shows."""
    if case.instead is None or case.instead.test != "no":
        return case
    return replace(case, cause=f"{case.cause} And I had forgotten what a pass shows in our system.")


def _case(cause: str, before: Sequence[tuple[int, str, Means | None]], means: Means, words: str) -> Any:
    """A function that makes the case for each sequel."""

    def made(over: str, instead: Instead | None = None) -> Passed:
        return Passed("rho", cause, before, {**means, "artificial": True}, words, ((RHO, over),), instead)

    return made


def _two_clubs() -> Iterator[Passed]:
    before = ((PARTNER, "2C", _STRONG),)
    good = {"hcp": [8, 37]}
    words = "over an overcall of a strong 2♣ a pass shows 8 or more points and is forcing; a double shows at most 3"
    made = _case(TEXTS.line("overcalled"), before, good, words)
    yield made("P")
    for over in ("2D", "2H", "2S"):
        yield made(over, Instead("P", {**good, "artificial": True}, "8 or more points, forcing", "similar"))
        yield made(over, Instead("2NT", {"hcp": [8, 11], "balanced": True}, "balanced, 8 to 11 points", "subset"))
        yield made(over, Instead("3C", {"hcp": [8, 37], "suits": {"C": [5, 13]}}, "5+ ♣, 8 or more points", "subset"))
        yield made(over, Instead("X", {"hcp": [0, 3], "artificial": True}, "at most 3 points", "no"))
    asking = {"hcp": [8, 37], "asks": "suit"}
    words = "over an overcall of a strong 2♣ a pass shows 8 or more points and asks opener to name a suit"
    made = _case(TEXTS.line("overcalled"), before, asking, words)
    for over in ("2D", "2H", "2S"):
        again = {"hcp": [5, 37], "asks": "suit", "artificial": True}
        yield made(over, Instead("X", again, "asks opener to name a suit, on 5 or more points", "same_purpose"))


def _two_diamonds() -> Iterator[Passed]:
    weak = {"hcp": [5, 10], "alternatives": [{"H": [6, 6]}, {"S": [6, 6]}], "artificial": True}
    asking = {"hcp": [0, 9], "asks": "major"}
    words = (
        "when 2♦ (six cards in a major, weak) is doubled, a pass shows at most 9 points and asks opener for the major"
    )
    made = _case(TEXTS.line("doubled"), ((PARTNER, "2D", weak),), asking, words)
    yield made("P")
    yield made("X", Instead("P", {**asking, "artificial": True}, "at most 9 points, asks for the major", "similar"))
    for over in ("2S", "3C"):
        again = {"hcp": [6, 37], "asks": "major", "artificial": True}
        yield made(over, Instead("X", again, "asks opener for the major, on 6 or more points", "same_purpose"))
        yield made(over, Instead("3NT", {"hcp": [15, 20]}, "to play, 15 to 20 points", "no"))


def _transfers() -> Iterator[Passed]:
    for text, suit, symbol in (("2D", "H", "♥"), ("2H", "S", "♠")):
        five = {"suits": {suit: [5, 13]}, "artificial": True}
        before = ((0, "1NT", {"hcp": [15, 17], "balanced": True}), (LHO, "P", None), (PARTNER, text, five))
        two = {"hcp": [15, 17], "balanced": True, "suits": {suit: [2, 2]}}
        shown = f"exactly two {symbol}, 15 to 17 points"
        named = "♦" if text == "2D" else "♥"
        words = f"when the transfer is doubled, opener's pass shows {shown}; to complete it shows three or more"
        made = _case(TEXTS.line("doubled"), before, two, words)
        yield made("P")
        yield made("X", Instead("P", {**two, "artificial": True}, shown, "similar"))
        more = {**two, "suits": {suit: [2, 2], text[1]: [4, 5]}}
        yield made(
            "X", Instead("XX", more, f"exactly two {symbol} and four or five {named}, 15 to 17 points", "subset")
        )


def _aces() -> Iterator[Passed]:
    for suit, symbol in (("H", "♥"), ("S", "♠")):
        raised = {"hcp": [10, 12], "suits": {suit: [4, 13]}}
        before = (
            (PARTNER, f"1{suit}", None),
            (RHO, "P", None),
            (0, f"3{suit}", raised),
            (LHO, "P", None),
            (PARTNER, "4NT", {"asks": "aces", "artificial": True}),
        )
        one = {**raised, "features": ["aces 1"]}
        words = "when the bid that asks for aces is overcalled or doubled, a pass shows one ace"
        made = _case(TEXTS.line("overcalled"), before, one, words)
        yield made("P")
        for over in ("X", "5C", "5D"):
            yield made(
                over, Instead("P", {**one, "artificial": True}, f"a limit raise in {symbol} with one ace", "similar")
            )


def _notrump() -> Iterator[Passed]:
    before = ((PARTNER, "1NT", {"hcp": [15, 17], "balanced": True}),)
    forcing = {"hcp": [0, 7], "asks": "redouble"}
    words = "when 1NT is doubled, a pass shows at most 7 points and tells opener to redouble"
    made = _case(TEXTS.line("doubled"), before, forcing, words)
    yield made("P")
    yield made(
        "X", Instead("P", {**forcing, "artificial": True}, "at most 7 points, tells opener to redouble", "similar")
    )


# -- an opening pass that is strong ------------------------------------------------------------------------------------

_LEAST: Final = (13, 15, 16, 17)
_WEAK_TOP: Final = 6
"""So few points that nobody finds them similar to a strong pass."""


def strong_passes(turn: str, test: str) -> Iterator[Passed]:
    """An opening pass that shows strength, made when partner or LHO is dealer; replaced by a call that passes the test."""
    sequels = _AFTER_LHO if turn == "lho" else _AFTER_PARTNER
    for least in _LEAST:
        asks = {"asks": "strength"} if test == "same_purpose" else {}
        means = {"hcp": [least, 37], "artificial": True, **asks}
        asking = ", and asks partner to show strength by steps" if asks else ""
        words = f"an opening pass shows {least} or more points, any shape{asking}"
        for then, strong, notrump, weak in sequels:
            for instead in _instead(least, test, strong, notrump, weak):
                yield _excused(Passed(turn, "I thought I was dealer.", (), means, words, then, instead))


def _instead(least: int, test: str, strong: str, notrump: str, weak: str) -> Iterator[Instead]:
    if test == "similar":
        same = {"hcp": [least, 37], "artificial": True}
        yield Instead(strong, same, f"{least} or more points, any shape", test)
        near = {"hcp": [least - 1, 37], "artificial": True}
        yield Instead(strong, near, f"{least - 1} or more points, any shape", test)
    elif test == "subset":
        yield Instead(notrump, {"hcp": [17, 19], "balanced": True}, "balanced, 17 to 19 points", test)
    elif test == "same_purpose":
        again = {"hcp": [least - 5, 37], "asks": "strength", "artificial": True}
        words = f"asks partner to show strength by steps, on {least - 5} or more points"
        yield Instead(strong, again, words, test)
    else:
        suit = weak[1:]
        shown = {"hcp": [0, _WEAK_TOP], "suits": {suit: [7, 13]}}
        symbol = {"S": "♠", "C": "♣"}[suit]
        yield Instead(weak, shown, f"pre-emptive, 7+ {symbol}, at most {_WEAK_TOP} points", test)


Sequel = tuple[tuple[tuple[int, str], ...], str, str, str]
_AFTER_LHO: Final[tuple[Sequel, ...]] = (
    (((LHO, "1C"), (PARTNER, "P"), (RHO, "P")), "X", "1NT", "3S"),
    (((LHO, "1D"), (PARTNER, "P"), (RHO, "P")), "X", "1NT", "3S"),
    (((LHO, "1H"), (PARTNER, "P"), (RHO, "P")), "X", "1NT", "3S"),
    (((LHO, "1C"), (PARTNER, "P"), (RHO, "1H")), "X", "1NT", "3S"),
    (((LHO, "1D"), (PARTNER, "P"), (RHO, "1H")), "X", "1NT", "3C"),
)
"""The calls of the others, and then a call for any strong hand, one for a balanced hand, and a pre-empt."""
_AFTER_PARTNER: Final[tuple[Sequel, ...]] = (
    (((PARTNER, "1D"), (RHO, "P")), "1H", "2NT", "3S"),
    (((PARTNER, "1H"), (RHO, "P")), "1S", "2NT", "3S"),
    (((PARTNER, "1H"), (RHO, "1S")), "X", "2NT", "4C"),
    (((PARTNER, "1D"), (RHO, "1H")), "X", "2NT", "3S"),
    (((PARTNER, "1C"), (RHO, "P")), "1D", "2NT", "3S"),
)
