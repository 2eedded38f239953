"""Levels of accreditation and what they require."""

from __future__ import annotations

import calendar
import datetime
import uuid
from typing import ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.scope import MOST_TABLES, EventKind, Scope
from accounts.audit.triggers import append_only
from accounts.models import Body

# The most months of notice and of return: longer than any body gives.
LONGEST = 120
# Any year without a 29 February.
COMMON_YEAR = 2027
LAST_MONTH = 12
MOST_DAYS_AHEAD = 366


def reminded_on() -> list[int]:
    """On which days before its end the holder of an award is reminded of it, where the body says nothing else."""
    return [90, 30, 7]


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

    reminder_days = ArrayField(
        models.PositiveSmallIntegerField(validators=[MinValueValidator(1), MaxValueValidator(MOST_DAYS_AHEAD)]),
        verbose_name=_("days of reminders"),
        default=reminded_on,
        blank=True,
        size=6,
        help_text=_(
            "So many days before its end, the holder of an award is reminded of it, such as 90, 30, 7. Empty: never. "
            "When it expires and when it lapses, we tell the holder in any case."
        ),
    )
    applies_early = models.BooleanField(
        _("people can apply before they meet everything"),
        default=True,
        help_text=_("The level is granted only when everything is met. Until then the application waits."),
    )
    event_kinds = ArrayField(
        models.CharField(max_length=20, choices=EventKind.choices),
        verbose_name=_("events that it covers"),
        default=list,
        blank=True,
        help_text=_("What a holder may direct. Choose none if you do not want to say."),
    )
    most_tables = models.PositiveSmallIntegerField(
        _("most tables"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_TABLES)],
        help_text=_("The largest event that it covers. Empty: any size."),
    )
    with_screens = models.BooleanField(_("events with screens are included"), default=False)
    active_sessions = models.PositiveSmallIntegerField(
        _("sessions to be active"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1)],
        help_text=_("Whoever has directed fewer in those months is shown as inactive. Empty: nobody is told apart."),
    )
    active_months = models.PositiveSmallIntegerField(
        _("in the last so many months"),
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST)],
        help_text=_("Counted back from today."),
    )
    active_shown = models.BooleanField(
        _("the public register shows who is active"),
        default=False,
        help_text=_("Otherwise only registrars and the holder read it."),
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
            models.CheckConstraint(
                condition=~models.Q(event_kinds=[]) | models.Q(most_tables=None, with_screens=False),
                name="level_covers_tables_and_screens_of_some_event",
            ),
            models.CheckConstraint(
                condition=models.Q(active_sessions=None, active_months=None)
                | models.Q(active_sessions__gte=1, active_months__gte=1),
                name="level_is_active_by_sessions_in_months",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def common_end(self) -> datetime.date | None:
        """The day on which all its awards end, in some year; None where each is counted from its own old end."""
        if self.end_month is None or self.end_day is None:
            return None
        return datetime.date(COMMON_YEAR, self.end_month, self.end_day)

    @property
    def scope(self) -> Scope:
        """What it covers today; `may_direct` knows what it covered before."""
        return Scope(frozenset(map(EventKind, self.event_kinds)), self.most_tables, self.with_screens)

    def clean(self) -> None:
        """The common end is a day that every year has; tables and screens are those of some event; sessions have months."""
        super().clean()
        self.reminder_days = sorted(set(self.reminder_days), reverse=True)
        if (self.active_sessions is None) != (self.active_months is None):
            raise ValidationError(
                {
                    "active_months" if self.active_months is None else "active_sessions": _(
                        "Give both the sessions and the months, or neither."
                    )
                }
            )
        if not self.event_kinds and (self.most_tables is not None or self.with_screens):
            raise ValidationError(
                {"event_kinds": _("Choose the events that it covers, or clear the tables and the screens.")}
            )
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


class Purpose(models.TextChoices):
    """What requirements are for."""

    GRANT = "grant", _("the grant")
    RENEWAL = "renewal", _("renewal")


class RequirementsVersion(models.Model):
    """What a level asks for from one day on, in the language of `requirements`. A change is a new version; none is altered.

    purpose: whether it is asked for the level, or to renew an award of it; versions of both are numbered in one row. In force
    on a day is the version of a purpose with the highest number of those that begin on it or before. made_by: nobody for those
    that a new installation starts with.
    """

    level = models.ForeignKey(Level, verbose_name=_("level"), on_delete=models.PROTECT, related_name="versions")
    purpose = models.CharField(_("purpose"), max_length=10, choices=Purpose.choices, default=Purpose.GRANT)
    number = models.PositiveIntegerField(_("number"))
    written = models.JSONField(_("requirements"), default=dict)
    from_day = models.DateField(_("in force from"))
    reason = models.TextField(_("reason"), blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        verbose_name=_("made by"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
    )
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    class Meta:
        verbose_name = _("version of requirements")
        verbose_name_plural = _("versions of requirements")
        ordering: ClassVar = ["level", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["level", "number"], name="requirements_version_is_numbered_once"),
        ]
        triggers: ClassVar = [append_only()]

    def __str__(self) -> str:
        return f"{self.level}, {self.number}"

    @property
    def is_renewal(self) -> bool:
        """Whether it is asked to renew an award."""
        return self.purpose == Purpose.RENEWAL

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its level, for the rules."""
        return self.level.body_id


class RequirementsDraft(models.Model):
    """Requirements that registrars are still working on; one for a level, gone when it is published or thrown away.

    purpose: what they are for, as of a version. revision: counts the changes, so that a page that has been overtaken is told so
    and overwrites nothing.
    """

    level = models.OneToOneField(Level, verbose_name=_("level"), on_delete=models.PROTECT, related_name="draft")
    purpose = models.CharField(_("purpose"), max_length=10, choices=Purpose.choices, default=Purpose.GRANT)
    written = models.JSONField(_("requirements"), default=dict)
    revision = models.PositiveIntegerField(_("revision"), default=1)
    changed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, verbose_name=_("changed by"), on_delete=models.PROTECT, related_name="+"
    )
    changed_at = models.DateTimeField(_("changed"), default=timezone.now)

    class Meta:
        verbose_name = _("draft of requirements")
        verbose_name_plural = _("drafts of requirements")

    def __str__(self) -> str:
        return f"{self.level}, {self.revision}"

    @property
    def is_renewal(self) -> bool:
        """Whether it is of what a renewal asks for."""
        return self.purpose == Purpose.RENEWAL

    @property
    def body_id(self) -> uuid.UUID:
        """The body of its level, for the rules."""
        return self.level.body_id
