"""A player calls out of turn (Laws 28 to 32): who may believe what, who calls over it, how the auction goes on."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final

from exams.scenarios.bidding.hands import STOPPER, feature, read
from exams.scenarios.bidding.system import Option, after
from exams.scenarios.narration.bridge import clauses, did, does, in_turn, owned, to_make
from exams.scenarios.narration.episodes import Episode, Irregular
from exams.scenarios.narration.replacing import choices, fitting, tells_something
from exams.scenarios.narration.words import texts
from exams.scenarios.tables import Table, calls_data, data_of, telling
from laws.rulings.calls import CALLS, DOUBLE, PASS, REDOUBLE, SUITS, Call
from laws.rulings.cards import lengths, points
from laws.rulings.replay import Standing
from laws.rulings.seats import Seat

TEXTS: Final = texts("irregular_calls")
ALLOWED: Final = TEXTS.line("allowed")
"""What a ruling says of a call that was only asked about."""
_OPENING: Final = 12
_RESPONDING: Final = 9
"""High-card points with which nobody leaves the auction to the opponents, or leaves partner to play a part score."""
_FIT: Final = 4
"""Cards in a major that partner has bid, with which nobody bids notrump instead; in an opponent's suit, nobody doubles it."""
_RULE_OF_TWENTY: Final = 20
_MAJORS: Final = ("S", "H")
_LONG: Final = 7
"""Cards in a suit with which nobody who has bid it passes partner's suit."""
_REBID: Final = 6
"""Cards in a suit with which nobody who wanted to double leaves the auction to the opponents."""
_MINOR_GAME: Final = 5
_NOTRUMP: Final = (15, 18)
"""High-card points of a 1NT overcall."""
_OVERCALLED: Final = 2
"""An opponent's bid, and the one made over it."""
_GAME: Final = 5
"""High-card points with which nobody leaves partner in 2NT."""
_REAL_SUIT: Final = 5
"""Cards in a suit that an opponent has shown, with which nobody bids that suit over it."""


@dataclass(frozen=True)
class _Early(Irregular):
    """The call out of rotation: at the turn of `turn`, who is the offender's `relation`, in an auction `believed` to be so."""

    turn: Seat
    relation: str
    believed: Sequence[Call]


def passes(table: Table, staged: Collection[str]) -> Iterator[Episode]:
    """Every story of a pass out of rotation on this table (30)."""
    return _episodes(table, lambda call: call is PASS)


def bids(table: Table, staged: Collection[str]) -> Iterator[Episode]:
    """Every story of a bid out of rotation on this table (31)."""
    return _episodes(table, lambda call: call.is_bid)


def doubles(table: Table, staged: Collection[str]) -> Iterator[Episode]:
    """Every story of a double or redouble out of rotation on this table (32)."""
    return _episodes(table, lambda call: call in (DOUBLE, REDOUBLE))


def _episodes(table: Table, wanted: Callable[[Call], bool]) -> Iterator[Episode]:
    def fits(standing: Standing, offender: Seat, call: Call) -> bool:
        return wanted(call) and standing.legal(offender, call)

    for early in _early_calls(table, _belief, fits):
        yield from _told(early)


def too_low_as_well(table: Table) -> Iterator[Episode]:
    """Every story of a bid out of rotation that is insufficient as well."""
    for early in _early_calls(table, _unseen, _is_too_low):
        yield from _told(early)


def _told(early: _Early) -> Iterator[Episode]:
    yield from _accepted(early)
    yield from _called_in_turn(early)
    yield from _given_back(early)


Belief = Callable[[Table, int, str, Seat], tuple[list[Call], str] | None]


def _early_calls(table: Table, belief: Belief, fits: Callable[[Standing, Seat, Call], bool]) -> Iterator[_Early]:
    calls = table.calls
    for place in range(min(len(calls), 7)):
        turn = table.made[place][0]
        standing = table.standing(place)
        for relation, offender in (("rho", turn.lho), ("partner", turn.partner), ("lho", turn.rho)):
            found = belief(table, place, relation, offender)
            if found is None:
                continue
            believed, cause = found
            option = table.choice(offender, believed)
            if not fits(standing, offender, option.call):
                continue
            unopened = not any(call.is_bid for call in believed)
            if option.call is PASS and unopened and _would_open(table.hands[offender]):
                continue
            theirs = {
                call.denomination or ""
                for seat, call in in_turn(table.dealer, believed)
                if call.is_bid and call.denomination in SUITS
            }
            if _is_odd(option.call, table.hands[offender], unopened=unopened):
                continue
            if option.call is DOUBLE and _is_notrump_overcall(table.hands[offender], theirs):
                continue
            if _is_plain(option):
                done = _done(standing, offender, option.call)
                yield _Early(table, place, offender, option, cause, done, turn, relation, believed)


