"""Which paths can be asked for on demand, as which kinds of question, and with one fact changed: looked for once, and kept.

Whether a drawn table takes a path nobody knows before tables are drawn, and a learner must not be promised a question that
then cannot be made. `manage.py reach --write` draws the tables and writes `reach.json` again. A path that the file does not
know yet is not offered. What the file was made from stands in it, so that `outdated` tells when it has to be made again.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from exams.scenarios.bidding.system import load, shipped
from exams.scenarios.contents import fingerprint_of, posed
from exams.scenarios.covering import ways
from exams.scenarios.demand import NotStagedError, UnknownPathError, Wanted, staged, wanted_path
from exams.scenarios.kinds.catalogue import KINDS
from exams.scenarios.narration.paths import paths
from exams.scenarios.plots import PLOTS, Ruled
from exams.scenarios.stories import Story
from exams.scenarios.tables import lay

FILE: Final = Path(__file__).with_name("reach.json")
"""For each path that is offered the kinds that it lends itself to, the surest first, and whether it has pairs."""
_TABLES: Final = 150
_SHOWN: Final = 3
"""Of these tables so many must show a path; a rarer one would keep people waiting."""
_STORIES: Final = 4
"""Stories of a path that are asked as each kind; most of them must lend themselves to it."""
_PAIR_TABLES, _PAIRS = 60, 3
"""Tables among which so many must have a pair; a rarer one would keep people waiting, or not be found at all."""
_BIDDING: Final = "bidding"
"""The name beside those of the laws under which the file keeps what its players bid by."""


class Reached(NamedTuple):
    """What a path can be asked as: kinds of question, the surest first, and whether with one fact changed."""

    kinds: tuple[str, ...]
    pair: bool


def stageable() -> tuple[str, ...]:
    """Every path that `staged` makes a question of, in the order of the law book."""
    return tuple(_kept())


def askable(path: str) -> tuple[str, ...]:
    """The kinds of question that a path lends itself to, the surest first; none where it is not stageable.

    Raises UnknownPathError for a path that the law does not have.
    """
    return _of(path).kinds


def pairable(path: str) -> bool:
    """Whether `staged_pair` makes a pair whose first question takes this path, without keeping people waiting.

    Raises UnknownPathError for a path that the law does not have.
    """
    return _of(path).pair


def surveyed() -> dict[str, Reached]:
    """Draw tables for every path of the law, and say which of them come up and what they can be asked as."""
    found = ((path, _kinds_of(path)) for procedure in PLOTS for path in _open(procedure))
    return with_kept({path: Reached(kinds, _has_pairs(wanted_path(path))) for path, kinds in found if kinds})


def with_kept(drawn: Mapping[str, Reached]) -> dict[str, Reached]:
    """What a survey has drawn, and what was offered before and came up too seldom in it, in the order of the law book.

    So a path near the limit is not lost to the luck of a draw: it stays for as long as it is staged on demand.
    """
    kept = _kept() if FILE.exists() else {}
    stayed = {path: one for path, one in kept.items() if path not in drawn and _is_staged(path, one.kinds)}
    found = {**drawn, **stayed}
    return {path: found[path] for law in PLOTS for path in _open(law) if path in found}


def sources() -> dict[str, str]:
    """A digest of what decides which paths come up: one for each law, and one for the bidding system.

    Of a law it has the paths that are not left out, and the themes under which each is told; so it changes with the engine's
    paths and with `never`, `themes`, `about` and answers that get their first words or lose their last. Of the bidding
    system it has everything but what its calls are said to mean. Other wording changes no digest. A stage that is told in
    other code does not either: what it no longer stages, a test that asks for each path finds out.
    """
    laws: dict[str, Any] = {
        law: [(path, PLOTS[law].themes_of(path, dict(paths(law)[path].usual_path))) for path in _open(law)]
        for law in PLOTS
    }
    measure = (_TABLES, _SHOWN, _STORIES, _PAIR_TABLES, _PAIRS)
    return {name: _digest([measure, told]) for name, told in {_BIDDING: _unsaid(shipped()), **laws}.items()}


def outdated() -> list[str]:
    """The laws, or `bidding`, from which other paths may come up than the file was made for."""
    kept, today = _file()["made_from"], sources()
    return [name for name in {**kept, **today} if kept.get(name) != today.get(name)]


def keep(found: Mapping[str, Reached]) -> None:
    """Write the file, a law or a path in each line."""
    made_from = ",\n".join(f"{json.dumps(name)}: {json.dumps(digest)}" for name, digest in sources().items())
    lines = ",\n".join(f"{json.dumps(path)}: {json.dumps(one._asdict())}" for path, one in found.items())
    FILE.write_text(f'{{"made_from": {{\n{made_from}\n}},\n"paths": {{\n{lines}\n}}}}\n', encoding="utf-8")
    _kept.cache_clear()


@cache
def _kept() -> Mapping[str, Reached]:
    known = _file()["paths"]
    open_now = (path for law in PLOTS for path in _open(law) if path in known)
    return {path: Reached(tuple(known[path]["kinds"]), known[path]["pair"]) for path in open_now}


def _file() -> dict[str, Any]:
    kept: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return kept


def _of(path: str) -> Reached:
    procedure = path.partition("/")[0]
    if procedure not in PLOTS or path not in ways(procedure):
        raise UnknownPathError(f"{path!r}: the law of today has no such path")
    return _kept().get(path, Reached((), pair=False))


def _open(law: str) -> Iterator[str]:
    """The paths of a law that are not left out."""
    return (path for path, reason in ways(law).items() if not reason)


def _unsaid(data: Any) -> Any:
    """The data of the bidding system without what is said of its calls."""
    if isinstance(data, Mapping):
        return {key: _unsaid(value) for key, value in data.items() if key != "say"}
    return [_unsaid(value) for value in data] if isinstance(data, list) else data


def _digest(data: Any) -> str:
    return hashlib.sha256(json.dumps(data, ensure_ascii=False, sort_keys=True).encode()).hexdigest()[:12]


def _as_told(story: Story) -> Story:
    """At a table of nobody's in particular, where no regulations hold."""
    return story


