"""The mark that somebody would get today: a range for a paper freshly drawn, not for what they remember in the mean.

Four things make a mark uncertain, and all of them are in the range: which paths the paper draws, the chance of each answer
(a slip, a lucky guess), how well each path is remembered, and what sort of learner this is. The last is fitted from the
learner's own answers, starting from what is usual, and carried as a distribution.

Plain Python without Django. The same arguments give the same forecast.
"""

from __future__ import annotations

import enum
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Numbers = Any
"""An array of numpy, which the type checker does not read."""

LEAST_SHARE = 0.5
"""So much of the blueprint, by marks, has to have been met before anything is forecast."""
LEAST_ANSWERS = 30
"""So many answers have to have been given."""
RANGE = 0.8
"""How often the range is to hold the mark."""
WORTH = 10
"""How many paths are named that are worth most."""

PAPERS = 1500
"""How many papers are drawn and sat."""
LEARNERS = 250
"""How many learners, each of whom could have given these answers, sit them."""


class Said(enum.IntEnum):
    """What somebody said of an answer before seeing the key."""

    NOTHING = 0
    SURE = 1
    GUESSING = 2


@dataclass(frozen=True)
class Slot:
    """A quota of a blueprint: how many questions, and how heavily each path weighs when they are drawn.

    marks: of one question. chance: of a right answer by a guess, in the mean over the questions that may be drawn.
    """

    questions: int
    units: Mapping[str, float]
    marks: float = 1
    chance: float = 0.25

    def __post_init__(self) -> None:
        if self.questions < 1 or self.marks <= 0 or not 0 <= self.chance < 1:
            raise ValueError("a slot asks at least one question, for marks, which a guess may miss")
        if any(weight < 0 or not math.isfinite(weight) for weight in self.units.values()):
            raise ValueError("no path can weigh less than nothing")


@dataclass(frozen=True)
class Met:
    """A path that somebody has answered: how likely the memory model has them recall it today, and after how many answers."""

    recall: float
    answers: int = 1


@dataclass(frozen=True)
class Answer:
    """One answer of the record.

    recall: what the memory model said just before it; None for a path met for the first time. before: how many answers the
    path had by then. chance: of a right answer by a guess, for a question of this kind.
    """

    recall: float | None
    right: bool
    said: Said = Said.NOTHING
    chance: float = 0.25
    before: int = 0


@dataclass(frozen=True)
class Floor:
    """A topic whose floor would be missed with some probability."""

    topic: str
    probability: float


@dataclass(frozen=True)
class Worth:
    """A path, and how many marks more one could expect if one knew it."""

    unit: str
    marks: float


@dataclass(frozen=True)
class Forecast:
    """The mark today, in percent. low to high holds the mark of a paper freshly drawn in about 80 of 100 cases.

    floors: those at risk, the likeliest to be missed first. covered: the share of the blueprint whose paths have been met.
    """

    low: float
    high: float
    median: float
    pass_probability: float
    floors: tuple[Floor, ...]
    worth: tuple[Worth, ...]
    covered: float


@dataclass(frozen=True)
class TooLittle:
    """Too little is known for a forecast: answers given and wanted, share of the blueprint met and wanted."""

    answered: int
    wanted: int
    covered: float
    share_wanted: float = LEAST_SHARE


