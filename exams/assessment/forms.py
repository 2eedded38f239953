"""Forms of an assessment: arranging one, an assessor's sheet, and what a registrar decides."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.forms.boundfield import BoundField
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.evidence_forms import Suggested
from accounts.accreditation.forms import Day
from accounts.accreditation.models import Level
from accounts.accreditation.person_field import PersonField, among
from accounts.forms import ReasonForm
from accounts.models import Body, Club, Membership, Role, User
from accounts.prose import Prose
from exams.assessment import calls, grades
from exams.assessment.grades import CRITERIA, GRADES, SCALE
from exams.assessment.listed import Listed, listed
from exams.assessment.models import Call, Sheet
from exams.assessment.rules import may_assess
from exams.assessment.services import OVERTAKEN
from exams.practice.units import laws
from exams.scenarios.calls import NotAnAct
from laws import keys

LONGEST_NOTE = 1000


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
    """The fields of one call on a sheet. before: how the names of its fields begin. listed: its list of acts, if it has one.

    order, own: what the script keeps of it: the acts as they came, and the criteria that the assessor has set by hand.
    """

    call: Call
    before: str
    listed: Listed | None
    order: str
    own: str
    says: str
    criteria: list[BoundField]
    grade: BoundField
    note: BoundField


class SheetForm(forms.Form):
    """An assessor's sheet. `key` is drawn when it is opened: one sheet, however often it is sent.

    What is ticked on the list of a call is optional: a sheet that was begun before there were lists has none of its fields.
    """

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

    def __init__(
        self,
        *args: Any,
        asked: Sequence[Call],
        last: Sheet | None,
        begun: MultiValueDict[str, str] | None = None,
        **kwargs: Any,
    ) -> None:
        """begun: what was marked so far on a sheet that is shown again and not sent yet."""
        super().__init__(*args, **kwargs)
        self.asked, self.last, self.begun = asked, last, begun
        self.fields["key"].initial = uuid.uuid4
        self.fields["after"].initial = last.number if last else 0
        for call in asked:
            self._add(call, last.marks.get(str(call.number), {}) if last else {})
        if last is None:
            del self.fields["reason"]
        else:
            self.fields["reason"].required = True
            self.fields["overall"].initial, self.fields["note"].initial = last.overall, last.note
        for name in self.fields if begun is not None else ():
            self.initial[name] = begun.get(name) if begun is not None else None

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
            noted = self.noted_of(call)
            judgement = self.judgement_of(call)
            yield CallFields(
                call=call,
                before=before,
                listed=listed(call.acts, noted) if call.acts is not None else None,
                order=",".join(noted.get("order", ())),
                own=self._told.get(f"{before}own", "") if self._told is not None else "",
                says=grades.in_points(judgement) if judgement else "",
                criteria=criteria,
                grade=self[f"{before}grade"],
                note=self[f"{before}note"],
            )

    @property
    def _told(self) -> MultiValueDict[str, str] | None:
        """What was sent or begun; None on a sheet that is opened."""
        return cast("MultiValueDict[str, str]", self.data) if self.is_bound else self.begun

    def noted_of(self, call: Call) -> dict[str, Any]:
        """What is ticked on the list of a call, of a sheet that is opened on the sheet before; empty where nothing is."""
        told = self._told
        if told is None:
            kept = self.last.noted.get(str(call.number), {}) if self.last else {}
            return dict(kept.get("noted", {}))
        before = f"c{call.number}-did-"
        several = {name: told.getlist(before + name) for name in ("acts", "options", "parts")}
        single = {name: told.get(before + name, "") for name in ("law", "reason")}
        if not any([*several.values(), *single.values()]):
            return {}
        order = [one for one in told.get(f"{before}order", "").split(",") if one]
        return {**several, **single, "other": bool(told.get(f"{before}other")), "order": order}

    def judgement_of(self, call: Call) -> dict[str, Any] | None:
        """What the list makes of what is ticked; None where nothing is, or where it cannot be read, which `clean` says."""
        try:
            return grades.judgement_of(call, self.noted_of(call))
        except NotAnAct:
            return None

    def clean(self) -> dict[str, Any]:
        """What is wrong with a field that nobody sees is said of the whole."""
        told: dict[str, Any] = super().clean() or {}
        if "key" not in told or "after" not in told:
            self.add_error(None, gettext("This page was out of date. Open the sheet again."))
        elif told["after"] != (self.last.number if self.last else 0):
            self.add_error(None, OVERTAKEN)
        for call in self.asked:
            try:
                grades.judgement_of(call, self.noted_of(call))
            except NotAnAct as fault:
                self.add_error(None, gettext("Call %(n)s: %(fault)s") % {"n": call.number, "fault": str(fault)})
        return told

    @property
    def noted(self) -> dict[str, dict[str, Any]]:
        """What was ticked, by the number of the call, as far as anything was."""
        found = {str(call.number): self.noted_of(call) for call in self.asked if call.acts is not None}
        return {number: one for number, one in found.items() if one}

    @property
    def marks(self) -> dict[str, dict[str, str]]:
        """What was marked, by the number of the call."""
        told = self.cleaned_data
        return {
            str(call.number): {name: told[f"c{call.number}-{name}"] for name in (*CRITERIA, "grade", "note")}
            for call in self.asked
        }


class ShowForm(ReasonForm):
    """What candidates of the body read of a settled assessment."""

    comparison = forms.BooleanField(
        label=_("Candidates read how the list of acts judges each call"),
        required=False,
        help_text=_(
            "Once an assessment is settled, beside each assessor’s grade, with any difference between the two. The acts"
            " themselves and the ruling are never shown to a candidate."
        ),
    )
    field_order = ("comparison", "reason")


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