def _nothing(fingerprint: str) -> bool:
    return False


def _kinds_of(path: str) -> tuple[str, ...]:
    try:
        stories = list(_stories(wanted_path(path)))
    except NotStagedError:
        return ()
    if len(stories) < _SHOWN:
        return ()
    rng = wanted_path(path).rng("reach", "kinds")
    fits = Counter(
        kind for kind in KINDS for told in stories if posed(told, fingerprint_of(told), kind, rng) is not None
    )
    return tuple(kind for kind, times in fits.most_common() if 2 * times > len(stories))


def _is_staged(path: str, kinds: tuple[str, ...]) -> bool:
    """Whether questions of a path are staged on demand, by a few seeds."""
    with suppress(NotStagedError):
        return all(staged(path, seed=f"reach {number}", kinds=kinds[:1]) for number in range(_SHOWN))
    return False


def _stories(path: Wanted) -> list[Ruled]:
    rng = path.rng("reach", "tables")
    tables = (lay(rng, load()) for _ in range(_TABLES))
    # One story of each table: several of one table say nothing about how rarely such a table comes up.
    firsts = (next(iter(path.told(table, rng, _as_told)), None) for table in tables)
    return list(islice((told for told in firsts if told is not None), _STORIES))


def _has_pairs(path: Wanted) -> bool:
    rng = path.rng("reach", "pairs")
    tables = (lay(rng, load()) for _ in range(_PAIR_TABLES))
    showing = (table for table in tables if any(path.pairs(table, rng, _as_told, _nothing)))
    return len(list(islice(showing, _PAIRS))) == _PAIRS
