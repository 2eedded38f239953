"""A plot: how the stories of one procedure are staged, and which of them a theme is about."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from exams.scenarios.narration.narrative import ELSEWHERE, Narrative, narratives, stories
from exams.scenarios.narration.paths import paths
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table


@dataclass(frozen=True)
class Plot:
    """Stories of one procedure.

    - themes: what questions are about, in the proportion in which they are wanted.
    - stories: those of a theme, or that may turn out to be of it, at a table.
    - fits: whether a ruling with these answers on a story told for the theme is about it.
    - left_out: paths that are no themes, by their theme's name, each with the reason why no believable table shows it.
    - share: how often its themes are taken in a round of all laws: what a director meets every week, more often.
    """

    procedure: str
    topic: str
    themes: tuple[str, ...]
    stories: Callable[[Table, str, random.Random], Iterator[Story]]
    fits: Callable[[str, Mapping[str, Any]], bool]
    share: int
    left_out: Mapping[str, str] = field(default_factory=dict)


def _narrated(narrative: Narrative) -> Plot:
    """The plot of a narrative: every path through the procedure that a table can show is a theme, or those of its words."""
    words = narrative.words
    never = {theme: narrative.untold(dict(path.usual_path)) for theme, path in paths(narrative.procedure).items()}
    return Plot(
        narrative.procedure,
        words.topic,
        tuple(words.themes) or tuple(theme for theme, reason in never.items() if not reason),
        lambda table, theme, rng: stories(narrative, table, theme, rng),
        words.fits,
        words.share,
        {theme: reason for theme, reason in never.items() if reason},
    )


def _joined(first: Plot, second: Plot) -> Plot:
    """Two plots of one procedure: the themes of both, each told by its own."""

    def stories_of(table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
        return (first if theme in first.themes else second).stories(table, theme, rng)

    def fits(theme: str, path: Mapping[str, Any]) -> bool:
        return (first if theme in first.themes else second).fits(theme, path)

    themes = (*first.themes * first.share, *second.themes * second.share)
    left_out = {**first.left_out, **second.left_out}
    never = {theme: reason for theme, reason in left_out.items() if reason != ELSEWHERE}
    return Plot(first.procedure, first.topic, themes, stories_of, fits, 1, never)


def plots_of(told: Sequence[Narrative]) -> dict[str, Plot]:
    """The plots of these narratives by the number of the procedure's law, in their order."""
    found: dict[str, Plot] = {}
    for narrative in told:
        plot, number = _narrated(narrative), narrative.procedure
        found[number] = _joined(found[number], plot) if number in found else plot
    return found


PLOTS: Final[Mapping[str, Plot]] = plots_of(narratives())
"""Every procedure that questions can be generated for, by the number of its law, in the order of the law book."""
