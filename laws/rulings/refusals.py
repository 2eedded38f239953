"""What a law may refuse in a record, whichever code it belongs to; the law says when, and names the provision.

Calls about which it leaves no choice (a pass or a repetition that is owed), what follows a call that was cancelled, and when
it was noticed.
"""

from __future__ import annotations

from laws.rulings.calls import PASS
from laws.rulings.facts.calls import PASS_ARTIFICIAL, RHO_PASSES
from laws.rulings.natural import Assumption
from laws.rulings.record import BadRecord
from laws.rulings.replay import Kind, Situation


def owes(situation: Situation) -> bool:
    """The call out of rotation was not accepted, was one that could be made in turn, and the record tells what followed."""
    record, kinds = situation.record, situation.kinds
    if record.accepted or (record.replacement is None and not record.continued):
        return False
    return Kind.INADMISSIBLE_DOUBLE not in kinds and Kind.INADMISSIBLE_REDOUBLE not in kinds


def is_plain_pass(situation: Situation) -> bool:
    """The pass is no artificial one, as far as the record tells or it may be taken for granted."""
    seen = PASS_ARTIFICIAL.seen(situation)
    artificial = situation.record.findings.get(PASS_ARTIFICIAL.id, seen.value if isinstance(seen, Assumption) else seen)
    return artificial is False


def pass_owed(situation: Situation, by: str) -> None:
    """Who passed out of rotation passes in turn as well. Raises BadRecord naming the provision."""
    made = situation.record.replacement
    if made is not None and made.call is not PASS:
        raise BadRecord(
            "record.replacement",
            f"{situation.offender} must pass at their next turn to call ({by}); expected P, not {made.call}",
        )


def repetition_owed(situation: Situation, by: str) -> None:
    """When RHO passes, the call out of rotation is made again, if it can be. Raises BadRecord naming the provision."""
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
    raise BadRecord(
        "record.replacement",
        f"{situation.offender.rho} has passed, so {situation.call} must be repeated ({by}); expected {situation.call}, not "
        f"{made.call}",
    )


def partner_passes_at_once(situation: Situation, by: str) -> None:
    """Partner's obligation begins with the turn that goes back to the player whose turn it was. Raises BadRecord."""
    if situation.turn_role == "rho":
        return
    partner = situation.offender.partner
    for index, made in enumerate(situation.record.continued):
        if made.by is partner and made.call is not PASS:
            raise BadRecord(
                f"record.continued[{index}]",
                f"{partner} must pass from this turn on ({by}); expected P, not {made.call}",
            )


def continued_correctly(situation: Situation) -> None:
    """What is called after the irregular call was cancelled is legal and in turn; else it is an irregularity of its own."""
    for item in situation.irregularities:
        if item.where == "continued":
            raise BadRecord(
                f"record.{item.path}",
                f"{item.made.by} {item.made.call} is irregular there ({item.name}: {', '.join(item.kinds)}); expected a legal "
                f"call by {item.turn}",
            )


def noticed_after_the_end(situation: Situation) -> None:
    """Refuse that a call was noticed after an auction that is not over. Raises BadRecord."""
    record = situation.record
    calls = record.auction
    over = len(calls) > 3 and all(made.call.text == "P" for made in calls[-3:])
    if record.noticed in ("clarification", "play") and not over:
        raise BadRecord("record.noticed", f"the auction is not over yet; expected auction, not {record.noticed!r}")
