"""Forms of the registrar and of the public register."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models import Application, AwardState, Level
from accounts.forms import ReasonForm
from accounts.models import Body
from accounts.prose import Prose


class GrantForm(forms.Form):
    """Granting; a word of why is welcome and not asked for."""

    reason = forms.CharField(
        label=_("Note (optional)"), max_length=1000, required=False, widget=Prose(attrs={"rows": 2})
    )


class DeclineForm(ReasonForm):
    """Declining; the person reads why."""


class QueueFilter(forms.Form):
    """What the registrar looks for among the applications of a body."""

    status = forms.ChoiceField(
        label=_("Status"), required=False, choices=[*Application.Status.choices, ("all", _("All"))]
    )
    level = forms.ModelChoiceField(Level.objects.none(), label=_("Level"), required=False, empty_label=_("Any level"))
    q = forms.CharField(label=_("Name"), required=False, widget=forms.SearchInput)

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["level"].queryset = Level.objects.filter(body=body)  # type: ignore[attr-defined]


class RegisterFilter(forms.Form):
    """What the public looks for in the register."""

    q = forms.CharField(label=_("Name"), required=False, widget=forms.SearchInput)
    level = forms.ChoiceField(label=_("Level"), required=False)
    body = forms.ModelChoiceField(
        Body.objects.all(), label=_("Body"), required=False, empty_label=_("Any body"), to_field_name="slug"
    )
    state = forms.ChoiceField(
        label=_("Standing"),
        required=False,
        choices=[(state.value, state.label) for state in (AwardState.VALID, AwardState.SUSPENDED, AwardState.EXPIRED)]
        + [("all", _("All"))],
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        levels = dict(Level.objects.order_by("order").values_list("code", "name"))  # bodies share codes
        self.fields["level"].choices = [("", _("Any level")), *levels.items()]  # type: ignore[attr-defined]
