"""Forms of a registrar who words a letter."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models import Award
from accounts.letters.services import SUBJECT_LENGTH
from accounts.letters.texts import LONGEST, Kind, must_be_sound
from accounts.prose import Prose

SAMPLES = 20


class TextForm(forms.Form):
    """The words of a letter, with whom to show it for, and why they are changed.

    number: the latest version that the registrar saw. A preview asks for no reason.
    """

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    subject = forms.CharField(label=_("Subject"), max_length=SUBJECT_LENGTH)
    text = forms.CharField(
        label=_("Text"),
        max_length=LONGEST,
        widget=Prose(attrs={"rows": 12}),
        help_text=_("Leave an empty line between paragraphs. Greeting and signature are added."),
    )
    award = forms.ModelChoiceField(
        Award.objects.none(),
        label=_("Show it for"),
        required=False,
        empty_label=_("a made-up person"),
        help_text=_("For the preview alone. The awards that end soonest are offered."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        required=False,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("Registrars read it with the version. A preview needs none."),
    )

    def __init__(self, *args: Any, kind: Kind, body: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.kind = kind
        self.fields["number"].error_messages["required"] = _("Something is wrong with this form. Open it again.")
        if kind.is_part:
            del self.fields["subject"], self.fields["award"]
            self.fields["text"].help_text = _("Leave an empty line between paragraphs.")
            self.fields["text"].widget.attrs["rows"] = 5
        elif "level" not in kind.places:
            del self.fields["award"]
        else:
            found = Award.objects.filter(body=body).on_register().select_related("level__body", "body", "person")
            soonest = found.filter(valid_until__gte=body.today()).order_by("valid_until", "pk")[:SAMPLES]
            self.fields["award"].queryset = found.filter(pk__in=[one.pk for one in soonest])  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Every place is known."""
        told = super().clean() or self.cleaned_data
        if not self.errors:
            must_be_sound(self.kind, told.get("subject", ""), told["text"])
        return told


class BackForm(forms.Form):
    """Back to the standard text."""

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=0)
    reason = forms.CharField(label=_("Reason"), max_length=1000, widget=Prose(attrs={"rows": 2}))
