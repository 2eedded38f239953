"""In the demo, what a registrar has to do besides keeping the register: applications in each state, a dispute, an appeal,
letters, documents, imports, the design of certificates, a webhook.

What belongs to a day that is past is written with that day, as nothing but the demo may; the rest goes the way of everybody.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

import typst
from allauth.account.models import EmailAddress
from django.db.models import Q
from django.utils import timezone
from django.utils.formats import date_format

from accounts.accreditation import renewals, requirements, rulebook, standing
from accounts.accreditation.credentials import certificates, designs
from accounts.accreditation.deeds import propose
from accounts.accreditation.documents import attach, checked
from accounts.accreditation.evidencing import enter, reference_of
from accounts.accreditation.intake import services as intake
from accounts.accreditation.life import RENEWABLE
from accounts.accreditation.mail import notices, reminders
from accounts.accreditation.models import (
    Appeal,
    Application,
    Award,
    AwardEvent,
    Delivery,
    Evidence,
    Level,
    Purpose,
    RequirementsDraft,
    Webhook,
)
from accounts.accreditation.renewal_rules import renewals_of
from accounts.accreditation.requirements import Paper, Rule
from accounts.accreditation.services import raise_doubt
from accounts.accreditation.webhooks import outbox
from accounts.audit.models import AuditEntry
from accounts.audit.services import record_many
from accounts.letters.models import TRIES, Letter
from accounts.models import Body, Club, Membership, Role, User
from accounts.signing_in.secrets import encrypted

RECENT: Final = dt.timedelta(days=60)
"""The letters of so long a time are there."""
CERTIFICATES: Final = 3
SEAL: Final = """#set page(width: 120pt, height: 120pt, margin: 0pt, fill: none)
#set text(font: "Libertinus Serif", fill: rgb("#1f5c43"))
#place(center + horizon, circle(radius: 56pt, stroke: 3pt + rgb("#1f5c43")))
#place(center + horizon, circle(radius: 46pt, stroke: 1pt + rgb("#1f5c43")))
#place(center + horizon, text(30pt, weight: "bold", sys.inputs.words))
#place(center + horizon, dy: 26pt, text(14pt)[♠ ♥ ♦ ♣])"""
SIGNATURE: Final = """#set page(width: auto, height: auto, margin: 6pt, fill: none)
#set text(font: "Libertinus Serif", style: "italic", fill: rgb("#26345c"), size: 30pt)
#skew(ax: -14deg, sys.inputs.words)"""
LETTER: Final = """#set page(paper: "a4", margin: 3cm)
#set document(title: "Reference")
#set text(font: "Libertinus Serif", size: 12pt)
#set par(spacing: 1.4em)
#for line in sys.inputs.words.split("\\n") [#par(line)]"""


def fill(body: Body, registrars: Sequence[User], told: Mapping[str, Any]) -> None:
    """Write all of it; once, after the register. registrars: two of the body. told: what the file of the register says."""
    _Desk(body, registrars, told).write()


