"""The language of requirements: what is on record, how a rule stands, and what a rule is, a single one or a group."""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from decimal import Decimal
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.accreditation.life import months_later

LONGEST_MONTHS = 240
LARGEST = 1000
"""The most things of one kind that can be asked for: more is a slip of the hand."""


class Standing(models.TextChoices):
    """How far somebody has come with a requirement."""

    MET = "met", gettext_lazy("have")
    DOUBTFUL = "doubtful", gettext_lazy("in doubt")
    WAITING = "waiting", gettext_lazy("waiting")
    PARTLY = "partly", gettext_lazy("in part")
    MISSING = "missing", gettext_lazy("missing")


class Step(models.TextChoices):
    """Whose turn it is while a requirement is not met."""

    YOURS = "yours", gettext_lazy("yours")
    OURS = "ours", gettext_lazy("ours")
    CLUBS = "clubs", gettext_lazy("the club's")


# --- What is on record of a person ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """That an award rests on a piece of evidence. level: the code of its level; only_for: what the requirement that it met said
    of it, one of `ONLY_FOR`, or "" where it said nothing.
    """

    level: str
    only_for: str = ""


@dataclass(frozen=True)
class Item:
    """One piece of evidence: its kind (that of the requirement that it can meet), the day that it is of, and its particulars.

    settled: confirmed, or in need of nobody's word; what waits for a registrar or a club is not. with_club: whether it waits
    for the club. by_club: whether the club has confirmed it. in_doubt: a pass that was lost when it was marked again, and on
    which a registrar has not decided yet. ref: what identifies it to whoever made the record. uses: by the awards
    that rest on it.
    """

    kind: str
    day: datetime.date
    details: Mapping[str, Any]
    ref: str
    settled: bool = True
    in_doubt: bool = False
    uses: tuple[Use, ...] = ()
    with_club: bool = False
    by_club: bool = False


@dataclass(frozen=True)
class Held:
    """An award of the body: its level's code, from when it has been held without a break, its last day, and whether it is in
    force today. blemishes: the days on which it was suspended or revoked.
    """

    level: str
    since: datetime.date
    until: datetime.date
    in_force: bool
    blemishes: tuple[datetime.date, ...] = ()


@dataclass(frozen=True)
class Record:
    """All that the requirements of a body may ask about one person, on one day. level: the code of the level that is asked
    about, where it is about one.
    """

    today: datetime.date
    items: Sequence[Item] = ()
    awards: Sequence[Held] = ()
    level: str = ""


@dataclass(frozen=True)
class Known:
    """What the body has, for the sentences and the checks: names of papers and levels by code, in the body's order, and the
    topics of each paper. rules: the rule of every level in force, for what refers to one another.
    """

    papers: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, str] = field(default_factory=dict)
    topics: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    rules: Mapping[str, Rule] = field(default_factory=dict)

    def paper(self, code: str) -> str:
        """The name of a paper; of one that is gone, its code."""
        return self.papers.get(code, code)

    def paper_passed(self, details: Mapping[str, Any]) -> str:
        """The name of the paper that a piece of evidence is of; "" where it is of none, or of one that is gone."""
        return self.papers.get(details.get("blueprint", ""), "")

    def level(self, code: str) -> str:
        """The name of a level; of one that is gone, its code."""
        return self.levels.get(code, code)


# --- How it is asked for ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Asked:
    """How a registrar is asked for one field of a requirement; what sort of field it is, its annotation says.

    choose: what there is to choose from, names by what is stored; None: it is typed. nothing: what is read where it may be left
    empty, such as “any”; none: what is read while there is nothing to choose from.
    """

    label: Any
    help: Any = ""
    choose: Callable[[Known], Mapping[str, Any]] | None = None
    nothing: Any = ""
    none: Any = ""


HOW_MANY = Asked(gettext_lazy("How many"))
RECENT = Asked(
    gettext_lazy("Within how many months"), gettext_lazy("Counted back from the day. Empty: it does not matter when.")
)
FOR_ONE_LEVEL, FOR_ONE_AWARD = "level", "award"
ONLY_FOR: Mapping[str, Any] = {
    FOR_ONE_LEVEL: gettext_lazy("for one level only"),
    FOR_ONE_AWARD: gettext_lazy("for one award only"),
}
ONCE = Asked(
    gettext_lazy("How often each piece counts"),
    gettext_lazy(
        "What an award was granted on is on record. For one award only: it does not count for a later grant either."
    ),
    choose=lambda _known: ONLY_FOR,
    nothing=gettext_lazy("for every level"),
)
WORDS = Asked(
    gettext_lazy("In your own words (optional)"),
    gettext_lazy("People read this instead of our sentence. What is checked stays as above."),
)


# --- How it stands ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """How a requirement stands for a person. have of needed: for the bar (1 of 1 where nothing is counted).

    used: what meets it, the best first; waiting: what would count if somebody confirmed it; spent: what would count if no award
    rested on it. until: the last day on which what
    is used still counts; None: it counts for good. parts: of a group, in its order. step: whose turn it is; None when met.
    """

    rule: Rule
    standing: Standing
    have: int
    needed: int
    used: tuple[Item, ...] = ()
    waiting: tuple[Item, ...] = ()
    spent: tuple[Item, ...] = ()
    until: datetime.date | None = None
    step: Step | None = None
    parts: tuple[Judged, ...] = ()

    @property
    def met(self) -> bool:
        """Whether nothing is missing and nothing in doubt."""
        return self.standing == Standing.MET


@dataclass(frozen=True)
class Fault:
    """What is wrong with a rule, and where: the place as people count it, such as `2.1` (empty: the rule as a whole)."""

    place: str
    words: str


class BadRule(ValueError):
    """A rule that cannot be stored. `faults`: each with its place and what to do about it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__("; ".join(f"{one.place}: {one.words}" if one.place else one.words for one in faults))
        self.faults = tuple(faults)


