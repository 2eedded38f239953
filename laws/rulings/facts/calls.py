"""Facts about a call that should not have been made: what it was, who accepts it, what replaces it, what may be led."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Final, Literal, get_args

from laws.rulings import comparable
from laws.rulings.calls import BIDS, SUIT_NAMES, SUITS, Call
from laws.rulings.facts.base import Fact, Judgement, Observer, Source, name_answers
from laws.rulings.meanings import Meaning, denominations, is_told, specified
from laws.rulings.natural import Assumption, Shown, as_natural, may_be_taken, untold
from laws.rulings.record import Made
from laws.rulings.regulations import WORKED_EXAMPLES, Similarity, tolerance
from laws.rulings.replay import SUITS_SPECIFIED_FINDING, Kind, Situation, once

# -- the irregular call ------------------------------------------------------------------------------------------------


def _kind(kind: Kind) -> Observer:
    return lambda at: kind in at.kinds


def _kind_of_call(at: Situation) -> str:
    if at.call.is_bid:
        return "bid"
    return "pass" if at.call.text == "P" else "double"


def _accepts(at: Situation) -> bool | None:
    """LHO's own word; a call that he made over the offender's second call is none over the first (27C)."""
    if at.record.accepted is None and at.substituted is not None and _is_by_lho(at):
        return False
    if at.record.accepted is None and at.offender.lho in at.record.says_accept:
        return True
    if at.record.accepted is None and at.record.findings.get("choice") == "declined":
        return False  # what was declined is not offered again (10C1)
    return at.record.accepted


def _lho_called(at: Situation) -> bool:
    """LHO called over the irregular call itself, not over one that the offender had put in its place."""
    return _is_by_lho(at) and at.substituted is None


def _accepts_second(at: Situation) -> bool | None:
    if at.record.attempt_accepted is None and at.substituted is not None and _is_by_lho(at):
        return True
    return at.record.attempt_accepted


def _is_by_lho(at: Situation) -> bool:
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
)
INADMISSIBLE_REDOUBLE = Fact(
    "inadmissible_redouble",
    "Is {irregular} a redouble that Law 19 does not allow?",
    observe=_kind(Kind.INADMISSIBLE_REDOUBLE),
)
ARTIFICIAL = Fact(
    "artificial", "Does {irregular} specify something other than it names?", default=False, observe=_artificial
)
PASS_ARTIFICIAL = Fact(
    "pass_artificial",
    "Is the pass artificial, or a pass of partner's artificial call?",
    source=Source.FINDING,
    find_out="the partnership's methods: what the pass shows, and whether the call passed was artificial",
    observe=_pass_is_artificial,
    assume=_pass_is_natural,
    told={True: "this pass counts like an artificial bid out of rotation"},
)

# -- acceptance and forfeiture -----------------------------------------------------------------------------------------

LHO_CALLED = Fact(
    "lho_called",
    "Did {lho} call next, before the Director ruled?",
    default=False,
    observe=_lho_called,
    told={True: "{lho} has called next"},
)
RHO_CALLED = Fact(
    "rho_called",
    "Did {rho}, whose turn it was, call next, before rectification was assessed?",
    observe=lambda at: at.next_made is not None and at.next_made.by is at.offender.rho,
    told={True: "{rho}, whose turn it was, has called before rectification was assessed"},
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
    find_out="ask {lho} whether the call out of rotation was seen, or whether {lho} was just calling in turn",
    observe=_meant_over,
    told={False: "{lho} was calling in turn and did not mean to call over {irregular}"},
)
LHO_ACCEPTS = Fact(
    "lho_accepts",
    "Does {lho} accept {irregular}?",
    source=Source.ELECTION,
    who="lho",
    observe=_accepts,
    told={True: "{lho} accepts {irregular}", False: "{lho} does not accept {irregular}"},
)
WRONG_ELECTOR = Fact(
    "wrong_elector",
    "Did {rho}, who has no say in it, speak of accepting?",
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
            False: "what was called on purpose stays a call, wrong as it may be: a change is ruled on under 25B",
            True: "the intended call takes its place, as long as {partner} has not called",
        },
    )


UNINTENDED = Fact(
    "unintended",
    "Was another call intended when {irregular} was made, so that it came by a slip of hand or tongue?",
    source=Source.FINDING,
    find_out="what {offender} had in mind when making the call; a change of mind or a lapse of attention is no slip",
    observe=lambda at: False if at.record.intended is at.call else None,
    judgement=slip("irregular"),
)
PERIOD_OVER = Fact(
    "period_over",
    "Did the auction end before it came to {partner}, and is the auction period over?",
    source=Source.FINDING,
    default=False,
    find_out="whether a defender has faced an opening lead; after four passes, whether all four hands are back in the board",
    observe=lambda at: None if at.record.noticed is None else at.record.noticed == "play",
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
DEVIATES = Fact(
    "deviates",
    "Does the hand of {offender} differ from what {replacement} shows?",
    default=False,
    observe=lambda at: at.record.deviates or None,
)

# -- the replacement ---------------------------------------------------------------------------------------------------


def _first_offer(at: Situation) -> Made | None:
    return at.offered[0] if at.offered else None


def _offer_kind(at: Situation) -> str | None:
    offered = _first_offer(at)
    if offered is None:
        return None
    if not offered.call.is_bid:
        return "pass" if offered.call.text == "P" else "double"
    return "bid" if at.standing.sufficient(offered.call) else "insufficient"


def _meaning_of(at: Situation, made: Made | None) -> Meaning | None:
    if made is None:
        return at.record.chosen if at.irregularity is None else None  # a record of two meanings and no auction
    return made.meaning or at.meaning_in_system(made.call)


@once
def _both_bids(at: Situation) -> tuple[Shown, ...]:
    """The bid and the one offered in its place, with what they show; nothing when no bid was offered."""
    offered = _first_offer(at)
    if offered is None or not offered.call.is_bid:
        return ()
    return (at.call, at.meaning), (offered.call, _meaning_of(at, offered))


@once
def _lowest_same(at: Situation) -> tuple[bool | None, tuple[Call, ...]]:
    """The answer when bids without a meaning are natural, and the cheaper bids on whose natural meaning it then rests."""
    both = _both_bids(at)
    if not both:
        return None, ()
    wanted, given = denominations(*both[0]), denominations(*both[1])
    if not wanted or given != wanted:
        return False, ()
    cheaper = BIDS[at.standing.bid.rank + 1 if at.standing.bid else 0 : both[1][0].rank]
    system = at.record.system
    same = tuple([bid for bid in cheaper if denominations(bid, system.get(bid.text)) == wanted])
    told = [bid for bid in same or cheaper if is_told(bid, system.get(bid.text))] if system else ()
    if not same:
        return True, tuple([bid for bid in cheaper if bid not in told])
    return False, () if told else same


def _sees_lowest_same(at: Situation) -> bool | None:
    value, rests_on = _lowest_same(at)
    both = _both_bids(at)
    if _shows_nothing_special(both):
        return False
    return None if rests_on or untold(both) else value


def _shows_nothing_special(both: tuple[Shown, ...]) -> bool:
    """One of the two bids is told, and specifies no denomination: so they cannot specify the same one."""
    return any(is_told(*one) and not specified(*one) for one in both)


def _assumes_lowest_same(at: Situation) -> Assumption | None:
    """What bids that were made show is assumed only where the record allows it, of cheaper ones that nobody made always."""
    value, rests_on = _lowest_same(at)
    missing = untold(_both_bids(at))
    if value is None or not may_be_taken(at, missing):
        return None
    told = [as_natural(missing)] if missing else []
    if rests_on:
        told.append(as_natural(rests_on) if not value else "no cheaper bid shows the same")
    return Assumption(value, "; ".join(told))


def _imperfect_fit(at: Situation) -> bool | None:
    """Both bids specify the same denominations, but one shows length where the other shows two cards or more."""
    offered = _first_offer(at)
    if offered is None or not offered.call.is_bid or untold(_both_bids(at)):
        return None
    old = at.specifies(at.call, at.meaning)
    new = at.specifies(offered.call, _meaning_of(at, offered))
    return old != new and denominations(at.call, at.meaning) == denominations(offered.call, _meaning_of(at, offered))


ABOVE_SEVEN = Fact(
    "attempt_above_seven",
    "Does {offender} put a bid of more than seven in place of {irregular}?",
    default=False,
    observe=lambda at: bool(at.offered) and at.offered[0].call.level > 7,
)
CALLED_OVER_ATTEMPT = Fact(
    "called_over_attempt",
    "Has {lho} called over {attempt}, before the Director ruled?",
    default=False,
    observe=lambda at: at.substituted is not None and _is_by_lho(at),
)
REPLACED_EARLY = Fact(
    "replaced_early", "Did {offender} change the bid before the Director ruled?", observe=lambda at: at.premature
)
ReplacementKind = Literal["bid", "pass", "double", "insufficient"]
REPLACEMENT_KIND = Fact[ReplacementKind](
    "replacement_kind",
    "What does {offender} put in place of {irregular}?",
    get_args(ReplacementKind),
    source=Source.ELECTION,
    who="offender",
    observe=_offer_kind,
)
LOWEST_SAME = Fact(
    "lowest_same",
    "Is {attempt} the cheapest sufficient bid that specifies the same denomination(s) as {irregular}?",
    source=Source.FINDING,
    find_out="what both bids specify in the partnership's methods, and whether a cheaper bid would specify it too",
    observe=_sees_lowest_same,
    assume=_assumes_lowest_same,
    told={True: "{attempt} is the cheapest sufficient bid that specifies what {irregular} specified"},
)
ATTEMPT_ADMISSIBLE = Fact(
    "attempt_admissible",
    "Would {attempt} be a double or redouble that Law 19 allows?",
    observe=lambda at: None if _first_offer(at) is None else at.standing.admissible(at.offender, at.offered[0].call),
)
LHO_ACCEPTS_SECOND = Fact(
    "lho_accepts_second",
    "Does {lho} accept the second insufficient bid, {attempt}?",
    source=Source.ELECTION,
    who="lho",
    observe=_accepts_second,
    told={True: "{lho} accepts {attempt}", False: "{lho} does not accept {attempt} either"},
)


def _only_shortage_differs(at: Situation) -> bool | None:
    """Both bids show the same suits; the withdrawn one, or its replacement, also tells that some suit is not short."""
    offered = _first_offer(at)
    if offered is None or not offered.call.is_bid or untold(_both_bids(at)):
        return None
    old = at.specifies(at.call, at.meaning)
    new = at.specifies(offered.call, _meaning_of(at, offered))
    return old != new and bool(old & new) and _shown(old) == _shown(new)


def _shown(specified_by_call: frozenset[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    return frozenset(item for item in specified_by_call if item[1] != "no shortage")


def comparable_result(at: Situation) -> str | None:
    """What the stated meanings give under Law 23A: the name of the first test passed, `no`, or None when one is missing or
    the Director has to judge.
    """
    found = _decisive(at)
    return None if found == comparable.JUDGEMENT else found


@once
def _decisive(at: Situation) -> str | None:
    """What decides under Law 23A by the body's tolerance; None when the hands of one of the two calls are not told."""
    both = _both_told(at)
    return comparable.decisive(*both, tolerance_at(at)) if both else None


