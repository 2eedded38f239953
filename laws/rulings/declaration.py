"""What a law says of itself, beside its procedure.

The engine, the checks of a record, the diagnosis, the assistant and the staging of tables read it here, so nobody but the
law has to know its number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal

from laws.rulings.calls import Call
from laws.rulings.play.irregular import IrregularPlay
from laws.rulings.play.position import Position
from laws.rulings.replay import Irregularity, Kind, Situation
from laws.rulings.seats import Seat

if TYPE_CHECKING:
    from laws.rulings.ruling import Ruling

Party = Literal["offender", "player"]
"""Fields of a record that name a seat: who offended, and the player whom a case about information is about."""


Facts = Mapping[str, Any]
"""A path: fact ids with their answers."""
Table = dict[str, Any]
"""Plain data of a record."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Whom a record has to name for a law that no auction shows, and how they belong together.

    needed: the fields. player: who the player can be, seen from the offender. one_offender: an irregular call of the
    auction, if there is one, is the offender's.
    """

    needed: tuple[Party, ...]
    player: Literal["anybody", "opponent", "own side", "offender"] = "anybody"
    one_offender: bool = True


@dataclass(frozen=True, slots=True)
class Matter:
    """An irregular call that a law deals with.

    rank: several laws may speak of one call, and the law with the lowest rank is ruled by.

    - 10 for what is outside the auction, or gives a lost turn back;
    - 20 for what is no call at all, in turn, out of it or in place of the player's own call;
    - 30 for a second call by one player, whatever is wrong with it;
    - 40 for the call of a player who has to pass;
    - 50 for a bid that is not enough, and 60 for a call out of turn;
    - 70 for what is in turn, and cannot be made.
    """

    rank: int
    is_it: Callable[[Irregularity], bool]


def of_kind(rank: int, *kinds: Kind) -> Matter:
    """The calls with which one of these things is wrong."""
    wrong = frozenset(kinds)
    return Matter(rank, lambda found: not wrong.isdisjoint(found.kinds))


@dataclass(frozen=True, slots=True)
class PlayMatter:
    """An irregular card that a law deals with.

    rank: several laws may speak of one card, and the law with the lowest rank is ruled by: 10 for the opening lead, 20 for
    leads and plays out of turn, 30 for what breaks an obligation, 40 for revokes, with room between.
    """

    rank: int
    is_it: Callable[[IrregularPlay], bool]


def plays_of(rank: int, *kinds: str) -> PlayMatter:
    """The cards with which one of these things is wrong (`laws.rulings.play.irregular.PlayKind`)."""
    wrong = frozenset(kinds)
    return PlayMatter(rank, lambda found: found.kind in wrong)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A record for which a law is wanted though nothing in its auction is irregular, or before anything irregular is looked
    at. rank: as of a matter, among these.
    """

    rank: int
    when: Callable[[Situation], bool]


def _always_possible(facts: Facts) -> str:
    return ""


@dataclass(frozen=True, slots=True, eq=False)
class Staging:
    """How tables are made that show the paths of a law.

    stage: makes the table of a path. stock: where there is none, the tables among which one is looked for; where that is
    not told either, tables at which the players are seated. impossible: why no table can show a path; empty where one can.
    """

    stage: Callable[[Facts], Table] | None = None
    stock: Callable[[], Iterable[Table]] | None = None
    impossible: Callable[[Facts], str] = _always_possible


@dataclass(frozen=True, slots=True)
class Comparing:
    """A provision that asks for a comparable call: what happened, the calls it is about, and the way to it.

    calls: `bid`, `pass`, `double`; the way: answers to the procedure of the law that lead to the question.
    """

    provision: str
    words: str
    calls: tuple[str, ...]
    way: Facts


@dataclass(frozen=True, slots=True)
class Common:
    """That Directors are often called about it. rank: the commonest first; words: what a Director calls it."""

    rank: int
    words: str


def _never(situation: Situation) -> bool:
    return False


@dataclass(frozen=True, slots=True, eq=False)
class Declaration:
    """A law's own words about when it is wanted and what a record of it holds.

    matters: the irregular calls that it deals with, for which the engine chooses it. plays: the irregular cards. wanted:
    the records without one for which it does. about: where it is asked for by name, what has to be wrong with the irregular
    call of the record; calls: which calls it can be, all if none are told; in_order: when it is asked about a call that
    turns out to be in order. fits: refuses any other record that it cannot rule on, by raising BadRecord. seats: whom the
    record has to name. staging: how its tables are made. elsewhere: by the slugs of other books the number of the procedure
    there that is about the same, where it is not this number; those that have none are left out. takes_over: what a later
    record about this law states of an earlier ruling on the board, besides the offender. comparing: the provisions that ask
    for a comparable call. compares: it is the law that says what that is. before_lead: what it asks before a hand leads to
    a trick, as fields of a record of that moment beside the board and the play; None where it asks nothing. common: that it
    is wanted often, so that it is offered first. also: what else people say when it is wanted, for somebody who searches.
    """

    matters: tuple[Matter, ...] = ()
    before_lead: Callable[[Position, Seat], Table | None] | None = None
    plays: tuple[PlayMatter, ...] = ()
    wanted: Wanted | None = None
    about: tuple[Kind, ...] = ()
    calls: Callable[[Call], bool] | None = None
    in_order: Callable[[Situation], bool] = _never
    fits: Callable[[Situation], None] | None = None
    seats: Seats | None = None
    staging: Staging | None = None
    elsewhere: Mapping[str, str] | None = None
    takes_over: Callable[[Ruling, Situation], Table] | None = None
    comparing: tuple[Comparing, ...] = ()
    compares: bool = False
    common: Common | None = None
    also: tuple[str, ...] = ()


SILENT: Final = Declaration()
"""A law that is asked for by name, about any record."""
