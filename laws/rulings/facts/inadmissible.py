"""Facts about calls of one moment (Law 33) and about calls that can never be made (Laws 35 to 39)."""

from __future__ import annotations

from typing import Final, Literal, get_args

from laws.rulings.calls import PASS
from laws.rulings.facts.base import Fact
from laws.rulings.record import Made
from laws.rulings.replay import Kind, Situation


def _rest(at: Situation) -> tuple[Made, ...]:
    index = at.irregularity.index if at.irregularity else len(at.record.auction)
    return at.record.auction[index + 1 :]


# -- calls made at the same moment -------------------------------------------------------------------------------------


def _together(at: Situation) -> bool:
    return at.irregularity is not None and at.irregularity.made.together


TOGETHER: Final = Fact(
    "together",
    "Was {irregular} made at the same moment as a call by the player whose turn it was?",
    observe=_together,
    default=False,
)
SECOND_IN_ROTATION: Final = Fact(
    "second_in_rotation",
    "Counted as made after {first}, is {irregular} in rotation?",
    observe=lambda at: at.irregularity is not None and at.irregularity.turn is at.offender,
    told={False: "that makes {irregular} a call out of turn, so I'll deal with that now"},
)
SECOND_LEGAL: Final = Fact(
    "second_legal",
    "Counted as made after {first}, is {irregular} a legal call?",
    observe=lambda at: not at.kinds,
    told={False: "{irregular} is not legal after {first}, so I'll deal with that now"},
)

# -- what was inadmissible, and when it was noticed --------------------------------------------------------------------


_AS: Final = (
    (Kind.AFTER_FINAL_PASS, "final"),
    (Kind.MORE_THAN_SEVEN, "seven"),
    (Kind.CHANGE_OF_CALL, None),  # a change of call, whatever is wrong with it
    (Kind.REQUIRED_TO_PASS, "obligation"),
)


def _which(at: Situation) -> str | None:
    for kind, answer in _AS:
        if kind in at.kinds:
            return answer
    return "double" if _breaks_law_19(at) else None


def _breaks_law_19(at: Situation) -> bool:
    return Kind.INADMISSIBLE_DOUBLE in at.kinds or Kind.INADMISSIBLE_REDOUBLE in at.kinds


def _over_at_the_table(at: Situation) -> bool:
    """Three passes have ended the table's auction, the irregular call included."""
    calls = at.record.auction
    return len(calls) > 3 and all(made.call is PASS for made in calls[-3:])


def _lead_faced(at: Situation) -> bool | None:
    if at.record.noticed is not None:
        return at.record.noticed == "play"
    return None if _over_at_the_table(at) else False


Which = Literal["double", "obligation", "seven", "final"]
WHICH: Final = Fact[Which](
    "inadmissible_as",
    "What makes {irregular} inadmissible?",
    get_args(Which),
    observe=_which,
)
Law19 = Literal["doubled", "redoubled"]
LAW_19: Final = Fact[Law19](
    "law_19",
    "Is {irregular} a double or a redouble?",
    get_args(Law19),
    observe=lambda at: "doubled" if at.call.text == "X" else "redoubled",
)
BREAKS_LAW_19: Final = Fact(
    "breaks_law_19",
    "Does {irregular} break what Law 19 says of doubles and redoubles?",
    default=False,
    observe=_breaks_law_19,
    further=True,
)
LEAD_FACED: Final = Fact(
    "lead_faced",
    "Was attention drawn to {irregular} only after an opening lead had been faced?",
    observe=_lead_faced,
    default=False,
)
LHO_HAS_CALLED: Final = Fact(
    "lho_has_called",
    "Has {lho} called after {irregular}, before rectification?",
    observe=lambda at: any(made.by is at.offender.lho for made in _rest(at)),
    told={True: "{lho} has called since"},
)
ALSO_OUT_OF_TURN: Final = Fact(
    "also_out_of_turn",
    "Was {irregular} made out of rotation as well?",
    default=False,
    observe=lambda at: Kind.OUT_OF_ROTATION in at.kinds,
    further=True,
)
ALSO_INSUFFICIENT: Final = Fact(
    "also_insufficient",
    "Is {irregular} insufficient as well?",
    default=False,
    observe=lambda at: Kind.INSUFFICIENT in at.kinds,
    further=True,
)
REPLACED: Final = Fact(
    "replaced",
    "Has {offender} already chosen the replacement?",
    default=False,
    observe=lambda at: bool(at.offered) or None,
)


# -- obligations to pass -----------------------------------------------------------------------------------------------


def _extent(at: Situation) -> str | None:
    duty = at.record.must_pass.get(at.offender)
    return duty.extent if duty else None


_LAST: Final = 2
"""At least so many passes stand before the one that ends an auction."""


def _pass_ends_auction(at: Situation) -> bool:
    """A pass in place of the call is the last that the auction needs."""
    if at.irregularity is None or at.turn is not at.offender or at.original is not None or at.standing.passes < _LAST:
        return False
    state = at.standing.copy()
    state.take(at.offender, PASS)
    return state.ended


Extent = Literal["once", "throughout"]
EXTENT: Final = Fact[Extent](
    "obligation_extent",
    "For how long was {offender} required to pass?",
    get_args(Extent),
    observe=_extent,
)
PASSED_OUT_BY_IT: Final = Fact(
    "passed_out_by_it",
    "Is it the fourth pass of an auction in which nobody has bid?",
    default=False,
    observe=lambda at: at.standing.bid is None and _pass_ends_auction(at),
)
PASS_ENDS_AUCTION: Final = Fact(
    "pass_ends_auction",
    "Is the pass that replaces it the last pass of the auction?",
    default=False,
    observe=_pass_ends_auction,
)

# -- after the final pass ----------------------------------------------------------------------------------------------


def _by_declaring_side(at: Situation) -> bool:
    declarer = at.record.declarer
    side = declarer.side if declarer else at.standing.bidder.side if at.standing.bidder else None
    return at.offender.side is side


PASSED_OUT: Final = Fact(
    "passed_out",
    "Had all four players passed, so that nobody declares or defends?",
    default=False,
    observe=lambda at: at.standing.ended and at.standing.bid is None,
)
BY_DECLARING_SIDE: Final = Fact(
    "by_declaring_side",
    "Is {offender} the future declarer or dummy?",
    observe=_by_declaring_side,
    told={True: "{side} are the declaring side, so there is no lead to restrict"},
)
LATE_PASS: Final = Fact(
    "late_pass",
    "Was the call after the final pass a pass?",
    observe=lambda at: at.call is PASS,
)
