"""What a level asks for, as a small language of rules that people read: its words, its faults, and who meets it.

A rule is a tree. Its leaves ask for one kind of thing (a paper passed, sessions directed, a reference, ...); `all_of`, `any_of`
and `n_of` combine them. It is stored as JSON, each node an object with one key that names its kind:

    {"all_of": [{"paper": {"codes": ["club-auction"], "mark": "65"}},
                {"sessions": {"number": 3, "role": "assisted", "within_months": 24}}]}

`read` makes a tree of that or says what is wrong and where; `Rule.written()` is its inverse. `judge` holds a tree against what
is on record of a person. Plain values only: this knows no tables, no forms and no pages, and a new kind of requirement is a
class here and nothing elsewhere.
"""

from __future__ import annotations

import datetime
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar

from django.db import models
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.accreditation.life import months_later

DEEPEST = 4
"""How many groups may stand inside one another: a rule that is nested deeper is not read by anybody."""
MOST = 40
"""The most requirements in a rule."""
LONGEST_MONTHS = 240
LARGEST = 1000
"""The most things of one kind that can be asked for: more is a slip of the hand."""
DIGITS = 6
FURTHEST = 10_000
"""No figure in a rule is larger, whatever it is of: what is written may come from anywhere."""


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


# --- What is on record of a person ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Item:
    """One piece of evidence: its kind (that of the requirement that it can meet), the day that it is of, and its particulars.

    settled: confirmed, or in need of nobody's word; what waits for a registrar is not. in_doubt: a pass that was lost when it
    was marked again, and on which a registrar has not decided yet. ref: what identifies it to whoever made the record.
    """

    kind: str
    day: datetime.date
    details: Mapping[str, Any]
    ref: str
    settled: bool = True
    in_doubt: bool = False


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
    """All that the requirements of a body may ask about one person, on one day."""

    today: datetime.date
    items: Sequence[Item] = ()
    awards: Sequence[Held] = ()


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
WORDS = Asked(
    gettext_lazy("In your own words (optional)"),
    gettext_lazy("People read this instead of our sentence. What is checked stays as above."),
)


def _every_topic(known: Known) -> Mapping[str, str]:
    """The topics of all papers by code, each once."""
    return {code: name for topics in known.topics.values() for code, name in topics.items()}