def _is_odd(call: Call, hand: str, *, unopened: bool) -> bool:
    """A double on a suit that anybody would bid, or an opening in a major with a longer suit in the hand."""
    held = lengths(hand)
    if call is DOUBLE:
        return max(held) >= _LONG
    opens_major = unopened and call.is_bid and call.level == 1 and call.denomination in ("S", "H")
    return opens_major and held[SUITS.index(call.denomination or "")] < max(held)


def out_of_turn(call: Call) -> str:
    """What a player has done who has made the call out of turn."""
    return TEXTS.line("done", did=did(call))


def answered(offender: Seat, duty: str, what: str = "") -> str:
    """What the offender is told who has asked for another call than the law leaves."""
    return TEXTS.line("answered", duty, name=offender, what=what)


def _kind(call: Call) -> str:
    """What a call is: a bid, or which of the others."""
    return {PASS: "pass", DOUBLE: "double", REDOUBLE: "redouble"}.get(call, "bid")


def _named(call: Call) -> str:
    """The call as the stem speaks of it once it has been told: `1♠`, `the double`."""
    return call.symbol if call.is_bid else f"the {_kind(call)}"


def _done(standing: Standing, offender: Seat, call: Call) -> str:
    if standing.legal(offender, call):
        return out_of_turn(call)
    return TEXTS.line("done over", did=did(call), bidder=standing.bidder, bid=standing.bid)


def _would_open(hand: str) -> bool:
    """Eleven points, or fewer, with a shape that most players open in any seat, or with a solid suit."""
    *_, second, longest = sorted(lengths(hand))
    solid = any(len(suit) >= _REBID and suit.startswith("AKQ") for suit in hand.split("."))
    return solid or points(hand) + second + longest >= _RULE_OF_TWENTY


def _is_plain(option: Option) -> bool:
    """A call with a meaning; not a pass that promises strength or suits, which somebody could call artificial (30C)."""
    meaning = option.meaning
    if meaning is not None and option.call is PASS:
        nothing = not meaning.promises and not min(shown.hcp[0] for shown in meaning.alternatives)
        return nothing and tells_something(option)
    return tells_something(option)


def _belief(table: Table, place: int, relation: str, offender: Seat) -> tuple[list[Call], str] | None:
    """The auction that the offender may believe in, with the words for it; None where nobody would make that mistake."""
    calls = table.calls[:place]
    if place == 0:
        return [], TEXTS.line("beliefs", "dealer")
    if relation == "rho":
        return [*calls, PASS], TEXTS.line("beliefs", "passed", rho=offender.rho)
    sides = {seat.side for seat, option in table.made[:place] if option.call.text != "P"}
    if relation == "partner" and place == 1 and offender.side not in sides and sides:
        return calls, TEXTS.line("beliefs", "turn")
    return None


def _unseen(table: Table, place: int, relation: str, offender: Seat) -> tuple[list[Call], str] | None:
    """The offender believes to be dealer after somebody has opened; None for a player who has called already.

    Nor does anybody overlook two cards that are not passes.
    """
    before = table.made[:place]
    if not 0 < place <= 2 or any(seat is offender for seat, _ in before):
        return None
    if sum(option.call is not PASS for _, option in before) > 1:
        return None
    return [], TEXTS.line("beliefs", "unseen")


def _is_too_low(standing: Standing, offender: Seat, call: Call) -> bool:
    return call.is_bid and standing.bid is not None and not standing.sufficient(call)


def _accepted(early: _Early) -> Iterator[Episode]:
    """LHO calls over it, or says that it is accepted."""
    table, lho = early.table, early.offender.lho
    option = table.choice(lho, [*early.believed, early.option.call])
    call: dict[str, Any] = {"by": lho.value, "call": option.call.text}
    if early.relation == "lho":
        call["over"] = True
    if early.relation != "partner" or early.place == 0:  # else LHO has called just before, and would not call again
        how = "meant" if early.relation == "lho" else "called"
        if how == "called" and option.call is PASS and early.option.call is PASS:
            how = "called pass"
        told = TEXTS.line("accepted", how, lho=lho, did=did(option.call), what=_named(early.option.call))
        yield early.episode("accepted", early.record(call), [told])
    said = TEXTS.line("accepted", "said", lho=lho)
    yield early.episode("accepted", early.record(accepted=True), [said], *_conventional(early, ()))


