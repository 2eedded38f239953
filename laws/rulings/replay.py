"""Replaying an auction against correct procedure: whose turn it is, what is legal, and where it went wrong.

`diagnose` names every irregularity of an auction in the order in which a director deals with them. `Situation` is the
first of them with all that the procedures of Laws 23 to 39 want to know about it: who offended, at whose turn, who
called next.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, wraps
from typing import Any, Final, TypeVar

from laws.rulings.calls import PASS, SUITS, Call, parse_call
from laws.rulings.meanings import Meaning, specified, specified_suits
from laws.rulings.play.irregular import IrregularPlay, PlaySeen, see_play
from laws.rulings.record import BadRecord, Made, TableRecord, undoubled
from laws.rulings.seats import Seat

T = TypeVar("T")


class Kind(StrEnum):
    """What can be wrong with a call; the value is the law that names it."""

    OUT_OF_ROTATION = "17C"
    INSUFFICIENT = "18D"
    INADMISSIBLE_DOUBLE = "19A1"
    INADMISSIBLE_REDOUBLE = "19B1"
    CHANGE_OF_CALL = "25B"
    REQUIRED_TO_PASS = "35B"
    MORE_THAN_SEVEN = "35C"
    AFTER_FINAL_PASS = "35D"
    SKIPPED_BY_PASSES = "17D3"


SUITS_SPECIFIED_FINDING: Final = "suits_specified"
"""The finding that tells which suits the offender specified: `suits_SH` for spades and hearts, `suits_none` for none."""

NAMES: Final = {
    Kind.OUT_OF_ROTATION: "call out of rotation",
    Kind.INSUFFICIENT: "insufficient bid",
    Kind.INADMISSIBLE_DOUBLE: "inadmissible double",
    Kind.INADMISSIBLE_REDOUBLE: "inadmissible redouble",
    Kind.CHANGE_OF_CALL: "change of call",
    Kind.REQUIRED_TO_PASS: "action violating an obligation to pass",
    Kind.MORE_THAN_SEVEN: "bid of more than seven",
    Kind.AFTER_FINAL_PASS: "call after the final pass",
    Kind.SKIPPED_BY_PASSES: "passes that deprived a player of a turn",
}
"""What a director calls each kind."""
OPENINGS: Final = {
    Kind.OUT_OF_ROTATION: "{irregular} was out of turn: it was {correct}'s turn to call",
    Kind.INSUFFICIENT: "{irregular} is insufficient",
    Kind.CHANGE_OF_CALL: "{offender} has changed {original} to {irregular}",
}
"""With what a ruling on such a call begins at the table; of the others the ruling itself says what is wrong with them."""

_USUAL: Final = "duplicate-2017"
"""The code of a record that names none, or one that nobody knows."""
LAWS: Final[dict[str, Callable[[Irregularity], str]]] = {}
"""By edition, which of its laws deals with an irregular call; the laws say it themselves (`laws.rulings.declaration`)."""


@dataclass(frozen=True, slots=True)
class Irregularity:
    """One irregular call.

    index: its place in the record's auction; made: the call; kinds: what is wrong with it; turn: whose turn it was;
    falls_with: the index of an earlier irregular call whose rectification cancels this one too (36A, 38B, 39A), so that
    there is nothing left to rule on; standing: the legal auction before it; edition: whose numbers the laws have;
    where: the field of the record it stands in, `auction` or a later one, with `index` its place there.
    """

    index: int
    made: Made
    kinds: tuple[Kind, ...]
    turn: Seat
    falls_with: int | None = None
    standing: Standing | None = field(default=None, compare=False, repr=False)
    edition: str = field(default=_USUAL, compare=False, repr=False)
    where: str = "auction"

    @property
    def path(self) -> str:
        """The call as a field of the record, for messages: `auction[3]`, `replacement`."""
        return self.where if self.where == "replacement" else f"{self.where}[{self.index}]"

    @property
    def law(self) -> str:
        """The number of the law that deals with it, in the code of its edition; empty where none does."""
        law_of = LAWS.get(self.edition) or LAWS[_USUAL]
        return law_of(self)

    @property
    def name(self) -> str:
        """What is wrong, in words."""
        return ", ".join(NAMES[kind] for kind in self.kinds)


_blank = object.__new__
"""A copy is filled from its original, and an auction is copied at every call: no need to set it up first."""


class Standing:
    """The legal state of an auction: last bid, doubled or not, whose turn, ended or not."""

    __slots__ = ("bid", "bidder", "doubler", "ended", "multiplier", "passes", "turn")

    def __init__(self, dealer: Seat) -> None:
        self.turn = dealer
        self.bid: Call | None = None
        self.bidder: Seat | None = None
        self.doubler: Seat | None = None
        self.multiplier = 1
        self.passes = 0
        self.ended = False

    def copy(self) -> Standing:
        """The same state, to try a call on."""
        other: Standing = _blank(Standing)
        other.turn, other.doubler = self.turn, self.doubler
        other.bid, other.bidder, other.multiplier = self.bid, self.bidder, self.multiplier
        other.passes, other.ended = self.passes, self.ended
        return other

    def take(self, by: Seat, call: Call) -> None:
        """The call is made, or treated as if it were legal; the turn goes to the player's left."""
        if call.is_bid:
            self.bid, self.bidder, self.multiplier, self.passes = call, by, 1, 0
        elif call.text == "P":
            self.passes += 1
        elif call.text == "X":
            self.multiplier, self.doubler, self.passes = 2, by, 0
        else:
            self.multiplier, self.passes = 4, 0
        self.turn = by.lho
        self.ended = self.passes == 4 or (self.passes == 3 and self.bid is not None)

    def ends_with(self, by: Seat, call: Call) -> bool:
        """Whether the auction would be over with this call."""
        state = self.copy()
        state.take(by, call)
        return state.ended

    def sufficient(self, call: Call) -> bool:
        """Law 18C: the bid supersedes the last bid."""
        return self.bid is None or call.rank > self.bid.rank

    def admissible(self, by: Seat, call: Call) -> bool:
        """Laws 19A1, 19B1: a double of an opponent's undoubled bid, a redouble of an opponent's double.

        True for others.
        """
        if call.text == "X":
            return self.bidder is not None and self.multiplier == 1 and by.side is not self.bidder.side
        if call.text == "XX":  # the double may be one that nobody could make: partner's is no opponent's
            return self.multiplier == 2 and self.doubler is not None and by.side is not self.doubler.side
        return True

    def legal(self, by: Seat, call: Call) -> bool:
        """The player may make the call at his turn (Laws 18 and 19; obligations to pass aside)."""
        if call.is_bid:
            return call.level <= 7 and self.sufficient(call)
        return self.admissible(by, call)

    def faults(self, by: Seat, call: Call) -> tuple[Kind, ...]:
        """What is wrong with a call, rotation aside."""
        if call.is_bid:
            if call.level > 7:
                return (Kind.MORE_THAN_SEVEN,)
            return () if self.sufficient(call) else (Kind.INSUFFICIENT,)
        if self.admissible(by, call):
            return ()
        return (Kind.INADMISSIBLE_DOUBLE,) if call.text == "X" else (Kind.INADMISSIBLE_REDOUBLE,)


