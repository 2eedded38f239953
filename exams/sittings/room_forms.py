"""Forms of those who decide on entries and run the room."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts import forms as accounts_forms
from accounts.models import Body, Role, User, normal_email
from accounts.prose import Prose, not_blank


class TimeForm(forms.Form):
    """More time and breaks for one candidate."""

    minutes = forms.IntegerField(
        label=_("Extra minutes"), min_value=0, max_value=600, help_text=_("In total; 0 removes the extra time.")
    )
    breaks = forms.IntegerField(
        label=_("Minutes of breaks"),
        min_value=0,
        max_value=600,
        required=False,
        help_text=_("In total. While the candidate is away, the clock is stopped and the questions are hidden."),
    )
    reason = forms.CharField(
        label=_("Reason"), max_length=500, validators=[not_blank], help_text=_("Kept in the audit log.")
    )


class ReasonForm(accounts_forms.ReasonForm):
    """Why something is done that cuts. told: whether those concerned read it, too."""

    def __init__(self, *args: Any, told: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = (
            _("Kept with the record, and sent by email to those concerned.") if told else _("Kept with the record.")
        )


class NoteForm(forms.Form):
    """A line for the log of the sitting."""

    text = forms.CharField(
        label=_("Note"),
        max_length=1000,
        widget=Prose(attrs={"rows": 3}),
        help_text=_("Say what happened, for somebody who was not there. It cannot be changed afterwards."),
    )


class EnterForm(forms.Form):
    """A candidate whom staff enter. After `is_valid`, `person` is the candidate."""

    email = forms.EmailField(label=_("Email address"), help_text=_("The address the candidate signs in with."))
    reason = forms.CharField(
        label=_("Reason"), max_length=500, help_text=_("Why you are entering the candidate. Kept in the audit log.")
    )

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.body = body

    def clean_email(self) -> str:
        """The address must be a candidate's of the body; of others one does not learn whether they have an account."""
        address = normal_email(self.cleaned_data["email"])
        candidates = User.objects.filter(
            is_active=True,
            memberships__body=self.body,
            memberships__role=Role.CANDIDATE,
            memberships__until=None,
        )
        person = candidates.filter(email=address).first()
        if person is None:
            raise ValidationError(
                _("%(body)s has no candidate with this address. Ask them to sign up and become one."),
                params={"body": self.body.short_name},
            )
        self.person = person
        return address