def _both_told(at: Situation) -> tuple[Meaning, Meaning] | None:
    """What the withdrawn call and the one in its place show; None when the hands of one are not told."""
    old, new = at.meaning, _meaning_of(at, _first_offer(at))
    return (old, new) if old is not None and new is not None and old.stated and new.stated else None


def tolerance_at(at: Situation) -> Similarity:
    """How far meanings may lie apart and be similar, by the day of play and the body of this record."""
    return tolerance(at.record.regulations, at.record.date)


def _tolerance_decides(at: Situation) -> bool | None:
    """The body in charge has a tolerance of its own, and the usual one would give another result."""
    if tolerance_at(at) is WORKED_EXAMPLES or at.record.findings.get("comparable") is not None:
        return False
    both = _both_told(at)
    if both is None:
        return None
    own, usual = comparable_result(at), comparable.decisive(*both)
    return own is not None and usual not in (own, comparable.JUDGEMENT)


def _reason(test: str) -> Callable[[Situation], str]:
    """Why the test of this name holds or not, as far as the meanings are stated."""

    def reason(at: Situation) -> str:
        both = _both_told(at)
        if both is None or at.record.findings.get("comparable") is not None:
            return ""
        allowed = tolerance_at(at)
        result = comparable.result(test, *both, allowed)
        by_tolerance = test == "same_or_similar" and not comparable.is_same(*both)
        return f"{result.why} ({allowed.source})" if by_tolerance and allowed.source else result.why

    return reason


