"""The topics that questions are filed under, in the words of each body.

The syllabus stands in a room above this one, which must not know it; so that room hands over its look-up when the site
starts. A topic that the syllabus does not have goes by its short name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from django.utils.text import capfirst


@dataclass(frozen=True, slots=True)
class Topic:
    """depth: how many topics it stands under. examined: whether new questions may be filed under it."""

    body: UUID
    slug: str
    title: str
    depth: int
    examined: bool


LookUp = Callable[[Collection[UUID]], Iterable[Topic]]
"""The topics of these bodies in the order of the syllabus."""

_look_up: list[LookUp] = []


def told_by(look_up: LookUp) -> None:
    """Take the syllabus from there; the last who tells is the one who is asked."""
    _look_up[:] = [look_up]


def topics(bodies: Collection[UUID]) -> list[Topic]:
    """All topics of these bodies, also those that are examined no more; one query a body."""
    return [topic for look_up in _look_up for topic in look_up(bodies)]


def examined(body: UUID) -> list[tuple[str, str]]:
    """Slug and title of what new questions of the body may be about, for a choice; what stands under another is indented."""
    return [(topic.slug, "– " * topic.depth + topic.title) for topic in topics([body]) if topic.examined]


class Titles:
    """What the topics of some bodies are called; asked for once, however many are named."""

    def __init__(self, bodies: Collection[UUID]) -> None:
        self._bodies = bodies
        self._known: Mapping[tuple[UUID, str], str] | None = None

    def of(self, body: UUID, slug: str) -> str:
        """The title; of a topic that the syllabus does not have, its short name in words."""
        if self._known is None:
            self._known = {(topic.body, topic.slug): topic.title for topic in topics(self._bodies)}
        return self._known.get((body, slug)) or capfirst(slug.replace("-", " "))
