"""What a record may not say under the duplicate code of a choice, and of what follows an irregular call, whatever law that is.

What one law alone does not allow stands with that law.
"""

from __future__ import annotations

from laws.rulings.editions import DUPLICATE_2007, DUPLICATE_2017
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.refusals import continued_correctly
from laws.rulings.replay import Kind, Situation


def _accepts_by(situation: Situation) -> str:
    """The provision that lets LHO accept such a call."""
    if Kind.CHANGE_OF_CALL in situation.kinds:
        return "25B1"
    return "29A" if Kind.OUT_OF_ROTATION in situation.kinds else "27A1"


@DUPLICATE_2007.record_check()
@DUPLICATE_2017.record_check()
def check_acceptance(situation: Situation) -> None:
    """A call over the irregular one accepts it, a call in turn sets it aside; the record may not say otherwise."""
    record, made = situation.record, situation.next_made
    if record.accepted is None or situation.irregularity is None or not situation.kinds:
        return
    offender, turn = situation.offender, situation.turn
    if made is not None and situation.substituted is None:
        if record.accepted is False and made.by is offender.lho and turn is not offender.lho and made.over is not False:
            raise Contradiction(
                f"accepted: the record says false, but {made.by} called {made.call} over it (27A1, 29A)"
            )
        if record.accepted is True and made.by is turn and turn is offender.rho:
            raise Contradiction(f"accepted: the record says true, but {made.by} called {made.call} in turn (28B)")
    if record.accepted is not True:
        return
    by = _accepts_by(situation)
    if (
        Kind.OUT_OF_ROTATION in situation.kinds
        and record.continued
        and record.continued[0].by is turn is not offender.lho
    ):
        raise Contradiction(
            f"continued[0]: {turn} calls as though {situation.call} had been cancelled (29B), but `accepted` says true "
            f"({by}); expected one or the other"
        )
    if record.replacement is not None and not (Kind.INSUFFICIENT in situation.kinds and situation.premature):
        raise Contradiction(
            f"replacement: {situation.call} stands when it is accepted ({by}), so nothing replaces it; expected no"
            f" replacement, or accepted: false"
        )


@DUPLICATE_2007.record_check()
@DUPLICATE_2017.record_check()
def check_elector(situation: Situation) -> None:
    """Only the offender's LHO accepts; a word from partner is no election, one from the offenders none at all (10C2)."""
    record = situation.record
    declined = record.findings.get("choice") == "declined"
    if declined and record.accepted and situation.irregularity is not None:
        raise Contradiction("accepted: the record says true, but findings.choice says that it was declined (10C1)")
    if not record.says_accept or situation.irregularity is None or not situation.kinds:
        return
    offender, by = situation.offender, _accepts_by(situation)
    for seat in record.says_accept:
        if seat.side is offender.side:
            raise BadRecord(
                "record.says_accept",
                f"{seat} is of the offender's side; only {offender.lho} may accept {situation.call} ({by})",
            )
    if record.accepted is False and offender.lho in record.says_accept:
        raise Contradiction(f"says_accept: {offender.lho} accepts there, but `accepted` says false ({by})")


@DUPLICATE_2007.record_check()
@DUPLICATE_2017.record_check()
def check_replacement(situation: Situation) -> None:
    """Laws 27 and 30 to 32 speak of a legal call; one that is not is an irregularity of its own."""
    replacement = situation.record.replacement
    if replacement is None or situation.irregularity is None or situation.record.accepted:
        return
    call = replacement.call
    if call.level > 7:
        raise BadRecord("record.replacement", f"{call} is not legal there (18A, 38A); expected a legal call")
    if Kind.OUT_OF_ROTATION not in situation.kinds or replacement.stands:
        return
    standing = situation.at_replacement
    faults = standing.faults(situation.offender, call) if standing.turn is situation.offender else ()
    if faults:
        raise BadRecord(
            "record.replacement",
            f"{call} is not legal there ({', '.join(faults)}); expected a legal call in turn (29B)",
        )


DUPLICATE_2007.record_check()(continued_correctly)
DUPLICATE_2017.record_check()(continued_correctly)


def nobody_accepts(situation: Situation, provision: str) -> None:
    """Refuse an acceptance of a call that nobody can accept. Raises Contradiction naming the provision."""
    if situation.record.accepted:
        raise Contradiction(
            f"accepted: the record says true, but nobody can accept {situation.call} there ({provision})"
        )


def pass_takes_its_place(situation: Situation, provision: str) -> None:
    """Refuse any other replacement. Raises BadRecord naming the provision."""
    replacement = situation.record.replacement
    if replacement is not None and replacement.call.text != "P":
        raise BadRecord(
            "record.replacement", f"a pass takes its place ({provision}); expected P, not {replacement.call}"
        )
