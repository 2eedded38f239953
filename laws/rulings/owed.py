"""What a record may not say of calls about which the Law leaves no choice: a pass or a repetition that is owed (30 to 32)."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import PASS
from laws.rulings.facts.calls import PASS_ARTIFICIAL, RHO_PASSES
from laws.rulings.natural import Assumption
from laws.rulings.record import BadRecord
from laws.rulings.replay import Kind, Situation

_REPEATED: Final = {
    "31": {"duplicate-2017": "31A1", "rubber": "31B1"},
    "32": {"duplicate-2017": "32A1", "rubber": "32B1"},
}


def check_owed(situation: Situation) -> None:
    """Refuse a call by a player who owed another one after a call out of rotation. Raises BadRecord naming the provision."""
    found = situation.irregularity
    if found is None or Kind.OUT_OF_ROTATION not in situation.kinds or situation.record.accepted:
        return
    if {Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE} & set(situation.kinds):
        return
    rubber = situation.record.edition.startswith("rubber")
    if situation.call is PASS:
        _pass_owed(situation, rubber=rubber)
        return
    _repetition_owed(situation, "rubber" if rubber else situation.record.edition)
    if rubber:
        _partner_silent_at_once(situation)


def _pass_owed(situation: Situation, *, rubber: bool) -> None:
    """30A: who passed out of rotation passes in turn as well; in the duplicate code only after a pass at RHO's turn."""
    made = situation.record.replacement
    if made is None or made.call is PASS:
        return
    if not rubber:
        seen = PASS_ARTIFICIAL.seen(situation)
        artificial = situation.record.findings.get(
            PASS_ARTIFICIAL.id, seen.value if isinstance(seen, Assumption) else seen
        )
        if situation.turn_role != "rho" or artificial is not False:
            return
    by = "30B" if rubber and situation.standing.bid is not None and situation.turn_role != "rho" else "30A"
    raise BadRecord(
        "record.replacement",
        f"{situation.offender} must pass at the next turn to call ({by}); expected P, not {made.call}",
    )


def _repetition_owed(situation: Situation, book: str) -> None:
    """31A1, 32A1: when RHO passes, the call out of rotation is made again, if it can be."""
    made = situation.record.replacement
    if made is None or situation.turn_role != "rho" or made.call is situation.call:
        return
    state = situation.at_replacement
    if situation.rho_call is None and situation.record.findings.get(RHO_PASSES.id) is True:
        state = state.copy()
        state.take(situation.offender.rho, PASS)
    elif situation.rho_call is not PASS:
        return
    if state.ended or not state.legal(situation.offender, situation.call):
        return
    law = "31" if situation.call.is_bid else "32"
    by = _REPEATED[law].get(book, law)
    raise BadRecord(
        "record.replacement",
        f"{situation.offender.rho} has passed, so {situation.call} must be repeated ({by}); expected {situation.call}, not "
        f"{made.call}",
    )


def _partner_silent_at_once(situation: Situation) -> None:
    """Rubber 31A, 32A: partner's obligation begins with the turn that goes back to the player whose turn it was."""
    if situation.turn_role == "rho":
        return
    partner = situation.offender.partner
    for index, made in enumerate(situation.record.continued):
        if made.by is partner and made.call is not PASS:
            law = "31A" if situation.call.is_bid else "32A"
            raise BadRecord(
                f"record.continued[{index}]",
                f"{partner} must pass from this turn on ({law}); expected P, not {made.call}",
            )
