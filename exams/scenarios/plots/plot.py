"""A plot: how the stories of one procedure are staged, and which of them a theme is about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from exams.scenarios.narration.narrative import ELSEWHERE, Narrative
from exams.scenarios.narration.paths import paths
from exams.scenarios.narration.staging import stories
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table


@dataclass(frozen=True)
class Plot:
    """Stories of one procedure.

    - themes: what questions are about, in the proportion in which they are wanted.
    - stories: those of a theme, or that may turn out to be of it, at a table.
    - fits: whether a ruling with these citations on a story told for the theme is about it.
    - left_out: paths that are no themes, by their theme's name, each with the reason why no believable table shows it.
    - share: how often its themes are taken in a round of all laws: what a director meets every week, more often.
    """

    procedure: str
    topic: str
    themes: tuple[str, ...]
    stories: Callable[[Table, str, random.Random], Iterator[Story]]
    fits: Callable[[str, Sequence[str]], bool] = lambda theme, citations: True
    share: int = 1
    left_out: Mapping[str, str] = field(default_factory=dict)


def narrated(narrative: Narrative) -> Plot:
    """The plot of a narrative: every path through the procedure that a table can show is a theme of its own."""
    never = {theme: narrative.untold(dict(path.usual_path)) for theme, path in paths(narrative.procedure).items()}
    return Plot(
        narrative.procedure,
        narrative.words.topic,
        tuple(theme for theme, reason in never.items() if not reason),
        lambda table, theme, rng: stories(narrative, table, theme, rng),
        left_out={theme: reason for theme, reason in never.items() if reason},
    )


def joined(first: Plot, second: Plot) -> Plot:
    """Two plots of one procedure: the themes of both, each told by its own."""

    def stories_of(table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
        return (first if theme in first.themes else second).stories(table, theme, rng)

    def fits(theme: str, citations: Sequence[str]) -> bool:
        return (first if theme in first.themes else second).fits(theme, citations)

    themes = (*first.themes * first.share, *second.themes)
    left_out = {theme: reason for theme, reason in second.left_out.items() if reason != ELSEWHERE}
    return Plot(first.procedure, first.topic, themes, stories_of, fits, left_out=left_out)
