"""Forms of an assessment: arranging one, an assessor's sheet, and what a registrar decides."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.evidence_forms import Suggested
from accounts.accreditation.forms import Day
from accounts.accreditation.models import Level
from accounts.accreditation.person_field import PersonField, among
from accounts.forms import ReasonForm
from accounts.models import Body, Club, Membership, Role, User
from accounts.prose import Prose
from exams.assessment import calls
from exams.assessment.models import Call, Sheet
from exams.assessment.rules import may_assess
from exams.assessment.services import OVERTAKEN
from exams.practice.units import laws
from laws import keys

# What an assessor marks: five criteria in words for each call, a note, and a grade for each call and for all.
CRITERIA: Mapping[str, Promise] = {
    "law": _("Right law"),
    "ruling": _("Right ruling"),
    "reasons": _("Reasons"),
    "questions": _("The questions needed"),
    "calm": _("Calm and order"),
}
SCALE: Mapping[str, Promise] = {"not_yet": _("not yet"), "mostly": _("mostly"), "fully": _("fully")}
GRADES: Mapping[str, Promise] = {"passed": _("Pass"), "failed": _("Not yet")}
LONGEST_NOTE = 1000


def in_words(marked: Mapping[str, Any]) -> list[tuple[Promise, Promise]]:
    """Each criterion with the word that was chosen."""
    return [(title, SCALE[marked[name]]) for name, title in CRITERIA.items() if marked.get(name) in SCALE]


class ArrangeForm(forms.Form):
    """An assessment. `reference` is drawn when the form is opened: one form, one assessment."""

    person = PersonField(
        label=_("Candidate"),
        empty_label=_("Choose a candidate"),
        help_text=_("The candidates of the body. Anybody else has to join the body first."),
    )
    level = forms.ModelChoiceField(Level.objects.none(), label=_("Level"), empty_label=_("Choose a level"))
    day = forms.DateField(label=_("Day"), widget=Day)
    place = forms.CharField(
        label=_("Place"),
        max_length=200,
        help_text=_("The club, or any other place in your own words. The candidate reads it."),
    )
    first = PersonField(label=_("First assessor"), empty_label=_("Choose an assessor"))
    second = PersonField(
        label=_("Second assessor"),
        empty_label=_("Choose another assessor"),
        help_text=_("Examiners and registrars of the body, and holders of an award that is in force."),
    )
    count = forms.IntegerField(
        label=_("Calls"),
        min_value=calls.FEWEST,
        max_value=calls.MOST,
        initial=calls.USUAL,
        help_text=_("How many tables call."),
    )
    laws = forms.MultipleChoiceField(
        label=_("Laws (optional)"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Each law that you pick has its turn. Pick none to draw from all that the level asks for."),
    )
    reference = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, body: Body, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        candidates = Membership.objects.active().filter(body=body, role=Role.CANDIDATE).values("person")
        people = User.objects.filter(pk__in=candidates, is_active=True).exclude(pk=actor.pk).order_by("name", "email")
        clubs = list(Club.objects.filter(body=body).order_by("name").values_list("name", flat=True))
        self.fields["reference"].initial = uuid.uuid4
        self.fields["place"].widget = Suggested(clubs)
        self.fields["day"].widget.attrs["min"] = body.today().isoformat()
        for name, offered in (("person", people), ("first", may_assess(body)), ("second", may_assess(body))):
            among(self.fields[name], offered, body)
        self.fields["level"].queryset = Level.objects.filter(body=body).order_by("order", "name")  # type: ignore[attr-defined]
        self.fields["laws"].choices = [(law, keys.name(law)) for law in laws()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """What is wrong with a field that nobody sees is said of the whole."""
        told: dict[str, Any] = super().clean() or {}
        if "reference" not in told:
            self.add_error(None, gettext("This page was out of date. Check what you entered; then send again."))
            self.data = {**self.data, "reference": str(uuid.uuid4())}
        return told


@dataclass(frozen=True)
class CallFields:
    """The fields of one call on a sheet."""

    call: Call
    criteria: list[BoundField]
    grade: BoundField
    note: BoundField


class SheetForm(forms.Form):
    """An assessor's sheet. `key` is drawn when it is opened: one sheet, however often it is sent."""

    overall = forms.ChoiceField(
        label=_("Over all calls"),
        widget=forms.RadioSelect,
        choices=list(GRADES.items()),
        error_messages={"required": _("Say whether the assessment is passed.")},
    )
    note = forms.CharField(
        label=_("Note on the whole (optional)"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=Prose(attrs={"rows": 3}),
        help_text=_("The candidate reads your notes once the assessment is settled."),
    )
    reason = forms.CharField(
        label=_("Why you change it"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("Read by the other assessor and the registrars."),
    )
    key = forms.UUIDField(widget=forms.HiddenInput)
    after = forms.IntegerField(widget=forms.HiddenInput, min_value=0)

    def __init__(self, *args: Any, asked: Sequence[Call], last: Sheet | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.asked, self.last = asked, last
        self.fields["key"].initial = uuid.uuid4
        self.fields["after"].initial = last.number if last else 0
        for call in asked:
            self._add(call, last.marks.get(str(call.number), {}) if last else {})
        if last is None:
            del self.fields["reason"]
        else:
            self.fields["reason"].required = True
            self.fields["overall"].initial, self.fields["note"].initial = last.overall, last.note

    def _add(self, call: Call, marked: dict[str, Any]) -> None:
        number = {"n": call.number}
        for name, title in CRITERIA.items():
            self.fields[f"c{call.number}-{name}"] = forms.ChoiceField(
                label=str(title),
                widget=forms.RadioSelect,
                choices=list(SCALE.items()),
                initial=marked.get(name),
                error_messages={
                    "required": gettext("Call %(n)s: mark “%(what)s”.") % {**number, "what": title},
                },
            )
        self.fields[f"c{call.number}-grade"] = forms.ChoiceField(
            label=gettext("Grade for call %(n)s") % number,
            widget=forms.RadioSelect,
            choices=list(GRADES.items()),
            initial=marked.get("grade"),
            error_messages={"required": gettext("Call %(n)s: give a grade.") % number},
        )
        self.fields[f"c{call.number}-note"] = forms.CharField(
            label=gettext("Note on call %(n)s (optional)") % number,
            required=False,
            max_length=LONGEST_NOTE,
            initial=marked.get("note"),
            widget=Prose(attrs={"rows": 2}),
        )

    def by_call(self) -> Iterator[CallFields]:
        """The fields call by call."""
        for call in self.asked:
            before = f"c{call.number}-"
            criteria = [self[before + name] for name in CRITERIA]
            yield CallFields(call, criteria, self[f"{before}grade"], self[f"{before}note"])

    def clean(self) -> dict[str, Any]:
        """What is wrong with a field that nobody sees is said of the whole."""
        told: dict[str, Any] = super().clean() or {}
        if "key" not in told or "after" not in told:
            self.add_error(None, gettext("This page was out of date. Open the sheet again."))
        elif told["after"] != (self.last.number if self.last else 0):
            self.add_error(None, OVERTAKEN)
        return told

    @property
    def marks(self) -> dict[str, dict[str, str]]:
        """What was marked, by the number of the call."""
        told = self.cleaned_data
        return {
            str(call.number): {name: told[f"c{call.number}-{name}"] for name in (*CRITERIA, "grade", "note")}
            for call in self.asked
        }


class DecideForm(ReasonForm):
    """What a registrar decides where the assessors differ."""

    outcome = forms.ChoiceField(label=_("Outcome"), widget=forms.RadioSelect, choices=list(GRADES.items()))
    field_order = ("outcome", "reason")


class MoveForm(ReasonForm):
    """Another day, another place, or both; the candidate and the assessors read why."""

    day = forms.DateField(label=_("Day"), widget=Day)
    place = forms.CharField(label=_("Place"), max_length=200)
    field_order = ("day", "place", "reason")


class CallOffForm(ReasonForm):
    """Calling an assessment off; the candidate reads why."""
