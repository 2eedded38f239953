"""Who holds a level, what happened to the award, which revocation is proposed, and how far the reminders have come."""

from __future__ import annotations

import datetime
import uuid
from typing import ClassVar, TypeAlias

import pgtrigger
from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation import life
from accounts.accreditation.codes import LENGTH, new_code
from accounts.accreditation.life import IN_FORCE, STANDING, AwardState, Term, state_of, term_of
from accounts.accreditation.models.applications import Application
from accounts.accreditation.models.evidence import Evidence
from accounts.accreditation.models.levels import Level
from accounts.accreditation.models.merges import moves_only_by_a_merge
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body
from accounts.names import folded_in_database


class TodayIn(models.Func):
    """The date where a body is, by the name of its time zone: what `Body.today` says, for use in a query."""

    template = "(CURRENT_TIMESTAMP AT TIME ZONE %(expressions)s)::date"
    arity = 1
    output_field = models.DateField()


class MonthsFromEnd(models.Func):
    """The end of an award so many months on, or back: what `life.months_later` says, for use in a query."""

    template = "(%(expressions)s))::date"
    output_field = models.DateField()

    def __init__(self, months: str, *, back: bool = False) -> None:
        super().__init__(
            models.F("valid_until"), models.F(months), arg_joiner=f" {'-' if back else '+'} make_interval(months => "
        )


class ActiveSince(models.Func):
    """The first day of the months in which somebody has to have directed to be active, for use in a query."""

    template = "(%(expressions)s))::date"
    output_field = models.DateField()

    def __init__(self) -> None:
        super().__init__(
            TodayIn("body__time_zone"),
            models.F("level__active_months"),
            arg_joiner=" - make_interval(months => ",
        )


class AwardQuerySet(models.QuerySet["Award"]):
    """Questions asked of awards."""

    def in_state(self, *states: AwardState) -> AwardQuerySet:
        """Those in one of these states today, each by the clock of its own body; `Award.state` says the same of one award."""
        wanted = models.Q(pk__in=[])
        for state in states:
            wanted |= _in_state(state)
        return self.alias(
            today=TodayIn("body__time_zone"),
            notice_from=MonthsFromEnd("level__notice_months", back=True),
            return_until=MonthsFromEnd("level__return_months"),
        ).filter(wanted)

    def in_force(self) -> AwardQuerySet:
        """Those whose holders are directors of the level today."""
        return self.in_state(*IN_FORCE)

    def held(self) -> AwardQuerySet:
        """Those that have neither run out nor been ended. A suspended award is still held, and blocks another."""
        return self.in_state(*life.HELD)

    def with_activity(self, *, public: bool = False) -> AwardQuerySet:
        """Each with `activity`, one of `life.Activity`, and `sessions_lately`, the accepted sessions that decide it.

        `activity` is empty where the award is not in force or the level tells nobody apart; public: and where the level does
        not let the public register show it. In the query itself, however many awards there are.
        """
        lately = Evidence.objects.filter(
            person=models.OuterRef("person"),
            body=models.OuterRef("body"),
            kind="sessions",
            standing=Evidence.Standing.ACCEPTED,
            day__gte=models.OuterRef("active_since"),
        )
        told = models.Q(level__active_sessions__isnull=False, status=life.Status.GRANTED)
        if public:
            told &= models.Q(level__active_shown=True)
        counted = self.alias(today=TodayIn("body__time_zone"), active_since=ActiveSince()).annotate(
            sessions_lately=Coalesce(
                models.Subquery(lately.order_by().values("person").annotate(n=models.Count("pk")).values("n")), 0
            )
        )
        return counted.annotate(
            activity=models.Case(
                models.When(~told | models.Q(valid_until__lt=models.F("today")), then=models.Value("")),
                models.When(
                    sessions_lately__gte=models.F("level__active_sessions"),
                    then=models.Value(life.Activity.ACTIVE.value),
                ),
                default=models.Value(life.Activity.INACTIVE.value),
                output_field=models.CharField(),
            )
        )

    def on_register(self) -> AwardQuerySet:
        """Those the public register names: all that nobody has ended."""
        return self.filter(status__in=STANDING)


