"""Tables that are known to have a call about a path that few tables have: looked for once, and kept.

A learner waits while tables are drawn, and some paths come up at one table in thirty, or in a thousand. So a few fresh tables
are drawn for such a path, and then one of those that are known. What is kept is the number that a table is drawn from, never
the table: the story there is told, and ruled on, by the code of the day, and a number that no longer leads to the path is
passed over. `manage.py reach --write` draws the tables and writes `known.json` again; what the file was made from stands in it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final

from exams.scenarios.bidding.system import load
from exams.scenarios.contents import GENERATOR_VERSION
from exams.scenarios.demand import Wanted, wanted_path
from exams.scenarios.plots import Ruled
from exams.scenarios.reach import sources, stageable
from exams.scenarios.stories import Story
from exams.scenarios.tables import lay

FILE: Final = Path(__file__).with_name("known.json")
"""For each path that few tables have the numbers of tables that have it: none where no table was found."""
_FIRST: Final = 40
_COMMON: Final = 10
"""A path that so many of the first tables have is drawn afresh each time, and nothing is kept of it."""
_MOST: Final = 4000
"""Tables that are drawn for any other path in the survey."""
_KEPT: Final = 16
"""Tables that are kept of one; who is called about it more often within three months is called about something else."""
_OFFERED: Final = 3
"""A path for which practice makes no question is offered when so many tables are known: who knows one meets another."""


def known(path: str) -> Sequence[int]:
    """The numbers of the tables that are kept of a path; none for one that is drawn afresh."""
    numbers: Sequence[int] = _file()["paths"].get(path, ())
    return numbers


def offered(paths: Sequence[str]) -> tuple[str, ...]:
    """Those of these callable paths that a learner is not kept waiting for: common enough to be drawn, or known."""
    drawn, kept = frozenset(stageable()), _file()["paths"]
    return tuple(
        path for path in paths if (path in drawn and kept.get(path, True)) or len(kept.get(path, ())) >= _OFFERED
    )


def told_at(wanted: Wanted, number: int, at_table: Callable[[Story], Story]) -> Iterator[Ruled]:
    """The stories that take a path at the table of a number."""
    rng = wanted.rng(str(number), "known")
    return wanted.told(lay(rng, load()), rng, at_table)


def surveyed(paths: Sequence[str], has_call: Callable[[Ruled], bool]) -> dict[str, list[int]]:
    """Draw tables for each of these paths, and keep the numbers of those where few have a call. Takes some minutes."""
    found = ((path, _surveyed(wanted_path(path), has_call)) for path in paths)
    return {path: numbers for path, numbers in found if numbers is not None}


def _surveyed(wanted: Wanted, has_call: Callable[[Ruled], bool]) -> list[int] | None:
    """The numbers that are kept of a path; None for one that is common."""

    def fits(number: int) -> bool:
        return any(map(has_call, told_at(wanted, number, lambda story: story)))

    first = list(filter(fits, range(_FIRST)))
    if len(first) >= _COMMON:
        return None
    return [*first, *islice(filter(fits, range(_FIRST, _MOST)), _KEPT - len(first))]


def keep(found: Mapping[str, Sequence[int]]) -> None:
    """Write the file, a path in each line."""
    made_from = ",\n".join(f"{json.dumps(name)}: {json.dumps(digest)}" for name, digest in _made_from().items())
    lines = ",\n".join(f"{json.dumps(path)}: {json.dumps(list(numbers))}" for path, numbers in found.items())
    FILE.write_text(f'{{"made_from": {{\n{made_from}\n}},\n"paths": {{\n{lines}\n}}}}\n', encoding="utf-8")
    _file.cache_clear()


def outdated() -> list[str]:
    """The laws, `bidding` or `generator`, for which other tables may be found than the file was made from."""
    kept, today = _file()["made_from"], _made_from()
    return [name for name in {**kept, **today} if kept.get(name) != today.get(name)]


def _made_from() -> dict[str, str]:
    """What the paths come from, and the generator, by whose version a number leads to its table."""
    return {"generator": GENERATOR_VERSION, **sources()}


@cache
def _file() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return kept
