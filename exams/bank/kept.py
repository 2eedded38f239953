"""What the question bank keeps of a person: the problems that they reported, and who did what to its questions."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from accounts.privacy.holdings import Holding, deeds, keep
from exams.bank.models import Comment, GenerationJob, LawFlag, LevelMove, Problem, QuestionVersion, Review

keep(
    Holding(
        key="problems",
        label=_("Problems with questions that you reported"),
        rows=lambda person: Problem.objects.filter(person=person),
        shows=("body__name", "text", "at", "settled_at"),
        why=_("Somebody looks at what you reported."),
        until=_("For good."),
        after=_("Stay, with your name."),
        names=True,
    ),
    (Problem, "person"),
)
deeds(Problem, "settled_by")
deeds(QuestionVersion, "created_by")
deeds(Review, "examiner")
deeds(Comment, "author")
deeds(LevelMove, "by", "back_by")
deeds(GenerationJob, "created_by")
deeds(LawFlag, "settled_by")
