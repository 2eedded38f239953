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
from django.db.models import Count, F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body, User, known_time_zone
from exams.bank.models import Level
from exams.papers.models import Blueprint
from exams.papers.models.syllabus import lineage
from exams.practice.memory import Grade, Recall, Reviewed, Terms
from exams.practice.plans import Course
from exams.sittings.models import Sitting

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


def never_changed(table: str) -> pgtrigger.Trigger:
    """A trigger for `Meta.triggers`: rows stay as they were written. table: a name for the trigger's own."""
    return pgtrigger.Trigger(
        name=f"{table}_is_never_changed",
        level=pgtrigger.Statement,
        when=pgtrigger.Before,
        operation=pgtrigger.Update | pgtrigger.Truncate,
        func="""
                    RAISE EXCEPTION '% only grows: % is refused', TG_TABLE_NAME, TG_OP
                    USING ERRCODE = 'integrity_constraint_violation';
                """,
    )


def every_day() -> list[int]:
    """The days of the week, Monday being 0."""
    return list(range(7))


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


class Plan(models.Model):
    """The terms of a learner's plan to a date; what each day holds follows from what is remembered on it (`plans`).

    sitting: one's own, by which the date goes even if it is moved; until: the date without one. blueprint: the paper that is
    prepared for; without one, every path of the learner's level.
    """

    learner = models.OneToOneField(Learner, on_delete=models.CASCADE, related_name="plan")
    sitting = models.ForeignKey(
        Sitting, verbose_name=_("sitting"), on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    blueprint = models.ForeignKey(
        Blueprint, verbose_name=_("paper"), on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    since = models.DateField(_("since"))
    until = models.DateField(_("date of the exam"))
    weekdays = models.JSONField(_("days of the week"), default=every_day)
    most = models.PositiveSmallIntegerField(
        _("questions a day at most"), default=30, validators=[MinValueValidator(5), MaxValueValidator(200)]
    )
    reminders = models.BooleanField(_("remind me by e-mail"), default=False)
    reminded_on = models.DateField(null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("plan")
        verbose_name_plural = _("plans")

    def __str__(self) -> str:
        return f"{self.learner} {self.until}"

    @property
    def exam_on(self) -> dt.date:
        """The day of the exam by the learner's clock: of the sitting, unless that is void."""
        sitting = self.sitting
        return self.until if sitting is None or sitting.is_void else self.learner.day(sitting.opens_at)

    @property
    def course(self) -> Course:
        """As `plans` reads it."""
        return Course(self.since, self.exam_on, frozenset(self.weekdays), self.most)


class RunQuerySet(models.QuerySet["Run"]):
    """Questions asked of runs."""

    def asked(self) -> Self:
        """Those whose questions are asked one after the other; those of a practice sheet are printed, and a phone that is
        off line asks those it took along by itself.
        """
        return self.exclude(wanted__has_any_keys=["sheet", "along"])

    def to_stage(self) -> Self:
        """With what staging reads, each locked until the transaction ends: two phones at once get the same questions."""
        return self.select_for_update(of=("self",)).select_related("learner__body")


class Run(models.Model):
    """A sitting-down to practise: what was wanted, and the units still to come. It goes on at any machine."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, null=True, related_name="runs")
    guest = models.CharField(max_length=64, blank=True)
    wanted = models.JSONField(_("what is practised"), default=dict)
    units = models.JSONField(_("units in their order"), default=list)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

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

    def open(self) -> Self:
        """Those that may be shown in the training room: a question of a mock exam that runs may not, since its key would be
        one press away.
        """
        return self.exclude(in_mock__mock__in=Mock.objects.running())

    def to_answer(self) -> Self:
        """With what marking reads, each locked until the transaction ends: of two answers at once the first counts."""
        return self.select_for_update(of=("self",)).select_related("learner")

    def seen_lately(self, learner: Learner, moment: dt.datetime) -> Self:
        """Those whose situation must not come back yet."""
        return self.filter(learner=learner, shown_at__gt=moment - SEEN_FOR)


class Exercise(models.Model):
    """A table staged for one person, with its ruling. Stored whole, so that it reads the same whatever later code stages.

    In a mock exam nobody says how sure they are, and what they give stands in the mock (`MockQuestion`) until it is marked.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, null=True, related_name="exercises")
    guest = models.CharField(max_length=64, blank=True)
    run = models.ForeignKey(Run, on_delete=models.CASCADE, null=True, related_name="exercises")

    class Purpose(models.TextChoices):
        """Why it is asked. Only a review, and a mock that has been marked, tell the memory anything."""

        REVIEW = "review", _("Review")
        DRILL = "drill", _("Another like this")
        CONTRAST = "contrast", _("One fact changed")
        EXTRA = "extra", _("Extra practice")
        MOCK = "mock", _("Mock exam")
        SHEET = "sheet", _("Practice sheet")

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
            models.Index(fields=["answered_at"], name="practice_exercise_answered"),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(learner=None, guest__gt="") | Q(learner__isnull=False, guest=""),
                name="practice_exercise_is_somebodys",
            ),
            models.CheckConstraint(
                condition=Q(answered_at=None, answer=None, right=None, sure=None)
                | Q(answered_at__isnull=False, answer__isnull=False, right__isnull=False, sure__isnull=False)
                | Q(answered_at__isnull=False, answer__isnull=False, right__isnull=False, sure=None, purpose="mock"),
                name="practice_exercise_is_answered_whole",
            ),
        ]
        triggers: ClassVar = [kept_until_erased("exercise")]

    def __str__(self) -> str:
        return f"{self.unit} {self.shown_at:%Y-%m-%d %H:%M}"

    @property
    def is_of_a_mock(self) -> bool:
        """Whether it was asked in a mock exam."""
        return self.purpose == self.Purpose.MOCK