# --- How it stands ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Judged:
    """How a requirement stands for a person. have of needed: for the bar (1 of 1 where nothing is counted).

    used: what meets it, the best first; waiting: what would count if somebody confirmed it. until: the last day on which what
    is used still counts; None: it counts for good. parts: of a group, in its order. step: whose turn it is; None when met.
    """

    rule: Rule
    standing: Standing
    have: int
    needed: int
    used: tuple[Item, ...] = ()
    waiting: tuple[Item, ...] = ()
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
    """

    step: ClassVar[Step] = Step.YOURS
    once: ClassVar[bool] = False
    """Whether it makes no sense to ask for several in one requirement."""

    number: int = 1
    within_months: int | None = None

    def fits(self, item: Item) -> bool:
        """Whether a thing of this kind is what is asked for, whatever its day."""
        return True

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """Numbers that ask for nothing, or for more than anybody has."""
        if self.number < 1:
            yield _("Ask for one at least.")
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
        fresh = [
            item
            for item in sorted(record.items, key=lambda one: (one.day, one.ref), reverse=True)
            if item.kind == self.kind and self._counts(item, record.today) and self.fits(item)
        ]
        waiting = tuple(item for item in fresh if not item.settled)
        settled = [item for item in fresh if item.settled]
        sure = [item for item in settled if not item.in_doubt]
        if (used := self._enough(sure)) is not None:
            days = [until for item in used if (until := self.counts_until(item)) is not None]
            until = min(days, default=None)
            return Judged(self, Standing.MET, self.number, self.number, tuple(used), waiting, until)
        begun = tuple(self._begun(sure))
        standing, step = Standing.PARTLY if fresh else Standing.MISSING, self.step
        if self._enough(settled) is not None:
            standing, step = Standing.DOUBTFUL, Step.OURS
        elif self._enough(fresh) is not None:
            standing, step = Standing.WAITING, Step.OURS
        return Judged(self, standing, len(begun), self.number, begun, waiting, step=step)

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


@dataclass(frozen=True, kw_only=True)
class Paper(Counted):
    """A paper passed. codes: blueprints, of which one is enough; mark: the least mark in per cent, beyond having passed (None:
    a pass); floors: the least mark in per cent of each topic, by its code.
    """

    kind = "paper"
    title = gettext_lazy("A paper passed")
    once = True
    asked: ClassVar[Mapping[str, Asked]] = {
        "codes": Asked(
            gettext_lazy("Papers"),
            gettext_lazy("If you choose several, one of them is enough."),
            lambda known: known.papers,
            none=gettext_lazy("There is no paper yet. Draw up its blueprint first."),
        ),
        "mark": Asked(gettext_lazy("Least mark in per cent"), gettext_lazy("Empty: a pass is enough.")),
        "floors": Asked(
            gettext_lazy("Least marks by topic, in per cent"),
            gettext_lazy("Empty where no mark is asked for."),
            _every_topic,
        ),
        "within_months": RECENT,
        "words": WORDS,
    }

    codes: tuple[str, ...] = ()
    mark: Decimal | None = None
    floors: Mapping[str, Decimal] = field(default_factory=dict)

    def fits(self, item: Item) -> bool:
        """Of one of the blueprints, with the marks."""
        if item.details.get("blueprint") not in self.codes:
            return False
        if self.mark is not None and _number(item.details.get("percent")) < self.mark:
            return False
        topics = item.details.get("topics") or {}
        return all(_number(topics.get(topic)) >= least for topic, least in self.floors.items())

    def sentence(self, known: Known) -> str:
        """Pass the paper “X” with 65 % or more, in the last 24 months."""
        names = _either([f"“{known.paper(code)}”" for code in self.codes])
        said = (_("Pass the paper %(papers)s") if len(self.codes) == 1 else _("Pass one of the papers %(papers)s")) % {
            "papers": names
        }
        if self.mark is not None:
            said += " " + _("with %(mark)s %% or more") % {"mark": f"{self.mark:f}"}
        if self.floors:
            topics = {code: name for paper in self.codes for code, name in known.topics.get(paper, {}).items()}
            least = [f"{mark:f} % in {topics.get(code, code)}" for code, mark in self.floors.items()]
            said += ", " + _("and at least %(marks)s") % {"marks": _both(least)}
        return said + self.recently() + "."

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """Papers and topics that are not there, and marks that nobody can have."""
        yield from super().faults(known, level)
        if not self.codes:
            yield _("Choose the paper, or several of which one is enough.")
        for code in self.codes:
            if code not in known.papers:
                yield _("There is no paper “%(code)s”. Draw up its blueprint first, or choose another.") % {
                    "code": code
                }
        for mark in (*([] if self.mark is None else [self.mark]), *self.floors.values()):
            if not 0 < mark <= 100:
                yield _("A mark of %(mark)s %% cannot be asked for: give more than 0 and at most 100.") % {
                    "mark": f"{mark:f}"
                }
        for topic in self.floors:
            if missing := [known.paper(code) for code in self.codes if topic not in known.topics.get(code, {})]:
                yield _("The paper “%(paper)s” has no topic “%(topic)s”.") % {"paper": missing[0], "topic": topic}


@dataclass(frozen=True, kw_only=True)
class Sessions(Counted):
    """Sessions directed. role: `directed`, `assisted` (beside an accredited director) or any; event: `club`, `congress` or any;
    clubs, movements: at how many different ones at least.
    """

    kind = "sessions"
    title = gettext_lazy("Sessions directed")
    asked: ClassVar[Mapping[str, Asked]] = {
        "number": HOW_MANY,
        "role": Asked(gettext_lazy("How"), choose=lambda _known: Sessions.ROLES, nothing=gettext_lazy("either way")),
        "event": Asked(gettext_lazy("Where"), choose=lambda _known: Sessions.EVENTS, nothing=gettext_lazy("anywhere")),
        "clubs": Asked(gettext_lazy("At how many different clubs at least")),
        "movements": Asked(gettext_lazy("With how many different movements at least")),
        "within_months": RECENT,
        "words": WORDS,
    }
    ROLES: ClassVar[Mapping[str, Any]] = {
        "directed": gettext_lazy("directed"),
        "assisted": gettext_lazy("directed beside an accredited director"),
    }
    EVENTS: ClassVar[Mapping[str, Any]] = {"club": gettext_lazy("at a club"), "congress": gettext_lazy("at a congress")}

    number: int = 1
    role: str = ""
    event: str = ""
    clubs: int = 1
    movements: int = 1

    def fits(self, item: Item) -> bool:
        """In that role, at such an event."""
        return (not self.role or item.details.get("role") == self.role) and (
            not self.event or item.details.get("event") == self.event
        )

    def _enough(self, items: Sequence[Item]) -> Sequence[Item] | None:
        """Of the shortest row of latest ones that has number and variety: what shows the variety, and the latest of the rest.

        No other choice counts longer: a row that ends later lacks something.
        """
        clubs: set[str] = set()
        movements: set[str] = set()
        telling = []
        for n, item in enumerate(items, 1):
            club, movement = _spelt(item.details.get("club")), _spelt(item.details.get("movement"))
            if (club and club not in clubs and len(clubs) < self.clubs) or (
                movement and movement not in movements and len(movements) < self.movements
            ):
                telling.append(item)
            clubs |= {club} - {""}
            movements |= {movement} - {""}
            if n >= self.number and self._varied(clubs, movements):
                rest = [one for one in items[:n] if one not in telling]
                return telling + rest[: max(0, self.number - len(telling))]
        return None

    def _varied(self, clubs: Collection[str], movements: Collection[str]) -> bool:
        return (self.clubs <= 1 or len(clubs) >= self.clubs) and (
            self.movements <= 1 or len(movements) >= self.movements
        )

    def _begun(self, items: Sequence[Item]) -> Sequence[Item]:
        """Where the number is there and the variety is not, one fewer than needed: one more of the right sort is missing."""
        return items[: self.number] if len(items) < self.number else items[: self.number - 1]

    def sentence(self, known: Known) -> str:
        """Direct 6 sessions at a congress, at 2 different clubs, in the last 24 months."""
        many = ngettext("a session", "%(n)s sessions", self.number) % {"n": self.number}
        said = (
            _("Direct %(sessions)s beside an accredited director")
            if self.role == "assisted"
            else _("Direct %(sessions)s yourself")
            if self.role == "directed"
            else _("Direct %(sessions)s")
        ) % {"sessions": many}
        if self.event:
            said += " " + str(self.EVENTS.get(self.event, self.event))
        if self.clubs > 1:
            said += ", " + _("at %(n)s different clubs") % {"n": self.clubs}
        if self.movements > 1:
            said += ", " + _("with %(n)s different movements") % {"n": self.movements}
        return said + self.recently() + "."

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """More variety than sessions, and words that mean nothing."""
        yield from super().faults(known, level)
        if self.role and self.role not in self.ROLES:
            yield _("“%(role)s” is no way of directing. Choose one of: %(known)s.") % {
                "role": self.role,
                "known": ", ".join(self.ROLES),
            }
        if self.event and self.event not in self.EVENTS:
            yield _("“%(event)s” is no kind of event. Choose one of: %(known)s.") % {
                "event": self.event,
                "known": ", ".join(self.EVENTS),
            }
        if self.clubs < 1 or self.movements < 1:
            yield _("Ask for one club and one movement at least.")
        if max(self.clubs, self.movements) > self.number >= 1:
            yield _("%(n)s sessions cannot show so many different clubs or movements. Ask for more sessions.") % {
                "n": self.number
            }


@dataclass(frozen=True, kw_only=True)
class Assessment(Counted):
    """A practical assessment passed."""

    kind = "assessment"
    title = gettext_lazy("A practical assessment")
    asked: ClassVar[Mapping[str, Asked]] = {
        "number": HOW_MANY,
        "within_months": RECENT,
        "words": WORDS,
    }
    step = Step.OURS

    def fits(self, item: Item) -> bool:
        """Passed."""
        return item.details.get("outcome") == "passed"

    def sentence(self, known: Known) -> str:
        """Pass a practical assessment."""
        many = ngettext("a practical assessment", "%(n)s practical assessments", self.number) % {"n": self.number}
        return _("Pass %(assessments)s") % {"assessments": many} + self.recently() + "."


@dataclass(frozen=True, kw_only=True)
class Reference(Counted):
    """A reference. of: `club`, `mentor` or any."""

    kind = "reference"
    title = gettext_lazy("A reference")
    asked: ClassVar[Mapping[str, Asked]] = {
        "number": HOW_MANY,
        "of": Asked(gettext_lazy("From whom"), choose=lambda _known: Reference.OF, nothing=gettext_lazy("anybody")),
        "within_months": RECENT,
        "words": WORDS,
    }
    OF: ClassVar[Mapping[str, Any]] = {"club": gettext_lazy("a club"), "mentor": gettext_lazy("a mentor")}

    of: str = ""

    def fits(self, item: Item) -> bool:
        """Of whom it is asked."""
        return not self.of or item.details.get("of") == self.of

    def sentence(self, known: Known) -> str:
        """Have a reference from your club."""
        many = ngettext("a reference", "%(n)s references", self.number) % {"n": self.number}
        said = (
            _("Have %(references)s from your club")
            if self.of == "club"
            else _("Have %(references)s from your mentor")
            if self.of == "mentor"
            else _("Have %(references)s")
        ) % {"references": many}
        return said + self.recently() + "."

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """Whose it cannot be."""
        yield from super().faults(known, level)
        if self.of and self.of not in self.OF:
            yield _("A reference is of one of: %(known)s.") % {"known": ", ".join(self.OF)}


@dataclass(frozen=True, kw_only=True)
class Course(Counted):
    """A course, module or refresher attended. name: the only one that counts, as the body calls it (empty: any)."""

    kind = "course"
    title = gettext_lazy("A course attended")
    asked: ClassVar[Mapping[str, Asked]] = {
        "name": Asked(
            gettext_lazy("Its name (optional)"),
            gettext_lazy("The only course that counts, as you call it. Empty: any course."),
        ),
        "number": HOW_MANY,
        "within_months": RECENT,
        "words": WORDS,
    }

    name: str = ""

    def fits(self, item: Item) -> bool:
        """The course of that name, however it is spelt in small and capital letters."""
        return not self.name or str(item.details.get("name", "")).strip().casefold() == self.name.strip().casefold()

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """One course several times."""
        yield from super().faults(known, level)
        if self.name and self.number > 1:
            yield _("A course that is named is attended once. Ask for one, or leave the name out.")

    def sentence(self, known: Known) -> str:
        """Attend the course “X”."""
        if self.name:
            said = _("Attend the course “%(name)s”") % {"name": self.name}
        else:
            said = _("Attend %(courses)s") % {
                "courses": ngettext("a course", "%(n)s courses", self.number) % {"n": self.number}
            }
        return said + self.recently() + "."


@dataclass(frozen=True, kw_only=True)
class Recognition(Counted):
    """An award of another body that this body recognises. awards: their names (empty: any that a registrar recognises)."""

    kind = "recognition"
    title = gettext_lazy("An award of another body")
    asked: ClassVar[Mapping[str, Asked]] = {
        "awards": Asked(
            gettext_lazy("Awards, one in a line (optional)"),
            gettext_lazy("One of them is enough. Empty: any award that you recognise."),
        ),
        "within_months": RECENT,
        "words": WORDS,
    }
    step = Step.OURS
    once = True

    awards: tuple[str, ...] = ()

    def fits(self, item: Item) -> bool:
        """One of those."""
        named = str(item.details.get("award", "")).strip().casefold()
        return not self.awards or named in {award.strip().casefold() for award in self.awards}

    def sentence(self, known: Known) -> str:
        """Hold the award “X” of another body."""
        if not self.awards:
            return _("Hold an award of another body that we recognise") + self.recently() + "."
        names = _either(list(self.awards))
        return _("Hold an award of another body: %(awards)s") % {"awards": names} + self.recently() + "."


@dataclass(frozen=True, kw_only=True)
class Fee(Counted):
    """A fee that a registrar has noted as paid. amount: as the body writes it, with its currency."""

    kind = "fee"
    title = gettext_lazy("A fee paid")
    once = True
    asked: ClassVar[Mapping[str, Asked]] = {
        "amount": Asked(gettext_lazy("Amount"), gettext_lazy("With its currency, such as $40.")),
        "within_months": RECENT,
        "words": WORDS,
    }

    amount: str = ""

    def sentence(self, known: Known) -> str:
        """Pay the fee of $40."""
        return (_("Pay the fee of %(amount)s") % {"amount": self.amount} if self.amount else _("Pay the fee")) + (
            self.recently() + "."
        )


@dataclass(frozen=True, kw_only=True)
class Age(Counted):
    """An age that a registrar has seen proof of, in full years. Nobody's date of birth is kept."""

    kind = "age"
    title = gettext_lazy("An age")
    once = True
    asked: ClassVar[Mapping[str, Asked]] = {
        "years": Asked(gettext_lazy("Age in years")),
        "words": WORDS,
    }

    years: int = 18

    def fits(self, item: Item) -> bool:
        """At least so old on the day of the proof; nobody gets younger."""
        return _number(item.details.get("years")) >= self.years

    def sentence(self, known: Known) -> str:
        """Be 18 or older."""
        return _("Be %(years)s or older.") % {"years": self.years}

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """Ages that nobody has."""
        yield from super().faults(known, level)
        if not 1 <= self.years <= 99:
            yield _("The age has to be from 1 to 99.")
        if self.within_months is not None:
            yield _("Nobody gets younger: leave the months out.")


