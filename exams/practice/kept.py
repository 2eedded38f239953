"""What practice keeps of a person, and what of it may go."""

from __future__ import annotations

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.holdings import Holding, keep
from accounts.privacy.retention import Kind, may_go
from exams.practice.models import Exercise, Learner, Lesson, Memory, Mock, Plan, Review, Run
from exams.practice.reviews import erase

WHILE_WANTED = _("Until you delete it in the training room, or as long as you have an account.")
REMOVED = _("Removed.")


def _erase_of(person: User) -> None:
    for learner in Learner.objects.filter(person=person):
        erase(learner)


def _erase_all(rows: QuerySet[Learner]) -> None:
    for learner in rows:
        erase(learner)


keep(
    Holding(
        key="practice",
        label=_("How you practise"),
        rows=lambda person: Learner.objects.filter(person=person),
        shows=("body__name", "level", "time_zone", "retention", "weekly_aim", "since"),
        why=_("The training room goes by it."),
        until=WHILE_WANTED,
        after=REMOVED,
        # With all that follows here.
        erase=_erase_of,
    ),
    (Learner, "person"),
)
keep(
    Holding(
        key="plans",
        label=_("Plan"),
        rows=lambda person: Plan.objects.filter(learner__person=person),
        shows=("since", "until", "sitting__title", "blueprint__title", "weekdays", "most", "reminders"),
        why=_("It says what to practise each day."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
keep(
    Holding(
        key="runs",
        label=_("Times you practised"),
        rows=lambda person: Run.objects.filter(learner__person=person).order_by("started_at", "pk"),
        shows=("id", "wanted", "started_at", "ended_at"),
        why=_("So that you can go on at any machine."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
# Without the tables: a question of a mock exam that runs would come with its ruling.
keep(
    Holding(
        key="exercises",
        label=_("Questions you practised"),
        rows=lambda person: Exercise.objects.filter(learner__person=person).order_by("shown_at", "pk"),
        shows=("id", "run_id", "unit", "purpose", "shown_at", "answered_at", "answer", "right", "sure", "seconds"),
        why=_("So that no situation comes back too soon, and for your history."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
keep(
    Holding(
        key="reviews",
        label=_("Log of your reviews"),
        rows=lambda person: Review.objects.filter(learner__person=person),
        shows=("unit", "number", "at", "grade", "credit", "retention", "zone", "exercise_id"),
        why=_("What you remember follows from it."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
keep(
    Holding(
        key="memories",
        label=_("What you remember"),
        rows=lambda person: Memory.objects.filter(learner__person=person).order_by("unit"),
        shows=("unit", "stability", "difficulty", "seen_at", "due_on", "reviews", "lapses", "mistaken"),
        why=_("It says when a question comes back."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
keep(
    Holding(
        key="lessons",
        label=_("Lessons"),
        rows=lambda person: Lesson.objects.filter(learner__person=person).order_by("begun_at", "pk"),
        shows=("law", "step", "answers", "asked", "begun_at"),
        why=_("So that you can go on with a lesson at any machine."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
keep(
    Holding(
        key="mocks",
        label=_("Mock exams"),
        rows=lambda person: Mock.objects.filter(learner__person=person),
        shows=("title", "began_at", "finished_at", "marks", "out_of", "percent", "passed", "by_topic", "forecast"),
        why=_("For your history, and for the forecast."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
may_go(
    Kind(
        key="practice",
        label=_("Practice history of people who no longer sign in"),
        help=_("Counted from the last time that they signed in. Of those who practise for your body."),
        rows=lambda body, before: (
            Learner.objects.filter(body=body)
            .annotate(last_seen=Coalesce(F("person__last_login"), F("since")))
            .filter(Q(last_seen__lt=before))
        ),
        since="last_seen",
        remove=_erase_all,
    )
)
