"""In the demo, an appeal that waits for an examiner."""

from __future__ import annotations

from django.utils.translation import gettext as _

from accounts.models import Body
from exams.marking.appeals.proceedings import make
from exams.marking.models import Appeal, Result
from exams.sittings.seed import TOM


def seed(demo: bool) -> None:
    """In the demo, let the candidate of each body who has been told a result appeal about a question, if nobody has."""
    if not demo:
        return
    for body in Body.objects.exclude(pk__in=Appeal.objects.values("body")):
        result = Result.objects.current().told().filter(body=body, attempt__entry__person__email=TOM).first()
        wrong = result and result.answer_marks.filter(marks=0).select_related("paper_question").first()
        if result and wrong:
            grounds = _(
                "I read the question as asked before anybody called the Director. Then my answer is right, too."
            )
            make(result=result, person=result.attempt.entry.person, question=wrong.paper_question, grounds=grounds)
