"""What a ruling can decide, one small class for each kind of effect.

Effects speak of roles (`partner` = the offender's partner) and of calls by their part in the case (`irregular`,
`replacement`, `attempt`, `over`), so one procedure serves every table; `outcome()` gives them the seats, calls and
suits of a record, in the vocabulary of the ruling cases. `main` effects decide what happens to the calls and the
players; the others are rights, duties and information that belong to the ruling as well. A `spoken` effect is
announced at the table when it is main.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NewType, get_args

from laws.rulings.replay import Situation
from laws.rulings.roles import Role, seat_of, side_of

CallPart = Literal["irregular", "replacement", "attempt", "over", "intended", "original"]
"""The parts that calls play in a case."""
CALLS: Final[tuple[str, ...]] = get_args(CallPart)


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
    adds: ClassVar[tuple[str, ...]] = ()
    """What `outcome` says of a table beyond the effect's own fields."""

    @property
    def words(self) -> str:
        """The decision as a sentence with places; see `laws.rulings.words`."""
        raise NotImplementedError

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


RightTo = NewType("RightTo", str)
"""What a player may, may not, must or need not do. `right` makes one, so that a name that nobody made is no right."""
Action = NewType("Action", str)
"""What the director does; see `action`."""

RIGHTS: Final[dict[RightTo, str]] = {}
"""What a player may or may not do, as words after "may". Each module of effects, and each law, adds its own."""
ACTIONS: Final[dict[Action, str]] = {}
"""What the director does, as words after "I" or as an instruction. Each module of effects, and each law, adds its own."""


def right(name: str, words: str) -> RightTo:
    """Name a right. Raises ValueError where there is one of that name with other words."""
    if RIGHTS.setdefault(RightTo(name), words) != words:
        raise ValueError(f"the right {name!r} already has words: {RIGHTS[RightTo(name)]!r}")
    return RightTo(name)


def action(name: str, words: str) -> Action:
    """Name an action. Raises ValueError where there is one of that name with other words."""
    if ACTIONS.setdefault(Action(name), words) != words:
        raise ValueError(f"the action {name!r} already has words: {ACTIONS[Action(name)]!r}")
    return Action(name)


@dataclass(frozen=True, slots=True)
class Right(Effect):
    """Somebody may do something; `to` is one of RIGHTS."""

    name: ClassVar[str] = "right"
    main: ClassVar[bool] = False
    who: Role
    to: RightTo

    @property
    def words(self) -> str:
        return f"{{{self.who}}} may {RIGHTS[self.to]}"


@dataclass(frozen=True, slots=True)
class NoRight(Effect):
    """Somebody may not do something; `to` is one of RIGHTS."""

    name: ClassVar[str] = "no_right"
    main: ClassVar[bool] = False
    who: Role
    to: RightTo

    @property
    def words(self) -> str:
        return f"{{{self.who}}} may not {RIGHTS[self.to]}"


@dataclass(frozen=True, slots=True)
class DirectorAction(Effect):
    """What the director does; `what` is one of ACTIONS."""

    name: ClassVar[str] = "director_action"
    main: ClassVar[bool] = False
    what: Action

    @property
    def words(self) -> str:
        return ACTIONS[self.what]


@dataclass(frozen=True, slots=True)
class Referral(DirectorAction):
    """The director goes on under another law: that is the ruling itself, and is announced."""

    main: ClassVar[bool] = True
