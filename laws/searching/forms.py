"""What may be asked of the search. The template writes the fields; this form only judges what comes back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from laws.fields import LawField
from laws.forms import AsOf
from laws.models import Citation, Edition
from laws.searching.finding import WHATS


class InEditions(forms.Form):
    """A form with a choice among the editions whose text is on the shelf."""

    edition = forms.CharField(max_length=50, required=False)

    def __init__(self, data: Any, *, editions: Sequence[Edition]) -> None:
        super().__init__(data)
        self.editions = editions

    def clean_edition(self) -> Edition | None:
        """The edition with this short name; None when none is named."""
        slug = self.cleaned_data["edition"]
        if not slug:
            return None
        for edition in self.editions:
            if edition.slug == slug:
                return edition
        raise forms.ValidationError(
            _("There is no edition “%(slug)s” with its text in the library."), params={"slug": slug}
        )


class Search(InEditions, AsOf):
    """Words, and where to look for them; what is left out means everywhere."""

    q = forms.CharField(
        max_length=200,
        required=False,
        error_messages={"max_length": _("Search for fewer words: at most %(limit_value)d characters.")},
    )
    what = forms.ChoiceField(
        choices=[(what, what) for what in WHATS],
        required=False,
        error_messages={"invalid_choice": _("There are no texts of the kind “%(value)s”.")},
    )
    law = LawField()


class Misses(InEditions):
    """Which citations to list."""

    status = forms.ChoiceField(
        choices=[(one.value, one.label) for one in Citation.Status if one != Citation.Status.FOUND],
        required=False,
        error_messages={"invalid_choice": _("There is no list of citations that are “%(value)s”.")},
    )
