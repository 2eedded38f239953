"""May this person direct this event on this day? By which award or dispensation; or why not.

The day may be past or to come. An award is taken as it stood when that day was over, from its dates and its events: what was
done to it since, such as a suspension or a renewal, changes nothing; neither does a level that covers something else since. Of
days to come it is taken as it stands now. Reads in a fixed number of queries however many people are asked about, and writes
nothing.
"""

from __future__ import annotations

import datetime
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID
from zoneinfo import ZoneInfo

from django.db import models
from django.db.models import Prefetch
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.accreditation.life import STANDING, Status, Told, Verb, standings_after
from accounts.accreditation.models import Award, AwardEvent, AwardQuerySet, Dispensation, Level
from accounts.accreditation.scope import Event, EventKind, Lack, Scope
from accounts.audit.models import AuditEntry
from accounts.models import Body, User

ONE_DAY = datetime.timedelta(days=1)
SCOPE = ("event_kinds", "most_tables", "with_screens")


# --- The answer -------------------------------------------------------------------------------------------------------


class Verdict(models.TextChoices):
    """Whether they may."""

    YES = "yes", gettext_lazy("Yes")
    NO = "no", gettext_lazy("No")
    UNSAID = "unsaid", gettext_lazy("Not said")


class Why(models.TextChoices):
    """What stands in the way."""

    NO_AWARD = "no_award", gettext_lazy("no award")
    NOT_YET = "not_yet", gettext_lazy("not valid yet on that day")
    EXPIRED = "expired", gettext_lazy("expired on that day")
    SUSPENDED = "suspended", gettext_lazy("suspended on that day")
    ENDED = "ended", gettext_lazy("revoked, surrendered or ended by death")
    UNSAID = "unsaid", gettext_lazy("the body has not said what the level covers")
    KIND = "kind", gettext_lazy("the level does not cover this kind of event")
    TABLES = "tables", gettext_lazy("the level does not cover so many tables")
    SCREENS = "screens", gettext_lazy("the level does not cover screens")


@dataclass(frozen=True)
class Reason:
    """Why an award does not let its holder direct the event, in a word and in a sentence. award: None, if there is none."""

    why: Why
    words: str
    award: Award | None = None


@dataclass(frozen=True)
class Answer:
    """Whether somebody may direct an event on a day.

    award, dispensation: what lets them, an award before a dispensation; until: its last day, as it was on the day. reasons:
    why they may not; empty where they may.
    """

    event: Event
    day: datetime.date
    verdict: Verdict
    award: Award | None = None
    dispensation: Dispensation | None = None
    until: datetime.date | None = None
    reasons: tuple[Reason, ...] = ()

    @property
    def yes(self) -> bool:
        """Whether they may."""
        return self.verdict == Verdict.YES

    @property
    def words(self) -> list[str]:
        """By what they may, or why not, each as a sentence."""
        if self.dispensation is not None:
            told = {"event": self.dispensation.event, "place": self.dispensation.place}
            told["date"] = _written(self.dispensation.last_day)
            return [_("By a dispensation for this event alone: %(event)s, %(place)s, until %(date)s.") % told]
        if self.award is not None and self.until is not None:
            return [
                _("By an award: %(level)s, valid until %(date)s.")
                % {"level": self.award.level, "date": _written(self.until)}
            ]
        return [reason.words for reason in self.reasons]


# --- How an award stood -----------------------------------------------------------------------------------------------


class Dated(Told, Protocol):
    """An event and its moment."""

    @property
    def at(self) -> datetime.datetime:
        """When it was."""


class Standing(Protocol):
    """An award as it is stored now."""

    @property
    def status(self) -> str:
        """What has been decided about it."""

    @property
    def valid_until(self) -> datetime.date:
        """Its last day."""