def _called_in_turn(early: _Early) -> Iterator[Episode]:
    """The player whose turn it was calls, without looking, before anything is ruled (28B)."""
    if early.relation == "partner":
        return
    table, turn = early.table, early.turn
    option = table.choice(turn, early.calls)
    call: dict[str, Any] = {"by": turn.value, "call": option.call.text}
    if early.relation == "lho":
        call["over"] = False
    told = TEXTS.line("in turn", turn=turn, did=did(option.call), name=early.offender, kind=_kind(early.option.call))
    yield early.episode("in turn", early.record(call), [told])


def _given_back(early: _Early) -> Iterator[Episode]:
    """LHO does not accept; the auction goes back to the player whose turn it was, and on to the offender."""
    table, offender, call = early.table, early.offender, early.option.call
    continued = _natural(early)
    if continued is None:
        return
    how = "declined at own turn" if offender.lho is early.turn else "declined"
    what = _named(call)
    before = [TEXTS.line(how, lho=offender.lho, turn=early.turn, what=what), _telling(continued)]
    record = early.record(accepted=False, continued=calls_data(continued))
    passed = _passed(early)
    calls = [*early.calls, *(option.call for _, option in continued)]
    passed_out = after(table.dealer, calls).ends_with(offender, PASS)
    if early.relation == "rho" and PASS in (call, calls[-1]):
        for wanted, told in _others(early, calls, passed_out=passed_out):
            if call.denomination == "NT" and wanted.denomination in SUITS and wanted.level < call.level:
                continue  # the hand is balanced and has the points: its player has nothing else in mind
            asks = TEXTS.line("asks", name=offender, call=to_make(wanted))
            named = wanted.symbol if wanted.is_bid else owned(offender, wanted)
            theme = "at RHO's turn" if call is PASS else "repeated"
            yield early.episode(
                theme,
                record,
                [*before, asks],
                *told,
                *passed,
                places={**dict.fromkeys(("replacement", "attempt"), named), "stands": ALLOWED},
                answer=answered(offender, "pass" if call is PASS else "repeat", what),
            )
        return
    for option in choices(table, offender, calls, early.option):
        if option.call is PASS and passed_out:
            continue  # nothing is left that partner could be barred from
        if option.call.denomination == "NT" and _is_no_notrump_hand(early, calls):
            continue
        if _skips_a_major(early, option.call, calls):
            continue
        if _hides_the_hand(early, option, calls):
            continue
        meanings = {**record["meanings"], "replacement": data_of(option)}
        chosen = {**record, "meanings": meanings, "replacement": option.call.text}
        events = [*before, TEXTS.line("chooses", name=offender, does=does(option.call))]
        theme = "replaced" if option.call is not call else "called again"
        yield early.episode(theme, chosen, events, telling(option), *passed, *_conventional(early, continued))


def _passed(early: _Early) -> list[tuple[str, str]]:
    """What partner's overcall of 1NT shows, where it has been passed: by many pairs' methods it would be artificial (30C)."""
    bids = [(seat, option) for seat, option in early.table.made[: early.place] if option.call.is_bid]
    if early.option.call is not PASS or len(bids) < _OVERCALLED:
        return []
    (opener, opened), (seat, option) = bids[-_OVERCALLED:]
    over = opener.side is not seat.side and opened.call.text == "1NT" and option.call.denomination in SUITS
    return [telling(option)] if over and seat is early.offender.partner else []


def _conventional(early: _Early, continued: Sequence[tuple[Seat, Option]]) -> list[tuple[str, str]]:
    """What partner's latest bid shows where it is artificial: what the offender calls after it rests on that."""
    made = [*early.table.made[: early.place], *continued]
    bids = [option for seat, option in made if seat is early.offender.partner and option.call.is_bid]
    return [telling(option) for option in bids[-1:] if option.meaning is not None and option.meaning.artificial]


