"""What waits for a person: a line for each kind of work there is, over all rooms and bodies, for the front page.

Each count is of what the page behind the line lists, or marks there as this person's to do. Nothing here decides who may
do what; the pages do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.accreditation.appeals import answerable_by
from accounts.accreditation.credentials.status_lists import overdue
from accounts.accreditation.deeds import to_countersign
from accounts.accreditation.evidencing import to_settle
from accounts.accreditation.mail.reminders import last_run
from accounts.accreditation.models import Application, Evidence
from accounts.letters.models import Letter
from accounts.models import Body, Membership, Role, User
from accounts.rules import clubs_of
from exams.assessment.models import Assessment
from exams.bank.models import LawFlag, Problem, QuestionVersion
from exams.marking.appeals.deciders import decidable_by
from exams.marking.models import Appeal, Regrade, Script, ThirdMarker
from exams.marking.release import to_look_over, to_release
from exams.marking.written import third_markers, workload
from exams.marking.written.allocation import FEWEST
from exams.marking.written.workload import disputes
from exams.papers.fitness import flagged
from exams.papers.models import Paper
from exams.sittings.models import Entry, Sitting
from exams.sittings.rules import DOORKEEPERS, bodies_where
from laws.editing.models import Confirmation, Proposal
from laws.editing.rules import edited_bodies

# Examiners, so that one is left where two have had a part.
THIRD = 3


class Duty(NamedTuple):
    """A kind of work: what it is with how much of it, in words, and where it is done."""

    words: str
    url: str


class Limits(NamedTuple):
    """What a body cannot do because it has so few examiners, each thing as the end of a sentence."""

    body: Body
    examiners: int
    cannot: list[str]


def limits(person: User) -> list[Limits]:
    """The bodies in which this person examines or administers that have too few examiners for something, by name."""
    bodies = Body.objects.filter(pk__in=bodies_where(person, Role.EXAMINER, Role.ADMINISTRATOR)).order_by("name")
    found = []
    for body in bodies:
        held: dict[str, set[UUID]] = {}
        roles = Membership.objects.active().filter(body=body, person__is_active=True)
        for role, somebody in roles.values_list("role", "person").order_by():
            held.setdefault(role, set()).add(somebody)
        examiners = held.get(Role.EXAMINER, set())
        if cannot := list(_cannot(len(examiners), len(examiners | held.get(Role.ADMINISTRATOR, set())))):
            found.append(Limits(body, len(examiners), cannot))
    return found


def _cannot(examiners: int, releasers: int) -> Iterator[str]:
    """releasers: how many people may release results, examiners among them."""
    if examiners < 2:
        yield _("approve a question that its only examiner wrote or changed")
        yield _("have written rulings marked, which takes two markers")
        yield _("approve a regrade proposed by its only examiner")
        yield _("decide an appeal about a question or a result in which its only examiner had a part")
    if releasers < 2:
        yield _("release results together: the person who checks them cannot release them")
    if examiners < 2:
        yield _("approve a congress question, which takes two examiners")
    elif examiners < THIRD:
        yield _("approve a congress question that one of its examiners wrote, which takes two others")
    if examiners < THIRD:
        yield _("settle a written ruling on which two markers differ, unless an examiner of another body agrees to")


def waiting(person: User) -> list[Duty]:
    """The work that waits for this person, in the order of a question's way; nothing of what is done."""
    return [
        *_examining(person),
        *_results(person),
        *_room(person),
        *_mail(person),
        *_badges(person),
        *_registering(person),
        *_reminding(person),
        *_confirming(person),
        *_assessing(person),
        *_law(person),
    ]


def _examining(person: User) -> Iterator[Duty]:
    examined = bodies_where(person, Role.EXAMINER)
    if not examined:
        return
    if n := QuestionVersion.objects.awaiting(person).filter(body__in=examined).count():
        yield Duty(ngettext("%d question to review", "%d questions to review", n) % n, reverse("bank:next"))
    if n := LawFlag.objects.filter(settled_at=None, body__in=examined).values("version").distinct().count():
        words = ngettext(
            "%d question to check against a change of the law", "%d questions to check against changes of the law", n
        )
        yield Duty(words % n, reverse("bank:flags"))
    if papers := _papers_overtaken(examined):
        n = len(papers)
        words = ngettext("%d drawn paper whose law changes", "%d drawn papers whose law changes", n) % n
        yield Duty(words, reverse("papers:paper", args=[papers[0]]) if n == 1 else reverse("papers:index"))
    if n := Problem.objects.filter(settled_at=None, body__in=examined).count():
        words = ngettext("%d candidate report to answer", "%d candidate reports to answer", n) % n
        yield Duty(words, reverse("bank:problems"))
    if n := Script.objects.to_mark_by(person).count() + len(disputes(person)):
        yield Duty(ngettext("%d ruling to mark", "%d rulings to mark", n) % n, reverse("marking:scripts"))
    if n := third_markers.requests(person).filter(standing=ThirdMarker.Standing.ASKED).count():
        words = ngettext("%d request from another body to answer", "%d requests from other bodies to answer", n) % n
        yield Duty(words, reverse("marking:requests"))
    yield from _markers(person, examined)
    if n := decidable_by(person, Appeal.objects.open().before(person, examined)).count():
        yield Duty(
            ngettext("%d appeal waiting for a decision", "%d appeals waiting for a decision", n) % n,
            reverse("marking:appeals"),
        )
    if n := _regrades(person, examined):
        words = ngettext("%d regrade to approve or refuse", "%d regrades to approve or refuse", n) % n
        yield Duty(words, reverse("marking:regrades"))


