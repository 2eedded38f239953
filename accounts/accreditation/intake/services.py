"""What takes an existing register in: read, matched, decided, imported, and undone as long as nothing is built on it.

Each function is one transaction and asks for the permission itself. What was previewed is what is imported: `apply` makes the
dry run again and compares. A refusal that a person should read is a ValidationError.
"""

from __future__ import annotations

import datetime
import hashlib
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.accreditation.deeds import hold
from accounts.accreditation.intake import files, workbook
from accounts.accreditation.intake.columns import FIELDS, NEEDED, Fault, guessed, plain, read_email
from accounts.accreditation.intake.plan import MAKE, NEW, NO_CLUB, DryRun, differs
from accounts.accreditation.life import Status, Verb
from accounts.accreditation.models import (
    Application,
    Award,
    AwardEvent,
    Doubt,
    Evidence,
    Intake,
    IntakeLine,
    Level,
    RegisterEntry,
    Revocation,
)
from accounts.accreditation.register.listings import make_listings
from accounts.accreditation.webhooks import outbox
from accounts.audit.services import record
from accounts.models import Body, Club, Membership, Role, User
from accounts.rules import require
from accounts.services import required_reason

Outcome = IntakeLine.Outcome
CHUNK = 1000
NAMED = 10
"""So many lines are named in a refusal; of more, how many they are."""


# --- Read -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def upload(*, body: Body, actor: User, name: str, data: bytes, sheet_name: str = "") -> Intake:
    """Read a file into the staging table; nothing else is written. Columns are guessed by their headings.

    The same file (of a spreadsheet: the same sheet) sent again, as long as it is not imported, is what was read already.
    sheet_name: of a spreadsheet, the sheet to read; empty for the first.
    """
    require(actor, "accreditation.keep_register", body)
    is_workbook = name.lower().endswith(workbook.ENDING)
    sheet = workbook.read(name, data, sheet_name) if is_workbook else files.read(name, data)
    digest = hashlib.sha256(data + sheet.name.encode()).hexdigest()
    Body.objects.select_for_update(no_key=True).get(pk=body.pk)
    known = Intake.objects.filter(body=body, made_by=actor, digest=digest, stage=Intake.Stage.OPEN).first()
    if known is not None:
        return known
    made = Intake.objects.create(
        body=body,
        made_by=actor,
        file_name=name[-200:],
        digest=digest,
        encoding=sheet.encoding,
        delimiter=sheet.delimiter,
        sheet=sheet.name[:100],
        headings=sheet.headings,
        columns=guessed(sheet.headings),
    )
    IntakeLine.objects.bulk_create(
        (IntakeLine(intake=made, number=number, cells=cells) for number, cells in sheet.lines), CHUNK
    )
    record(
        actor=actor, verb="register.uploaded", target=made, body=body, data={"file": name, "lines": len(sheet.lines)}
    )
    return made


@transaction.atomic
def discard(*, intake: Intake, actor: User) -> None:
    """Throw away what was read and never imported."""
    require(actor, "accreditation.keep_register", intake)
    _lock(intake)
    _must_be_open(intake)
    record(actor=actor, verb="register.discarded", target=intake, body=intake.body_id, data={"file": intake.file_name})
    intake.delete()


@transaction.atomic
def match(*, intake: Intake, actor: User, columns: Mapping[str, int]) -> None:
    """Say which column is which, by the names of ours; then look at every line."""
    require(actor, "accreditation.keep_register", intake)
    _lock(intake)
    _must_be_open(intake)
    missing = [str(FIELDS[name].label) for name in NEEDED if name not in columns]
    if missing:
        raise ValidationError(_("Choose a column for: %(columns)s."), "missing", {"columns": ", ".join(missing)})
    if len(set(columns.values())) < len(columns):
        raise ValidationError(_("Each column can be chosen once. Choose another one, or none."), "twice")
    intake.columns = dict(columns)
    intake.save(update_fields=["columns"])
    _preview(intake, actor)


