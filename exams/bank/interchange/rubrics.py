"""The rubric in what a file tells markers: our own lines as they were, or one line that says it all."""

from __future__ import annotations

from collections.abc import Iterable

from exams.bank.interchange.item import Criterion
from exams.bank.interchange.markup import Read


def rubric_in(blocks: Iterable[Read], marks: int = 1) -> tuple[Criterion, ...]:
    """The lines; `marks` is what the whole is worth where the file has no lines of ours."""
    told = list(blocks)
    ours = tuple(line for block in told for line in block.rubric)
    words = " ".join(filter(None, (block.words for block in told)))
    if ours or not words:
        return ours
    return (Criterion(words, marks=marks),)
