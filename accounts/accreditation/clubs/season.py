"""A season as a club tells it: lines of sessions with their directors, what each would do, and then exactly that.

`plan` writes nothing; `enter` makes the plan again, and does it only if it is the one that was shown.
"""

from __future__ import annotations

import datetime
import hashlib
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.accreditation.clubs.sessions import give_word, last_day
from accounts.accreditation.evidence import same_session
from accounts.accreditation.intake.columns import Fault, cell_of, plain, read_day, words
from accounts.accreditation.intake.files import read
from accounts.accreditation.mail import notices
from accounts.accreditation.models import Evidence, RegisterEntry
from accounts.accreditation.particulars import checked
from accounts.audit.services import record
from accounts.models import Club, Membership, Role, User
from accounts.names import folded
from accounts.rules import require

MOST_LINES = 300

HEADINGS: Mapping[str, tuple[Any, frozenset[str]]] = {
    "date": (gettext_lazy("Date"), frozenset({"date", "day", "played on"})),
    "event": (gettext_lazy("Event"), frozenset({"event", "session", "name", "title", "name of the event"})),
    "kind": (gettext_lazy("Kind"), frozenset({"kind", "type", "club or congress"})),
    "tables": (gettext_lazy("Tables"), frozenset({"tables", "number of tables"})),
    "movement": (gettext_lazy("Movement"), frozenset({"movement"})),
    "director": (gettext_lazy("Director"), frozenset({"director", "td", "directed by"})),
    "co-director": (
        gettext_lazy("Co-director"),
        frozenset({"co director", "codirector", "second director", "assistant", "assistant director", "with"}),
    ),
}
"""The columns: what each is called on our pages, and in the heads of files, as `plain` writes them."""
NEEDED = ("date", "director")
KINDS = {"": "club", "club": "club", "club session": "club", "session": "club", "congress": "congress"}


class Outcome(StrEnum):
    """What entering a line does for one director."""

    NEW = "new"
    CONFIRMS = "confirms"
    OWN = "own"
    KNOWN = "known"
    LEFT = "left"


SAYS = {
    Outcome.NEW: gettext_lazy("%(name)s: entered. It counts."),
    Outcome.CONFIRMS: gettext_lazy("%(name)s has it on record already: the club confirms it."),
    Outcome.OWN: gettext_lazy("You: entered. Another contact of the club or a registrar has to confirm it."),
    Outcome.KNOWN: gettext_lazy("%(name)s has it on record already: nothing changes."),
    Outcome.LEFT: gettext_lazy("%(name)s: left out. It was refused, or a registrar is looking into it."),
}
DOES = frozenset({Outcome.NEW, Outcome.CONFIRMS, Outcome.OWN})


@dataclass(frozen=True)
class Row:
    """A line as it was typed or stands in a file: its number there, and its cells by the names of the columns."""

    number: int
    cells: Mapping[str, str]


@dataclass(frozen=True)
class Effect:
    """What a line does for one director. known: the session that is on record already."""

    person: User
    outcome: Outcome
    details: Mapping[str, Any]
    known: Evidence | None = None

    @property
    def says(self) -> str:
        """In a sentence."""
        return str(SAYS[self.outcome]) % {"name": self.person}


@dataclass(frozen=True)
class Line:
    """A line with what it would do, or what is wrong with it: then nothing of it is done."""

    row: Row
    day: datetime.date | None = None
    effects: tuple[Effect, ...] = ()
    faults: tuple[str, ...] = ()

    @property
    def does(self) -> bool:
        """Whether anything would be written."""
        return any(effect.outcome in DOES for effect in self.effects)


@dataclass
class _Found:
    """What is there: directors by name and number, and the sessions on record of the club, by person and day."""

    by_name: dict[str, list[User]] = field(default_factory=dict)
    by_number: dict[str, User] = field(default_factory=dict)
    sessions: dict[tuple[UUID, datetime.date], list[Evidence]] = field(default_factory=dict)


# --- Reading ------------------------------------------------------------------------------------------------------------


def rows_of(name: str, data: bytes) -> list[Row]:
    """The lines of a file. Raises ValidationError with what is wrong and what to do."""
    sheet = read(name, data)
    if len(sheet.lines) > MOST_LINES:
        raise ValidationError(
            _("The file has %(found)s lines; at most %(most)s can be entered at once. Split it into several files."),
            "long",
            {"found": len(sheet.lines), "most": MOST_LINES},
        )
    places: dict[str, int] = {}
    for column, (label, headings) in HEADINGS.items():
        for place, heading in enumerate(sheet.headings):
            if plain(heading) in {*headings, plain(str(label))} and place not in places.values():
                places[column] = place
                break
    if lacking := [str(HEADINGS[column][0]) for column in NEEDED if column not in places]:
        raise ValidationError(
            _("No column is called %(names)s. Name the columns in the first line: %(all)s."),
            "columns",
            {"names": " / ".join(lacking), "all": ", ".join(str(label) for label, _headings in HEADINGS.values())},
        )
    return [
        Row(number, {column: cells[place] for column, place in places.items() if place < len(cells)})
        for number, cells in sheet.lines
    ]


