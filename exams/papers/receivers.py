"""What papers answer the bank: what topics are called, and how many questions blueprints want."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from uuid import UUID

from django.dispatch import receiver

from exams.bank.signals import quotas_asked, topics_asked
from exams.bank.topics import Topic
from exams.bank.upkeep.coverage.topics import Want
from exams.papers import syllabus
from exams.papers.models import Quota


@receiver(topics_asked)
def topics_of(sender: object, bodies: Collection[UUID], **_more: object) -> Iterator[Topic]:
    """The topics of these bodies in the order of each syllabus."""
    for body in bodies:
        for node in syllabus.read(body).nodes:
            topic = node.topic
            yield Topic(body, topic.slug, topic.title, node.depth, topic.retired_at is None)


@receiver(quotas_asked)
def quotas_of(sender: object, body: UUID, **_more: object) -> Iterator[Want]:
    """Each quota of each blueprint; those that differ only in difficulty are told one by one. One query."""
    quotas = Quota.objects.filter(blueprint__body=body).order_by("blueprint__title", "pk")
    for title, topic, level, kind, count in quotas.values_list(
        "blueprint__title", "topic__slug", "level", "kind", "count"
    ):
        yield Want(title, topic, level, kind, count)
