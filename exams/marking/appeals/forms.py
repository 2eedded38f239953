"""What a candidate writes, what an examiner decides, whom an administrator names."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.prose import Prose
from exams.marking.appeals.proceedings import OUTCOMES
from exams.marking.models import GROUNDS_LENGTH


class AppealForm(forms.Form):
    """The grounds."""

    grounds = forms.CharField(
        label=_("What is wrong"),
        help_text=_(
            "Say what you answered, what you think is right, and by which law. Examiners who decide will read it."
        ),
        max_length=GROUNDS_LENGTH,
        widget=Prose(attrs={"rows": 6}),
    )


class DecisionForm(forms.Form):
    """The outcome and the reasons; what is done about the question stands in a form of its own."""

    outcome = forms.ChoiceField(
        label=_("Decision"), choices=[(one.value, one.label) for one in OUTCOMES], widget=forms.RadioSelect
    )
    reasons = forms.CharField(
        label=_("Reasons"),
        help_text=_("The candidate reads them. Name the law."),
        max_length=GROUNDS_LENGTH,
        widget=Prose(attrs={"rows": 5}),
    )


def typed(form: forms.Form, sent: QueryDict) -> dict[str, Any]:
    """What was sent for the fields of a form, to be shown in it again before anybody judges it."""
    return {
        name: field.widget.value_from_datadict(sent, {}, form.add_prefix(name)) for name, field in form.fields.items()
    }


class AssignForm(forms.Form):
    """Who decides although they had a part in it, and why they do."""

    to = forms.ChoiceField(label=_("Examiner"))
    why = forms.CharField(
        label=_("Why this person"),
        help_text=_("Kept with the appeal."),
        max_length=2000,
        widget=Prose(attrs={"rows": 2}),
    )

    def __init__(self, data: Any = None, *, people: list[tuple[User, list[str]]]) -> None:
        super().__init__(data)
        self.people = {str(person.pk): person for person, _parts in people}
        field = self.fields["to"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101  tells the type
        field.choices = [(str(person.pk), f"{person} ({', '.join(parts)})") for person, parts in people]
