"""What the Director finds out under Law 23 alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from laws.rulings import comparable
from laws.rulings.facts.base import Fact, Judgement, Observer, Source
from laws.rulings.facts.calls import first_offer, meaning_of, tolerance_at
from laws.rulings.meanings import Meaning
from laws.rulings.regulations import WORKED_EXAMPLES
from laws.rulings.replay import Situation, once

DEVIATES = Fact(
    "deviates",
    "Does the hand of {offender} differ from what {replacement} shows?",
    default=False,
    observe=lambda at: at.record.deviates or None,
)


def comparable_result(at: Situation) -> str | None:
    """What the stated meanings give under Law 23A: the name of the first test passed, `no`, or None when one is missing or
    the Director has to judge.
    """
    found = _decisive(at)
    return None if found == comparable.JUDGEMENT else found


@once
def _decisive(at: Situation) -> str | None:
    """What decides under Law 23A by the body's tolerance; None when the hands of one of the two calls are not told."""
    both = _both_told(at)
    return comparable.decisive(*both, tolerance_at(at)) if both else None


def _both_told(at: Situation) -> tuple[Meaning, Meaning] | None:
    """What the withdrawn call and the one in its place show; None when the hands of one are not told."""
    old, new = at.meaning, meaning_of(at, first_offer(at))
    return (old, new) if old is not None and new is not None and old.stated and new.stated else None


def _compared(at: Situation) -> comparable.Compared | None:
    both = _both_told(at)
    return comparable.Compared(*both) if both else None


def _tolerance_decides(at: Situation) -> bool | None:
    """The body in charge has a tolerance of its own, and the usual one would give another result."""
    if tolerance_at(at) is WORKED_EXAMPLES or at.record.findings.get("comparable") is not None:
        return False
    both = _both_told(at)
    if both is None:
        return None
    own, usual = comparable_result(at), comparable.decisive(*both)
    return own is not None and usual not in (own, comparable.JUDGEMENT)


def _reason(test: str) -> Callable[[Situation], str]:
    """Why the test of this name holds or not, as far as the meanings are stated."""

    def reason(at: Situation) -> str:
        both = _both_told(at)
        if both is None or at.record.findings.get("comparable") is not None:
            return ""
        allowed = tolerance_at(at)
        result = comparable.result(test, *both, allowed)
        by_tolerance = test == "same_or_similar" and not comparable.is_same(*both)
        return f"{result.why} ({allowed.source})" if by_tolerance and allowed.source else result.why

    return reason


def _compare(test: Callable[..., bool]) -> Observer:
    def observe(at: Situation) -> bool | None:
        stated = at.record.findings.get("comparable")
        if stated is not None:
            return bool(stated == test.__name__)
        found = _decisive(at)
        if found is None:
            return None
        if found == comparable.JUDGEMENT:
            both = _both_told(at)
            if both and comparable.left_open(test.__name__, *both, tolerance_at(at)):
                return None
        return found == test.__name__

    return observe


ALIKE = Judgement(
    test=(
        "Would partner and the opponents read {attempt} as much the same message as {irregular}: the same "
        "suits, and about the same strength and shape?"
    ),
    law="23A1",
    ask=(
        "{offender}, away from the table, what each call shows and excludes in the partnership's methods, "
        "with the system card or notes; the hand held does not count (40C1), and any other meaning that "
        "{irregular} could be given counts as well as the one intended"
    ),
    poll="directors or experienced players, told the two meanings but not the hand: are they similar?",
    rulings={
        False: "unless it is a subset or has the same purpose the call is not comparable: {partner} may be barred, and lead "
        "restrictions and 16C2 may follow",
        True: (
            "the call is comparable: the auction continues with no further rectification, 16C2 does not "
            "apply, and you look for damage after play"
        ),
    },
)
"""Where experienced directors differ about two meanings."""

SAME_AIM = Judgement(
    test="Do {irregular} and {attempt} ask for the same thing, or have the same aim?",
    law="23A3",
    ask=(
        "{offender}, away from the table, what partner's answers to each call would be, and what it is for; "
        "the name of the convention does not decide it"
    ),
    poll="players who know the methods: is it the same question, asked at another level?",
    rulings={
        False: "the call is not comparable: {partner} may be barred, and lead restrictions and 16C2 may follow",
        True: (
            "the call is comparable whatever strength it shows: the auction continues with no further "
            "rectification, and you look for damage after play"
        ),
    },
)
"""Where two calls ask in words of which nobody says that they belong together."""

TOLERANCE_DECIDES = Fact(
    "tolerance_decides",
    "Would the usual tolerance for similar meanings lead to a different answer from that of the body in charge?",
    default=False,
    observe=_tolerance_decides,
)

SIMILAR = Fact(
    "similar",
    "Does {attempt} have the same or a similar meaning as {irregular}?",
    source=Source.FINDING,
    find_out="what both calls show in the partnership's methods; how much they may differ is set by regulation",
    observe=_compare(comparable.same_or_similar),
    reason=_reason("same_or_similar"),
    compares=_compared,
    judgement=ALIKE,
    of_new_call=True,
    given={
        True: "{offender}'s new call is comparable with {irregular} (much the same meaning, a narrower one, or the same "
        "purpose)",
        False: "",
    },
)

SUBSET = Fact(
    "subset",
    "Does {attempt} show only hands that {irregular} could have shown?",
    source=Source.FINDING,
    find_out="whether any hand suitable for {attempt} would not have been suitable for {irregular}",
    observe=_compare(comparable.is_subset),
    reason=_reason("is_subset"),
    given={False: ""},
    compares=_compared,
)

SAME_PURPOSE = Fact(
    "same_purpose",
    "Does {attempt} have the same purpose as {irregular}, for instance the same question?",
    source=Source.FINDING,
    find_out="whether both calls ask, relay or puppet for the same thing",
    observe=_compare(comparable.same_purpose),
    reason=_reason("same_purpose"),
    compares=_compared,
    judgement=SAME_AIM,
    given={False: "it is not comparable"},
)

ATTRIBUTED_OTHERWISE = Fact(
    "attributed_otherwise",
    "Could {irregular} also be understood differently from what {offender} meant?",
    source=Source.FINDING,
    default=False,
    find_out=(
        "what {offender} had in mind, and what it would show to players who had another auction, position or "
        "level in mind"
    ),
)


def _shows_any_hand(at: Situation) -> bool | None:
    if at.meaning is None or not at.meaning.stated:
        return None
    return not at.meaning.asks and at.meaning.same_hands(_ANY_HAND)


_ANY_HAND: Final = Meaning()

SHOWS_ANY_HAND = Fact(
    "shows_any_hand",
    "Could {irregular} be made on any hand at all?",
    default=False,
    observe=_shows_any_hand,
)