def _compare(test: Callable[..., bool]) -> Observer:
    def observe(at: Situation) -> bool | None:
        stated = at.record.findings.get("comparable")
        if stated is not None:
            return bool(stated == test.__name__)
        found = _decisive(at)
        if found is None:
            return None
        if found == comparable.JUDGEMENT:
            both = _both_told(at)
            if both and comparable.left_open(test.__name__, *both, tolerance_at(at)):
                return None
        return found == test.__name__

    return observe


ALIKE = Judgement(
    test="Would partner and the opponents take {attempt} for much the same message as {irregular}: the same suits, and about "
    "the same strength and shape?",
    law="23A1",
    ask="{offender}, away from the table, what each call shows and what it excludes in the partnership's methods, by the "
    "system card or the notes; the hand held does not count (40C1), and besides the meaning intended any "
    "other counts that could be given to {irregular}",
    poll="directors or experienced players, who are told the two meanings and not the hand: are they similar?",
    rulings={
        False: "unless it is a subset or has the same purpose the call is not comparable: {partner} may be barred, and lead "
        "restrictions and 16C2 may follow",
        True: "the call is comparable: the auction goes on with no further rectification, 16C2 is set aside, and after play "
        "the score is looked at for damage",
    },
)
"""Where experienced directors differ about two meanings."""
SAME_AIM = Judgement(
    test="Do {irregular} and {attempt} want to learn the same thing, or to bring about the same?",
    law="23A3",
    ask="{offender}, away from the table, what partner is to answer to each call, and what it is for; the names of conventions "
    "decide nothing",
    poll="players who know the methods: is it the same question, put at another level?",
    rulings={
        False: "the call is not comparable: {partner} may be barred, and lead restrictions and 16C2 may follow",
        True: "the call is comparable whatever strength it takes: the auction goes on with no further rectification, and after "
        "play the score is looked at for damage",
    },
)
"""Where two calls ask in words of which nobody says that they belong together."""