def forecast(
    slots: Sequence[Slot],
    memory: Mapping[str, Met],
    record: Iterable[Answer],
    *,
    pass_mark: float,
    floors: Mapping[str, float] | None = None,
    topics: Mapping[str, Sequence[str]] | None = None,
    seed: int = 0,
) -> Forecast | TooLittle:
    """Forecast the mark of a paper drawn today by these slots.

    memory: the paths that were met; every other is new. floors: in percent, by topic. topics: under which topics each path
    stands. ValueError where the slots ask for nothing.
    """
    if not slots:
        raise ValueError("a blueprint without slots has no mark")
    answers = list(record)
    covered = share_met(slots, memory)
    if len(answers) < LEAST_ANSWERS or covered < LEAST_SHARE:
        return TooLittle(len(answers), LEAST_ANSWERS, covered)
    rng = np.random.default_rng(seed)
    table = _Table.of(slots, memory)
    learners = _learners_like(answers, rng)
    asked = table.draw(PAPERS, rng)
    right = _sit(table, asked, learners, rng)
    marks = right @ table.marks
    total = float(table.marks.sum())
    missed = dict(_missed(table, asked, right, floors or {}, topics or {}))
    passed = marks * 100 >= pass_mark * total - 1e-9
    for below in missed.values():
        passed &= ~below
    low, high = _range(marks)
    risks = (Floor(topic, float(below.mean())) for topic, below in missed.items())
    return Forecast(
        low=low / total * 100,
        high=high / total * 100,
        median=float(np.median(marks)) / total * 100,
        pass_probability=float(passed.mean()),
        floors=tuple(sorted((risk for risk in risks if risk.probability > 0), key=lambda one: -one.probability)),
        worth=_worth(table, learners),
        covered=covered,
    )


def share_met(slots: Sequence[Slot], memory: Mapping[str, Met]) -> float:
    """The share of the marks that stand on paths which have been met."""
    total = met = 0.0
    for slot in slots:
        marks, weight = slot.questions * slot.marks, sum(slot.units.values())
        total += marks
        if weight:
            met += marks * sum(each for unit, each in slot.units.items() if unit in memory) / weight
    return met / total if total else 0.0


# --- What sort of learner this is -------------------------------------------------------------------------------------


class _Trait(enum.IntEnum):
    """What differs from one learner to another, as the columns of a table of learners.

    PACE: how much faster they forget than the model says (logarithm). SHAPE: by how much more what is nearly forgotten
    suffers than what is fresh (logarithm). FRESH: what is added to the pace for a path answered once. SLIP: how often they
    miss what they know; LIFT: how often they get right, beyond the bare chance, what they do not; NEW: how often they know a
    path that they have never answered; all three as log odds. The rest: log odds of saying sure or guessing, against saying
    nothing, for what they know and what they do not.
    """

    PACE = 0
    SHAPE = 1
    FRESH = 2
    SLIP = 3
    LIFT = 4
    NEW = 5
    KNOWN_SURE = 6
    KNOWN_GUESSING = 7
    UNKNOWN_SURE = 8
    UNKNOWN_GUESSING = 9


_USUAL = np.array([0.2, 0.0, 0.2, -2.6, -2.0, -0.6, -0.3, -2.0, -1.5, -0.3])
"""The usual learner, before anything is known of this one."""
_SPREAD = np.array([0.7, 0.25, 0.5, 0.7, 0.8, 1.2, 1.8, 1.5, 1.5, 1.8])
"""How far learners differ from the usual."""
_TRUST = 0.8
"""What an answer counts for: less than one, since no learner is quite of the sort that the model can describe."""
_OWN = 0.5
"""How far single paths are forgotten at a pace of their own (logarithm), after one answer; less after more of them."""
_TOPIC = 0.6
"""How far the new paths of one slot are known better or worse together (log odds)."""
_FORGOTTEN = 0.003, 5.0
"""What the logarithm of recall is held between: fresh is not quite sure, and forgotten not quite hopeless."""


def _lost(recall: Numbers) -> Numbers:
    """How far something is forgotten: the negative logarithm of recall."""
    return np.clip(-np.log(np.clip(recall, 1e-6, 1.0)), *_FORGOTTEN)


def _odds(value: Numbers) -> Numbers:
    return 1 / (1 + np.exp(-value))


def _recall(learners: Numbers, lost: Numbers, fresh: Numbers) -> Numbers:
    """What the learner of each row recalls of paths that are so far forgotten; fresh: one through the number of answers."""
    pace = learners[..., _Trait.PACE, None] + learners[..., _Trait.FRESH, None] * fresh
    faster = pace + np.exp(learners[..., _Trait.SHAPE, None]) * (np.log(lost) + 2) - 2
    return np.exp(-np.exp(np.minimum(faster, 5.0)))