# --- Decided ----------------------------------------------------------------------------------------------------------


@transaction.atomic
def settle(
    *,
    intake: Intake,
    actor: User,
    day_first: bool | None = None,
    levels: Mapping[str, str] | None = None,
    clubs: Mapping[str, str] | None = None,
) -> None:
    """Decide for the whole file: what comes first in a date, and which level and club its words mean.

    levels: code by word. clubs: id by word, or `make`, or `none`. What is not given stays as it was.
    """
    require(actor, "accreditation.keep_register", intake)
    _lock(intake)
    _must_be_open(intake)
    levels, clubs = levels or {}, clubs or {}
    codes = set(Level.objects.filter(body=intake.body_id).values_list("code", flat=True))
    ids = {str(pk) for pk in Club.objects.filter(body=intake.body_id).values_list("pk", flat=True)} | {MAKE, NO_CLUB}
    if not set(levels.values()) <= codes or not set(clubs.values()) <= ids:
        raise ValidationError(_("Choose levels and clubs of your body."), "foreign")
    terms = intake.terms
    if day_first is not None:
        terms["day_first"] = day_first
    for name, chosen in (("levels", levels), ("clubs", clubs)):
        terms[name] = {**terms.get(name, {}), **{plain(word): value for word, value in chosen.items()}}
    intake.save(update_fields=["terms"])
    _preview(intake, actor)


@transaction.atomic
def correct(
    *, line: IntakeLine, actor: User, corrected: Mapping[str, str], person: str = "", left_out: bool = False
) -> None:
    """Decide about one line: what its cells should say, whom it is about, or that it is left out.

    corrected: by the name of the column, as it should read; days as 2027-12-31. person: one of the options of its plan.
    """
    intake = line.intake
    require(actor, "accreditation.keep_register", intake)
    _lock(intake)
    _must_be_open(intake)
    line.refresh_from_db()
    options = {value for value, _words in line.plan.get("options", ())} | {line.person, ""}
    if person not in options:
        raise ValidationError(_("Choose one of the people shown, or a new person."), "person")
    line.corrected = {name: value for name, value in corrected.items() if name in FIELDS}
    line.person, line.left_out = person, left_out
    line.save(update_fields=["corrected", "person", "left_out"])
    _preview(intake, actor)


@transaction.atomic
def preview(*, intake: Intake, actor: User) -> None:
    """Make the dry run again, as the register is now."""
    require(actor, "accreditation.keep_register", intake)
    _lock(intake)
    _must_be_open(intake)
    _preview(intake, actor)


def _preview(intake: Intake, actor: User) -> None:
    lines = list(intake.lines.order_by("number"))
    run = DryRun(intake, lines, actor)
    plans = run.plans()
    changed = []
    for line in lines:
        plan = plans[line.number].stored()
        if (line.outcome, line.plan) != (plan["outcome"], plan):
            line.outcome, line.plan = plan["outcome"], plan
            changed.append(line)
    IntakeLine.objects.bulk_update(changed, ["outcome", "plan"], CHUNK)
    intake.terms = {**intake.terms, "asks_order": run.asks_for_order and run.day_first is None}
    intake.previewed_at = timezone.now()
    intake.save(update_fields=["previewed_at", "terms"])


def unknown_words(intake: Intake) -> dict[str, list[str]]:
    """The words of the file that no level or club of the body has, by `levels` and `clubs`, in order."""
    unknown: dict[str, set[str]] = {"levels": set(), "clubs": set()}
    for told in intake.lines.filter(outcome=Outcome.DECIDE).values_list("plan__unknown", flat=True):
        for kind, word in (told or {}).items():
            unknown[kind].add(word)
    return {kind: sorted(words) for kind, words in unknown.items()}


