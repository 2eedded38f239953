"""Forms of the registrar's desk."""

from __future__ import annotations

import uuid
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import ReasonForm
from accounts.prose import Prose


class BulkForm(ReasonForm):
    """One reason for many. `reference` is drawn with the preview, so that a second press changes nothing."""

    reference = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reference"].initial = uuid.uuid4
        self.fields["reason"].help_text = _("It is kept in the history of each award, and the holder can read it.")


class ParticipantsForm(forms.Form):
    """Those who took part, as a list of them says."""

    lines = forms.CharField(
        label=_("Participants"),
        max_length=20_000,
        widget=Prose(attrs={"rows": 8}),
        help_text=_("One a line: the name, the number in your register, or the email address."),
    )
