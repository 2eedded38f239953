"""One question on demand: for a path of the law, a table that takes it, drawn anew for each seed.

A path and a seed always give the same question: tables are dealt from them until a story of one takes the path. Each kind
draws its own tables, so the kind stands in `generator` beside path and seed; `index` there says how many situations that
fitted were refused before this one.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from exams.scenarios.bidding.system import load
from exams.scenarios.contents import GENERATOR_VERSION, Posed, content_of, fingerprint_of, posed, posed_pair
from exams.scenarios.covering import ways
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.narration.paths import paths
from exams.scenarios.pairs import pairs
from exams.scenarios.plots import PLOTS, Plot, Ruled
from exams.scenarios.stories import Story
from exams.scenarios.tables import Table, lay

_ENOUGH_TABLES: Final = 2000
"""Tables to draw for one question; the rarest path is told at one of some hundreds."""
_ENOUGH_PAIRS: Final = 400
"""Tables to draw for a pair; where there are any, one of twenty or thirty has one."""
_NOT_SO: Final = 6
"""Stories that take the path and give no question of a kind, before the next kind is tried."""
_LIKELIEST: Final = ("best_ruling", "choose_all", "judge_ruling", "cite_law", "number", "whose_turn", "order_steps")
"""The kinds that a program can mark, those that most paths lend themselves to first."""

_REFUSED: Final = 80
"""Situations of a kind that are refused before it is taken that there are no others; some paths have only one or two."""

Refuses = Callable[[str], bool]
"""Says of a fingerprint that this situation must not come."""


class UnknownPathError(ValueError):
    """The engine has no such path."""


class NotStagedError(LookupError):
    """No table was found for a path."""


class Wanted(NamedTuple):
    """A path with its plot, and the themes whose stories may take it."""

    path: str
    plot: Plot
    usual: tuple[tuple[str, Any], ...]
    themes: tuple[str, ...]

    def rng(self, seed: str, what: str) -> random.Random:
        """The numbers that are drawn for one question."""
        return random.Random(f"{GENERATOR_VERSION}/{self.path}/{seed}/{what}")  # noqa: S311 - not for secrets

    def taken_by(self, told: Ruled) -> bool:
        """Whether the ruling on a story takes the path."""
        return told.ruling.usual_path == self.usual

    def told(self, table: Table, rng: random.Random, at_table: Callable[[Story], Story]) -> Iterator[Ruled]:
        """Stories that take the path at a table, and that players would bring about."""
        for theme in self.themes_in_turn(rng):
            stories = list(self.plot.stories(table, theme, rng))
            rng.shuffle(stories)
            told = self.plot.about(theme, map(at_table, stories))
            yield from self.plot.believed(one for one in told if self.taken_by(one))

    def themes_in_turn(self, rng: random.Random) -> list[str]:
        """Its themes in any order: to tell them all at one table takes less than to draw another table for each."""
        return rng.sample(self.themes, len(self.themes))

    def pairs(
        self, table: Table, rng: random.Random, at_table: Callable[[Story], Story], refuses: Refuses
    ) -> Iterator[list[Posed]]:
        """The contrast pairs of a table whose first question takes the path; an empty list for one that cannot be asked."""
        for theme in self.themes_in_turn(rng):
            wording = str(rng.random())
            for pair in pairs(self.plot, theme, table, wording, at_table, self.taken_by):
                yield posed_pair(pair, wording, rng, refuses)


def staged(
    path: str,
    *,
    seed: str,
    kinds: Sequence[str] = _LIKELIEST,
    regulations: Mapping[str, Any] | None = None,
    refuses: Refuses | None = None,
) -> dict[str, Any]:
    """The content of one question whose ruling takes this path, of the first of these kinds that the path lends itself to.

    path: one of `ways`. regulations: what the body has laid down. refuses: which situations must not come. The same path,
    seed and kinds give the same question. A few paths have very few situations (all boards passed out are one): where none
    is left, the caller has to take one that was seen.

    Raises UnknownPathError; NotStagedError where no drawn table shows the path, or only such as are refused; ValueError for
    an unknown kind.
    """
    wanted = wanted_path(path)

    def at_table(story: Story) -> Story:
        return story.under(regulations)

    unknown = set(kinds) - set(KINDS)
    if unknown or not kinds:
        raise ValueError(f"kinds: expected some of {', '.join(KINDS)}, not {min(unknown, default='none')}")
    refused = 0
    for kind in kinds:
        found, before = _posed(wanted, kind, seed, at_table, refuses or _nothing)
        refused += before
        if found:
            return content_of(wanted.plot, found, generator_of(path, kind, seed, before))
    raise NotStagedError(_failed(path, kinds, refused))


def staged_pair(
    path: str, *, seed: str, regulations: Mapping[str, Any] | None = None, refuses: Refuses | None = None
) -> tuple[dict[str, Any], dict[str, Any]]:
    """The contents of a contrast pair: two tables alike but for one fact, the first of which takes this path.

    Raises UnknownPathError; NotStagedError where no table was found that has such a pair, or only refused ones.
    """
    wanted = wanted_path(path)

    def at_table(story: Story) -> Story:
        return story.under(regulations)

    rng = wanted.rng(seed, _PAIR)
    refused = 0
    for _ in range(_ENOUGH_PAIRS):
        for found in wanted.pairs(lay(rng, load()), rng, at_table, refuses or _nothing):
            if found:
                made = generator_of(path, _PAIR, seed, refused)
                one, other = (content_of(wanted.plot, part, made) for part in found)
                return one, other
            refused += 1
    raise NotStagedError(f"{path}: no table shows it beside another that differs in one fact; ask where `pairable`")


_PAIR: Final = "variant_pair"


def _nothing(fingerprint: str) -> bool:
    return False


@cache
def wanted_path(path: str) -> Wanted:
    """Raises UnknownPathError for a path that the engine does not have; NotStagedError for one that no question takes."""
    procedure = path.partition("/")[0]
    if procedure not in PLOTS or path not in ways(procedure):
        raise UnknownPathError(
            f"{path!r}: the law of today has no such path; `way_of` finds what a receipt's path is now"
        )
    reason = ways(procedure)[path]
    usual, plot = paths(procedure)[path].usual_path, PLOTS[procedure]
    themes = plot.themes_of(path, dict(usual))
    if reason or not themes:
        raise NotStagedError(f"{path}: no question takes it ({reason or 'nobody tells it'}); choose one of `stageable`")
    return Wanted(path, plot, usual, themes)


def _posed(
    wanted: Wanted, kind: str, seed: str, at_table: Callable[[Story], Story], refuses: Refuses
) -> tuple[Posed | None, int]:
    """The first question of a kind that is not refused, with how many situations were."""
    rng = wanted.rng(seed, kind)
    refused = unfit = 0
    for _ in range(_ENOUGH_TABLES):
        for told in wanted.told(lay(rng, load()), rng, at_table):
            found = posed(told, fingerprint_of(told), kind, rng)
            if found and not refuses(found.fingerprint):
                return found, refused
            refused, unfit = refused + bool(found), unfit + (not found)
            if unfit == _NOT_SO or refused == _REFUSED:
                return None, refused
    return None, refused


def generator_of(path: str, kind: str, seed: str, index: int) -> dict[str, Any]:
    """How a question is made again. Its `seed` is a number, as everywhere; `words` is what it was made from."""
    number = int(hashlib.sha256(seed.encode()).hexdigest()[:12], 16)
    procedure = path.partition("/")[0]
    return {"procedure": procedure, "path": path, "kind": kind, "seed": number, "words": seed, "index": index}


def _failed(path: str, kinds: Sequence[str], refused: int) -> str:
    if refused:
        return f"{path}: {refused} tables were drawn and every one was refused; try another seed, or refuse fewer"
    return f"{path}: no drawn table gives a question of the kinds {', '.join(kinds)}; ask for one of `askable`"