def counts(intake: Intake) -> dict[str, int]:
    """How many lines have each outcome; none is left out of the answer."""
    found = dict(intake.lines.order_by().values_list("outcome").annotate(Count("pk")))
    return {outcome.value: found.get(outcome.value, 0) for outcome in Outcome}


# --- Imported ---------------------------------------------------------------------------------------------------------


@transaction.atomic
def apply(*, intake: Intake, actor: User) -> None:
    """Import what was previewed: people, clubs and awards, in one transaction. Sent twice, it is done once.

    Refused while a line waits for a decision, and where a line would do something else by now: then it has to be previewed
    again. Lines that cannot be imported or were left out are passed over.
    """
    require(actor, "accreditation.keep_register", intake)
    # One at a time in a body: two files must not both bring the same person. Rows that only point to the body are not held up:
    # a grant that holds the person already has to write one, and each would wait for the other.
    Body.objects.select_for_update(no_key=True).get(pk=intake.body_id)
    _lock(intake)
    if intake.stage == Intake.Stage.APPLIED:
        return
    _must_be_open(intake)
    lines = list(intake.lines.order_by("number"))
    waiting = [line.number for line in lines if line.outcome in ("", Outcome.DECIDE)]
    if waiting:
        raise ValidationError(_("Decide first about %(lines)s."), "undecided", {"lines": _named(waiting)})
    # In one order, so that two imports that touch the same people wait for one another.
    doing = [does for line in lines if (does := line.plan.get("does"))]
    touched = {does["person"] for does in doing} - {NEW}
    for person in sorted(one for one in touched if not one.startswith("line:")):
        hold(UUID(person))
    fresh = DryRun(intake, lines, actor).plans()
    if moved := [line.number for line in lines if differs(line.plan, fresh[line.number])]:
        raise ValidationError(
            _(
                "What the import would do has changed since the preview: see %(lines)s. Nothing was imported. Preview again."
            ),
            "moved",
            {"lines": _named(moved)},
        )
    if not any(line.plan["does"] for line in lines):
        raise ValidationError(_("There is nothing to import."), "nothing")
    try:
        with transaction.atomic():
            intake.counts = _Writing(intake, actor).write(lines)
    except IntegrityError as clash:
        # An account with the address of a line was made in this very moment.
        raise ValidationError(
            _("Somebody has just signed up with an address of this file. Nothing was imported. Preview again."), "moved"
        ) from clash
    intake.stage, intake.applied_by, intake.applied_at = Intake.Stage.APPLIED, actor, timezone.now()
    intake.save(update_fields=["stage", "applied_by", "applied_at", "counts"])
    record(
        actor=actor,
        verb="register.imported",
        target=intake,
        body=intake.body_id,
        data={"file": intake.file_name, **intake.counts},
    )


