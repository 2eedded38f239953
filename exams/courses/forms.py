"""Forms of a course: making and changing one, inviting somebody, setting practice, and what a learner decides."""

from __future__ import annotations

import datetime as dt
import uuid
from typing import Any, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.forms import Day
from accounts.models import Body, Club, User, normal_email
from accounts.prose import Prose, not_blank
from accounts.rules import may
from exams.courses import rules
from exams.courses.models import MOST_QUESTIONS, Assignment, Course, CourseInvitation
from exams.courses.services import days_in_order
from exams.papers import syllabus
from exams.papers.models import Topic
from exams.practice.mocks import questions_of
from exams.practice.slots import in_use
from exams.practice.units import catalogue, laws
from exams.practice.units import topics as topics_asked
from laws import keys

MOST_PATHS = 50
"""Of one assignment."""


class CourseForm(forms.Form):
    """What a course is called, and when it is."""

    name = forms.CharField(label=_("Name"), max_length=120, validators=[not_blank])
    first_day = forms.DateField(label=_("First day"), widget=Day)
    last_day = forms.DateField(label=_("Last day"), widget=Day)
    about = forms.CharField(
        label=_("What it is about"),
        max_length=2000,
        required=False,
        widget=Prose(attrs={"rows": 3}),
        help_text=_("For those who are invited: when and where you meet, what to bring."),
    )

    def clean(self) -> dict[str, Any]:
        """The days in their order."""
        told: dict[str, Any] = super().clean() or {}
        first, last = told.get("first_day"), told.get("last_day")
        if first and last:
            try:
                days_in_order(first, last)
            except ValidationError as wrong:
                self.add_error("last_day", wrong)
        return told


class MakeForm(CourseForm):
    """A new course. `reference` is drawn when the form is opened: one form, one course."""

    club = forms.ModelChoiceField(Club.objects.none(), label=_("Given by"), required=False)
    teaches = forms.BooleanField(
        label=_("I am a tutor of this course"),
        required=False,
        help_text=_(
            "Tutors see the progress of those learners who agree to share it. You can invite other tutors afterwards."
        ),
    )
    reference = forms.UUIDField(widget=forms.HiddenInput)
    field_order = ("name", "club", "first_day", "last_day", "about", "teaches", "reference")

    def __init__(self, *args: Any, body: Body, actor: User, **kwargs: Any) -> None:
        kwargs["initial"] = {"reference": uuid.uuid4(), "first_day": body.today(), **kwargs.get("initial", {})}
        super().__init__(*args, **kwargs)
        clubs = [club for club in body.clubs.order_by("name") if may(actor, rules.MAKE, club)]
        field = self.fields["club"]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset = Club.objects.filter(pk__in=[club.pk for club in clubs]).order_by("name")
            field.empty_label = str(body) if may(actor, rules.MAKE, body) else None
            field.required = not may(actor, rules.MAKE, body)


