"""Facts about a call that should not have been made: what it was, who accepts it, what replaces it, what may be led."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Literal, get_args

from laws.rulings.calls import SUIT_NAMES, SUITS, Call
from laws.rulings.facts.base import Fact, Judgement, Observer, Source, name_answers
from laws.rulings.meanings import Meaning, is_told, specified
from laws.rulings.natural import Assumption, Shown, as_natural, may_be_taken
from laws.rulings.record import Made
from laws.rulings.regulations import Similarity, tolerance
from laws.rulings.replay import Kind, Situation

# -- the irregular call ------------------------------------------------------------------------------------------------


def _kind(kind: Kind) -> Observer:
    return lambda at: kind in at.kinds


def _kind_of_call(at: Situation) -> str:
    if at.call.is_bid:
        return "bid"
    return "pass" if at.call.text == "P" else "double"


def _accepts(at: Situation) -> bool | None:
    """LHO's own word; a call that he made over the offender's second call is none over the first (27C)."""
    if at.record.accepted is None and at.substituted is not None and is_by_lho(at):
        return False
    if at.record.accepted is None and at.offender.lho in at.record.says_accept:
        return True
    if at.record.accepted is None and at.record.findings.get("choice") == "declined":
        return False  # what was declined is not offered again (10C1)
    return at.record.accepted


def _lho_called(at: Situation) -> bool:
    """LHO called over the irregular call itself, not over one that the offender had put in its place."""
    return is_by_lho(at) and at.substituted is None


def _accepts_second(at: Situation) -> bool | None:
    if at.record.attempt_accepted is None and at.substituted is not None and is_by_lho(at):
        return True
    return at.record.attempt_accepted


def is_by_lho(at: Situation) -> bool:
    return at.next_made is not None and at.next_made.by is at.offender.lho


def _over_is_legal(*, accepted: bool) -> Observer:
    """Whether the next call was legal itself: over the irregular call when that counts as legal, else without it."""

    def observe(at: Situation) -> bool:
        if at.next_made is None:
            return True
        standing = at.standing.copy()
        if accepted:
            standing.take(at.offender, at.call)
        return standing.legal(at.next_made.by, at.next_made.call)

    return observe


def _passed_and_pass(at: Situation) -> tuple[Shown, ...]:
    """The pass, and partner's call if it was the last before it other than a pass: 30C asks whether one is artificial."""
    made = [made for made in at.record.auction[: _index(at)] if made.call.text != "P"]
    own = (at.call, at.meaning)
    if not made or made[-1].by is not at.offender.partner:
        return (own,)
    return own, (made[-1].call, at.shown_by(made[-1]))


def _pass_is_artificial(at: Situation) -> bool | None:
    """The pass itself is, or it passes the last call that was no pass, which was partner's and artificial (30C)."""
    found = {_is_artificial(call, meaning, _shown_before(at)) for call, meaning in _passed_and_pass(at)}
    return True if True in found else None if None in found else False


def _pass_is_natural(at: Situation) -> Assumption | None:
    before = _shown_before(at)
    missing = [call for call, meaning in _passed_and_pass(at) if _is_artificial(call, meaning, before) is None]
    return Assumption(False, as_natural(missing)) if may_be_taken(at, missing, passed=True) else None


def _shown_before(at: Situation) -> tuple[Meaning | None, ...]:
    """What the offender's calls before this one show, passes left out."""
    made = (made for made in at.record.auction[: _index(at)] if made.by is at.offender and made.call.text != "P")
    return tuple(at.shown_by(call) for call in made)


def _is_artificial(call: Call, meaning: Meaning | None, before: tuple[Meaning | None, ...] = ()) -> bool | None:
    """Whether a call says something else than it names; None when that has to be asked.

    A double or redouble with a stated meaning is artificial when it promises length in a suit; what points alone tell of a
    double leaves it open. A pass is artificial when it promises strength, however little (second limb of the
    definition); one that promises a stopper or asks for something has to be judged by its third limb. Strength that the
    same player has shown `before`, or may have, need not be what the pass promises, and so it is asked about too.
    """
    if meaning is None:
        return None
    if meaning.artificial is not None:
        return meaning.artificial
    if not meaning.stated:
        return None
    if call.text == "P":
        if meaning.promises_strength:
            return None if any(_may_have_promised(earlier, meaning) for earlier in before) else True
        return None if meaning.asks or meaning.features else False
    if call.is_bid and not is_told(call, meaning):
        return None
    shown = {denomination for denomination, how in specified(call, meaning) if how == "length"}
    if not call.is_bid:
        return True if shown else None
    return call.denomination not in shown