class _Writing:
    """The one place where the lines of an import become people and awards."""

    def __init__(self, intake: Intake, actor: User) -> None:
        self.intake, self.actor, self.body = intake, actor, intake.body
        self.now = timezone.now()
        self.brought: dict[str, User] = {}
        self.accounts: list[User] = []
        self.memberships: dict[UUID, Membership] = {}
        self.clubs: dict[str, Club] = {}
        self.entries: dict[UUID, RegisterEntry] = {}
        self.numbered: list[RegisterEntry] = []
        self.moved: list[Membership] = []
        self.applications: list[Application] = []
        self.awards: list[Award] = []
        self.events: list[AwardEvent] = []

    def write(self, lines: list[IntakeLine]) -> dict[str, int]:
        """Write all of them; how many of each were made."""
        doing = [line for line in lines if line.plan["does"]]
        self._read(doing)
        for line in doing:
            does = line.plan["does"]
            person = self._person(line, does)
            self._member(person, does)
            self._numbered(person, does)
            line.award = self._award(line, does, person)
        made_clubs = [club for club in self.clubs.values() if club._state.adding]
        entries = [entry for entry in self.entries.values() if entry._state.adding]
        Club.objects.bulk_create(made_clubs, CHUNK)
        User.objects.bulk_create(self.accounts, CHUNK)
        Membership.objects.bulk_create([one for one in self.memberships.values() if one._state.adding], CHUNK)
        Membership.objects.bulk_update(self.moved, ["club"], CHUNK)
        RegisterEntry.objects.bulk_create(entries, CHUNK)
        RegisterEntry.objects.bulk_update(self.numbered, ["number"], CHUNK)
        Application.objects.bulk_create(self.applications, CHUNK)
        Award.objects.bulk_create(self.awards, CHUNK)
        make_listings(self.intake.body_id, {award.person_id for award in self.awards})
        AwardEvent.objects.bulk_create(self.events, CHUNK)
        outbox.tell(self.events)
        IntakeLine.objects.bulk_update(doing, ["award"], CHUNK)
        return {
            "awards": len(self.awards),
            "people": len(self.accounts),
            "clubs": len(made_clubs),
            "same": sum(line.outcome == Outcome.SAME for line in lines),
            "passed_over": sum(line.outcome in (Outcome.WRONG, Outcome.LEFT) for line in lines),
        }

    def _read(self, doing: list[IntakeLine]) -> None:
        """The people and levels that the lines are about, and what there is of them already."""
        told = {line.plan["does"]["person"] for line in doing} - {NEW}
        ids = [UUID(one) for one in told if not one.startswith("line:")]
        self.known = {str(one.pk): one for one in User.objects.filter(pk__in=ids)}
        self.levels = {one.pk: one for one in Level.objects.filter(body=self.body)}
        self.entries = {one.person_id: one for one in RegisterEntry.objects.filter(body=self.body, person__in=ids)}
        held = Membership.objects.active().filter(body=self.body, person__in=ids, role=Role.CANDIDATE)
        self.memberships = {one.person_id: one for one in held}
        self.clubs = {str(one.pk): one for one in Club.objects.filter(body=self.body)}

    def _person(self, line: IntakeLine, does: dict[str, Any]) -> User:
        """Whom the line is about; for a new person a user who can sign in only by choosing a password."""
        root = does["person"]
        if root in self.brought:
            return self.brought[root]
        if root != NEW:
            return self.known[root]
        person = User(name=does["name"])
        person.email = does["email"] or person.placeholder
        person.set_unusable_password()
        self.accounts.append(person)
        self.entries[person.pk] = RegisterEntry(body=self.body, person=person, made_by=self.intake)
        self.brought[f"line:{line.number}"] = person
        return person

    def _club(self, told: list[str] | None) -> Club | None:
        if told is None:
            return None
        key, name = told
        if key != MAKE:
            return self.clubs[key]
        return self.clubs.setdefault(f"{MAKE}:{plain(name)}", Club(body=self.body, name=name))

    def _member(self, person: User, does: dict[str, Any]) -> None:
        club = self._club(does["club"])
        known = self.memberships.get(person.pk)
        if known is None:
            self.memberships[person.pk] = Membership(person=person, body=self.body, role=Role.CANDIDATE, club=club)
        elif club is not None and known.club_id is None:
            known.club = club
            if not known._state.adding:
                self.moved.append(known)

    def _numbered(self, person: User, does: dict[str, Any]) -> None:
        if not does["number"]:
            return
        entry = self.entries.setdefault(person.pk, RegisterEntry(body=self.body, person=person))
        entry.number = does["number"]
        if not entry._state.adding:
            self.numbered.append(entry)

    def _award(self, line: IntakeLine, does: dict[str, Any], person: User) -> Award:
        """The award, with the application that it rests on and the event that begins its history."""
        level = self.levels[does["level"]]
        headed = dict(enumerate(self.intake.headings))
        values = [[headed.get(at, ""), cell.strip()] for at, cell in enumerate(line.cells) if cell.strip()]
        values += [[str(FIELDS[name].label), value] for name, value in line.corrected.items() if value]
        application = Application(
            body=self.body,
            person=person,
            level=level,
            status=Application.Status.GRANTED,
            evidence={
                "kind": Application.IMPORT,
                "result": f"{Application.IMPORT}:{self.intake.pk}:{line.number}",
                "file": self.intake.file_name,
                "line": line.number,
                "values": values,
            },
            created_at=self.now,
            decided_by=self.actor,
            decided_at=self.now,
        )
        award = Award(
            body=self.body,
            person=person,
            name=does["name"],
            level=level,
            application=application,
            granted_at=self.now,
            granted_by=self.actor,
            valid_from=datetime.date.fromisoformat(does["start"]),
            valid_until=datetime.date.fromisoformat(does["until"]),
        )
        told = {
            "start": does["start"],
            "end_after": does["until"],
            "imported": True,
            "batch": str(self.intake.pk),
            "line": line.number,
        }
        self.applications.append(application)
        self.awards.append(award)
        self.events.append(AwardEvent(award=award, at=self.now, actor=self.actor, verb=Verb.GRANTED, data=told))
        return award