# --- What would happen --------------------------------------------------------------------------------------------------


def plan(club: Club, actor: User, rows: Sequence[Row]) -> list[Line]:
    """What entering these lines would do, line by line. A fixed number of queries; writes nothing."""
    read_rows = [_read(row) for row in rows]
    found = _found(club, read_rows)
    seen: dict[tuple[UUID, datetime.date, str, str], int] = {}
    taken: set[UUID] = set()
    return [_line(club, actor, one, found, seen, taken) for one in read_rows]


def digest(lines: Iterable[Line]) -> str:
    """What a plan comes to, to know it again."""
    told = [
        (line.row.number, [(str(one.person.pk), one.outcome, str(one.known and one.known.pk)) for one in line.effects])
        for line in lines
    ]
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()


@dataclass(frozen=True)
class _Read:
    row: Row
    cells: Mapping[str, str]
    day: datetime.date | None
    faults: tuple[str, ...]


def _read(row: Row) -> _Read:
    cells: dict[str, str] = {}
    faults: list[str] = []
    for column in HEADINGS:
        try:
            cells[column] = words(cell_of(row.cells.get(column, "")))
        except Fault as fault:
            faults.append(str(fault))
            cells[column] = ""
    day = None
    try:
        day = read_day(cells["date"], day_first=True)
        if day is None and not faults:
            faults.append(_("The date is missing. Write it like 31/12/2027."))
    except Fault as fault:
        faults.append(str(fault))
    if not cells["director"] and not faults:
        faults.append(_("The director is missing. Write the name or the number."))
    return _Read(row, cells, day, tuple(faults))


def _found(club: Club, rows: Collection[_Read]) -> _Found:
    """The directors whom the lines name, and what is on record of them.

    Only candidates of the body are found, and never by their addresses: who has an account is nothing a club learns.
    """
    named = {name for row in rows for name in (row.cells["director"], row.cells["co-director"]) if name}
    members = Membership.objects.active().filter(body=club.body_id, role=Role.CANDIDATE).values("person")
    numbers = RegisterEntry.objects.filter(body=club.body_id, number__in=named, person__in=members)
    by_number = {one.number: one.person for one in numbers.select_related("person") if one.person.is_active}
    people = User.objects.filter(pk__in=members, is_active=True)
    found = _Found(by_number=by_number)
    for person in people.filter(name_folded__in=[folded(name) for name in named]).order_by("pk"):
        found.by_name.setdefault(folded(person.name), []).append(person)
    ids = {person.pk for those in found.by_name.values() for person in those} | {one.pk for one in by_number.values()}
    days = {row.day for row in rows if row.day is not None}
    sessions = Evidence.objects.filter(club=club, kind="sessions", person__in=ids, day__in=days).select_related(
        "person"
    )
    for one in sessions.filter(~Q(standing=Evidence.Standing.WITHDRAWN)).order_by("entered_at", "pk"):
        found.sessions.setdefault((one.person_id, one.day), []).append(one)
    return found


def _line(
    club: Club,
    actor: User,
    read_row: _Read,
    found: _Found,
    seen: dict[tuple[UUID, datetime.date, str, str], int],
    taken: set[UUID],
) -> Line:
    row, cells, day = read_row.row, read_row.cells, read_row.day
    if read_row.faults or day is None:
        return Line(row, day, faults=read_row.faults)
    faults: list[str] = []
    people = [_person(cells[column], found, club, faults) for column in ("director", "co-director") if cells[column]]
    kind = KINDS.get(plain(cells["kind"]))
    if kind is None:
        faults.append(_("“%(kind)s” is no kind of event. Write club or congress.") % {"kind": cells["kind"]})
    named = [one for one in people if one is not None]
    if len(named) == 2 and named[0] == named[1]:
        faults.append(_("Director and co-director are the same person. Leave one out."))
    effects: list[Effect] = []
    if not faults:
        for n, person in enumerate(named):
            other = named[1 - n].name if len(named) == 2 else ""
            told = {
                "club": club,
                "title": cells["event"],
                "role": "assisted" if n else "directed",
                "event": kind,
                "movement": cells["movement"],
                "tables": cells["tables"],
                "with": other,
            }
            try:
                details = checked("sessions", day, told, club.body)
            except ValidationError as wrong:
                faults = [str(one) for one in wrong.messages]
                break
            key = (person.pk, day, cells["event"].casefold(), str(kind))
            if key in seen:
                faults.append(
                    _("%(name)s has this session in line %(line)s already. If it is another one, name the event.")
                    % {"name": person, "line": seen[key]}
                )
                break
            seen[key] = row.number
            effects.append(_effect(person, actor, day, details, found, taken))
    return Line(row, day, () if faults else tuple(effects), tuple(faults))


