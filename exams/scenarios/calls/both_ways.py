"""One table told both ways: as a question, with the ruling explained, and as a call, with what each act at it is worth.

A practical assessment needs both of the same table: the story, the record and the ruling, by which an assessor plays the
table, and the list of acts, by which is noted what the candidate does. Both are made of one `Ruled`, so they cannot differ.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from exams.scenarios.calls.composed import call_of, is_callable, tables_of
from exams.scenarios.contents import content_of, fingerprint_of, posed
from exams.scenarios.demand import Refuses, generator_of, staged, wanted_path
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.tables import Unfit

_BOTH: Final = "and call"
"""Beside a kind: of what the question is made again."""


class BothWays(NamedTuple):
    """A table as the content of a question, and as a call; None where its path has no simulated call."""

    question: dict[str, Any]
    call: dict[str, Any] | None


def staged_both_ways(
    path: str, *, seed: str, kind: str, regulations: Mapping[str, Any] | None = None, refuses: Refuses | None = None
) -> BothWays:
    """A table that takes this path, told both ways; the same path, seed and kind give the same.

    Where the path cannot be simulated, or no drawn table shows all that its call needs, the question alone, as `staged` makes
    it. Raises UnknownPathError; NotStagedError where there is no question of the kind either.
    """
    wanted = wanted_path(path)
    rng, refused = wanted.rng(seed, f"{kind} {_BOTH}"), 0
    for told in tables_of(wanted, rng, lambda story: story.under(regulations)) if is_callable(path) else ():
        if refuses is not None and refuses(fingerprint_of(told)):
            refused += 1
            continue
        made = both_ways(told, kind, generator_of(path, f"{kind} {_BOTH}", seed, refused), rng)
        if made is not None:
            return BothWays(made.question, {**(made.call or {}), "path": path, "seed": seed})
    return BothWays(staged(path, seed=seed, kinds=(kind,), regulations=regulations, refuses=refuses), None)


def both_ways(told: Ruled, kind: str, generator: Mapping[str, Any], rng: random.Random) -> BothWays | None:
    """One story with its ruling, told both ways; None where it lends itself to no question of the kind, or to no call.

    generator: how the question is made again, as its content says it.
    """
    question = posed(told, fingerprint_of(told), kind, rng)
    if question is None:
        return None
    try:
        call = call_of(told, rng)
    except Unfit:
        return None
    content = content_of(PLOTS[told.ruling.procedure], question, generator)
    return BothWays(content, {**call, "fingerprint": question.fingerprint})