class _Duties:
    """Who is required to pass at which call of the auction (Laws 26 to 37 silence players, 35B and 28A ask about it)."""

    __slots__ = ("_open", "_record")

    def __init__(self, record: TableRecord) -> None:
        self._record = record
        self._open = dict(record.must_pass)

    def bind(self, player: Seat, index: int) -> bool:
        """The player has to pass if it is his turn at this place of the auction."""
        duty = self._open.get(player)
        if duty is None:
            return False
        return _is_last_of(self._record, player, index) if duty.since is None else index >= duty.since

    def binds_later(self, player: Seat) -> bool:
        """The player has to pass at a turn that comes after the record's auction."""
        return player in self._open

    def had_a_turn_later(self, player: Seat) -> None:
        """A turn after the record's auction is over: what the player owed once is done with."""
        if player in self._open and self._open[player].extent == "once":
            del self._open[player]

    def turn_over(self, player: Seat, index: int) -> None:
        """The player has had his turn: what he owed once is done with."""
        duty = self._open.get(player)
        if duty is not None and duty.extent == "once" and duty.since is not None and index >= duty.since:
            del self._open[player]


def must_pass_now(record: TableRecord, player: Seat) -> bool:
    """Whether the law obliges a player to pass at the next turn after the record's auction.

    An obligation to pass once is over when the player has had that turn (Laws 24B, 30B1(b)(ii), 31A2(b), 32A2(b)).
    """
    duties = _Duties(record)
    for index, made in enumerate(record.auction):
        duties.turn_over(made.by, index)
    return duties.binds_later(player)


