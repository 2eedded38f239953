"""What a marker fills in: points for each item of the rubric, a comment, a note."""

from __future__ import annotations

import decimal
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import ReasonForm
from accounts.prose import Prose
from exams.bank.kinds.base import Content
from exams.marking.marks import plain
from exams.marking.models import COMMENT_LENGTH, ScriptMark
from exams.marking.written.rubrics import Row, rows


@dataclass(frozen=True)
class Line:
    """A row of the rubric with the field that takes its points, and what others gave where they are shown."""

    row: Row
    field: forms.BoundField
    others: list[float]


class MarkForm(forms.Form):
    """One choice for each item of the rubric, and the words. What was typed stays when something is missing."""

    comment = forms.CharField(
        label=_("Comment to the candidate"),
        help_text=_("Read with the result, without your name."),
        max_length=COMMENT_LENGTH,
        required=False,
        widget=Prose(attrs={"rows": 4}),
    )
    note = forms.CharField(
        label=_("Note for yourself"),
        help_text=_("Neither the candidate nor any other marker sees this."),
        max_length=COMMENT_LENGTH,
        required=False,
        widget=Prose(attrs={"rows": 2}),
    )

    def __init__(self, data: Any = None, *, content: Content, given: ScriptMark | None = None) -> None:
        initial: dict[str, Any] = {}
        if given is not None:
            initial = {f"points-{id}": str(points) for id, points in given.points.items()}
            initial |= {"comment": given.comment, "note": given.note}
        super().__init__(data, initial=initial)
        self.rubric = rows(content)
        for row in self.rubric:
            self.fields[f"points-{row.id}"] = forms.ChoiceField(
                label=row.text,
                choices=[(str(plain(step)), str(plain(step))) for step in row.steps],
                widget=forms.RadioSelect,
                error_messages={"required": _("Give points for this, even if 0.")},
            )

    def lines(self, others: list[Mapping[str, Any]] | None = None) -> list[Line]:
        """The rubric's rows, each with its field and the points of `others`."""
        return [
            Line(row, self[f"points-{row.id}"], [one.get(row.id, 0) for one in others or []]) for row in self.rubric
        ]

    @property
    def points(self) -> dict[str, decimal.Decimal]:
        """The points by the id of the item."""
        return {row.id: decimal.Decimal(self.cleaned_data[f"points-{row.id}"]) for row in self.rubric}


class MarkersForm(forms.Form):
    """Who marks a sitting."""

    markers = forms.MultipleChoiceField(
        label=_("Markers"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least two markers: each script is marked twice.")},
    )

    def __init__(self, data: Any = None, *, people: list[Any], chosen: list[str]) -> None:
        super().__init__(data, initial={"markers": chosen})
        field = self.fields["markers"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 - tells the type
        field.choices = [(str(person.pk), str(person)) for person in people]


class ThirdMarkerForm(ReasonForm):
    """Whom another body's examiner is asked through, and why. Nothing is told of who has the address."""

    email = forms.EmailField(
        label=_("Email address"),
        help_text=_("The address an examiner of another body signs in with. They have to accept."),
    )
    field_order = ("email", "reason")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = _("They will read this. Do not name any candidate or marker.")
