"""What a record of an inadmissible call (Laws 36 to 39) may not say: an acceptance, a lead before the end, a wrong
replacement.
"""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import PASS
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.replay import Irregularity, Kind, Situation

NEVER_ACCEPTED: Final = {
    Kind.AFTER_FINAL_PASS: "39A",
    Kind.MORE_THAN_SEVEN: "38A",
    Kind.INADMISSIBLE_DOUBLE: "36B1",
    Kind.INADMISSIBLE_REDOUBLE: "36B1",
}
"""What nobody can accept, with the provision that says so."""
PASS_INSTEAD: Final = {"37": "37B2", "38": "38C"}
"""The laws that put a pass in the place of the call."""


def check_inadmissible(situation: Situation) -> None:
    """Refuse what the Law does not allow for the first irregular call.

    Raises Contradiction for an acceptance that the Law denies, BadRecord for the others.
    """
    found = situation.irregularity
    if found is None:
        return
    _check_acceptance(situation, found)
    if found.law not in ("36", "37", "38"):
        return
    record = situation.record
    if record.noticed in ("clarification", "play") and not _ended(situation):
        raise BadRecord("record.noticed", f"the auction is not over yet; expected auction, not {record.noticed!r}")
    if record.replacement is None:
        return
    call = record.replacement.call
    if found.law in PASS_INSTEAD and call is not PASS:
        raise BadRecord(
            "record.replacement", f"a pass takes its place ({PASS_INSTEAD[found.law]}); expected P, not {call}"
        )
    if found.law == "36" and not situation.standing.legal(situation.offender, call):
        raise BadRecord("record.replacement", f"{call} is not legal there (36B2); expected a legal call")


def _check_acceptance(situation: Situation, found: Irregularity) -> None:
    if not situation.record.accepted:
        return
    for kind, provision in NEVER_ACCEPTED.items():
        if kind in found.kinds:
            raise Contradiction(
                f"accepted: the record says true, but nobody can accept {found.made.call} there ({provision})"
            )
    if found.law == "37" and not any(
        made.by is situation.offender.lho for made in situation.record.auction[found.index + 1 :]
    ):
        raise Contradiction(
            f"accepted: the record says true, but only a call by {situation.offender.lho} lets {found.made.call} stand (37A)"
        )


def _ended(situation: Situation) -> bool:
    calls = situation.record.auction
    return len(calls) > 3 and all(made.call is PASS for made in calls[-3:])