def _may_have_promised(earlier: Meaning | None, later: Meaning) -> bool:
    """The earlier call showed at least as many points as the later one does, or what it showed is not told."""
    return earlier is None or not earlier.stated or earlier.fewest_points >= later.fewest_points


def _index(at: Situation) -> int:
    return at.irregularity.index if at.irregularity else 0


def _artificial(at: Situation) -> bool | None:
    return _is_artificial(at.call, at.meaning, _shown_before(at))


OUT_OF_ROTATION = Fact(
    "out_of_rotation",
    "Was {irregular} made out of rotation?",
    observe=lambda at: Kind.OUT_OF_ROTATION in at.kinds or Kind.CHANGE_OF_CALL in at.kinds,
    further=True,
)
KindOfCall = Literal["pass", "bid", "double"]
KIND_OF_CALL = Fact[KindOfCall](
    "kind_of_call",
    "What was called out of rotation?",
    get_args(KindOfCall),
    observe=_kind_of_call,
)
WhoseTurn = Literal["rho", "partner", "lho"]
WHOSE_TURN = Fact[WhoseTurn]("whose_turn", "Whose turn was it?", get_args(WhoseTurn), observe=lambda at: at.turn_role)
CALLED_BEFORE = Fact(
    "called_before", "Had {offender} called before in this auction?", observe=lambda at: at.called_before
)
RHO_MUST_PASS = Fact(
    "rho_must_pass",
    "Was it the turn of {rho}, who is required to pass anyway?",
    observe=lambda at: not at.kinds and at.turn is at.offender.rho,
    default=False,
)
INADMISSIBLE_DOUBLE = Fact(
    "inadmissible_double",
    "Is {irregular} a double that Law 19 does not allow?",
    observe=_kind(Kind.INADMISSIBLE_DOUBLE),
    further=True,
)
INADMISSIBLE_REDOUBLE = Fact(
    "inadmissible_redouble",
    "Is {irregular} a redouble that Law 19 does not allow?",
    observe=_kind(Kind.INADMISSIBLE_REDOUBLE),
    further=True,
)
ARTIFICIAL = Fact(
    "artificial",
    ("Does {irregular} specify something other than the denomination it names?"),
    default=False,
    observe=_artificial,
)
PASS_ARTIFICIAL = Fact(
    "pass_artificial",
    "Is the pass artificial, or a pass of partner's artificial call?",
    source=Source.FINDING,
    find_out="the partnership's methods: what the pass shows, and whether the call passed was artificial",
    observe=_pass_is_artificial,
    assume=_pass_is_natural,
    told={True: "an artificial pass is treated as a bid out of turn"},
)

# -- acceptance and forfeiture -----------------------------------------------------------------------------------------

LHO_CALLED = Fact(
    "lho_called",
    "Did {lho} call next, before the Director ruled?",
    default=False,
    observe=_lho_called,
    told={True: "{lho} has called since"},
)
RHO_CALLED = Fact(
    "rho_called",
    "Did {rho}, whose turn it was, call next, before rectification was assessed?",
    observe=lambda at: at.next_made is not None and at.next_made.by is at.offender.rho,
    told={True: "{rho} has called in turn"},
)


def _meant_over(at: Situation) -> bool | None:
    if at.next_made is not None and at.next_made.over is not None:
        return at.next_made.over
    return at.record.accepted


