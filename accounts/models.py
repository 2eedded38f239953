"""People, the bodies that certify directors, and what people are to a body."""

from __future__ import annotations

import datetime
import uuid
from typing import Any, ClassVar
from zoneinfo import ZoneInfo, available_timezones

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.audit.triggers import never_deleted
from accounts.names import folded_in_database


def normal_email(email: str) -> str:
    """The one spelling under which an address is stored and looked up."""
    return email.strip().lower()


NOWHERE = "entry.invalid"
"""The domain of addresses that stand for none; .invalid is reserved, so nobody ever has it."""


class UserManager(BaseUserManager["User"]):
    """Makes people, and finds them by address however it is spelled."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A person who may sign in; without a password only by resetting it."""
        if not email:
            raise ValueError("A person needs an e-mail address.")
        user = self.model(email=normal_email(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> User:
        """A person who may do everything."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> User:
        """Look up by e-mail, which is what people sign in with."""
        return self.get(email=normal_email(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A person who may sign in.

    The id is random: it appears in addresses, and nobody should be able to count the candidates or guess the next one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name"), max_length=200, blank=True, help_text=_("As it should appear on a certificate."))
    name_folded = models.GeneratedField(
        verbose_name=_("name without accents"),
        expression=folded_in_database("name"),
        output_field=models.TextField(),
        db_persist=True,
        editable=False,
    )
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("Runs this installation."))
    is_active = models.BooleanField(_("active"), default=True, help_text=_("Clear this instead of deleting a person."))
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)

    # Read by accounts.rules.roles_of, once for each user object.
    known_roles: dict[uuid.UUID, set[Role]] | None = None
    # Read by accounts.rules.clubs_of, in the same way.
    known_clubs: frozenset[uuid.UUID] | None = None

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        constraints: ClassVar = [
            # One person, one address, however it is typed; the unique index on `email` does the rest.
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_is_lower_case"),
        ]

    def __str__(self) -> str:
        return self.name or self.shown_email

    @property
    def placeholder(self) -> str:
        """What stands in place of an address where none is known: it is this person's alone, and no mail ever reaches it."""
        return f"{self.pk}@{NOWHERE}"

    @property
    def shown_email(self) -> str:
        """The address as people read it; empty where none is known."""
        return "" if self.email == self.placeholder else self.email

    def has_confirmed_address(self) -> bool:
        """Whether they have shown that they read the mail of an address of theirs."""
        return bool(self.emailaddress_set.filter(verified=True).exists())  # type: ignore[attr-defined]

    def clean(self) -> None:
        """Bring the address into its one spelling before a form checks that it is new."""
        super().clean()
        self.email = normal_email(self.email)

    def get_full_name(self) -> str:
        """The name for a formal salutation."""
        return self.name

    def get_short_name(self) -> str:
        """The name for the header bar."""
        return str(self)


def known_time_zone(name: str) -> None:
    """Refuse a time zone whose clock we cannot read."""
    if name not in available_timezones():
        raise ValidationError(
            _("“%(name)s” is not a time zone; write one such as Australia/Brisbane."), "time_zone", {"name": name}
        )


class Confirmer(models.TextChoices):
    """Who confirms the sessions that directors log."""

    REGISTRAR = "registrar", _("a registrar")
    CLUB = "club", _("the club, where it has a contact; else a registrar")


class Body(models.Model):
    """An organisation that examines and accredits directors: a state association, for instance.

    Every record of exams and awards belongs to one body, and people of another body do not see it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=200, unique=True)
    short_name = models.CharField(_("short name"), max_length=20, unique=True, help_text=_("As in conversation: QBA."))
    slug = models.SlugField(_("name in addresses"), unique=True)
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        default="Australia/Brisbane",
        validators=[known_time_zone],
        help_text=_("Times are shown, and days begin and end, in this time zone."),
    )
    sessions_confirmed_by = models.CharField(
        _("who confirms sessions"), max_length=10, choices=Confirmer.choices, default=Confirmer.REGISTRAR
    )
    dispute_days = models.PositiveSmallIntegerField(
        _("days to dispute"),
        default=28,
        help_text=_("So many days after a club has entered a session, its director can say that it is wrong."),
    )

    class Meta:
        verbose_name = _("body")
        verbose_name_plural = _("bodies")
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            # /people/me/ is a person's own page.
            models.CheckConstraint(condition=~models.Q(slug="me"), name="body_slug_is_not_reserved"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The body's clock."""
        return ZoneInfo(self.time_zone)

    @property
    def clock(self) -> str:
        """The name of its clock as people say it, such as “Brisbane time”."""
        place = self.time_zone.rsplit("/", maxsplit=1)[-1].replace("_", " ")
        return gettext("%(place)s time") % {"place": place}

    def today(self) -> datetime.date:
        """The date where the body is, which decides when an award starts and runs out."""
        return timezone.localdate(timezone=self.zone)


class Region(models.Model):
    """A part of the country of a body, such as North Queensland, that people look for clubs and directors in."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="regions")
    name = models.CharField(_("name"), max_length=100)
    order = models.PositiveSmallIntegerField(_("order"), default=0, help_text=_("From the first in a list down."))

    class Meta:
        verbose_name = _("region")
        verbose_name_plural = _("regions")
        ordering: ClassVar = ["order", "name"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["body", "name"], name="region_name_is_unique_in_body")]

    def __str__(self) -> str:
        return self.name


class Club(models.Model):
    """A club of a body, where a person plays or directs.

    latitude, longitude: in degrees, south and west negative; both are known or neither.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="clubs")
    name = models.CharField(_("name"), max_length=200)
    region = models.ForeignKey(
        Region, verbose_name=_("region"), on_delete=models.PROTECT, null=True, blank=True, related_name="clubs"
    )
    place = models.CharField(_("town"), max_length=100, blank=True, help_text=_("As people say it: Toowoomba."))
    latitude = models.DecimalField(
        _("latitude"),
        max_digits=8,
        decimal_places=5,
        null=True,
        blank=True,
        validators=[MinValueValidator(-90), MaxValueValidator(90)],
        help_text=_("In degrees, negative in the south: -27.56."),
    )
    longitude = models.DecimalField(
        _("longitude"),
        max_digits=8,
        decimal_places=5,
        null=True,
        blank=True,
        validators=[MinValueValidator(-180), MaxValueValidator(180)],
        help_text=_("In degrees, negative west of Greenwich: 151.95."),
    )
    former_names = ArrayField(
        models.CharField(max_length=200),
        verbose_name=_("former names"),
        default=list,
        blank=True,
        # The default of the database serves a site of the version before, while the new one is being started.
        db_default=[],
        editable=False,
        help_text=_("Under which sessions were logged before it was renamed or merged with another club."),
    )

    class Meta:
        verbose_name = _("club")
        verbose_name_plural = _("clubs")
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["body", "name"], name="club_name_is_unique_in_body"),
            models.CheckConstraint(
                condition=models.Q(latitude=None, longitude=None)
                | models.Q(
                    # A comparison with nothing is not false, and would let half a place through.
                    latitude__isnull=False,
                    longitude__isnull=False,
                    latitude__range=(-90, 90),
                    longitude__range=(-180, 180),
                ),
                name="club_is_somewhere_on_earth",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def names(self) -> list[str]:
        """Its name and its former ones."""
        return [self.name, *self.former_names]

    @property
    def is_placed(self) -> bool:
        """Whether it is known where it is, so that distances can be told."""
        return self.latitude is not None and self.longitude is not None

    def clean(self) -> None:
        """The region is one of the body's, and a place on the map has both its figures."""
        super().clean()
        if self.region is not None and self.region.body_id != self.body_id:
            raise ValidationError({"region": _("This region belongs to another body.")})
        if (self.latitude is None) != (self.longitude is None):
            missing = "latitude" if self.latitude is None else "longitude"
            raise ValidationError({missing: _("Give both the latitude and the longitude, or neither.")})


class Role(models.TextChoices):
    """What a person may be to a body; one person may be several."""

    CANDIDATE = "candidate", _("Candidate")
    EXAMINER = "examiner", _("Examiner")
    INVIGILATOR = "invigilator", _("Invigilator")
    REGISTRAR = "registrar", _("Registrar")
    LAW_EDITOR = "law_editor", _("Law editor")
    ADMINISTRATOR = "administrator", _("Administrator")
    CLUB_CONTACT = "club_contact", _("Club contact")


class MembershipQuerySet(models.QuerySet["Membership"]):
    """Questions asked of memberships."""

    def active(self) -> MembershipQuerySet:
        """Those that have not ended."""
        return self.filter(until=None)


class Membership(models.Model):
    """A role of a person in a body, from one moment to another. It is ended, never deleted, and may be given again."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(User, verbose_name=_("person"), on_delete=models.PROTECT, related_name="memberships")
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="memberships")
    club = models.ForeignKey(
        Club,
        verbose_name=_("club"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="memberships",
        help_text=_("The candidate's club, if it is one of the body's; of a contact, the club that they speak for."),
    )
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    since = models.DateTimeField(_("since"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True, help_text=_("Empty while the role is held."))

    objects = MembershipQuerySet.as_manager()

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering: ClassVar = ["since", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["person", "body", "role"],
                condition=models.Q(until=None) & ~models.Q(role="club_contact"),
                name="membership_is_active_once",
            ),
            # One person may speak for several clubs.
            models.UniqueConstraint(
                fields=["person", "club"],
                condition=models.Q(until=None, role="club_contact"),
                name="club_contact_is_active_once",
            ),
            models.CheckConstraint(
                condition=~models.Q(role="club_contact") | models.Q(club__isnull=False),
                name="club_contact_has_a_club",
            ),
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gte=models.F("since")),
                name="membership_ends_after_it_starts",
            ),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role_is_known"),
        ]
        triggers: ClassVar = [never_deleted()]

    def __str__(self) -> str:
        return f"{self.person}: {self.get_role_display()}, {self.body.short_name}"

    def clean(self) -> None:
        """A club must be one of the body's."""
        super().clean()
        if self.club is not None and self.club.body_id != self.body_id:
            raise ValidationError({"club": _("This club belongs to another body.")})


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Questions asked of invitations."""

    def open(self) -> InvitationQuerySet:
        """Those that can still be accepted."""
        return self.filter(standing=Invitation.Standing.OPEN, at__gt=timezone.now() - Invitation.LASTS)

    def to(self, person: User) -> InvitationQuerySet:
        """Those to an address that the person has confirmed."""
        return self.filter(email__in=person.emailaddress_set.filter(verified=True).values("email"))  # type: ignore[attr-defined]


class Invitation(models.Model):
    """A role offered to whoever reads the mail of an address. Only they make it a membership, by accepting it.

    Whether the address has an account here is nothing the body learns before.
    """

    LASTS = datetime.timedelta(days=30)
    # Before the same address is invited to the same role again, after an invitation that was withdrawn.
    PAUSE = datetime.timedelta(days=1)

    class Standing(models.TextChoices):
        """What has become of it."""

        OPEN = "open", _("Open")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(_("role"), max_length=20, choices=Role.choices)
    club = models.ForeignKey(
        Club,
        verbose_name=_("club"),
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        help_text=_("Of a contact: the club that they are to speak for."),
    )
    reason = models.TextField(_("reason"))
    invited_by = models.ForeignKey(User, verbose_name=_("invited by"), on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"), default=timezone.now)
    standing = models.CharField(_("standing"), max_length=20, choices=Standing.choices, default=Standing.OPEN)
    decided_at = models.DateTimeField(_("decided at"), null=True, blank=True)

    objects = InvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering: ClassVar = ["-at", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["body", "email", "role", "club"],
                condition=models.Q(standing="open"),
                nulls_distinct=False,
                name="invitation_is_open_once",
            ),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invitation_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.get_role_display()}, {self.body.short_name}"

    @property
    def at_club(self) -> str:
        """The club of a contact, as the end of a sentence; "" of any other role."""
        return gettext(" for %(club)s") % {"club": self.club} if self.club else ""