def _markers(person: User, examined: list[UUID]) -> Iterator[Duty]:
    """A line for each sitting whose rulings wait for somebody to be named: two markers, or a third one of another body."""
    unsettled = Script.objects.unsettled().of_others(person).filter(sitting__body__in=examined)
    sittings = Sitting.objects.filter(pk__in=unsettled.order_by().values("sitting")).order_by("closes_at", "pk")
    for sitting in sittings:
        about = {"title": sitting.title}
        page = reverse("marking:markers", args=[sitting.pk])
        if sum(load.chosen and load.able for load in workload.loads(sitting)) < FEWEST:
            yield Duty(_("Choose the markers: %(title)s") % about, page)
        elif third_markers.disputes_of(sitting).needs_another_body:
            yield Duty(_("A third marker is needed and nobody here is left: %(title)s") % about, page)


def _papers_overtaken(examined: list[UUID]) -> list[UUID]:
    """The papers of sittings still to end that hold a question whose law has changed by then, or that nobody sits yet."""
    ahead = Sitting.objects.filter(closes_at__gt=timezone.now(), voided_at=None)
    papers = Paper.objects.filter(body__in=examined)
    found = flagged(papers.filter(Q(sittings__in=ahead) | Q(sittings=None)))
    return list(found.order_by("paper").values_list("paper", flat=True).distinct())


def _regrades(person: User, examined: list[UUID]) -> int:
    return Regrade.objects.open().apart_from(person).filter(body__in=examined).exclude(proposed_by=person).count()


def _results(person: User) -> Iterator[Duty]:
    unsigned, signed = to_look_over(person), to_release(person)
    if n := unsigned.count():
        words = ngettext("%d sitting with results to check", "%d sittings with results to check", n) % n
        yield Duty(words, _the_one(unsigned, "marking:moderation", n))
    if n := signed.count():
        words = ngettext("%d sitting with results to release", "%d sittings with results to release", n) % n
        yield Duty(words, _the_one(signed, "marking:to_release", n))


def _the_one(found: QuerySet[Sitting], name: str, count: int) -> str:
    """The page of the only one, or the list of those that are over."""
    return reverse(name, args=[found[0].pk]) if count == 1 else reverse("sittings:list") + "?show=done"


def _room(person: User) -> Iterator[Duty]:
    kept = bodies_where(person, *DOORKEEPERS)
    if not kept:
        return
    asking = Entry.objects.filter(
        standing=Entry.Standing.REQUESTED, sitting__closes_at__gt=timezone.now(), sitting__voided_at=None
    ).exclude(sitting__in=Entry.objects.inside().filter(person=person).values("sitting"))
    sittings = asking.filter(sitting__body__in=kept).values_list("sitting", "sitting__title").annotate(n=Count("pk"))
    for sitting, title, n in sittings.order_by("sitting__opens_at", "sitting"):
        words = ngettext("%(n)d entry to approve: %(title)s", "%(n)d entries to approve: %(title)s", n)
        yield Duty(words % {"n": n, "title": title}, reverse("sittings:entries", args=[sitting]))


def _mail(person: User) -> Iterator[Duty]:
    bodies = bodies_where(person, Role.ADMINISTRATOR)
    if bodies and (n := Letter.objects.to_see(person, bodies).count()):
        yield Duty(ngettext("%d letter not sent", "%d letters not sent", n) % n, reverse("sittings:letters"))


def _badges(person: User) -> Iterator[Duty]:
    """A line for each body whose badges can soon be verified by nobody."""
    bodies = bodies_where(person, Role.ADMINISTRATOR)
    if bodies:
        for body in dict.fromkeys(late.body for late in overdue(bodies)):
            yield Duty(
                _("The status lists of badges are not signed"), reverse("accreditation:design", args=[body.slug])
            )


