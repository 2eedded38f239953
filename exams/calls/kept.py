"""What simulated calls keep of a person. It goes with the practice history (`exams.practice.kept`)."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.privacy.holdings import Holding, keep
from exams.calls.models import Call, Press
from exams.practice.kept import REMOVED, WHILE_WANTED

keep(
    Holding(
        key="simulated_calls",
        label=_("Simulated calls"),
        # Without the table: of a call that runs it would come with its answers.
        rows=lambda person: Call.objects.filter(learner__person=person).order_by("staged_at", "number"),
        shows=("id", "evening__began_at", "number", "at_table", "unit", "staged_at", "closed_at", "judged"),
        why=_("So that a call goes on at any machine, and for your history."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
keep(
    Holding(
        key="acts_at_calls",
        label=_("What you did at simulated calls"),
        rows=lambda person: Press.objects.filter(learner__person=person).order_by("at", "pk"),
        shows=("call_id", "number", "told", "at"),
        why=_("So that the judgement can be read beside what you did."),
        until=WHILE_WANTED,
        after=REMOVED,
        erase=lambda _person: None,
    )
)
