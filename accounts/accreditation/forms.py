"""Forms of the registrar, of the holder of an award, and of the public register."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.life import Activity, AwardState
from accounts.accreditation.lists import SOON, Age
from accounts.accreditation.models import AppealAnswer, Application, Award, Level
from accounts.accreditation.person_field import PersonField, among
from accounts.forms import ReasonForm
from accounts.models import Body, Club, Membership, Region, Role, User
from accounts.prose import Prose


class GrantForm(forms.Form):
    """Granting; a word of why is welcome and not asked for."""

    reason = forms.CharField(
        label=_("Note (optional)"), max_length=1000, required=False, widget=Prose(attrs={"rows": 2})
    )


class DeclineForm(ReasonForm):
    """Declining; the person reads why."""


class ApplyForm(forms.Form):
    """Applying by one press. `reference` is drawn when the page is opened, so that a second press changes nothing."""

    reference = forms.UUIDField(widget=forms.HiddenInput)


# --- What is done to an award -----------------------------------------------------------------------------------------


class Day(forms.DateInput):
    """A day, chosen in the browser's own calendar."""

    def __init__(self) -> None:
        super().__init__(attrs={"type": "date"}, format="%Y-%m-%d")


class DeedForm(ReasonForm):
    """What a registrar does to an award, with the reason; `award` is there for what depends on it."""

    def __init__(self, *args: Any, award: Award, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.award = award


class RenewForm(DeedForm):
    """A new term; sent along is the end that the registrar saw."""

    ending = forms.DateField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, award: Award, ruled: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, award=award, **kwargs)
        self.fields["ending"].initial = award.valid_until.isoformat()
        if ruled:
            # What it rests on is on record; a word of why is welcome and not asked for.
            self.fields["reason"].label = gettext("Note (optional)")
            self.fields["reason"].required = False
            return
        self.fields["reason"].label = gettext("What the renewal rests on")
        self.fields["reason"].help_text = gettext("What you have been shown, such as sessions directed or a course.")

    def clean(self) -> dict[str, Any]:
        """What is wrong with a field that nobody sees is said of the whole."""
        told: dict[str, Any] = super().clean() or {}
        if "ending" not in told:
            self.add_error(
                None, gettext("This page was out of date. Check until when the award is valid; then send again.")
            )
        return told

    def with_the_end_of_now(self) -> None:
        """Carry the end that the registrar is shown by now, so that sending it again is enough."""
        self.data = {**self.data, "ending": self.award.valid_until.isoformat()}


class ExtendForm(DeedForm):
    """A later end."""

    until = forms.DateField(label=_("Valid until"), widget=Day)
    field_order = ("until", "reason")

    def __init__(self, *args: Any, award: Award, span: tuple[datetime.date, datetime.date], **kwargs: Any) -> None:
        super().__init__(*args, award=award, **kwargs)
        first, last = (date_format(day, "j F Y") for day in span)
        self.fields["until"].help_text = (
            gettext("A day from %(first)s to %(last)s.") % {"first": first, "last": last}
            if span[0] <= span[1]
            else gettext("This award has been extended as far as it can be.")
        )


class CountersignForm(forms.Form):
    """Countersigning; the proposal has the reason."""


class SurrenderForm(forms.Form):
    """The holder gives the award up: a second step, so that nobody does it by one press."""

    sure = forms.BooleanField(label=_("I give this award up. Only a new grant brings the level back."))
    reason = forms.CharField(
        label=_("Reason (optional)"),
        max_length=1000,
        required=False,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("The registrars of the body can read it."),
    )


class AwardsFilter(forms.Form):
    """What a registrar looks for among the awards of a body."""

    CURRENT, ALL = "", "all"

    state = forms.ChoiceField(
        label=_("Standing"),
        required=False,
        choices=[(CURRENT, _("In force or renewable")), *AwardState.choices, (ALL, _("All"))],
    )
    level = forms.ModelChoiceField(Level.objects.none(), label=_("Level"), required=False, empty_label=_("Any level"))
    ends = forms.TypedChoiceField(
        label=_("Ends"),
        required=False,
        coerce=int,
        empty_value=None,
        choices=[("", _("Any time")), *SOON.items()],
    )
    region = forms.ModelChoiceField(
        Region.objects.none(), label=_("Region"), required=False, empty_label=_("Any region")
    )
    club = forms.ModelChoiceField(Club.objects.none(), label=_("Club"), required=False, empty_label=_("Any club"))
    activity = forms.ChoiceField(
        label=_("Activity"), required=False, choices=[("", _("Active or not")), *Activity.choices]
    )
    q = forms.CharField(label=_("Name"), required=False, widget=forms.SearchInput)

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["level"].queryset = Level.objects.filter(body=body)  # type: ignore[attr-defined]
        self.fields["region"].queryset = Region.objects.filter(body=body)  # type: ignore[attr-defined]
        self.fields["club"].queryset = Club.objects.filter(body=body)  # type: ignore[attr-defined]


