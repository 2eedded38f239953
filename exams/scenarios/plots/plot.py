"""A plot: how the stories of one procedure are staged, and which of them a theme is about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from exams.scenarios.narrating.narrative import Narrative
from exams.scenarios.narrating.telling import paths, stories
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table


@dataclass(frozen=True)
class Plot:
    """Stories of one procedure.

    - themes: what questions are about, in the proportion in which they are wanted.
    - stories: those of a theme, or that may turn out to be of it, at a table.
    - fits: whether a ruling with these citations on a story told for the theme is about it.
    - share: how often its themes are taken in a round of all laws: what a director meets every week, more often.
    """

    procedure: str
    topic: str
    themes: tuple[str, ...]
    stories: Callable[[Table, str, random.Random], Iterator[Story]]
    fits: Callable[[str, Sequence[str]], bool] = lambda theme, citations: True
    share: int = 1


def narrated(narrative: Narrative) -> Plot:
    """The plot of a narrative: every path through the procedure that a table can show is a theme of its own."""
    return Plot(
        narrative.procedure,
        narrative.topic,
        tuple(
            theme for theme, path in paths(narrative.procedure).items() if not narrative.never(dict(path.usual_path))
        ),
        lambda table, theme, rng: stories(narrative, table, theme, rng),
    )


def joined(first: Plot, second: Plot) -> Plot:
    """Two plots of one procedure: the themes of both, each told by its own."""

    def stories_of(table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
        return (first if theme in first.themes else second).stories(table, theme, rng)

    def fits(theme: str, citations: Sequence[str]) -> bool:
        return (first if theme in first.themes else second).fits(theme, citations)

    return Plot(first.procedure, first.topic, (*first.themes * first.share, *second.themes), stories_of, fits)