def _others(
    early: _Early, calls: Sequence[Call], *, passed_out: bool
) -> Iterator[tuple[Call, Sequence[tuple[str, str]]]]:
    """Other calls than the one out of rotation that the offender could like at this turn, with what they show; or a pass."""
    made = early.option.call
    unwanted = (made, PASS) if passed_out else (made,)
    found = fitting(early.table, early.offender, calls)
    hand = early.table.hands[early.offender]
    held, state = lengths(hand), after(early.table.dealer, calls)
    ours = state.bidder is not None and state.bidder.side is early.offender.side
    if points(hand) >= (_RESPONDING if ours else _OPENING):
        unwanted = (made, PASS)  # nobody with such a hand thinks of a pass
    raised = made.is_bid and any(
        seat is early.offender.partner and call.denomination == made.denomination
        for seat, call in in_turn(early.table.dealer, calls)
    )
    if raised or _partner_waits(early):
        unwanted = (made, PASS)  # who has just raised partner does not want to pass the same bid
    bidding = any(seat.side is early.offender.side and call.is_bid for seat, call in in_turn(early.table.dealer, calls))
    # What the call would show does not matter here, and of a pass it would be odd to hear.
    others = [
        (option.call, [] if option.call is PASS else [telling(option)])
        for option in found
        if option.call not in unwanted
        and not (option.call.denomination == "NT" and not re.search("balanced|stopper", option.words))
        # Nor does anybody who has tried to bid a five-card suit think of notrump at once.
        and not (
            option.call.denomination == "NT"
            and made.denomination in SUITS
            and held[SUITS.index(made.denomination)] >= _REAL_SUIT
        )
        # Who begins does not think of a suit that is not the longest, nor of the lower one of two.
        and (
            bidding
            or option.call.denomination not in SUITS
            or (held[SUITS.index(option.call.denomination)] == max(held) and not _outranked(option.call, made, held))
        )
        # Nor does anybody double who has tried to bid a six-card suit.
        and not (
            option.call is DOUBLE and made.denomination in SUITS and held[SUITS.index(made.denomination)] >= _REBID
        )
        and not _is_worse(option.call, made, hand, raised=raised, begins=not bidding)
    ]
    if others or PASS in unwanted:
        yield from others
    else:
        yield PASS, []


def _partner_waits(early: _Early) -> bool:
    """Partner has doubled, or made a strong or an asking bid: nobody thinks of a pass after that."""
    partner = early.offender.partner
    made = [option for seat, option in early.table.made[: early.place] if seat is partner and option.call is not PASS]
    if not made:
        return False
    call, meaning = made[-1].call, made[-1].meaning
    if call is DOUBLE or (meaning is not None and (meaning.artificial or meaning.asks)):
        return True
    return call.text == "2NT" and points(early.table.hands[early.offender]) >= _GAME


def _is_worse(call: Call, made: Call, hand: str, *, raised: bool, begins: bool) -> bool:
    """Another suit by a player who has just raised partner, or that is no longer than the one that the player tried to bid
    and no cheaper; a first bid in a suit without an honour.
    """
    if call.denomination not in SUITS or call.denomination == made.denomination:
        return False
    held, new = lengths(hand), SUITS.index(call.denomination)
    if begins and not set(hand.split(".")[new]) & set("AKQJ"):
        return True
    if made.denomination not in SUITS:
        return False
    old = SUITS.index(made.denomination)
    return raised or held[new] < held[old] or (held[new] == held[old] and call.rank > made.rank)


def _outranked(call: Call, made: Call, held: Sequence[int]) -> bool:
    """A bid in one of two five-card suits, of which the player has tried to bid the higher one."""
    if call.denomination not in SUITS or made.denomination not in SUITS:
        return False
    new, old = SUITS.index(call.denomination), SUITS.index(made.denomination)
    return old < new and held[old] == held[new] >= _REAL_SUIT


def _natural(early: _Early) -> list[tuple[Seat, Option]] | None:
    """The calls from the player whose turn it was up to the offender's turn; None when the auction ends before."""
    made = list(takewhile(lambda one: one[0] is not early.offender, early.table.onward(early.calls)))
    ended = after(early.table.dealer, [*early.calls, *(option.call for _, option in made)]).ended
    return None if ended or any(_bids_shown_suit(early, *one) for one in made) else made


def _bids_shown_suit(early: _Early, seat: Seat, option: Option) -> bool:
    """An opponent bids the suit that the withdrawn bid has just shown: nobody who has heard it would."""
    suit, meaning = early.option.call.denomination, early.option.meaning
    if seat.side is early.offender.side or suit not in SUITS or option.call.denomination != suit or meaning is None:
        return False
    return all(shown.lengths[SUITS.index(suit)][0] >= _REAL_SUIT for shown in meaning.alternatives)