# --- Undone -----------------------------------------------------------------------------------------------------------


@transaction.atomic
def undo(*, intake: Intake, actor: User, reason: str) -> None:
    """Take an import back, as long as nothing has been built on it. Sent twice, it is done once.

    Awards and their histories are never deleted; so its awards get a status of their own, which says that the level was never
    granted (`life.Status.UNDONE`). The register names them no more, their codes answer that they are not valid, and the same
    file can be imported again. People whom it made are closed, and their addresses and numbers are free again. Clubs stay.

    A registrar undoes their own award, too: they lose by it.
    """
    require(actor, "accreditation.keep_register", intake)
    reason = required_reason(reason)
    Body.objects.select_for_update(no_key=True).get(pk=intake.body_id)
    _lock(intake)
    if intake.stage == Intake.Stage.UNDONE:
        return
    if intake.stage != Intake.Stage.APPLIED:
        raise ValidationError(_("This file has not been imported."), "stage")
    awards = list(
        Award.objects.filter(intake_line__intake=intake).select_related("person", "body", "level").order_by("pk")
    )
    for person in sorted({award.person_id for award in awards}):
        hold(person)
    if built := built_on(intake):
        raise ValidationError(
            _("Something has been built on this import: %(what)s. Change those awards on their pages instead."),
            "built_on",
            {"what": "; ".join(built)},
        )
    now = timezone.now()
    Award.objects.filter(pk__in=[award.pk for award in awards]).update(status=Status.UNDONE)
    data = {"status_before": Status.GRANTED, "status_after": Status.UNDONE, "batch": str(intake.pk)}
    for award in awards:
        award.status = Status.UNDONE
    events = [AwardEvent(award=one, at=now, actor=actor, verb=Verb.UNDONE, reason=reason, data=data) for one in awards]
    outbox.tell(AwardEvent.objects.bulk_create(events, CHUNK))
    joined = intake.lines.filter(plan__does__joins=True, award__isnull=False).values("award__person")
    members = Membership.objects.active().filter(body=intake.body_id, role=Role.CANDIDATE, person__in=joined)
    members.update(until=now)
    made = list(User.objects.filter(register_entries__made_by=intake))
    for one in made:
        one.is_active, one.email = False, one.placeholder
    User.objects.bulk_update(made, ["is_active", "email"], CHUNK)
    # The numbers that this import gave, to new people and to others.
    given = {
        str(line.award.person_id): line.plan["does"]["number"]
        for line in intake.lines.select_related("award")
        if line.award
    }
    taken = RegisterEntry.objects.filter(body=intake.body_id, person__in=[UUID(one) for one, no in given.items() if no])
    taken.update(number="")
    intake.stage = Intake.Stage.UNDONE
    intake.save(update_fields=["stage"])
    record(
        actor=actor,
        verb="register.import_undone",
        target=intake,
        body=intake.body_id,
        reason=reason,
        data={"awards": len(awards), "people": len(made)},
    )


