"""What the bank calls the topics of its questions: the syllabus, told to the room below, which must not know this one."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from uuid import UUID

from exams.bank import topics
from exams.papers import syllabus


def told(bodies: Collection[UUID]) -> Iterator[topics.Topic]:
    """The topics of these bodies in the order of each syllabus."""
    for body in bodies:
        for node in syllabus.read(body).nodes:
            topic = node.topic
            yield topics.Topic(body, topic.slug, topic.title, node.depth, topic.retired_at is None)
