"""What can be asked for: one class for each kind of requirement, with its sentence, its faults and the form it is asked in."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from typing import Any, ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.accreditation.life import months_later
from accounts.accreditation.requirements.language import (
    HOW_MANY,
    LONGEST_MONTHS,
    ONCE,
    RECENT,
    WORDS,
    Asked,
    Counted,
    Item,
    Judged,
    Known,
    Leaf,
    Record,
    Standing,
    Step,
)


def _every_topic(known: Known) -> Mapping[str, str]:
    """The topics of all papers by code, each once."""
    return {code: name for topics in known.topics.values() for code, name in topics.items()}


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
        "only_for": ONCE,
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
            said += ", " + _("and at least %(marks)s") % {"marks": listed(least)}
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
    clubs, movements: at how many different ones at least. confirmed: whether only what a club has confirmed counts.
    """

    kind = "sessions"
    title = gettext_lazy("Sessions directed")
    asked: ClassVar[Mapping[str, Asked]] = {
        "number": HOW_MANY,
        "role": Asked(gettext_lazy("How"), choose=lambda _known: Sessions.ROLES, nothing=gettext_lazy("either way")),
        "event": Asked(gettext_lazy("Where"), choose=lambda _known: Sessions.EVENTS, nothing=gettext_lazy("anywhere")),
        "confirmed": Asked(
            gettext_lazy("Confirmed by a club"),
            gettext_lazy(
                "Only what a contact of the club has entered or confirmed counts, not what a registrar accepts."
            ),
        ),
        "clubs": Asked(gettext_lazy("At how many different clubs at least")),
        "movements": Asked(gettext_lazy("With how many different movements at least")),
        "within_months": RECENT,
        "only_for": ONCE,
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
    confirmed: bool = False
    clubs: int = 1
    movements: int = 1

    def fits(self, item: Item) -> bool:
        """In that role, at such an event; confirmed by a club, or with one that may still do so."""
        return (
            (not self.role or item.details.get("role") == self.role)
            and (not self.event or item.details.get("event") == self.event)
            and (not self.confirmed or item.by_club or item.with_club)
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
        if self.confirmed:
            said += ", " + _("confirmed by the club")
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
    """A practical assessment passed. level: the code of the level that it has to be for (empty: any)."""

    kind = "assessment"
    title = gettext_lazy("A practical assessment")
    asked: ClassVar[Mapping[str, Asked]] = {
        "level": Asked(
            gettext_lazy("Assessed for which level"),
            choose=lambda known: known.levels,
            nothing=gettext_lazy("any level"),
        ),
        "number": HOW_MANY,
        "within_months": RECENT,
        "only_for": ONCE,
        "words": WORDS,
    }
    step = Step.OURS

    level: str = ""

    def fits(self, item: Item) -> bool:
        """Passed, for the level where one is asked for."""
        return item.details.get("outcome") == "passed" and self.level in ("", item.details.get("level"))

    def sentence(self, known: Known) -> str:
        """Pass a practical assessment for the level Congress Director."""
        many = ngettext("a practical assessment", "%(n)s practical assessments", self.number) % {"n": self.number}
        said = _("Pass %(assessments)s") % {"assessments": many}
        if self.level:
            said += " " + _("for the level %(level)s") % {"level": known.level(self.level)}
        return said + self.recently() + "."

    def faults(self, known: Known, level: str) -> Iterator[str]:
        """A level that is not there."""
        yield from super().faults(known, level)
        if self.level and self.level not in known.levels:
            yield _("There is no level “%(code)s”.") % {"code": self.level}


@dataclass(frozen=True, kw_only=True)
class Reference(Counted):
    """A reference. of: `club`, `mentor` or any."""

    kind = "reference"
    title = gettext_lazy("A reference")
    asked: ClassVar[Mapping[str, Asked]] = {
        "number": HOW_MANY,
        "of": Asked(gettext_lazy("From whom"), choose=lambda _known: Reference.OF, nothing=gettext_lazy("anybody")),
        "within_months": RECENT,
        "only_for": ONCE,
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
            yield _("A reference is from one of these: %(known)s.") % {"known": ", ".join(self.OF)}


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
        "only_for": ONCE,
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
        "only_for": ONCE,
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
        "only_for": ONCE,
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
        if self.only_for:
            yield _("An age cannot be used up: leave out how often it counts.")


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


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: “one, two and three”."""
    *first, last = [*names] or ["…"]
    return _("%(first)s and %(last)s") % {"first": ", ".join(first), "last": last} if first else last
