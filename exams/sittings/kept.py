"""What sittings keep of a person, and what the deletion of an account waits for."""

from __future__ import annotations

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.privacy.holdings import Holding, deeds, keep, wait_for
from exams.sittings.models import (
    Answer,
    AnswerEvent,
    Attempt,
    Entry,
    Invigilator,
    ResumeCode,
    RoomEvent,
    Sitting,
    VoidAttempt,
)

FOR_GOOD = _("For good.")


def attempt_running(person: User) -> str:
    """An attempt is finished before its candidate goes."""
    if Attempt.objects.of(person).running().exists():
        return gettext("You have an attempt that is running. The account is deleted once it has been handed in.")
    return ""


wait_for(attempt_running, passes=True)

keep(
    Holding(
        key="entries",
        label=_("Entries for sittings"),
        rows=lambda person: Entry.objects.filter(person=person),
        shows=(
            *(
                "id",
                "body__name",
                "sitting__title",
                "sitting__opens_at",
                "standing",
                "entered_at",
                "decided_at",
                "reason",
            ),
            *("number", "extra_minutes", "break_minutes", "absent_at"),
        ),
        why=_("They let you into a sitting."),
        until=FOR_GOOD,
        after=_("Stays, with your name."),
        names=True,
    ),
    (Entry, "person"),
)
keep(
    Holding(
        key="attempts",
        label=_("Attempts"),
        rows=lambda person: Attempt.objects.of(person),
        shows=("id", "entry_id", "started_at", "deadline", "submitted_at", "closed_how", "break_seconds", "digest"),
        why=_("Your result rests on it."),
        until=FOR_GOOD,
        after=_("Stays, as results do."),
    )
)
# Without the questions: what a paper asks is not told again.
keep(
    Holding(
        key="answers",
        label=_("Answers"),
        rows=lambda person: Answer.objects.filter(attempt__entry__person=person).order_by(
            "attempt", "paper_question__position"
        ),
        shows=("attempt_id", "paper_question__position", "answer"),
        why=_("Your result rests on them."),
        until=FOR_GOOD,
        after=_("Stay, as results do."),
    )
)
keep(
    Holding(
        key="answer_events",
        label=_("When you gave and changed answers"),
        rows=lambda person: AnswerEvent.objects.filter(attempt__entry__person=person).order_by("attempt", "sequence"),
        shows=("attempt_id", "paper_question__position", "sequence", "answer", "flagged", "at"),
        why=_("They show that your answers are as you gave them."),
        until=FOR_GOOD,
        after=_("Stay, as results do."),
    )
)
deeds(Sitting, "created_by", "ended_by", "voided_by", "invigilators")
deeds(Invigilator, "person", "assigned_by")
deeds(Entry, "decided_by", "approval_by")
deeds(RoomEvent, "by")
deeds(ResumeCode, "issued_by")
deeds(VoidAttempt, "by")
