"""What the Director finds out under Law 25 alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings import comparable
from laws.rulings.facts.base import Fact, Observer, Source
from laws.rulings.facts.calls import KIND_OF_CALL, slip, tolerance_at
from laws.rulings.replay import Kind, Situation

PERIOD_OVER = Fact(
    "period_over",
    "Did the auction end before {partner} had a turn, and is the auction period over?",
    source=Source.FINDING,
    default=False,
    find_out="whether a defender has faced an opening lead; after four passes, whether all four hands are back in the board",
    observe=lambda at: None if at.record.noticed is None else at.record.noticed == "play",
    told={True: "the auction period is over, so it is too late to change the call"},
)


def _ended_after(at: Situation) -> bool:
    standing = at.standing.copy()
    for made in at.record.auction[at.irregularity.index if at.irregularity else 0 :]:
        standing.take(made.by, made.call)
    return standing.ended


def _compared(at: Situation) -> comparable.Compared | None:
    """The first call of two at one turn and the second, as far as the auction tells what they mean."""
    if at.original is None:
        return None
    first = at.original.meaning or at.record.withdrawn
    second = at.irregularity.made.meaning if at.irregularity else None
    second = second or at.record.chosen or at.meaning_in_system(at.call)
    if first is None or second is None or not (first.stated and second.stated):
        return None
    return comparable.Compared(first, second, ("original", "irregular"))


def _change_is_comparable(at: Situation) -> bool | None:
    two = _compared(at)
    if two is None:
        return None
    found = comparable.decisive(two.withdrawn, two.replacement, tolerance_at(at))
    return None if found == comparable.JUDGEMENT else found != "no"


FIRST_UNINTENDED = Fact(
    "first_unintended",
    "Was {original} a slip of the hand or tongue, and did {offender} mean to call {irregular} all along?",
    source=Source.FINDING,
    find_out=(
        "what {offender} had in mind with the first call; a change of mind or a lapse of concentration is not a slip"
    ),
    observe=lambda at: False if at.original and at.record.intended is at.original.call is not at.call else None,
    judgement=slip("original"),
)

INTENDED_INSUFFICIENT = Fact(
    "intended_insufficient",
    "Is {intended} an insufficient bid in rotation?",
    default=True,
    observe=lambda at: (
        at.record.intended is None
        or (at.turn is at.offender and at.record.intended.is_bid and not at.standing.sufficient(at.record.intended))
    ),
)

PAUSED = Fact(
    "paused",
    "Did {offender} stop to think after noticing it?",
    source=Source.FINDING,
    default=False,
    find_out="how long it took from when {offender} saw the call to the attempt to change it",
)

WRONGLY_ALLOWED = Fact(
    "wrongly_allowed",
    "Was the change allowed when it should not have been?",
    source=Source.FINDING,
    default=False,
    find_out="what was ruled at the table",
)

ChangedTo = Literal["bid", "pass", "double"]

CHANGED_TO = Fact[ChangedTo](
    "changed_to",
    "What was the second call?",
    get_args(ChangedTo),
    default="bid",
    observe=KIND_OF_CALL.observe,
)

NEVER_ACCEPTABLE = Fact(
    "never_acceptable",
    "Is {irregular} a double or redouble that Law 19 does not allow?",
    default=False,
    observe=lambda at: Kind.INADMISSIBLE_DOUBLE in at.kinds or Kind.INADMISSIBLE_REDOUBLE in at.kinds,
)

AUCTION_ENDED_FIRST = Fact(
    "auction_ended_first",
    "Did the auction end before {partner} had a turn?",
    observe=_ended_after,
)

CHANGE_COMPARABLE = Fact(
    "change_comparable",
    "Is {irregular} a comparable call for {original}, which is withdrawn?",
    source=Source.FINDING,
    find_out="the tests of Law 23A: what both calls show in the partnership's methods",
    observe=_change_is_comparable,
    compares=_compared,
)

MORE_CALLS = Fact(
    "more_calls",
    "Has anybody called after {lho}?",
    default=False,
    observe=lambda at: at.later_calls > 1,
)


def _later_are_legal(*, accepted: bool) -> Observer:
    """Whether every call since is legal and in turn over the one of the two calls that stands."""

    def observe(at: Situation) -> bool:
        standing = at.standing.copy()
        if accepted:
            standing.take(at.offender, at.call)
        for made in at.record.auction[at.irregularity.index + 1 :] if at.irregularity else ():
            if standing.turn is not made.by or not standing.legal(made.by, made.call):
                return False
            standing.take(made.by, made.call)
        return True

    return observe


LATER_LEGAL_OVER = Fact(
    "later_legal_over",
    "Are the calls after {over} legal now that {irregular} stands?",
    default=True,
    observe=_later_are_legal(accepted=True),
)

LATER_LEGAL_WITHOUT = Fact(
    "later_legal_without",
    "Are the calls after {over} legal now that {irregular} is cancelled?",
    default=True,
    observe=_later_are_legal(accepted=False),
)