def diagnose(record: TableRecord, seen: list[Standing] | None = None) -> list[Irregularity]:
    """Every irregularity of the record's calls, in the order in which a director deals with them.

    That is the order of the calls, for an earlier irregularity decides what becomes of the later calls; a correct
    auction gives an empty list. What the record tells of the calls after a ruling (`continued`, `replacement`, `after`)
    is looked at too, and comes last: `where` and `index` say where such a call stands.

    After an irregular call the replay follows the players: a call by the offender's left-hand opponent treats it as legal
    (27A1, 29A, 37A); a second call by the offender replaces it; a call by the player whose turn it was sets it aside
    (28B). A call after the final pass changes nothing (39A), and three passes end no auction in which one of them jumped
    a player's turn (17D3).

    seen: gets for each call of the auction the legal auction that it was made over.
    """
    found: list[Irregularity] = []
    standing = Standing(record.dealer)
    before = standing
    jumper: Irregularity | None = None  # the first of a run of passes that was made at another player's turn
    pending: Irregularity | None = None
    duties = _Duties(record) if record.must_pass else None
    for index, made in enumerate(record.auction):
        by = made.by
        if pending is not None and Kind.AFTER_FINAL_PASS in pending.kinds:
            pending = None  # it changed nothing, and nothing can be called over it (39A)
        if pending is not None and by is pending.made.by:
            standing = before  # the offender calls again: his first call is out of the way
            jumper = None if jumper is pending else jumper
            pending = None
            if standing.legal(by, made.call) and standing.turn is by:
                before = standing.copy()
                if seen is not None:
                    seen.append(before)
                standing.take(by, made.call)
                continue
        elif pending is not None and by is pending.turn and _in_turn(record, pending, made):
            standing = before
            jumper = None if jumper is pending else jumper
            pending = None
        if jumper is not None and jumper.standing is not None and standing.ended:
            standing, jumper = jumper.standing.copy(), None
        if duties is not None and _waits_for_a_pass(duties, standing, by, index):
            _pass_unsaid(duties, standing, index)
        kinds = () if made.stands else _kinds(record, standing, before, made, index, duties)
        if seen is not None:
            seen.append((before if Kind.CHANGE_OF_CALL in kinds else standing).copy())
        if duties is not None:
            duties.turn_over(by, index)
        if not kinds:
            pending = None
            before = standing.copy()
            standing.take(by, made.call)
            if made.call is not PASS:
                jumper = None
            continue
        pending = Irregularity(index, made, kinds, standing.turn, standing=standing.copy(), edition=record.edition)
        found.append(pending)
        if Kind.AFTER_FINAL_PASS in kinds:
            continue
        if made.call is not PASS:
            jumper = None
        elif jumper is None and by is not standing.turn:
            jumper = pending
        before = standing.copy()
        standing.take(by, made.call)
    if record.continued or record.after or (found and record.replacement):
        found += _after_the_ruling(record, found, standing, duties)
    return _fallen(record, found) if len(found) > 1 else found


