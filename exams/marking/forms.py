"""What an examiner writes when he signs results off."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.prose import Prose


class ModerationForm(forms.Form):
    """The note that stays with the signature."""

    note = forms.CharField(
        label=_("What you have looked at and found"),
        help_text=_("It stays with the sitting; whoever releases the results reads it."),
        max_length=4000,
        widget=Prose(attrs={"rows": 4}),
        error_messages={"required": _("Say what you have looked at and found.")},
    )
