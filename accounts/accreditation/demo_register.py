"""In the demo, the register of a body that has accredited directors for ten years: some three hundred, at every stage.

Their lives are drawn and told day by day as the table in `life` allows, and then written at once, each deed with its event and
its entry in the audit log, as the deeds of today write them. Those could not be dated back, and nothing but the demo may.
"""

from __future__ import annotations

import datetime as dt
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

import yaml
from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.formats import date_format

from accounts.accreditation import demo_desk
from accounts.accreditation.life import (
    STANDING,
    TRANSITIONS,
    Deed,
    Status,
    Term,
    Verb,
    end_of_term,
    months_later,
    term_of,
)
from accounts.accreditation.models import (
    Application,
    Award,
    AwardEvent,
    Consent,
    Evidence,
    Level,
    Listing,
    RegisterEntry,
    RegisterSettings,
    Revocation,
)
from accounts.audit.models import AuditEntry
from accounts.audit.services import record_many
from accounts.models import Body, Club, Confirmer, Membership, Role, User

REGISTER: Final = settings.BASE_DIR / "fixtures" / "demo" / "register.yaml"
FIRST_NUMBER: Final = 10_001
# In a hundred: who renew when the time comes; of those who have directed for some time, who become congress directors.
RENEWS, RISES = 86, 60
# How many are brought to each of these ends, and so stand there today.
ENDS: Final[Mapping[Verb, int]] = {
    Verb.SUSPENDED: 5,
    Verb.REINSTATED: 4,
    Verb.REVOKED: 3,
    Verb.SURRENDERED: 11,
    Verb.DECEASED: 6,
    Verb.EXTENDED: 7,
}
# In a hundred: who have decided what the public register shows; of these, who agreed to their name, their club and letters.
DECIDED, FOUND, CLUB, LETTERS = 92, 93, 80, 65
BUSY: Final[Sequence[tuple[int, range]]] = [(55, range(7, 17)), (20, range(4, 6)), (15, range(1, 4)), (10, range(1))]
"""In a hundred: how many sessions somebody has directed in the last three years."""
LOOKED_BACK = 365 * 3
REFRESHED = 6
"""In a hundred: who have been to the refresher day."""


@dataclass
class Life:
    """What happens to one award. told: moment, deed, actor, reason and what changed, in order of time."""

    award: Award
    told: list[tuple[dt.datetime, Verb, User, str, dict[str, Any]]] = field(default_factory=list)
    proposed: Revocation | None = None


def fill(registrars: Sequence[User]) -> None:
    """Write the register, unless it is there. registrars: two of the body, who did what is told."""
    told = yaml.safe_load(REGISTER.read_text(encoding="utf-8"))
    body = Body.objects.get(slug=told["body"])
    if is_filled(body):
        return
    _Register(body, registrars, told).write()
    demo_desk.fill(body, registrars, told)


def is_filled(body: Body) -> bool:
    """Whether the body has this register."""
    return RegisterEntry.objects.filter(body=body, number=str(FIRST_NUMBER)).exists()


