"""The dry run: what an import would do with each line, as the register is now.

Reads in a fixed number of queries, writes nothing.

What it makes of a line is plain data, so that an import can compare it with what a person has seen. What the line touches is in
it: a person who has changed since, or who is there only now, gives another plan.

Whom a line is about is told by a root: the id of somebody of the body, or `line:<number>` for somebody whom that line brings.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.intake.columns import (
    FIELDS,
    Fault,
    cell_of,
    order_of_days,
    plain,
    read_day,
    read_email,
    read_name,
    too_long,
    words,
)
from accounts.accreditation.intake.likeness import Names, are_alike, key_of
from accounts.accreditation.life import HELD, Status, months_later, state_of, term_of
from accounts.accreditation.models import Award, Intake, IntakeLine, Level, RegisterEntry
from accounts.models import Club, Membership, Role, User

Outcome = IntakeLine.Outcome
NEW = "new"
MAKE, NO_CLUB = "make", "none"


@dataclass
class Plan:
    """What would happen with a line. says: in sentences. read: what the line says, to be shown. days: those that could be read.
    options: who it may be, as value and words, where that has to be decided. does: all that an import goes by; empty where it
    does nothing. unknown: the words of the line that no level or club of the body has, by `levels` and `clubs`.
    """

    outcome: str
    says: list[str] = field(default_factory=list)
    read: dict[str, str] = field(default_factory=dict)
    days: dict[str, str] = field(default_factory=dict)
    options: list[list[str]] = field(default_factory=list)
    does: dict[str, Any] = field(default_factory=dict)
    unknown: dict[str, str] = field(default_factory=dict)

    def stored(self) -> dict[str, Any]:
        """As it is kept with the line."""
        return asdict(self)


def differs(stored: dict[str, Any], fresh: Plan) -> bool:
    """Whether an import would do something else by now; the words may differ."""
    return any(stored.get(name) != getattr(fresh, name) for name in ("outcome", "does"))


@dataclass
class _Line:
    """A line as far as it could be read."""

    number: int
    choice: str
    name: str
    email: str
    no: str
    club: str
    level: Level
    until: datetime.date
    start: datetime.date


class _Undecided(Exception):
    """Somebody has to say whom the line is about."""

    def __init__(self, says: str, roots: Iterable[str], *, may_be_new: bool = True) -> None:
        super().__init__(says)
        self.says, self.roots, self.may_be_new = says, list(dict.fromkeys(roots)), may_be_new


class Register:
    """The register of a body as it is now, as far as a file has to do with it."""

    def __init__(self, intake: Intake) -> None:
        self.body = intake.body
        self.today = self.body.today()
        self.levels = list(Level.objects.filter(body=self.body))
        self.clubs = list(Club.objects.filter(body=self.body))
        memberships = list(Membership.objects.filter(body=self.body).order_by("since", "pk"))
        awards = Award.objects.filter(body=self.body).exclude(status=Status.UNDONE).order_by("valid_until", "pk")
        by_pk = {level.pk: level for level in self.levels}
        self.awards: dict[str, list[Award]] = defaultdict(list)
        self.unmatched: dict[tuple[str, int, datetime.date], list[Award]] = defaultdict(list)
        for award in awards:
            award.level, award.body = by_pk[award.level_id], self.body
            self.awards[str(award.person_id)].append(award)
            self.unmatched[words(award.name), award.level_id, award.valid_until].append(award)
        ids = {one.person_id for one in memberships} | {UUID(one) for one in self.awards}
        self.people = {str(one.pk): one for one in User.objects.filter(pk__in=ids)}
        self.candidates = {
            str(one.person_id): one for one in memberships if one.role == Role.CANDIDATE and one.until is None
        }
        self.numbers: dict[str, str] = {}
        self.by_number: dict[str, str] = {}
        for entry in RegisterEntry.objects.filter(body=self.body).exclude(number=""):
            self.numbers[str(entry.person_id)] = entry.number
            self.by_number[entry.number] = str(entry.person_id)
        self.by_email = {one.email: root for root, one in self.people.items()}
        further = EmailAddress.objects.filter(user__in=ids, verified=True).values_list("email", "user")
        self.by_email |= {email.lower(): str(user) for email, user in further}
        self.names: Names = Names()
        for root, one in self.people.items():
            if one.is_active and one.name:
                self.names.add(root, one.name)

    def touched(self, root: str) -> list[Any]:
        """All of a person that a plan goes by."""
        one, candidate = self.people[root], self.candidates.get(root)
        held = [[str(a.pk), a.level_id, a.status, f"{a.valid_until}"] for a in self.awards.get(root, ())]
        club = str(candidate.club_id or "") if candidate else None
        return [one.name, one.email, one.is_active, club, self.numbers.get(root, ""), sorted(held)]


class DryRun:
    """Plans for all lines of an import, one after the other: a line knows those above it."""

    def __init__(self, intake: Intake, lines: Iterable[IntakeLine], actor: User) -> None:
        self.intake, self.actor, self.lines = intake, actor, list(lines)
        self.here = Register(intake)
        self.terms = {"day_first": None, "levels": {}, "clubs": {}, **intake.terms}
        self.cells = {line.number: self._cells(line) for line in self.lines}
        days = [
            raw
            for line in self.lines
            for name in ("until", "start")
            if name not in line.corrected and (raw := self._raw(line, name))
        ]
        told, either = order_of_days(days)
        chosen = self.terms["day_first"]
        self.day_first: bool | None = told if chosen is None else chosen
        self.asks_for_order = either and told is None
        emails = {cells.get("email", "").strip().lower() for cells, _faults in self.cells.values()}
        accounts = User.objects.filter(email__in=emails - {""}).values_list("email", "pk")
        further = EmailAddress.objects.filter(email__in=emails - {""}, verified=True).values_list("email", "user")
        # Addresses of accounts that are nothing to the body yet.
        self.elsewhere = {email for email, pk in (*accounts, *further) if str(pk) not in self.here.people}
        self.file_email: dict[str, str] = {}
        self.file_number: dict[str, str] = {}
        self.file_names: dict[str, list[str]] = defaultdict(list)
        self.file_read: dict[str, _Line] = {}
        self.file_awards: dict[tuple[str, int], list[tuple[int, datetime.date]]] = defaultdict(list)

    def plans(self) -> dict[int, Plan]:
        """The plan of each line, by its number."""
        return {line.number: self._plan(line) for line in self.lines}

    # --- what a line says -----------------------------------------------------------------------------------------------

    def _raw(self, line: IntakeLine, name: str) -> str:
        place = self.intake.columns.get(name)
        return str(line.cells[place]) if place is not None and place < len(line.cells) else ""

    def _cells(self, line: IntakeLine) -> tuple[dict[str, str], list[str]]:
        """What stands in the columns, and what is wrong with cells whatever they mean."""
        cells, faults = {}, []
        for name in FIELDS:
            if name in line.corrected:
                cells[name] = str(line.corrected[name])
                continue
            try:
                cells[name] = cell_of(self._raw(line, name))
            except Fault as fault:
                # Shown as it is, to be corrected; with a fault nothing of the line is used.
                cells[name] = self._raw(line, name).strip()
                faults.append(str(fault))
        if wrong := too_long(cells):
            faults.append(wrong)
        if len(line.cells) > len(self.intake.headings) and any(
            cell.strip() for cell in line.cells[len(self.intake.headings) :]
        ):
            faults.append(
                _("The line has more cells than there are headings. Correct it in the file, or leave it out.")
            )
        return cells, faults

    def _plan(self, line: IntakeLine) -> Plan:
        cells, faults = self.cells[line.number]
        read = {name: value for name, value in cells.items() if value}
        if line.left_out:
            return Plan(Outcome.LEFT, [_("You left this line out.")], read)
        plan = Plan(Outcome.WRONG, faults, read)
        if faults:
            return plan
        level = self._level(cells["level"], plan)
        until, start = self._days(cells, plan)
        if not cells["name"].strip():
            plan.says.append(_("There is no name. Enter one, or leave the line out."))
        email = ""
        try:
            email = read_email(cells["email"])
        except Fault as fault:
            plan.says.append(str(fault))
        if plan.says and not plan.unknown and plan.outcome != Outcome.DECIDE:
            return plan
        if level is None or until is None:
            plan.outcome = Outcome.DECIDE
            return plan
        start, no = start or self._counted_back(until, level), words(cells["number"])
        told = _Line(line.number, line.person, cells["name"], email, no, cells["club"], level, until, start)
        return self._about(told, plan)

    def _level(self, said: str, plan: Plan) -> Level | None:
        if not said:
            plan.says.append(_("There is no level. Enter one, or leave the line out."))
            return None
        key = plain(said)
        chosen = self.terms["levels"].get(key)
        for find in (
            lambda one: one.code in (chosen, said),
            lambda one: one.name == said,
            lambda one: key in (plain(one.name), plain(one.code)),
        ):
            found = [one for one in self.here.levels if find(one)]
            if len(found) == 1:
                return found[0]
        plan.unknown["levels"] = said
        plan.says.append(_("“%(level)s” is not a level of yours. Choose one for it.") % {"level": said})
        plan.outcome = Outcome.DECIDE
        return None

    def _days(self, cells: dict[str, str], plan: Plan) -> tuple[datetime.date | None, datetime.date | None]:
        if self.day_first is None and self.asks_for_order:
            open_ones = [one for one in (cells["until"], cells["start"]) if order_of_days([one])[1]]
            if open_ones:
                plan.outcome = Outcome.DECIDE
                plan.says.append(
                    _("“%(cell)s” can be read in two ways. Say for the whole file what comes first, day or month.")
                    % {"cell": open_ones[0]}
                )
                return None, None
        found: dict[str, datetime.date | None] = {"until": None, "start": None}
        for name in found:
            try:
                found[name] = read_day(cells[name], day_first=self.day_first is not False)
            except Fault as fault:
                plan.says.append(str(fault))
        plan.days = {name: f"{day}" for name, day in found.items() if day}
        until, start = found["until"], found["start"]
        if not cells["until"].strip():
            plan.says.append(_("There is no end. Enter the last day on which the award is valid."))
        elif until and start and until <= start:
            plan.says.append(
                _("The award ends on %(end)s, before it begins on %(start)s. Correct one of the days.")
                % {"end": written(until), "start": written(start)}
            )
        elif start and start > self.here.today:
            plan.says.append(
                _("The award begins on %(start)s, which has not come yet. Correct the day, or import the line later.")
                % {"start": written(start)}
            )
        return until, start

    def _counted_back(self, until: datetime.date, level: Level) -> datetime.date:
        """Where a file says nothing of the beginning: the term of the level, counted back from its end."""
        day = datetime.timedelta(days=1)
        return min(months_later(until, -level.validity_months), self.here.today, until - day)

    # --- whom it is about -----------------------------------------------------------------------------------------------

    def _about(self, line: _Line, plan: Plan) -> Plan:
        if not line.choice and self._taken(line):
            plan.outcome = Outcome.SAME
            plan.says = [_("Already in the register with this end. Nothing to do.")]
            return plan
        try:
            root = self._who(line)
            if root == NEW:
                line.name = read_name(line.name)
        except _Undecided as open_one:
            plan.outcome = Outcome.DECIDE
            plan.says.append(open_one.says)
            plan.options = [[root, self._called(root)] for root in open_one.roots]
            if open_one.may_be_new:
                plan.options.append([NEW, _("Somebody else: a new person")])
            return plan
        except Fault as fault:
            plan.says.append(str(fault))
            return plan
        return self._award(line, root, plan)

    def _taken(self, line: _Line) -> bool:
        """Whether the register has an award of this name, level and end, which no line above has met."""
        waiting = self.here.unmatched.get((words(line.name), line.level.pk, line.until), [])
        hit = self._by_key(line)
        found = next((one for one in waiting if not hit or str(one.person_id) in hit), None)
        if found is None:
            return False
        waiting.remove(found)
        return True

    def _by_key(self, line: _Line) -> list[str]:
        """Whom the address and the number of the line belong to."""
        here = self.here
        found = (
            line.email and (here.by_email.get(line.email) or self.file_email.get(line.email)),
            line.no and (here.by_number.get(line.no) or self.file_number.get(line.no)),
        )
        return list(dict.fromkeys(root for root in found if root))

    def _who(self, line: _Line) -> str:
        """The root of whom the line is about, or NEW. Raises _Undecided where a person has to say."""
        hits = self._by_key(line)
        if line.choice == NEW:
            # The address and the number stay with those who have them.
            self._give_up_keys(line, hits)
            return NEW
        if line.choice and (line.choice in self.here.people or line.choice in self.file_read):
            return line.choice
        if len(hits) > 1:
            raise _Undecided(
                _("The address is that of %(one)s, the number that of %(other)s. Say who is meant.")
                % {"one": self._name(hits[0]), "other": self._name(hits[1])},
                hits,
            )
        if hits:
            (root,) = hits
            if are_alike(line.name, self._name(root)) or self._same_award(root, line):
                return root
            raise _Undecided(
                _("The address or number is that of %(name)s. Is this the same person?") % {"name": self._name(root)},
                hits,
            )
        like = [one for one in self.here.names.like(line.name) if not self._other_number(one, line)]
        like += [one for one in self.file_names[key_of(line.name)] if not self._other_number(one, line)]
        if like:
            raise _Undecided(
                _("The name is like that of somebody who is known already. Is this the same person?"), like
            )
        return NEW

    def _give_up_keys(self, line: _Line, hits: list[str]) -> None:
        if line.email in self.here.by_email or line.email in self.file_email:
            line.email = ""
        if line.no in self.here.by_number or line.no in self.file_number:
            line.no = ""

    def _other_number(self, root: str, line: _Line) -> bool:
        """Whether they have a number, and it is another: then they are another person, whatever they are called."""
        known = self.file_read[root].no if root in self.file_read else self.here.numbers.get(root, "")
        return bool(known and line.no and known != line.no)

    def _name(self, root: str) -> str:
        if root in self.file_read:
            return self.file_read[root].name
        person = self.here.people[root]
        return person.name or person.email

    def _called(self, root: str) -> str:
        """Somebody so that a registrar knows them: name, address or number, club, awards."""
        if root in self.file_read:
            line = self.file_read[root]
            about = _("line %(line)s") % {"line": line.number}
            return ", ".join(filter(None, [line.name, about, line.email, line.no, line.club]))
        candidate = self.here.candidates.get(root)
        clubs = {club.pk: club.name for club in self.here.clubs}
        club = clubs.get(candidate.club_id, "") if candidate and candidate.club_id else ""
        held = [
            _("%(level)s until %(day)s") % {"level": one.level.name, "day": written(one.valid_until)}
            for one in self.here.awards.get(root, ())
        ]
        return ", ".join(filter(None, [self._name(root), self.here.numbers.get(root, ""), club, *held]))

    # --- what they get --------------------------------------------------------------------------------------------------

    def _same_award(self, root: str, line: _Line) -> Award | None:
        awards = self.here.awards.get(root, ())
        return next((a for a in awards if a.level_id == line.level.pk and a.valid_until == line.until), None)

    def _award(self, line: _Line, root: str, plan: Plan) -> Plan:
        is_new, known = root == NEW, root in self.here.people
        if known and (same := self._same_award(root, line)):
            plan.outcome = Outcome.SAME
            plan.says = [
                _("%(name)s has this award with this end already (%(state)s). Nothing to do.")
                % {"name": self._name(root), "state": self._state(same).label.lower()}
            ]
            return plan
        if wrong := self._in_the_way(line, root):
            plan.says.append(wrong)
            return plan
        if is_new and line.email in self.elsewhere:
            # Nobody joins a body, and shows it a name, by being in its file: they accept an invitation first.
            plan.says.append(
                _(
                    "This address cannot be used for a new entry. Invite the person under People and preview again once they "
                    "have joined, or leave the address empty."
                )
            )
            return plan
        if is_new:
            root = f"line:{line.number}"
            self._remember(root, line)
        joins = is_new or (known and root not in self.here.candidates)
        club = self._club(line, root, plan, asks=joins or (known and self.here.candidates[root].club_id is None))
        self.file_awards[root, line.level.pk].append((line.number, line.until))
        if plan.outcome == Outcome.DECIDE:
            return plan
        plan.outcome = Outcome.NEW if is_new else Outcome.KNOWN
        plan.does = {
            "person": NEW if is_new else root,
            "joins": joins,
            "name": line.name if is_new else self._name(root),
            "email": line.email if is_new else "",
            "number": line.no if is_new or self._takes_number(root, line) else "",
            "club": club,
            "level": line.level.pk,
            "start": f"{line.start}",
            "until": f"{line.until}",
            "touches": self.here.touched(root) if known else [],
        }
        plan.says = [*self._told(line, root, plan.does), *plan.says]
        return plan

    def _remember(self, root: str, line: _Line) -> None:
        self.file_read[root] = line
        self.file_names[key_of(line.name)].append(root)
        if line.email:
            self.file_email[line.email] = root
        if line.no:
            self.file_number[line.no] = root

    def _takes_number(self, root: str, line: _Line) -> bool:
        """Whether somebody known gets the number of the line: they have none, and nobody else has it."""
        if not line.no or root not in self.here.people or root in self.here.numbers:
            return False
        if self._by_key(_Line(0, "", "", "", line.no, "", line.level, line.until, line.start)):
            return False
        self.here.numbers[root], self.here.by_number[line.no] = line.no, root
        return True

    def _state(self, award: Award) -> Any:
        return state_of(Status(award.status), term_of(award.valid_until, award.level, self.here.today))

    def _in_the_way(self, line: _Line, root: str) -> str:
        """Why the award cannot be made, or nothing."""
        if root == str(self.actor.pk):
            return _("This is you. Nobody imports an award of their own: ask another registrar of your body.")
        for number, until in self.file_awards[root, line.level.pk]:
            if until == line.until or min(until, line.until) >= self.here.today:
                return _("Line %(line)s has this person and this level already. Leave one of the two out.") % {
                    "line": number
                }
        if line.until < self.here.today or root not in self.here.people:
            return ""
        for one in self.here.awards.get(root, ()):
            if one.level_id == line.level.pk and self._state(one) in HELD:
                return _(
                    "%(name)s holds this level until %(day)s. An import does not change an award: renew or extend it on "
                    "its page."
                ) % {"name": self._name(root), "day": written(one.valid_until)}
        return ""

    def _club(self, line: _Line, root: str, plan: Plan, *, asks: bool) -> list[str] | None:
        """The club that they get: `[id, name]`, or `["make", name]`; None where they get none."""
        said = words(line.club)
        if not said:
            return None
        key = plain(said)
        chosen = self.terms["clubs"].get(key)
        clubs = self.here.clubs
        for found in (
            [one for one in clubs if str(one.pk) == chosen],
            [one for one in clubs if words(one.name) == said],
            [one for one in clubs if plain(one.name) == key],
            [one for one in clubs if key in map(plain, one.former_names)],
        ):
            if len(found) == 1:
                if asks:
                    return [str(found[0].pk), found[0].name]
                if root in self.here.candidates and self.here.candidates[root].club_id != found[0].pk:
                    plan.says.append(_("Their club here is another one, and stays as it is."))
                return None
        if chosen == MAKE and asks:
            return [MAKE, said]
        if chosen == NO_CLUB or not asks:
            return None
        plan.unknown["clubs"] = said
        plan.says.append(_("“%(club)s” is not a club of yours. Choose one for it, or make it.") % {"club": said})
        plan.outcome = Outcome.DECIDE
        return None

    def _told(self, line: _Line, root: str, does: dict[str, Any]) -> list[str]:
        span = {"level": line.level.name, "start": written(line.start), "end": written(line.until)}
        if does["person"] == NEW:
            says = [_("%(level)s from %(start)s until %(end)s.") % span]
            if not does["email"]:
                says.append(_("Without an email address; you can add one later."))
        else:
            about = {**span, "name": self._name(root)}
            says = [_("%(name)s gets %(level)s from %(start)s until %(end)s.") % about]
        if does["club"] and does["club"][0] == MAKE:
            says.append(_("The club %(club)s will be added.") % {"club": does["club"][1]})
        return says


def written(day: datetime.date) -> str:
    """A day as people read it."""
    return date_format(day, "j F Y")
