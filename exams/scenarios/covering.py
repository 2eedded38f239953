"""Which paths of a procedure become questions, and why the others do not."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from exams.scenarios.believable.checks import doubt
from exams.scenarios.bidding.system import load
from exams.scenarios.narration.paths import paths
from exams.scenarios.narration.words import Reason
from exams.scenarios.plots import PLOTS
from exams.scenarios.tables import Table, lay
from laws.rulings.staging import impossible

_TABLES: Final = 600
_LOOKED_AT: Final = 40
"""Tables on which the stories are counted that the gate throws out."""

Path = tuple[tuple[str, Any], ...]


@dataclass(frozen=True)
class Covering:
    """The paths of one procedure: how many there are, how many a question takes, and by reason how many none can take.

    `unseen` are the others: no drawn table showed them, since the players of the shipped system do not bid so.
    """

    procedure: str
    paths: int
    asked: int
    never: Mapping[str, int]
    unseen: tuple[str, ...]


@cache
def ways(procedure: str) -> Mapping[str, str]:
    """Every path through a procedure, as the receipt of a question has it without incidental facts, with the reason why no
    question can take it; empty where one can. Raises KeyError for a procedure without a plot.
    """
    left_out = PLOTS[procedure].left_out
    return {
        theme: impossible(procedure, dict(path.usual_path)) or left_out.get(theme, "")
        for theme, path in paths(procedure).items()
    }


def way_of(path: str) -> str:
    """The path of `ways` that the receipt of a question tells of; empty when the engine of today has no such path."""
    procedure, *answers = path.split("/")
    if procedure not in PLOTS:
        return ""
    known = ways(procedure)
    usual = "/".join([procedure, *(answer for answer in answers if answer.partition("=")[0] in _facts(procedure))])
    return next((one for one in (path, usual) if one in known), "")


def reason_of(path: str) -> Reason | None:
    """Why the path that the receipt of a question tells of ends in its ruling, with the path in a few words; None where the
    words of today know no such path.
    """
    procedure, way = path.partition("/")[0], way_of(path)
    usual = dict(paths(procedure)[way].usual_path) if way else {}
    words = PLOTS[procedure].words(usual) if way else None
    return words.reason(usual) if words else None


@cache
def _facts(procedure: str) -> frozenset[str]:
    """The facts that are not incidental."""
    return frozenset(answer.partition("=")[0] for path in ways(procedure) for answer in path.split("/")[1:])


def covering(procedure: str, *, seed: int = 1) -> Covering:
    """Play a plot on 600 drawn tables and see which paths its stories take. Raises KeyError for one without a plot."""
    plot = PLOTS[procedure]
    known = {path.usual_path: theme for theme, path in paths(procedure).items()}
    taken: set[Path] = set()
    open_themes = dict.fromkeys(plot.themes)
    rng = random.Random(seed)  # noqa: S311 - not for secrets
    for table in (lay(rng, load()) for _ in range(_TABLES)):
        for theme in [*open_themes]:
            taken |= set(_taken(procedure, theme, table, rng))
            if theme in known.values() and any(known.get(path) == theme for path in taken):
                del open_themes[theme]  # a told path is a theme of its own: once is enough
    reasons = {theme: ways(procedure)[theme] for path, theme in known.items() if path not in taken}
    never = Counter(reason for reason in reasons.values() if reason)
    unseen = tuple(theme for theme, reason in reasons.items() if not reason)
    return Covering(procedure, len(known), len(known) - len(reasons), never, unseen)


@dataclass(frozen=True)
class ThrownOut:
    """How many stories of a procedure were told at drawn tables, and how many of them each check threw out."""

    procedure: str
    told: int
    by_check: Mapping[str, int]


def thrown_out(procedure: str, *, seed: int = 1) -> ThrownOut:
    """Play a plot on 40 drawn tables, and ask the gate about each story. Raises KeyError for a procedure without a plot."""
    plot, rng = PLOTS[procedure], random.Random(seed)  # noqa: S311 - not for secrets
    tables = [lay(rng, load()) for _ in range(_LOOKED_AT)]
    stories = [
        one.story
        for table in tables
        for theme in dict.fromkeys(plot.themes)
        for one in plot.about(theme, plot.stories(table, theme, rng))
    ]
    doubts = [found for story in stories if (found := doubt(story))]
    return ThrownOut(procedure, len(stories), Counter(one.check for one in doubts))


def _taken(procedure: str, theme: str, table: Table, rng: random.Random) -> Iterator[Path]:
    for story in PLOTS[procedure].stories(table, theme, rng):
        ruling = story.ruled()
        if ruling.procedure == procedure and ruling.complete and doubt(story) is None:
            yield ruling.usual_path
