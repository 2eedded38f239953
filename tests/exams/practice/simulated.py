"""Learners who practise for weeks, forget in their own way, and then sit a paper: what a forecast is held against.

What is true of them is not what the forecast takes to be true. They forget by a power or exponentially, each at a pace of
their own and each path at its own; some of what is explained to them never sticks; what they know from before hangs
together within a law; they slip and guess each in their own measure, and say that they are sure when they are wrong.

`python -m tests.exams.practice.simulated 2000 7 mixed` tells the figures of so many learners, by a seed, in a world.
"""

from __future__ import annotations

import datetime as dt
import heapq
import math
import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from fsrs import Card, Rating, Scheduler

from exams.practice.forecast import Answer, Forecast, Met, Said, Slot, forecast

LAWS, PATHS = 24, 10
UNITS = [f"{law}/{path}" for law in range(LAWS) for path in range(PATHS)]
START = dt.datetime(2027, 2, 1, 18, tzinfo=dt.UTC)
PASS_MARK = 75
NEAR = 10
"""So many points from the pass mark a learner's true mark may be to be near it."""

# Learning steps are left out: what is wrong comes back on another day.
SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)


@dataclass(frozen=True)
class World:
    """What learners are like. power: the share who forget by a power, the others exponentially.

    pace: how much faster than expected they forget, in the middle (logarithm), and spread: between people. slip: the most
    that anyone slips. lift: the most that anyone guesses better than by chance. before: what is known from before (log odds).
    """

    power: float = 0.5
    pace: float = 0.0
    spread: float = 0.5
    own: float = 0.5
    slip: float = 0.12
    lift: float = 0.25
    before: float = -0.8
    absorbed: float = 0.6


WORLDS: Mapping[str, World] = {
    "mixed": World(),
    "power": World(power=1.0, pace=0.2),
    "exponential": World(power=0.0, pace=-0.2),
    "forgetful": World(pace=0.6, spread=0.7, before=-1.2, absorbed=0.5),
    "careless": World(slip=0.25, lift=0.4),
    "seasoned": World(before=0.3, spread=0.8, own=0.8),
}


@dataclass
class Trace:
    """What a learner holds of one path: until when it was refreshed, and how strong it is in days; None: nothing."""

    strength: float | None
    since: float = 0.0


@dataclass
class Learner:
    """One simulated person, with what is true of them."""

    rng: random.Random
    world: World
    traces: dict[str, Trace] = field(default_factory=dict)
    record: list[Answer] = field(default_factory=list)
    memory: dict[str, Met] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rng, world = self.rng, self.world
        self.by_power = rng.random() < world.power
        self.exponent = rng.uniform(0.3, 1.2)
        self.first = 4.0 * math.exp(rng.gauss(-world.pace, world.spread))
        self.growth = rng.uniform(1.6, 3.2)
        self.absorbs = rng.uniform(world.absorbed, 1.0)
        self.slip = rng.uniform(0.01, world.slip)
        self.lift = rng.uniform(0.0, world.lift)
        self.quick = {True: rng.uniform(0.1, 0.9), False: rng.uniform(0.0, 0.4)}
        self.doubts = {True: rng.uniform(0.0, 0.2), False: rng.uniform(0.1, 0.9)}
        self.silent = rng.random() < 0.3
        before = rng.gauss(world.before, 1.0)
        for law in range(LAWS):
            of_law = rng.gauss(before, 0.7)
            for path in range(PATHS):
                known = rng.random() < 1 / (1 + math.exp(-rng.gauss(of_law, 0.5)))
                self.traces[f"{law}/{path}"] = Trace(300.0 if known else None)

    def recall(self, unit: str, day: float) -> float:
        """How likely they recall it on this day."""
        trace = self.traces[unit]
        if trace.strength is None:
            return 0.0
        past = max(day - trace.since, 0.0) / trace.strength
        if self.by_power:
            return math.pow(1 + past * (math.pow(0.9, -1 / self.exponent) - 1), -self.exponent)
        return math.exp(math.log(0.9) * past)

    def right(self, unit: str, day: float, chance: float) -> tuple[bool, bool]:
        """Whether they recall it, and whether they answer rightly."""
        rng = self.rng
        known = rng.random() < self.recall(unit, day)
        if known:
            return True, rng.random() >= self.slip
        return False, rng.random() < chance + (1 - chance) * self.lift

    def expected(self, unit: str, day: float, chance: float) -> float:
        """How likely they answer it rightly."""
        known = self.recall(unit, day)
        return known * (1 - self.slip) + (1 - known) * (chance + (1 - chance) * self.lift)

    def studied(self, unit: str, day: float, known: bool) -> None:
        """What is left after an answer and its explanation."""
        rng, trace = self.rng, self.traces[unit]
        if known and trace.strength is not None:
            trace.strength = min(trace.strength * (1 + (self.growth - 1) * rng.uniform(0.5, 1.5)), 400.0)
            trace.since = day
        elif rng.random() < self.absorbs:
            trace.strength, trace.since = self.first * math.exp(rng.gauss(0, self.world.own)), day

    def said(self, known: bool) -> Said:
        """What they say of an answer."""
        if self.silent:
            return Said.NOTHING
        lot = self.rng.random()
        if lot < self.quick[known]:
            return Said.SURE
        return Said.GUESSING if lot < self.quick[known] + self.doubts[known] * (1 - self.quick[known]) else Said.NOTHING

    def practise(self, days: int, each_day: int, rest: int) -> None:
        """Practise for so many days, most of them, and then rest; new paths in order, what is due before them."""
        rng = self.rng
        cards: dict[str, tuple[Card, int]] = {}
        due: list[tuple[float, str]] = []
        new: Iterator[str] = iter(UNITS)
        for day in range(days):
            if rng.random() < 0.15:
                continue
            now = START + dt.timedelta(days=day)
            fresh = 0
            for _question in range(each_day):
                chance = rng.choice([0.25, 0.25, 0.5, 0.1])
                if due and due[0][0] <= day and fresh * 3 >= _question - fresh:
                    _when, unit = heapq.heappop(due)
                elif (unit := next(new, "")) != "":
                    fresh += 1
                elif due and due[0][0] <= day:
                    _when, unit = heapq.heappop(due)
                else:
                    break
                card, before = cards.get(unit, (Card(card_id=len(cards)), 0))
                predicted = SCHEDULER.get_card_retrievability(card, now) if before else None
                known, right = self.right(unit, day, chance)
                said = self.said(known)
                rating = Rating.Again
                if right and said != Said.GUESSING:
                    rating = Rating.Easy if said == Said.SURE and rng.random() < 0.3 else Rating.Good
                card, _log = SCHEDULER.review_card(card, rating, now)
                cards[unit] = card, before + 1
                heapq.heappush(due, ((card.due - START).total_seconds() / 86400, unit))
                self.record.append(Answer(predicted, right, said, chance, before))
                self.studied(unit, day, known)
        self.today = days + rest
        now = START + dt.timedelta(days=self.today)
        self.memory = {
            unit: Met(SCHEDULER.get_card_retrievability(card, now), before) for unit, (card, before) in cards.items()
        }


