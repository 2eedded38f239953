"""Staging: for every path of a procedure a table record that takes exactly this path, or the reason why none can.

What a table shows is staged: who called what, at whose turn, who called next. What nobody can see is stated as a finding.
Ruling on the staged record must take the path; `laws.rulings.coverage` and the tests hold it to that. A law
says in its declaration how that is done; where it does not, a stock of tables is tried (`searching`).
"""

from __future__ import annotations

from typing import Any

from laws.rulings.declaration import Facts, Staging
from laws.rulings.editions import EDITIONS
from laws.rulings.record import NATURAL
from laws.rulings.staging import searching

_FOUND = Staging()
"""Of a law that says nothing of its tables: all that fit are tried."""


def staged(edition: str) -> tuple[str, ...]:
    """The procedures of an edition that have paths of their own, and so tables."""
    found = EDITIONS.get(edition)
    return tuple(number for number, rule in found.procedures.items() if not rule.entry) if found else ()


def _staging(procedure: str, edition: str) -> Staging | None:
    found = EDITIONS.get(edition)
    rule = found.procedures.get(procedure) if found else None
    return None if rule is None or rule.entry else rule.declared.staging or _FOUND


def stage(procedure: str, facts: Facts, edition: str = "duplicate-2017") -> dict[str, Any]:
    """Plain data of a record (see `laws.rulings.record`) on which ruling takes the path with these facts.

    Raises LookupError when nothing is staged for this procedure of this edition, or for these facts.
    """
    found = _staging(procedure, edition)
    if found is None:
        raise LookupError(f"no tables are staged for Law {procedure} of {edition}")
    table = found.stage(facts) if found.stage else searching.stage(procedure, facts, edition)
    data = {"assume": NATURAL, **table}  # players of a natural system, as far as nothing is told
    return data if edition == "duplicate-2017" else {**data, "edition": edition}


def impossible(procedure: str, facts: Facts, edition: str = "duplicate-2017") -> str:
    """Why no table can show these facts, in words; empty when one can."""
    found = _staging(procedure, edition)
    return "" if found is None else found.impossible(facts)
