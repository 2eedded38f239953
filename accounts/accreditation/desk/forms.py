"""Forms of the registrar's desk."""

from __future__ import annotations

import uuid
from typing import Any, ClassVar

from django import forms
from django.core.validators import RegexValidator
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.models import Level
from accounts.accreditation.person_field import PersonField, among
from accounts.forms import ReasonForm
from accounts.models import Body, Club, Region, User
from accounts.prose import Prose


class BulkForm(ReasonForm):
    """One reason for many. `reference` is drawn with the preview, so that a second press changes nothing."""

    reference = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reference"].initial = uuid.uuid4
        self.fields["reason"].help_text = _("It is kept in the history of each award, and the holder can read it.")


class ParticipantsForm(forms.Form):
    """Those who took part, as a list of them says."""

    lines = forms.CharField(
        label=_("Participants"),
        max_length=20_000,
        widget=Prose(attrs={"rows": 8}),
        help_text=_("One a line: the name, the number in your register, or the email address."),
    )


# --- Clubs and regions ------------------------------------------------------------------------------------------------


class ClubForm(forms.ModelForm[Club]):
    """What is known of a club."""

    class Meta:
        model = Club
        fields: ClassVar = ["name", "region", "place", "latitude", "longitude"]
        help_texts: ClassVar = {
            "latitude": _("In degrees, negative in the south: -27.56. For “directors near a club”."),
        }

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.body = body
        self.fields["region"].queryset = Region.objects.filter(body=body)  # type: ignore[attr-defined]
        self.fields["region"].empty_label = _("No region")  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """One blank between words."""
        return " ".join(self.cleaned_data["name"].split())


class ChangeClubForm(ClubForm):
    """The same of a club that is there, with the reason."""

    reason = ReasonForm.base_fields["reason"]


class ClubsFilter(forms.Form):
    """Which clubs a registrar looks for."""

    NONE = "none"

    region = forms.ModelChoiceField(
        Region.objects.none(), label=_("Region"), required=False, empty_label=_("Any region")
    )
    directors = forms.ChoiceField(
        label=_("Directors"), required=False, choices=[("", _("With or without")), (NONE, _("Without a director"))]
    )
    q = forms.CharField(label=_("Name or town"), required=False, widget=forms.SearchInput)

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["region"].queryset = Region.objects.filter(body=body)  # type: ignore[attr-defined]


class MergeClubForm(ReasonForm):
    """Of which other club this one becomes part."""

    into = forms.ModelChoiceField(Club.objects.none(), label=_("Becomes part of"), empty_label=_("Choose a club"))
    field_order = ("into", "reason")

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["into"].queryset = Club.objects.filter(body=club.body_id).exclude(pk=club.pk)  # type: ignore[attr-defined]


class RegionForm(forms.Form):
    """A region and its place in lists."""

    name = forms.CharField(label=_("Name"), max_length=100)
    order = forms.IntegerField(
        label=_("Order"), min_value=0, max_value=999, initial=0, help_text=_("From the first in a list down.")
    )

    def clean_name(self) -> str:
        """One blank between words."""
        return " ".join(self.cleaned_data["name"].split())


class ChangeRegionForm(RegionForm):
    """The same of a region that is there, with the reason."""

    reason = ReasonForm.base_fields["reason"]


# --- People -----------------------------------------------------------------------------------------------------------


class EntryForm(ReasonForm):
    """What the register keeps of a person beside their awards, corrected with a reason."""

    number = forms.CharField(label=_("Number"), max_length=40, required=False, help_text=_("In your register."))
    phone = forms.CharField(
        label=_("Phone"),
        max_length=40,
        required=False,
        validators=[
            RegexValidator(
                r"^\+?[\d\s()/.-]*\d[\d\s()/.-]*$", _("Write a phone number in figures, such as 07 3855 1234.")
            )
        ],
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
        help_text=_("Seen by the registrars of your body and by the person, nobody else."),
    )
    field_order = ("number", "phone", "reason")


class MergeForm(ReasonForm):
    """Which record stays, and why the two are one person."""

    into = PersonField(
        label=_("Record that stays"),
        empty_label=_("Choose a candidate"),
        help_text=_("The candidates of your body. What is on this record moves there."),
    )
    field_order = ("into", "reason")

    def __init__(self, *args: Any, people: QuerySet[User], body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        among(self.fields["into"], people, body)
        self.fields["reason"].help_text = _("How you know that they are one person. It is kept in the history.")


# --- Figures ----------------------------------------------------------------------------------------------------------


class StatisticsFilter(forms.Form):
    """Of which level and region the figures are."""

    level = forms.ModelChoiceField(Level.objects.none(), label=_("Level"), required=False, empty_label=_("All levels"))
    region = forms.ModelChoiceField(
        Region.objects.none(), label=_("Region"), required=False, empty_label=_("All regions")
    )

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["level"].queryset = Level.objects.filter(body=body)  # type: ignore[attr-defined]
        self.fields["region"].queryset = Region.objects.filter(body=body)  # type: ignore[attr-defined]

    def chosen(self) -> tuple[Level | None, Region | None]:
        """The level and the region, each None for all; what makes no sense narrows nothing."""
        self.is_valid()
        return self.cleaned_data.get("level"), self.cleaned_data.get("region")


# --- Letters ----------------------------------------------------------------------------------------------------------


class CircularForm(forms.Form):
    """A letter to the people of a list. `reference` is drawn when the form is opened, so that it is sent once."""

    subject = forms.CharField(label=_("Subject"), max_length=150)
    text = forms.CharField(
        label=_("Text"),
        max_length=10_000,
        widget=Prose(attrs={"rows": 10}),
        help_text=_("With an empty line between paragraphs. Greeting and signature are added."),
    )
    reference = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reference"].initial = uuid.uuid4