# --- Granted by hand --------------------------------------------------------------------------------------------------


class HandGrantForm(forms.Form):
    """A level for somebody who never sat here. `reference` is drawn when the form is opened: one form, one award."""

    person = PersonField(
        label=_("Person"),
        empty_label=_("Choose a candidate"),
        help_text=_("The candidates of the body. Anybody else has to join the body first."),
    )
    level = forms.ModelChoiceField(Level.objects.none(), label=_("Level"), empty_label=_("Choose a level"))
    kind = forms.ChoiceField(
        label=_("What you do"),
        widget=forms.RadioSelect,
        choices=[
            (Application.HAND, _("Grant by hand")),
            (Application.RECOGNITION, _("Recognise an award of another body")),
        ],
        initial=Application.HAND,
    )
    other_body = forms.CharField(
        label=_("Body that granted the other award"),
        max_length=200,
        required=False,
        help_text=_("Only to recognise an award."),
    )
    other_award = forms.CharField(
        label=_("Award that is recognised"),
        max_length=200,
        required=False,
        help_text=_("Its name and date, and its number if it has one. Only to recognise an award."),
    )
    evidence = forms.CharField(
        label=_("Evidence"),
        max_length=2000,
        widget=Prose(attrs={"rows": 3}),
        help_text=_("What you have been shown. The person can read it."),
    )
    valid_from = forms.DateField(
        label=_("Valid from"), widget=Day, help_text=_("Today or an earlier day. The term is counted from it.")
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("Why no paper is asked for. It is kept in the history of the award."),
    )
    reference = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, body: Body, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = Membership.objects.active().filter(body=body, role=Role.CANDIDATE).values("person")
        people = User.objects.filter(pk__in=held, is_active=True).exclude(pk=actor.pk).order_by("name", "email")
        among(self.fields["person"], people, body)
        self.fields["level"].queryset = Level.objects.filter(body=body)  # type: ignore[attr-defined]
        self.fields["valid_from"].initial = body.today
        self.fields["reference"].initial = uuid.uuid4
        self.body = body

    def clean_valid_from(self) -> datetime.date:
        """No award starts in the future."""
        day: datetime.date = self.cleaned_data["valid_from"]
        if day > self.body.today():
            raise ValidationError(gettext("An award cannot start in the future."), "future")
        return day

    def clean(self) -> dict[str, Any]:
        """What is recognised has a body and a name."""
        told: dict[str, Any] = super().clean() or {}
        if "reference" not in told:
            self.add_error(None, gettext("This page was out of date. Check what you entered; then send again."))
            self.data = {**self.data, "reference": str(uuid.uuid4())}
        if told.get("kind") == Application.RECOGNITION:
            for name, missing in (
                ("other_body", gettext("Name the body that granted the award.")),
                ("other_award", gettext("Name the award that you recognise.")),
            ):
                if not told.get(name):
                    self.add_error(name, missing)
        return told


# --- Appeals ----------------------------------------------------------------------------------------------------------


class AppealForm(forms.Form):
    """A person's appeal."""

    grounds = forms.CharField(
        label=_("Why the decision is wrong"),
        max_length=4000,
        widget=Prose(attrs={"rows": 4}),
        help_text=_("The registrars of the body read this. You can appeal once against a decision."),
    )


class AnswerForm(forms.Form):
    """A registrar's answer to an appeal."""

    outcome = forms.ChoiceField(
        label=_("Your decision"), widget=forms.RadioSelect, choices=AppealAnswer.Outcome.choices
    )
    reasons = forms.CharField(
        label=_("Reasons"), max_length=4000, widget=Prose(attrs={"rows": 4}), help_text=_("The person reads them.")
    )


# --- Lists ------------------------------------------------------------------------------------------------------------


class QueueFilter(forms.Form):
    """What the registrar looks for among the applications of a body."""

    status = forms.ChoiceField(
        label=_("Status"), required=False, choices=[*Application.Status.choices, ("all", _("All"))]
    )
    level = forms.ModelChoiceField(Level.objects.none(), label=_("Level"), required=False, empty_label=_("Any level"))
    age = forms.ChoiceField(label=_("Waiting for"), required=False, choices=[("", _("Any time")), *Age.choices])
    q = forms.CharField(label=_("Name"), required=False, widget=forms.SearchInput)

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["level"].queryset = Level.objects.filter(body=body)  # type: ignore[attr-defined]
