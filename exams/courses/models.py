"""A course with its tutors, the people who were invited and who take part, and what is assigned.

What a learner did of it is read from their practice when a page is opened, and only while they agree; none of it is stored
here.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body, Club, User
from exams.papers.models import Blueprint

AFTERWARDS = dt.timedelta(days=28)
"""So long after its last day tutors still see the progress of those who agreed, so that they can close the course."""
LONGEST = dt.timedelta(days=730)
"""A course takes no longer than this."""
MOST_QUESTIONS = 300
"""Of one assignment."""


class CourseQuerySet(models.QuerySet["Course"]):
    """Questions asked of courses."""

    def taught_by(self, person: User) -> Self:
        """Those of which this person is a tutor now."""
        return self.filter(pk__in=Tutor.objects.active().filter(person=person).values("course"))

    def told(self) -> Self:
        """With what rules and pages read of each: its body and club, and its tutors of now as `teaching`."""
        tutors = Tutor.objects.active().select_related("person").order_by("since", "pk")
        return self.select_related("body", "club").prefetch_related(
            models.Prefetch("tutors", tutors, to_attr="teaching")
        )


class Course(models.Model):
    """A course of a body, or of one of its clubs.

    reference: drawn when the form was opened, so that the same form makes one.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    body = models.ForeignKey(Body, verbose_name=_("body"), on_delete=models.PROTECT, related_name="courses")
    club = models.ForeignKey(
        Club, verbose_name=_("club"), on_delete=models.PROTECT, null=True, blank=True, related_name="courses"
    )
    name = models.CharField(_("name"), max_length=120)
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))
    about = models.TextField(_("what it is about"), max_length=2000, blank=True)
    reference = models.UUIDField(_("reference"), unique=True)
    made_by = models.ForeignKey(User, verbose_name=_("made by"), on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("made"), default=timezone.now)

    objects = CourseQuerySet.as_manager()

    class Meta:
        verbose_name = _("course")
        verbose_name_plural = _("courses")
        ordering: ClassVar = ["-first_day", "name", "pk"]
        indexes: ClassVar = [models.Index(fields=["body", "-first_day"], name="courses_of_a_body")]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(last_day__gte=F("first_day")), name="course_ends_after_it_starts"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        """Its page."""
        return reverse("courses:course", args=[self.pk])

    @property
    def host(self) -> Body | Club:
        """Who gives it."""
        return self.club or self.body

    @property
    def seen_until(self) -> dt.date:
        """The last day on which its tutors see anybody's progress."""
        return self.last_day + AFTERWARDS

    @property
    def is_over(self) -> bool:
        """Whether its last day has passed."""
        return self.body.today() > self.last_day

    @property
    def is_closed(self) -> bool:
        """Whether its tutors see no progress any more."""
        return self.body.today() > self.seen_until


class TutorQuerySet(models.QuerySet["Tutor"]):
    """Questions asked of tutors."""

    def active(self) -> Self:
        """Those who teach now."""
        return self.filter(until=None)