def _in_turn(record: TableRecord, pending: Irregularity, made: Made) -> bool:
    """The player whose turn it was calls in turn, and not over the irregular call (28B; over a first call, 25B1).

    Who called next and is the offender's left-hand opponent as well may have done either: the record says it, of the call
    or of the choice; where it does not, the call counts as one over the irregular call.
    """
    if made.by is not pending.made.by.lho:
        return True
    return record.accepted is False or (made.over is False and record.accepted is None)


def _after_the_ruling(
    record: TableRecord, found: Sequence[Irregularity], standing: Standing, duties: _Duties | None
) -> list[Irregularity]:
    """Irregular calls among those that the record tells of after the first irregular call was dealt with.

    A record may leave out calls before the replacement and before the first call of `after`: those two are taken to be
    in turn. An irregular call counts as accepted here when the next player calls over it, as everywhere.
    """
    state = _standing_after_the_ruling(record, found, standing)
    before = state
    later: list[Irregularity] = []
    for where, index, made in _calls_after_the_ruling(record, found):
        told = where == "continued" or (where == "after" and index > 0)
        if not told and not state.ended:
            state = state.copy()
            state.turn = made.by
        kinds: tuple[Kind, ...]
        if made.stands:
            kinds = ()
        elif state.ended:
            kinds = (Kind.AFTER_FINAL_PASS,)
        elif made.by is not state.turn and made.by.lho is state.turn and before is not state:
            kinds = (Kind.CHANGE_OF_CALL, *before.faults(made.by, made.call))
        else:
            kinds = () if made.by is state.turn else (Kind.OUT_OF_ROTATION,)
            if duties is not None and made.call is not PASS and duties.binds_later(made.by):
                kinds = (*kinds, Kind.REQUIRED_TO_PASS)
            kinds += state.faults(made.by, made.call)
        if kinds:
            standing, edition = state.copy(), record.edition
            later.append(Irregularity(index, made, kinds, state.turn, standing=standing, edition=edition, where=where))
        if duties is not None:
            duties.had_a_turn_later(made.by)
        if Kind.AFTER_FINAL_PASS not in kinds:
            before = state
            state = state.copy()
            state.take(made.by, made.call)
    return later


def _standing_after_the_ruling(record: TableRecord, found: Sequence[Irregularity], standing: Standing) -> Standing:
    """The legal auction from which it goes on: an accepted call is part of it, a cancelled one is not."""
    first = found[0] if found else None
    if first is None or first.standing is None:
        return standing.copy()
    state = first.standing.copy()
    if record.accepted:
        state.take(first.made.by, first.made.call)
    elif record.replacement is None and not _void(first) and first.index + 1 < len(record.auction):
        return standing.copy()  # the players went on from it, and the replay has followed them
    return state


def _void(item: Irregularity) -> bool:
    """A call that never becomes part of the auction, whoever calls after it (36A, 38B, 39A)."""
    return not _NEVER_LEGAL.isdisjoint(item.kinds)


_NEVER_LEGAL: Final = frozenset(
    (Kind.AFTER_FINAL_PASS, Kind.MORE_THAN_SEVEN, Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE)
)


def _calls_after_the_ruling(record: TableRecord, found: Sequence[Irregularity]) -> list[tuple[str, int, Made]]:
    """The calls with their places. A call out of rotation is replaced at the offender's proper turn, others at once."""
    first = found[0] if found else None
    continued = [("continued", i, made) for i, made in enumerate(record.continued)]
    after = [("after", i, made) for i, made in enumerate(record.after)]
    if first is None or record.replacement is None or record.accepted:
        return [*continued, *after]
    offered = ("replacement", 0, replace(record.replacement, by=first.made.by))
    if Kind.OUT_OF_ROTATION in first.kinds:
        return [*continued, offered, *after]
    return [offered, *continued, *after]


