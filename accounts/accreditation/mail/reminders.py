"""The reminders of each night: an award ends soon, has expired, has lapsed.

An award has days on which its holder is written to (`marks_of`). On each day the latest one that has come counts and no other,
so that a night that was missed is caught up by one letter; one that is two weeks old is let be, and so is one from before
the award had the end that it has now. A letter and how far the run has come are stored together, in batches: a run that is
killed goes on where it stood, and two at once do the work of one.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.accreditation.life import STANDING, Verb
from accounts.accreditation.mail import catalogue
from accounts.accreditation.mail.notices import of_award
from accounts.accreditation.models import Award, AwardEvent, Level, ReminderRun
from accounts.accreditation.models.awards import MonthsFromEnd
from accounts.letters.models import Letter, LetterText
from accounts.letters.services import composed
from accounts.letters.texts import SIGNATURE, Kind, filled, texts_of, words_of
from accounts.models import Body

BATCH = 500
MORNING = 4
"""The hour of the body's day from which its reminders are sent."""
CATCH_UP = 14
"""How many days late a reminder is still sent."""
ONE_DAY = datetime.timedelta(days=1)
SETS_THE_END = (Verb.GRANTED, Verb.RENEWED, Verb.EXTENDED)


class Mark(NamedTuple):
    """A day on which the holder of an award is written to, of what, and its name in the key of the letter."""

    day: datetime.date
    kind: Kind
    name: str


def remind_all(now: datetime.datetime | None = None) -> int:
    """Send today's reminders of every body in which it is morning; returns how many. Again, it sends what was left out."""
    now = now or timezone.now()
    found = ((body, timezone.localtime(now, body.zone)) for body in Body.objects.order_by("pk"))
    return sum(remind(body, clock.date()) for body, clock in found if clock.hour >= MORNING)


def remind(body: Body, today: datetime.date) -> int:
    """Send the reminders of a body that are due on this day; returns how many this call has sent."""
    run, _new = ReminderRun.objects.get_or_create(body=body, day=today)
    if run.finished_at is not None:
        return 0
    sent = 0
    while (done := _batch(run, body)) is not None:
        sent += done
    return sent


@transaction.atomic
def _batch(run: ReminderRun, body: Body) -> int | None:
    """Look at the next awards of the run; returns how many letters that made, None once there are none left."""
    _lock(run)
    if run.finished_at is not None:
        return None
    awards = list(_due(body, run.day, run.reached)[:BATCH])
    ends_set, ends = _ends_set(awards), _latest_ends(awards)
    standing = [one for one in awards if ends[one.person_id, one.level_id] == one.valid_until]
    marks = [(one, mark) for one in standing if (mark := _mark_of(one, run.day, ends_set.get(one.pk))) is not None]
    known = _known(marks)
    marks = [(award, mark) for award, mark in marks if mark_key(award, mark) not in known]
    reachable = [(award, mark) for award, mark in marks if award.person.shown_email]
    texts = texts_of(body)
    signature = filled(words_of(SIGNATURE, texts.get(SIGNATURE.code))[1], {"body": str(body)})
    Letter.objects.bulk_create(_letters(reachable, run.day, texts, signature), ignore_conflicts=True)
    run.sent += len(reachable)
    run.without_address += len(marks) - len(reachable)
    if awards:
        run.reached = awards[-1].pk
    if len(awards) < BATCH:
        run.finished_at = timezone.now()
    run.save(update_fields=["sent", "without_address", "reached", "finished_at"])
    return len(reachable)


def _lock(run: ReminderRun) -> None:
    """Hold the run, so that two at once take turns, and read how far it has come."""
    ReminderRun.objects.select_for_update(no_key=True).values_list("pk").get(pk=run.pk)
    run.refresh_from_db(fields=["finished_at", "reached", "sent", "without_address"])


def _known(marks: Sequence[tuple[Award, Mark]]) -> set[str]:
    """The keys of those that have a letter already."""
    people, keys = [award.person_id for award, _mark in marks], [mark_key(*one) for one in marks]
    return set(Letter.objects.filter(person__in=people, once__in=keys).values_list("once", flat=True))