def built_on(intake: Intake) -> list[str]:
    """What has happened since to the awards and people of an import, each as a sentence; at most ten."""
    here, since = {"award__intake_line__intake": intake}, intake.applied_at
    people = Award.objects.filter(intake_line__intake=intake).values("person")
    made = User.objects.filter(register_entries__made_by=intake)
    claimed = made.exclude(last_login=None) | made.exclude(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    changed = AwardEvent.objects.filter(**here, at__gt=since).values("award__person")
    doubted = Doubt.objects.filter(application__award__intake_line__intake=intake).values("application__person")
    proposed = Revocation.objects.filter(**here).values("award__person")
    told = []
    for what, found in (
        (_("%(name)s: the award has changed"), Q(pk__in=changed) | Q(pk__in=doubted) | Q(pk__in=proposed)),
        (_("%(name)s: new evidence"), _pointing(Evidence.objects.filter(person__in=people, entered_at__gt=since))),
        (
            _("%(name)s: a later application"),
            _pointing(Application.objects.filter(person__in=people, created_at__gt=since)),
        ),
        (_("%(name)s has signed in or chosen a password"), Q(pk__in=claimed.values("pk"))),
        (_("%(name)s: a new role"), _pointing(Membership.objects.filter(person__in=people, since__gt=since))),
    ):
        told += [what % {"name": one} for one in User.objects.filter(found).order_by("name", "pk")[:NAMED]]
    if intake.lines.filter(award__isnull=False, plan={}).exists():
        told.append(_("what its lines said has been removed"))
    return sorted(told)[:NAMED]


def _pointing(rows: QuerySet[Any]) -> Q:
    """The people whom these rows are about."""
    return Q(pk__in=rows.values("person"))


# --- Entries that nobody has claimed ----------------------------------------------------------------------------------


@transaction.atomic
def change_address(*, entry: RegisterEntry, actor: User, email: str) -> None:
    """Enter the address by which a person can claim their entry. Never of an account to which somebody has signed in."""
    require(actor, "accreditation.change_entry_address", entry)
    hold(entry.person_id)
    person = User.objects.get(pk=entry.person_id)
    entry.person = person
    require(actor, "accreditation.change_entry_address", entry)
    try:
        email = read_email(email)
    except Fault as fault:
        raise ValidationError(str(fault), "email") from fault
    if not email:
        raise ValidationError(_("Enter an email address."), "email")
    if person.email == email:
        return
    taken = User.objects.filter(email=email).exists() or EmailAddress.objects.filter(email=email).exists()
    if taken:
        raise ValidationError(_("This address cannot be used for the entry. Enter another one."), "taken")
    before = person.shown_email
    EmailAddress.objects.filter(user=person).delete()
    person.email = email
    person.save(update_fields=["email"])
    record(
        actor=actor,
        verb="register.address_changed",
        target=entry,
        body=entry.body_id,
        data={"before": before, "after": email},
    )


# --- What all of them do ----------------------------------------------------------------------------------------------


def _lock(intake: Intake) -> None:
    Intake.objects.select_for_update(of=("self",)).get(pk=intake.pk)
    intake.refresh_from_db()


def _must_be_open(intake: Intake) -> None:
    if intake.stage != Intake.Stage.OPEN:
        raise ValidationError(
            _("This file has been dealt with: %(stage)s."), "stage", {"stage": intake.get_stage_display().lower()}
        )


def _named(numbers: list[int]) -> str:
    """Lines in words."""
    shown = ", ".join(str(number) for number in numbers[:NAMED])
    if len(numbers) > NAMED:
        return _("lines %(lines)s and %(more)s more") % {"lines": shown, "more": len(numbers) - NAMED}
    return (_("line %(lines)s") if len(numbers) == 1 else _("lines %(lines)s")) % {"lines": shown}
