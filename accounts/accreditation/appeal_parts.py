"""What the pages of an application and of an award show of appeals: see templates/accreditation/parts/appeals.html."""

from __future__ import annotations

from typing import Any

from django.forms import Form
from django.http import HttpRequest

from accounts.accreditation import appeals
from accounts.accreditation.forms import AnswerForm, AppealForm
from accounts.accreditation.models import Appeal, Application, Award
from accounts.rules import may, signed_in

# The name of the form of an appeal among those that a page was sent; an answer goes by the id of its appeal.
APPEAL = "appeal"


def appeal_context(
    request: HttpRequest, application: Application, award: Award | None, bound: dict[Any, Form]
) -> dict[str, Any]:
    """The appeals that were made, and a form where one can be made or answered by this person. bound: the forms as sent."""
    person = signed_in(request)
    made = list(appeals.appeals_of(application))
    unanswered = [one for one in made if not hasattr(one, "answer")]
    forms = {
        one.pk: bound.get(one.pk) or AnswerForm(auto_id=f"answer_{one.pk}_%s")
        for one in unanswered
        if may(person, "accreditation.answer_appeal", one)
    }
    context: dict[str, Any] = {"appeals": [(one, forms.get(one.pk)) for one in made]}
    found = appeals.ground(application, award) if may(person, "accreditation.appeal", application) else None
    if found is not None and not any(appeals.is_against(one, found) for one in made):
        context["ground"] = found
        if appeals.is_in_time(application, found):
            context["appeal_form"] = bound.get(APPEAL) or AppealForm(auto_id=f"{APPEAL}_%s")
    open_to: list[Appeal | appeals.Ground] = [*unanswered]
    if found is not None and "appeal_form" in context:
        open_to.append(found)
    context["nobody_to_answer"] = appeals.unanswerable(application, open_to)
    # What was typed for an appeal that can no longer be made or answered is not lost.
    kept = {*forms, *([APPEAL] if "appeal_form" in context else [])}
    context["typed_appeals"] = [
        form.data.get("grounds") or form.data.get("reasons", "")
        for name, form in bound.items()
        if name not in kept and isinstance(form, AppealForm | AnswerForm)
    ]
    return context
