"""Reading a body's syllabus as the tree it is, in one query."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.utils.text import capfirst

from accounts.models import Body
from exams.papers.models import Topic


@dataclass(frozen=True)
class Node:
    """A topic with those under it; `depth` is 0 for a heading under none."""

    topic: Topic
    depth: int
    under: list[Node] = field(default_factory=list)

    def at(self, level: str) -> Node | None:
        """This one with what of it is examined at the level, if anything is: itself, or a topic below it."""
        if self.topic.retired_at:
            return None
        under = [found for node in self.under if (found := node.at(level))]
        return Node(self.topic, self.depth, under) if under or level in self.topic.levels else None

    def walk(self) -> Iterator[Node]:
        """This one and all below it, in the order of the syllabus."""
        yield self
        for node in self.under:
            yield from node.walk()


@dataclass(frozen=True)
class Syllabus:
    """All topics of a body, retired ones too, with those they stand under."""

    roots: list[Node]

    @property
    def nodes(self) -> list[Node]:
        """Every topic in the order of the syllabus."""
        return [node for root in self.roots for node in root.walk()]

    @property
    def examined(self) -> list[Node]:
        """Every topic that is not retired, in order."""
        return [node for node in self.nodes if node.topic.retired_at is None]

    @property
    def places(self) -> dict[str, int]:
        """The place of each topic in the order of the syllabus, by slug."""
        return {node.topic.slug: place for place, node in enumerate(self.nodes)}

    @property
    def lineages(self) -> dict[str, tuple[str, ...]]:
        """For each topic its slug, then those of the topics above it, the nearest first."""
        lineages: dict[str, tuple[str, ...]] = {}

        def go(node: Node, above: tuple[str, ...]) -> None:
            lineages[node.topic.slug] = (node.topic.slug, *above)
            for child in node.under:
                go(child, lineages[node.topic.slug])

        for root in self.roots:
            go(root, ())
        return lineages


def read(body: Body | UUID) -> Syllabus:
    """The syllabus of the body."""
    below: dict[int | None, list[Topic]] = defaultdict(list)
    for topic in Topic.objects.filter(body=body):
        below[topic.parent_id].append(topic)

    def nodes(parent: int | None, depth: int) -> list[Node]:
        return [Node(topic, depth, nodes(topic.pk, depth + 1)) for topic in below[parent]]

    return Syllabus(nodes(None, 0))


def called(titles: Mapping[str, str], slug: str) -> str:
    """What the body calls the topic, by its `titles`; the slug in words where it has none of that name."""
    return titles.get(slug) or str(capfirst(slug.replace("-", " ")))
