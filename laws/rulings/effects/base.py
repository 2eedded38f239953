"""What a ruling can decide, one small class for each kind of effect.

Effects speak of roles (`partner` = the offender's partner) and of calls by their part in the case (`irregular`,
`replacement`, `attempt`, `over`), so one procedure serves every table; `outcome()` gives them the seats, calls and
suits of a record, in the vocabulary of the ruling cases. `main` effects decide what happens to the calls and the
players; the others are rights, duties and information that belong to the ruling as well. An effect that is not `spoken`
is told only until it has been done.

Each kind says itself when its sentence comes as the ruling is spoken (`moment`) and whether the table hears it or it is
the Director's own step (`aloud`); a right and an action say so where they are named. `laws.rulings.speech` does the rest.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NamedTuple, NewType, get_args

from laws.rulings.play.position import Position
from laws.rulings.replay import Situation
from laws.rulings.roles import Role, Side, seat_of, side_of

CallPart = Literal["irregular", "replacement", "attempt", "over", "intended", "original"]
"""The parts that calls play in a case."""
CALLS: Final[tuple[str, ...]] = get_args(CallPart)


class Moment(IntEnum):
    """When a sentence of a ruling is spoken. What was found comes first, what waits for the end of play last."""

    FOUND = 1
    """What has happened, and what the Director has established."""
    CALLS = 2
    """What becomes of the calls, the cards and the board."""
    CHOICE = 3
    """What a player may choose now, and may know or ask before choosing."""
    DUTY = 4
    """What somebody has to do now."""
    ONWARD = 5
    """How the auction goes on, and why so."""
    REST = 6
    """What holds for players in the rest of the auction and of the board."""
    LEAD = 7
    """What may be led."""
    INFORMATION = 8
    """Who may use what they have learned."""
    SCORE = 9
    """What becomes of the score."""
    AFTER = 10
    """What somebody does when play is over."""

    @property
    def lasts(self) -> bool:
        """It holds whatever is chosen and found afterwards, and so is spoken after that."""
        return self >= Moment.ONWARD


class Later(NamedTuple):
    """What follows a decision in its ruling, as far as it can make the decision past.

    chosen: the players who made a choice, each with the question that they answered. settled: whoever had to call has
    called. finished: the score is decided, so the board is over. after: the decisions.
    """

    chosen: tuple[tuple[Role, str], ...]
    settled: bool
    finished: bool
    after: tuple[Effect, ...]


class _Interned(type):
    """Makes equal effects once: rulings decide the same few things over and over, and making one takes longer than to look
    it up.
    """

    made: dict[tuple[Any, ...], Any]

    def __init__(cls, *arguments: Any) -> None:
        super().__init__(*arguments)
        cls.made = {}

    if not TYPE_CHECKING:  # the arguments of an effect are those of its own fields

        def __call__(cls, *arguments, **named):
            """The effect with these fields."""
            if named:
                return super().__call__(*arguments, **named)
            found = cls.made.get(arguments)
            if found is None:
                found = super().__call__(*arguments)
                if len(cls.made) < MOST_INTERNED:
                    cls.made[arguments] = found
            return found


MOST_INTERNED: Final = 256
"""So many effects of a class are kept; a law has far fewer."""


@dataclass(frozen=True, slots=True)
class Effect(metaclass=_Interned):
    """One decision. Subclasses name themselves, say their words and may bind later calls or leads."""

    name: ClassVar[str] = ""
    main: ClassVar[bool] = True
    spoken: ClassVar[bool] = True
    moment: ClassVar[Moment] = Moment.CALLS
    said_first: ClassVar[bool] = False
    """Where the ruling goes on to what comes of it at the end of the auction, it was said before that and is told as such."""
    finding: ClassVar[bool] = False
    """No law says it: a law gives the test, and the Director finds what it comes to."""
    settles: ClassVar[bool] = False
    """Whoever had to call has called: nothing is left of a choice or a duty before it."""

    @property
    def finishes(self) -> bool:
        """It decides the score, so that nobody calls or plays on this board any more."""
        return False

    adds: ClassVar[tuple[str, ...]] = ()
    """What `outcome` says of a table beyond the effect's own fields."""

    @property
    def words(self) -> str:
        """The decision as a sentence with places; see `laws.rulings.words`."""
        raise NotImplementedError

    def said(self, beside: Sequence[Effect]) -> str:
        """The same as it is said to the table, beside the other effects of the ruling."""
        return self.words

    def said_in_turn(self, beside: Sequence[Effect]) -> str:
        """The same once the auction has come back to the offender; empty where that makes it past."""
        return self.said(beside)

    @property
    def foretold(self) -> str:
        """The same as it is said to a player who has to choose and on whose choice it depends; empty where it is left out."""
        return self.words if self.main else ""

    @property
    def said_at(self) -> Moment:
        """When it is said; that of its kind unless its fields say otherwise."""
        return self.moment

    @property
    def aloud(self) -> bool:
        """The table hears it; else it is the Director's own step."""
        return True

    def is_over(self, later: Later) -> bool:
        """What follows in the ruling has made it past: a choice that was made, a turn that was taken."""
        if self.said_at is Moment.CHOICE:
            return bool(later.chosen or later.settled)
        if self.said_at is Moment.INFORMATION and later.finished:
            return True
        return not self.spoken and later.settled

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Another effect of the same ruling says it already."""
        return False

    def entails(self, other: Effect) -> bool:
        """Whether whoever rules this has ruled the other as well: to be barred throughout is to be barred at the next turn."""
        return False

    def retold(self, beside: Sequence[Effect]) -> Collection[str]:
        """What a finding would tell the table by itself and this sentence says as well (`Fact.told`)."""
        return ()

    def outcome(self, situation: Situation | None) -> dict[str, Any]:
        """The decision as plain data, roles and calls resolved as far as the situation tells."""
        data: dict[str, Any] = {"outcome": self.name}
        for name in _field_names(self.__class__):
            value = getattr(self, name)
            if value is None or value == "":
                continue
            if situation is not None and value.__class__ is str:
                at = (name == "call", value)
                if at not in situation.resolved:
                    situation.resolved[at] = _resolve(name, value, situation)
                value = situation.resolved[at]
            data[name] = value
        return data

    @property
    def depends_on(self) -> str:
        """The condition under which it holds, as a ruling case writes it, where no field of the effect says so; or empty."""
        return ""

    def on_table(self, table: Position, situation: Situation) -> None:
        """What it does to the table in play, from which a story goes on; nothing for most."""

    def of_other_cards(self, situation: Situation) -> Mapping[str, Mapping[str, Any] | None]:
        """What it says of cards played since that look irregular by themselves: findings for the ruling on each of them; None
        where nothing more is ruled on it.
        """
        return {}

    def assumed(self, situation: Situation) -> str:
        """What is taken for granted in the effect, because the table does not tell it; empty where nothing is."""
        return ""

    @property
    def settled_by(self) -> str:
        """The id of the incidental fact that says otherwise than what is `assumed`; empty where there is none."""
        return ""


_FIELDS: Final[dict[type[Effect], tuple[str, ...]]] = {}


def _field_names(kind: type[Effect]) -> tuple[str, ...]:
    names = _FIELDS.get(kind)
    if names is None:
        names = _FIELDS[kind] = tuple(item.name for item in fields(kind))
    return names


def _resolve(key: str, value: str, situation: Situation) -> str:
    if seat := seat_of(situation, value):
        return seat.value
    if side := side_of(situation, value):
        return side
    if key == "call" and value in CALLS and situation.irregularity:
        return called(value, situation)
    return value


def called(part: str, situation: Situation) -> str:
    """The call that plays a part in the case, one of CALLS; the part's name while it has not been made."""
    if part == "irregular":
        return situation.call.text
    if part == "over":
        return situation.next_made.call.text if situation.next_made else part
    if part == "original":
        return situation.original.call.text if situation.original else part
    if part == "intended":
        return situation.record.intended.text if situation.record.intended else part
    offered = situation.offered
    if not offered:
        return part
    return offered[0 if part == "attempt" else -1].call.text


