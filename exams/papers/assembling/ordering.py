"""The order in which a paper asks its questions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from exams.papers.assembling.choosing import lot
from exams.papers.assembling.problem import Candidate

MIXED = "mixed"
TOPIC = "topic"
DIFFICULTY = "difficulty"


def arrange(
    chosen: Iterable[Candidate], seed: int, *, order: str = MIXED, syllabus: Mapping[str, int] | None = None
) -> list[Candidate]:
    """The questions in the order of the paper; where that leaves several free, by lot.

    mixed: the topics in any order, since naming the law that applies is part of the task. topic: as the `syllabus` orders
    them, by the place of each topic. difficulty: from easy to hard. Both of a pair stand one after the other, where the
    first of them stands.
    """
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for candidate in chosen:
        groups[candidate.pair or candidate.fingerprint].append(candidate)
    units = [sorted(parts, key=lambda each: each.part) for parts in groups.values()]

    def place(parts: list[Candidate]) -> tuple[float, float]:
        first = parts[0]
        chance = lot(seed, "order", first.fingerprint)
        if order == TOPIC:
            places = syllabus or {}
            return float(places.get(first.topics[0], len(places))), chance
        if order == DIFFICULTY:
            return -sum(each.facility for each in parts) / len(parts), chance
        return 0.0, chance

    return [each for parts in sorted(units, key=place) for each in parts]
