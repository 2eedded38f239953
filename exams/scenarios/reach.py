"""Which paths can be asked for on demand, and as which kinds of question: looked for once, and kept in `reach.json`.

Whether a drawn table takes a path nobody knows before tables are drawn, and a learner must not be promised a question that
then cannot be made. `manage.py reach` draws the tables and writes the file again; do so when a law, its words or the bidding
system has changed. A path that the file does not know yet is not offered.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Final

from exams.scenarios.bidding.system import load
from exams.scenarios.contents import fingerprint_of, posed
from exams.scenarios.covering import ways
from exams.scenarios.demand import NotStagedError, UnknownPathError, Wanted, wanted_path
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.tables import lay

FILE: Final = Path(__file__).with_name("reach.json")
"""For each path that is offered the kinds that it lends itself to, the surest first."""
_TABLES: Final = 150
"""Tables within which a path has to come up twice; a rarer one would keep people waiting."""
_STORIES: Final = 4
"""Stories of a path that are asked as each kind; most of them must lend themselves to it."""


def stageable() -> tuple[str, ...]:
    """Every path that `staged` makes a question of, in the order of the law book."""
    return tuple(_kept())


def askable(path: str) -> tuple[str, ...]:
    """The kinds of question that a path lends itself to, the surest first; none where it is not stageable.

    Raises UnknownPathError for a path that the law does not have.
    """
    procedure = path.partition("/")[0]
    if procedure not in PLOTS or path not in ways(procedure):
        raise UnknownPathError(f"{path!r}: the law of today has no such path")
    return _kept().get(path, ())


def surveyed() -> dict[str, tuple[str, ...]]:
    """Draw tables for every path of the law, and say which of them come up and what they can be asked as."""
    found = {path: _kinds_of(path) for procedure in PLOTS for path, reason in ways(procedure).items() if not reason}
    return {path: kinds for path, kinds in found.items() if kinds}


@cache
def _kept() -> Mapping[str, tuple[str, ...]]:
    known = json.loads(FILE.read_text(encoding="utf-8"))
    open_now = (path for procedure in PLOTS for path, reason in ways(procedure).items() if not reason)
    return {path: tuple(known[path]) for path in open_now if path in known}


def _kinds_of(path: str) -> tuple[str, ...]:
    try:
        stories = list(_stories(wanted_path(path)))
    except NotStagedError:
        return ()
    if len(stories) < 2:
        return ()
    rng = wanted_path(path).rng("reach", "kinds")
    fits = Counter(
        kind for kind in KINDS for told in stories if posed(told, fingerprint_of(told), kind, rng) is not None
    )
    return tuple(kind for kind, times in fits.most_common() if 2 * times > len(stories))


def _stories(path: Wanted) -> list[Ruled]:
    rng = path.rng("reach", "tables")
    tables = (lay(rng, load()) for _ in range(_TABLES))
    return list(islice((told for table in tables for told in path.told(table, rng, lambda story: story)), _STORIES))
