"""What a law editor fills in."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.prose import Prose
from laws import keys, library
from laws.editing import subjects
from laws.editing.models import Proposal

Act, Subject = Proposal.Act, Proposal.Subject

# What can be done with a text that is there.
ACTS = dict.fromkeys(Subject, (Act.AMEND, Act.CORRECT)) | {Subject.COMMENTARY: (Act.AMEND, Act.CORRECT, Act.END)}
# Characters of what may be written at length: several times the longest law, and a page of reasons.
LONGEST = {"text": 50_000, "reason": 5_000}
OF_A_COMMENT = ("kind", "on", "authority", "author", "place", "dated", "dated_to")


class KeysField(forms.CharField):
    """Provisions by their keys, in any spelling, between commas."""

    def clean(self, value: Any) -> list[str]:
        """The keys in their one spelling."""
        typed = str(super().clean(value) or "")
        written = [one.strip() for one in typed.replace(";", ",").split(",") if one.strip()]
        found = {one: keys.read_loosely(one) for one in written}
        if wrong := [one for one, key in found.items() if key is None]:
            raise ValidationError(_("%(wrong)s is not the key of a provision."), "key", {"wrong": ", ".join(wrong)})
        return list(dict.fromkeys(str(key) for key in found.values()))

    def prepare_value(self, value: Any) -> Any:
        """As they are typed."""
        return ", ".join(value) if isinstance(value, list) else value


class ProposalForm(forms.ModelForm[Proposal]):
    """A proposed text. Whether it can stand is for laws.editing.checks to say, when it is saved."""

    on = KeysField(
        label=_("On the provisions"), required=False, help_text=_("Keys between commas: 27B1, 27B1(b)."), max_length=400
    )

    class Meta:
        model = Proposal
        fields = ("act", *OF_A_COMMENT, "first_day", "instrument", "heading", "text", "reason")
        widgets: ClassVar = {
            "act": forms.RadioSelect,
            "first_day": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "dated": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
            "text": Prose(attrs={"rows": 10}),
            "reason": Prose(attrs={"rows": 3}),
        }
        help_texts: ClassVar = {
            "first_day": _(
                "For a correction, leave it empty to correct the text of today, or name a day of another text."
            ),
            "text": _("An empty line begins a new paragraph. Name provisions by their keys."),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields = self.fields
        fields["first_day"].required = False
        for name, most in LONGEST.items():
            fields[name].validators.append(MaxLengthValidator(most))
        if self.instance.act == Act.NEW:
            del fields["act"]
            del fields["instrument"]  # a comment is no law; its authority and date say what stands behind it
            fields["kind"].required = True
            fields["first_day"].help_text = _("The day from which it stands.")
            fields["heading"].label = _("Title")
            return
        for name in OF_A_COMMENT:
            del fields[name]
        subject = Subject(self.instance.subject)
        fields["act"].choices = [(act.value, act.label) for act in ACTS[subject]]  # type: ignore[attr-defined]
        if subject == Subject.COMMENTARY:
            fields["heading"].label = _("Title")
            fields["instrument"].help_text = _("What supersedes or rewords it, if anything.")
        if subject not in subjects.HEADED:
            del fields["heading"]

    def clean(self) -> dict[str, Any]:
        """A day must be named, except for a correction, which is of today's text then."""
        given: dict[str, Any] = super().clean() or {}
        act = given.get("act", self.instance.act)
        if given.get("first_day") is None and "first_day" not in self.errors:
            if act == Act.CORRECT:
                given["first_day"] = library.today()
            else:
                self.add_error("first_day", _("Name the day from which this is in force."))
        return given


class AnswerForm(forms.Form):
    """Why a proposal is declined."""

    reason = forms.CharField(label=_("Reason"), max_length=2000, required=False, widget=Prose(attrs={"rows": 3}))