def _is_no_notrump_hand(early: _Early, calls: Sequence[Call]) -> bool:
    """Four cards in partner's major, or a suit of the opponents without a stopper: nobody bids notrump so."""
    offender, hand = early.offender, early.table.hands[early.offender]
    bids = [(seat, call.denomination) for seat, call in in_turn(early.table.dealer, calls) if call.is_bid]
    fits = (suit for seat, suit in bids if seat is offender.partner and suit in ("S", "H"))
    theirs = (suit for seat, suit in bids if seat.side is not offender.side and suit in SUITS)
    return any(lengths(hand)[SUITS.index(suit)] >= _FIT for suit in fits) or any(
        not _stops(hand, suit) for suit in theirs
    )


def _skips_a_major(early: _Early, call: Call, calls: Sequence[Call]) -> bool:
    """A response to partner's minor in no-trump or at the two level, by a player with four cards in a major to bid first."""
    if not call.is_bid or (call.level == 1 and call.denomination in _MAJORS):
        return False
    bids = [(seat, one) for seat, one in in_turn(early.table.dealer, calls) if one.is_bid]
    opened = len(bids) == 1 and bids[0][0] is early.offender.partner and bids[0][1].text in ("1C", "1D")
    return opened and max(lengths(early.table.hands[early.offender])[:2]) >= _FIT


def _hides_the_hand(early: _Early, option: Option, calls: Sequence[Call]) -> bool:
    """A pass that nobody makes on the hand, a double or no-trump instead of a long suit, a suit bid with five cards for
    partner's suit, a shorter suit, a jump in a five-card suit, or game in a minor at once.
    """
    offender, hand, call, made = early.offender, early.table.hands[early.offender], option.call, early.option.call
    bids = [(seat, one) for seat, one in in_turn(early.table.dealer, calls) if one.is_bid]
    held = lengths(hand)
    partners = {one.denomination for seat, one in bids if seat is offender.partner and one.denomination in SUITS}
    if call is PASS and made is DOUBLE:
        return max(held) >= _REBID
    if call is PASS:
        too_good = points(hand) >= _OPENING or max(held) >= _LONG or "AKQ" in hand
        return made.is_bid and (too_good or any(held[SUITS.index(suit)] >= _REAL_SUIT for suit in partners))
    wanted = held[SUITS.index(made.denomination)] if made.denomination in SUITS else 0
    state = after(early.table.dealer, calls)
    if call is DOUBLE and wanted >= _REAL_SUIT:
        return wanted >= _REBID or state.legal(offender, made)
    if call.denomination not in SUITS:
        return call.is_bid and wanted >= _LONG
    own = held[SUITS.index(call.denomination)]
    if call.denomination not in partners:
        longer = CALLS.get(f"{call.level}{made.denomination}")
        if wanted > own and longer is not None and state.legal(offender, longer):
            return True
        lower = CALLS.get(f"{call.level - 1}{call.denomination}")
        if partners and own < _REBID and lower is not None and state.legal(offender, lower):
            return True
    fits = any(held[SUITS.index(suit)] >= _REAL_SUIT for suit in partners if suit != call.denomination)
    at_once = call.level >= _MINOR_GAME and call.denomination in ("C", "D") and bool(bids) and bids[-1][1].level <= 2
    return fits or at_once


def _is_notrump_overcall(hand: str, suits: Collection[str]) -> bool:
    """A balanced hand of 15 to 18 points with four cards and a stopper in the one suit bid: everybody overcalls 1NT on it."""
    low, high = _NOTRUMP
    balanced = min(lengths(hand)) >= 2 and sum(length == 2 for length in lengths(hand)) <= 1
    return len(suits) == 1 and low <= points(hand) <= high and balanced and all(_holds(hand, suit) for suit in suits)


def _holds(hand: str, suit: str) -> bool:
    return lengths(hand)[SUITS.index(suit)] >= _FIT and _stops(hand, suit)


def _stops(hand: str, suit: str) -> bool:
    return feature(next(name for name, place in STOPPER.items() if place == SUITS.index(suit)))(read(hand))


def _telling(made: Sequence[tuple[Seat, Option]]) -> str:
    """`West and North pass, and East bids 1♥.`"""
    *others, last = clauses([(seat, option.call) for seat, option in made])
    return f"{', '.join(others)}, and {last}." if others else f"{last}."
