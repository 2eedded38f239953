"""Levels of accreditation, what they require, who applied for them and who holds them."""

from __future__ import annotations

import calendar
import datetime
import uuid
from typing import ClassVar, TypeAlias

import pgtrigger
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.fields.json import KT
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation import life
from accounts.accreditation.codes import LENGTH, new_code
from accounts.accreditation.life import IN_FORCE, STANDING, AwardState, Term, state_of, term_of
from accounts.audit.triggers import append_only, never_deleted
from accounts.models import Body

# The most months of notice and of return: longer than any body gives.
LONGEST = 120
# Any year without a 29 February.
COMMON_YEAR = 2027
LAST_MONTH = 12


class Level(models.Model):
    """A standing of directors that a body grants: Club, Congress."""

    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="levels")
    code = models.SlugField(_("code"), help_text=_("As in blueprints and fixtures: club, congress."))
    name = models.CharField(_("name"), max_length=100, help_text=_("As on the certificate."))
    validity_months = models.PositiveSmallIntegerField(_("months of validity"), validators=[MinValueValidator(1)])
    order = models.PositiveSmallIntegerField(_("order"), default=0, help_text=_("From the lowest level up."))
    notice_months = models.PositiveSmallIntegerField(
        _("months of notice"),
        default=3,
        validators=[MaxValueValidator(LONGEST)],
        help_text=_("So many months before its end an award can be renewed, and is shown as ending soon."),
    )
    return_months = models.PositiveSmallIntegerField(
        _("months of return"),
        default=12,
        validators=[MaxValueValidator(LONGEST)],
        help_text=_("So many months after its end an award can still be renewed. After that it has lapsed."),
    )
    end_month = models.PositiveSmallIntegerField(
        _("month of the common end"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(LAST_MONTH)],
        help_text=_("If all awards of the level end on the same day of the year. Empty: counted from the old end."),
    )
    end_day = models.PositiveSmallIntegerField(
        _("day of the common end"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(31)],
        help_text=_("The last day of validity, such as 31 for 31 December."),
    )
    revocation_countersigned = models.BooleanField(
        _("another registrar must countersign a revocation"),
        default=True,
        help_text=_("Clear this only if the body has a single registrar."),
    )
    appeal_days = models.PositiveSmallIntegerField(
        _("days to appeal"),
        default=28,
        help_text=_("So many days after a refusal, a suspension or a revocation, the person may appeal against it."),
    )

    class Meta:
        verbose_name = _("level")
        verbose_name_plural = _("levels")
        ordering: ClassVar = ["order", "name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "code"], name="level_code_is_unique_in_body"),
            models.CheckConstraint(condition=models.Q(validity_months__gte=1), name="level_lasts_a_month_at_least"),
            models.CheckConstraint(
                condition=models.Q(end_month=None, end_day=None)
                | models.Q(end_month__range=(1, 12), end_day__range=(1, 31)),
                name="level_ends_on_a_day_of_a_month",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def clean(self) -> None:
        """The common end is a day that every year has, or none."""
        super().clean()
        if (self.end_month is None) != (self.end_day is None):
            raise ValidationError(
                {
                    "end_day" if self.end_day is None else "end_month": _(
                        "Give both the month and the day of the common end, or neither."
                    )
                }
            )
        if self.end_month is not None and self.end_day is not None and 1 <= self.end_month <= LAST_MONTH:
            last = calendar.monthrange(COMMON_YEAR, self.end_month)[1]
            if self.end_day > last:
                raise ValidationError(
                    {
                        "end_day": ValidationError(
                            _("Not every year has this day. The last day of that month is %(last)s."),
                            "no_such_day",
                            {"last": last},
                        )
                    }
                )


class Requirement(models.Model):
    """What a level asks for: passing a paper drawn from the blueprint with this code. A level may ask for several."""

    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.CASCADE, related_name="requirements")
    blueprint_code = models.SlugField(_("code of the blueprint"))
    description = models.CharField(_("description"), max_length=200, help_text=_("As candidates read it."))

    class Meta:
        verbose_name = _("requirement")
        verbose_name_plural = _("requirements")
        ordering: ClassVar = ["level", "blueprint_code"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["level", "blueprint_code"], name="requirement_is_named_once"),
        ]

    def __str__(self) -> str:
        return self.description


