"""Fields that several forms of the library have."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from laws import keys


class LawField(forms.CharField):
    """A law's number in any spelling; nothing means all laws."""

    def __init__(self) -> None:
        super().__init__(max_length=40, required=False)

    def clean(self, value: Any) -> str:
        """The number in its one spelling."""
        typed = super().clean(value)
        if not typed:
            return ""
        key = keys.read_loosely(typed)
        if not key or key.depth > 1:
            raise forms.ValidationError(
                _("“%(typed)s” is not the number of a law, such as 27 or Club 27."), params={"typed": typed}
            )
        return str(key)


def date_field() -> forms.DateField:
    """A date that need not be given."""
    return forms.DateField(
        required=False,
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": _("Give the date as year-month-day, such as 2024-01-01.")},
    )