# --- The rules --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Rule(ABC):
    """A requirement. words: the body's own words for it, read instead of the sentence that is made of it."""

    kind: ClassVar[str]
    title: ClassVar[Any]
    """What the kind is called where a registrar chooses it."""
    asked: ClassVar[Mapping[str, Asked]] = {}
    """The fields that a registrar fills in, in the order of the form."""

    words: str = ""

    @abstractmethod
    def sentence(self, known: Known) -> str:
        """What it asks of somebody, as a full sentence of ours."""

    def said(self, known: Known) -> str:
        """What a candidate reads: the body's words, or else the sentence."""
        return self.words or self.sentence(known)

    @abstractmethod
    def judge(self, record: Record) -> Judged:
        """How it stands on the record's day."""

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """What keeps it from ever being met, or from meaning anything, in the rule of this level."""
        yield from ()

    def parts(self) -> tuple[Rule, ...]:
        """What it combines; of a single requirement, nothing."""
        return ()

    def leaves(self) -> Iterator[Leaf]:
        """The single requirements in it, from left to right."""
        for part in self.parts():
            yield from part.leaves()

    def written(self) -> dict[str, Any]:
        """The JSON that `read` reads back."""
        told = {one.name: _plain(getattr(self, one.name)) for one in fields(self) if not _is_default(self, one)}
        return {self.kind: told}


class Leaf(Rule):
    """A requirement that combines no others."""

    def leaves(self) -> Iterator[Leaf]:
        """Itself."""
        yield self


