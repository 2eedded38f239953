"""Editions of the law known to the engine: their provision keys and the procedures written for them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import wraps
from types import CodeType
from typing import Any, TypeVar

from laws.rulings.books import KEY, book
from laws.rulings.case import Case, Procedure
from laws.rulings.declaration import SILENT, Common, Declaration, Matter, PlayMatter, Table, Wanted
from laws.rulings.facts.base import Fact
from laws.rulings.play.irregular import IrregularPlay
from laws.rulings.play.position import Position
from laws.rulings.replay import LAWS, Irregularity, Kind, Situation
from laws.rulings.seats import Seat

F = TypeVar("F", bound=Callable[..., Any])
Closing = Callable[[Case, Any], None]
Check = Callable[[Situation], None]
"""Refuses what a record may not say. Raises BadRecord or Contradiction."""
C = TypeVar("C", bound=Check)


class UnknownProvision(ImportError):
    """A procedure names a provision that its edition does not have."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A procedure in an edition: its id is the number of the law it begins with.

    entry: it only finds out which other procedure to follow, so its paths are those of the others. happened: when it is
    wanted, as players at the table would say it; empty where the title of the law says that too. declared: what else the
    engine has to know of it.
    """

    id: str
    title: str
    run: Procedure
    edition: str
    entry: bool = False
    happened: str = ""
    declared: Declaration = SILENT


def _place(function: Callable[..., object]) -> tuple[str, int]:
    """Where a function stands: what is registered keeps the order of the laws, whichever is imported first."""
    return function.__module__, function.__code__.co_firstlineno


@dataclass(slots=True, eq=False)
class Edition:
    """An edition of a code.

    `since` is its first day in force, `until` the first day on which it no longer was, `keys` are its provisions, `laws`
    the titles by number, `procedures` what is written for it. `base`: the edition that it amends; what is not written
    for it is ruled as there. `book`: the slug under which its text stands in the library. `gaps`: why a procedure may be
    missing, for messages. `cited`: the provisions that its procedures name.
    """

    slug: str
    since: dt.date
    keys: frozenset[str]
    laws: dict[str, str]
    procedures: dict[str, Rule] = field(default_factory=dict)
    until: dt.date | None = None
    base: Edition | None = None
    book: str = ""
    gaps: str = ""
    cited: set[str] = field(default_factory=set, repr=False)
    _closing: list[tuple[Fact, str, Closing]] = field(default_factory=list, repr=False)
    _checks: list[tuple[frozenset[Kind], Check]] = field(default_factory=list, repr=False)
    _checks_for: dict[tuple[int, ...], tuple[Check, ...]] = field(default_factory=dict, repr=False)
    _matters: list[tuple[str, Matter]] = field(default_factory=list, repr=False)
    _plays: list[tuple[str, PlayMatter]] = field(default_factory=list, repr=False)
    _wanted: list[tuple[str, Wanted]] = field(default_factory=list, repr=False)
    _unwritten: dict[str, Declaration] = field(default_factory=dict, repr=False)
    _own: set[str] = field(default_factory=set, repr=False)
    _amended_by: list[Edition] = field(default_factory=list, repr=False)

    def __post_init__(self) -> None:
        self.book = self.book or self.slug
        LAWS[self.slug] = self.law_of
        if self.base is not None:
            self.base._amended_by.append(self)
            for rule in self.base.procedures.values():
                self._inherit(rule)

    def _inherit(self, rule: Rule) -> None:
        """Take over a procedure of the base; of one that stands in its place here, what it declares if that says nothing."""
        own = self.procedures.get(rule.id)
        if own is None or rule.id not in self._own:
            self._take(replace(rule, edition=self.slug))
        elif own.declared is SILENT:
            self._take(replace(own, declared=rule.declared))

    def _take(self, rule: Rule) -> None:
        self.procedures[rule.id] = rule
        self._sort()

    def _sort(self) -> None:
        declared = {**self._unwritten, **{number: rule.declared for number, rule in self.procedures.items()}}
        self._matters = sorted(
            ((number, matter) for number, one in declared.items() for matter in one.matters),
            key=lambda item: (item[1].rank, item[0]),
        )
        self._plays = sorted(
            ((number, matter) for number, one in declared.items() for matter in one.plays),
            key=lambda item: (item[1].rank, item[0]),
        )
        self._wanted = sorted(
            ((number, one.wanted) for number, one in declared.items() if one.wanted),
            key=lambda item: (item[1].rank, item[0]),
        )

    def law_of(self, found: Irregularity) -> str:
        """The number of the law that deals with an irregular call; empty where none does."""
        for number, matter in self._matters:
            if matter.is_it(found):
                return number
        return ""

    def before_lead(self, position: Position, hand: Seat) -> dict[str, Table]:
        """The laws that ask something before a hand leads, by number, with the fields of the record that each is given."""
        found = {
            number: rule.declared.before_lead(position, hand)
            for number, rule in self.procedures.items()
            if rule.declared.before_lead is not None
        }
        return {number: fields for number, fields in found.items() if fields is not None}

    def law_of_play(self, found: IrregularPlay) -> str:
        """The number of the law that deals with an irregular card; empty where none does."""
        return next((number for number, matter in self._plays if matter.is_it(found)), "")

    def law_for(self, situation: Situation) -> str:
        """The number of the law that a record is ruled on by when it names none; empty where nothing in it wants one."""
        for number, wanted in self._wanted:
            if wanted.when(situation):
                return number
        if situation.irregular_play is not None:
            return self.law_of_play(situation.irregular_play)
        return situation.irregularity.law if situation.irregularity is not None else ""

    def unwritten(self, number: str, declared: Declaration) -> None:
        """Say of a law for which there is no procedure what it deals with: that is not another law's matter."""
        self._unwritten[number] = declared
        self._sort()

    def record_check(self, *kinds: Kind) -> Callable[[C], C]:
        """Decorator of what a record may not say, whichever law it is ruled on by.

        kinds: it is about irregular calls with which one of these things is wrong; if none are told, about every record.
        """

        def register(function: C) -> C:
            for edition in (self, *self._amended_by):
                edition._checks.append((frozenset(kinds), function))
                edition._checks.sort(key=lambda item: _place(item[1]))
                edition._checks_for.clear()
            return function

        return register

    def checks(self, kinds: tuple[Kind, ...]) -> tuple[Check, ...]:
        """What is checked of a record with whose first irregular call these things are wrong."""
        key = tuple(map(id, kinds))  # there is one of each kind, and its own hash takes longer than a check
        found = self._checks_for.get(key)
        if found is None:
            found = self._checks_for[key] = tuple(
                check for wanted, check in self._checks if not wanted or not wanted.isdisjoint(kinds)
            )
        return found

    @property
    def common(self) -> list[tuple[str, Common]]:
        """What Directors are called about most, with the number of its law, which may not be written yet."""
        numbers = {**self._unwritten, **self.procedures}
        found = [(number, one) for number in numbers if (one := self.declared(number).common) and self.has(number)]
        return sorted(found, key=lambda item: item[1].rank)

    def declared(self, number: str) -> Declaration:
        """What a law says of itself, whether its procedure is written or not."""
        rule = self.procedures.get(number)
        return rule.declared if rule is not None else self._unwritten.get(number, SILENT)

    def has(self, key: str) -> bool:
        """True when the edition has the provision, or a law of that number."""
        return key in self.keys or key in self.laws

    def check(self, function: Callable[..., object]) -> None:
        """Refuse a function whose text names a provision this edition lacks.

        Raises UnknownProvision, an ImportError: a wrong citation stops the program before it can rule.
        """
        defaults = (*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values())
        for text in _strings(function.__code__) | {text for text in defaults if isinstance(text, str)}:
            if not KEY.fullmatch(text):
                continue
            if not self.has(text):
                raise UnknownProvision(
                    f"{function.__module__}.{function.__name__} names {text}, not a provision of {self.slug}"
                )
            self.cited.add(text)

    def passage(self, function: F) -> F:
        """Decorator of a part of a procedure that several procedures share: its citations are checked too."""
        self.check(function)
        return function

    def closing(self, fact: Fact, provision: str) -> Callable[[Closing], Closing]:
        """Decorator of a passage with which every procedure of the edition ends, whatever its law, where an incidental fact
        is not what it usually is: it gets the fact's answer.

        It may note incidental facts only, so that the paths of the procedures stay as they are.
        """
        if not self.has(provision):
            raise UnknownProvision(f"{fact.id} is asked under {provision}, not a provision of {self.slug}")
        self.cited.add(provision)

        def register(function: Closing) -> Closing:
            self._closing.append((fact, provision, self.passage(function)))
            self._closing.sort(key=lambda item: _place(item[2]))
            return function

        return register

    def _closed(self, function: Procedure) -> Procedure:
        """The procedure with the passages after it; they are looked up late, as they may be registered after it."""
        closing = self._closing

        @wraps(function)
        def run(case: Case) -> None:
            function(case)
            for fact, provision, passage in closing:
                answer = case.notes(fact, provision)
                if answer != fact.default:
                    passage(case, answer)

        return run

    def procedure(
        self,
        number: str,
        title: str,
        *,
        happened: str = "",
        entry: bool = False,
        declared: Declaration = SILENT,
    ) -> Callable[[Procedure], Procedure]:
        """Decorator of the procedure of a law; see `Rule`. In an edition that amends another it stands in the place of the
        procedure of the same number, and deals with the same unless it says otherwise.
        """

        def register(function: Procedure) -> Procedure:
            self.check(function)
            rule = Rule(number, title, self._closed(function), self.slug, entry, happened, declared)
            amended = self.base.procedures.get(number) if self.base is not None else None
            if declared is SILENT and amended is not None:
                rule = replace(rule, declared=amended.declared)
            self._own.add(number)
            self._take(rule)
            for edition in self._amended_by:
                edition._inherit(rule)
            return function

        return register


