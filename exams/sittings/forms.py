"""The form of a question's page."""

from __future__ import annotations

from django import forms

from exams.sittings.models import LAST_SEQUENCE


class AnswerForm(forms.Form):
    """A question's page sent without scripts. `go` says what the person pressed: a question's number or a word.

    The answer's own fields are read by its kind of question (exams.bank.kinds).
    """

    flagged = forms.BooleanField(required=False)
    sequence = forms.IntegerField(min_value=1, max_value=LAST_SEQUENCE)
    go = forms.CharField(max_length=8)