class _Register:
    """Draws the lives and writes them."""

    def __init__(self, body: Body, registrars: Sequence[User], told: Mapping[str, Any]) -> None:
        self.body, self.registrars, self.told = body, registrars, told
        self.chance = random.Random(told["body"])  # noqa: S311 - not for secrets
        self.today = body.today()
        self.club, self.congress = Level.objects.filter(body=body, code__in=["club", "congress"]).order_by("order")
        self.people: list[User] = []
        self.memberships: list[Membership] = []
        self.lives: list[Life] = []

    def write(self) -> None:
        """Everything, people first."""
        clubs = list(Club.objects.filter(body=self.body).order_by("name"))
        weights = [self.chance.randint(2, 9) for _ in clubs]
        ends = [end for end, times in ENDS.items() for _ in range(times)]
        self.chance.shuffle(ends)
        for name in self._names(self.told["directors"]):
            began = self.today - dt.timedelta(days=self.chance.randint(20, 365 * self.told["years"]))
            person = self._person(name, began, self.chance.choices(clubs, weights)[0])
            self._live(person, began, ends)
        if ends:
            raise RuntimeError(f"Too few directors for every stage: {ends} are left.")
        User.objects.bulk_create(self.people)
        Membership.objects.bulk_create(self.memberships)
        # One of them can sign in, and is there already.
        holder = User.objects.get(email=self.told["holder"])
        self.people.append(holder)
        last = self.today + dt.timedelta(days=self.told["holder_ends_in_days"])
        self._granted(holder, self.club, months_later(last, -self.club.validity_months))
        numbers = range(FIRST_NUMBER, FIRST_NUMBER + len(self.people))
        RegisterEntry.objects.bulk_create(
            RegisterEntry(body=self.body, person=person, number=str(number))
            for person, number in zip(self.people, numbers, strict=True)
        )
        Application.objects.bulk_create(life.award.application for life in self.lives)
        Award.objects.bulk_create(life.award for life in self.lives)
        Revocation.objects.bulk_create(life.proposed for life in self.lives if life.proposed is not None)
        AwardEvent.objects.bulk_create(
            AwardEvent(award=life.award, at=at, actor=actor, verb=verb, reason=reason, data=data)
            for life in self.lives
            for at, verb, actor, reason, data in life.told
        )
        record_many(entry for life in self.lives for entry in self._audited(life))
        self._list()
        self._direct()

    # --- People -------------------------------------------------------------------------------------------------------

    def _names(self, number: int) -> list[str]:
        pairs = [f"{given} {family}" for given in self.told["given_names"] for family in self.told["family_names"]]
        return self.chance.sample(pairs, number)

    def _person(self, name: str, began: dt.date, club: Club) -> User:
        joined = self._at(began - dt.timedelta(days=self.chance.randint(30, 400)))
        person = User(email=f"{name.lower().replace(' ', '.')}@example.org", name=name, date_joined=joined)
        person.set_unusable_password()
        self.people.append(person)
        self.memberships.append(Membership(person=person, body=self.body, role=Role.CANDIDATE, club=club, since=joined))
        return person

    # --- Lives --------------------------------------------------------------------------------------------------------

    def _live(self, person: User, began: dt.date, ends: list[Verb]) -> None:
        """The awards of one person; the first end that can be told of their club award is taken from those still wanted."""
        life = self._granted(person, self.club, began)
        self._go_on(life)
        self._end(life, ends)
        later = months_later(began, self.chance.randint(13, 40))
        goes_on = Status(life.award.status) in STANDING and later < min(life.award.valid_until, self.today)
        if goes_on and self.chance.randrange(100) < RISES:
            self._go_on(self._granted(person, self.congress, later))

    def _granted(self, person: User, level: Level, start: dt.date) -> Life:
        at, registrar = self._at(start), self.chance.choice(self.registrars)
        day, why = start - dt.timedelta(days=self.chance.randint(2, 40)), str(self.told["granted"])
        shown = {
            "kind": Application.HAND,
            "result": f"{Application.HAND}:demo-register:{level.code}:{person.email}",
            "words": self.told["passed"] % {"day": date_format(day, "j F Y"), "mark": self.chance.randint(64, 97)},
        }
        application = Application(
            body=self.body,
            person=person,
            level=level,
            status=Application.Status.GRANTED,
            evidence=shown,
            created_at=at,
            decided_by=registrar,
            decided_at=at,
            reason=why,
        )
        award = Award(
            body=self.body,
            person=person,
            name=person.name,
            level=level,
            application=application,
            granted_at=at,
            granted_by=registrar,
            valid_from=start,
            valid_until=end_of_term(start, level),
        )
        life = Life(award)
        self._tell(life, at, Verb.GRANTED, registrar, why, {"start": start, "end_after": award.valid_until})
        self.lives.append(life)
        return life

    def _go_on(self, life: Life) -> None:
        """Term after term until today, or until it is not renewed."""
        level, award = life.award.level, life.award
        while (opens := months_later(award.valid_until, -level.notice_months)) < self.today:
            if self.chance.randrange(100) >= RENEWS:
                return
            last = min(months_later(award.valid_until, level.return_months // 2), self.today - dt.timedelta(days=1))
            day = opens + dt.timedelta(days=self.chance.randint(0, max(0, (last - opens).days)))
            # Who has only just been told that it ends soon has not renewed yet.
            if day >= self.today - dt.timedelta(days=20):
                return
            self._move(life, Verb.RENEWED, day, end_of_term(award.valid_until, level))

    def _end(self, life: Life, ends: list[Verb]) -> None:
        """Bring it to one of the ends that are still wanted, if it is in force and old enough."""
        award, days = life.award, (self.today - life.award.valid_from).days
        term = term_of(award.valid_until, award.level, self.today)
        if not ends or term not in (Term.RUNNING, Term.NOTICE) or days < 200:
            return
        last = max(at for at, *_rest in life.told).astimezone(self.body.zone).date()
        day = self.today - dt.timedelta(days=self.chance.randint(3, 150))
        if day <= last + dt.timedelta(days=40):
            return
        match ends.pop():
            case Verb.EXTENDED:
                self._move(life, Verb.EXTENDED, day, months_later(award.valid_until, self.chance.choice([3, 6, 12])))
            case Verb.REINSTATED:
                self._turn(life, Deed.SUSPEND, day - dt.timedelta(days=30))
                self._turn(life, Deed.REINSTATE, day)
            case Verb.REVOKED:
                self._revoke(life, day)
            case Verb.SUSPENDED:
                self._turn(life, Deed.SUSPEND, day)
            case Verb.SURRENDERED:
                self._turn(life, Deed.SURRENDER, day, {"by_holder": False})
            case Verb.DECEASED:
                self._turn(life, Deed.RECORD_DEATH, day)

    def _move(self, life: Life, verb: Verb, day: dt.date, end: dt.date) -> None:
        moved = {"end_before": life.award.valid_until, "end_after": end}
        life.award.valid_until = end
        self._tell(life, self._at(day), verb, self.chance.choice(self.registrars), self._reason(verb), moved)

    def _turn(self, life: Life, deed: Deed, day: dt.date, more: Mapping[str, Any] | None = None) -> None:
        line, before = TRANSITIONS[deed], life.award.status
        assert line.left is not None  # noqa: S101 - asked only of lines that change it; tells the type
        life.award.status = line.left
        changed = {"status_before": before, "status_after": line.left, **(more or {})}
        registrar = self.chance.choice(self.registrars)
        self._tell(life, self._at(day), line.verb, registrar, self._reason(line.verb), changed)

    def _revoke(self, life: Life, day: dt.date) -> None:
        """By two: one proposes, the other countersigns a few days later."""
        first, second = self.registrars
        why, proposed_at, at = self._reason(Verb.REVOKED), self._at(day - dt.timedelta(days=3)), self._at(day)
        life.proposed = Revocation(
            award=life.award,
            proposed_by=first,
            proposed_at=proposed_at,
            reason=why,
            standing=Revocation.Standing.COUNTERSIGNED,
            closed_by=second,
            closed_at=at,
        )
        self._tell(life, proposed_at, Verb.PROPOSED, first, why, {})
        changed = {"status_before": life.award.status, "status_after": Status.REVOKED, "proposed_by": str(first.pk)}
        life.award.status = Status.REVOKED
        self._tell(life, at, Verb.REVOKED, second, why, changed | {"revocation": str(life.proposed.pk)})

    def _tell(self, life: Life, at: dt.datetime, verb: Verb, by: User, why: str, data: dict[str, Any]) -> None:
        life.told.append((at, verb, by, why, data))

    def _reason(self, verb: Verb) -> str:
        return str(self.chance.choice(self.told["reasons"][verb.value]))

    def _at(self, day: dt.date) -> dt.datetime:
        """Some time of that day at which people work at a desk."""
        return dt.datetime.combine(day, dt.time(self.chance.randint(9, 20), self.chance.randint(0, 59)), self.body.zone)

    def _audited(self, life: Life) -> Iterator[AuditEntry]:
        award, application = life.award, life.award.application
        by = application.decided_by
        yield self._entry(application.created_at, "application.submitted", application, by, "", application.evidence)
        for at, verb, actor, why, data in life.told:
            yield self._entry(at, f"award.{verb}", award, actor, why, data)

    def _entry(
        self, at: dt.datetime, verb: str, thing: models.Model, by: User | None, why: str, data: Mapping[str, Any]
    ) -> AuditEntry:
        return AuditEntry(
            at=at,
            actor=by,
            body_id=self.body.pk,
            verb=verb,
            target_type=thing._meta.label,
            target_id=str(thing.pk),
            reason=why,
            data=data,
        )

    # --- What the public sees -----------------------------------------------------------------------------------------

    def _list(self) -> None:
        """The listings of all who hold or held an award, with what most of them have decided."""
        listings, decisions = [], []
        for person in self.people:
            listing = Listing(body=self.body, person=person)
            listings.append(listing)
            if self.chance.randrange(100) >= DECIDED:
                continue
            listing.is_found = self.chance.randrange(100) < FOUND
            listing.shows_club = listing.is_found and self.chance.randrange(100) < CLUB
            listing.takes_letters = listing.is_found and self.chance.randrange(100) < LETTERS
            decisions.append(
                Consent(
                    listing=listing,
                    at=self._at(self.today - dt.timedelta(days=self.chance.randint(1, 300))),
                    by=person,
                    is_found=listing.is_found,
                    shows_club=listing.shows_club,
                    takes_letters=listing.takes_letters,
                )
            )
        Listing.objects.bulk_create(listings)
        Consent.objects.bulk_create(decisions)
        RegisterSettings.objects.get_or_create(body=self.body, defaults={"address": self.told["address"]})

    # --- What they direct ---------------------------------------------------------------------------------------------

    def _direct(self) -> None:
        """The sessions of the last three years, each told some days later and then settled: by the club's contact, or where
        it has none by a registrar. Those that nobody has come to yet wait.
        """
        clubs = self._clubs_confirm()
        made: dict[tuple[User, dt.date], Evidence] = {}
        by_person: dict[User, list[Award]] = {}
        for life in self.lives:
            by_person.setdefault(life.award.person, []).append(life.award)
        for person, awards in by_person.items():
            if not any(award.status in STANDING for award in awards):
                continue
            holds_congress = any(award.level == self.congress for award in awards)
            began = min(award.valid_from for award in awards)
            back = min(LOOKED_BACK, (self.today - began).days)
            for _n in range(self._how_many(person)):
                day = self.today - dt.timedelta(days=self.chance.randint(1, back))
                if (person, day) not in made and not _is_holiday(day):
                    made[person, day] = self._session(person, clubs[person.pk], day, congress=holds_congress)
            if self.chance.randrange(100) < REFRESHED:
                day = months_later(self.today, -self.chance.randint(2, 20))
                if day > began:
                    made[person, day] = self._refresher(person, day)
        Evidence.objects.bulk_create(made.values(), batch_size=500)
        record_many(entry for one in made.values() for entry in self._told(one))

    def _clubs_confirm(self) -> dict[UUID, tuple[Club, User | None]]:
        """Let clubs confirm what is directed there, since long ago; the club of each person, and who speaks for it."""
        self.body.sessions_confirmed_by = Confirmer.CLUB
        self.body.save(update_fields=["sessions_confirmed_by"])
        data = {"after": {"sessions_confirmed_by": Confirmer.CLUB.value, "dispute_days": self.body.dispute_days}}
        since, why = months_later(self.today, -40), str(self.told["clubs_confirm"])
        record_many([self._entry(self._at(since), "body.sessions_settled", self.body, self.registrars[0], why, data)])
        speak = Membership.objects.active().filter(body=self.body, role=Role.CLUB_CONTACT).select_related("person")
        contacts = {one.club_id: one.person for one in speak}
        held = Membership.objects.active().filter(person__in=self.people, body=self.body, role=Role.CANDIDATE)
        return {one.person_id: (one.club, contacts.get(one.club_id)) for one in held.select_related("club") if one.club}

    def _how_many(self, person: User) -> int:
        if person.email == self.told["holder"]:
            return 12
        (wanted,) = self.chance.choices([each for _share, each in BUSY], [share for share, _each in BUSY])
        return self.chance.choice(wanted)

    def _session(self, person: User, home: tuple[Club, User | None], day: dt.date, *, congress: bool) -> Evidence:
        club, contact = home
        event = "congress" if congress and self.chance.randrange(100) < 25 else "club"
        details = {
            "club": club.name,
            "role": self.chance.choice(["directed", "directed", "directed", "assisted"]),
            "event": event,
            "movement": self.chance.choice(self.told["movements"]),
            "tables": self.chance.randint(5, 40 if event == "congress" else 18),
        }
        if event == "congress":
            details["title"] = str(self.chance.choice(self.told["congresses"]))
        now = timezone.now()
        told = min(self._at(day + dt.timedelta(days=self.chance.randint(0, 5))), now - dt.timedelta(minutes=5))
        made = Evidence(
            body=self.body,
            person=person,
            kind="sessions",
            day=day,
            details=details,
            club=club,
            reference=f"demo-register:{person.email}:{day}",
            entered_at=told,
            entered_by=person,
            standing=Evidence.Standing.WAITING,
        )
        settled = told + dt.timedelta(days=self.chance.randint(0, 6), minutes=self.chance.randint(0, 300))
        if contact is not None and self.chance.randrange(100) < 40:
            made.entered_by, settled = contact, told
        if settled < now:
            by = contact or self.chance.choice(self.registrars)
            made.standing, made.settled_by, made.settled_at = Evidence.Standing.ACCEPTED, by, settled
            if contact is not None:
                made.confirmed_by, made.confirmed_at = contact, settled
        return made

    def _refresher(self, person: User, day: dt.date) -> Evidence:
        told, by = self._at(day + dt.timedelta(days=2)), self.chance.choice(self.registrars)
        return Evidence(
            body=self.body,
            person=person,
            kind="course",
            day=day,
            details={"name": self.told["refresher"]},
            reference=f"demo-register:{person.email}:refresher",
            entered_at=told,
            entered_by=by,
            standing=Evidence.Standing.ACCEPTED,
            settled_by=by,
            settled_at=told,
        )

    def _told(self, one: Evidence) -> Iterator[AuditEntry]:
        data = {"kind": one.kind, "day": one.day, "reference": one.reference, "details": one.details}
        yield self._entry(one.entered_at, "evidence.entered", one, one.entered_by, "", data)
        if one.settled_at is not None and one.settled_by != one.entered_by:
            verb = "confirmed" if one.confirmed_by else "accepted"
            yield self._entry(one.settled_at, f"evidence.{verb}", one, one.settled_by, "", data)


def _is_holiday(day: dt.date) -> bool:
    """Whether clubs are closed over Christmas."""
    return (day.month, day.day) > (12, 20) or (day.month, day.day) < (1, 10)
