"""A long chart in parts that each fit a few screens of a phone.

A part is a question with what follows from it. The chart is cut where enough hangs under a question, counted from the
ends; what two parts lead to becomes a part as well, unless it is so short that it is better drawn twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from laws.assistant.arranging import arrange, blocks, dominators
from laws.assistant.charts import Chart, Node, nodes

# A chart of so many boxes is one part.
WHOLE: Final = 30
# How many boxes make a part; fewer, where a chart branches so evenly that nowhere so many hang under one question.
ENOUGH: Final = (11, 8, 6, 4)
# What two parts lead to is drawn in both if it has no more boxes than this.
TWICE: Final = 3


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of a chart: its letter, the question it begins with and its provision, and its first node.

    The first part has no letter.
    """

    letter: str
    title: str
    provision: str
    root: Node


@lru_cache(maxsize=256)
def parts(chart: Chart) -> tuple[Part, ...]:
    """The parts of a chart in the order in which they are reached; a short chart is one."""
    order = nodes(chart.root)
    if len(order) <= WHOLE:
        return (Part("", chart.title, "", chart.root),)
    starts: set[Node] = set()
    for enough in ENOUGH:
        starts = _closed(chart.root, _cuts(chart.root, enough), order)
        if len(_region(chart.root, starts)) <= WHOLE:
            break
    letters = {node: _letter(at) for at, node in enumerate(_as_read(chart.root, starts, order))}
    found = [Part("", chart.title, "", _ended(chart.root, letters))]
    for node, letter in letters.items():
        asked = node.items[0]
        found.append(Part(letter, asked.words, asked.provision, _ended(node, letters)))
    return tuple(found)


def _as_read(root: Node, starts: set[Node], order: list[Node]) -> list[Node]:
    """The beginnings of the parts in the order in which somebody who reads on comes to them."""
    named = {node: str(at) for at, node in enumerate(order)}
    cut = {node: named[node] for node in starts}
    found: dict[Node, None] = {}
    waiting = [root]
    while waiting:
        drawn = arrange(_ended(waiting.pop(0), cut))
        letters = [block.node.part for block in blocks(drawn.root) if block.node.part]
        reached = [order[int(letter)] for letter in dict.fromkeys(letters)]
        waiting += [node for node in reached if node not in found]
        found.update(dict.fromkeys(reached))
    return [*found]


def _letter(at: int) -> str:
    """A, B, C ... Z, AA, AB ..."""
    first, last = divmod(at, len(ascii_uppercase))
    return (ascii_uppercase[first - 1] if first else "") + ascii_uppercase[last]


def _cuts(root: Node, enough: int) -> set[Node]:
    """Questions under which enough hangs that is not under another cut."""
    above, order = dominators(root), nodes(root)
    weight = dict.fromkeys(order, 1)
    cuts: set[Node] = set()
    for node in reversed(order):
        if node is root:
            break
        if node.branches and weight[node] >= enough:
            cuts.add(node)
            weight[node] = 1
        weight[above[node]] += weight[node]
    return cuts


def _closed(root: Node, cuts: set[Node], order: list[Node]) -> set[Node]:
    """The cuts with every question that more than one part would hold."""
    while True:
        seen: dict[Node, int] = {}
        for start in (root, *(node for node in order if node in cuts)):
            for node in _region(start, cuts):
                seen[node] = seen.get(node, 0) + 1
        shared = [one for one in order if seen.get(one, 0) > 1 and one.branches and len(nodes(one)) > TWICE]
        if not shared:
            return cuts
        cuts = {*cuts, shared[0]}


def _region(start: Node, cuts: set[Node]) -> set[Node]:
    """The nodes that a part has: from its start up to the next cut."""
    found: set[Node] = set()
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node not in found and (node is start or node not in cuts):
            found.add(node)
            waiting += [other for _answer, other in node.ways]
    return found


def _ended(root: Node, letters: Mapping[Node, str]) -> Node:
    """The same nodes, ended wherever another part begins."""
    made: dict[Node, Node] = {}

    def copy(node: Node) -> Node:
        if node not in made:
            if node is not root and node in letters:
                made[node] = Node(items=node.items, part=letters[node])
            else:
                branches = tuple((answer, copy(other)) for answer, other in node.branches)
                made[node] = replace(node, branches=branches, then=copy(node.then) if node.then else None)
        return made[node]

    return copy(root)
