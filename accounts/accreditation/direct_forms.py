"""Forms that ask who may direct an event, and with which a registrar allows one."""

from __future__ import annotations

import datetime
import uuid
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.dispensations import TOLD
from accounts.accreditation.forms import Day
from accounts.accreditation.person_field import PersonField, among
from accounts.accreditation.scope import MOST_TABLES, Event, EventKind
from accounts.models import Body, Membership, Role, User
from accounts.prose import Prose

KINDS = [(kind.value, capfirst(str(kind.label))) for kind in EventKind]


class EventForm(forms.Form):
    """What matters of an event for who may direct it."""

    kind = forms.ChoiceField(label=_("Kind of event"), choices=KINDS)
    tables = forms.IntegerField(label=_("Tables"), min_value=1, max_value=MOST_TABLES)
    screens = forms.BooleanField(label=_("Played with screens"), required=False)

    def asked(self) -> Event:
        """The event; of a form that is valid."""
        told = self.cleaned_data
        return Event(EventKind(told["kind"]), told["tables"], told["screens"])


class QuestionForm(EventForm):
    """An event and a day, and the people a registrar asks about."""

    day = forms.DateField(label=_("Day"), widget=Day, help_text=_("Past, today or to come."))
    q = forms.CharField(
        label=_("Name"),
        required=False,
        widget=forms.SearchInput,
        help_text=_("Part of a name. Leave it empty for everybody."),
    )
    field_order = ("q", "day", "kind", "tables", "screens")

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["day"].initial = body.today


class CertificateQuestion(EventForm):
    """An event, asked about with the code of a certificate. Days gone by are not: a code tells how an award stands now."""

    day = forms.DateField(label=_("Day"), widget=Day, help_text=_("Today or a later day."))
    field_order = ("day", "kind", "tables", "screens")

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.body = body
        self.fields["day"].initial = body.today

    def clean_day(self) -> datetime.date:
        """Not past, by the clock of the body."""
        day: datetime.date = self.cleaned_data["day"]
        if day < self.body.today():
            raise ValidationError(gettext("This day is past. Choose today or a later day."), "past")
        return day


class DispensationForm(EventForm):
    """One event that somebody may direct. `reference` is drawn when the form is opened: one form, one dispensation."""

    person = PersonField(
        label=_("Person"),
        empty_label=_("Choose a candidate"),
        help_text=_("The candidates of the body. Anybody else has to join the body first."),
    )
    event = forms.CharField(label=_("Event"), max_length=200, help_text=_("Its name, such as Toowong Congress."))
    place = forms.CharField(label=_("Club or place"), max_length=200)
    first_day = forms.DateField(label=_("First day"), widget=Day)
    last_day = forms.DateField(label=_("Last day"), widget=Day, help_text=_("The dispensation ends with this day."))
    why = forms.CharField(
        label=_("Why"), max_length=1000, widget=Prose(attrs={"rows": 3}), help_text=_("The person can read it.")
    )
    reference = forms.UUIDField(widget=forms.HiddenInput)
    field_order = ("person", "event", "place", "first_day", "last_day", "kind", "tables", "screens", "why")

    def __init__(self, *args: Any, body: Body, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = Membership.objects.active().filter(body=body, role=Role.CANDIDATE).values("person")
        people = User.objects.filter(pk__in=held, is_active=True).exclude(pk=actor.pk).order_by("name", "email")
        among(self.fields["person"], people, body)
        self.fields["tables"].help_text = gettext("How many it has at most.")
        self.fields["first_day"].initial = body.today
        self.fields["reference"].initial = uuid.uuid4

    def clean(self) -> dict[str, Any]:
        """What is wrong with a field that nobody sees is said of the whole."""
        told: dict[str, Any] = super().clean() or {}
        if "reference" not in told:
            self.add_error(None, gettext("This page was out of date. Check what you entered; then send again."))
            self.data = {**self.data, "reference": str(uuid.uuid4())}
        return told

    def told(self) -> dict[str, Any]:
        """What was entered of the event, by the names of the model."""
        return {name: self.cleaned_data[name] for name in TOLD}


class DispensationsFilter(forms.Form):
    """What a registrar looks for among the dispensations of a body."""

    CURRENT, ALL = "", "all"

    state = forms.ChoiceField(
        label=_("Standing"), required=False, choices=[(CURRENT, _("Running or to come")), (ALL, _("All"))]
    )
    q = forms.CharField(label=_("Name"), required=False, widget=forms.SearchInput)