class Tutor(models.Model):
    """That somebody teaches a course, from one moment to another."""

    course = models.ForeignKey(Course, verbose_name=_("course"), on_delete=models.CASCADE, related_name="tutors")
    person = models.ForeignKey(User, verbose_name=_("person"), on_delete=models.PROTECT, related_name="teaches")
    since = models.DateTimeField(_("since"), default=timezone.now)
    until = models.DateTimeField(_("until"), null=True, blank=True)

    objects = TutorQuerySet.as_manager()

    class Meta:
        verbose_name = _("tutor")
        verbose_name_plural = _("tutors")
        ordering: ClassVar = ["since", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["course", "person"], condition=Q(until=None), name="tutor_teaches_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.course}"


class CourseInvitationQuerySet(models.QuerySet["CourseInvitation"]):
    """Questions asked of invitations to courses."""

    def open(self) -> Self:
        """Those that can still be answered."""
        lately = timezone.now() - CourseInvitation.LASTS
        return self.filter(
            standing=CourseInvitation.Standing.OPEN, at__gt=lately, course__last_day__gte=timezone.localdate()
        )

    def to(self, person: User) -> Self:
        """Those to an address that the person has confirmed."""
        return self.filter(email__in=person.emailaddress_set.filter(verified=True).values("email"))  # type: ignore[attr-defined]


class CourseInvitation(models.Model):
    """An invitation to whoever reads the mail of an address. Whether it has an account here is nothing a course learns before.

    name: as whoever invited wrote it. mailed_at: when a letter was stored or a mail went out; tries: how often that failed.
    """

    LASTS = dt.timedelta(days=30)

    class To(models.TextChoices):
        """As what somebody is invited."""

        LEARNER = "learner", _("Learner")
        TUTOR = "tutor", _("Tutor")

    class Standing(models.TextChoices):
        """What has become of it."""

        OPEN = "open", _("Invited")
        ACCEPTED = "accepted", _("Accepted")
        DECLINED = "declined", _("Declined")
        WITHDRAWN = "withdrawn", _("Withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    course = models.ForeignKey(Course, verbose_name=_("course"), on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(_("email address"))
    name = models.CharField(_("name"), max_length=200, blank=True)
    to_be = models.CharField(_("as"), max_length=10, choices=To.choices, default=To.LEARNER)
    invited_by = models.ForeignKey(User, verbose_name=_("invited by"), on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(_("at"), default=timezone.now)
    standing = models.CharField(_("standing"), max_length=10, choices=Standing.choices, default=Standing.OPEN)
    decided_at = models.DateTimeField(_("decided"), null=True, blank=True)
    mailed_at = models.DateTimeField(_("mailed"), null=True, blank=True)
    tries = models.PositiveSmallIntegerField(_("tries"), default=0)

    objects = CourseInvitationQuerySet.as_manager()

    class Meta:
        verbose_name = _("invitation to a course")
        verbose_name_plural = _("invitations to courses")
        ordering: ClassVar = ["at", "email", "pk"]
        indexes: ClassVar = [
            models.Index(fields=["at"], condition=Q(mailed_at=None, standing="open"), name="course_invitation_to_mail")
        ]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["course", "email"], condition=Q(standing="open"), name="course_invitation_is_open_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.email}: {self.course}"

    @property
    def last_day(self) -> dt.date:
        """The last day on which it can be answered."""
        until = timezone.localdate(self.at + self.LASTS, self.course.body.zone) - dt.timedelta(days=1)
        return min(until, self.course.last_day)

    @property
    def has_expired(self) -> bool:
        """Whether nobody answered it in time."""
        return self.standing == self.Standing.OPEN and self.course.body.today() > self.last_day


class MemberQuerySet(models.QuerySet["Member"]):
    """Questions asked of those who take part."""

    def active(self) -> Self:
        """Those who have not left."""
        return self.filter(left_at=None)

    def shown(self) -> Self:
        """Those whose progress their tutors may see: they agreed, and have neither taken that back nor left."""
        return self.active().exclude(agreed_at=None)


class Member(models.Model):
    """Somebody who takes part. agreed_at: since when they let their tutors see how they get on; empty while they do not.

    email: the address that was invited, which is all the course knows of them beside their name. removed_by: of one who did not
    leave, who ended it; the reason stands in the audit log and in the letter to the learner.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    course = models.ForeignKey(Course, verbose_name=_("course"), on_delete=models.CASCADE, related_name="members")
    person = models.ForeignKey(User, verbose_name=_("person"), on_delete=models.PROTECT, related_name="takes_part")
    email = models.EmailField(_("email address"))
    joined_at = models.DateTimeField(_("joined"), default=timezone.now)
    agreed_at = models.DateTimeField(_("agreed to show progress"), null=True, blank=True)
    left_at = models.DateTimeField(_("left"), null=True, blank=True)
    removed_by = models.ForeignKey(
        User, verbose_name=_("removed by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    attended_at = models.DateTimeField(_("attendance confirmed"), null=True, blank=True)
    attended_by = models.ForeignKey(
        User, verbose_name=_("confirmed by"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )

    objects = MemberQuerySet.as_manager()

    class Meta:
        verbose_name = _("learner of a course")
        verbose_name_plural = _("learners of courses")
        ordering: ClassVar = ["person__name", "pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["course", "person"], name="member_takes_part_once"),
            models.CheckConstraint(condition=Q(left_at=None) | Q(agreed_at=None), name="member_who_left_shows_nothing"),
            models.CheckConstraint(
                condition=Q(removed_by=None) | Q(left_at__isnull=False), name="member_who_was_removed_has_left"
            ),
            models.CheckConstraint(
                condition=Q(attended_at=None, attended_by=None)
                | Q(attended_at__isnull=False, attended_by__isnull=False),
                name="attendance_is_confirmed_by_somebody",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.course}"

    @property
    def is_shown(self) -> bool:
        """Whether the tutors may see how they get on."""
        return self.left_at is None and self.agreed_at is not None


class Assignment(models.Model):
    """Practice that is set: so many questions on a law, a topic or paths, or one mock exam of a paper, until a day.

    units: paths by their names, where single ones are set. What is answered from `from_day` on counts, on whichever day.
    """

    class Kind(models.TextChoices):
        """What is practised."""

        LAW = "law", _("Law")
        TOPIC = "topic", _("Topic")
        PATHS = "paths", _("Paths")
        MOCK = "mock", _("Mock exam")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    course = models.ForeignKey(Course, verbose_name=_("course"), on_delete=models.CASCADE, related_name="assignments")
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    law = models.CharField(_("law"), max_length=20, blank=True)
    topic = models.SlugField(_("topic"), max_length=80, blank=True)
    units = models.JSONField(_("paths"), default=list, blank=True)
    paper = models.ForeignKey(
        Blueprint, verbose_name=_("paper"), on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    title = models.CharField(_("title"), max_length=200)
    count = models.PositiveSmallIntegerField(
        _("questions"), validators=[MinValueValidator(1), MaxValueValidator(MOST_QUESTIONS)]
    )
    from_day = models.DateField(_("from"))
    due_day = models.DateField(_("until"))
    note = models.CharField(_("note"), max_length=300, blank=True)
    reference = models.UUIDField(_("reference"), unique=True)
    made_by = models.ForeignKey(User, verbose_name=_("set by"), on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField(_("set"), default=timezone.now)

    class Meta:
        verbose_name = _("assignment")
        verbose_name_plural = _("assignments")
        ordering: ClassVar = ["due_day", "made_at", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(due_day__gte=F("from_day")), name="assignment_ends_after_it_starts"),
            models.CheckConstraint(
                condition=(Q(kind="law") & ~Q(law=""))
                | (Q(kind="topic") & ~Q(topic=""))
                | (Q(kind="paths") & ~Q(units=[]))
                | Q(kind="mock", count=1),
                name="assignment_says_what",
            ),
        ]

    def __str__(self) -> str:
        return self.title