def _fallen(record: TableRecord, found: list[Irregularity]) -> list[Irregularity]:
    """The irregularities with each told whether it falls with an earlier one."""
    told: list[Irregularity] = []
    cause: int | None = None
    for item in found:
        if item.where != "auction":
            told.append(item)
            continue
        told.append(replace(item, falls_with=cause))
        if cause is None and _cancels_what_follows(record, item):
            cause = item.index
    return told


def _cancels_what_follows(record: TableRecord, item: Irregularity) -> bool:
    """38B and 39A always, 36A once offender's LHO has called: every later call is void."""
    if Kind.AFTER_FINAL_PASS in item.kinds or Kind.MORE_THAN_SEVEN in item.kinds:
        return True
    if not {Kind.INADMISSIBLE_DOUBLE, Kind.INADMISSIBLE_REDOUBLE} & set(item.kinds):
        return False
    rest = record.auction[item.index + 1 :]
    return bool(rest) and rest[0].by is item.made.by.lho and record.noticed != "play"


def _pass_unsaid(duties: _Duties, standing: Standing, index: int) -> None:
    """28A: somebody called at the turn of a player who must pass. His pass counts, unless it would end the auction."""
    player = standing.turn
    state = standing.copy()
    state.take(player, PASS)
    if not state.ended:
        standing.take(player, PASS)
        duties.turn_over(player, index)


def _kinds(
    record: TableRecord, standing: Standing, before: Standing, made: Made, index: int, duties: _Duties | None
) -> tuple[Kind, ...]:
    """What is wrong with a call; one that changes the player's own last call is measured against the auction before it."""
    if standing.ended:
        return (Kind.AFTER_FINAL_PASS,)
    kinds: tuple[Kind, ...] = ()
    if made.by is not standing.turn and not (duties and _waits_for_a_pass(duties, standing, made.by, index)):
        if index and record.auction[index - 1].by is made.by:
            return (Kind.CHANGE_OF_CALL, *before.faults(made.by, made.call))
        if made.call is PASS and _deprives(record, standing, index):
            return (Kind.SKIPPED_BY_PASSES,)
        kinds = (Kind.OUT_OF_ROTATION,)
    if duties is not None and made.call is not PASS and duties.bind(made.by, index):
        kinds = (*kinds, Kind.REQUIRED_TO_PASS)
    return kinds + standing.faults(made.by, made.call)


def _waits_for_a_pass(duties: _Duties, standing: Standing, by: Seat, index: int) -> bool:
    """Law 28A: a call at the turn of a right-hand opponent who must pass anyhow is in rotation."""
    return by.rho is standing.turn and not standing.ended and duties.bind(by.rho, index)


def _is_last_of(record: TableRecord, player: Seat, index: int) -> bool:
    """The player does not call again later, and no turn of his has passed since.

    What he must do, he must do when the record's auction ends; what he called in earlier rounds was before that.
    """
    rest = record.auction[index + 1 :]
    return len(rest) < len(Seat) and all(made.by is not player for made in rest)


def _considered_in_rotation(record: TableRecord) -> Irregularity | None:
    """A call at the turn of a player who must pass (28A), or one made at the same moment as the call before it (33).

    That is no irregularity, but a director is asked about it.
    """
    standing = Standing(record.dealer)
    for index, made in enumerate(record.auction):
        if made.together or (made.by is not standing.turn and not standing.ended and not made.stands):
            return Irregularity(index, made, (), standing.turn, standing=standing, edition=record.edition)
        standing.take(made.by, made.call)
    return None


def _dealt_with(record: TableRecord, found: Sequence[Irregularity]) -> Irregularity | None:
    """The call that is ruled on: the first irregular one of the auction, else one that a director is asked about."""
    first = found[0] if found and found[0].where == "auction" else None
    return first or _said_to_be_a_slip(record) or _considered_in_rotation(record)


