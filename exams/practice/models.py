"""What practice keeps of a person: how they practise, each table they were shown, each review, and the memory that follows.

Nobody but the person sees any of it; that a person has practised a situation is used, without the person being named, to keep
it out of a paper that they are to sit.
"""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, ClassVar, NamedTuple, Self
from zoneinfo import ZoneInfo

import pgtrigger
from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body, User, known_time_zone
from exams.bank.models import Level
from exams.practice.memory import Grade, Recall, Reviewed, Terms

SEEN_FOR = dt.timedelta(days=90)
"""No situation comes back to a person before so long has passed."""


def kept_until_erased(table: str) -> pgtrigger.Trigger:
    """A trigger for `Meta.triggers`: rows go only with everything that the learner erases at their own wish.

    table: a name for the trigger's own. Rows without a learner are a guest's and go when they are swept.
    """
    return pgtrigger.Trigger(
        name=f"{table}_kept_until_erased",
        level=pgtrigger.Row,
        when=pgtrigger.Before,
        operation=pgtrigger.Delete,
        func="""
            IF OLD.learner_id IS NOT NULL AND NOT EXISTS (
                SELECT 1 FROM practice_learner WHERE id = OLD.learner_id AND erasing
            ) THEN
                RAISE EXCEPTION 'Cannot delete rows from table %: the learner has not asked for it', TG_TABLE_NAME
                USING ERRCODE = 'integrity_constraint_violation';
            END IF;
            RETURN OLD;
        """,
    )


class Learner(models.Model):
    """How a person practises. It is made when they first open the training room, and holds no more than they chose."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.OneToOneField(User, verbose_name=_("person"), on_delete=models.PROTECT, related_name="learner")
    body = models.ForeignKey(
        Body, verbose_name=_("body"), on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    level = models.CharField(_("level"), max_length=10, choices=Level.choices, default=Level.CLUB)
    time_zone = models.CharField(
        _("time zone"), max_length=64, default=settings.TIME_ZONE, validators=[known_time_zone]
    )
    retention = models.FloatField(
        _("recall wanted"), default=0.9, validators=[MinValueValidator(0.7), MaxValueValidator(0.97)]
    )
    weekly_aim = models.PositiveSmallIntegerField(
        _("questions a week"), default=50, validators=[MinValueValidator(5), MaxValueValidator(700)]
    )
    weights = models.JSONField(_("weights of the scheduler"), null=True, blank=True)
    since = models.DateTimeField(_("since"), default=timezone.now)
    erasing = models.BooleanField(_("being erased"), default=False, editable=False)

    class Meta:
        verbose_name = _("learner")
        verbose_name_plural = _("learners")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(retention__gte=0.7, retention__lte=0.97), name="learner_recall_wanted"),
        ]

    def __str__(self) -> str:
        return str(self.person)

    @property
    def zone(self) -> ZoneInfo:
        """The clock of their days."""
        return ZoneInfo(self.time_zone)

    def day(self, moment: dt.datetime | None = None) -> dt.date:
        """Their day at a moment, or now."""
        return timezone.localdate(moment, self.zone)

    @property
    def terms(self) -> Terms:
        """What their next review is scheduled by."""
        told: dict[str, Any] = {"retention": self.retention, "zone": self.time_zone}
        if self.weights:
            told["weights"] = tuple(self.weights)
        return Terms(**told)


class Run(models.Model):
    """A sitting-down to practise: what was wanted, and the units still to come. It goes on at any machine."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, null=True, related_name="runs")
    guest = models.CharField(max_length=64, blank=True)
    wanted = models.JSONField(_("what is practised"), default=dict)
    units = models.JSONField(_("units in their order"), default=list)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("run")
        verbose_name_plural = _("runs")
        indexes: ClassVar = [models.Index(fields=["learner", "-started_at"], name="practice_run_latest")]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(learner=None, guest__gt="") | Q(learner__isnull=False, guest=""),
                name="practice_run_is_somebodys",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.learner or 'guest'} {self.started_at:%Y-%m-%d %H:%M}"


class ExerciseQuerySet(models.QuerySet["Exercise"]):
    """Questions asked of exercises."""

    def answered(self) -> Self:
        """Those that were answered."""
        return self.exclude(answered_at=None)

    def seen_lately(self, learner: Learner, moment: dt.datetime) -> Self:
        """Those whose situation must not come back yet."""
        return self.filter(learner=learner, shown_at__gt=moment - SEEN_FOR)


