"""Every procedure that questions can be generated for, with its plot."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from exams.scenarios.narration.narrative import narratives
from exams.scenarios.plots import insufficient, rotation
from exams.scenarios.plots.plot import Plot, joined, narrated
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table
from laws import keys

_OFTEN: Final = 3


def _insufficient(table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
    if theme == insufficient.OUT_OF_ROTATION:
        return rotation.stories(table, "27")
    wanted = insufficient.STAGED.get(theme, (theme,))
    return (story for story in insufficient.stories(table) if story.theme in wanted)


def _rotation(procedure: str) -> Plot:
    def stories(table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
        wanted = rotation.STAGED.get(theme, (theme,))
        return (story for story in rotation.stories(table, procedure) if story.theme in wanted)

    return Plot(
        procedure,
        "call-out-of-rotation",
        rotation.THEMES[procedure],
        stories,
        lambda theme, citations: rotation.fits(theme, procedure, citations),
        _OFTEN,
    )


def _plots() -> dict[str, Plot]:
    plots = {
        "27": Plot("27", "insufficient-bid", insufficient.THEMES, _insufficient, insufficient.fits, _OFTEN),
        **{number: _rotation(number) for number in ("30", "31", "32")},
    }
    for narrative in narratives():
        plot, number = narrated(narrative), narrative.procedure
        plots[number] = joined(plots[number], plot) if number in plots else plot
    return {number: plots[number] for number in sorted(plots, key=lambda number: keys.parse(number).order)}


PLOTS: Final[Mapping[str, Plot]] = _plots()
"""By the number of the procedure's law, in the order of the law book."""