@dataclass(frozen=True, kw_only=True)
class LevelHeld(Leaf):
    """Another level of the body, in force today. months: for how long at least."""

    kind = "level"
    title = gettext_lazy("A level held")
    asked: ClassVar[Mapping[str, Asked]] = {
        "code": Asked(gettext_lazy("Level"), choose=lambda known: known.levels),
        "months": Asked(
            gettext_lazy("For how many months at least"), gettext_lazy("0: it is enough to hold it today.")
        ),
        "words": WORDS,
    }

    code: str = ""
    months: int = 0

    def judge(self, record: Record) -> Judged:
        """Of awards that have been in force long enough, the one that ends last."""
        held = [one for one in record.awards if one.level == self.code and one.in_force]
        ends = [one.until for one in held if months_later(one.since, self.months) <= record.today]
        if ends:
            return Judged(self, Standing.MET, 1, 1, until=max(ends))
        standing = Standing.PARTLY if held else Standing.MISSING
        return Judged(self, standing, 0, 1, until=None, step=Step.YOURS)

    def met_from(self, record: Record) -> datetime.date | None:
        """The day from which it is met if nothing changes; None while the level is not held."""
        since = min((one.since for one in record.awards if one.level == self.code and one.in_force), default=None)
        return None if since is None else months_later(since, self.months)

    def sentence(self, known: Known) -> str:
        """Have been a Club Director for 12 months."""
        name = known.level(self.code)
        if not self.months:
            return _("Hold the level %(level)s.") % {"level": name}
        months = ngettext("a month", "%(n)s months", self.months) % {"n": self.months}
        return _("Have held the level %(level)s for %(months)s.") % {"level": name, "months": months}

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """A level that is not there, is this one, or asks for this one in turn."""
        if self.code not in known.levels:
            yield _("There is no level “%(code)s”.") % {"code": self.code}
        elif self.code == level:
            yield _("A level cannot ask for itself.")
        elif level in _asked_for(self.code, known):
            yield _("%(level)s asks for this level in turn, so nobody could ever have either.") % {
                "level": known.level(self.code)
            }
        if not 0 <= self.months <= LONGEST_MONTHS:
            yield _("The months have to be from 0 to %(most)s.") % {"most": LONGEST_MONTHS}