class Exercise(models.Model):
    """A table staged for one person, with its ruling. Stored whole, so that it reads the same whatever later code stages."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, null=True, related_name="exercises")
    guest = models.CharField(max_length=64, blank=True)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, null=True, related_name="exercises")

    class Purpose(models.TextChoices):
        """Why it is asked. Only a review tells the memory something; everything else is extra practice."""

        REVIEW = "review", _("Review")
        DRILL = "drill", _("Another like this")
        CONTRAST = "contrast", _("One fact changed")
        EXTRA = "extra", _("Extra practice")

    purpose = models.CharField(max_length=10, choices=Purpose.choices)
    unit = models.CharField(max_length=500)
    fingerprint = models.CharField(max_length=64)
    kind = models.CharField(max_length=20)
    content = models.JSONField()
    beside = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    shown_at = models.DateTimeField(default=timezone.now)
    answered_at = models.DateTimeField(null=True, blank=True)
    answer = models.TextField(null=True, blank=True)  # noqa: DJ001 - an empty answer is one, none is none
    right = models.BooleanField(null=True, blank=True)
    sure = models.BooleanField(null=True, blank=True)
    seconds = models.FloatField(null=True, blank=True)

    objects = ExerciseQuerySet.as_manager()

    class Meta:
        verbose_name = _("exercise")
        verbose_name_plural = _("exercises")
        indexes: ClassVar = [
            models.Index(fields=["learner", "-shown_at"], name="practice_exercise_latest"),
            models.Index(fields=["fingerprint", "learner"], name="practice_exercise_situation"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(learner=None, guest__gt="") | Q(learner__isnull=False, guest=""),
                name="practice_exercise_is_somebodys",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, answer=None, right=None, sure=None)
                | Q(answered_at__isnull=False, answer__isnull=False, right__isnull=False, sure__isnull=False),
                name="practice_exercise_is_answered_whole",
            ),
        ]
        triggers: ClassVar = [kept_until_erased("exercise")]

    def __str__(self) -> str:
        return f"{self.unit} {self.shown_at:%Y-%m-%d %H:%M}"


class Review(models.Model):
    """A review of one unit, as it was made and scheduled. The log only grows, and the memory follows from it alone."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="reviews")
    unit = models.CharField(max_length=500)
    number = models.PositiveIntegerField()
    key = models.UUIDField(default=uuid.uuid4)
    at = models.DateTimeField()
    received_at = models.DateTimeField(default=timezone.now)
    grade = models.PositiveSmallIntegerField(choices=[(one.value, one.name.lower()) for one in Grade])
    credit = models.BooleanField(default=False)
    exercise = models.ForeignKey(Exercise, on_delete=models.CASCADE, null=True, blank=True, related_name="reviews")
    weights = models.JSONField()
    retention = models.FloatField()
    zone = models.CharField(max_length=64)

    class Meta:
        verbose_name = _("review")
        verbose_name_plural = _("reviews")
        ordering: ClassVar = ["at", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "unit", "number"], name="review_numbered_once"),
            models.UniqueConstraint(fields=["learner", "unit", "key"], name="review_sent_once"),
            models.CheckConstraint(condition=Q(grade__in=[one.value for one in Grade]), name="review_grade_is_used"),
        ]
        triggers: ClassVar = [
            kept_until_erased("review"),
            pgtrigger.Trigger(
                name="review_is_never_changed",
                level=pgtrigger.Statement,
                when=pgtrigger.Before,
                operation=pgtrigger.Update | pgtrigger.Truncate,
                func="""
                    RAISE EXCEPTION '% only grows: % is refused', TG_TABLE_NAME, TG_OP
                    USING ERRCODE = 'integrity_constraint_violation';
                """,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.unit} {self.number}"

    @property
    def told(self) -> Reviewed:
        """As the memory reads it."""
        terms = Terms(tuple(self.weights), self.retention, self.zone)
        return Reviewed(self.number, self.at, Grade(self.grade), terms, self.credit)


class Held(NamedTuple):
    """A memory as pages read it, which need many at once: the state, and whether the last answer was wrong."""

    recall: Recall
    mistaken: bool


class MemoryQuerySet(models.QuerySet["Memory"]):
    """Questions asked of memories."""

    def held(self) -> dict[str, Held]:
        """By unit; no object is made of a row, which would take most of the time of a page."""
        names = ("unit", "stability", "difficulty", "seen_at", "due_on", "reviews", "lapses", "mistaken")
        return {unit: Held(Recall(*state), mistaken) for unit, *state, mistaken in self.values_list(*names)}


class Memory(models.Model):
    """What is remembered of one unit after its reviews, so that a page need not go through them."""

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="memories")
    unit = models.CharField(max_length=500)
    stability = models.FloatField()
    difficulty = models.FloatField()
    seen_at = models.DateTimeField()
    due_on = models.DateField()
    reviews = models.PositiveIntegerField()
    lapses = models.PositiveIntegerField()
    mistaken = models.BooleanField(_("wrong the last time"), default=False)

    objects = MemoryQuerySet.as_manager()

    class Meta:
        verbose_name = _("memory")
        verbose_name_plural = _("memories")
        indexes: ClassVar = [models.Index(fields=["learner", "due_on"], name="practice_memory_due")]
        constraints: ClassVar = [models.UniqueConstraint(fields=["learner", "unit"], name="memory_of_a_unit")]

    def __str__(self) -> str:
        return self.unit

    @property
    def recall(self) -> Recall:
        """As the formulas read it."""
        return Recall(self.stability, self.difficulty, self.seen_at, self.due_on, self.reviews, self.lapses)