@dataclass(frozen=True, kw_only=True)
class Counted(Leaf):
    """Asks for a number of things of one kind that somebody has put on record, all within so many months.

    number: how many; within_months: how recent each of them has to be, counted back from today (None: however old).
    only_for: `level` or `award` where each thing counts once, "" where it counts for whatever asks for it.
    """

    step: ClassVar[Step] = Step.YOURS
    once: ClassVar[bool] = False
    """Whether it makes no sense to ask for several in one requirement."""

    number: int = 1
    within_months: int | None = None
    only_for: str = ""

    def said(self, known: Known) -> str:
        """With a sentence of ours on how often each piece counts, also after the body's own words."""
        return (
            f"{super().said(known)} {_ONCE_SAID[self.only_for]}" if self.only_for in _ONCE_SAID else super().said(known)
        )

    def fits(self, item: Item) -> bool:
        """Whether a thing of this kind is what is asked for, whatever its day."""
        return True

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """Numbers that ask for nothing, or for more than anybody has."""
        if self.number < 1:
            yield _("Ask for one at least.")
        if self.only_for and self.only_for not in ONLY_FOR:
            yield _("“%(value)s” says nothing of how often a piece counts. Choose one of: %(known)s.") % {
                "value": self.only_for,
                "known": ", ".join(ONLY_FOR),
            }
        if self.once and self.number > 1:
            yield _("Ask for one in each requirement; for several, make several requirements.")
        if self.number > LARGEST:
            yield _("Ask for %(most)s at most.") % {"most": LARGEST}
        if self.within_months is not None and not 1 <= self.within_months <= LONGEST_MONTHS:
            yield _("The months have to be from 1 to %(most)s; leave them out if the day does not matter.") % {
                "most": LONGEST_MONTHS
            }

    def judge(self, record: Record) -> Judged:
        """The latest first, since they count longest."""
        fitting = [
            item
            for item in sorted(record.items, key=lambda one: (one.day, one.ref), reverse=True)
            if item.kind == self.kind and self._counts(item, record.today) and self.fits(item)
        ]
        fresh, spent = _parted(fitting, lambda item: self.is_free(item, record.level))
        waiting = tuple(item for item in fresh if not item.settled)
        settled = [item for item in fresh if item.settled]
        sure = [item for item in settled if not item.in_doubt]
        if (used := self._enough(sure)) is not None:
            days = [until for item in used if (until := self.counts_until(item)) is not None]
            until = min(days, default=None)
            return Judged(self, Standing.MET, self.number, self.number, tuple(used), waiting, spent, until)
        begun = tuple(self._begun(sure))
        standing, step = Standing.PARTLY if fresh else Standing.MISSING, self.step
        if self._enough(settled) is not None:
            standing, step = Standing.DOUBTFUL, Step.OURS
        elif self._enough(fresh) is not None:
            standing, step = Standing.WAITING, _turn(waiting)
        return Judged(self, standing, len(begun), self.number, begun, waiting, spent, step=step)

    def is_free(self, item: Item, level: str) -> bool:
        """Whether the thing may still count for this level.

        Of what was said when it was used and what is said now, the stricter holds.
        """
        for use in item.uses:
            terms = {use.only_for, self.only_for}
            if FOR_ONE_AWARD in terms or (FOR_ONE_LEVEL in terms and use.level != level):
                return False
        return True

    def _enough(self, items: Sequence[Item]) -> Sequence[Item] | None:
        """Those of these, the latest first, that meet it and count longest; None where all together do not."""
        return items[: self.number] if len(items) >= self.number else None

    def _begun(self, items: Sequence[Item]) -> Sequence[Item]:
        """Those of these that count towards it, where they do not meet it."""
        return items[: self.number]

    def counts_until(self, item: Item) -> datetime.date | None:
        """The last day on which the thing still counts."""
        return None if self.within_months is None else months_later(item.day, self.within_months)

    def _counts(self, item: Item, today: datetime.date) -> bool:
        until = self.counts_until(item)
        return item.day <= today and (until is None or until >= today)

    def recently(self) -> str:
        """How recent it has to be, as the end of a sentence."""
        if self.within_months is None:
            return ""
        months = ngettext("month", "%(n)s months", self.within_months) % {"n": self.within_months}
        return " " + _("in the last %(months)s") % {"months": months}


_ONCE_SAID: Mapping[str, Any] = {
    FOR_ONE_LEVEL: gettext_lazy("Each piece counts for one level only."),
    FOR_ONE_AWARD: gettext_lazy("Each piece counts for one award only."),
}


def _parted(items: Iterable[Item], wanted: Callable[[Item], bool]) -> tuple[list[Item], tuple[Item, ...]]:
    """Those that are wanted, and the others."""
    found: tuple[list[Item], list[Item]] = [], []
    for item in items:
        found[not wanted(item)].append(item)
    return found[0], tuple(found[1])


def _turn(waiting: Sequence[Item]) -> Step:
    """Whose turn it is to confirm what waits: the club's where all of it is with the club."""
    return Step.CLUBS if all(item.with_club for item in waiting) else Step.OURS


