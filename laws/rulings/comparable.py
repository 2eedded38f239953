"""The tests of Law 23A on two meanings, and why each holds or not.

The law gives no numbers for "similar" (23A1): how far two meanings may differ is a regulation, here a parameter with a
source; see `laws.rulings.similarity`. "Subset" (23A2) is exact. "Same purpose" (23A3) goes by what is asked for: equal words
prove it, and a table has the questions that belong together (`laws.rulings.purposes`).

Where experienced directors differ, a test is *open*: it neither holds nor fails, and the Director judges.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from laws.rulings import purposes
from laws.rulings.calls import SUITS
from laws.rulings.meanings import (
    SHAPES,
    BadMeaning,
    Meaning,
    Shown,
    longest_in,
    must_hold_hands,
    parse_meaning,
    some_hand,
    some_type,
    stronger,
    uncovered,
)
from laws.rulings.regulations import WORKED_EXAMPLES, Similarity, value_data
from laws.rulings.similarity import (
    NO,
    OPEN,
    YES,
    Likeness,
    against,
    count,
    count_of,
    is_any_shape,
    length,
    likeness,
    points,
    strength,
    suits_shown,
)
from laws.rulings.words import list_of

__all__ = [
    "JUDGEMENT",
    "WORKED_EXAMPLES",
    "Compared",
    "Comparison",
    "Result",
    "Similarity",
    "compare",
    "compare_data",
    "decisive",
    "example_outside",
    "is_same",
    "is_subset",
    "left_open",
    "result",
    "same_or_similar",
    "same_purpose",
    "takes_a_hand",
]


@dataclass(frozen=True, slots=True)
class Compared:
    """The two calls of a table that a question is about, with what they are called there."""

    withdrawn: Meaning
    replacement: Meaning
    names: tuple[str, str] = ("irregular", "attempt")
    """The places of the two in the sentences of the engine."""


@dataclass(frozen=True, slots=True)
class Result:
    """One test of 23A on two meanings.

    test: its name, as in `findings.comparable`; provision: where it stands; holds; why: the reason in a sentence, naming
    the points, suits and hands that decide it; open: directors differ, and the Director has to judge.
    """

    test: str
    provision: str
    holds: bool
    why: str
    open: bool = False


@dataclass(frozen=True, slots=True)
class Comparison:
    """Law 23A on a withdrawn call and its replacement: each test by itself, of which one is enough.

    decisive: the test that a ruling names, `no`, or `judgement` where none holds and one is open. Where several hold it is the
    one that leaves least to judge: the same meaning, then the same purpose, then a subset, and only then similarity, which
    rests on the tolerance.
    """

    similar: Result
    subset: Result
    purpose: Result
    decisive: str
    tolerance: Similarity

    @property
    def results(self) -> tuple[Result, Result, Result]:
        """The three tests in the order of the law."""
        return self.similar, self.subset, self.purpose

    @property
    def comparable(self) -> bool:
        """The replacement is a comparable call, whoever rules."""
        return self.decisive in TESTS

    @property
    def judged(self) -> bool:
        """Whether it is a comparable call is the Director's judgement."""
        return self.decisive == JUDGEMENT

    def as_dict(self) -> dict[str, Any]:
        """As plain data: comparable, decisive, tests (test, provision, holds, open, why) and the tolerance with its source."""
        tests = [
            {
                "test": item.test,
                "provision": item.provision,
                "holds": item.holds,
                "open": item.open,
                "why": item.why,
            }
            for item in self.results
        ]
        tolerance = {**value_data(self.tolerance), "source": self.tolerance.source}
        return {"comparable": self.comparable, "decisive": self.decisive, "tests": tests, "tolerance": tolerance}


def compare(withdrawn: Meaning, replacement: Meaning, *, tolerance: Similarity = WORKED_EXAMPLES) -> Comparison:
    """Every test of 23A with its reason. Raises BadMeaning naming the meaning that no hand can have."""
    must_hold_hands(withdrawn, "withdrawn")
    must_hold_hands(replacement, "replacement")
    similar, subset, purpose = (result(test, withdrawn, replacement, tolerance) for test in TESTS)
    return Comparison(similar, subset, purpose, decisive(withdrawn, replacement, tolerance), tolerance)


