"""What a person's memory of one unit is after each review: FSRS, and the few rules of ours around it. Plain Python.

A unit is a path of the law. Its state follows from its reviews alone, in the order in which they happened, so it can be
worked out again at any time and comes out the same to the last digit: the library's own fuzz, which nobody can repeat, is
off, and ours is drawn from the person, the unit and the number of the review.

Source of the model: `fsrs` (FSRS 6). Learning steps are empty: the first review already schedules in days.
"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from fsrs import Card, Rating, Scheduler
from fsrs import State as CardState
from fsrs.scheduler import DEFAULT_PARAMETERS

CREDIT: Final = 0.4
"""How much of a review of its own it is worth for a path when a path that contains it was answered."""
FURTHEST: Final = 365
"""Days after which anything is asked again: the law, and what one takes for the law, change."""
_NEVER_FUZZED: Final = 2.5
_FUZZ: Final = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.10), (20.0, float("inf"), 0.05))
"""From so many days to so many, each day more makes the interval uncertain by this share, as Anki has it."""


class Grade(IntEnum):
    """How a review went. FSRS knows a fourth, “hard”, which is not used: nobody is asked how hard it was."""

    AGAIN = 1
    GOOD = 3
    EASY = 4


def grade(*, right: bool, sure: bool, quick: bool) -> Grade:
    """A right answer that was a guess is not known; one that was sure and quick is known well."""
    if not right or not sure:
        return Grade.AGAIN
    return Grade.EASY if quick else Grade.GOOD


@dataclass(frozen=True, slots=True)
class Terms:
    """What a review is scheduled by: FSRS's 21 weights, the recall wanted when due, the clock of the learner's days."""

    weights: tuple[float, ...] = tuple(DEFAULT_PARAMETERS)
    retention: float = 0.9
    zone: str = "Australia/Brisbane"


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A review as it is kept: its number among those of the unit, its moment (UTC), how it went, what it was scheduled by.

    credit: it is not one of its own, but that of a path that contains this one.
    """

    number: int
    at: dt.datetime
    grade: Grade
    terms: Terms
    credit: bool = False


@dataclass(frozen=True, slots=True)
class Recall:
    """The memory of a unit after its reviews.

    stability: days after which recall has fallen to nine in ten. difficulty: 1 to 10. seen_at: the last review (UTC), moved
    on in part by credit. due_on: the learner's day on which it is asked again. reviews, lapses: how many of its own, and
    how many of these went wrong, the first aside.
    """

    stability: float
    difficulty: float
    seen_at: dt.datetime
    due_on: dt.date
    reviews: int
    lapses: int

    def now(self, moment: dt.datetime, terms: Terms) -> float:
        """How likely it is remembered at a moment, from zero to one; a moment before the last review counts as that one."""
        return recalled(self.stability, (moment - self.seen_at) / dt.timedelta(days=1), terms)


def recalled(stability: float, days: float, terms: Terms) -> float:
    """The forgetting curve of FSRS 6, at any time of the day, where the library counts whole days."""
    decay, factor = _curve(terms.weights[20])
    found: float = (1 + factor * max(days, 0.0) / stability) ** decay
    return found


@lru_cache(maxsize=16)
def _curve(weight: float) -> tuple[float, float]:
    """The exponent of the forgetting curve, and the factor by which recall is nine in ten after the stability."""
    return -weight, 0.9 ** (-1 / weight) - 1


def replay(person: str, unit: str, reviews: Iterable[Reviewed]) -> Recall | None:
    """The memory after all reviews of a unit, in the order in which they happened, whatever the order they came in.

    Two of one moment are taken in the order of their numbers. None without a review.
    """
    state: Recall | None = None
    for review in sorted(reviews, key=lambda one: (one.at, one.number)):
        state = after(state, person, unit, review)
    return state


def after(state: Recall | None, person: str, unit: str, review: Reviewed) -> Recall | None:
    """The memory after one more review, which must not lie before the last. Credit makes no memory where there is none."""
    if review.credit:
        return state and _credited(state, person, unit, review)
    scheduler = _scheduler(review.terms.weights, review.terms.retention)
    card, _log = scheduler.review_card(_card(state), Rating(int(review.grade)), review.at.astimezone(dt.UTC))
    if card.stability is None or card.difficulty is None:
        raise ValueError(f"{unit}: FSRS gave no state")
    lapsed = state is not None and review.grade is Grade.AGAIN
    return Recall(
        stability=card.stability,
        difficulty=card.difficulty,
        seen_at=review.at,
        due_on=_due(person, unit, review, card.stability, review.at),
        reviews=(state.reviews if state else 0) + 1,
        lapses=(state.lapses if state else 0) + lapsed,
    )


def _credited(state: Recall, person: str, unit: str, review: Reviewed) -> Recall:
    """Between the memory as it is and as a good review of its own would leave it; a wrong answer tells nothing of it.

    Stability moves by the share on a scale of its logarithm, as FSRS multiplies it; the last review moves by the share of the
    time since. Difficulty is that of the unit's own reviews.
    """
    if review.grade is Grade.AGAIN or review.at <= state.seen_at:
        return state
    scheduler = _scheduler(review.terms.weights, review.terms.retention)
    card, _log = scheduler.review_card(_card(state), Rating.Good, review.at.astimezone(dt.UTC))
    grown = max(card.stability or state.stability, state.stability)
    stability = state.stability ** (1 - CREDIT) * grown**CREDIT
    seen_at = state.seen_at + CREDIT * (review.at - state.seen_at)
    due_on = max(state.due_on, _due(person, unit, review, stability, seen_at))
    return Recall(stability, state.difficulty, seen_at, due_on, state.reviews, state.lapses)


def _due(person: str, unit: str, review: Reviewed, stability: float, since: dt.datetime) -> dt.date:
    """The learner's day: FSRS's interval from the day of the last review, spread a little so that what was learned
    together does not come back together.
    """
    decay, factor = _curve(review.terms.weights[20])
    days: float = stability / factor * (review.terms.retention ** (1 / decay) - 1)
    drawn = _fraction(f"{person}/{unit}/{review.number}")
    interval = min(max(round(_fuzzed(days, drawn)), 1), FURTHEST)
    return since.astimezone(_zone(review.terms.zone)).date() + dt.timedelta(days=interval)


def _fuzzed(days: float, drawn: float) -> float:
    """An interval within its uncertainty; drawn: where, from zero to one."""
    if days < _NEVER_FUZZED:
        return days
    width = 1.0 + sum(share * max(min(days, most) - least, 0.0) for least, most, share in _FUZZ)
    return max(days + width * (2 * drawn - 1), 2.0)


def _fraction(text: str) -> float:
    """A number from zero to one that belongs to this text."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") / 2**64


def _card(state: Recall | None) -> Card:
    """The library's card for a memory. Its id is of no use to us; left out, the library would wait for a clock."""
    if state is None:
        return Card(card_id=0)
    seen = state.seen_at.astimezone(dt.UTC)
    return Card(0, CardState.Review, None, state.stability, state.difficulty, seen, seen)


@lru_cache(maxsize=256)
def _scheduler(weights: Sequence[float], retention: float) -> Scheduler:
    return Scheduler(
        weights, retention, learning_steps=(), relearning_steps=(), maximum_interval=FURTHEST, enable_fuzzing=False
    )


@lru_cache(maxsize=64)
def _zone(name: str) -> ZoneInfo:
    return ZoneInfo(name)
