"""The tests of Law 23A on two meanings, each with its grounds in words.

Whether a test holds is the engine's word (`laws.rulings.comparable`); the grounds are what differs between the two
meanings, told beside the tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from laws.rulings.calls import SUIT_NAMES, SUITS
from laws.rulings.comparable import (
    WORKED_EXAMPLES,
    Similarity,
    is_same,
    is_subset,
    same_or_similar,
    same_purpose,
)
from laws.rulings.meanings import Meaning, Range, Shown


def compared(withdrawn: Meaning, replacement: Meaning, tolerance: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Each test with its provision, whether it holds, and why; and the tolerance used.

    tolerance: `points`, `cards` and `source`, or None for the engine's own.
    """
    allowed = Similarity(**tolerance) if tolerance else WORKED_EXAMPLES
    tests = [
        {
            "provision": "23A1",
            "name": _("the same or a similar meaning"),
            "holds": same_or_similar(withdrawn, replacement, allowed),
            "why": [*_similar(withdrawn, replacement, allowed)],
        },
        {
            "provision": "23A2",
            "name": _("a subset of the possible meanings"),
            "holds": is_subset(withdrawn, replacement),
            "why": [*_subset(withdrawn, replacement)],
        },
        {
            "provision": "23A3",
            "name": _("the same purpose"),
            "holds": same_purpose(withdrawn, replacement),
            "why": [_purpose(withdrawn, replacement)],
        },
    ]
    return {
        "comparable": any(one["holds"] for one in tests),
        "tests": tests,
        "tolerance": {"points": allowed.points, "cards": allowed.cards, "source": allowed.source},
    }


def _similar(withdrawn: Meaning, replacement: Meaning, allowed: Similarity) -> Iterator[str]:
    if is_same(withdrawn, replacement):
        yield _("The two calls show the same hands and ask for the same.")
        return
    if withdrawn.asks != replacement.asks:
        yield _("The two calls do not ask for the same.")
    if replacement.within(withdrawn):
        yield _("The new call only shows fewer hands of the same kind, which is for the next test.")
        return
    if len(withdrawn.alternatives) == len(replacement.alternatives) == 1:
        yield from _differences(withdrawn.alternatives[0], replacement.alternatives[0], allowed)
        return
    for number, new in enumerate(replacement.alternatives, 1):
        told = [[*_beyond(old, new, allowed)] for old in withdrawn.alternatives]
        nearest = min(told, key=len)
        if nearest:
            said = _(
                "Alternative %(number)d of the new call is like none of the withdrawn call; beside the nearest: %(why)s"
            )
            yield said % {"number": number, "why": " ".join(nearest)}
        else:
            yield _("Alternative %(number)d of the new call is like one of the withdrawn call.") % {"number": number}


def _differences(old: Shown, new: Shown, allowed: Similarity) -> Iterator[str]:
    beyond = [*_beyond(old, new, allowed)]
    if beyond:
        yield from beyond
        return
    said = _("Points %(new)s lie within %(points)d of %(old)s, and no suit is shorter by more than %(cards)d.")
    yield said % {"old": _span(old.hcp), "new": _span(new.hcp), "points": allowed.points, "cards": allowed.cards}


def _beyond(old: Shown, new: Shown, allowed: Similarity) -> Iterator[str]:
    """What lies beyond the tolerance."""
    points = {"old": _span(old.hcp), "new": _span(new.hcp), "points": allowed.points}
    if new.hcp[0] < old.hcp[0] - allowed.points or new.hcp[1] > old.hcp[1] + allowed.points:
        yield _("%(new)s points reach more than %(points)d beyond %(old)s.") % points
    inside = max(0, min(old.hcp[1], new.hcp[1]) - max(old.hcp[0], new.hcp[0]) + 1)
    if 2 * inside <= new.hcp[1] - new.hcp[0] + 1:
        yield _("No more than half of %(new)s points lie inside %(old)s.") % points
    if missing := old.features - new.features:
        yield _("The new call no longer promises: %(features)s.") % {"features": ", ".join(sorted(missing))}
    if old.balanced and not new.balanced:
        yield _("The new call no longer promises a balanced hand.")
    for suit, (old_low, old_high), (new_low, new_high) in zip(SUITS, old.lengths, new.lengths, strict=True):
        cards = {"suit": SUIT_NAMES[suit], "old": _span((old_low, old_high)), "new": _span((new_low, new_high))}
        if new_low < old_low - (allowed.cards if old_low > 1 else 0):
            yield _("It may hold too few %(suit)s: %(new)s for %(old)s.") % cards
        if new_high > old_high:
            yield _("It may hold more %(suit)s: %(new)s for %(old)s.") % cards


def _span(limits: Range) -> str:
    return f"{limits[0]}–{limits[1]}"


def _subset(withdrawn: Meaning, replacement: Meaning) -> Iterator[str]:
    if same_purpose(withdrawn, replacement):
        yield _("The two calls put the same question, which is for the next test.")
        return
    outside = (replacement.hands & ~withdrawn.hands).bit_count()
    counts = {"outside": outside, "all": replacement.hands.bit_count(), "old": withdrawn.hands.bit_count()}
    if outside:
        said = _(
            "%(outside)d of the %(all)d types of hand that the new call shows are not those of the withdrawn call."
        )
    else:
        said = _("All %(all)d types of hand that the new call shows are among the %(old)d of the withdrawn call.")
    yield said % counts
    if missing := withdrawn.features - replacement.features:
        yield _("The new call does not promise: %(features)s.") % {"features": ", ".join(sorted(missing))}
    elif not outside and withdrawn.within(replacement):
        yield _("It shows no fewer.")


def _purpose(withdrawn: Meaning, replacement: Meaning) -> str:
    asks = {"old": withdrawn.asks, "new": replacement.asks}
    if not withdrawn.asks or not replacement.asks:
        return _("Not both calls ask for something.")
    if same_purpose(withdrawn, replacement):
        return _("Both calls ask for %(old)s.") % asks
    return _("The withdrawn call asks for %(old)s, the new call for %(new)s.") % asks