def _right(learners: Numbers, chance: Numbers, known: Numbers) -> tuple[Numbers, Numbers]:
    """How likely a right answer is, by knowing and by guessing."""
    slip, lift = _odds(learners[..., _Trait.SLIP, None]), _odds(learners[..., _Trait.LIFT, None])
    return known * (1 - slip), (1 - known) * (chance + (1 - chance) * lift)


class _Cells:
    """The record, with like answers counted together: what was asked in each cell, and how often it came out in which way."""

    def __init__(self, answers: Iterable[Answer]) -> None:
        counted = Counter((_place(one), one.right, one.said) for one in answers)
        places = sorted({place for place, _right, _said in counted})
        rows = {place: row for row, place in enumerate(places)}
        self.new = np.array([new for new, _lost, _fresh, _chance in places])
        self.lost = np.exp(np.array([lost for _new, lost, _fresh, _chance in places]) / 2)
        self.fresh = np.array([1 / before for _new, _lost, before, _chance in places])
        self.chance = np.array([chance for _new, _lost, _fresh, chance in places])
        self.counts = np.zeros((len(places), 6))
        for (place, right, said), count in counted.items():
            self.counts[rows[place], int(said) + (0 if right else 3)] = count * _TRUST

    def outcomes(self, learners: Numbers) -> Numbers:
        """How likely each learner's answer comes out as right or wrong, and is called sure or guessed: learner, cell, way."""
        known: Numbers = np.where(
            self.new, _odds(learners[..., _Trait.NEW, None]), _recall(learners, self.lost, self.fresh)
        )
        by_knowing, by_guessing = _right(learners, self.chance, known)
        found = []
        for knowing, guessing in (by_knowing, by_guessing), (known - by_knowing, 1 - known - by_guessing):
            for says_knowing, says_guessing in zip(
                _says(learners, _Trait.KNOWN_SURE), _says(learners, _Trait.UNKNOWN_SURE), strict=True
            ):
                found.append(knowing * says_knowing + guessing * says_guessing)
        return np.clip(np.stack(found, axis=-1), 1e-9, 1.0)

    def belief(self, learners: Numbers) -> Numbers:
        """How well each learner explains the record and how usual they are, as a logarithm."""
        told: Numbers = (self.counts * np.log(self.outcomes(learners))).sum(axis=(-1, -2))
        return told - (((learners - _USUAL) / _SPREAD) ** 2).sum(axis=-1) / 2


def _says(learners: Numbers, sure: _Trait) -> tuple[Numbers, Numbers, Numbers]:
    """How likely nothing is said, sure, or guessing; the trait after `sure` is the one for guessing."""
    weights = np.exp(learners[..., sure : sure + 2])
    total = 1 + weights.sum(axis=-1, keepdims=True)
    return 1 / total, weights[..., :1] / total, weights[..., 1:] / total


def _place(answer: Answer) -> tuple[bool, int, int, float]:
    """What tells one cell from another. Recall is taken to the nearest half of a logarithm of what is lost."""
    chance = round(answer.chance, 2)
    if answer.recall is None:
        return True, 0, 1, chance
    # As `_lost`, of one number: numpy takes many times as long for it.
    least, most = _FORGOTTEN
    lost = min(max(-math.log(min(max(answer.recall, 1e-6), 1.0)), least), most)
    return False, round(2 * math.log(lost)), min(max(answer.before, 1), 4), chance