class MockQuerySet(models.QuerySet["Mock"]):
    """Questions asked of mock exams."""

    def running(self) -> Self:
        """Those that are not finished; the time of one may be up."""
        return self.filter(finished_at=None)

    def marked(self) -> Self:
        """Those that have a mark; one that was given up has none."""
        return self.exclude(marks=None)


class Mock(models.Model):
    """A paper like those of a blueprint, sat by the clock at tables staged for one person, and marked at once.

    The terms are copied: the blueprint may be revised, or deleted, and the mark stays what it was. It has neither sitting nor
    attempt, so no board, no receipt and no statistic of the exam ever counts it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="mocks")
    blueprint = models.ForeignKey(Blueprint, on_delete=models.SET_NULL, null=True, related_name="+")
    title = models.CharField(_("title"), max_length=200)
    minutes = models.PositiveSmallIntegerField(_("minutes"))
    pass_mark = models.PositiveSmallIntegerField(_("pass mark in percent"))
    floors = models.JSONField(_("floors"), default=dict, blank=True)
    partial_credit = models.BooleanField(_("partial credit"), default=False)
    open_book = models.BooleanField(_("open book"), default=True)
    edition = models.SlugField(_("edition"), max_length=60)
    syllabus = models.JSONField(_("each topic with the one it stands under"), default=dict, blank=True)
    left_out = models.JSONField(_("quotas that a mock cannot ask: {name, count}"), default=list, blank=True)
    forecast = models.JSONField(_("what was forecast at the start: {low, high, median}"), null=True, blank=True)
    began_at = models.DateTimeField()
    deadline = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    marks = models.DecimalField(max_digits=8, decimal_places=2, null=True, blank=True)
    out_of = models.PositiveIntegerField(null=True, blank=True)
    percent = models.DecimalField(max_digits=5, decimal_places=2, null=True, blank=True)
    passed = models.BooleanField(null=True, blank=True)
    by_topic = models.JSONField(default=list, blank=True)
    floors_missed = models.JSONField(default=list, blank=True)

    objects = MockQuerySet.as_manager()

    class Meta:
        verbose_name = _("mock exam")
        verbose_name_plural = _("mock exams")
        ordering: ClassVar = ["-began_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["learner"], condition=Q(finished_at=None), name="practice_one_mock_runs_at_a_time"
            ),
            models.CheckConstraint(
                condition=Q(marks=None, out_of=None, percent=None, passed=None)
                | Q(
                    marks__isnull=False,
                    out_of__gt=0,
                    percent__isnull=False,
                    passed__isnull=False,
                    finished_at__isnull=False,
                ),
                name="practice_mock_is_marked_whole",
            ),
        ]
        triggers: ClassVar = [kept_until_erased("mock")]

    def __str__(self) -> str:
        return f"{self.title} {self.began_at:%Y-%m-%d %H:%M}"

    def lineage(self, topic: str) -> tuple[str, ...]:
        """The topic, then those it stood under when the mock began, the nearest first; all by slug."""
        return lineage(topic, self.syllabus)

    @property
    def is_marked(self) -> bool:
        """Whether it has a mark."""
        return self.marks is not None

    @property
    def was_forecast(self) -> bool | None:
        """Whether the mark lies in the range forecast at the start; None where nothing was forecast, or nothing is marked."""
        if self.forecast is None or self.percent is None:
            return None
        return bool(self.forecast["low"] <= float(self.percent) <= self.forecast["high"])


class MockQuestion(models.Model):
    """A question's place in a mock, and what has been given to it so far."""

    mock = models.ForeignKey(Mock, on_delete=models.CASCADE, related_name="questions")
    number = models.PositiveSmallIntegerField()
    exercise = models.OneToOneField(Exercise, on_delete=models.CASCADE, related_name="in_mock")
    topic = models.SlugField(max_length=80)
    marks = models.PositiveSmallIntegerField(default=1)
    answer = models.TextField(null=True, blank=True)  # noqa: DJ001 - an empty answer is one, none is none
    flagged = models.BooleanField(default=False)
    given_at = models.DateTimeField(null=True, blank=True)
    earned = models.DecimalField(max_digits=6, decimal_places=2, null=True, blank=True)

    class Meta:
        verbose_name = _("question of a mock exam")
        verbose_name_plural = _("questions of mock exams")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["mock", "number"], name="practice_mock_number_once")]

    def __str__(self) -> str:
        return f"{self.number}"


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
            never_changed("review"),
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

    def held_by_each(self) -> dict[uuid.UUID, dict[str, Held]]:
        """The same of several learners, by the id of each; one who remembers nothing is missing."""
        names = ("learner", "unit", "stability", "difficulty", "seen_at", "due_on", "reviews", "lapses", "mistaken")
        found: dict[uuid.UUID, dict[str, Held]] = {}
        for learner, unit, *state, mistaken in self.values_list(*names):
            found.setdefault(learner, {})[unit] = Held(Recall(*state), mistaken)
        return found


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


