"""What a record of a rubber game may not say of a choice, and of what follows an irregular call, whatever law that is.

What one law alone does not allow stands with that law.
"""

from __future__ import annotations

from laws.rulings.editions import RUBBER_2014
from laws.rulings.record import BadRecord, Contradiction
from laws.rulings.refusals import continued_correctly
from laws.rulings.replay import Kind, Situation


@RUBBER_2014.record_check()
def check_continued(situation: Situation) -> None:
    """What is called after an irregular call of the auction is legal and in turn."""
    if situation.irregularity is not None:
        continued_correctly(situation)


@RUBBER_2014.record_check()
def check_acceptance(situation: Situation) -> None:
    """A call over the irregular one accepts it, a call in turn waives it; the record may not say otherwise."""
    made, accepted = situation.next_made, situation.record.accepted
    if situation.irregularity is None or made is None or accepted is None or situation.substituted is not None:
        return
    offender, turn = situation.offender, situation.turn
    if accepted is False and made.by is offender.lho and turn is not offender.lho:
        raise Contradiction(f"accepted: the record says false, but {made.by} called {made.call} over it (27, 29A)")
    if accepted is True and made.by is turn and turn is offender.rho:
        raise Contradiction(f"accepted: the record says true, but {made.by} called {made.call} in turn (28B)")


@RUBBER_2014.record_check()
def check_replacement(situation: Situation) -> None:
    """A call that the law does not allow in its place is an irregularity of its own."""
    replacement = situation.record.replacement
    if replacement is None or situation.irregularity is None:
        return
    if replacement.call.level > 7:
        raise BadRecord("record.replacement", f"{replacement.call} is not legal there; expected a legal call")
    standing = situation.at_replacement if Kind.OUT_OF_ROTATION in situation.kinds else None
    if situation.irregularity.law == "36" and standing is None:
        standing = situation.standing
    if standing is None or standing.turn is not situation.offender:
        return
    if not standing.legal(situation.offender, replacement.call):
        raise BadRecord("record.replacement", f"{replacement.call} is not legal there; expected a legal call")


def nobody_accepts(situation: Situation, law: str) -> None:
    """Refuse an acceptance of a call that nobody can accept. Raises Contradiction naming the law."""
    if situation.record.accepted and Kind.CHANGE_OF_CALL not in situation.kinds:
        raise Contradiction(f"accepted: the record says true, but nobody can accept {situation.call} there (Law {law})")


def pass_takes_its_place(situation: Situation, law: str) -> None:
    """Refuse any other replacement of a call that this law deals with. Raises BadRecord naming the law."""
    found, replacement = situation.irregularity, situation.record.replacement
    if found is None or found.law != law or replacement is None:
        return
    if replacement.call.text != "P":
        raise BadRecord("record.replacement", f"a pass takes its place (Law {law}); expected P, not {replacement.call}")