@dataclass(frozen=True, kw_only=True)
class GoodStanding(Leaf):
    """No award of the body suspended or revoked in the last so many months."""

    kind = "good_standing"
    title = gettext_lazy("Good standing")
    asked: ClassVar[Mapping[str, Asked]] = {
        "months": Asked(
            gettext_lazy("For how many months"), gettext_lazy("So many months without an award suspended or revoked.")
        ),
        "words": WORDS,
    }

    months: int = 24

    def judge(self, record: Record) -> Judged:
        """Whether there is none."""
        marred = [
            day for one in record.awards for day in one.blemishes if months_later(day, self.months) > record.today
        ]
        if not marred:
            return Judged(self, Standing.MET, 1, 1)
        return Judged(self, Standing.MISSING, 0, 1, step=Step.YOURS)

    def sentence(self, known: Known) -> str:
        """No suspension or revocation in the last 24 months."""
        months = ngettext("month", "%(n)s months", self.months) % {"n": self.months}
        return _("Have had no award suspended or revoked in the last %(months)s.") % {"months": months}

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """Months that mean nothing."""
        if not 1 <= self.months <= LONGEST_MONTHS:
            yield _("The months have to be from 1 to %(most)s.") % {"most": LONGEST_MONTHS}


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
        best = sorted(parts, key=_closeness)[: self.needed]
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
        step = Step.OURS if lacking and all(part.step == Step.OURS for part in lacking) else Step.YOURS
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


