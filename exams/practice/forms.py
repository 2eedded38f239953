"""What a learner may pick, and how they practise."""

from __future__ import annotations

import zoneinfo
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import Body
from exams import scenarios
from exams.bank.models import Level, QuestionVersion
from exams.papers.models import Topic
from exams.papers.syllabus import called
from exams.practice.exercises import KINDS
from exams.practice.models import Learner
from exams.practice.units import catalogue

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
        titles: dict[str, str] = {}
        if learner is not None and learner.body_id:
            titles = dict(Topic.objects.filter(body=learner.body_id).values_list("slug", "title"))
        laws = [law for law in scenarios.PROCEDURES if any(unit.law == law for unit in known)]
        topics = dict.fromkeys(unit.topic for unit in known)
        self._choices("law", [("", _("Any law")), *((law, f"Law {law}") for law in laws)])
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
