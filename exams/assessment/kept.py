"""What practical assessments keep of a person."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.privacy.holdings import Holding, deeds, keep
from exams.assessment.models import Assessment, Assessor, Ending

keep(
    Holding(
        key="assessments",
        label=_("Practical assessments"),
        rows=lambda person: Assessment.objects.filter(person=person),
        shows=(
            "body__name",
            "level__name",
            "day",
            "place",
            "arranged_at",
            "ending__kind",
            "ending__reason",
            "ending__at",
        ),
        why=_("Levels ask for them. What the assessors marked stands on the page of each."),
        until=_("For good."),
        after=_("Stay, with your name."),
        names=True,
    ),
    (Assessment, "person"),
)
deeds(Assessment, "arranged_by")
deeds(Assessor, "person")
deeds(Ending, "by")