class Application(models.Model):
    """A person's request for a level, resting on one piece of evidence; the registrar of the body decides it.

    `evidence` is a copy of what was shown, such as the figures of a result: the decision must stay readable even when
    the thing it rests on changes. `evidence["result"]` names that thing, and one thing makes one application. Of evidence by
    hand or by recognition, which rests on words, it is a reference of its own.
    """

    # What `evidence["kind"]` says where a registrar entered the evidence; nothing that the level requires is asked of it.
    HAND, RECOGNITION = "hand", "recognition"

    class Status(models.TextChoices):
        SUBMITTED = "submitted", _("Waiting")
        GRANTED = "granted", _("Granted")
        DECLINED = "declined", _("Declined")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="applications")
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("person"), on_delete=models.PROTECT, related_name="applications"
    )
    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.PROTECT, related_name="applications")
    status = models.CharField(_("status"), max_length=10, choices=Status.choices, default=Status.SUBMITTED)
    evidence = models.JSONField(_("evidence"), encoder=DjangoJSONEncoder)
    created_at = models.DateTimeField(_("made"), default=timezone.now)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("decided by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    reason = models.TextField(_("reason"), blank=True)

    class Meta:
        verbose_name = _("application")
        verbose_name_plural = _("applications")
        ordering: ClassVar = ["created_at", "id"]
        indexes: ClassVar = [models.Index(fields=["body", "status", "created_at"], name="application_queue")]
        constraints: ClassVar = [
            models.UniqueConstraint("person", "level", KT("evidence__result"), name="application_is_made_once"),
            models.CheckConstraint(condition=models.Q(evidence__has_key="result"), name="application_has_evidence"),
            models.CheckConstraint(
                condition=models.Q(status="submitted", decided_by=None, decided_at=None)
                | models.Q(status__in=["granted", "declined"], decided_by__isnull=False, decided_at__isnull=False),
                name="application_is_decided_by_somebody",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="evidence_is_fixed", fields=["body", "person", "level", "evidence", "created_at"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.level}: {self.person}"

    @property
    def by_hand(self) -> bool:
        """Whether a registrar entered what it rests on, in words."""
        return self.evidence.get("kind") in (self.HAND, self.RECOGNITION)


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
                fields=["body", "person", "name", "application", "granted_at", "granted_by", "verification_code"],
            ),
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


class Appeal(models.Model):
    """A person's appeal against one deed: a refusal of an application, or a suspension or revocation of an award.

    `event` is the deed at the award; of a refusal, which has no event, `refused_at` names it. `decision` is a copy of the
    reason that was given: an application that is opened again has none any more. decided_by, proposed_by: whose deed it was.
    """

    class Against(models.TextChoices):
        """What it is against."""

        REFUSAL = "refusal", _("Refusal")
        SUSPENSION = "suspension", _("Suspension")
        REVOCATION = "revocation", _("Revocation")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(
        Application, verbose_name=_("application"), on_delete=models.PROTECT, related_name="appeals"
    )
    event = models.OneToOneField(
        AwardEvent, verbose_name=_("event"), on_delete=models.PROTECT, null=True, blank=True, related_name="appeal"
    )
    refused_at = models.DateTimeField(_("refused"), null=True, blank=True)
    against = models.CharField(_("against"), max_length=20, choices=Against.choices)
    decision = models.TextField(_("reason of the decision"), blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("decided by"), on_delete=models.PROTECT, related_name="+"
    )
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("proposed by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("person"),
        on_delete=models.PROTECT,
        related_name="accreditation_appeals",
    )
    grounds = models.TextField(_("grounds"))
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("appeal")
        verbose_name_plural = _("appeals")
        ordering: ClassVar = ["made_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["application", "refused_at"], name="refusal_is_appealed_once"),
            models.CheckConstraint(
                condition=models.Q(against="refusal", event=None, refused_at__isnull=False)
                | models.Q(against__in=["suspension", "revocation"], event__isnull=False, refused_at=None),
                name="accreditation_appeal_is_against_one_deed",
            ),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.application}: {self.get_against_display()}"

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its application, for the rules."""
        return self.application.body_id


class AppealAnswer(models.Model):
    """What a registrar who did not decide it answered to an appeal. There is one, and it stays."""

    class Outcome(models.TextChoices):
        """What comes of the appeal."""

        UPHELD = "upheld", _("Upheld")
        DISMISSED = "dismissed", _("Dismissed")

    appeal = models.OneToOneField(Appeal, verbose_name=_("appeal"), on_delete=models.PROTECT, related_name="answer")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("answered by"), on_delete=models.PROTECT, related_name="+"
    )
    at = models.DateTimeField(_("answered"), default=timezone.now)
    outcome = models.CharField(_("outcome"), max_length=20, choices=Outcome.choices)
    reasons = models.TextField(_("reasons"))

    class Meta:
        verbose_name = _("answer to an appeal")
        verbose_name_plural = _("answers to appeals")
        ordering: ClassVar = ["at", "id"]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.appeal}: {self.get_outcome_display()}"


class Doubt(models.Model):
    """A reason to look at an application, or at the award that came of it, again: what it rests on has changed since.

    Raised by whoever keeps that evidence; nothing is taken away by it. While it is open the application cannot be granted;
    a registrar settles it and says what was done.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    application = models.ForeignKey(
        Application, verbose_name=_("application"), on_delete=models.PROTECT, related_name="doubts"
    )
    about = models.CharField(
        _("about"), max_length=100, help_text=_("What changed; the same thing raises one doubt, as regrade:<id>.")
    )
    why = models.TextField(_("why"))
    raised_at = models.DateTimeField(_("raised"), default=timezone.now)
    settled_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("settled by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    settled_at = models.DateTimeField(_("settled"), null=True, blank=True)
    note = models.TextField(_("what was decided"), blank=True)

    class Meta:
        verbose_name = _("doubt")
        verbose_name_plural = _("doubts")
        ordering: ClassVar = ["-raised_at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["application", "about"], name="doubt_is_raised_once"),
            models.CheckConstraint(
                condition=models.Q(settled_by=None, settled_at=None)
                | (models.Q(settled_by__isnull=False, settled_at__isnull=False) & ~models.Q(note="")),
                name="doubt_is_settled_with_a_note",
            ),
        ]
        triggers: ClassVar = [
            pgtrigger.ReadOnly(name="doubt_is_fixed", fields=["application", "about", "why", "raised_at"]),
            never_deleted(),
        ]

    def __str__(self) -> str:
        return f"{self.application_id}: {self.why[:40]}"