def _strings(code: CodeType) -> set[str]:
    found: set[str] = set()
    for constant in code.co_consts:
        if isinstance(constant, str):
            found.add(constant)
        elif isinstance(constant, CodeType):
            found |= _strings(constant)
        elif isinstance(constant, tuple):
            found |= {item for item in constant if isinstance(item, str)}
    return found


DUPLICATE_2017 = Edition("duplicate-2017", dt.date(2017, 8, 1), *book("duplicate-2017"))
DUPLICATE_2007 = Edition(
    "duplicate-2007",
    dt.date(2008, 1, 1),
    *book("duplicate-2007"),
    until=DUPLICATE_2017.since,
    gaps="its text is not in the library; only rules that later sources tell are written",
)
"""The code before; its text is not in the library, and only what the sources tell of it is written."""
_CLUB = ("Club", "Appeals", "Procedure")
_RUBBER = book("rubber-2014")
RUBBER_2014 = Edition(
    "rubber-2014",
    dt.date(2014, 4, 1),
    frozenset(key for key in _RUBBER.keys if not key.startswith(_CLUB)),
    {number: title for number, title in _RUBBER.laws.items() if not number.startswith(_CLUB)},
)
"""The rubber code as four players without an Arbiter play it: a ruling under it cannot name a club law."""
RUBBER_2014_CLUB = Edition(
    "rubber-2014-club",
    RUBBER_2014.since,
    *_RUBBER,
    base=RUBBER_2014,
    book=RUBBER_2014.slug,
)
"""The same with the alternative club laws: an Arbiter rules, and may adjust a score."""
EDITIONS = {edition.slug: edition for edition in (DUPLICATE_2017, DUPLICATE_2007, RUBBER_2014, RUBBER_2014_CLUB)}
