"""What may be asked of the search. The template writes the fields; this form only judges what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from laws import keys
from laws.forms import AsOf
from laws.models import Edition
from laws.searching.finding import WHATS


class Search(AsOf):
    """Words, and where to look for them; what is left out means everywhere."""

    q = forms.CharField(
        max_length=200,
        required=False,
        error_messages={"max_length": _("Look for fewer words: at most %(limit_value)d characters.")},
    )
    edition = forms.CharField(max_length=50, required=False)
    what = forms.ChoiceField(
        choices=[(what, what) for what in WHATS],
        required=False,
        error_messages={"invalid_choice": _("There are no texts of the kind “%(value)s”.")},
    )
    law = forms.CharField(max_length=20, required=False)

    def __init__(self, data: Any, *, editions: Sequence[Edition]) -> None:
        super().__init__(data)
        self.editions = editions

    def clean_edition(self) -> Edition | None:
        """The edition with this short name, if its text is on the shelf."""
        slug = self.cleaned_data["edition"]
        if not slug:
            return None
        for edition in self.editions:
            if edition.slug == slug:
                return edition
        raise forms.ValidationError(_("No edition “%(slug)s” has its text on the shelf."), params={"slug": slug})

    def clean_law(self) -> str:
        """The number of a law in its one spelling."""
        typed = self.cleaned_data["law"]
        if not typed:
            return ""
        key = keys.read_loosely(typed)
        if not key or key.depth > 1:
            raise forms.ValidationError(
                _("“%(typed)s” is not the number of a law, such as 27 or Club 27."), params={"typed": typed}
            )
        return str(key)
