"""Forms of a registrar who settles a level, and who publishes what it asks for."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.forms import Day
from accounts.accreditation.models import Level, Purpose, RequirementsVersion
from accounts.accreditation.scope import EventKind
from accounts.forms import ReasonForm
from accounts.models import Body
from accounts.prose import Prose

SETTINGS = (
    "name",
    "order",
    "validity_months",
    "notice_months",
    "return_months",
    "end_month",
    "end_day",
    "applies_early",
    "revocation_countersigned",
    "appeal_days",
    "reminder_days",
    "event_kinds",
    "most_tables",
    "with_screens",
    "active_sessions",
    "active_months",
    "active_shown",
)
"""What a registrar settles of a level, in the order in which it is asked."""

DAYS_ERRORS = {"item_invalid": _("Number %(nth)s of the list:")}
ORDER = _("Levels are listed from the lowest number up.")


class EventKinds(forms.MultipleChoiceField):
    """Kinds of event, kept from the smallest up, whatever the order in which they were sent."""

    widget = forms.CheckboxSelectMultiple

    def __init__(self) -> None:
        field = Level._meta.get_field("event_kinds")
        names = [(kind.value, capfirst(str(kind.label))) for kind in EventKind]
        super().__init__(choices=names, required=False, label=capfirst(field.verbose_name), help_text=field.help_text)

    def clean(self, value: Any) -> Any:
        """In the order of the choices."""
        chosen = super().clean(value)
        return [kind.value for kind in EventKind if kind in chosen]


class LevelForm(forms.ModelForm[Level]):
    """The settings of a level that is there, with the reason of the change."""

    event_kinds = EventKinds()
    reason = forms.CharField(label=_("Reason"), max_length=1000, widget=Prose(attrs={"rows": 2}))

    class Meta:
        model = Level
        fields = SETTINGS
        help_texts: ClassVar = {"order": ORDER}
        error_messages: ClassVar = {"reminder_days": DAYS_ERRORS}

    def settled(self) -> dict[str, Any]:
        """What was entered for the level itself."""
        return {name: value for name, value in self.cleaned_data.items() if name != "reason"}


class NewLevelForm(forms.ModelForm[Level]):
    """A level that the body does not have yet. Its code is entered once: papers and awards go by it."""

    event_kinds = EventKinds()

    class Meta:
        model = Level
        fields = ("code", *SETTINGS)
        help_texts: ClassVar = {
            "code": _("A short word of small letters, digits and hyphens, such as club. It cannot be changed later."),
            "order": ORDER,
        }
        error_messages: ClassVar = {"reminder_days": DAYS_ERRORS}

    def __init__(self, *args: Any, body: Body, **how: Any) -> None:
        super().__init__(*args, **how)
        levels = Level.objects.filter(body=body)
        self.fields["order"].initial = max(levels.values_list("order", flat=True), default=-1) + 1
        self.fields["validity_months"].initial = 36


class BeginForm(forms.Form):
    """What a new draft is for; the grant, unless it is said."""

    wanted = forms.ChoiceField(choices=Purpose.choices, required=False)

    @property
    def purpose(self) -> Purpose:
        """What was sent."""
        return Purpose(self.cleaned_data["wanted"] or Purpose.GRANT)


class PublishForm(ReasonForm):
    """From which day what a draft asks for holds, and why; sent along is the draft that the registrar saw."""

    revision = forms.IntegerField(widget=forms.HiddenInput)
    from_day = forms.DateField(
        label=_("In force from"),
        widget=Day,
        help_text=_("Today or later. It holds for everybody who applies from that day on."),
    )
    field_order = ("from_day", "reason")

    def __init__(self, *args: Any, **how: Any) -> None:
        super().__init__(*args, **how)
        self.fields["reason"].help_text = _("Registrars read it with the version.")


class RevisionForm(forms.Form):
    """A deed on a draft as the registrar saw it."""

    revision = forms.IntegerField(widget=forms.HiddenInput)


class CompareForm(forms.Form):
    """The version to compare with."""

    other = forms.TypedChoiceField(label=_("Compare with"), coerce=int)

    def __init__(self, *args: Any, versions: list[RequirementsVersion], **how: Any) -> None:
        super().__init__(*args, **how)
        self.fields["other"].choices = [  # type: ignore[attr-defined]
            (one.number, _("version %(number)s") % {"number": one.number}) for one in versions
        ]
