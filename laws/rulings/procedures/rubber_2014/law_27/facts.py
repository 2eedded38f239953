"""What the Director finds out under Law 27 of the rubber code alone."""

from __future__ import annotations

from typing import Literal, get_args

from laws.rulings.calls import BIDS
from laws.rulings.facts.base import Fact, Judgement, Source
from laws.rulings.facts.rubber.calls import by_lho
from laws.rulings.facts.rubber.leads import artificial, final_of, meaning_of
from laws.rulings.natural import Assumption, Shown, as_natural, may_be_taken, resting_on, untold
from laws.rulings.record import Made
from laws.rulings.replay import Situation


def _substitute(at: Situation) -> Made | None:
    """What the offender puts in place of his bid: a double he tried (27D), else his final call."""
    tried = next((made for made in at.offered if made.call.text in ("X", "XX")), None)
    if tried is not None or at.premature:
        return tried or final_of(at)
    return at.offered[0] if at.offered else None


def _final_kind(at: Situation) -> str | None:
    made = _substitute(at)
    if made is None:
        return None
    if not made.call.is_bid:
        return "pass" if made.call.text == "P" else "double"
    return "bid" if at.standing.sufficient(made.call) else "insufficient"


def _lowest_natural(at: Situation) -> bool | None:
    made = _substitute(at)
    if made is None or not made.call.is_bid:
        return None
    if made.call.denomination != at.call.denomination:
        return False
    if artificial(at.call, at.meaning) or artificial(made.call, meaning_of(at, made)):
        return False
    floor = at.standing.bid.rank if at.standing.bid else -1
    lowest = next((bid for bid in BIDS[floor + 1 :] if bid.denomination == at.call.denomination), None)
    return made.call is lowest


def _same_or_more_precise(at: Situation) -> bool | None:
    """By the stated meanings."""
    made = _substitute(at)
    meaning = meaning_of(at, made) if made else None
    if at.meaning is None or meaning is None or not (at.meaning.stated and meaning.stated):
        return None
    if at.meaning.asks or meaning.asks:
        return None if at.meaning.asks == meaning.asks else False
    return meaning.within(at.meaning)


def _unlike_if_natural(at: Situation) -> Assumption | None:
    """Natural bids in different denominations, and a pass, never mean the same; like ones are asked about."""
    made = _substitute(at)
    if (
        made is None
        or not (made.call.text == "P" or made.call.is_bid)
        or made.call.denomination == at.call.denomination
    ):
        return None
    missing = untold(_both(at))
    return (
        Assumption(False, as_natural(missing)) if len(missing) == len(_both(at)) and may_be_taken(at, missing) else None
    )


def _both(at: Situation) -> tuple[Shown, ...]:
    made = _substitute(at)
    return ((at.call, at.meaning), (made.call, meaning_of(at, made))) if made else ()


def _both_ask(at: Situation) -> bool | None:
    made = _substitute(at)
    meaning = meaning_of(at, made) if made else None
    if at.meaning is None or meaning is None:
        return None
    return bool(at.meaning.asks) and meaning.asks == at.meaning.asks


_SEES_LOWEST, _ASSUMES_LOWEST = resting_on(
    lambda at: _both(at) if (made := _substitute(at)) and made.call.denomination == at.call.denomination else (),
    _lowest_natural,
)

FinalKind = Literal["bid", "pass", "double", "insufficient"]

FINAL_KIND = Fact[FinalKind](
    "final_kind",
    "What does {offender} substitute for {irregular}, once the penalties have been stated?",
    get_args(FinalKind),
    source=Source.ELECTION,
    who="offender",
    observe=_final_kind,
)

LOWEST_NATURAL = Fact(
    "lowest_natural",
    "Is it the lowest sufficient bid in the denomination of {irregular}, and is neither of the two artificial?",
    observe=_SEES_LOWEST,
    assume=_ASSUMES_LOWEST,
)

SAME_OR_MORE_PRECISE = Fact(
    "same_or_more_precise",
    "Does it mean the same as {irregular}, or something more precise?",
    source=Source.FINDING,
    find_out=(
        "what both calls show in the partnership's methods: whether every hand suitable for the new call "
        "would have been suitable for {irregular}"
    ),
    observe=_same_or_more_precise,
    assume=_unlike_if_natural,
    judgement=Judgement(
        test="Does the new call mean the same as the insufficient bid, or something more precise?",
        law="27B",
        ask="{side}, what both calls show in their methods; a similar meaning or a common purpose is not enough",
        rulings={
            False: "partner must pass for the rest of the auction, and the lead may be penalized",
            True: "the auction continues without penalty, and damage is made good when play is over",
        },
    ),
)

ACCEPTS_THAT_TOO = Fact(
    "accepts_that_too",
    "Does {lho} accept {replacement}, which is insufficient too?",
    source=Source.ELECTION,
    who="lho",
    observe=lambda at: at.record.attempt_accepted,
    told={True: "{lho} accepts {replacement}", False: "{lho} does not accept {replacement} either"},
)

BOTH_ASK = Fact("both_ask", "Do both calls ask for something?", default=False, observe=_both_ask)


def _same_denomination(at: Situation) -> bool | None:
    final = final_of(at)
    return None if final is None else final.call.denomination == at.call.denomination


DENOMINATION_REPEATED = Fact(
    "denomination_repeated",
    "Does {replacement} name the denomination of {irregular}?",
    observe=_same_denomination,
)

CALLED_OVER_SUBSTITUTE = Fact(
    "called_over_substitute",
    "Did {lho} call over the call that {offender} had substituted?",
    default=False,
    observe=lambda at: by_lho(at) and at.substituted is not None,
)

CORRECTED_EARLY = Fact(
    "corrected_early",
    "Did {offender} substitute another call before the penalties had been stated?",
    observe=lambda at: at.premature,
)
