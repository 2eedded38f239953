"""What an examiner fills in when settling something, and a candidate when reporting it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.prose import Prose
from exams.bank.content import whole
from exams.bank.models import LawFlag

MOST = 2000
"""Characters of a reason or a reply."""


class SeenField(forms.Field):
    """The ids of what a page showed, so that nothing is settled that came up since."""

    widget = forms.MultipleHiddenInput

    def to_python(self, value: Any) -> list[int]:
        """The ids; what is none is passed over."""
        return [number for one in value or [] if (number := whole(str(one))) is not None]


class CountField(forms.Field):
    """A count that a page has noted; what is none counts as zero."""

    widget = forms.HiddenInput

    def to_python(self, value: Any) -> int:
        """The count."""
        return whole(str(value or "")) or 0


class FlagForm(forms.Form):
    """What becomes of a question whose law has changed."""

    outcome = forms.ChoiceField(
        label=_("What happens to the question"),
        choices=LawFlag.Outcome.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what happens to the question.")},
    )
    reply = forms.CharField(
        label=_("Reason"),
        max_length=MOST,
        widget=Prose({"rows": 3}),
        error_messages={"required": _("Say why: the reason stays with the question.")},
    )
    seen = SeenField(required=False)
    together = forms.BooleanField(required=False)


class ReplyForm(forms.Form):
    """What an examiner replies to a report; `seen` is how many characters of it they have read."""

    reply = forms.CharField(
        label=_("Reply"),
        max_length=MOST,
        widget=Prose({"rows": 5}),
        error_messages={"required": _("Write the reply: the person who reported it reads it.")},
    )
    seen = CountField(required=False)
