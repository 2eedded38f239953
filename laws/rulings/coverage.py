"""How much of the procedures a set of cases touches: paths nobody takes, provisions no case rests on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore
from laws.rulings.ruling import Ruling


@dataclass(frozen=True)
class Coverage:
    """The paths of one procedure, and those that no ruling took."""

    procedure: str
    title: str
    paths: int
    untouched: tuple[Ruling, ...]
    uncited: tuple[str, ...]


def _by_number(procedure: str) -> tuple[int, str]:
    """Law 9 before Law 16B before Law 27."""
    digits = "".join(char for char in procedure if char.isdigit())
    return int(digits), procedure[len(digits) :]


def coverage(rulings: Iterable[Ruling], edition: str = "duplicate-2017") -> list[Coverage]:
    """Compare rulings with every explored path.

    A ruling touches a path when each fact it asked has the path's answer; incidental facts are not part of paths. A
    ruling that still waits for an answer touches every path that begins like it, so it touches none.
    """
    taken: dict[str, set[tuple[tuple[str, object], ...]]] = {}
    cited: set[str] = set()
    for ruling in rulings:
        cited.update(ruling.citations)
        if ruling.complete:
            taken.setdefault(ruling.procedure, set()).add(ruling.usual_path)
    found = []
    for number, procedure in sorted(EDITIONS[edition].procedures.items(), key=lambda item: _by_number(item[0])):
        if procedure.entry:
            continue
        paths = explore(number, edition)
        seen = taken.get(number, set())
        untouched = tuple(path for path in paths if path.usual_path not in seen)
        provisions = dict.fromkeys(key for path in paths for key in path.citations)
        found.append(
            Coverage(
                number, procedure.title, len(paths), untouched, tuple(key for key in provisions if key not in cited)
            )
        )
    return found