def spoken_to(who: Role | Side, words: str) -> str:
    """A sentence about one player as the Director says it to that player: "East must pass" is "East, you must pass".

    A sentence about a side, or about nobody in particular, stays as it is.
    """
    named = f"{{{who}}}"
    if who in NOT_ONE_PLAYER or not re.match(rf"{re.escape(named)} (?:may|must|need|should)\b", words):
        return words
    told = _THEIRS.sub(lambda found: _YOURS[found[0]], words.removeprefix(named).replace(f"{named}'s", "your"))
    return f"{named}, you{told.replace(named, 'you')}"


NOT_ONE_PLAYER: Final = frozenset({"side", "others", "table", "director", "OS", "NOS"})
"""Who is no single player."""
_YOURS: Final = {"their": "your", "they": "you"}
_THEIRS: Final = re.compile(r"\b(?:their|they)\b")


RightTo = NewType("RightTo", str)
"""What a player may, may not, must or need not do. `right` makes one, so that a name that nobody made is no right."""
Action = NewType("Action", str)
"""What the director does; see `action`."""

RIGHTS: Final[dict[RightTo, str]] = {}
"""What a player may or may not do, as words after "may". Each module of effects, and each law, adds its own."""
ACTIONS: Final[dict[Action, str]] = {}
"""What the director does, as words after "I" or as an instruction. Each module of effects, and each law, adds its own."""


