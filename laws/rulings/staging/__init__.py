"""Staging: for every path of a procedure a table record that takes exactly this path, or the reason why none can.

What a table shows is staged: who called what, at whose turn, who called next. What nobody can see is stated as a finding.
Ruling on the staged record must take the path; `laws.rulings.coverage` and the tests hold it to that. The procedures of
Duplicate 2017 are staged one by one; for those of the other editions a stock of tables is tried (`searching`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from laws.rulings.editions import EDITIONS
from laws.rulings.record import NATURAL
from laws.rulings.staging import changes, findings, inadmissible, legality, rotation, searching

Facts = Mapping[str, Any]
"""The path: fact ids with their answers."""


def _always_possible(procedure: str, facts: Facts) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Staging:
    """How tables are staged for some procedures: `stage` makes plain data, `impossible` says why there can be none."""

    stage: Callable[[str, Facts], dict[str, Any]]
    impossible: Callable[[str, Facts], str] = _always_possible


_DUPLICATE: Final[dict[str, Staging]] = {
    **dict.fromkeys(rotation.PROCEDURES, Staging(rotation.stage, rotation.impossible)),
    **dict.fromkeys(inadmissible.PROCEDURES, Staging(inadmissible.stage, inadmissible.impossible)),
    **dict.fromkeys(findings.PROCEDURES, Staging(findings.stage)),
    **dict.fromkeys(changes.PROCEDURES, Staging(changes.stage)),
    **dict.fromkeys(legality.PROCEDURES, Staging(legality.stage)),
}


def _searched(edition: str) -> dict[str, Staging]:
    """Every procedure of an edition that has paths of its own, staged by trying."""
    found = partial(searching.stage, edition=edition)
    procedures = EDITIONS[edition].procedures
    return {number: Staging(found, searching.impossible) for number, rule in procedures.items() if not rule.entry}


BY_EDITION: Final[dict[str, Mapping[str, Staging]]] = {slug: _searched(slug) for slug in EDITIONS}
"""The stagings by edition and procedure."""
BY_EDITION["duplicate-2017"] = {**BY_EDITION["duplicate-2017"], **_DUPLICATE}


def stage(procedure: str, facts: Facts, edition: str = "duplicate-2017") -> dict[str, Any]:
    """Plain data of a record (see `laws.rulings.record`) on which ruling takes the path with these facts.

    Raises LookupError when nothing is staged for this procedure of this edition, or for these facts.
    """
    found = BY_EDITION.get(edition, {}).get(procedure)
    if found is None:
        raise LookupError(f"no tables are staged for Law {procedure} of {edition}")
    data = {
        "assume": NATURAL,
        **found.stage(procedure, facts),
    }  # players of a natural system, as far as nothing is told
    return data if edition == "duplicate-2017" else {**data, "edition": edition}


def impossible(procedure: str, facts: Facts, edition: str = "duplicate-2017") -> str:
    """Why no table can show these facts, in words; empty when one can."""
    found = BY_EDITION.get(edition, {}).get(procedure)
    return "" if found is None else found.impossible(procedure, facts)