class _Desk:
    """Lays it on the desk."""

    def __init__(self, body: Body, registrars: Sequence[User], told: Mapping[str, Any]) -> None:
        self.body, self.told = body, told
        self.first, self.second = registrars
        self.today, self.now = body.today(), timezone.now()
        self.club, self.congress = Level.objects.filter(body=body, code__in=["club", "congress"]).order_by("order")
        self.holder = User.objects.get(email=told["holder"])

    def write(self) -> None:
        """Everything."""
        self._ask_for_renewals()
        self._deeds_of_late()
        self._apply()
        self._dispute()
        self._renew_and_revoke()
        self._document()
        self._certify()
        self._import()
        self._hook()
        reminders.remind(self.body, self.today)
        self._letters()

    def _at(self, days_ago: int, hour: int = 10, minute: int = 0) -> dt.datetime:
        day = self.today - dt.timedelta(days=days_ago)
        return dt.datetime.combine(day, dt.time(hour, minute), self.body.zone)

    # --- Rules and deeds ----------------------------------------------------------------------------------------------

    def _ask_for_renewals(self) -> None:
        """What a renewal takes, from today on."""
        for level in (self.club, self.congress):
            if RequirementsDraft.objects.filter(level=level).exists():
                continue
            rule = requirements.read(self.told["renewal"][level.code])
            draft = rulebook.begin_draft(level=level, actor=self.first, purpose=Purpose.RENEWAL)
            asks: Callable[[Rule], Rule] = partial(_another, rule)
            draft = rulebook.change_draft(draft=draft, actor=self.first, revision=draft.revision, change=asks)
            why = self.told["renewal"]["reason"]
            rulebook.publish(draft=draft, actor=self.first, revision=draft.revision, from_day=self.today, reason=why)

    def _deeds_of_late(self) -> None:
        """The letters about what was done to awards in the last weeks."""
        of_late = Q(at__gte=self.now - RECENT) | Q(award__person=self.holder)
        events = AwardEvent.objects.filter(of_late, award__body=self.body)
        events = events.exclude(award__application__evidence__kind="record")
        for event in events.select_related("award__body", "award__level", "award__person", "award__application"):
            notices.award_changed(event.award, event)
            Letter.objects.filter(once=f"award:{event.pk}").update(made_at=event.at, sent_at=event.at)

    # --- Applications -------------------------------------------------------------------------------------------------

    def _apply(self) -> None:
        """People who passed a paper in the last weeks: some wait, some were declined, one of them appeals, one is in doubt."""
        paper = next(leaf for leaf in standing.rule_of(self.club).leaves() if isinstance(leaf, Paper))
        clubs = list(Club.objects.filter(body=self.body).order_by("name"))
        for number, one in enumerate(self.told["applicants"]):
            days = one["days_ago"]
            person = User(
                email=f"{one['name'].lower().replace(' ', '.')}@example.org",
                name=one["name"],
                date_joined=self._at(days + 60),
            )
            person.set_unusable_password()
            person.save()
            Membership.objects.create(
                person=person,
                body=self.body,
                role=Role.CANDIDATE,
                club=clubs[number * 7 % len(clubs)],
                since=person.date_joined,
            )
            made = self._applied(person, paper.codes[0], one)
            if why := one.get("declined"):
                self._declined(made, self._at(days - 3, 16, 20), why)
            if grounds := one.get("appeals"):
                self._appealed(made, self._at(days - 5, 20, 5), grounds)
            if why := one.get("doubt"):
                raise_doubt(application=made, about=f"demo:{person.email}", why=why)

    def _applied(self, person: User, paper: str, one: Mapping[str, Any]) -> Application:
        day, at = self.today - dt.timedelta(days=one["days_ago"]), self._at(one["days_ago"], 15, one["percent"] % 60)
        result = f"paper-{day:%Y%m%d}-{one['percent']}"
        passed = {"sitting": self.told["sat"], "percent": one["percent"], "blueprint": paper}
        Evidence.objects.create(
            body=self.body,
            person=person,
            kind="paper",
            day=day,
            details=passed,
            reference=reference_of(result),
            entered_at=at,
        )
        shown = {"kind": "record", "result": result, **passed, "date": day.isoformat()}
        made = Application.objects.create(body=self.body, person=person, level=self.club, evidence=shown, created_at=at)
        noted_then(at, "application.submitted", made, None, "", **shown)
        notices.application_received(made)
        Letter.objects.filter(once=f"application.received:{made.pk}").update(made_at=at, sent_at=at)
        return made

    def _declined(self, application: Application, at: dt.datetime, why: str) -> None:
        application.status, application.reason = Application.Status.DECLINED, why
        application.decided_by, application.decided_at = self.second, at
        application.save()
        noted_then(at, "application.declined", application, self.second, why)
        notices.application_declined(application)
        about = {"about": f"application:{application.pk}", "once__startswith": "application.declined"}
        Letter.objects.filter(**about).update(made_at=at, sent_at=at)

    def _appealed(self, application: Application, at: dt.datetime, grounds: str) -> None:
        made = Appeal.objects.create(
            application=application,
            refused_at=application.decided_at,
            against=Appeal.Against.REFUSAL,
            decision=application.reason,
            decided_by=self.second,
            person=application.person,
            grounds=grounds,
            made_at=at,
        )
        data = {"application": str(application.pk), "against": made.against}
        noted_then(at, "accreditation_appeal.made", made, application.person, "", **data)

    # --- Clubs, renewals, revocations ---------------------------------------------------------------------------------

    def _dispute(self) -> None:
        """What the club with a contact has to say: sessions of the last days wait, and one of them is disputed."""
        speaker = User.objects.get(email=self.told["contact"])
        club = Club.objects.get(memberships__person=speaker, memberships__role=Role.CLUB_CONTACT)
        members = Membership.objects.filter(body=self.body, role=Role.CANDIDATE, club=club, until=None)
        held = Award.objects.in_force().filter(body=self.body, person__in=members.values("person"))
        people = list(User.objects.filter(pk__in=held.values("person")).order_by("name"))
        for number, told in enumerate(self.told["to_confirm"]):
            person = people[number % len(people)]
            at = self._at(told["days_ago"] - 1, 19, 10 + number)
            details = {"club": club.name, "role": "directed", "event": "club", **told["details"]}
            day = self.today - dt.timedelta(days=told["days_ago"])
            made = logged_then(person, club, day, details, f"demo-desk:{number}", at)
            if why := told.get("disputed"):
                later = at + dt.timedelta(hours=15)
                made.standing, made.dispute = Evidence.Standing.DISPUTED, why
                made.disputed_by, made.disputed_at = speaker, later
                made.save()
                data = {"kind": made.kind, "day": made.day, "reference": made.reference, "details": details}
                noted_then(later, "evidence.disputed", made, speaker, why, **data)

    def _renew_and_revoke(self) -> None:
        """One director asks for the next term by a press; of another, a registrar proposes the revocation."""
        ending = Award.objects.in_force().filter(body=self.body, level=self.club).exclude(person=self.holder)
        ending = ending.select_related("body", "level", "person").order_by("valid_until", "pk")
        found = renewals_of([one for one in ending if one.term in RENEWABLE], self.body)
        award = next(one.award for one in found.values() if one.met)
        EmailAddress.objects.create(user=award.person, email=award.person.email, verified=True, primary=True)
        renewals.apply(award=award, person=award.person, reference="demo-desk")
        last = ending.last()
        if last is not None:
            propose(award=last, actor=self.first, reason=self.told["proposed"])

    # --- Documents and certificates -----------------------------------------------------------------------------------

    def _document(self) -> None:
        """A mentor's reference, with the letter in which it came."""
        told = self.told["reference"]
        person = User.objects.get(email=told["of"])
        made = enter(
            body=self.body,
            person=person,
            actor=self.first,
            kind="reference",
            day=self.today - dt.timedelta(days=told["days_ago"]),
            details={"of": "mentor", "by": told["by"]},
            reference="demo-desk:reference",
        )
        day = date_format(made.day, "j F Y")
        attach(
            evidence=made,
            actor=self.first,
            files=[checked(told["file"], _drawn(LETTER, f"{day}\n{told['letter']}", form="pdf"))],
        )

    def _certify(self) -> None:
        """What stands on certificates; and some that were fetched."""
        offices = self.told["offices"]
        texts = {
            "sentence": self.told["sentence"],
            "first_name": self.first.name,
            "first_office": offices[0],
            "second_name": self.second.name,
            "second_office": offices[1],
        }
        pictures = {
            "seal": _drawn(SEAL, self.body.short_name),
            "first_signature": _drawn(SIGNATURE, self.first.name),
            "second_signature": _drawn(SIGNATURE, self.second.name),
        }
        design = designs.Design(texts, pictures)
        designs.settle(body=self.body, actor=self.first, design=design, reason=self.told["designed"])
        standing_ones = Award.objects.in_force().filter(body=self.body).select_related("body", "level", "person")
        theirs = standing_ones.get(person=self.holder)
        for award in [theirs, *standing_ones.exclude(pk=theirs.pk).order_by("-valid_from", "pk")[: CERTIFICATES - 1]]:
            certificates.issue(award)

    # --- What comes in and goes out -----------------------------------------------------------------------------------

    def _import(self) -> None:
        """A file that was imported, and one whose lines still have to be decided."""
        for file in self.told["files"]:
            lines = [line.replace("{year}", str(self.today.year + 1)) for line in file["lines"]]
            data = "\n".join([*lines, ""]).encode()
            read = intake.upload(body=self.body, actor=self.first, name=file["name"], data=data)
            intake.match(intake=read, actor=self.first, columns=read.columns)
            if file["imported"]:
                intake.apply(intake=read, actor=self.first)

    def _hook(self) -> None:
        """An address that was told of awards, and is switched off. Nothing goes out of a demo."""
        told = self.told["webhook"]
        keeper = User.objects.filter(
            memberships__body=self.body, memberships__role=Role.ADMINISTRATOR, memberships__until=None
        ).order_by("date_joined")[0]
        wanted = [event.value for event in Webhook.Event]
        registered, stopped = self._at(80, 11, 40), self._at(3, 9, 15)
        hook = Webhook.objects.create(
            body=self.body,
            url=told["url"],
            secret=encrypted(told["secret"]),
            events=wanted,
            made_by=keeper,
            made_at=registered,
            stopped_at=stopped,
        )
        noted_then(registered, "webhook.registered", hook, keeper, "", url=hook.url, events=wanted)
        noted_then(stopped, "webhook.stopped", hook, keeper)
        of_late = {"at__gte": self.now - RECENT, "at__lt": stopped}
        events = AwardEvent.objects.filter(award__body=self.body, **of_late).order_by("-at", "pk")
        told_of = [one for one in events.select_related("award__body", "award__level") if one.verb in outbox.EVENTS]
        Delivery.objects.bulk_create(
            Delivery(
                webhook=hook,
                event=outbox.EVENTS[one.verb],
                text=outbox.worded(outbox.EVENTS[one.verb], one.at, outbox.facts(one.award)),
                made_at=one.at,
                standing=Delivery.Standing.GIVEN_UP if number == 0 else Delivery.Standing.TAKEN,
                tries=10 if number == 0 else 1,
                tried_at=one.at,
                outcome=told["refused"] if number == 0 else told["taken"],
            )
            for number, one in enumerate(told_of[:8])
        )

    def _letters(self) -> None:
        """One that nobody took, and one that is tried again; the others go out with the next sweep."""
        newest = Letter.objects.filter(body=self.body, about__startswith="application:").order_by("-made_at", "pk")
        refused, late = newest[2], newest[3]
        told = self.told["letters"]
        Letter.objects.filter(pk=refused.pk).update(sent_at=None, failures=TRIES, error=told["refused"])
        again = {"failures": 8, "error": told["late"], "next_at": self.now + dt.timedelta(hours=4)}
        Letter.objects.filter(pk=late.pk).update(sent_at=None, **again)