def _in_state(state: AwardState) -> models.Q:
    today = models.F("today")
    if state.value in life.Status and life.Status(state.value) not in STANDING:
        return models.Q(status=state.value)
    standing = models.Q(status__in=STANDING)
    match state:
        case AwardState.LAPSED:
            return standing & models.Q(valid_until__lt=today, return_until__lt=today)
        case AwardState.EXPIRED:
            return standing & models.Q(valid_until__lt=today, return_until__gte=today)
        case AwardState.SUSPENDED:
            return models.Q(status=life.Status.SUSPENDED, valid_until__gte=today)
    in_force = models.Q(status=life.Status.GRANTED, valid_until__gte=today)
    if state == AwardState.EXPIRING:
        return in_force & models.Q(notice_from__lte=today)
    return in_force & models.Q(notice_from__gt=today)


class Award(models.Model):
    """A level granted to a person, from one date through another. What may be done to it is the table in `life`."""

    Status: TypeAlias = life.Status

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="awards")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="awards"
    )
    name = models.CharField(
        _("name on the award"),
        max_length=200,
        help_text=_("As the registrar saw it when granting; a person who is renamed later does not rewrite it."),
    )
    name_folded = models.GeneratedField(
        verbose_name=_("name without accents"),
        expression=folded_in_database("name"),
        output_field=models.TextField(),
        db_persist=True,
        editable=False,
    )
    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.PROTECT, related_name="awards")
    application = models.OneToOneField(
        Application, verbose_name=_("application"), on_delete=models.PROTECT, related_name="award"
    )
    granted_at = models.DateTimeField(_("granted"), default=timezone.now)
    granted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("granted by"), on_delete=models.PROTECT, related_name="+"
    )
    valid_from = models.DateField(_("valid from"))
    valid_until = models.DateField(_("valid until"), help_text=_("The last day of validity."))
    status = models.CharField(_("status"), max_length=20, choices=life.Status.choices, default=life.Status.GRANTED)
    verification_code = models.CharField(
        _("verification code"), max_length=LENGTH, unique=True, default=new_code, editable=False
    )

    objects = AwardQuerySet.as_manager()

    class Meta:
        verbose_name = _("award")
        verbose_name_plural = _("awards")
        ordering: ClassVar = ["name", "id"]
        indexes: ClassVar = [models.Index(fields=["name", "id"], name="award_by_name")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(valid_until__gt=models.F("valid_from")), name="award_ends_after_it_starts"
            ),
        ]
        triggers: ClassVar = [
            # What a certificate that hangs on a wall says of its holder, and the code under which it is looked up.
            pgtrigger.ReadOnly(
                name="holder_is_fixed",
                fields=["body", "name", "application", "granted_at", "granted_by", "verification_code"],
            ),
            moves_only_by_a_merge(),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.level}: {self.name}"

    @property
    def term(self) -> Term:
        """How far its time has run, where its body is."""
        return term_of(self.valid_until, self.level, self.body.today())

    @property
    def state(self) -> AwardState:
        """How the award stands today."""
        return state_of(life.Status(self.status), self.term)

    @property
    def is_in_force(self) -> bool:
        """Whether its holder is a director of the level today."""
        return self.state in IN_FORCE

    @property
    def is_renewable(self) -> bool:
        """Whether it can be renewed today, as far as the award itself goes."""
        return life.TRANSITIONS[life.Deed.RENEW].allows(life.Status(self.status), self.term, proposed=False, two=False)

    @property
    def renewable_from(self) -> datetime.date:
        """The first day on which it can be renewed."""
        return life.months_later(self.valid_until, -self.level.notice_months)

    @property
    def renewable_until(self) -> datetime.date:
        """The last day on which it can be renewed."""
        return life.months_later(self.valid_until, self.level.return_months)

    @property
    def next_end(self) -> datetime.date:
        """The end that a renewal gives it: counted from the old end, however late it comes."""
        return life.end_of_term(self.valid_until, self.level)