def _learners_like(answers: Sequence[Answer], rng: np.random.Generator) -> Numbers:
    """Learners, each of whom could well have given these answers: a sample of what the record leaves open.

    The likeliest is found by scoring. Around it as many as are wanted are drawn by a bell curve with heavier tails, and
    kept as often as they explain the record.
    """
    cells = _Cells(answers)
    asked = cells.counts.sum(axis=-1, keepdims=True)
    size, step = len(_USUAL), 1e-4
    middle, belief = _USUAL.copy(), float(cells.belief(_USUAL))
    precision = np.diag(_SPREAD**-2.0)
    information = precision
    for _round in range(12):
        around = cells.outcomes(np.vstack([middle, middle + step * np.eye(size)]))
        likely = around[0]
        slopes = (around[1:] - likely) / step
        rising = (slopes * (cells.counts / likely)).sum(axis=(-1, -2)) - precision @ (middle - _USUAL)
        information = precision + np.einsum("aco,bco,co->ab", slopes, slopes, asked / likely)
        move = np.linalg.solve(information, rising)
        for share in 1.0, 0.5, 0.25, 0.1, 0.02:
            better = float(cells.belief(middle + share * move))
            if better > belief:
                break
        else:
            break
        middle, gained, belief = middle + share * move, better - belief, better
        if gained < 1e-3:
            break
    root = np.linalg.cholesky(np.linalg.inv(information))
    tails, many = 6, 2 * LEARNERS
    bell = rng.standard_normal((many, size))
    stretch = np.sqrt(tails / rng.chisquare(tails, (many, 1)))
    drawn = middle + (bell * stretch) @ root.T
    away = (bell * stretch) ** 2
    weights = cells.belief(drawn) + (tails + size) / 2 * np.log1p(away.sum(axis=-1) / tails)
    weights = np.exp(weights - weights.max())
    return drawn[_evenly(weights, LEARNERS, rng)]


def _evenly(weights: Numbers, many: int, rng: np.random.Generator) -> Numbers:
    """So many places, each as often as it weighs, spread as evenly as can be and in any order."""
    ends = np.cumsum(weights) / weights.sum()
    places = np.searchsorted(ends, (np.arange(many) + rng.random()) / many)
    return rng.permutation(np.minimum(places, len(weights) - 1))


