"""Tables found by trying: for editions whose procedures are not staged one by one.

A stock of plain tables is ruled on, one after another. What a table leaves open is stated as a finding, every answer in
turn; so each table gives the paths that it can show, and the first table for a path is the one that stages it. The stock
is fixed, so the same path always gets the same table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import Any

from laws.rulings.declaration import Facts, Table
from laws.rulings.readers import explore, rule, rule_of
from laws.rulings.record import NATURAL, parse_record
from laws.rulings.tables import stock

Path = tuple[tuple[str, Any], ...]


def stage(procedure: str, facts: Facts, edition: str) -> Table:
    """The first table of the stock that shows these facts. Raises LookupError when none does."""
    found = _shown(procedure, edition).get(frozenset(facts.items()))
    if found is None:
        raise LookupError(f"no table of the stock shows this path of Law {procedure}")
    return found


def _impossible(procedure: str, edition: str, facts: Facts) -> str:
    staging = rule_of(procedure, edition).declared.staging
    return staging.impossible(facts) if staging is not None else ""


@cache
def _shown(procedure: str, edition: str) -> Mapping[frozenset[tuple[str, Any]], Table]:
    """The facts of every path that a table of the stock shows, with that table."""
    paths = (path.usual_path for path in explore(procedure, edition))
    missing = {path for path in paths if not _impossible(procedure, edition, dict(path))}
    found: dict[frozenset[tuple[str, Any]], Table] = {}
    for table in _stock(procedure, edition):
        if not missing:
            break
        for path, told in _paths_of({**table, "procedure": procedure, "edition": edition}, {}, missing):
            found[frozenset(path)] = told
            missing.discard(path)
    return found


def _paths_of(table: Table, findings: Facts, missing: Collection[Path]) -> Iterator[tuple[Path, Table]]:
    """The missing paths that a table takes, whatever it leaves open answered in every way that may lead to one.

    A table that is refused takes none.
    """
    told = {"assume": NATURAL, **table, "findings": dict(findings)}
    try:
        ruling = rule(parse_record(told))
    except ValueError:
        return
    so_far = ruling.usual_path
    if ruling.pending is None:
        if so_far in missing:
            yield so_far, told
        return
    fact = ruling.pending.fact
    for value in fact.values:
        ahead = (*so_far, (fact.id, value))
        if any(path[: len(ahead)] == ahead for path in missing):
            yield from _paths_of(table, {**findings, fact.id: value}, missing)


def _stock(procedure: str, edition: str) -> Iterator[Table]:
    """The tables that may show something of a law: plain ones first."""
    staging = rule_of(procedure, edition).declared.staging
    tables = staging.stock if staging is not None and staging.stock is not None else stock.seated
    yield from tables()