class InviteForm(forms.Form):
    """One person to invite, known by an address. Nothing is said of whether the address has an account."""

    email = forms.EmailField(label=_("Email address"))
    name = forms.CharField(
        label=_("Name"),
        max_length=200,
        required=False,
        help_text=_("So that the letter can greet them, if you know it."),
    )
    to_be = forms.ChoiceField(
        label=_("As"),
        choices=CourseInvitation.To.choices,
        initial=CourseInvitation.To.LEARNER,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, organises: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not organises:
            del self.fields["to_be"]

    def clean_email(self) -> str:
        """In its one spelling."""
        return normal_email(self.cleaned_data["email"])


class What(NamedTuple):
    """What is set: its kind, which, and its title."""

    kind: Assignment.Kind
    value: str
    title: str


class WhatField(forms.ChoiceField):
    """What is practised; what nobody can be asked is refused by its name."""

    def validate(self, value: str) -> None:
        """Only what is offered."""
        forms.Field.validate(self, value)
        if self.valid_value(value):
            return
        kind, _colon, law = value.partition(":")
        if kind == Assignment.Kind.LAW and law.isalnum() and law not in laws():
            words = gettext("There are no questions on Law %(law)s. Choose one of the laws in the list.")
            raise ValidationError(words, "law", {"law": law[:20]})
        raise ValidationError(gettext("That can no longer be set. Choose from the list again."), "invalid_choice")


class AssignForm(forms.Form):
    """Practice to set. `reference` is drawn when the form is opened: one form, one assignment."""

    what = WhatField(label=_("What to practise"), error_messages={"required": _("Choose what to practise.")})
    count = forms.IntegerField(
        label=_("Questions"),
        min_value=1,
        max_value=MOST_QUESTIONS,
        initial=20,
        help_text=_("Not needed for a mock exam, which is sat once."),
    )
    from_day = forms.DateField(label=_("From"), widget=Day, help_text=_("What is answered from this day on counts."))
    due_day = forms.DateField(label=_("Until"), widget=Day)
    note = forms.CharField(
        label=_("A word to the learners"),
        max_length=300,
        required=False,
        help_text=_("Optional. It stands beside what is set."),
    )
    reference = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, course: Course, units: list[str] | None = None, **kwargs: Any) -> None:
        today = course.body.today()
        begins = max(course.first_day, today)
        due = max(min(begins + dt.timedelta(days=7), course.last_day), begins)
        kwargs["initial"] = {"reference": uuid.uuid4(), "from_day": begins, "due_day": due}
        super().__init__(*args, **kwargs)
        self.course = course
        sent = self.data.getlist("units") if isinstance(self.data, QueryDict) else []
        self.units = [path for path in (units or sent)[:MOST_PATHS] if path in catalogue()]
        self.papers = {str(one.pk): one for one in in_use(course.body) if questions_of(one)}
        self.known = self._known()
        field = self.fields["what"]
        if isinstance(field, forms.ChoiceField):
            field.choices = self._groups()
        if self.units:
            self.fields["what"].initial = Assignment.Kind.PATHS.value
            self.fields["count"].initial = 2 * len(self.units)

    def _known(self) -> dict[str, What]:
        """Everything that can be set, by what the form sends."""
        titles = Topic.objects.titles(self.course.body)
        kinds = Assignment.Kind
        found = {}
        if self.units:
            n = len(self.units)
            words = catalogue()[self.units[0]].title if n == 1 else ngettext("%(n)d path", "%(n)d paths", n) % {"n": n}
            found[kinds.PATHS.value] = What(kinds.PATHS, "", words[:200])
        found |= {f"law:{law}": What(kinds.LAW, law, keys.name(law)) for law in laws()}
        found |= {f"topic:{one}": What(kinds.TOPIC, one, syllabus.called(titles, one)) for one in topics_asked()}
        title = gettext("Mock exam: %(paper)s")
        found |= {f"mock:{pk}": What(kinds.MOCK, pk, title % {"paper": one.title}) for pk, one in self.papers.items()}
        return found

    def _groups(self) -> list[tuple[str, Any]]:
        labels = {
            Assignment.Kind.PATHS: gettext("What you chose"),
            Assignment.Kind.LAW: gettext("Laws"),
            Assignment.Kind.TOPIC: gettext("Topics"),
            Assignment.Kind.MOCK: gettext("Mock exams"),
        }
        groups = [
            (label, [(value, one.title) for value, one in self.known.items() if one.kind == kind])
            for kind, label in labels.items()
        ]
        return [
            ("", gettext("Choose a law, a topic or a paper")),
            *((label, choices) for label, choices in groups if choices),
        ]

    def clean(self) -> dict[str, Any]:
        """The days in their order, the last of them within the course."""
        told: dict[str, Any] = super().clean() or {}
        first, due = told.get("from_day"), told.get("due_day")
        if first and due and due < first:
            self.add_error("due_day", gettext("This is before the day on which it begins. Give a later day."))
        elif due and due < self.course.body.today():
            self.add_error("due_day", gettext("This day has passed. Give today or a later day."))
        elif due and due > self.course.last_day:
            self.add_error(
                "due_day",
                gettext("The course has ended by then. Give a day within it, or change the days of the course."),
            )
        return told

    @property
    def terms(self) -> dict[str, Any]:
        """As `services.assign` takes it; of a form that is valid."""
        told, what = self.cleaned_data, self.known[self.cleaned_data["what"]]
        of: dict[str, Any] = {"law": "", "topic": "", "units": (), "paper": None}
        match what.kind:
            case Assignment.Kind.MOCK:
                of["paper"] = self.papers[what.value]
            case Assignment.Kind.PATHS:
                of["units"] = tuple(self.units)
            case kind:
                of[kind.value] = what.value
        names = ("count", "from_day", "due_day", "note", "reference")
        return {"kind": what.kind, "title": what.title, **of, **{name: told[name] for name in names}}


class RemoveForm(forms.Form):
    """Why a learner is removed."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=1000,
        widget=Prose(attrs={"rows": 3}),
        validators=[not_blank],
        help_text=_("The learner reads it in a letter, and it is kept in the audit log."),
    )


class AnswerForm(forms.Form):
    """What somebody who is invited decides; a tutor is not asked about progress."""

    answer = forms.ChoiceField(choices=[("accept", _("Accept")), ("decline", _("Decline"))])
    agreed = forms.BooleanField(label=_("Share my progress with the tutors"), required=False)