def _letters(
    marks: list[tuple[Award, Mark]], today: datetime.date, texts: dict[str, LetterText], signature: str
) -> Iterator[Letter]:
    for award, mark in marks:
        values = {
            "name": str(award.person),
            "body": str(award.body),
            "left": left_in_words((award.valid_until - today).days),
            **of_award(award),
        }
        subject, text = (filled(one, values) for one in words_of(mark.kind, texts.get(mark.kind.code)))
        yield composed(
            award.person,
            award.body,
            subject,
            text,
            once=mark_key(award, mark),
            about=f"award:{award.pk}",
            signature=signature,
        )


# --- What is due ------------------------------------------------------------------------------------------------------


def marks_of(award: Award) -> list[Mark]:
    """The days on which its holder is written to, the earliest first; of two on one day the later one counts."""
    end = award.valid_until
    marks = [Mark(end - days * ONE_DAY, catalogue.ENDS_SOON, f"{days}-days") for days in award.level.reminder_days]
    marks.append(Mark(end + ONE_DAY, catalogue.EXPIRED, "expired"))
    marks.append(Mark(award.renewable_until + ONE_DAY, catalogue.LAPSED, "lapsed"))
    return sorted(marks, key=lambda mark: mark.day)


def mark_key(award: Award, mark: Mark) -> str:
    """By what a reminder is known: the award, the end that it had, and the mark."""
    return f"award.reminder:{award.pk}:{award.valid_until}:{mark.name}"


def left_in_words(days: int) -> str:
    """When the last day of an award is, as it stands in a sentence."""
    if days < 1:
        return _("today")
    if days == 1:
        return _("tomorrow")
    return ngettext("in %(n)d day", "in %(n)d days", days) % {"n": days}


def _mark_of(award: Award, today: datetime.date, end_set_at: datetime.datetime | None) -> Mark | None:
    """What the holder is to be told today, if anything. end_set_at: when the award was given the end that it has now."""
    come = [mark for mark in marks_of(award) if mark.day <= today]
    if not come:
        return None
    end_set = timezone.localdate(end_set_at or award.granted_at, award.body.zone)
    since = max(today - CATCH_UP * ONE_DAY, end_set + ONE_DAY)
    return come[-1] if come[-1].day >= since else None


def _due(body: Body, today: datetime.date, reached: object) -> QuerySet[Award]:
    """The awards for which a mark has come of late, held until the transaction ends: what is renewed meanwhile waits."""
    first, last = today - CATCH_UP * ONE_DAY, today
    found = Award.objects.filter(body=body, status__in=STANDING)
    late = Q(pk__in=[])
    for level in Level.objects.filter(body=body):
        within = Q(valid_until__range=(first - ONE_DAY, last - ONE_DAY))
        within |= Q(return_until__range=(first - ONE_DAY, last - ONE_DAY))
        for days in level.reminder_days:
            within |= Q(valid_until__range=(max(first + days * ONE_DAY, today), last + days * ONE_DAY))
        late |= Q(level=level) & within
    found = found.alias(return_until=MonthsFromEnd("level__return_months")).filter(late)
    found = found.select_related("body", "level", "person")
    if reached is not None:
        found = found.filter(pk__gt=reached)
    return found.select_for_update(of=("self",), no_key=True).order_by("pk")


def _ends_set(awards: Sequence[Award]) -> dict[UUID, datetime.datetime]:
    """When each of these awards was given the end that it has now.

    Asked for by itself, and so are the latest ends: in the one query of what is due, a server that has not counted its rows
    yet, as after a large import, would go through all of them for each award.
    """
    events = AwardEvent.objects.filter(award__in=[one.pk for one in awards], verb__in=SETS_THE_END)
    return dict(events.order_by().values_list("award").annotate(Max("at")))


def _latest_ends(awards: Sequence[Award]) -> dict[tuple[UUID, int], datetime.date]:
    """The latest end that each of these people has at each level: beside a newer award nobody is told of the older one."""
    found = Award.objects.filter(person__in=[one.person_id for one in awards], status__in=STANDING).order_by()
    return {
        (person, level): end for person, level, end in found.values_list("person", "level").annotate(Max("valid_until"))
    }


# --- When it ran ------------------------------------------------------------------------------------------------------


class LastRun(NamedTuple):
    """What a registrar reads of the reminders: the latest run, and whether it was longer ago than last night."""

    run: ReminderRun | None
    is_late: bool


def last_run(body: Body) -> LastRun:
    """The latest run of the body's reminders that was finished."""
    run = ReminderRun.objects.filter(body=body).exclude(finished_at=None).first()
    return LastRun(run, run is None or run.day < body.today() - ONE_DAY)
