"""A plot: how the stories of one procedure are staged, and which of them a theme is about."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from exams.scenarios.believable.checks import doubt
from exams.scenarios.narration.narrative import Narrative, narratives, stories
from exams.scenarios.narration.paths import paths
from exams.scenarios.narration.words import ELSEWHERE, Words
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table
from laws.rulings.ruling import Ruling


class Ruled(NamedTuple):
    """A story with the engine's ruling on it."""

    story: Story
    ruling: Ruling


class Plot:
    """Stories of one procedure, which one narrative tells or several.

    - themes: what questions are about, in the proportion in which they are wanted: the themes of a narrative's words, or
      every path through the procedure that a table can show.
    - left_out: paths that are no themes, by their theme's name, each with the reason why no believable table shows it.
    - share: how often its themes are taken in a round of all laws: what a director meets every week, more often.
    - one_in: in how many such rounds each of its themes is taken once, where they are many and rarely met.
    """

    def __init__(self, told: Sequence[Narrative]) -> None:
        first, *others = told
        self.procedure, self.topic = first.procedure, first.words.topic
        self.share = 1 if others else first.words.share
        self.one_in = first.words.one_in
        self.themes: tuple[str, ...] = ()
        self.left_out: dict[str, str] = {}
        self._tellers: dict[str, Narrative] = {}
        for narrative in told:
            words = narrative.words
            untold = {theme: words.untold(dict(path.usual_path)) for theme, path in paths(self.procedure).items()}
            themes = tuple(words.themes) or tuple(
                _often(words, (theme for theme, reason in untold.items() if not reason))
            )
            self.themes += themes * (words.share if others else 1)
            self.left_out |= {theme: reason for theme, reason in untold.items() if reason}
            self._tellers = dict.fromkeys(themes, narrative) | self._tellers
        if others:
            self.left_out = {theme: reason for theme, reason in self.left_out.items() if reason != ELSEWHERE}

    def round(self, number: int) -> tuple[str, ...]:
        """The themes that a round of all laws takes, the rounds numbered from nought."""
        return self.themes[number % self.one_in :: self.one_in] * self.share

    def stories(self, table: Table, theme: str, rng: random.Random) -> Iterator[Story]:
        """Those of a theme, or that may turn out to be of it, at a table."""
        return stories(self._tellers[theme], table, theme, rng)

    def many(self, theme: str) -> bool:
        """Whether the stories of a theme go several ways through the law; else the theme is a path by itself."""
        return self._tellers[theme].episodes is not None

    def themes_of(self, name: str, path: Mapping[str, Any]) -> tuple[str, ...]:
        """The themes whose stories may take a path: the one of its own name, else those that it is about."""
        named = dict.fromkeys(self.themes)
        return (name,) if name in named else tuple(one for one in named if self.many(one) and self.fits(one, path))

    def near(self, theme: str, path: Mapping[str, Any]) -> bool:
        """Whether a story of the theme may answer one fact otherwise than the path does, and no more of the facts of both."""
        if self.many(theme):
            return True
        other = paths(self.procedure)[theme].usual_path
        return len([fact for fact, value in other if fact in path and path[fact] != value]) <= 1

    def ruled(self, theme: str, told: Iterable[Story]) -> Iterator[Ruled]:
        """Those of these stories that are about the theme and that players would bring about, with the rulings on them."""
        return self.believed(self.about(theme, told))

    @staticmethod
    def believed(told: Iterable[Ruled]) -> Iterator[Ruled]:
        """Those that players would bring about."""
        return (one for one in told if doubt(one.story) is None)

    def about(self, theme: str, told: Iterable[Story]) -> Iterator[Ruled]:
        """Those of these stories that are about the theme, believable or not, with the rulings on them."""
        for story in told:
            ruling = story.ruled()
            # Passes that rob a player of a turn fall under Law 17, whatever the plot had in mind.
            if ruling.procedure == self.procedure and ruling.complete and self.fits(theme, dict(ruling.path)):
                yield Ruled(story, ruling)

    def fits(self, theme: str, path: Mapping[str, Any]) -> bool:
        """Whether a ruling with these answers on a story told for the theme is about it."""
        return self._tellers[theme].words.fits(theme, path)

    def words(self, path: Mapping[str, Any]) -> Words | None:
        """The words that tell a path; none where no question does."""
        tellers = dict.fromkeys(narrative.words for narrative in self._tellers.values())
        return next((words for words in tellers if not words.untold(path)), None)

    def hard(self, path: Mapping[str, Any]) -> bool:
        """Whether the words that tell a path, whichever they are, set it for congress directors."""
        tellers = dict.fromkeys(narrative.words for narrative in self._tellers.values())
        return any(words.hard.fits(path) for words in tellers if not words.untold(path))


def _often(words: Words, themes: Iterable[str]) -> Iterator[str]:
    """The paths in rounds: each once, then again those that are wanted more often."""
    times = {theme: words.times(dict(paths(words.procedure)[theme].usual_path)) for theme in themes}
    for number in range(max(times.values(), default=0)):
        yield from (theme for theme, wanted in times.items() if wanted > number)


def plots_of(told: Sequence[Narrative]) -> dict[str, Plot]:
    """The plots of these narratives, which are in the order of the law book, by the number of the procedure's law."""
    return {number: Plot(list(several)) for number, several in groupby(told, key=lambda one: one.procedure)}


@cache
def _shipped() -> dict[str, Plot]:
    return plots_of(narratives())


class _Shipped(Mapping[str, Plot]):
    """The plots of the laws whose words we have; their files are read when the first of them is asked for.

    Reading takes longer than all else that a command imports, and most of them tell no table. What serves pages reads them
    before the first request. Each look-up raises BadWords, naming file and line, where a file cannot be used.
    """

    def __getitem__(self, procedure: str) -> Plot:
        return _shipped()[procedure]

    def __iter__(self) -> Iterator[str]:
        return iter(_shipped())

    def __len__(self) -> int:
        return len(_shipped())


def read_words() -> None:
    """Read the words of every law now. Raises BadWords, naming file and line, where a file cannot be used."""
    _shipped()


PLOTS: Final[Mapping[str, Plot]] = _Shipped()
"""Every procedure that questions can be generated for, by the number of its law, in the order of the law book."""