LEAVES: Mapping[str, type[Leaf]] = {
    one.kind: one
    for one in (Paper, Sessions, Assessment, LevelHeld, Reference, Course, Recognition, Fee, Age, GoodStanding)
}
GROUPS: Mapping[str, type[Group]] = {one.kind: one for one in (AllOf, AnyOf, NOf)}
NOTHING = AllOf()
"""The rule of a level that asks for nothing that could be checked: the registrar decides."""


# --- Reading and checking ---------------------------------------------------------------------------------------------


def read(written: object, known: Known | None = None, level: str = "") -> Rule:
    """The rule that is written here. With `known`, also checked against what the body has, as the rule of this level.

    Raises BadRule with all faults at once, each with its place.
    """
    faults: list[Fault] = []
    rule = _read(written, "", 0, faults)
    if not faults and rule is not None:
        if sum(1 for _leaf in rule.leaves()) > MOST:
            faults.append(Fault("", _("A level asks for at most %(most)s things.") % {"most": MOST}))
        if known is not None:
            faults += _checked(rule, "", known, level)
    if faults or rule is None:
        raise BadRule(faults)
    return rule


def judge(rule: Rule, record: Record) -> Judged:
    """How the rule stands for the person whose record this is."""
    return rule.judge(record)


def items_used(judged: Judged) -> tuple[Item, ...]:
    """All evidence that meets something of the rule, each once, in the order in which people read the rule."""
    found = {item.ref: item for item in judged.used}
    for part in judged.parts:
        found |= {item.ref: item for item in items_used(part)}
    return tuple(found.values())