OVER_LEGAL = Fact(
    "over_legal",
    "Is {over} legal over {irregular}?",
    default=True,
    observe=_over_is_legal(accepted=True),
)
IN_TURN_LEGAL = Fact(
    "in_turn_legal",
    "Is {over} legal in the auction without {irregular}?",
    default=True,
    observe=_over_is_legal(accepted=False),
)
MEANT_OVER = Fact(
    "meant_over",
    "Did {lho} mean to call over {irregular}?",
    source=Source.FINDING,
    find_out="ask {lho} whether they saw the call out of rotation, or were just calling in turn",
    observe=_meant_over,
    told={False: "{lho} has called in turn, without having seen {irregular}"},
)
LHO_ACCEPTS = Fact(
    "lho_accepts",
    "Does {lho} accept {irregular}?",
    source=Source.ELECTION,
    who="lho",
    observe=_accepts,
    told={True: "{lho} accepts {irregular}", False: "{lho} does not accept {irregular}"},
    put="{lho}, do you accept {irregular}?",
    given={True: "you do", False: "you do not"},
)
WRONG_ELECTOR = Fact(
    "wrong_elector",
    "Did {rho}, who has no say in it, offer to accept?",
    default=False,
    observe=lambda at: at.offender.rho in at.record.says_accept or None,
)

# -- unintended calls, remarks, deviations -----------------------------------------------------------------------------

CLAIMS_UNINTENDED = Fact(
    "claims_unintended",
    "Does {offender} say that {irregular} was not the call intended?",
    default=False,
    observe=lambda at: at.record.intended is not None,
)


def slip(call: str) -> Judgement:
    """What 25A2 asks about a call, `irregular` or `original`."""
    return Judgement(
        test=f"Had {{offender}} decided on another call when {{{call}}} came out?",
        law="25A2",
        ask="{offender} away from the table, the cards left there face down and the hand not looked at: what was in mind at "
        f"that moment, whether {{{call}}} had been under consideration, and what was done on noticing it; whatever "
        "opened {offender}'s eyes does not count (25A3)",
        rulings={
            False: "an intended call counts, however wrong it was: a change is ruled on under 25B",
            True: "the intended call replaces it, as long as {partner} has not called",
        },
    )


UNINTENDED = Fact(
    "unintended",
    "Was {irregular} a slip of the hand or tongue, with another call intended?",
    source=Source.FINDING,
    find_out=(
        "what {offender} had in mind when making the call; a change of mind or a lapse of concentration is not a slip"
    ),
    observe=lambda at: False if at.record.intended is at.call else None,
    judgement=slip("irregular"),
)
INTENDED_LEGAL = Fact(
    "intended_legal",
    "Is the call that was intended, {intended}, legal and in rotation?",
    observe=lambda at: (
        at.record.intended is None or (at.turn is at.offender and at.standing.legal(at.offender, at.record.intended))
    ),
)
PARTNER_CALLED = Fact(
    "partner_called",
    "Has {partner} called since?",
    observe=lambda at: any(made.by is at.offender.partner for made in at.record.auction[_index(at) + 1 :]),
    told={True: "{partner} has called since, so it is too late to change {irregular}"},
)
PARTNER_ACTED = Fact(
    "partner_acted",
    "Did {partner} bid, double or redouble before {offender} replaced {irregular}?",
    default=False,
    observe=lambda at: (
        any(made.by is at.offender.partner and made.call.text != "P" for made in at.record.continued) or None
    ),
)
REMARKED = Fact(
    "remarked",
    "Did {offender} say anything beyond the call?",
    default=False,
    observe=lambda at: bool(at.record.remark) or None,
)

# -- the replacement ---------------------------------------------------------------------------------------------------


def first_offer(at: Situation) -> Made | None:
    return at.offered[0] if at.offered else None


def _offer_kind(at: Situation) -> str | None:
    offered = first_offer(at)
    if offered is None:
        return None
    if not offered.call.is_bid:
        return "pass" if offered.call.text == "P" else "double"
    return "bid" if at.standing.sufficient(offered.call) else "insufficient"


def meaning_of(at: Situation, made: Made | None) -> Meaning | None:
    if made is None:
        return at.record.chosen if at.irregularity is None else None  # a record of two meanings and no auction
    return made.meaning or at.meaning_in_system(made.call)


