"""Why a path is moved, or a move taken back."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.prose import Prose


class ReasonForm(forms.Form):
    """The reason, which nobody may leave out."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=2000,
        widget=Prose({"rows": 3}),
        help_text=_("Examiners read it with every question of this path, and it stays in the history."),
        error_messages={
            "required": _("Say why: examiners read the reason with every question of this path."),
            "max_length": _("A reason has at most %(limit_value)d characters; this has %(show_value)d. Shorten it."),
        },
    )
