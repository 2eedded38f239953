"""The form that registers an address."""

from __future__ import annotations

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models import Webhook
from accounts.accreditation.webhooks.sender import check


class WebhookForm(forms.Form):
    """An address and what it is told."""

    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_("Begins with https:// and can be reached from the internet."),
        widget=forms.URLInput,
    )
    events = forms.MultipleChoiceField(
        label=_("Tell it when an award is"), choices=Webhook.Event.choices, widget=forms.CheckboxSelectMultiple
    )
    reference = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)

    def clean_url(self) -> str:
        """Somewhere that we may send to."""
        url: str = self.cleaned_data["url"].strip()
        check(url)
        return url