def logged_then(
    person: User, club: Club, day: dt.date, details: Mapping[str, Any], reference: str, at: dt.datetime
) -> Evidence:
    """A session that somebody logged at that moment; it waits."""
    made = Evidence.objects.create(
        body=club.body,
        person=person,
        kind="sessions",
        day=day,
        details=dict(details),
        club=club,
        reference=reference,
        entered_by=person,
        entered_at=at,
        standing=Evidence.Standing.WAITING,
    )
    noted_then(at, "evidence.entered", made, person, kind=made.kind, day=day, reference=reference, details=made.details)
    return made


def noted_then(at: dt.datetime, verb: str, thing: Any, by: User | None, why: str = "", **data: object) -> None:
    """An entry of the audit log, of that moment. thing: of a body."""
    target = {"target_type": thing._meta.label, "target_id": str(thing.pk)}
    record_many([AuditEntry(at=at, actor=by, body_id=thing.body_id, verb=verb, reason=why, data=data, **target)])


def _another(rule: Rule, _old: Rule) -> Rule:
    """The rule, whatever there was before."""
    return rule


def _drawn(source: str, words: str, form: Literal["png", "pdf"] = "png") -> bytes:
    """Words set by Typst, as certificates are."""
    made = typst.compile(source.encode(), format=form, ppi=144, ignore_system_fonts=True, sys_inputs={"words": words})
    if not isinstance(made, bytes):  # a list would mean several pages
        raise TypeError(f"Typst gave {type(made).__name__} instead of one page.")
    return made
