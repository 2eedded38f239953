"""A procedure as a chart: its paths from `explore`, put together again so that nothing is drawn twice.

A node is a question with its answers, a box of decisions, or the way to another chart. Nodes with equal ways on are one
node, in all charts of an edition: so a chart that comes to where the procedure of another law begins ends there and
names that law, as the law book itself does.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final, cast

from laws import confirming
from laws.assistant.addresses import spoken
from laws.assistant.happenings import place, top
from laws.rulings.case import Asked, Decided, Doubted, Step
from laws.rulings.editions import EDITIONS, Edition
from laws.rulings.facts import Source
from laws.rulings.readers import explore
from laws.rulings.words import NOBODY, fill

# A chart with fewer questions is drawn where it is needed: to follow a link for it would be more work than to read it.
OWN_CHART: Final = 4
# Effects that decide nothing about a call or a player, and yet belong to the way: who is free to call.
DRAWN: Final = ("any_legal_call",)
CLOSED: Final = "A further question"
"""What stands in the box of a question that is not opened yet."""


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a box: words with the provision they rest on. `doubt`: the law can be read in another way."""

    words: str
    provision: str
    doubt: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One box of a chart.

    A question has `branches`: the answers with the nodes they lead to. A box of decisions has `items`, and `also`, the
    provisions with what is incidental to them; `then` is the node it leads to, None at the end of a way. A link has the
    `law` whose chart goes on, or the letter of the `part` that does, and its question in `items`. A `closed` one stands for a
    question that is not opened yet (`opened`). `source` says whether a question is observed, somebody's choice, or the
    director's finding.
    """

    items: tuple[Item, ...] = ()
    also: tuple[str, ...] = ()
    branches: tuple[tuple[str, Node], ...] = ()
    then: Node | None = None
    law: str = ""
    source: Source | None = None
    fact: str = ""
    part: str = ""
    closed: bool = False

    @property
    def ways(self) -> tuple[tuple[str, Node], ...]:
        """Everything that may come next, with the answer that leads there."""
        return self.branches or ((("", self.then),) if self.then else ())


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """The chart of a procedure of an edition: its first node, and how many paths are in it."""

    procedure: str
    title: str
    root: Node
    paths: int
    edition: str


def nodes(root: Node) -> list[Node]:
    """Every node of a chart once, each before those it leads to."""
    found: dict[Node, None] = {}

    def visit(node: Node) -> None:
        if node not in found:
            for _answer, other in node.ways:
                visit(other)
            found[node] = None

    visit(root)
    return [*found][::-1]


@dataclass(frozen=True, slots=True)
class Passed:
    """A node that a way goes through, and the answer it goes on with; empty for decisions and for an end."""

    node: Node
    answer: str = ""


def way_through(root: Node, answers: Mapping[str, str]) -> list[Passed]:
    """The nodes from the first one on, as far as the answers go. answers: by the id of a fact, as `spoken` says them."""
    found: list[Passed] = []
    node: Node | None = root
    while node is not None:
        answer = answers.get(node.fact, "") if node.branches else ""
        found.append(Passed(node, answer))
        node = dict(node.branches).get(answer) if node.branches else node.then
    return found


def opened(chart: Chart, questions: Collection[Node]) -> Chart:
    """The chart as far as these questions are known: each other one that they lead to is a closed box, with its provision."""
    made: dict[Node, Node] = {}

    def copy(node: Node) -> Node:
        if node not in made:
            if node.branches and node not in questions:
                made[node] = Node(items=(Item(CLOSED, node.items[0].provision),), closed=True)
            else:
                branches = tuple((answer, copy(other)) for answer, other in node.branches)
                made[node] = replace(node, branches=branches, then=copy(node.then) if node.then else None)
        return made[node]

    return replace(chart, root=copy(chart.root))


def charts(edition: str, law: str) -> list[Chart]:
    """The charts of the procedures that begin with a law, in order."""
    return [_every(edition)[number] for number in numbers(edition, law)]


def not_confirmed(charts: Iterable[Chart], edition: Edition, day: datetime.date) -> confirming.NotConfirmed:
    """What of these charts is not confirmed on a day: the engine reads a former text of it."""
    wordings = confirming.moved(edition.book)
    if not wordings:
        return confirming.NotConfirmed(edition.book)
    cited = {
        provision
        for chart in charts
        for node in nodes(chart.root)
        for provision in (*node.also, *(item.provision for item in node.items))
    }
    return confirming.of_citations(cited, wordings, edition.book, day)


def numbers(edition: str, law: str) -> list[str]:
    """The procedures of an edition that begin with a law; none for an edition that the engine does not know."""
    known = EDITIONS[edition].procedures if edition in EDITIONS else {}
    return sorted((one for one in known if top(one) == law), key=place)


@cache
def _every(edition: str) -> dict[str, Chart]:
    builder = _Builder()
    procedures = EDITIONS[edition].procedures
    paths = {number: explore(number, edition) for number in procedures}
    roots = {number: builder.node([path.steps for path in found], 0) for number, found in paths.items()}
    own = {id(root): number for number, root in roots.items() if sum(map(_is_question, nodes(root))) >= OWN_CHART}
    return {
        number: Chart(number, procedures[number].title, _linked(root, own), len(paths[number]), edition)
        for number, root in roots.items()
    }


def _is_question(node: Node) -> bool:
    return bool(node.branches)


def _linked(root: Node, own: dict[int, str]) -> Node:
    """The same chart, ended wherever the chart of another law begins."""
    made: dict[Node, Node] = {}

    def copy(node: Node) -> Node:
        if node not in made:
            if node is not root and id(node) in own:
                made[node] = Node(law=own[id(node)])
            else:
                branches = tuple((answer, copy(other)) for answer, other in node.branches)
                then = copy(node.then) if node.then else None
                made[node] = Node(node.items, node.also, branches, then, node.law, node.source, node.fact)
        return made[node]

    return copy(root)


class _Builder:
    """Makes nodes, and hands out the one it has when the same is asked for again."""

    def __init__(self) -> None:
        self._known: dict[tuple[Any, ...], Node] = {}

    def node(self, paths: Sequence[Sequence[Step]], at: int, under: str = "") -> Node:
        """What these paths, which are the same up to a step, do from there on; `under` is the provision just named."""
        items: dict[Item, None] = {}
        also: dict[str, None] = {}
        first = paths[0]
        while at < len(first) and not _parts(paths, at):
            _note(first[at], items, also)
            at += 1
        follows = self._question(paths, at) if at < len(first) else None
        if not items and follows:
            return follows  # what is incidental to a question alone is told in the ruling, not in the chart
        named = {under, *(item.provision for item in items)}
        return self._once(Node(items=tuple(items), also=tuple(one for one in also if one not in named), then=follows))

    def _question(self, paths: Sequence[Sequence[Step]], at: int) -> Node:
        step = cast(Asked, paths[0][at])
        by_answer: dict[Any, list[Sequence[Step]]] = {}
        for path in paths:
            by_answer.setdefault(cast(Asked, path[at]).value, []).append(path)
        branches = tuple((spoken(value), self.node(some, at + 1, step.provision)) for value, some in by_answer.items())
        asked = Item(fill(step.fact.question, NOBODY), step.provision)
        return self._once(Node(items=(asked,), branches=branches, source=step.fact.source, fact=step.fact.id))

    def _once(self, node: Node) -> Node:
        ways = tuple((answer, id(other)) for answer, other in node.ways)
        return self._known.setdefault((node.items, node.also, ways, node.source), node)


def _parts(paths: Sequence[Sequence[Step]], at: int) -> bool:
    """Whether the paths part at this step. A question that was answered before has one answer only, and is not asked."""
    first = paths[0][at]
    if not isinstance(first, Asked):
        return False
    return any(isinstance(step := path[at], Asked) and step.value != first.value for path in paths)


def _note(step: Step, items: dict[Item, None], also: dict[str, None]) -> None:
    if isinstance(step, Doubted):
        items[Item(fill(step.words, NOBODY), step.provision, doubt=True)] = None
    elif isinstance(step, Decided):
        if step.effect.main or step.effect.name in DRAWN:
            items[Item(fill(step.effect.words, NOBODY), step.provision)] = None
        else:
            also[step.provision] = None
