"""Every procedure that questions can be generated for, with its plot."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from exams.scenarios.narrating.law_09 import ATTENTION
from exams.scenarios.narrating.law_10 import ASSESSMENT
from exams.scenarios.narrating.law_11 import FORFEITURE
from exams.scenarios.narrating.law_15 import WRONG_CARDS
from exams.scenarios.narrating.law_16a import INFORMATION
from exams.scenarios.narrating.law_16b import FROM_PARTNER
from exams.scenarios.narrating.law_16c import WITHDRAWN
from exams.scenarios.narrating.law_16d import ELSEWHERE
from exams.scenarios.narrating.law_17 import SKIPPED
from exams.scenarios.narrating.law_17a import BEGINNING
from exams.scenarios.narrating.law_18 import ENOUGH
from exams.scenarios.narrating.law_19 import DOUBLES
from exams.scenarios.narrating.law_20 import ASKING
from exams.scenarios.narrating.law_20f import CORRECTING
from exams.scenarios.narrating.law_21 import MISINFORMATION
from exams.scenarios.narrating.law_22 import ENDED
from exams.scenarios.narrating.law_23 import REPLACED
from exams.scenarios.narrating.law_24 import EXPOSED
from exams.scenarios.narrating.law_25 import CHANGES
from exams.scenarios.narrating.law_26 import LEADS
from exams.scenarios.narrating.law_30 import ARTIFICIAL_PASSES
from exams.scenarios.narrating.law_33 import SIMULTANEOUS
from exams.scenarios.narrating.law_34 import RETENTION
from exams.scenarios.narrating.law_36 import INADMISSIBLE, INADMISSIBLE_OUT_OF_ROTATION
from exams.scenarios.narrating.law_37 import OBLIGED
from exams.scenarios.narrating.law_38 import MORE_THAN_SEVEN
from exams.scenarios.narrating.law_39 import AFTER_THE_END
from exams.scenarios.narrating.law_40 import UNDERSTANDINGS
from exams.scenarios.narrating.law_72 import PRINCIPLES
from exams.scenarios.narrating.law_73 import CONDUCT
from exams.scenarios.plots import insufficient, rotation
from exams.scenarios.plots.plot import Plot, joined, narrated
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table

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


_ALL: Final = (
    narrated(ATTENTION),
    narrated(ASSESSMENT),
    narrated(FORFEITURE),
    narrated(WRONG_CARDS),
    narrated(INFORMATION),
    narrated(FROM_PARTNER),
    narrated(WITHDRAWN),
    narrated(ELSEWHERE),
    narrated(SKIPPED),
    narrated(BEGINNING),
    narrated(ENOUGH),
    narrated(DOUBLES),
    narrated(ASKING),
    narrated(CORRECTING),
    narrated(MISINFORMATION),
    narrated(ENDED),
    narrated(REPLACED),
    narrated(EXPOSED),
    narrated(CHANGES),
    narrated(LEADS),
    Plot("27", "insufficient-bid", insufficient.THEMES, _insufficient, insufficient.fits, _OFTEN),
    joined(_rotation("30"), narrated(ARTIFICIAL_PASSES)),
    _rotation("31"),
    joined(_rotation("32"), narrated(INADMISSIBLE_OUT_OF_ROTATION)),
    narrated(SIMULTANEOUS),
    narrated(RETENTION),
    narrated(INADMISSIBLE),
    narrated(OBLIGED),
    narrated(MORE_THAN_SEVEN),
    narrated(AFTER_THE_END),
    narrated(UNDERSTANDINGS),
    narrated(PRINCIPLES),
    narrated(CONDUCT),
)
PLOTS: Final[Mapping[str, Plot]] = {plot.procedure: plot for plot in _ALL}
"""By the number of the procedure's law, in the order of the law book."""