class AwardEvent(models.Model):
    """One turn in an award's history; written with the change it tells of, and never altered.

    data: what changed, as `end_before` and `end_after`, `status_before` and `status_after`; empty in events of earlier
    versions, where the verb alone tells.
    """

    Verb: TypeAlias = life.Verb

    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.PROTECT, related_name="events")
    at = models.DateTimeField(_("at"), default=timezone.now)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("by"), on_delete=models.PROTECT, related_name="+"
    )
    verb = models.CharField(_("deed"), max_length=20, choices=life.Verb.choices)
    reason = models.TextField(_("reason"), blank=True)
    data = models.JSONField(_("what changed"), default=dict, blank=True, encoder=DjangoJSONEncoder)

    class Meta:
        verbose_name = _("event of an award")
        verbose_name_plural = _("events of awards")
        ordering: ClassVar = ["at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.award}: {self.get_verb_display()}"

    @property
    def end_before(self) -> datetime.date | None:
        """The end that it moved."""
        return _day(self.data.get("end_before"))

    @property
    def end_after(self) -> datetime.date | None:
        """The end that it set."""
        return _day(self.data.get("end_after"))


def _day(written: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(written) if written else None


class Revocation(models.Model):
    """What one registrar proposes and another countersigns: that an award be revoked. Until then it does nothing.

    Only registrars of the body know of it. `overtaken` is one whose award has ended in another way.
    """

    class Standing(models.TextChoices):
        """What has become of it."""

        OPEN = "open", _("Waiting for another registrar")
        COUNTERSIGNED = "countersigned", _("Countersigned")
        WITHDRAWN = "withdrawn", _("Withdrawn")
        OVERTAKEN = "overtaken", _("Overtaken")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    award = models.ForeignKey(Award, verbose_name=_("award"), on_delete=models.PROTECT, related_name="revocations")
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("proposed by"), on_delete=models.PROTECT, related_name="+"
    )
    proposed_at = models.DateTimeField(_("proposed"), default=timezone.now)
    reason = models.TextField(_("reason"))
    standing = models.CharField(_("standing"), max_length=20, choices=Standing.choices, default=Standing.OPEN)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("closed by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    closed_at = models.DateTimeField(_("closed"), null=True, blank=True)

    class Meta:
        verbose_name = _("proposed revocation")
        verbose_name_plural = _("proposed revocations")
        ordering: ClassVar = ["proposed_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["award"], condition=models.Q(standing="open"), name="revocation_is_proposed_once"
            ),
            models.CheckConstraint(
                condition=models.Q(standing="open", closed_by=None, closed_at=None)
                | (~models.Q(standing="open") & models.Q(closed_by__isnull=False, closed_at__isnull=False)),
                name="revocation_is_closed_by_somebody",
            ),
            models.CheckConstraint(
                condition=~models.Q(standing="countersigned") | ~models.Q(closed_by=models.F("proposed_by")),
                name="revocation_is_countersigned_by_another",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="revocation_is_fixed", fields=["award", "proposed_by", "proposed_at", "reason"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.award}: {self.get_standing_display()}"

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its award, for the rules."""
        return self.award.body_id

    @property
    def person_id(self) -> uuid.UUID:
        """The holder of its award, for the rules."""
        return self.award.person_id


class ReminderRun(models.Model):
    """The reminders of one body on one day. It is written with each batch of letters, so that one that was killed goes on
    where it stood.

    reached: the last award that was looked at. sent, without_address: how many people were written to, and how many could
    not be because we have no address for them.
    """

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="reminder_runs")
    day = models.DateField(_("day"), help_text=_("The date where the body is."))
    started_at = models.DateTimeField(_("started"), default=timezone.now)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)
    reached = models.UUIDField(_("reached"), null=True, blank=True)
    sent = models.PositiveIntegerField(_("reminders sent"), default=0)
    without_address = models.PositiveIntegerField(_("people without an address"), default=0)

    class Meta:
        verbose_name = _("run of reminders")
        verbose_name_plural = _("runs of reminders")
        ordering: ClassVar = ["-day", "body"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["body", "day"], name="reminders_run_once_a_day")]

    def __str__(self) -> str:
        return f"{self.body.short_name}, {self.day}"
