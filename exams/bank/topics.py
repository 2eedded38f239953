"""The topics that questions are filed under, in the words of each body.

The syllabus stands in a room above this one, which must not know it, so it is asked by a signal. A topic that the syllabus
does not have goes by its short name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import cast
from uuid import UUID

from django.utils.text import capfirst

from exams.bank.signals import topics_asked


@dataclass(frozen=True, slots=True)
class Topic:
    """depth: how many topics it stands under. examined: whether new questions may be filed under it."""

    body: UUID
    slug: str
    title: str
    depth: int
    examined: bool


def topics(bodies: Collection[UUID]) -> list[Topic]:
    """All topics of these bodies, also those that are examined no more; one query a body."""
    answers = topics_asked.send(None, bodies=bodies)
    return [topic for _receiver, told in answers for topic in cast(Iterable[Topic], told)]


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
