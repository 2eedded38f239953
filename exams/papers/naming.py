"""What topics are called: in words wherever a page names one, and for the bank below, which must not know this room."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from uuid import UUID

from django.utils.text import capfirst

from exams.bank import topics
from exams.papers import syllabus


def told(bodies: Collection[UUID]) -> Iterator[topics.Topic]:
    """The topics of these bodies in the order of each syllabus."""
    for body in bodies:
        for node in syllabus.read(body).nodes:
            topic = node.topic
            yield topics.Topic(body, topic.slug, topic.title, node.depth, topic.retired_at is None)


def called(titles: Mapping[str, str], slug: str) -> str:
    """What the body calls the topic, by its `titles`; the slug in words where it has none of that name."""
    return titles.get(slug) or str(capfirst(slug.replace("-", " ")))
