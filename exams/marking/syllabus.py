"""A body's syllabus as marking reads it: what topics are called, and which stands under which."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass

from exams.papers.models import Topic


@dataclass(frozen=True)
class Syllabus:
    """Titles and parents of topics, by slug; a question may name one that the syllabus has no longer."""

    titles: Mapping[str, str]
    parents: Mapping[str, str]

    def title(self, slug: str) -> str:
        """What the body calls it."""
        return self.titles.get(slug, slug.replace("-", " "))

    def line(self, slug: str) -> list[str]:
        """The topic and everything above it."""
        found = [slug]
        while (above := self.parents.get(found[-1])) and above not in found:
            found.append(above)
        return found


def syllabus_of(body_id: uuid.UUID) -> Syllabus:
    """The whole of it, retired topics too, in one query."""
    rows = list(Topic.objects.filter(body=body_id).values_list("slug", "title", "parent__slug"))
    return Syllabus(
        {slug: title for slug, title, _above in rows}, {slug: above for slug, _title, above in rows if above}
    )
