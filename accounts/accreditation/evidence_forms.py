"""Forms of evidence, made of the particulars of its kind."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation import document_forms, standing
from accounts.accreditation.forms import Day
from accounts.accreditation.models import Evidence, Level
from accounts.accreditation.particulars import LONGEST, PARTICULARS, Particular
from accounts.accreditation.person_field import PersonField, among
from accounts.accreditation.requirements import LEAVES, Course, Fee, Recognition
from accounts.forms import ReasonForm
from accounts.models import Body, Club, Membership, Role, User
from accounts.prose import Prose

ENTERED = tuple(kind for kind in PARTICULARS if kind != "paper")
"""What a registrar enters; a paper enters itself when its result is told."""

HELP = {
    "club": _("One of the list, or any other in your own words."),
    "title": _("Such as Tuesday pairs. It tells two sessions of one day apart."),
    "movement": _("Such as Mitchell, Howell or Swiss."),
    "with": _("The accredited director beside whom it was directed, or who else directed."),
}


class Suggested(forms.TextInput):
    """A line to type in, with what is known to choose from; anything else can be typed as well."""

    template_name = "accreditation/parts/suggested.html"

    def __init__(self, known: list[str]) -> None:
        super().__init__()
        self.known = known

    def get_context(self, name: str, value: Any, attrs: dict[str, Any] | None) -> dict[str, Any]:
        """With the list, which the input names by its own id."""
        context: dict[str, Any] = super().get_context(name, value, attrs)
        context["known"] = self.known
        context["list"] = f"{context['widget']['attrs'].get('id', name)}_known"
        if self.known:
            context["widget"]["attrs"]["list"] = context["list"]
        return context


class EvidenceForm(forms.Form):
    """One piece of evidence of a kind. `reference` is drawn when the form is opened: one form, one piece.

    Whether what is told makes sense is for the service; here is only what the browser can say, too.
    """

    day = forms.DateField(label=_("Day"), widget=Day)
    reference = forms.UUIDField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, body: Body, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.body, self.kind = body, kind
        self.fields["reference"].initial = uuid.uuid4
        self.fields["day"].widget.attrs["max"] = body.today().isoformat()
        known = _known(kind, body)
        for name, told in PARTICULARS[kind].items():
            self.fields[name] = _field(name, told, known.get(name, []))
        self.fields["documents"] = document_forms.DocumentsField(
            label=_("Documents (optional)"),
            required=False,
            max_length=500,
            widget=document_forms.Files(attrs=document_forms.ACCEPTED),
            help_text=document_forms.HELP,
        )

    def say_that_files_are_gone(self) -> None:
        """Of a form that comes back with faults: no browser keeps files, so they have to be chosen again."""
        if self.errors and self.files.get("documents"):
            self.add_error(
                "documents", gettext("Your files could not be kept. Choose them again before you send this.")
            )

    def clean(self) -> dict[str, Any]:
        """What is wrong with a field that nobody sees is said of the whole."""
        told: dict[str, Any] = super().clean() or {}
        if "reference" not in told:
            self.add_error(None, gettext("This page was out of date. Check what you entered; then send again."))
            self.data = {**self.data, "reference": str(uuid.uuid4())}
        return told

    @property
    def details(self) -> Mapping[str, Any]:
        """The particulars as they were sent."""
        return {name: self.cleaned_data[name] for name in PARTICULARS[self.kind]}

    @property
    def drawn(self) -> str:
        """The reference under which the piece is kept."""
        return f"{self.kind}:{self.cleaned_data['reference']}"


class EnterForm(EvidenceForm):
    """Evidence that a registrar enters for a candidate of the body."""

    person = PersonField(
        label=_("Person"),
        empty_label=_("Choose a candidate"),
        help_text=_("The candidates of the body. Anybody else has to join the body first."),
    )
    field_order = ("person", "day")

    def __init__(self, *args: Any, body: Body, actor: User, **kwargs: Any) -> None:
        super().__init__(*args, body=body, **kwargs)
        held = Membership.objects.active().filter(body=body, role=Role.CANDIDATE).values("person")
        people = User.objects.filter(pk__in=held, is_active=True).exclude(pk=actor.pk).order_by("name", "email")
        among(self.fields["person"], people, body)


def _field(name: str, told: Particular, known: list[str]) -> forms.Field:
    how: dict[str, Any] = {"label": told.title, "required": bool(told.missing), "help_text": HELP.get(name, "")}
    if told.missing:
        how["error_messages"] = {"required": told.missing}
    if told.choices:
        return forms.ChoiceField(**how, choices=list(told.choices.items()), widget=forms.RadioSelect)
    if name == "words":
        return forms.CharField(**how, max_length=LONGEST, widget=Prose(attrs={"rows": 2}))
    if name in ("tables", "years"):
        return forms.IntegerField(**how, min_value=1)
    return forms.CharField(**how, max_length=LONGEST, widget=Suggested(known))


def _known(kind: str, body: Body) -> dict[str, list[str]]:
    """What the body has names for: its clubs, and the courses, awards and fees that its levels ask for."""
    if kind == "sessions":
        return {"club": list(Club.objects.filter(body=body).order_by("name").values_list("name", flat=True))}
    if kind == "assessment":
        return {"level": list(Level.objects.filter(body=body).order_by("order").values_list("name", flat=True))}
    if kind not in ("course", "recognition", "fee"):
        return {}
    found: dict[str, list[str]] = {"name": [], "award": [], "amount": []}
    for rule in standing.rules_of(body).values():
        for leaf in rule.leaves():
            if isinstance(leaf, Course) and leaf.name:
                found["name"].append(leaf.name)
            elif isinstance(leaf, Recognition):
                found["award"].extend(leaf.awards)
            elif isinstance(leaf, Fee) and leaf.amount:
                found["amount"].append(leaf.amount)
    return {name: list(dict.fromkeys(words)) for name, words in found.items()}


class SettleForm(forms.Form):
    """What is done with one or several pieces that wait. A reason is needed to refuse."""

    ACCEPT, REFUSE = "accept", "refuse"

    chosen = forms.ModelMultipleChoiceField(
        Evidence.objects.none(),
        error_messages={
            "required": _("Choose the sessions first."),
            "invalid_choice": _("One of these no longer waits. Choose again among those that do."),
        },
    )
    decision = forms.ChoiceField(choices=[(ACCEPT, _("Accept")), (REFUSE, _("Refuse"))])
    reason = forms.CharField(
        label=_("Reason for refusing"),
        max_length=1000,
        required=False,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("The person reads it."),
    )

    def __init__(self, *args: Any, waiting: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"].queryset = waiting  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Nothing is refused without a word."""
        told: dict[str, Any] = super().clean() or {}
        if told.get("decision") == self.REFUSE and "reason" in told and not told["reason"].strip():
            self.add_error("reason", gettext("Say why you refuse. The person reads it."))
        return told


class EvidenceFilter(forms.Form):
    """Whose evidence a registrar looks for among what waits."""

    ALL = "all"

    q = forms.CharField(label=_("Name"), required=False, widget=forms.SearchInput)
    whose = forms.ChoiceField(
        label=_("Waiting for"),
        required=False,
        choices=[("", _("a registrar")), (ALL, _("a registrar or a club"))],
    )


class WithdrawForm(ReasonForm):
    """Taking a piece back; the person reads why."""


TITLES = {kind: LEAVES[kind].title for kind in ENTERED} | {"sessions": _("A session directed")}
