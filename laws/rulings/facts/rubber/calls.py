"""Facts about calls of the rubber code: called over, in turn, and changed."""

from __future__ import annotations

from typing import Final

from laws.rulings.calls import Call
from laws.rulings.facts.base import Fact, Judgement, Source, name_answers
from laws.rulings.record import Made
from laws.rulings.replay import Situation

SUIT_BID: Final = "suit"
NO_TRUMP_BID: Final = "no-trump"
OTHER_CALL: Final = "no bid"
NOT_MADE: Final = "not made yet"
REPEATED: Final = "repeated"
CHANGED: Final = "changed"

name_answers(
    {
        SUIT_BID: "a bid in a suit",
        NO_TRUMP_BID: "a bid in no-trump",
        OTHER_CALL: "a pass, a double or a redouble",
        NOT_MADE: "that call has not been made yet",
        REPEATED: "yes, the same",
        CHANGED: "no, another one, or a call that is no bid",
    }
)


def _rest(at: Situation) -> tuple[Made, ...]:
    return at.record.auction[index_of_irregular(at) + 1 :]


def index_of_irregular(at: Situation) -> int:
    return at.irregularity.index if at.irregularity else len(at.record.auction)


def by_lho(at: Situation) -> bool:
    """Whether LHO made the next call after the irregular one."""
    return at.next_made is not None and at.next_made.by is at.offender.lho


CALLED_OVER = Fact(
    "called_over",
    "Did {lho} call next, before a penalty was imposed?",
    observe=lambda at: by_lho(at) and at.substituted is None,
    told={True: "{lho} has called next"},
)
CALLED_IN_TURN = Fact(
    "called_in_turn",
    "Did {rho}, whose turn it was, call next, before a penalty was imposed?",
    observe=lambda at: at.next_made is not None and at.next_made.by is at.offender.rho,
    told={True: "{rho}, whose turn it was, has called before a penalty was imposed"},
)
CONDONED = Fact(
    "condoned",
    "Did {lho} call after {irregular}, before a penalty was assessed?",
    observe=lambda at: any(made.by is at.offender.lho for made in _rest(at)),
    told={True: "{lho} has called before a penalty was assessed"},
)


def kind_of(call: Call | None) -> str | None:
    """What kind of call it is, as the facts name it; None without a call."""
    if call is None:
        return None
    if not call.is_bid:
        return OTHER_CALL
    return NO_TRUMP_BID if call.denomination == "NT" else SUIT_BID


def _is_slip(at: Situation) -> bool | None:
    """By its two parts, where a record states them: the call was unintended, and there was no pause."""
    unintended, paused = at.record.findings.get("unintended"), at.record.findings.get("paused")
    if unintended is False or paused is True:
        return False
    return True if unintended and paused is False else None


SLIP = Fact(
    "slip",
    "Was it a slip, and did {offender} correct it, or try to, without pause for thought?",
    source=Source.FINDING,
    find_out=(
        "what {offender} had meant to call, and whether the correction was immediate; a change of mind is not a slip"
    ),
    observe=_is_slip,
    judgement=Judgement(
        test="Was it an unintended call, and did the player correct it, or try to, without pause for thought?",
        law="25A",
        ask="{offender}, what was intended; all four players, how soon the correction came",
        rulings={
            False: "the call was made, and changing it carries a penalty (25B)",
            True: "the intended call replaces it without penalty, if it is legal",
        },
    ),
)