REPLACED_EARLY = Fact(
    "replaced_early", "Did {offender} change the bid before the Director ruled?", observe=lambda at: at.premature
)
ReplacementKind = Literal["bid", "pass", "double", "insufficient"]
REPLACEMENT_KIND = Fact[ReplacementKind](
    "replacement_kind",
    "What does {offender} substitute for {irregular}?",
    get_args(ReplacementKind),
    source=Source.ELECTION,
    who="offender",
    observe=_offer_kind,
    put="{offender}, what do you call instead of {irregular}?",
    of_new_call=True,
    given={"bid": "", "pass": "", "double": "{offender} doubles or redoubles"},
)
ATTEMPT_ADMISSIBLE = Fact(
    "attempt_admissible",
    "Would {attempt} be a double or redouble that Law 19 allows?",
    given={True: ""},
    observe=lambda at: None if first_offer(at) is None else at.standing.admissible(at.offender, at.offered[0].call),
)
LHO_ACCEPTS_SECOND = Fact(
    "lho_accepts_second",
    "Does {lho} accept the second insufficient bid, {attempt}?",
    source=Source.ELECTION,
    who="lho",
    observe=_accepts_second,
    told={
        True: "{attempt} is insufficient too, and {lho} accepts it",
        False: "{attempt} is insufficient too, and {lho} does not accept it either",
    },
    put="{lho}, do you accept {attempt}?",
    given={True: "you do", False: "you do not"},
)


def tolerance_at(at: Situation) -> Similarity:
    """How far meanings may lie apart and be similar, by the day of play and the body of this record."""
    return tolerance(at.record.regulations, at.record.date)


LATER_CALLS = Fact("later_calls", "Was anything called after it?", default=False, observe=lambda at: at.later_calls > 0)


CHOSEN_IN_THE_END = Fact(
    "chosen_in_the_end",
    "Has {offender} chosen another call since?",
    default=False,
    observe=lambda at: len(at.offered) > 1 or None,
)

# -- the auction given back --------------------------------------------------------------------------------------------


def _rho_passes(at: Situation) -> bool | None:
    return None if at.rho_call is None else at.rho_call.text == "P"


RHO_PASSES = Fact(
    "rho_passes",
    "It is {rho}'s turn again: does {rho} pass?",
    source=Source.ELECTION,
    who="rho",
    observe=_rho_passes,
    # That this player has passed is said with the duty to repeat the call that follows from it.
    put="{rho}, it is your turn: what do you call?",
    given={True: "{rho} passes", False: "{rho} makes any other call"},
)
AUCTION_ENDED = Fact(
    "auction_ended",
    "Has the auction ended before the turn came back to {offender}?",
    default=False,
    observe=lambda at: at.at_replacement.ended,
)
REPEAT_LEGAL = Fact(
    "repeat_legal",
    "Is {irregular}, repeated, a legal call?",
    observe=lambda at: at.at_replacement.legal(at.offender, at.call),
)

# -- leads -------------------------------------------------------------------------------------------------------------


def _defends(at: Situation) -> bool | None:
    return None if at.record.declarer is None else at.record.declarer.side is not at.offender.side


def _lead(part: str) -> Observer:
    return lambda at: getattr(at.record.lead, part) if at.record.lead else None


DEFENDS = Fact("defends", "Is the offending side defending?", observe=_defends)
DECLARES = Fact(
    "declares",
    "Is the offending side declaring?",
    default=False,
    observe=lambda at: None if at.record.declarer is None else not _defends(at),
)
ON_LEAD = Fact(
    "on_lead",
    "Has {partner} come on lead?",
    default=False,
    observe=lambda at: at.record.lead is not None or None,
)
Occasion = Literal["first", "retained", "later"]
OCCASION = Fact[Occasion]("occasion", "Which turn to lead is it?", get_args(Occasion), observe=_lead("occasion"))
FORBIDS = Fact(
    "forbids",
    "Does declarer forbid a suit at {partner}'s first turn to lead?",
    source=Source.ELECTION,
    who="declarer",
    observe=lambda at: None if at.record.lead is None else at.record.lead.forbidden is not None,
)


def _suits_in_words(suits: Sequence[str]) -> str:
    names = [SUIT_NAMES[suit] for suit in suits]
    return " and ".join((", ".join(names[:-1]), names[-1])) if len(names) > 1 else "".join(names) or "no suit"


SUIT_COMBINATIONS: Final = {
    f"suits_{''.join(suits) or 'none'}": _suits_in_words(suits)
    for number in range(len(SUITS) + 1)
    for suits in combinations(SUITS, number)
}
name_answers(SUIT_COMBINATIONS)
CAN_COMPLY = Fact("can_comply", "Does {partner} hold a card of another suit to lead?", observe=_lead("can_comply"))
