"""Slips of the tongue, and changes of a call (25)."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.calls import Call
from laws.rulings.facts.base import Fact, Judgement, Source
from laws.rulings.facts.rubber.words import NO_TRUMP_BID, OTHER_CALL, SUIT_BID
from laws.rulings.replay import Kind, Situation


def kind_of(call: Call | None) -> str | None:
    """What kind of call it is, as the facts name it; None without a call."""
    if call is None:
        return None
    if not call.is_bid:
        return OTHER_CALL
    return NO_TRUMP_BID if call.denomination == "NT" else SUIT_BID


def _keeps_first(at: Situation) -> bool | None:
    earlier = at.original
    if earlier is None or at.record.replacement is None:
        return None
    return at.record.replacement.call is earlier.call


def _first_repeated(at: Situation) -> bool | None:
    earlier = at.original
    if earlier is None or at.record.replacement is None:
        return None
    return at.record.replacement.call.denomination == earlier.call.denomination


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
    find_out="what {offender} had meant to call, and whether the correction came at once; a change of mind is no slip",
    observe=_is_slip,
    judgement=Judgement(
        test="Was the call not the one intended, and was it corrected, or was that tried, without pause for thought?",
        law="25A",
        ask="{offender} what was intended; all four players how soon the correction came",
        rulings={
            False: "the call was made, and a change of it has its price (25B)",
            True: "the intended call takes its place without penalty, if it is legal",
        },
    ),
)
CLAIMS_SLIP = Fact(
    "claims_slip",
    "Does {offender} say that {original} was not the call intended?",
    default=False,
    observe=lambda at: at.record.intended is not None,
)
SECOND_LEGAL_THERE = Fact(
    "second_call_legal",
    "Would {irregular} have been legal in the place of {original}?",
    observe=lambda at: at.kinds == (Kind.CHANGE_OF_CALL,) if at.kinds else None,
)
FirstCall = Literal["suit", "no-trump", "no bid"]
FIRST_CALL = Fact[FirstCall](
    "first_call",
    "What was the first call, {original}?",
    get_args(FirstCall),
    observe=lambda at: kind_of(made.call) if (made := at.original) else None,
)
KEEPS_FIRST = Fact(
    "keeps_first",
    "Does {offender} let {original} stand?",
    source=Source.ELECTION,
    who="offender",
    observe=_keeps_first,
    told={True: "{offender} lets {original} stand", False: "{offender} gives up {original}"},
)
FIRST_REPEATED = Fact(
    "first_repeated",
    "Does the call now made name the denomination of {original}?",
    observe=_first_repeated,
)
