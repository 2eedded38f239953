"""What a learner may pick, and how they practise."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.utils import timezone
from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Body
from exams.bank.models import Level, QuestionVersion
from exams.papers.models import Blueprint
from exams.papers.syllabus import called
from exams.practice.exercises import KINDS
from exams.practice.models import Learner, Plan, every_day
from exams.practice.queue import Wanted
from exams.practice.sheets import MOST
from exams.practice.slots import in_use
from exams.practice.units import catalogue, topics_of
from exams.sittings.models import Entry, Sitting
from laws import keys

MOST_UNITS = 200


class PickForm(forms.Form):
    """A law, a topic, a level or a kind, or one of the decks; whatever is left open may be anything."""

    deck = forms.ChoiceField(required=False, choices=[("", ""), ("due", ""), ("mistakes", "")])
    law = forms.ChoiceField(label=_("Law"), required=False)
    topic = forms.ChoiceField(label=_("Topic"), required=False)
    level = forms.ChoiceField(label=_("Level"), required=False, choices=[("", _("Any level")), *Level.choices])
    kind = forms.ChoiceField(label=_("Kind of question"), required=False)
    units = forms.CharField(required=False, max_length=5000)

    def __init__(self, *args: Any, learner: Learner | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = catalogue().values()
        titles = topics_of(learner).titles
        laws = dict.fromkeys(unit.law for unit in known)
        topics = dict.fromkeys(unit.topic for unit in known)
        self._choices("law", [("", _("Any law")), *((law, keys.name(law)) for law in laws)])
        self._choices("topic", [("", _("Any topic")), *((one, called(titles, one)) for one in topics)])
        self._choices("kind", [("", _("Any kind")), *((name, QuestionVersion.Kind(name).label) for name in KINDS)])

    def _choices(self, name: str, choices: list[tuple[str, Any]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def clean_units(self) -> tuple[str, ...]:
        """Paths by name, each in a field of its own; such as the law no longer has are passed over."""
        sent = self.data.getlist("units") if isinstance(self.data, QueryDict) else []
        return tuple(path for path in sent[:MOST_UNITS] if path in catalogue())


class SheetForm(PickForm):
    """What a practice sheet asks, how much of it, and what it is called."""

    name = forms.CharField(
        label=_("Title"), required=False, max_length=80, help_text=_("It stands at the top of the sheet.")
    )
    count = forms.IntegerField(label=_("Questions"), min_value=1, max_value=MOST, initial=8)

    def __init__(self, *args: Any, learner: Learner | None = None, **kwargs: Any) -> None:
        super().__init__(*args, learner=learner, **kwargs)
        for name in ("deck", "units"):
            del self.fields[name]
        self.order_fields(["name", "count", "law", "topic", "level", "kind"])

    @property
    def wanted(self) -> Wanted:
        """What was picked."""
        return Wanted(**{name: self.cleaned_data[name] for name in ("law", "topic", "level", "kind")})

    @property
    def title(self) -> str:
        """As it was typed, or what was picked, in words."""
        if typed := self.cleaned_data["name"].strip():
            return str(typed)
        chosen = []
        for name in ("law", "topic", "level", "kind"):
            field, value = self.fields[name], self.cleaned_data[name]
            if value and isinstance(field, forms.ChoiceField):
                chosen.append(str(dict(field.choices)[value]))  # type: ignore[arg-type]
        return ", ".join(chosen) or gettext("Practice")

    def clean_units(self) -> tuple[str, ...]:
        """A sheet is not made of single paths."""
        return ()


class LearnerForm(forms.ModelForm[Learner]):
    """How one practises."""

    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        choices=[(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones()) if "/" in name],
        help_text=_("A question is due from midnight by this clock."),
    )

    class Meta:
        model = Learner
        fields: ClassVar = ["body", "level", "weekly_aim", "retention", "time_zone"]
        labels: ClassVar = {
            "body": _("Whose exam"),
            "level": _("I am preparing for"),
            "retention": _("Recall to aim for"),
        }
        help_texts: ClassVar = {
            "body": _(
                "The body’s syllabus sets the order, its regulations apply at the tables, and we forecast its papers."
            ),
            "retention": _("From 0.70 to 0.97. With 0.90 you remember nine paths in ten when they come due."),
            "weekly_aim": _("Only a measure for you. Nothing is lost in a week with fewer."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        body = self.fields["body"]
        if isinstance(body, forms.ModelChoiceField):
            # Whoever has left a body goes on with its syllabus until they choose otherwise.
            theirs = Q(memberships__person=self.instance.person, memberships__until=None) | Q(pk=self.instance.body_id)
            body.queryset = Body.objects.filter(theirs).distinct().order_by("name")
            body.empty_label = _("None: the order of the law book")


FURTHEST = dt.timedelta(days=730)
"""A plan reaches no further ahead than this."""


class PlanForm(forms.ModelForm[Plan]):
    """A plan to one of one's sittings, or to a date and a paper."""

    weekdays = forms.TypedMultipleChoiceField(
        label=_("Days on which you practise"),
        choices=[(number, name) for number, name in WEEKDAYS.items()],
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one day of the week.")},
    )

    class Meta:
        model = Plan
        fields: ClassVar = ["sitting", "until", "blueprint", "weekdays", "most", "reminders"]
        labels: ClassVar = {
            "until": _("Or the date of your exam"),
            "blueprint": _("Paper"),
            "reminders": _("Remind me by email"),
        }
        widgets: ClassVar = {"until": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")}
        help_texts: ClassVar = {
            "sitting": _("If your sitting is moved, the plan moves with it."),
            "blueprint": _("What you prepare for. Without a paper, everything at your level."),
            "most": _("The last days may take more, so that you see every path once more."),
            "reminders": _("One email on each day of practice, in the morning."),
        }

    def __init__(self, *args: Any, learner: Learner, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.learner = learner
        entered = Entry.objects.inside().filter(person=learner.person).values("sitting")
        self._offer(
            "sitting",
            Sitting.objects.filter(pk__in=entered, opens_at__gt=timezone.now(), voided_at=None)
            .select_related("paper__blueprint")
            .order_by("opens_at"),
            _("None: I know only the date"),
        )
        papers = [one.pk for one in in_use(learner.body)] if learner.body else []
        self._offer("blueprint", Blueprint.objects.filter(pk__in=papers), _("Everything at my level"))
        self.fields["until"].required = False
        self.fields["weekdays"].initial = every_day
        if not self._has("sitting"):
            del self.fields["sitting"]
            self.fields["until"].label = _("Date of your exam")

    def _offer(self, name: str, rows: Any, otherwise: Any) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ModelChoiceField):
            field.queryset, field.empty_label = rows, otherwise
            field.label_from_instance = self._called  # type: ignore[method-assign]

    def _has(self, name: str) -> bool:
        field = self.fields[name]
        return isinstance(field, forms.ModelChoiceField) and field.queryset is not None and field.queryset.exists()

    def _called(self, obj: Any) -> str:
        if isinstance(obj, Sitting):
            return f"{obj.title}, {date_format(self.learner.day(obj.opens_at), 'j F Y')}"
        return str(obj)

    def clean(self) -> dict[str, Any]:
        """The date is that of the sitting, and the paper the one it asks, where a sitting is chosen."""
        data: dict[str, Any] = super().clean() or {}
        sitting, today = data.get("sitting"), self.learner.day()
        if sitting is not None:
            data["until"] = self.learner.day(sitting.opens_at)
            if any(sitting.paper.blueprint_id == one.pk for one in self._papers()):
                data["blueprint"] = sitting.paper.blueprint
        until = data.get("until")
        if until is None:
            if "until" not in self.errors:
                given = gettext("Give the date of your exam.")
                chosen = gettext("Choose one of your sittings, or give the date of your exam.")
                self.add_error("until", chosen if "sitting" in self.fields else given)
        elif until <= today:
            self.add_error(
                "until", gettext("This day has come already. A plan needs at least one day before the exam.")
            )
        elif until > today + FURTHEST:
            self.add_error("until", gettext("That is more than two years ahead. Give a date nearer by."))
        elif data.get("weekdays") and not self._practises_before(until, frozenset(data["weekdays"])):
            self.add_error("weekdays", gettext("None of these days comes before the exam. Tick another."))
        return data

    def _papers(self) -> Any:
        field = self.fields["blueprint"]
        return field.queryset if isinstance(field, forms.ModelChoiceField) and field.queryset is not None else ()

    def _practises_before(self, until: dt.date, weekdays: frozenset[int]) -> bool:
        today = self.learner.day()
        return any((today + dt.timedelta(days=n)).weekday() in weekdays for n in range((until - today).days))

    def save(self, commit: bool = True) -> Plan:
        """The one plan of the learner; a changed one begins today."""
        plan = super().save(commit=False)
        plan.learner = self.learner
        plan.since = self.learner.day()
        if commit:
            plan.save()
        return plan
