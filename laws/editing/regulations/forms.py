"""What is filled in to lay down a regulation: its value by the kind of the matter, its day, its source."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.prose import Prose
from laws.editing.models import BodyRegulation
from laws.editing.regulations.matters import Matter
from laws.tolerances import NUMBERS, Number

REQUIRED = _("Fill this in, or tick that you no longer have a rule of your own.")


class RegulationForm(forms.Form):
    """A regulation on one matter; `wrong` is the record that it corrects."""

    since = forms.DateField(
        label=_("In force from"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
    )
    source = forms.CharField(
        label=_("Source"),
        max_length=300,
        help_text=_(
            "The document or meeting that made the regulation, and where it says so: “Tournament regulations "
            "2025, 7.3”."
        ),
    )

    def __init__(self, matter: Matter, wrong: BodyRegulation | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.matter = matter
        self.fields |= _value_fields(matter)
        self.fields["none"] = forms.BooleanField(
            label=_("We no longer have a rule of our own: from that day the default applies"),
            required=False,
        )
        if wrong is not None:
            self.fields["reason"] = forms.CharField(
                label=_("What was wrong with it"), max_length=2000, widget=Prose(attrs={"rows": 3})
            )
        self.order_fields(["value", *NUMBERS, "none", "since", "source", "reason"])

    def clean(self) -> dict[str, Any]:
        """The value, or that there is none; not both."""
        given: dict[str, Any] = super().clean() or {}
        names = [name for name in ("value", *NUMBERS) if name in self.fields and _is_needed(name)]
        if given.get("none"):
            return given
        for name in names:
            if name not in self.errors and given.get(name) in (None, ""):
                self.add_error(name, ValidationError(REQUIRED, "required"))
        return given

    @property
    def value(self) -> Any:
        """What is laid down, as a record writes it; None for no rule of one's own. For a form that is valid."""
        given = self.cleaned_data
        if given["none"]:
            return None
        if self.matter.kind == "tolerance":
            return {name: given[name] for name in NUMBERS if given[name] not in (None, "")}
        return given["value"] == "yes" if self.matter.kind == "choice" else given["value"]


def started_with(wrong: BodyRegulation) -> dict[str, Any]:
    """What the form shows at first for a correction: the record as it was entered."""
    value: Any = wrong.value
    told: dict[str, Any] = {"since": wrong.since, "source": wrong.source, "none": value is None}
    if isinstance(value, dict):
        return told | value
    return told | {"value": ("yes" if value else "no") if isinstance(value, bool) else value}


def _is_needed(name: str) -> bool:
    return name not in NUMBERS or NUMBERS[name].needed


def _value_fields(matter: Matter) -> dict[str, forms.Field]:
    if matter.kind == "choice":
        answers = [("yes", matter.yes), ("no", matter.no)]
        return {
            "value": forms.ChoiceField(
                label=_("What applies"), choices=answers, required=False, widget=forms.RadioSelect
            )
        }
    if matter.kind == "fraction":
        return {
            "value": forms.CharField(
                label=_("What part"), required=False, max_length=20, help_text=_("A fraction such as 1/4, or 0.25.")
            )
        }
    return {name: _number_field(number) for name, number in NUMBERS.items()}


def _number_field(number: Number) -> forms.Field:
    told: dict[str, Any] = {"label": number.label, "help_text": number.help_text, "required": False}
    if number.most is None:
        return forms.CharField(**told, max_length=20)
    return forms.IntegerField(**told, min_value=0, max_value=number.most)