class _Spoken(NamedTuple):
    """When a right or an action is spoken of, and whether the table hears it."""

    moment: Moment | None
    aloud: bool
    said: str = ""
    granted: str = ""
    denied: str = ""
    implied_by: frozenset[RightTo] = frozenset()


_RIGHTS: Final[dict[RightTo, _Spoken]] = {}
_ACTIONS: Final[dict[Action, _Spoken]] = {}


def right(
    name: str,
    words: str,
    *,
    moment: Moment | None = None,
    aloud: bool = True,
    said: str = "",
    granted: str = "",
    denied: str = "",
    implied_by: Collection[RightTo] = (),
) -> RightTo:
    """Name a right. moment: when it is spoken of, unless that follows from the kind of effect; one that belongs to a
    choice is over when that is made. aloud: the table hears of it; else only the Director needs it. said: the words that it
    hears, where they are others; granted, denied: the whole sentence that says so, where that is another. implied_by: rights
    beside which this one goes without saying. Raises ValueError where there is one of that name with other words.
    """
    if RIGHTS.setdefault(RightTo(name), words) != words:
        raise ValueError(f"the right {name!r} already has words: {RIGHTS[RightTo(name)]!r}")
    _RIGHTS[RightTo(name)] = _Spoken(moment, aloud, said, granted, denied, frozenset(implied_by))
    return RightTo(name)


def action(name: str, words: str, *, moment: Moment | None = None, aloud: bool = False, said: str = "") -> Action:
    """Name an action. moment: when it comes. aloud: it is a sentence to the table; else it is the Director's own step.
    said: what the table hears where that is in other words. Raises ValueError where there is one of that name with other words.
    """
    if ACTIONS.setdefault(Action(name), words) != words:
        raise ValueError(f"the action {name!r} already has words: {ACTIONS[Action(name)]!r}")
    _ACTIONS[Action(name)] = _Spoken(moment, aloud or bool(said), said)
    return Action(name)


@dataclass(frozen=True, slots=True)
class OnRight(Effect):
    """Somebody, and what they may, may not, must or need not do; `to` is one of RIGHTS, and says when that is spoken of."""

    moment: ClassVar[Moment] = Moment.REST
    who: Role
    to: RightTo

    def said(self, beside: Sequence[Effect]) -> str:
        if self.sentence:
            return self.sentence
        return spoken_to(self.who, self.words.replace(RIGHTS[self.to], _RIGHTS[self.to].said or RIGHTS[self.to]))

    @property
    def sentence(self) -> str:
        """What is said of it, where that is a sentence of its own."""
        return ""

    def goes_without_saying(self, beside: Sequence[Effect]) -> bool:
        """Whoever has done a thing need not hear that it could have been left undone."""
        implied_by = _RIGHTS[self.to].implied_by
        return any(isinstance(one, OnRight) and one.to in implied_by for one in beside)

    @property
    def said_at(self) -> Moment:
        return _RIGHTS[self.to].moment or self.moment

    @property
    def aloud(self) -> bool:
        return _RIGHTS[self.to].aloud and self.who != "director"


@dataclass(frozen=True, slots=True)
class Right(OnRight):
    """Somebody may do something."""

    name: ClassVar[str] = "right"
    main: ClassVar[bool] = False

    @property
    def words(self) -> str:
        return f"{{{self.who}}} may {RIGHTS[self.to]}"

    @property
    def sentence(self) -> str:
        return _RIGHTS[self.to].granted


@dataclass(frozen=True, slots=True)
class NoRight(OnRight):
    """Somebody may not do something."""

    name: ClassVar[str] = "no_right"
    main: ClassVar[bool] = False

    @property
    def words(self) -> str:
        return f"{{{self.who}}} may not {RIGHTS[self.to]}"

    @property
    def sentence(self) -> str:
        return _RIGHTS[self.to].denied


@dataclass(frozen=True, slots=True)
class DirectorAction(Effect):
    """What the director does; `what` is one of ACTIONS."""

    name: ClassVar[str] = "director_action"
    main: ClassVar[bool] = False
    what: Action

    @property
    def words(self) -> str:
        return ACTIONS[self.what]

    def said(self, beside: Sequence[Effect]) -> str:
        return _ACTIONS[self.what].said or self.words

    @property
    def foretold(self) -> str:
        return self.said(()) if self.main and self.aloud else ""

    @property
    def said_at(self) -> Moment:
        return _ACTIONS[self.what].moment or self.moment

    @property
    def aloud(self) -> bool:
        return _ACTIONS[self.what].aloud


@dataclass(frozen=True, slots=True)
class Referral(DirectorAction):
    """The director goes on under another law: that is the ruling itself."""

    main: ClassVar[bool] = True