def missing(judged: Judged, known: Known) -> list[str]:
    """What is not met, as sentences; of a group with a choice, all that there is to choose from in one."""
    if judged.met:
        return []
    if not judged.parts:
        return [judged.rule.said(known)]
    lacking = [one for part in judged.parts for one in missing(part, known)]
    if len(judged.parts) == judged.needed:
        return lacking
    return [f"{judged.rule.said(known)} {'; '.join(one.rstrip('.') for one in lacking)}"]


def paper_codes(rule: Rule) -> list[str]:
    """The papers that the rule asks for, or among others offers, each once."""
    return list(dict.fromkeys(code for leaf in rule.leaves() if isinstance(leaf, Paper) for code in leaf.codes))


def lines(judged: Judged, known: Known, depth: int = 0) -> list[tuple[int, str, Standing]]:
    """The rule line by line: how deep it stands, what it says, how it stands. An `all_of` at the top is not said."""
    if depth == 0 and isinstance(judged.rule, AllOf) and not judged.rule.words:
        return [line for part in judged.parts for line in lines(part, known)]
    own = (depth, judged.rule.said(known), judged.standing)
    return [own, *(line for part in judged.parts for line in lines(part, known, depth + 1))]


def _checked(rule: Rule, place: str, known: Known, level: str) -> Iterator[Fault]:
    if rule == NOTHING and not place:
        return
    yield from (Fault(place, words) for words in rule.faults(known, level))
    for n, part in enumerate(rule.parts(), 1):
        yield from _checked(part, f"{place}.{n}" if place else str(n), known, level)


def _read(written: object, place: str, depth: int, faults: list[Fault]) -> Rule | None:
    if not isinstance(written, Mapping) or len(written) != 1:
        faults.append(Fault(place, _("A requirement is an object with one key, which names its kind.")))
        return None
    (kind, told), *_rest = written.items()
    if kind in GROUPS:
        return _read_group(GROUPS[kind], told, place, depth, faults)
    if kind not in LEAVES:
        known = ", ".join((*LEAVES, *GROUPS))
        faults.append(
            Fault(
                place, _("There is no requirement “%(kind)s”. Known are: %(known)s.") % {"kind": kind, "known": known}
            )
        )
        return None
    if not isinstance(told, Mapping):
        faults.append(Fault(place, _("Say what is asked for in an object.")))
        return None
    return _read_leaf(LEAVES[kind], told, place, faults)