def standing_on(
    award: Standing, events: Sequence[Dated], day: datetime.date, zone: ZoneInfo
) -> tuple[Status, datetime.date]:
    """The status and the end that the award had when the day was over. events: all of its own, the earliest first.

    The grant counts from the first day of the award on, whenever it was written down.
    """
    by_then = [one for one in events if one.verb == Verb.GRANTED or timezone.localdate(one.at, zone) <= day]
    since = [one for one in events if one not in by_then]
    if not since:
        return Status(award.status), award.valid_until
    # Whatever moved the end first since then says what it was; events of earlier versions moved none.
    moved = next((one.data["end_before"] for one in since if one.data.get("end_before")), None)
    left = [status for status, _end in standings_after(by_then)]
    return left[-1] if left else Status.GRANTED, datetime.date.fromisoformat(moved) if moved else award.valid_until


def scopes_on(levels: Iterable[Level], body: Body, day: datetime.date) -> dict[int, Scope]:
    """What each of these levels of the body covered when the day was over, by its id; in one query at most.

    Read backwards from what they cover now: each change of a level is in the audit log with what was there before.
    """
    told = {level.pk: {name: getattr(level, name) for name in SCOPE} for level in levels}
    if told and day < body.today():
        over = datetime.datetime.combine(day + ONE_DAY, datetime.time.min, body.zone)
        changes = AuditEntry.objects.filter(
            target_type=Level._meta.label, target_id__in=list(map(str, told)), verb="level.changed", at__gte=over
        )
        for change in changes.order_by("-at", "-pk"):
            before = change.data["before"]
            told[int(change.target_id)] |= {name: before[name] for name in SCOPE if name in before}
    return {
        level: Scope(frozenset(map(EventKind, one["event_kinds"])), one["most_tables"], one["with_screens"])
        for level, one in told.items()
    }


# --- The question -----------------------------------------------------------------------------------------------------


def may_direct(person: User, body: Body, event: Event, day: datetime.date) -> Answer:
    """Whether the person may direct the event on the day, by an award or a dispensation of the body."""
    return answers([person.pk], body, event, day)[person.pk]


def answers(people: Collection[UUID], body: Body, event: Event, day: datetime.date) -> dict[UUID, Answer]:
    """The same of several people at once, by their ids."""
    awards: dict[UUID, list[Award]] = {person: [] for person in people}
    for award in _awards(Award.objects.filter(person__in=people), body):
        awards[award.person_id].append(award)
    scopes = scopes_on({one.level for several in awards.values() for one in several}, body, day)
    allowed = _dispensations(people, body, event, day)
    return {
        person: _answer(
            [_judged(one, scopes[one.level_id], event, day) for one in held], allowed.get(person), event, day, body
        )
        for person, held in awards.items()
    }


def by_award(award: Award, event: Event, day: datetime.date) -> Answer:
    """Whether this award alone lets its holder direct the event: what a stranger may ask who has its code."""
    found = _awards(Award.objects.filter(pk=award.pk), award.body)
    scopes = scopes_on([one.level for one in found], award.body, day)
    return _answer([_judged(one, scopes[one.level_id], event, day) for one in found], None, event, day, award.body)


def _awards(asked: AwardQuerySet, body: Body) -> list[Award]:
    """Those of the body with their events, the latest first."""
    events = Prefetch("events", AwardEvent.objects.order_by("at", "pk"), to_attr="history")
    # One that was entered in error was never an award, on no day.
    found = asked.filter(body=body).exclude(status=Status.UNDONE).select_related("level").prefetch_related(events)
    awards = list(found.order_by("-level__order", "level_id", "-valid_from", "pk"))
    for award in awards:
        award.body = award.level.body = body
    return awards


def _dispensations(people: Collection[UUID], body: Body, event: Event, day: datetime.date) -> dict[UUID, Dispensation]:
    """The dispensation that covers such an event on the day, by the person; the one that ends last of several."""
    given = Dispensation.objects.filter(person__in=people, body=body, first_day__lte=day, last_day__gte=day)
    return {
        one.person_id: one
        for one in given.select_related("withdrawal").order_by("last_day", "pk")
        if not one.scope.lacks(event)
        and (one.withdrawn is None or timezone.localdate(one.withdrawn.at, body.zone) > day)
    }