def result(test: str, withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> Result:
    """One test of 23A by its name, with its reason."""
    if test == "same_or_similar":
        return _similar_result(withdrawn, replacement, allowed)
    if test == "is_subset":
        return _subset_result(withdrawn, replacement)
    alike = _alike(withdrawn, replacement)
    return Result(test, "23A3", alike is True, _why_purpose(withdrawn, replacement), alike is None)


JUDGEMENT: Final = "judgement"
"""What decides where no test holds for certain and one is open."""


def decisive(withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> str:
    """The test that a ruling names, `no`, or `judgement`: `compare` without the reasons."""
    if is_same(withdrawn, replacement):
        return "same_or_similar"
    alike = _alike(withdrawn, replacement)
    if alike:
        return "same_purpose"
    if replacement.within(withdrawn):
        return "is_subset" if _subset(withdrawn, replacement) else "no" if alike is False else JUDGEMENT
    found = _likeness(withdrawn, replacement, allowed).value
    if found == YES:
        return "same_or_similar"
    return JUDGEMENT if found == OPEN or alike is None else "no"


def left_open(test: str, withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> bool:
    """Whether a ruling has to ask the Director for this test: it is open, and no other test holds in any case."""
    if test == "is_subset" or decisive(withdrawn, replacement, allowed) != JUDGEMENT:
        return False
    if test == "same_purpose":
        return _alike(withdrawn, replacement) is None
    return not replacement.within(withdrawn) and _likeness(withdrawn, replacement, allowed).value == OPEN


def compare_data(
    withdrawn: Mapping[str, Any], replacement: Mapping[str, Any], *, tolerance: Similarity = WORKED_EXAMPLES
) -> Comparison:
    """`compare` on meanings as a record has them.

    Raises BadMeaning naming the field, as `parse_meaning` does, and for a meaning that says nothing of the hands: words
    alone do not tell them, and any hand has to be said.
    """
    return compare(_told(withdrawn, "withdrawn"), _told(replacement, "replacement"), tolerance=tolerance)


def _told(data: Mapping[str, Any], where: str) -> Meaning:
    meaning = parse_meaning(data, where=where)
    if meaning is None or not meaning.stated:
        raise BadMeaning(
            f"{where}: it does not tell the hands; expected points, suits, what the call asks for ..., or any_hand: true"
        )
    return meaning


TESTS: Final = ("same_or_similar", "is_subset", "same_purpose")
"""The names of the tests, in the order in which a ruling asks them."""

# -- the tests as a ruling asks them: at most one holds, so that the trace names the true reason -----------------------


def same_or_similar(withdrawn: Meaning, replacement: Meaning, allowed: Similarity = WORKED_EXAMPLES) -> bool:
    """Law 23A1, where it holds for certain. Meanings that are merely narrower are left to 23A2: they are subsets, which needs
    no judgement; and questions with one purpose to 23A3.
    """
    if is_same(withdrawn, replacement):
        return True
    if replacement.within(withdrawn) or same_purpose(withdrawn, replacement):
        return False
    return _likeness(withdrawn, replacement, allowed).value == YES


def is_same(withdrawn: Meaning, replacement: Meaning) -> bool:
    """The two calls show the same hands and ask for the same thing.

    Two questions put by hands that are not limited at all have the same purpose (23A3) rather than the same meaning.
    """
    if _asked(withdrawn) != _asked(replacement) or (withdrawn.asks and not _limited(withdrawn)):
        return False
    return withdrawn.same_hands(replacement)


def is_subset(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Law 23A2: the replacement can be made on hands of the withdrawn call only, and does not mean just the same.

    Two calls that put the same question are left to 23A3, which holds for them in any case: both tests may be passed, and
    the ruling is the same, but the purpose is what a director would name.
    """
    if same_purpose(withdrawn, replacement) or is_same(withdrawn, replacement):
        return False
    return _subset(withdrawn, replacement)


def _subset(withdrawn: Meaning, replacement: Meaning) -> bool:
    """23A2 by itself. Another question is another meaning, whatever hands put it; and of a question for which no hand was
    stated, nobody knows which hands would have put it.
    """
    asked, asks = _asked(withdrawn), _asked(replacement)
    if asked and asked != asks and (asks or not _limited(withdrawn)):
        return False
    return replacement.within(withdrawn)


def _asked(meaning: Meaning) -> str:
    return purposes.plain(meaning.asks) if meaning.asks else ""


def _limited(meaning: Meaning) -> bool:
    return any(shown != Shown() for shown in meaning.alternatives)


def same_purpose(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Law 23A3, where it holds for certain: both calls ask, and for the same thing."""
    return _alike(withdrawn, replacement) is True


def _alike(withdrawn: Meaning, replacement: Meaning) -> bool | None:
    """The same, another purpose, or None where both ask and the words do not tell."""
    if not withdrawn.asks or not replacement.asks:
        return False
    return purposes.same(withdrawn.asks, replacement.asks)


def _likeness(withdrawn: Meaning, replacement: Meaning, allowed: Similarity, *, told: bool = False) -> Likeness:
    """23A1 by itself. A call that asks is like one only that asks the same."""
    if (withdrawn.asks or replacement.asks) and _asked(withdrawn) != _asked(replacement):
        return Likeness(NO)
    return likeness(withdrawn, replacement, allowed, told=told)


# -- the reasons -------------------------------------------------------------------------------------------------------

_NAMES: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}


def _similar_result(withdrawn: Meaning, replacement: Meaning, allowed: Similarity) -> Result:
    if is_same(withdrawn, replacement):
        return Result("same_or_similar", "23A1", True, "Both calls show the same hands.")
    found = _likeness(withdrawn, replacement, allowed, told=True)
    why = _why_similar(withdrawn, replacement, allowed, found)
    return Result("same_or_similar", "23A1", found.value == YES, why, found.value == OPEN)


def _why_similar(withdrawn: Meaning, replacement: Meaning, allowed: Similarity, found: Likeness) -> str:
    if (withdrawn.asks or replacement.asks) and _asked(withdrawn) != _asked(replacement):
        return _why_purpose(withdrawn, replacement)
    if not found.suits:
        return _why_other_suits(withdrawn, replacement)
    suits = _suits_in_both(withdrawn, replacement)
    if found.value == YES:
        told = "; ".join(["", *found.remarks])
        if beyond := _differences(withdrawn, replacement, features=False):
            return f"{suits}, and what differs is small: {list_of(beyond, 'and')}{told}."
        narrower = "it is only narrower: points and lengths stay within what was shown"
        return f"{suits}, and {narrower}{told}."
    numbers = {"points", "share"} & {gap.name for gap in found.gaps}
    # Of two ranges that have been told, nobody needs to hear which one is without a limit.
    several = sum(gap.name == "length" for gap in found.gaps) > _FEW
    whole = _whole_strength(withdrawn, replacement)
    apart = "; ".join(
        whole if whole and gap.name in numbers else gap.words
        for gap in found.gaps
        if not (numbers and gap.name in ("minimum", "maximum"))
        # Of a double that promises three suits and denies one, the one tells enough.
        and not (several and gap.name == "length" and "withdrawn call shows at most " not in gap.words)
    )
    apart = apart or "; ".join(gap.words for gap in found.gaps)
    if any(gap.name == "length" for gap in found.gaps):
        apart = f"{_unless_strong(withdrawn)}{apart}"
    if found.value == OPEN:
        return f"{suits}, but directors differ about the rest: {apart}."
    if allowed != WORKED_EXAMPLES and any(gap.name in ("points", "length") for gap in found.gaps):
        room = f"{count(allowed.points, 'point')} and {count(allowed.cards, 'card')}"
        return f"Beyond the {room} that the regulations allow: {apart}."
    return f"The calls do not show similar hands: {apart}."


def _whole_strength(withdrawn: Meaning, replacement: Meaning) -> str:
    """The strength that two calls show, over all the hands of a replacement that shows several; empty where one is shown."""
    shown = (*withdrawn.alternatives, *replacement.alternatives)
    if len(replacement.alternatives) == 1 or any(map(_counted, shown)):
        return ""
    ends = [
        (min(one.hcp[0] for one in meaning.alternatives), max(one.hcp[1] for one in meaning.alternatives))
        for meaning in (replacement, withdrawn)
    ]
    return against(points(ends[0]), points(ends[1]), "strength") if ends[0] != ends[1] else ""


def _why_other_suits(withdrawn: Meaning, replacement: Meaning) -> str:
    """Two calls that show different suits; or one that shows a suit and one that shows none.

    A suit that was shown and is not any more comes first. Of a suit that is new, points that clearly differ tell more.
    """
    old, new = suits_shown(withdrawn), suits_shown(replacement)
    if old and new:
        return f"The suits are not the same: the withdrawn call shows {old}, and the replacement shows {new}."
    if old:
        promised = f"does not promise {_them(old)}"
        return f"The withdrawn call shows {old}, and the replacement {_only_some(withdrawn, replacement) or promised}."
    ends = [
        (min(shown.hcp[0] for shown in meaning.alternatives), max(shown.hcp[1] for shown in meaning.alternatives))
        for meaning in (withdrawn, replacement)
    ]
    counted = any(map(_counted, (*withdrawn.alternatives, *replacement.alternatives)))
    small = _LITTLE if new else 0
    if not counted and (ends[1][0] < ends[0][0] - small or ends[1][1] - small > ends[0][1] < _NO_LIMIT):
        apart = against(points(ends[1]), points(ends[0]), "strength")
        return f"The strength is not the same: {apart}."
    if new:
        return f"The replacement shows {new}, and the withdrawn call did not promise {_them(new)}."
    return "A suit that one of the calls shows is not shown by the other."


def _only_some(withdrawn: Meaning, replacement: Meaning) -> str:
    """Of a replacement that has fewer cards in the one suit that was shown, unless it is a strong hand of any shape."""
    suits = [suit for suit, how in withdrawn.promises if how == "length"]
    ordinary = [one for one in replacement.alternatives if not is_any_shape(one)]
    strong = [one for one in replacement.alternatives if is_any_shape(one)]
    if len(suits) != 1 or not (ordinary and strong):
        return ""
    fewest = min(one.lengths[SUITS.index(suits[0])][0] for one in ordinary)
    if not fewest:
        return ""
    shown = min(one.lengths[SUITS.index(suits[0])][0] for one in withdrawn.alternatives)
    only = f"have only {fewest}, or " if fewest < shown else ""
    return f"may {only}be any hand with {points(strong[0].hcp)}"


def _them(suits: str) -> str:
    return "those suits" if " and " in suits else "that suit"


def _unless_strong(withdrawn: Meaning) -> str:
    """Of a double that promises a shape, or strength alone: up to which strength it is the shape."""
    if len(withdrawn.alternatives) < _FEW:
        return ""
    strong = next((shown for shown in withdrawn.alternatives if _is_strong(shown, withdrawn)), None)
    return f"below {count(strong.hcp[0], 'point')} " if strong is not None else ""


def _is_strong(shown: Shown, meaning: Meaning) -> bool:
    """A strong hand of any shape; or of any that fits what all hands of a meaning show: opener's double has the suit opened."""
    others = [one for one in meaning.alternatives if one is not shown]
    return is_any_shape(shown) or all(
        shown.hcp[0] > one.hcp[0]
        and all(its[0] <= low and high <= its[1] for its, (low, high) in zip(shown.lengths, one.lengths, strict=True))
        for one in others
    )


def _suits_in_both(withdrawn: Meaning, replacement: Meaning) -> str:
    shown = suits_shown(replacement)
    if shown != suits_shown(withdrawn):
        return f"Both calls allow for {shown or 'the same suits'}"
    if not any(how == "length" for _, how in replacement.promises):
        both = [shown.balanced for meaning in (withdrawn, replacement) for shown in meaning.alternatives]
        return "Both calls show a balanced hand" if all(both) else "Neither call promises a suit"
    return f"Both calls show {shown}"


def _subset_result(withdrawn: Meaning, replacement: Meaning) -> Result:
    holds = _subset(withdrawn, replacement)
    if not holds and replacement.within(withdrawn):
        why = _why_purpose(withdrawn, replacement)
    elif not holds:
        why = _why_no_subset(withdrawn, replacement)
    elif withdrawn.within(replacement):
        why = "The hands are the same, so the replacement shows none that the withdrawn call could not."
    else:
        why = "Every hand that the replacement shows is one that the withdrawn call could have shown."
    return Result("is_subset", "23A2", holds, why)


def example_outside(withdrawn: Meaning, replacement: Meaning) -> str:
    """A hand that fits the replacement and not the withdrawn call (`Q632.KT98.J.AQJ9`), the one of which the reason of 23A2
    speaks; empty if there is none that points and lengths tell.
    """
    missed = replacement.hands & ~withdrawn.hands
    if not missed or replacement.promises_more:
        return ""
    shape, held = _telling(missed, withdrawn, replacement)
    return some_hand(SHAPES[shape], held)


def _telling(missed: int, withdrawn: Meaning, replacement: Meaning) -> tuple[int, int]:
    """The hand type that tells best what was not shown: strong enough for the withdrawn call where there is one, and with the
    suit longest that the replacement promises.
    """
    missed = stronger(missed, min(one.hcp[0] for one in withdrawn.alternatives)) or missed
    promised = [
        place
        for place, _ in enumerate(SUITS)
        if min(one.lengths[place][0] for one in replacement.alternatives) >= _PROMISED
    ]
    for place in promised:
        missed = longest_in(missed, place) or missed
    return some_type(missed)


def _as_strong(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Whether a hand with the strength of the withdrawn call fits the replacement, and not the withdrawn call."""
    least = min(one.hcp[0] for one in withdrawn.alternatives)
    return bool(stronger(replacement.hands & ~withdrawn.hands, least))


def takes_a_hand(withdrawn: Meaning, replacement: Meaning) -> bool:
    """Whether only a whole hand tells why 23A2 does not hold: neither the points alone nor one suit do."""
    return not _one_thing(withdrawn, replacement)


def _why_no_subset(withdrawn: Meaning, replacement: Meaning) -> str:
    if told := _one_thing(withdrawn, replacement):
        return told
    missed = replacement.hands & ~withdrawn.hands
    missed = missed or next(missed for _, missed in uncovered(replacement, withdrawn) if missed)
    shape, held = _telling(missed, withdrawn, replacement)
    hand = f"{'='.join(map(str, SHAPES[shape]))} hand with {count(held, 'point')}"
    lacking = [_lacking(shown, SHAPES[shape], held) for shown in withdrawn.alternatives]
    if all(lacking) and len(lacking) <= _FEW:
        several = len(lacking) > 1
        lacked = "" if several else f", which shows {list_of(lacking[0], 'and')}"
        return f"A {hand} fits the replacement but not the withdrawn call{lacked}."
    reasons = _differences(withdrawn, replacement)
    because = f": {list_of(reasons, 'and')}" if reasons else ""
    return f"A {hand} fits the replacement but need not fit the withdrawn call{because}."


def _one_thing(withdrawn: Meaning, replacement: Meaning) -> str:
    """Why the replacement may show other hands, where points alone tell it, or one suit; nothing where it takes a hand."""
    if any(map(_counted, (*withdrawn.alternatives, *replacement.alternatives))):
        return ""
    olds, news = withdrawn.alternatives, replacement.alternatives
    least, most = min(one.hcp[0] for one in olds), max(one.hcp[1] for one in olds)
    low, high = min(one.hcp[0] for one in news), max(one.hcp[1] for one in news)
    if low < least:
        made = "with no points at all" if low == 0 else f"on {count(low, 'point')}"
        below = f"The replacement may be made {made}; the withdrawn call shows at least {least}" + (
            " points." if low == 0 else "."
        )
        if least - low > _LITTLE:
            return below
        # A single point is named only where no shape tells it.
        return ("" if len(olds) > 1 else _one_suit(olds[0], news)) or (
            "" if _as_strong(withdrawn, replacement) else below
        )
    above = f"The replacement may be made on {_more(most + 1, high)}; the withdrawn call shows at most {most}."
    if high > most and (most < _NO_LIMIT or len(olds) > 1):
        return above
    if len(olds) > 1:
        return ""
    return _one_suit(olds[0], news) or (above if high > most else "")


def _more(low: int, high: int) -> str:
    """The points from the first that the withdrawn call denied: `10 or 11 points`, `12 points or more`."""
    if high > _NO_LIMIT or high == low:
        return f"{low} points" + ("" if high == low else " or more")
    return f"{low} or {high} points" if high == low + 1 else f"{low} to {high} points"


def _one_suit(old: Shown, news: tuple[Shown, ...]) -> str:
    """The first suit in which the replacement may differ from a call of one kind of hand, if any."""
    for place, (suit, (fewest, longest)) in enumerate(zip(SUITS, old.lengths, strict=True)):
        shortest = min(one.lengths[place][0] for one in news)
        if shortest < fewest:
            may = f"may have {shortest}" if shortest else "does not promise any"
            return f"The withdrawn call shows {length((fewest, longest), suit)}; the replacement {may}."
        if max(one.lengths[place][1] for one in news) > longest:
            free = all(one.lengths[place] == (0, 13) for one in news)
            says = f"says nothing about {_NAMES[suit]}" if free else "may have more"
            return f"The withdrawn call shows {length((fewest, longest), suit)}; the replacement {says}."
    return ""


def _lacking(shown: Shown, lengths: tuple[int, ...], points: int) -> list[str]:
    """What an alternative of a call shows that such a hand has not; nothing where it shows more than cards."""
    if _counted(shown):
        return []
    found = [] if shown.hcp[0] <= points <= shown.hcp[1] else [strength(shown)]
    for suit, limits, held in zip(SUITS, shown.lengths, lengths, strict=True):
        if not limits[0] <= held <= limits[1]:
            found.append(length(limits, suit))
    even = tuple(sorted(lengths)) in _EVEN
    if shown.balanced and not even:
        found.append("a balanced hand")
    if shown.unbalanced and even:
        found.append("an unbalanced hand")
    return found


_NO_LIMIT: Final = 20
"""From here on an upper limit of points is none that anybody would name before a suit."""
_PROMISED: Final = 3
_LITTLE: Final = 1
"""A difference of so many points is no reason by itself to find two calls different."""
_FEW: Final = 2
"""Of so many alternatives it can be told what each of them lacks."""
_EVEN: Final = ((3, 3, 3, 4), (2, 3, 4, 4), (2, 3, 3, 5))


def _counted(shown: Shown) -> bool:
    """Total points are not read off lengths and high cards alone."""
    return any(name == "tp" for name, _ in shown.counts)


_QUESTIONS: Final = {
    "majors": "for a four-card major",
    "minor": "which minor",
    "best suit": "for the best suit",
    "strength": "for strength",
    "aces": "for aces",
    "kings": "for kings",
}
"""What is asked for, as the end of a sentence, where the words of the meaning are no more than its name."""


def _why_purpose(withdrawn: Meaning, replacement: Meaning) -> str:
    old, new = withdrawn.asks, replacement.asks
    if not old and not new:
        return "Neither call is described as asking for something."
    if old == new:
        return (
            f"Both calls ask {_QUESTIONS[old]}." if old in _QUESTIONS else f"Both calls ask the same question: {old}."
        )
    alike = _alike(withdrawn, replacement)
    belongs = purposes.purpose_of(old)
    if alike and belongs:
        return f"A call that asks for {old} and one that asks for {new} have one purpose: {belongs.name}."
    if not new:
        return f"The withdrawn call asks for {old}; the replacement does not ask for anything."
    if not old:
        return f"The replacement asks for {new}; the withdrawn call does not ask for anything."
    told = f"The withdrawn call asks for {old}, the replacement for {new}"
    return (
        f"{told}, and the description does not show whether that is one purpose."
        if alike is None and old and new
        else f"{told}."
    )


def _differences(withdrawn: Meaning, replacement: Meaning, *, features: bool = True) -> list[str]:
    """What the first alternative of the replacement that is not inside the withdrawn call oversteps, against the nearest."""
    for new in replacement.alternatives:
        near = [(is_any_shape(old), _apart(old, new, features)) for old in withdrawn.alternatives]
        found = [] if any(not apart for _, apart in near) else min(near, key=lambda one: (one[0], len(one[1])))[1]
        if found:
            return found
    return []


def _apart(old: Shown, new: Shown, features: bool) -> list[str]:
    """The promises of one alternative that the other oversteps at all, in words."""
    found = []
    outside = new.hcp[0] < old.hcp[0] or new.hcp[1] > old.hcp[1]
    if outside or dict(old.counts).get("tp", new.has("tp")) != new.has("tp"):
        found.append(against(strength(new), strength(old), "strength"))
    for suit, one, other in zip(SUITS, old.lengths, new.lengths, strict=True):
        if other[0] < one[0] or other[1] > one[1]:
            found.append(against(length(other, suit), length(one, suit), _NAMES[suit]))
    if old.balanced and not new.balanced:
        found.append("hands that are not balanced")
    if old.unbalanced and not new.unbalanced:
        found.append("hands that are balanced")
    if features:
        found += [f"no promise of {feature}" for feature in sorted(old.features - new.features)]
    for name, (low, high) in old.counts:
        if name == "tp":
            continue
        its = new.has(name)
        if its[0] < low or its[1] > high:
            found.append(
                against(count_of(its, name.removesuffix("s")), count_of((low, high), name.removesuffix("s")), name)
            )
    return found