@dataclass(frozen=True, kw_only=True)
class Group(Rule):
    """Combines others. of: what it combines, in the order in which people read it."""

    of: tuple[Rule, ...] = ()

    def parts(self) -> tuple[Rule, ...]:
        """What it combines."""
        return self.of

    @property
    @abstractmethod
    def needed(self) -> int:
        """How many of its parts have to be met."""

    def judge(self, record: Record) -> Judged:
        """Met with as many parts as it needs; else it stands as its best parts do. It is your step where one of theirs is."""
        parts = tuple(part.judge(record) for part in self.of)
        best = nearest(parts)[: self.needed]
        have = sum(part.met for part in best)
        if have >= self.needed:
            days = [part.until for part in best if part.until is not None]
            return Judged(self, Standing.MET, have, self.needed, until=min(days, default=None), parts=parts)
        lacking = [part for part in best if not part.met]
        open_to = {part.standing for part in lacking}
        if len(best) == self.needed and open_to <= {Standing.DOUBTFUL, Standing.WAITING}:
            standing = Standing.WAITING if Standing.WAITING in open_to else Standing.DOUBTFUL
        else:
            standing = Standing.PARTLY if have or open_to - {Standing.MISSING} else Standing.MISSING
        steps = {part.step for part in lacking}
        step = Step.YOURS if Step.YOURS in steps or not steps else Step.CLUBS if steps == {Step.CLUBS} else Step.OURS
        return Judged(self, standing, have, self.needed, step=step, parts=parts)

    def written(self) -> dict[str, Any]:
        """A plain list where there is nothing but the parts."""
        parts = [part.written() for part in self.of]
        more = super().written()[self.kind]
        more.pop("of", None)
        return {self.kind: {**more, "of": parts} if more else parts}

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """Nothing to choose from."""
        if not self.of:
            yield _("Nothing stands in this group. Put a requirement into it, or take it out.")


def nearest(parts: Sequence[Judged]) -> list[Judged]:
    """The parts of a group, those first that are nearest to being met."""
    return sorted(parts, key=_closeness)


def _closeness(part: Judged) -> tuple[int, int]:
    """By what one part of a group is nearer than another: how it stands, then how long that lasts."""
    return list(Standing).index(part.standing), -(part.until or datetime.date.max).toordinal()


@dataclass(frozen=True, kw_only=True)
class AllOf(Group):
    """All of its parts."""

    kind = "all_of"
    title = gettext_lazy("All of these")

    @property
    def needed(self) -> int:
        """All; of nothing, nothing is needed."""
        return len(self.of)

    def sentence(self, known: Known) -> str:
        """All of these."""
        return _("All of these:")


@dataclass(frozen=True, kw_only=True)
class AnyOf(Group):
    """One of its parts."""

    kind = "any_of"
    title = gettext_lazy("One of these")

    @property
    def needed(self) -> int:
        """One."""
        return 1

    def sentence(self, known: Known) -> str:
        """One of these."""
        return _("One of these:")


@dataclass(frozen=True, kw_only=True)
class NOf(Group):
    """So many of its parts."""

    kind = "n_of"
    title = gettext_lazy("Some of these")
    asked: ClassVar[Mapping[str, Asked]] = {
        "n": Asked(gettext_lazy("How many of them")),
    }

    n: int = 2

    @property
    def needed(self) -> int:
        """As many as it says."""
        return self.n

    def written(self) -> dict[str, Any]:
        """With its number, whatever that is."""
        told = super().written()[self.kind]
        return {self.kind: {"n": self.n, **(told if isinstance(told, dict) else {"of": told})}}

    def sentence(self, known: Known) -> str:
        """2 of these."""
        return _("%(n)s of these:") % {"n": self.n}

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """A number that cannot be had."""
        yield from super().faults(known, level)
        if self.of and not 1 <= self.n <= len(self.of):
            yield _("%(n)s of %(many)s cannot be met. Ask for a number from 1 to %(many)s.") % {
                "n": self.n,
                "many": len(self.of),
            }


def _plain(value: object) -> object:
    """As JSON has it; a decimal as text, so that 65.5 stays 65.5."""
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, Mapping):
        return {name: _plain(one) for name, one in value.items()}
    return list(value) if isinstance(value, tuple) else value


def _is_default(rule: Rule, one: Any) -> bool:
    default = one.default_factory() if one.default_factory is not MISSING else one.default
    return bool(getattr(rule, one.name) == default)
