"""A third marker from another body, where nobody of the sitting's own body is left to settle what two markers differ on.

The body asks by address and learns nothing of who is behind it until the person says yes. Who says yes reads the question,
the answer and what the two gave of each script in dispute, under its code; nothing else of the body.
"""

from __future__ import annotations

import uuid
from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.letters import services as letters
from accounts.models import Membership, Role, User, normal_email
from accounts.rules import require
from accounts.services import required_reason
from exams.marking.models import MarkerTask, Script, ThirdMarker
from exams.marking.rules import CHOOSE_MARKERS
from exams.marking.written.workload import possible_markers
from exams.sittings.models import Entry, Sitting
from exams.sittings.rules import NotPossible

Standing = ThirdMarker.Standing


@dataclass(frozen=True)
class Disputes:
    """The scripts of a sitting that need a third marker: how many each examiner of the body could settle, by name, and how
    many none of them can. lent: how many of those wait for somebody of another body who has said yes.
    """

    able: list[tuple[User, int]]
    stuck: int
    lent: bool

    @property
    def needs_another_body(self) -> bool:
        """Whether nobody can settle some of them as things are."""
        return self.stuck > 0 and not self.lent


def disputes_of(sitting: Sitting) -> Disputes:
    """Who is missing for the scripts on which two differ."""
    scripts = list(Script.objects.disputed().filter(sitting=sitting).values_list("pk", flat=True))
    had: dict[uuid.UUID, set[uuid.UUID]] = {pk: set() for pk in scripts}
    for script, person in MarkerTask.objects.filter(script__in=scripts).values_list("script", "person"):
        had[script].add(person)
    examiners = possible_markers(sitting) if scripts else []
    able = [(one, sum(one.pk not in markers for markers in had.values())) for one in examiners]
    known = {one.pk for one in examiners}
    stuck = sum(known <= markers for markers in had.values())
    lent = bool(stuck) and ThirdMarker.objects.filter(sitting=sitting, standing=Standing.ACCEPTED).exists()
    return Disputes([(one, count) for one, count in able if count], stuck, lent)


@transaction.atomic
def ask(*, sitting: Sitting, email: str, actor: User, reason: str) -> ThirdMarker:
    """Ask whoever has this address to settle the sitting's scripts in dispute; asked already, that stands.

    Whether an examiner of another body has it is not told: a letter goes out if so, and nothing differs otherwise.
    """
    require(actor, CHOOSE_MARKERS, sitting)
    reason = required_reason(reason)
    email = normal_email(email)
    if not disputes_of(sitting).stuck:
        raise NotPossible(_("No script in this sitting is waiting for somebody from another body."))
    known = ThirdMarker.objects.filter(sitting=sitting, email=email, standing__in=(Standing.ASKED, Standing.ACCEPTED))
    if (asked := known.first()) is not None:
        return asked
    asked = ThirdMarker.objects.create(
        body_id=sitting.body_id, sitting=sitting, email=email, asked_by=actor, reason=reason
    )
    record(
        actor=actor,
        verb="third_marker.asked",
        target=asked,
        body=sitting.body_id,
        reason=reason,
        data={"sitting": sitting.pk},
    )
    person = User.objects.filter(email=email, is_active=True).first()
    if person is not None and not _objection(person, asked):
        letters.send(
            person=person,
            template="marking/mail/third_marker",
            context={"asked": asked, "sitting": sitting, "page": letters.address("marking:requests")},
            body=sitting.body,
            # Withdrawn and asked again on the same day, it is the same request to whoever reads it.
            once=f"third_marker.asked:{sitting.pk}:{timezone.localdate(timezone=sitting.body.zone)}",
        )
    return asked


@transaction.atomic
def answer(*, asked_id: uuid.UUID, person: User, accept: bool) -> ThirdMarker:
    """Say yes or no, as the person who was asked. Answered is answered."""
    asked = ThirdMarker.objects.select_for_update(of=("self",)).select_related("sitting__paper").get(pk=asked_id)
    if asked.email != person.email or not requests(person).filter(pk=asked.pk).exists():
        raise PermissionDenied
    if asked.standing != Standing.ASKED:
        raise NotPossible(_("This request has been answered or withdrawn."))
    if accept and (why := _objection(person, asked)):
        raise NotPossible(why)
    asked.standing = Standing.ACCEPTED if accept else Standing.DECLINED
    asked.person, asked.answered_at = person, timezone.now()
    asked.save(update_fields=["standing", "person", "answered_at"])
    record(actor=person, verb=f"third_marker.{asked.standing}", target=asked, body=asked.body_id)
    return asked


@transaction.atomic
def withdraw(*, asked_id: uuid.UUID, sitting: Sitting, actor: User) -> ThirdMarker:
    """Take the request back, answered or not; what has been settled stays settled."""
    require(actor, CHOOSE_MARKERS, sitting)
    asked = ThirdMarker.objects.select_for_update(of=("self",)).get(pk=asked_id, sitting=sitting)
    if asked.standing in (Standing.ASKED, Standing.ACCEPTED):
        asked.standing = Standing.WITHDRAWN
        asked.save(update_fields=["standing"])
        record(actor=actor, verb="third_marker.withdrawn", target=asked, body=asked.body_id)
    return asked


def requests(person: User) -> QuerySet[ThirdMarker]:
    """What other bodies ask of this person; nothing of who examines nowhere."""
    examined = Membership.objects.active().filter(person=person, role=Role.EXAMINER).values_list("body", flat=True)
    bodies = set(examined)
    if not bodies:
        return ThirdMarker.objects.none()
    found = ThirdMarker.objects.filter(email=person.email, sitting__voided_at=None).exclude(body__in=bodies)
    return found.select_related("sitting__body", "body").order_by("-asked_at")


def objection(person: User, sitting: Sitting) -> str:
    """Why somebody does not enter a sitting: they have been let read answers to a question of it, and its ruling.

    Where each candidate gets a paper of their own it may ask any question of the bank, so that one read anywhere is enough.
    """
    lent = ThirdMarker.objects.filter(person=person, answered_at__isnull=False, body=sitting.body_id)
    read = lent.exclude(standing=Standing.DECLINED)
    if not sitting.paper.one_each:
        asked = sitting.paper.questions.values("version__question")
        read = read.filter(sitting__scripts__paper_question__version__question__in=asked)
    return _("You have been asked to settle rulings of this paper, so you know it.") if read.exists() else ""


def _objection(person: User, asked: ThirdMarker) -> str:
    """Why this person cannot do it: it takes an examiner, of another body, who has nothing to do with the sitting or with
    exams of this body as a candidate.
    """
    roles = Membership.objects.active().filter(person=person)
    if roles.filter(body=asked.body_id).exists():
        return _("You belong to this body yourself.")
    if not roles.filter(role=Role.EXAMINER).exists():
        return _("Only an examiner of another body can do this.")
    if Entry.objects.inside().filter(sitting=asked.sitting_id, person=person).exists():
        return _("You have a place in this sitting.")
    return ""
