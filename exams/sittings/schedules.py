"""Making a sitting, and changing it until it has opened; afterwards only what takes nothing from anybody."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, TypedDict, Unpack

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit.services import record
from accounts.models import Membership, Role, User
from accounts.rules import require
from exams.papers import fitness
from exams.papers.models import Paper, PaperQuestion
from exams.sittings import clocks, notices
from exams.sittings.entries import forms_to_give
from exams.sittings.locks import lock_attempt, lock_sitting
from exams.sittings.models import Attempt, Entry, Invigilator, RoomEvent, Sitting
from exams.sittings.room_log import note
from exams.sittings.rules import CHANGE, SCHEDULE, NotPossible


class Arrangement(TypedDict, total=False):
    """What one may settle about a sitting; the fields of the model, and who watches over it."""

    title: str
    place: str
    opens_at: dt.datetime
    closes_at: dt.datetime
    together: bool
    late_minutes: int | None
    entry_opens_at: dt.datetime | None
    entry_closes_at: dt.datetime | None
    approval: bool
    places: int | None
    code: str
    browser_keys: list[str]
    release: str
    exposed_reason: str
    invigilators: Iterable[User]


# What may still be changed once it has opened, and of that only what takes nothing from anybody (`_still_possible`).
AFTERWARDS = frozenset({"title", "place", "closes_at", "browser_keys", "places", "invigilators", "exposed_reason"})
# What candidates have arranged their day by.
TOLD = ("opens_at", "closes_at", "place", "together", "late_minutes")


@transaction.atomic
def schedule(*, paper: Paper, actor: User, **arrangement: Unpack[Arrangement]) -> Sitting:
    """Make a sitting of a paper, for the body whose paper it is. Title, opening and close must be among what is settled."""
    require(actor, SCHEDULE, paper)
    if hasattr(paper, "replacement"):
        raise NotPossible(_("This paper has been replaced, because one of its questions was swapped. Use the new one."))
    _must_be_approved(paper)
    fields: dict[str, Any] = dict(arrangement)
    invigilators = list(fields.pop("invigilators", ()))
    sitting = Sitting.objects.create(body_id=paper.body_id, paper=paper, created_by=actor, **fields)
    _assign(sitting, invigilators, actor)
    record(
        actor=actor,
        verb="sitting.made",
        target=sitting,
        body=paper.body_id,
        data={"paper": str(paper.pk), **_plain(sitting), "invigilators": [str(person.pk) for person in invigilators]},
    )
    return sitting


@transaction.atomic
def change(*, sitting: Sitting, actor: User, **arrangement: Unpack[Arrangement]) -> Sitting:
    """Settle anew what is given, and leave the rest as it is. Who is entered is told of what moved.

    Once the sitting has opened only title, place and invigilators may change, the close to a later moment (then attempts
    that the old close would have cut short get what they lack), places to more, and keys of the Safe Exam Browser as long
    as nobody who works is shut out by that.
    """
    require(actor, CHANGE, sitting)
    sitting = lock_sitting(sitting.pk)
    now = timezone.now()
    if sitting.is_void:
        raise NotPossible(_("This sitting is void and can no longer be changed."))
    if sitting.is_done(now):
        raise NotPossible(_("This sitting is over and can no longer be changed."))
    fields: dict[str, Any] = dict(arrangement)
    invigilators = fields.pop("invigilators", None)
    before = {name: getattr(sitting, name) for name in fields}
    changed = [name for name in fields if fields[name] != before[name]]
    if not sitting.is_coming(now):
        _still_possible(sitting, changed, fields)
    earlier_close = sitting.closes_at
    for name in changed:
        setattr(sitting, name, fields[name])
    if "opens_at" in changed:
        # The reminder of another day is none.
        sitting.reminded_at = None
    sitting.save()
    assigned = _assign(sitting, invigilators, actor) if invigilators is not None else False
    if sitting.closes_at > earlier_close and not sitting.is_coming(now):
        _give_what_the_close_had_cut(sitting, earlier_close)
        note(sitting, RoomEvent.Kind.TIME, by=actor, text=_("The sitting closes later."))
    if changed or assigned:
        audit = record(
            actor=actor,
            verb="sitting.changed",
            target=sitting,
            body=sitting.body_id,
            data={
                "before": {name: _value(name, before[name]) for name in changed},
                "after": {name: _value(name, fields[name]) for name in changed},
                **({"invigilators": [str(person.pk) for person in invigilators]} if invigilators is not None else {}),
            },
        )
        if set(changed) & set(TOLD):
            notices.moved(sitting, change=str(audit.pk))
    return sitting


def are_fewer(places: int | None, than: int | None) -> bool:
    """Whether the one number of places is less than the other; None stands for as many as enter."""
    return places is not None and (than is None or places < than)


def possible_invigilators(body_id: Any) -> Sequence[User]:
    """Who of the body's people may be asked to watch over one sitting: whoever is something other than a candidate there.

    Those who hold the invigilator's role watch over every sitting already.
    """
    roles = Membership.objects.active().filter(body=body_id)
    watching = roles.filter(role=Role.INVIGILATOR).values("person")
    helping = roles.exclude(role=Role.CANDIDATE).exclude(person__in=watching).values("person")
    return list(User.objects.filter(pk__in=helping, is_active=True).order_by("name", "email"))


def taken_back(sitting: Sitting) -> str:
    """What to tell those who run the sitting of questions that examiners have taken back since it was made; "" if nothing.

    Where each has a paper of their own, of those who have not started: the others have read theirs.
    """
    if not sitting.paper.one_each:
        numbers = _numbers(fitness.taken_back(Paper.objects.filter(pk=sitting.paper_id)))
        sentence = _(
            "Examiners have withdrawn approval of these questions of the paper: %(numbers)s. Candidates who start"
            " will still get them."
        )
        return sentence % {"numbers": numbers} if numbers else ""
    given = sitting.entries.filter(standing=Entry.Standing.APPROVED, attempt=None).exclude(own_paper=None)
    lost = fitness.taken_back(Paper.objects.filter(pk__in=given.values("own_paper")))
    people = User.objects.filter(pk__in=given.filter(own_paper__in=lost.values("paper")).values("person"))
    names = ", ".join(map(str, people.order_by("name", "email")))
    sentence = _(
        "Examiners have withdrawn approval of a question in the papers of: %(names)s. Withdraw approval of these "
        "entries and approve them again; each candidate then gets another paper."
    )
    return sentence % {"names": names} if names else ""


def _must_be_approved(paper: Paper) -> None:
    """Whether examiners stand by every question that candidates may get: where each gets a form of their own, of all forms."""
    forms = Paper.objects.filter(pk=paper.pk)
    if paper.one_each:
        forms |= forms_to_give(paper)
    if numbers := _numbers(fitness.taken_back(forms), by_form=paper.one_each):
        raise NotPossible(
            _("Examiners have withdrawn approval of these questions of the paper: %(numbers)s. Draw another paper.")
            % {"numbers": numbers}
        )


def _numbers(questions: QuerySet[PaperQuestion], *, by_form: bool = False) -> str:
    """The questions by their places, as “1, 3”, or “1, 3 (form 2)”."""
    found = defaultdict(list)
    for form, position in questions.order_by("paper__form", "position").values_list("paper__form", "position"):
        found[form].append(str(position))
    listed = {form: ", ".join(positions) for form, positions in found.items()}
    if not by_form:
        return ", ".join(listed.values())
    return "; ".join(
        _("%(numbers)s (form %(form)s)") % {"numbers": numbers, "form": form} for form, numbers in listed.items()
    )


def _still_possible(sitting: Sitting, changed: list[str], fields: dict[str, Any]) -> None:
    if not set(changed) <= AFTERWARDS:
        raise NotPossible(
            _(
                "This sitting has opened. You can still change the title, the place, the invigilators and the "
                "Safe Exam Browser keys, move the close to a later time, and add places."
            )
        )
    if fields.get("closes_at", sitting.closes_at) < sitting.closes_at:
        raise NotPossible(_("This sitting has opened, so you can only move the close to a later time."))
    if are_fewer(fields.get("places", sitting.places), sitting.places):
        raise NotPossible(_("This sitting has opened, so you can only add places."))
    if "browser_keys" in changed and _shuts_out(sitting, fields["browser_keys"]):
        raise NotPossible(
            _(
                "Candidates are already working. Until all have handed in, you can add Safe Exam Browser keys or "
                "remove all of them."
            )
        )


def _shuts_out(sitting: Sitting, keys: list[str]) -> bool:
    """Whether somebody works in a browser that has none of these keys, or may do: which one it has is not known."""
    widens = not keys or (sitting.browser_keys and set(sitting.browser_keys) <= set(keys))
    return not widens and Attempt.objects.running().filter(entry__sitting=sitting).exists()


def _give_what_the_close_had_cut(sitting: Sitting, earlier_close: dt.datetime) -> None:
    """Move the deadlines of running attempts by what the later close gives each; breaks have moved them besides.

    Pauses of all have moved the close. So that it is compared with what it cut, the start is moved by those that came
    after it: with s, m, c and p (pauses since s), s + p + m is cut by c where s + m was cut by c - p.
    """
    now = timezone.now()
    pauses = _pauses(sitting)
    for entry in Entry.objects.filter(sitting=sitting, attempt__submitted_at=None).select_related("attempt"):
        if entry.started is None:
            continue
        attempt = lock_attempt(entry.attempt.pk)
        if attempt.is_closed or attempt.is_overdue(now):
            continue
        entry = attempt.entry
        entry.sitting = sitting
        stood = sum((took for ended, took in pauses if ended > attempt.started_at), start=dt.timedelta())
        then = entry.deadline(attempt.started_at + stood)
        sitting.closes_at, later = earlier_close, sitting.closes_at
        difference = then - entry.deadline(attempt.started_at + stood)
        sitting.closes_at = later
        if difference:
            clocks.lengthen(attempt, difference)


def _pauses(sitting: Sitting) -> list[tuple[dt.datetime, dt.timedelta]]:
    """The pauses of all that are over: when each ended and how long it took. Nobody starts during one."""
    kinds = [RoomEvent.Kind.PAUSED, RoomEvent.Kind.GOES_ON]
    told = RoomEvent.objects.filter(sitting=sitting, attempt=None, kind__in=kinds).order_by("pk")
    found, since = [], None
    for kind, at in told.values_list("kind", "at"):
        if kind == RoomEvent.Kind.GOES_ON and since is not None:
            found.append((at, at - since))
        since = at if kind == RoomEvent.Kind.PAUSED else None
    return found


def _assign(sitting: Sitting, people: Iterable[User], actor: User) -> bool:
    """Have exactly these people watch over the sitting, besides those who hold the role; whether that is a change."""
    wanted = {person.pk: person for person in people}
    known = {watcher.person_id: watcher for watcher in sitting.watchers.all()}
    belonging = set(
        Membership.objects.active()
        .filter(body=sitting.body_id, person__in=wanted.keys())
        .values_list("person", flat=True)
    )
    for key, person in wanted.items():
        if key not in belonging:
            raise NotPossible(_("%(name)s belongs to another body.") % {"name": person})
        if sitting.entries.filter(person=person, standing__in=Entry.IN).exists():
            raise NotPossible(_("%(name)s is entered for this sitting and cannot watch over it.") % {"name": person})
    new, gone = wanted.keys() - known.keys(), known.keys() - wanted.keys()
    Invigilator.objects.filter(sitting=sitting, person__in=gone).delete()
    Invigilator.objects.bulk_create(Invigilator(sitting=sitting, person_id=key, assigned_by=actor) for key in new)
    return bool(new or gone)


def _plain(sitting: Sitting) -> dict[str, Any]:
    names = [name for name in Arrangement.__annotations__ if name != "invigilators"]
    return {name: _value(name, getattr(sitting, name)) for name in names}


def _value(name: str, value: Any) -> Any:
    if name == "code":
        # It is told in the room; more people read the audit log.
        return bool(value)
    return value.isoformat() if isinstance(value, dt.datetime) else value
