"""The forms about what is kept."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.privacy.models import Retention
from accounts.privacy.retention import kinds


class SureForm(forms.Form):
    """Whether one means it."""

    sure = forms.BooleanField(label=_("Yes, delete my account"))


class RetentionForm(forms.Form):
    """How many months each kind of thing is kept."""

    def __init__(self, *args: Any, months: Mapping[str, int | None], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in kinds():
            self.fields[kind.key] = forms.IntegerField(
                label=kind.label,
                help_text=kind.help,
                required=False,
                min_value=1,
                max_value=Retention.MOST,
                initial=months.get(kind.key),
            )