TOLERANCE_DECIDES = Fact(
    "tolerance_decides",
    "Would the usual tolerance for similar meanings decide otherwise than that of the body in charge?",
    default=False,
    observe=_tolerance_decides,
)
IMPERFECT_FIT = Fact(
    "imperfect_fit",
    "Does one of the two bids show length in a suit in which the other shows two cards or more?",
    default=False,
    observe=_imperfect_fit,
)
ONLY_SHORTAGE_DIFFERS = Fact(
    "only_shortage_differs",
    "Do the two bids differ only in telling that a suit is not short?",
    default=False,
    observe=_only_shortage_differs,
)
SIMILAR = Fact(
    "similar",
    "Does {attempt} have the same or a similar meaning as {irregular}?",
    source=Source.FINDING,
    find_out="what both calls show in the partnership's methods; how much difference is still similar is a regulation",
    observe=_compare(comparable.same_or_similar),
    reason=_reason("same_or_similar"),
    judgement=ALIKE,
)
SUBSET = Fact(
    "subset",
    "Does {attempt} show only hands that {irregular} could have shown?",
    source=Source.FINDING,
    find_out="whether any hand fit for {attempt} would not have been fit for {irregular}",
    observe=_compare(comparable.is_subset),
    reason=_reason("is_subset"),
)
SAME_PURPOSE = Fact(
    "same_purpose",
    "Does {attempt} have the same purpose as {irregular}, for instance the same question?",
    source=Source.FINDING,
    find_out="whether both calls ask, relay or puppet for the same thing",
    observe=_compare(comparable.same_purpose),
    reason=_reason("same_purpose"),
    judgement=SAME_AIM,
)

ATTRIBUTED_OTHERWISE = Fact(
    "attributed_otherwise",
    "Could {irregular} also be taken for something else than {offender} meant by it?",
    source=Source.FINDING,
    default=False,
    find_out="what {offender} had in mind, and what it would show to players who thought of another auction, position or level",
)


def _shows_any_hand(at: Situation) -> bool | None:
    if at.meaning is None or not at.meaning.stated:
        return None
    return not at.meaning.asks and at.meaning.same_hands(_ANY_HAND)


