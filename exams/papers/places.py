"""What drawn papers ask, kept in memory: a hall asks for the same few questions all the time.

A paper never changes once it is drawn, and neither does what a version of a question says (both by triggers of the database),
so nothing here is ever out of date. What may change of a version, as its standing in the bank, is not kept.
"""

from __future__ import annotations

import copy
import functools
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from exams.bank.models import QuestionVersion
from exams.papers.models import Paper, PaperQuestion

# A hall in which each candidate has a paper of their own, and the questions such papers are drawn from. A version takes some
# 20 kB of memory.
PAPERS, VERSIONS = 500, 500


@dataclass(frozen=True)
class Place:
    """A place in a paper. id: of its PaperQuestion. version: the id of what is asked there."""

    id: int
    number: int
    version: uuid.UUID
    kind: str
    marks: int

    @property
    def content(self) -> Mapping[str, Any]:
        """What is asked, with its key and explanation. Shared by all who ask: never to be changed."""
        content: Mapping[str, Any] = version_of(self.version).content
        return content


def paper_of(paper_id: uuid.UUID) -> Paper:
    """The paper with its terms."""
    # Whoever gets it may read what it points to, which may change and must not stay with the one that is kept.
    return copy.copy(_paper_of(paper_id))


@functools.lru_cache(maxsize=PAPERS)
def _paper_of(paper_id: uuid.UUID) -> Paper:
    return Paper.objects.get(pk=paper_id)


@functools.lru_cache(maxsize=PAPERS)
def places_of(paper_id: uuid.UUID) -> Mapping[int, Place]:
    """The places of a paper by their number, in order."""
    rows = PaperQuestion.objects.filter(paper=paper_id).order_by("position")
    found = (Place(*row) for row in rows.values_list("pk", "position", "version", "version__kind", "marks"))
    return MappingProxyType({place.number: place for place in found})


@functools.lru_cache(maxsize=VERSIONS)
def version_of(version_id: uuid.UUID) -> QuestionVersion:
    """A version of a question, of which only what never changes is read."""
    return QuestionVersion.objects.only("kind", "topic", "edition", "content").get(pk=version_id)


def questions_of(paper_id: uuid.UUID) -> list[PaperQuestion]:
    """The questions of a paper in order, each with its version."""
    return [
        PaperQuestion(
            pk=place.id, paper_id=paper_id, position=place.number, version=version_of(place.version), marks=place.marks
        )
        for place in places_of(paper_id).values()
    ]
