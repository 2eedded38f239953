"""What a reader may ask of the library. The templates write the fields; these forms only judge what comes back."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from laws.remarks import CAUTION, KINDS


class AsOf(forms.Form):
    """The date for which a page shows the law; none means today."""

    on = forms.DateField(
        required=False,
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": _("Give the date as year-month-day, such as 2024-01-01.")},
    )


# Whose words a page shows.
TEXTS = [("digest", _("Digest")), ("official", _("Official text")), ("both", _("Both"))]


class Shown(forms.Form):
    """What a page shows of the law: whose words, which kinds of commentary, and whether that is unfolded."""

    NOTHING = "none"

    text = forms.ChoiceField(
        choices=TEXTS,
        required=False,
        error_messages={"invalid_choice": _("The text to show is digest, official or both, not “%(value)s”.")},
    )
    # Whoever unticks every box has chosen too; `none` tells that from no choice.
    show = forms.MultipleChoiceField(
        choices=[*KINDS.items(), (CAUTION, _("Editors’ remarks")), (NOTHING, _("none"))],
        required=False,
        error_messages={"invalid_choice": _("There is no kind of commentary called “%(value)s”.")},
    )
    unfold = forms.BooleanField(required=False)


class Find(AsOf):
    """What to look for: a law's number, a provision's key, or words of its text."""

    q = forms.CharField(
        max_length=200,
        required=False,
        error_messages={"max_length": _("Search for fewer words: at most %(limit_value)d characters.")},
    )
    edition = forms.SlugField(required=False)