class PastWeeks(models.Model):
    """The forecast of a paper at the end of each week that is over, which takes long to work out.

    It is worked out anew once its basis is no longer what `prospects` says it has to be.
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="past_weeks")
    blueprint = models.ForeignKey(Blueprint, on_delete=models.CASCADE, related_name="+")
    basis = models.CharField(_("digest of what it follows from"), max_length=64)
    weeks = models.JSONField(_("last day, paths known, and low, high and median or nothing"), default=list)

    class Meta:
        verbose_name = _("forecast of past weeks")
        verbose_name_plural = _("forecasts of past weeks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["learner", "blueprint"], name="practice_past_weeks_once")
        ]

    def __str__(self) -> str:
        return f"{self.learner} {self.blueprint}"


class LessonTable(models.Model):
    """A table of a lesson, with its ruling: the same for everybody until its situation is wanted for a paper.

    Stored whole, as an exercise is. No paper takes a situation that a lesson has shown of late (`receivers`).
    """

    law = models.CharField(max_length=10)
    number = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=500)
    fingerprint = models.CharField(max_length=64, db_index=True)
    content = models.JSONField()
    shown_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("table of a lesson")
        verbose_name_plural = _("tables of lessons")
        constraints: ClassVar = [models.UniqueConstraint(fields=["law", "number"], name="lesson_table_once")]

    def __str__(self) -> str:
        return f"{self.law} {self.number}"


class LessonQuerySet(models.QuerySet["Lesson"]):
    """Questions asked of lessons."""

    def finished(self) -> Self:
        """Those whose questions were all answered once."""
        done = Count(
            "run__exercises",
            filter=Q(run__exercises__answered_at__isnull=False, run__exercises__purpose__in=("review", "extra")),
        )
        over = Q(run__ended_at__isnull=False) | Q(asked__gt=0, answered__gte=F("asked"))
        return self.annotate(answered=done).filter(Q(finished_at__isnull=False) | over)

    def to_move(self) -> Self:
        """Locked until the transaction ends: a form that comes twice moves it once."""
        return self.select_for_update()


class Lesson(models.Model):
    """How far a learner is in the lesson of a law.

    step: the furthest that they have reached. answers: at each table, by its number, the branch that they said first. run:
    the questions at its end that were begun last, `asked` of them. finished_at: when the first were over, if others were begun
    since.
    """

    learner = models.ForeignKey(Learner, on_delete=models.CASCADE, related_name="lessons")
    law = models.CharField(max_length=10)
    step = models.PositiveSmallIntegerField(default=0)
    answers = models.JSONField(default=dict, blank=True)
    run = models.ForeignKey(Run, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    asked = models.PositiveSmallIntegerField(default=0)
    begun_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = LessonQuerySet.as_manager()

    class Meta:
        verbose_name = _("lesson")
        verbose_name_plural = _("lessons")
        constraints: ClassVar = [models.UniqueConstraint(fields=["learner", "law"], name="lesson_once_a_learner")]

    def __str__(self) -> str:
        return f"{self.learner} {self.law}"
