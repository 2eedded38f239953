"""The list of a form is Django's own, written out."""

from __future__ import annotations

from django import forms
from django.forms.renderers import DjangoTemplates, TemplatesSetting


class Lists(forms.Form):
    """Lists as forms have them: groups, several chosen, and signs that have to be escaped."""

    one = forms.ChoiceField(
        choices=[("", 'Any "<law>"'), ("1&", "One"), ("A group", [("2", "Two"), ("3", "Three")])], required=False
    )
    some = forms.MultipleChoiceField(choices=[(number, f"{number} tables") for number in range(4)])
    switched = forms.NullBooleanField()


def test_a_list_is_what_django_makes_of_it() -> None:
    for form in (Lists(), Lists({"one": "2", "some": ["1", "3"], "switched": "true"}), Lists({"one": "9"})):
        form.renderer = DjangoTemplates()
        djangos = str(form).split()
        form.renderer = TemplatesSetting()
        assert str(form).split() == djangos
        assert "selected" in " ".join(djangos)
