"""What the bank must have: the quotas of a body's blueprints, told to the room below, which must not know this one."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from exams.bank.upkeep.coverage.topics import Want
from exams.papers.models import Quota


def wants(body: UUID) -> Iterator[Want]:
    """Each quota of each blueprint; those that differ only in difficulty are told one by one. One query."""
    quotas = Quota.objects.filter(blueprint__body=body).order_by("blueprint__title", "pk")
    for title, topic, level, kind, count in quotas.values_list(
        "blueprint__title", "topic__slug", "level", "kind", "count"
    ):
        yield Want(title, topic, level, kind, count)