def _person(cell: str, found: _Found, club: Club, faults: list[str]) -> User | None:
    if cell in found.by_number:
        return found.by_number[cell]
    people = found.by_name.get(folded(cell), [])
    if len(people) == 1:
        return people[0]
    about = {"name": cell[:80], "body": club.body.short_name}
    faults.append(
        _("Several people of %(body)s are called %(name)s. Write the number instead.") % about
        if people
        else _(
            "%(body)s has no candidate or director called %(name)s. Check the spelling; if they are new, they have to "
            "join first."
        )
        % about
    )
    return None


def _effect(
    person: User,
    actor: User,
    day: datetime.date,
    details: Mapping[str, Any],
    found: _Found,
    taken: set[UUID],
) -> Effect:
    on_record = [one for one in found.sessions.get((person.pk, day), []) if one.pk not in taken]
    known = same_session(on_record, details)
    if known is None:
        return Effect(person, Outcome.OWN if person == actor else Outcome.NEW, details)
    taken.add(known.pk)
    if known.standing in (Evidence.Standing.REFUSED, Evidence.Standing.DISPUTED):
        return Effect(person, Outcome.LEFT, details, known)
    if known.confirmed_by_id is not None or person == actor:
        return Effect(person, Outcome.KNOWN, details, known)
    return Effect(person, Outcome.CONFIRMS, details, known)


# --- Doing it -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def enter(*, club: Club, actor: User, rows: Sequence[Row], shown: str, reference: UUID) -> list[Line]:
    """Do exactly what was shown, and say what was done. shown: the digest of that plan; reference: drawn with it.

    Raises ValidationError where the plan is another one by now, and writes nothing then. Sent twice, it is done once.
    """
    require(actor, "accreditation.enter_club_sessions", club)
    # The people first, in one order, so that two clubs that enter the same director do not wait for each other.
    named = {one.person.pk for line in plan(club, actor, rows) for one in line.effects}
    list(User.objects.select_for_update(no_key=True).filter(pk__in=named).order_by("pk").values_list("pk"))
    prefix = f"club:{reference}:"
    lines = plan(club, actor, rows)
    if Evidence.objects.filter(body=club.body_id, reference__startswith=prefix).exists():
        return lines
    if digest(lines) != shown:
        raise ValidationError(
            _("Something has changed since you looked at these lines. Look at them again; nothing was entered."),
            "changed",
        )
    now = timezone.now()
    made: list[Evidence] = []
    confirmed: list[Evidence] = []
    for line in lines:
        for n, effect in enumerate(line.effects):
            if effect.outcome == Outcome.CONFIRMS and effect.known is not None:
                give_word(effect.known, actor, now)
                confirmed.append(effect.known)
            elif effect.outcome in DOES and line.day is not None:
                made.append(_made(club, actor, line.day, effect, f"{prefix}{line.row.number}:{n}", now))
    Evidence.objects.bulk_create(made)
    if made or confirmed:
        data = {"entered": [str(one.pk) for one in made], "confirmed": [str(one.pk) for one in confirmed]}
        record(actor=actor, verb="club.sessions_entered", target=club, body=club.body_id, data=data)
    # What contacts enter about themselves waits for another's word, and they know of it.
    counting = [one for one in made if one.standing == Evidence.Standing.ACCEPTED]
    if counting:
        notices.sessions_entered(club, counting, last_day(counting[0]))
    notices.sessions_confirmed(club, confirmed)
    return lines


def _made(
    club: Club, actor: User, day: datetime.date, effect: Effect, reference: str, now: datetime.datetime
) -> Evidence:
    made = Evidence(
        body=club.body,
        person=effect.person,
        club=club,
        kind="sessions",
        day=day,
        details=dict(effect.details),
        reference=reference,
        entered_by=actor,
        entered_at=now,
        standing=Evidence.Standing.WAITING,
    )
    if effect.outcome == Outcome.NEW:
        made.standing, made.settled_by, made.settled_at = Evidence.Standing.ACCEPTED, actor, now
        made.confirmed_by, made.confirmed_at = actor, now
    return made