def _said_to_be_a_slip(record: TableRecord) -> Irregularity | None:
    """Law 25A: the last call of the player who says that he meant another one. The call itself was in order."""
    if record.intended is None:
        return None
    who = record.offender or (record.auction[-1].by if record.auction else None)
    standing = Standing(record.dealer)
    last: tuple[int, Standing] | None = None
    for index, made in enumerate(record.auction):
        if made.by is who:
            last = index, standing.copy()
        standing.take(made.by, made.call)
    if last is None:
        return None
    index, before = last
    return Irregularity(index, record.auction[index], (), before.turn, standing=before, edition=record.edition)


def _deprives(record: TableRecord, standing: Standing, index: int) -> bool:
    """Law 17D3: nothing but passes follows a call, three in all, and this one jumped a player's turn.

    A player who calls before anybody else has not lost that turn: 28B or 29A says what becomes of the pass. One who calls
    when the three passes have been made uses the turn that 17D3 gives back.
    """
    rest = record.auction[index:]
    if len(rest) > 1 and rest[1].by is standing.turn:
        return False
    passes = 0
    for made in rest:
        if made.call is not PASS:
            break
        passes += 1
    needed = 3 if standing.bid is not None else 4  # without a bid the call that three passes follow is a pass itself
    if standing.passes + passes < needed:  # and no acceptance under 29A changes that (minute of Beijing, 2008)
        return False
    return passes == len(rest) or rest[passes].by is standing.turn


def once(look: Callable[[Situation], T]) -> Callable[[Situation], T]:
    """A look at a situation that several facts rest on, so that it is taken once for each situation."""

    @wraps(look)
    def looked(at: Situation) -> T:
        try:
            found: T = at.seen[look]
        except KeyError:
            found = at.seen[look] = look(at)
        return found

    return looked


