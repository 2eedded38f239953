"""What marking keeps of a person: the results they may see, the marks in them, and their appeals."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.privacy.holdings import Holding, deeds, keep
from exams.marking.models import (
    AnswerMark,
    Appeal,
    Marker,
    MarkerTask,
    Regrade,
    Result,
    ResultsRelease,
    ScriptMark,
    Statistics,
    ThirdMarker,
)

FOR_GOOD = _("For good.")

keep(
    Holding(
        key="results",
        label=_("Results"),
        rows=lambda person: Result.objects.of(person).told(),
        shows=(
            *("id", "attempt_id", "attempt__entry__sitting__title", "number", "reason", "marks", "out_of", "percent"),
            *("passed", "by_topic", "floors_missed", "marked_at"),
        ),
        why=_("Awards rest on them. Those that have not been released are not shown."),
        until=FOR_GOOD,
        after=_("Stay, with your name."),
    )
)
keep(
    Holding(
        key="marks",
        label=_("Marks of your answers"),
        rows=lambda person: AnswerMark.objects.filter(result__in=Result.objects.of(person).told()).order_by(
            "result", "paper_question__position"
        ),
        shows=("result_id", "paper_question__position", "answer", "marks", "adjusted"),
        why=_("The result is their sum."),
        until=FOR_GOOD,
        after=_("Stay, as results do."),
    )
)
keep(
    Holding(
        key="appeals",
        label=_("Appeals about results"),
        rows=lambda person: Appeal.objects.filter(person=person),
        shows=(
            *("id", "result_id", "paper_question__position", "grounds", "made_at", "deadline", "standing"),
            *("decided_at", "reasons"),
        ),
        why=_("You appealed against a result."),
        until=FOR_GOOD,
        after=_("Stay, with your name."),
        names=True,
    ),
    (Appeal, "person"),
)
deeds(Appeal, "assigned_to", "assigned_by", "decided_by")
deeds(Marker, "person", "chosen_by")
deeds(MarkerTask, "person")
deeds(ThirdMarker, "person", "asked_by")
deeds(ScriptMark, "by")
deeds(ResultsRelease, "moderated_by", "released_by")
deeds(Regrade, "proposed_by", "decided_by")
deeds(Statistics, "asked_by")