_ANY_HAND: Final = Meaning()


def _shortage_shown(at: Situation) -> bool | None:
    """By a call of the offender that is told; one that is not may have shown it, or may not."""
    told: bool | None = False
    for made in at.legal_calls():
        if made.by is not at.offender:
            continue
        shown = at.shown_by(made)
        for _, how in specified(made.call, shown):
            if how == "shortage":
                return True
        if not is_told(made.call, shown):
            told = None
    return told


SHOWS_ANY_HAND = Fact(
    "shows_any_hand",
    "Could {irregular} be made on any hand at all?",
    default=False,
    observe=_shows_any_hand,
)
SHORTAGE_SHOWN = Fact(
    "shortage_shown",
    "Did the offender specify a suit in the legal auction by showing shortage in it?",
    default=False,
    observe=_shortage_shown,
)


def _two_cards_shown(at: Situation) -> bool:
    """A legal call of the offender tells of two cards or more in a suit, and of no length or shortage in it."""
    for made in at.legal_calls():
        meaning = made.meaning
        if made.by is not at.offender or meaning is None or not meaning.stated:
            continue
        if meaning.balanced:
            return True
        promised = [suit for suit, how in meaning.promises if how == "no shortage"]
        if promised and not at.protected_suits().issuperset(promised):
            return True
    return False


TWO_CARDS_SHOWN = Fact(
    "two_cards_shown",
    "Did a call of {offender} in the legal auction tell no more of a suit than that it holds two cards or more?",
    default=False,
    observe=_two_cards_shown,
)
LATER_CALLS = Fact("later_calls", "Was anything called after it?", default=False, observe=lambda at: at.later_calls > 0)


def _finally_comparable(at: Situation) -> bool | None:
    """What was chosen in the end, after a cancelled attempt, is comparable to the withdrawn bid, as far as meanings tell."""
    if len(at.offered) < 2 or at.meaning is None or not at.meaning.stated:
        return None
    last = _meaning_of(at, at.offered[-1])
    if last is None or not last.stated:
        return None
    return comparable.decisive(at.meaning, last, tolerance_at(at)) != "no"


FINALLY_COMPARABLE = Fact(
    "finally_comparable",
    "Is the call chosen in the end comparable to {irregular}?",
    default=False,
    observe=_finally_comparable,
)
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
    "The turn is back with {rho}: does {rho} pass?",
    source=Source.ELECTION,
    who="rho",
    observe=_rho_passes,
    told={True: "{rho} passes"},
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


REPLACED_COMPARABLY = Fact(
    "replaced_comparably",
    "Was the withdrawn call replaced by a comparable call?",
    source=Source.FINDING,
    find_out="the tests of Law 23A",
)
SetAside = Literal["no", "27B1(a)", "25A1", "28B", "36A", "37A", "38D", "39B"]
SET_ASIDE = Fact[SetAside](
    "set_aside",
    "Does the law that dealt with the call set lead restrictions aside?",
    get_args(SetAside),
    source=Source.FINDING,
    default="no",
    find_out="whether it was corrected under 27B1(a), changed as unintended, passed over by 28B or cancelled under 36A",
)
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
OFFENDER_LEADS = Fact(
    "offender_leads",
    "Is the opening lead {offender}'s own?",
    default=False,
    observe=lambda at: at.record.lead is None and at.record.declarer is at.offender.rho,
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


_COMBINATIONS: Final = {
    f"suits_{''.join(suits) or 'none'}": _suits_in_words(suits)
    for number in range(len(SUITS) + 1)
    for suits in combinations(SUITS, number)
}
name_answers(_COMBINATIONS)
SUITS_SPECIFIED = Fact[str](
    SUITS_SPECIFIED_FINDING,
    "Which suits did {offender}'s calls in the legal auction specify?",
    tuple(_COMBINATIONS),
    source=Source.FINDING,
    find_out="what {offender}'s calls show by agreement, withdrawn ones left out; a bid that is not natural may specify a "
    "suit it does not name, or none",
    corrects=True,
)
CAN_COMPLY = Fact("can_comply", "Does {partner} hold a card of another suit to lead?", observe=_lead("can_comply"))