# --- Papers drawn and sat ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Table:
    """The paths of the slots as columns, and the questions of the paper.

    names: of the columns; a path that stands in two slots has two. pieces: for each slot how many questions it draws, from
    which columns. weights: of the columns. slots, marks: of the questions. slot_of: of the columns.
    """

    names: list[str]
    pieces: list[tuple[int, slice]]
    weights: Numbers
    new: Numbers
    lost: Numbers
    answers: Numbers
    chance: Numbers
    slot_of: Numbers
    marks: Numbers

    @classmethod
    def of(cls, slots: Sequence[Slot], memory: Mapping[str, Met]) -> _Table:
        names: list[str] = []
        weights: list[float] = []
        pieces = []
        places: list[int] = []
        for place, slot in enumerate(slots):
            # A quota that the bank cannot fill today is as if it asked for what nobody has met.
            held = [(unit, weight) for unit, weight in slot.units.items() if weight > 0] or [("", 1.0)]
            # With fewer paths than questions some of them are asked again.
            times = -(-slot.questions // len(held))
            start = len(names)
            for _time in range(times):
                names += [unit for unit, _weight in held]
                weights += [weight for _unit, weight in held]
            pieces.append((slot.questions, slice(start, len(names))))
            places += [place] * (len(names) - start)
        met = [memory.get(name) for name in names]
        slot_of = np.array(places)
        return cls(
            names,
            pieces,
            np.array(weights),
            np.array([one is None for one in met]),
            _lost(np.array([one.recall if one else 0.5 for one in met])),
            np.array([max(one.answers, 1) if one else 1 for one in met]),
            np.array([slot.chance for slot in slots])[slot_of],
            slot_of,
            np.repeat([slot.marks for slot in slots], [slot.questions for slot in slots]),
        )

    def draw(self, papers: int, rng: np.random.Generator) -> Numbers:
        """The columns that each paper asks: a path once, and the oftener the more it weighs."""
        asked = []
        for questions, piece in self.pieces:
            size = piece.stop - piece.start
            if questions == size:
                asked.append(np.tile(np.arange(size), (papers, 1)) + piece.start)
                continue
            lots = rng.standard_exponential((papers, size), dtype=np.float32) / self.weights[piece].astype(np.float32)
            asked.append(np.argpartition(lots, questions, axis=1)[:, :questions] + piece.start)
        return np.hstack(asked)

    def drawn(self) -> Numbers:
        """About how often a paper asks each column."""
        often = np.empty(len(self.names))
        for questions, piece in self.pieces:
            # The share of lots under a bound that lets as many pass as are asked.
            weights = self.weights[piece]
            if questions >= len(weights):
                often[piece] = 1.0
                continue
            bound = questions / weights.sum()
            for _round in range(30):
                passing = 1 - np.exp(-bound * weights)
                bound += (questions - passing.sum()) / (weights * (1 - passing)).sum()
            often[piece] = 1 - np.exp(-bound * weights)
        return often


def _sit(table: _Table, asked: Numbers, learners: Numbers, rng: np.random.Generator) -> Numbers:
    """Which questions of each paper are answered rightly, each paper sat by one of the learners in turn."""
    papers = len(asked)
    sitting = learners[np.arange(papers) % len(learners)]
    fresh = 1 / table.answers[asked]
    own = _OWN * np.sqrt(fresh)
    pace = np.exp(own * rng.standard_normal(asked.shape) - own**2 / 2)
    held = _recall(sitting, table.lost[asked] * pace, fresh)
    together = _TOPIC * rng.standard_normal((papers, len(table.pieces)))
    new = _odds(sitting[:, _Trait.NEW, None] + together[np.arange(papers)[:, None], table.slot_of[asked]])
    by_knowing, by_guessing = _right(sitting, table.chance[asked], np.where(table.new[asked], new, held))
    return rng.random(asked.shape) < by_knowing + by_guessing


def _range(marks: Numbers) -> tuple[float, float]:
    """The marks between which the wanted share lies, about as much of the rest below as above.

    A paper of few questions has few marks, so no two of them hold exactly that share: those that come nearest are taken.
    """
    values, counts = np.unique(marks, return_counts=True)
    upto = np.cumsum(counts) / len(marks)
    below, above = upto - counts / len(marks), 1 - upto
    places: Numbers = np.arange(len(values))
    low, high = places[:, None], places[None, :]
    off = np.abs(1 - below[low] - above[high] - RANGE) + np.abs(below[low] - above[high]) / 4
    off = np.where(low > high, np.inf, off)
    first, last = np.unravel_index(np.argmin(off), off.shape)
    return float(values[first]), float(values[last])


def _missed(
    table: _Table, asked: Numbers, right: Numbers, floors: Mapping[str, float], topics: Mapping[str, Sequence[str]]
) -> Iterable[tuple[str, Numbers]]:
    """For each floor, which papers fall below it. A paper that asks nothing of the topic misses nothing."""
    for topic, floor in floors.items():
        under = np.array([topic in topics.get(name, ()) for name in table.names])[asked]
        out_of = under @ table.marks
        yield topic, (out_of > 0) & ((right & under) @ table.marks * 100 < floor * out_of - 1e-9)


def _worth(table: _Table, learners: Numbers) -> tuple[Worth, ...]:
    """The paths that would add most to the mark of a paper, in marks."""
    few = learners[:40]
    fresh = 1 / table.answers
    known = np.where(table.new, _odds(few[:, _Trait.NEW, None]), _recall(few, table.lost, fresh))
    now = np.add(*_right(few, table.chance, known))
    then = np.add(*_right(few, table.chance, np.ones_like(known)))
    of_slot = table.marks[np.cumsum([questions for questions, _piece in table.pieces]) - 1]
    gained = np.maximum((then - now).mean(axis=0), 0) * table.drawn() * of_slot[table.slot_of]
    worth: Counter[str] = Counter()
    for name, each in zip(table.names, gained.tolist(), strict=True):
        if name and each > 0:
            worth[name] += each
    best = sorted(worth.items(), key=lambda one: (-one[1], one[0]))[:WORTH]
    return tuple(Worth(unit, marks) for unit, marks in best)