def _registering(person: User) -> Iterator[Duty]:
    """A line for each body, whose queues are apart. An award in doubt is no less work than an application."""
    waits = Q(applications__status=Application.Status.SUBMITTED)
    doubted = Q(applications__doubts__isnull=False, applications__doubts__settled_at=None)
    registered = bodies_where(person, Role.REGISTRAR)
    if not registered:
        return
    appeals = Counter(answerable_by(person, registered).values_list("application__body", flat=True))
    sessions = Counter(to_settle(person, registered).values_list("body", flat=True))
    revocations = Counter(to_countersign(person, registered).values_list("award__body", flat=True))
    bodies = Body.objects.filter(pk__in=registered)
    for body in bodies.annotate(n=Count("applications", filter=waits | doubted, distinct=True)).order_by("name"):
        page = reverse("accreditation:queue", args=[body.slug])
        if body.n:
            yield Duty(ngettext("%d application to decide", "%d applications to decide", body.n) % body.n, page)
        if n := sessions[body.pk]:
            words = ngettext("%d logged session to accept", "%d logged sessions to accept", n)
            yield Duty(words % n, reverse("accreditation:to_settle", args=[body.slug]))
        if n := appeals[body.pk]:
            words = ngettext("%d accreditation appeal to answer", "%d accreditation appeals to answer", n)
            yield Duty(words % n, page)
        if n := revocations[body.pk]:
            words = ngettext("%d revocation to countersign", "%d revocations to countersign", n)
            yield Duty(words % n, page)


def _reminding(person: User) -> Iterator[Duty]:
    """A line for each body whose reminders of the night are overdue, for its registrars: nobody else would notice."""
    registered = bodies_where(person, Role.REGISTRAR)
    for body in Body.objects.filter(pk__in=registered).order_by("name") if registered else ():
        last = last_run(body)
        if last.run is not None and last.is_late:
            words = _("No reminders have been sent since %(day)s: find out why") % {
                "day": date_format(last.run.day, "j F Y")
            }
            yield Duty(words, reverse("accreditation:letter_texts", args=[body.slug]))


def _confirming(person: User) -> Iterator[Duty]:
    """A line for each club whose contact the person is and that confirms sessions."""
    spoken_for = clubs_of(person)
    if not spoken_for:
        return
    waiting_here = Evidence.objects.with_clubs(wanted=True).filter(club__in=spoken_for).exclude(person=person)
    found = waiting_here.order_by().values_list("club", "club__name").annotate(n=Count("pk")).order_by("club__name")
    for club, name, n in found:
        words = ngettext("%(n)d session to confirm: %(club)s", "%(n)d sessions to confirm: %(club)s", n)
        yield Duty(words % {"n": n, "club": name}, reverse("accreditation:club_sessions", args=[club]))


def _assessing(person: User) -> Iterator[Duty]:
    """Sheets that are still to be sent, from the day itself on; the days to come, which an assessor finds nowhere else; and
    assessments on which the two sheets differ.
    """
    unmarked = list(Assessment.objects.to_mark_by(person).select_related("body").order_by("day", "pk"))
    held = [one for one in unmarked if one.day <= one.body.today()]
    if n := len(held):
        words = ngettext("%d assessment sheet to send", "%d assessment sheets to send", n) % n
        yield Duty(words, held[0].get_absolute_url() if n == 1 else reverse("assessment:home"))
    if coming := [one for one in unmarked if one not in held]:
        n = len(coming)
        words = ngettext(
            "%(n)d practical assessment to hold, on %(day)s",
            "%(n)d practical assessments to hold, the next on %(day)s",
            n,
        ) % {"n": n, "day": date_format(coming[0].day, "j F Y")}
        yield Duty(words, coming[0].get_absolute_url() if n == 1 else reverse("assessment:home"))
    registered = bodies_where(person, Role.REGISTRAR)
    if registered and (differing := list(Assessment.objects.to_decide_by(person, registered))):
        n = len(differing)
        words = ngettext("%d assessment to decide", "%d assessments to decide", n) % n
        first = differing[0]
        only = first.get_absolute_url() if n == 1 else reverse("assessment:of_body", args=[first.body.slug])
        yield Duty(words, only)


def _law(person: User) -> Iterator[Duty]:
    edited = edited_bodies(person)
    if not edited:
        return
    submitted = Proposal.objects.filter(body__in=edited, status=Proposal.Status.SUBMITTED)
    if n := submitted.exclude(proposer=person).count():
        words = ngettext("%d change of the law to decide", "%d changes of the law to decide", n) % n
        yield Duty(words, reverse("law_editing:list") + "?status=submitted")
    waiting = Confirmation.objects.filter(body__in=edited, status=Confirmation.Status.WAITING)
    if n := waiting.exclude(asked_by=person).count():
        words = ngettext("%d wording to confirm for the engine", "%d wordings to confirm for the engine", n) % n
        yield Duty(words, reverse("law_editing:engine"))
