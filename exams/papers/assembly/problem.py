"""What is asked of a paper and what there is to choose from."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple
from uuid import UUID

TOGETHER = "together"
"""Of two questions that differ in one fact: both or neither."""
APART = "apart"
"""Of two questions that differ in one fact: never both."""

PAIR = 2


class Candidate(NamedTuple):
    """A question that may be drawn.

    fingerprint: what lots are drawn by. path: its way through the law, empty where nobody knows. topics: its topic, then
    those above it, the nearest first. band: 1 easy, 2 medium, 3 hard. facility: the share of candidates expected to answer
    it rightly, 0 to 1. pair: what it shares with its partner, empty when it stands alone; part: which of the two it is.
    by_name_only: whether a quota of any kind leaves it out, since its kind has to be asked for. alike: what it shares with
    those of the same path and cause, of which a paper holds one at most; empty where nobody knows. scene: what it shares
    with those of the same law that are told alike and turn on another fact, so that one can give away the answer of another;
    empty where nobody knows.
    """

    version: UUID
    fingerprint: str
    path: str
    topics: tuple[str, ...]
    level: str
    kind: str
    band: int = 2
    facility: float = 0.5
    pair: str = ""
    part: int = 0
    by_name_only: bool = False
    alike: str = ""
    scene: str = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A quota: so many questions of a topic or of those below it. An empty kind is any, a difficulty of 0 is any."""

    topic: str
    level: str
    kind: str
    difficulty: int
    count: int


class Member(NamedTuple):
    """A candidate with the quotas that it could count for, by their places."""

    candidate: Candidate
    quotas: tuple[int, ...]


Unit = tuple[Member, ...]
"""What is drawn at once: one question, or both of a pair."""


@dataclass(frozen=True)
class Pool:
    """What can be drawn for these quotas.

    units: in an order that depends on the questions alone. rivals: places of units of which a paper holds one at most.
    halves: questions that would be wanted, were it not that their partner is not there and neither is drawn without the
    other. alike: places of units that have the same path and cause, of which a paper holds one at most too.
    """

    wanted: tuple[Wanted, ...]
    units: tuple[Unit, ...]
    rivals: tuple[tuple[int, ...], ...]
    halves: int
    alike: tuple[tuple[int, ...], ...] = ()

    @property
    def size(self) -> int:
        """How many questions the paper has."""
        return sum(quota.count for quota in self.wanted)

    def available(self, place: int) -> int:
        """How many of the questions could count for the quota at this place."""
        return sum(place in member.quotas for unit in self.units for member in unit)

    def different(self, place: int) -> int:
        """How many of them one paper could hold for it, as it takes one unit of a path and cause."""
        most: Counter[str] = Counter()
        for unit in self.units:
            told = Counter(each.alike for each, quotas in unit if place in quotas)
            for alike, count in told.items():
                most[alike] = max(most[alike], count) if alike else most[alike] + count
        return most.total()

    def unlike(self) -> Pool:
        """The same units, as if no two of them had the same path and cause."""
        return replace(self, alike=())

    def alone(self) -> Pool:
        """The same questions, each by itself: what could be drawn if pairs were nobody's business."""
        return Pool(self.wanted, tuple((member,) for unit in self.units for member in unit), (), 0)


def pool(candidates: Iterable[Candidate], wanted: Sequence[Wanted], pairs: str = TOGETHER) -> Pool:
    """Sort out who could count for what, and who goes with whom.

    A question counts once, for any one quota that fits it; the solver decides for which. So where 10 questions are asked of
    the auction and 4 of insufficient bids, there are 14, of which at least 4 are insufficient bids.
    """
    asked = tuple(wanted)

    @cache
    def quotas(topics: tuple[str, ...], level: str, kinds: frozenset[str], band: int) -> tuple[int, ...]:
        return tuple(place for place, quota in enumerate(asked) if _fits(quota, topics, level, kinds, band))

    members = [
        Member(each, places)
        for each in sorted(candidates, key=lambda each: (each.fingerprint, each.version))
        if (places := quotas(each.topics, each.level, _askable_as(each), each.band))
    ]
    if pairs == TOGETHER:
        units, halves = _whole_pairs(members)
        return Pool(asked, units, (), halves, _sharing(units, "alike"))
    units = tuple((member,) for member in members)
    return Pool(asked, units, _sharing(units, "pair"), 0, _sharing(units, "alike"))


def _askable_as(each: Candidate) -> frozenset[str]:
    """How a quota may name its kind."""
    return frozenset({each.kind} if each.by_name_only else {"", each.kind})


def _fits(quota: Wanted, topics: Collection[str], level: str, kinds: Collection[str], band: int) -> bool:
    return quota.topic in topics and quota.level == level and quota.kind in kinds and quota.difficulty in {0, band}


def _whole_pairs(members: Sequence[Member]) -> tuple[tuple[Unit, ...], int]:
    """The members that stand alone and the pairs that are whole, each part in its order; and how many are left over."""
    units: list[Unit] = []
    halves = 0
    waiting: dict[str, list[Member]] = defaultdict(list)
    for member in members:
        if member.candidate.pair:
            waiting[member.candidate.pair].append(member)
        else:
            units.append((member,))
    for parts in waiting.values():
        if len(parts) == PAIR:
            units.append(tuple(sorted(parts, key=lambda member: member.candidate.part)))
        else:
            halves += len(parts)
    return tuple(units), halves


def _sharing(units: Sequence[Unit], what: str) -> tuple[tuple[int, ...], ...]:
    """The places of those whose questions share this, where more than one unit does."""
    places: dict[str, dict[int, None]] = defaultdict(dict)
    for place, unit in enumerate(units):
        for member in unit:
            if shared := getattr(member.candidate, what):
                places[shared][place] = None
    return tuple(tuple(found) for found in places.values() if len(found) > 1)
