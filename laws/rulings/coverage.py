"""How much of the procedures is touched: by written cases, by generated tables, and what no table can show.

A path counts as *generated* when ruling on the table staged for it (`laws.rulings.staging`) takes exactly this path, as
*impossible* when staging gives the reason why no table can show it. A path that neither cases nor generated tables take
and that is not impossible is a gap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from laws.rulings.editions import EDITIONS
from laws.rulings.readers import explore, rule
from laws.rulings.record import parse_record
from laws.rulings.ruling import Ruling
from laws.rulings.staging import impossible, stage

Path = tuple[tuple[str, object], ...]


@dataclass(frozen=True)
class Coverage:
    """The paths of one procedure.

    untouched: those that no ruling took; uncited: provisions no ruling rests on; generated: how many a staged table takes;
    impossible: the reasons why no table can show a path, each with the number of paths; gaps: the paths that are none of
    these.
    """

    procedure: str
    title: str
    edition: str
    paths: int
    untouched: tuple[Ruling, ...]
    uncited: tuple[str, ...]
    generated: int
    impossible: tuple[tuple[str, int], ...]
    gaps: tuple[Ruling, ...]

    @property
    def by_cases(self) -> int:
        """How many paths a ruling took."""
        return self.paths - len(self.untouched)

    @property
    def words(self) -> str:
        """The figures in one line."""
        cannot = sum(number for _, number in self.impossible)
        return (
            f"{self.paths} paths: {self.by_cases} by cases, {self.generated} by generated tables, {cannot} impossible, "
            f"{len(self.gaps)} neither"
        )


def editions_with_procedures() -> tuple[str, ...]:
    """The slugs of the editions for which there is something to rule by, in the order in which they are registered."""
    return tuple(slug for slug, edition in EDITIONS.items() if edition.procedures)


def coverage(rulings: Iterable[Ruling], edition: str = "duplicate-2017") -> list[Coverage]:
    """Compare rulings with every explored path of an edition; rulings of other editions do not count.

    A ruling touches a path when each fact it asked has the path's answer; incidental facts are not part of paths. A
    ruling that still waits for an answer touches every path that begins like it, so it touches none.
    """
    taken: dict[str, set[Path]] = {}
    cited: set[str] = set()
    for ruling in rulings:
        if ruling.edition != edition:
            continue
        cited.update(ruling.citations)
        if ruling.complete:
            taken.setdefault(ruling.procedure, set()).add(ruling.usual_path)
    found = []
    for number, procedure in sorted(EDITIONS[edition].procedures.items(), key=lambda item: _by_number(item[0])):
        if procedure.entry:
            continue
        paths = explore(number, edition)
        seen = taken.get(number, set())
        generated, reasons = _staged(number, edition)
        provisions = dict.fromkeys(key for path in paths for key in path.citations)
        found.append(
            Coverage(
                procedure=number,
                title=procedure.title,
                edition=edition,
                paths=len(paths),
                untouched=tuple(path for path in paths if path.usual_path not in seen),
                uncited=tuple(key for key in provisions if key not in cited),
                generated=len(generated),
                impossible=tuple(Counter(reasons.values()).items()),
                gaps=tuple(path for path in paths if path.usual_path not in seen | generated | set(reasons)),
            )
        )
    return found


@cache
def _staged(procedure: str, edition: str) -> tuple[frozenset[Path], dict[Path, str]]:
    """The paths that a staged table takes, and those that none can take with the reason."""
    generated: set[Path] = set()
    reasons: dict[Path, str] = {}
    for path in explore(procedure, edition):
        facts = dict(path.usual_path)
        if why := impossible(procedure, facts, edition):
            reasons[path.usual_path] = why
        elif _takes(path, facts):
            generated.add(path.usual_path)
    return frozenset(generated), reasons


def _takes(path: Ruling, facts: dict[str, object]) -> bool:
    """Ruling on the staged table takes this path; a table that cannot be staged or ruled on takes none."""
    try:
        ruling = rule(parse_record(stage(path.procedure, facts, path.edition)))
    except (LookupError, ValueError):
        return False
    return ruling.complete and ruling.procedure == path.procedure and ruling.usual_path == path.usual_path


def _by_number(procedure: str) -> tuple[int, str]:
    """Law 9 before Law 16B before Law 27; what has no number comes last."""
    digits = "".join(char for char in procedure if char.isdigit())
    return (int(digits), procedure[procedure.index(digits) + len(digits) :]) if digits else (1000, procedure)
