"""What a reader may ask of the library. The templates write the fields; these forms only judge what comes back."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class AsOf(forms.Form):
    """The date for which a page shows the law; none means today."""

    on = forms.DateField(
        required=False,
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": _("Give the date as year-month-day, such as 2024-01-01.")},
    )


class Find(AsOf):
    """What to look for: a law's number, a provision's key, or words of its text."""

    q = forms.CharField(
        max_length=200,
        required=False,
        error_messages={"max_length": _("Look for fewer words: at most %(limit_value)d characters.")},
    )
    edition = forms.SlugField(required=False)