class Situation:
    """The irregular call that is ruled on, and everything around it that a record shows.

    Attributes: `record`; `irregularity`; `offender`, `call`, `meaning` (of the call that may be withdrawn); `turn`
    (the seat whose turn it was); `standing` (the legal auction before the irregular call); `offered` (all the calls
    the offender made or tried in its place, in their order; after a call out of rotation only the one at his proper
    turn); `original` (the first of two calls that a player made at one turn, or None); `next_made` (the next call by
    another player before the director ruled, or None); `play` (the play that the record tells, diagnosed, or None).
    """

    def __init__(self, record: TableRecord) -> None:
        self.record = record
        found = diagnose(record)
        self.irregularities = found
        self.irregularity = _dealt_with(record, found)
        self.kinds: tuple[Kind, ...] = ()
        self.names: dict[str, str] | None = None  # what words call everybody here, once worked out
        self.resolved: dict[tuple[bool, str], object] = {}  # the seats, sides and calls of parts, once worked out
        self.seen: dict[Callable[[Situation], Any], Any] = {}  # what several facts rest on, once worked out (`once`)
        self.meaning = record.withdrawn
        self.substituted: Made | None = None
        self.original: Made | None = None
        self.next_made: Made | None = None
        self.premature = record.premature
        self.later_calls = 0
        self.play = _play_of(record)
        if self.irregularity is None:
            self.offender = record.offender or record.dealer
            if self.irregular_play is not None:
                self.offender = record.offender or self.irregular_play.player
                self.turn = self.irregular_play.turn
            self.standing, self.offered = self._standing(), self._offered()
            return
        self.offender = self.irregularity.made.by
        self.call = self.irregularity.made.call
        self.kinds = self.irregularity.kinds
        self.turn = self.irregularity.turn
        self.meaning = self.meaning or self.irregularity.made.meaning
        index = self.irregularity.index
        rest = record.auction[index + 1 :]
        if Kind.CHANGE_OF_CALL in self.kinds:
            self.original = record.auction[index - 1]
        self.substituted = rest[0] if rest and rest[0].by is self.offender else None
        self.premature = self.premature or self.substituted is not None
        self.next_made = next((made for made in rest if made.by is not self.offender), None)
        self.later_calls = len(rest)
        self.standing, self.offered = self._standing(), self._offered()

    @cached_property
    def irregular_play(self) -> IrregularPlay | None:
        """The irregular card that is ruled on: the one that the record names among its cards, else the first one of the play;
        None where an irregular call is ruled on.
        """
        if self.play is None or self.irregularity is not None:
            return None
        return next((one for one in self.play.irregular if one.card in self.record.cards), self.play.first)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that it is about: those that the record names, else the irregular one that was played."""
        if self.record.cards or self.irregular_play is None:
            return self.record.cards
        return (self.irregular_play.card,)

    @property
    def turn_role(self) -> str:
        """Whose turn it was, seen from the offender: `rho`, `partner`, `lho`, or `offender`."""
        offender = self.offender
        return {offender: "offender", offender.rho: "rho", offender.partner: "partner", offender.lho: "lho"}[self.turn]

    @property
    def called_before(self) -> bool:
        """The offender had called before the irregular call."""
        index = self.irregularity.index if self.irregularity else 0
        return any(made.by is self.offender for made in self.record.auction[:index])

    def _standing(self) -> Standing:
        if self.irregularity is not None and self.irregularity.standing is not None:
            return self.irregularity.standing
        standing = Standing(self.record.dealer)
        for made in self.record.auction:
            standing.take(made.by, made.call)
        return standing

    @cached_property
    def made_over(self) -> tuple[Standing, ...]:
        """For each call of the auction the legal auction that it was made over: without what was withdrawn or set aside."""
        seen: list[Standing] = []
        diagnose(self.record, seen)
        return tuple(seen)

    def stands(self, index: int) -> bool | None:
        """Whether a call of the auction is part of the legal auction; None while that is still for a player to choose."""
        fault = next((item for item in self.irregularities if item.where == "auction" and item.index == index), None)
        if fault is None:
            return True
        rest = self.record.auction[index + 1 :]
        if _void(fault) or fault.falls_with is not None:
            return False
        if rest:  # the replay has followed what the next player did: called over it, or set it aside
            over = self.made_over[index + 1]
            return over.bid is fault.made.call and over.bidder is fault.made.by
        if fault is self.irregularity and self.record.replacement is not None and not self.record.accepted:
            return False
        return self.record.accepted if fault is self.irregularity else None

    @property
    def first_of_moment(self) -> Made | None:
        """The call that was in turn among calls made at the same moment as the irregular one (33), or None."""
        if self.irregularity is None or not self.irregularity.made.together:
            return None
        index = self.irregularity.index
        while self.record.auction[index].together:
            index -= 1
        return self.record.auction[index]

    @cached_property
    def at_replacement(self) -> Standing:
        """The legal auction at the offender's turn to replace his call: with `continued`, which is checked here.

        Raises BadRecord when a call of `continued` is out of turn or illegal.
        """
        return advance(self.standing, self.record.continued, "continued")

    @property
    def rho_call(self) -> Call | None:
        """What the offender's RHO called when the auction was given back to him, if the record tells."""
        for made in self.record.continued:
            if made.by is self.offender.rho:
                return made.call
        return None

    def _offered(self) -> tuple[Made, ...]:
        if Kind.OUT_OF_ROTATION in self.kinds:
            return (self.record.replacement,) if self.record.replacement else ()
        first: tuple[Made, ...] = ()
        if self.substituted is not None:
            meaning = self.substituted.meaning or self.record.chosen
            first = (replace(self.substituted, meaning=meaning),)
        last = (self.record.replacement,) if self.record.replacement else ()
        return first + self.record.attempted + last

    def protected_suits(self, *, attempt_cancelled: bool = False) -> frozenset[str]:
        """Law 26B: the suits that the offender specified in the legal auction, as found out, or else as the calls show.

        attempt_cancelled: the offender's first attempt at a replacement is not part of it (27B3).
        """
        if stated := self.record.findings.get(SUITS_SPECIFIED_FINDING):
            return frozenset(suit for suit in SUITS if suit in stated)
        return self.suits_shown(attempt_cancelled=attempt_cancelled)

    def suits_shown(self, *, attempt_cancelled: bool = False) -> frozenset[str]:
        """The suits that the offender's calls in the legal auction specify; one that nobody has explained is natural."""
        legal = self.legal_calls(attempt_cancelled=attempt_cancelled)
        return frozenset().union(
            *(specified_suits(made.call, self.shown_by(made)) for made in legal if made.by is self.offender)
        )

    def legal_calls(self, *, attempt_cancelled: bool = False) -> tuple[Made, ...]:
        """The auction without withdrawn calls, as far as the record tells it.

        attempt_cancelled: the offender's first attempt at a replacement is not part of it (27B3).
        """
        return self._legal_with(self.offered[1:]) if attempt_cancelled else self._legal()

    @once
    def _legal(self) -> tuple[Made, ...]:
        return self._legal_with(self.offered)

    def _legal_with(self, offered: tuple[Made, ...]) -> tuple[Made, ...]:
        index = self.irregularity.index if self.irregularity else len(self.record.auction)
        replacement = offered[-1] if offered else None
        before = self.record.auction[:index]
        if self.original is not None and self._change_accepted:
            before = (*before[:-1], Made(self.offender, self.call, self.meaning))  # 25B1: the first call is withdrawn
        return (
            *before,
            *self.record.continued,
            *((Made(self.offender, replacement.call, replacement.meaning),) if replacement else ()),
            *self.record.after,
        )

    @property
    def _change_accepted(self) -> bool:
        """25B1: LHO accepts the second call, in words or by calling over it on purpose."""
        made = self.next_made
        called_over = made is not None and made.by is self.offender.lho and bool(made.over)
        return bool(self.record.accepted) or called_over

    def shown_by(self, made: Made) -> Meaning | None:
        """What a call of the offender's side shows: as told with it, or for a bid, of which there is one, in the system."""
        return made.meaning or (self.meaning_in_system(made.call) if made.call.is_bid else None)

    def meaning_in_system(self, call: Call) -> Meaning | None:
        """What the offender's side says the call would show in this auction, if the record tells."""
        return self.record.system.get(call.text)

    def specifies(self, call: Call, meaning: Meaning | None) -> frozenset[tuple[str, str]]:
        """The denominations a call specifies; see `laws.rulings.meanings.specified`."""
        return specified(call, meaning)

    @property
    def knows_seats(self) -> bool:
        """Roles can be told by seats: there is an irregular call, or the record names the offender."""
        return self.irregularity is not None or self.record.offender is not None or self.irregular_play is not None

    def seat(self, role: str) -> Seat:
        """The seat that plays a role in this situation: offender, partner, lho, rho or correct (whose turn it was)."""
        if role == "correct":
            return self.turn
        offender = self.offender
        return {"offender": offender, "partner": offender.partner, "lho": offender.lho, "rho": offender.rho}[role]


def _play_of(record: TableRecord) -> PlaySeen | None:
    if record.play is None or record.declarer is None:
        return None
    contract = parse_call(undoubled(record.contract)) if record.contract else None
    return see_play(record.play, contract, record.declarer, record.edition)


def advance(standing: Standing, calls: Sequence[Made], path: str) -> Standing:
    """The auction after more legal calls.

    Raises BadRecord naming the first call that is out of turn, illegal or too late.
    """
    state = standing.copy()
    for i, made in enumerate(calls):
        if state.ended:
            raise BadRecord(f"record.{path}[{i}]", "a call after the final pass; expected no more calls")
        if made.stands:
            state.take(made.by, made.call)
            continue
        if made.by is not state.turn:
            raise BadRecord(f"record.{path}[{i}].by", f"{made.by} calls; expected {state.turn}, whose turn it is")
        if not state.legal(made.by, made.call):
            raise BadRecord(f"record.{path}[{i}].call", f"{made.call} is not legal here; expected a legal call")
        state.take(made.by, made.call)
    return state