@dataclass(frozen=True)
class _Judged:
    """What an award comes to. in_force: whether its holder was a director of the level on the day; until: its end as it was."""

    award: Award
    in_force: bool
    until: datetime.date
    reasons: tuple[Reason, ...]


def _judged(award: Award, scope: Scope, event: Event, day: datetime.date) -> _Judged:
    history: list[AwardEvent] = award.history  # type: ignore[attr-defined]
    status, end = standing_on(award, history, day, award.body.zone)
    is_past = day < award.body.today()
    told = {"level": award.level, "body": award.body.short_name, "date": _written(end)}
    out: Reason | None = None
    if status not in STANDING:
        out = Reason(Why.ENDED, str(_ENDED[status]) % told, award)
    elif day < award.valid_from:
        words = _("%(level)s is valid from %(date)s.") % (told | {"date": _written(award.valid_from)})
        out = Reason(Why.NOT_YET, words, award)
    elif day > end:
        is_over = end < award.body.today()
        words = _("%(level)s was valid until %(date)s.") if is_over else _("%(level)s is valid until %(date)s.")
        out = Reason(Why.EXPIRED, words % told, award)
    elif status == Status.SUSPENDED:
        words = _("%(level)s was suspended on that day.") if is_past else _("%(level)s is suspended.")
        out = Reason(Why.SUSPENDED, words % told, award)
    if out is not None:
        return _Judged(award, False, end, (out,))
    if not scope:
        words = _("%(body)s had not said by then what %(level)s covers.") if is_past else str(_UNSAID)
        return _Judged(award, True, end, (Reason(Why.UNSAID, words % told, award),))
    return _Judged(award, True, end, tuple(_lack(lack, award, scope) for lack in scope.lacks(event)))


_UNSAID = gettext_lazy("%(body)s has not said what %(level)s covers.")
_ENDED = {
    Status.REVOKED: gettext_lazy("%(level)s was revoked."),
    Status.SURRENDERED: gettext_lazy("%(level)s was surrendered."),
    Status.DECEASED: gettext_lazy("%(level)s has ended."),
}


def _lack(lack: Lack, award: Award, scope: Scope) -> Reason:
    told = {"level": award.level, "n": scope.most_tables}
    match lack:
        case Lack.KIND:
            words = _("%(level)s does not cover this kind of event.") % told
        case Lack.TABLES:
            most = scope.most_tables or 0
            words = (
                ngettext("%(level)s covers at most %(n)s table.", "%(level)s covers at most %(n)s tables.", most) % told
            )
        case Lack.SCREENS:
            words = _("%(level)s does not cover events with screens.") % told
    return Reason(Why(lack.value), words, award)


def _answer(
    judged: Sequence[_Judged], allowed: Dispensation | None, event: Event, day: datetime.date, body: Body
) -> Answer:
    """By an award before a dispensation; of awards that do not cover it, the one of each level that tells most."""
    for one in judged:
        if one.in_force and not one.reasons:
            return Answer(event, day, Verdict.YES, award=one.award, until=one.until)
    if allowed is not None:
        return Answer(event, day, Verdict.YES, dispensation=allowed, until=allowed.last_day)
    telling: dict[int, _Judged] = {}
    for one in judged:
        # The latest of a level comes first; one that was in force on the day tells more.
        if one.award.level_id not in telling or (one.in_force and not telling[one.award.level_id].in_force):
            telling[one.award.level_id] = one
    reasons = tuple(reason for one in telling.values() for reason in one.reasons)
    if not reasons:
        reasons = (Reason(Why.NO_AWARD, _("No award of %(body)s.") % {"body": body.short_name}),)
    is_unsaid = any(reason.why == Why.UNSAID for reason in reasons)
    return Answer(event, day, Verdict.UNSAID if is_unsaid else Verdict.NO, reasons=reasons)


def _written(day: datetime.date) -> str:
    return date_format(day, "j F Y")
