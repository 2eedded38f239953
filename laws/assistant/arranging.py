"""The order in which a chart is read: a spine of questions, their short ways beside it, and what several ways lead to.

Each node stands once, under the last question that all ways to it share (its dominator), so a reader is only ever sent
onward. Of a question's ways the longest goes on straight down; so a chart nests no deeper than the logarithm of its size,
which is what makes it fit a phone. Small ends are repeated where they are reached: shorter than any reference to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from laws.assistant.charts import Node, nodes
from laws.rulings.words import list_of

# An end of so many decisions is repeated at each way that leads to it; a longer one where only two ways do.
SMALL: Final = 2
LONGER: Final = 4


@dataclass(eq=False, slots=True)
class Block:
    """A node in its place.

    `sides` are the ways beside it and `main` the one straight on, each with its answer; a way to a node that stands
    elsewhere is that node. `after` follows at the same level: what several of the ways above lead to. `number` is what
    other places call it, 0 for none. `run` on a question: its first side is shared by the next questions of the spine.
    """

    node: Node
    sides: list[tuple[str, Block | Node]] = field(default_factory=list)
    main: tuple[str, Block | Node] | None = None
    after: list[Block] = field(default_factory=list)
    number: int = 0
    run: Run | None = None


@dataclass(eq=False, slots=True)
class Run:
    """Questions in a row of which one answer leads to the same end: are any of these so?"""

    questions: tuple[Node, ...]
    end: Node


@dataclass(frozen=True, slots=True, eq=False)
class Arrangement:
    """A chart in reading order; `numbers` are those of the nodes that have one."""

    root: Block
    numbers: dict[Node, int]


@lru_cache(maxsize=256)
def arrange(root: Node) -> Arrangement:
    """Put every node of a chart in its place."""
    arranger = _Arranger(root)
    top = arranger.block(root)
    numbers: dict[Node, int] = {}
    for block in blocks(top):
        if block.node.branches or block.node in arranger.shared:
            block.number = numbers.setdefault(block.node, len(numbers) + 1)
    return Arrangement(top, numbers)


def blocks(block: Block) -> Iterator[Block]:
    """Every block in reading order."""
    yield block
    for _answer, way in [*block.sides, *([block.main] if block.main else [])]:
        if isinstance(way, Block):
            yield from blocks(way)
    for other in block.after:
        yield from blocks(other)


def _together(node: Node) -> list[tuple[str, Node]]:
    """The ways from a node; answers that lead to the same stand together: “a pass or a bid”."""
    answers: dict[Node, list[str]] = {}
    for answer, other in node.ways:
        words = answer[:1].lower() + answer[1:] if other in answers else answer
        answers.setdefault(other, []).append(words)
    return [("; or ".join(some) if "," in "".join(some) else list_of(some), other) for other, some in answers.items()]


def dominators(root: Node) -> dict[Node, Node]:
    """For each node the last one that every way to it passes; the root for itself."""
    order = nodes(root)
    place = {node: at for at, node in enumerate(order)}
    before: dict[Node, list[Node]] = {node: [] for node in order}
    for node in order:
        for _answer, other in node.ways:
            before[other].append(node)
    above: dict[Node, Node] = {root: root}
    for node in order[1:]:
        found, *others = before[node]
        for other in others:
            while found is not other:
                if place[found] > place[other]:
                    found = above[found]
                else:
                    other = above[other]
        above[node] = found
    return above


class _Arranger:
    def __init__(self, root: Node) -> None:
        self.order = nodes(root)
        self.place = {node: at for at, node in enumerate(self.order)}
        self.before: dict[Node, list[Node]] = {node: [] for node in self.order}
        for node in self.order:
            for _answer, other in node.ways:
                if node not in self.before[other]:
                    self.before[other].append(node)
        self.runs = {run.end: run for node in self.order if (run := self._run(node))}
        self.shared = {node for node in self.order if len(self.before[node]) > 1 and not self._repeated(node)} | {
            *self.runs
        }
        self.above = dominators(root)
        self.weight = dict.fromkeys(self.order, 1)
        for node in reversed(self.order):
            if node is not root:
                self.weight[self.above[node]] += self.weight[node]

    def _repeated(self, end: Node) -> bool:
        lines = SMALL if len(self.before[end]) > 2 else LONGER
        return not end.ways and len(end.items) <= lines

    def _run(self, end: Node) -> Run | None:
        """The run that leads to an end, if all ways to it are the questions of one."""
        questions = sorted(self.before[end], key=self.place.__getitem__)
        in_a_row = all(
            self.before[later] == [earlier] and len(_together(later)) == 2 for earlier, later in pairwise(questions)
        )
        single = len(set(questions)) == len(questions) > 1 and len(_together(questions[0])) == 2
        return Run(tuple(questions), end) if single and in_a_row and not end.ways else None

    def block(self, node: Node) -> Block:
        """A node with everything that stands under it."""
        block = Block(node)
        run = next((run for run in self.runs.values() if node in run.questions), None)
        ways = [(answer, self._way(other, node, run)) for answer, other in _together(node)]
        joined = [one for one in self.order if self._joins(one, node)]
        if run:
            block.run = run
            ways.sort(key=lambda way: way[1] is not run.end and getattr(way[1], "node", None) is not run.end)
        elif ways:
            ways.sort(key=lambda way: self._length(way[1], joined))
        if ways:
            block.main = ways.pop()
            block.sides = ways
        block.after = [self.block(one) for one in joined]
        return block

    def _joins(self, one: Node, node: Node) -> bool:
        return one in self.shared and one not in self.runs and self.above[one] is node and one is not node

    def _way(self, other: Node, node: Node, run: Run | None) -> Block | Node:
        if other in self.runs:
            return self.block(other) if run and node is run.questions[-1] else other
        return other if other in self.shared else self.block(other)

    def _length(self, way: Block | Node, joined: list[Node]) -> tuple[int, bool]:
        """How much goes on there; a node that follows at this level anyway counts with all that it leads to."""
        if isinstance(way, Block):
            return self.weight[way.node], bool(way.node.ways)
        return (self.weight[way] if way in joined[:1] else 0), False