def slots(rng: random.Random) -> list[Slot]:
    """A blueprint of 40 questions on eight topics of three laws each; paths weigh as much as they have questions."""
    return [
        Slot(
            5,
            {unit: math.ceil(rng.lognormvariate(1, 0.7)) for unit in UNITS[topic * 30 : topic * 30 + 30]},
            chance=rng.choice([0.25, 0.25, 0.2, 0.3]),
        )
        for topic in range(8)
    ]


@dataclass(frozen=True)
class Sat:
    """A forecast and what came: the mark of one paper freshly drawn, and the learner's true mark over all papers."""

    told: Forecast
    mark: float
    true: float

    @property
    def held(self) -> bool:
        """Whether the range held the mark."""
        return self.told.low - 1e-6 <= self.mark <= self.told.high + 1e-6


def sit(world: World, seed: int) -> Sat | None:
    """One learner's weeks of practice, the forecast and the paper; None where too little is known for a forecast."""
    rng = random.Random(seed)  # noqa: S311  a world that is always the same
    learner = Learner(rng, world)
    learner.practise(rng.randint(18, 60), rng.randint(10, 30), rng.choice([0, 0, 1, 3, 7, 21, 60]))
    asked = slots(rng)
    told = forecast(asked, learner.memory, learner.record, pass_mark=PASS_MARK, seed=seed)
    if not isinstance(told, Forecast):
        return None
    marks = questions = 0
    true = 0.0
    for slot in asked:
        # Lots weighed as a draw weighs them: a path once, and the oftener the more questions it has.
        lots = sorted(slot.units, key=lambda unit, slot=slot: rng.expovariate(slot.units[unit]))  # type: ignore[misc]
        marks += sum(learner.right(unit, learner.today, slot.chance)[1] for unit in lots[: slot.questions])
        questions += slot.questions
        weight = sum(slot.units.values())
        true += slot.questions * sum(
            each / weight * learner.expected(unit, learner.today, slot.chance) for unit, each in slot.units.items()
        )
    return Sat(told, marks / questions * 100, true / questions * 100)


@dataclass(frozen=True)
class Report:
    """How well forecasts came true. near: where the true mark is within ten points of the pass mark.

    near_told: where the forecast's median is. brier: of the probability to pass; base: of the share who passed, told to all.
    """

    learners: int
    held: float
    near: float
    near_learners: int
    near_told: float
    brier: float
    base: float
    below: float
    above: float
    width: float


def report(sat: list[Sat]) -> Report:
    """The figures over these learners."""
    near = [one for one in sat if abs(one.true - PASS_MARK) <= NEAR]
    told = [one for one in sat if abs(one.told.median - PASS_MARK) <= NEAR]
    passed = sum(one.mark >= PASS_MARK for one in sat) / len(sat)
    return Report(
        len(sat),
        _mean(one.held for one in sat),
        _mean(one.held for one in near),
        len(near),
        _mean(one.held for one in told),
        _mean((one.told.pass_probability - (one.mark >= PASS_MARK)) ** 2 for one in sat),
        passed * (1 - passed),
        _mean(one.mark < one.told.low - 1e-6 for one in sat),
        _mean(one.mark > one.told.high + 1e-6 for one in sat),
        _mean(one.told.high - one.told.low for one in sat),
    )


def _mean(values: Iterator[float]) -> float:
    held = list(values)
    return sum(held) / len(held)


def crowd(world: World, seed: int, many: int) -> list[Sat]:
    """So many learners of whom enough is known for a forecast."""
    found: list[Sat] = []
    number = 0
    while len(found) < many:
        one = sit(world, seed * 1_000_000 + number)
        number += 1
        if one is not None:
            found.append(one)
    return found


if __name__ == "__main__":
    _many, _seed, *_worlds = sys.argv[1:]
    for _name in _worlds or WORLDS:
        sys.stdout.write(f"{_name}: {report(crowd(WORLDS[_name], int(_seed), int(_many)))}\n")