def _read_group(cls: type[Group], told: object, place: str, depth: int, faults: list[Fault]) -> Group | None:
    more: dict[str, Any] = {}
    if isinstance(told, Mapping):
        more, told = {name: value for name, value in told.items() if name != "of"}, told.get("of")
    if cls is NOf and "n" not in more:
        faults.append(Fault(place, _("Say how many are needed, in “n”, and what they are, in “of”.")))
        return None
    if not isinstance(told, Sequence) or isinstance(told, str):
        faults.append(Fault(place, _("List what the group is of.")))
        return None
    values = _values(cls, more, place, faults)
    if depth >= DEEPEST:
        faults.append(Fault(place, _("Groups stand at most %(most)s deep in one another.") % {"most": DEEPEST}))
        return None
    parts = [_read(part, f"{place}.{n}" if place else str(n), depth + 1, faults) for n, part in enumerate(told, 1)]
    return cls(of=tuple(part for part in parts if part is not None), **values)


def _read_leaf(cls: type[Leaf], told: Mapping[Any, Any], place: str, faults: list[Fault]) -> Leaf | None:
    before = len(faults)
    values = _values(cls, told, place, faults)
    return cls(**values) if len(faults) == before else None


def _values(cls: type[Rule], told: Mapping[Any, Any], place: str, faults: list[Fault]) -> dict[str, Any]:
    """The fields that are told, read; what cannot be read is left out and noted."""
    known = {one.name: str(one.type) for one in fields(cls) if str(one.type) in _READERS}
    values = {}
    for name, value in told.items():
        if name not in known:
            words = _("“%(name)s” means nothing here. Known are: %(known)s.")
            faults.append(Fault(place, words % {"name": name, "known": ", ".join(known)}))
            continue
        try:
            values[name] = _READERS[known[name]](value)
        except (TypeError, ValueError, InvalidOperation):
            faults.append(Fault(place, _("“%(name)s” cannot be “%(value)s”.") % {"name": name, "value": value}))
    return values


def _whole(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(value)
    if abs(value) > FURTHEST:
        raise ValueError(value)
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(value)
    return value.strip()


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise TypeError(value)
    return tuple(dict.fromkeys(told for one in value if (told := _text(one))))


def _decimal(value: object) -> Decimal:
    if isinstance(value, bool) or not isinstance(value, int | str | Decimal):
        raise TypeError(value)
    number = Decimal(value)
    # Never so far out that to write it in full would fill the page.
    if not number.is_finite() or abs(number) > FURTHEST or int(number.as_tuple().exponent) < -DIGITS:
        raise ValueError(value)
    return number


def _decimals(value: object) -> dict[str, Decimal]:
    if not isinstance(value, Mapping):
        raise TypeError(value)
    return {_text(name): _decimal(one) for name, one in value.items()}


# By the annotation of the field, so that a new kind of requirement needs no entry here.
_READERS: Mapping[str, Callable[[object], object]] = {
    "int": _whole,
    "int | None": lambda value: None if value is None else _whole(value),
    "str": _text,
    "tuple[str, ...]": _texts,
    "Decimal | None": lambda value: None if value is None else _decimal(value),
    "Mapping[str, Decimal]": _decimals,
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


def _asked_for(code: str, known: Known) -> set[str]:
    """All levels that the rule of this one asks for, at whatever distance."""
    found: set[str] = set()
    to_see = [code]
    while to_see:
        rule = known.rules.get(to_see.pop())
        if rule is not None:
            asked = {leaf.code for leaf in rule.leaves() if isinstance(leaf, LevelHeld)} - found
            found |= asked
            to_see += asked
    return found


def _number(value: object) -> Decimal:
    """A figure of the evidence; what is not there is less than anything that can be asked for."""
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return Decimal(-1)
    return number if number.is_finite() else Decimal(-1)


def _spelt(name: object) -> str:
    """A name as it is compared: however it is spelt in small and capital letters."""
    return str(name or "").strip().casefold()


def _either(names: Iterable[str]) -> str:
    *first, last = [*names] or ["…"]
    return _("%(first)s or %(last)s") % {"first": ", ".join(first), "last": last} if first else last


def _both(names: Iterable[str]) -> str:
    *first, last = [*names] or ["…"]
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
