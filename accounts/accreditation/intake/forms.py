"""The forms by which a register comes in."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.forms import Day
from accounts.accreditation.intake.columns import FIELDS
from accounts.accreditation.intake.files import MOST_BYTES
from accounts.accreditation.intake.plan import MAKE, NO_CLUB
from accounts.accreditation.models import Intake, IntakeLine, Level
from accounts.models import Club


class UploadForm(forms.Form):
    """The file."""

    file = forms.FileField(
        label=_("File with your register"),
        help_text=_(
            "A spreadsheet (.xlsx) or CSV, at most 5 MB and 10,000 lines, with the headings in the first line."
        ),
        widget=forms.FileInput(attrs={"accept": ".csv,.tsv,.txt,.xlsx"}),
    )
    sheet = forms.CharField(
        label=_("Sheet"),
        required=False,
        max_length=100,
        help_text=_("Of a spreadsheet with several sheets: the name on the tab. If empty, the first is read."),
    )

    def clean_file(self) -> Any:
        """What is too large is refused before it is read."""
        sent = self.cleaned_data["file"]
        if sent.size > MOST_BYTES:
            raise ValidationError(gettext("The file is larger than 5 MB. Split it into several files."), "large")
        return sent


class RowsForm(forms.Form):
    """A `file` that is read at once into `rows` by `read_rows`; what is wrong with the whole of it is said at the field."""

    rows: list[Any]

    def read_rows(self, name: str, data: bytes) -> list[Any]:
        """The lines of the file. Raises ValidationError with what is wrong and what to do."""
        raise NotImplementedError

    def clean(self) -> dict[str, Any]:
        """Read it, with one byte more than is taken: that is enough to know that it is too large."""
        told: dict[str, Any] = super().clean() or {}
        sent = told.get("file")
        if sent is not None:
            try:
                self.rows = self.read_rows(sent.name, sent.read(MOST_BYTES + 1))
            except ValidationError as wrong:
                self.add_error("file", wrong)
        return told


class ColumnsForm(forms.Form):
    """Which column of the file is which of ours."""

    def __init__(self, *args: Any, intake: Intake, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [
            (str(place), heading or gettext("Column %(place)s, without a heading") % {"place": place + 1})
            for place, heading in enumerate(intake.headings)
        ]
        for name, field in FIELDS.items():
            none = gettext("Choose a column") if field.needed else gettext("Not in the file")
            self.fields[name] = forms.ChoiceField(
                label=field.label,
                required=field.needed,
                choices=[("", none), *named],
                initial=str(intake.columns.get(name, "")),
            )

    def columns(self) -> dict[str, int]:
        """The place of each column that was chosen."""
        return {name: int(place) for name, place in self.cleaned_data.items() if place}


class TermsForm(forms.Form):
    """What is decided once for the file. unknown: the words that need a level or a club, by `levels` and `clubs`."""

    def __init__(
        self, *args: Any, intake: Intake, unknown: dict[str, list[str]], asks_order: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.words: dict[str, tuple[str, str]] = {}
        if asks_order:
            self.fields["day_first"] = forms.ChoiceField(
                label=gettext("Dates such as 03/04/2027"),
                required=False,
                widget=forms.RadioSelect,
                choices=[
                    ("yes", gettext("Day first: 3 April 2027")),
                    ("no", gettext("Month first: 4 March 2027")),
                ],
            )
        levels = (
            [(one.code, one.name) for one in Level.objects.filter(body=intake.body_id)] if unknown["levels"] else []
        )
        clubs = [(str(c.pk), c.name) for c in Club.objects.filter(body=intake.body_id)] if unknown["clubs"] else []
        for number, word in enumerate(unknown["levels"]):
            self._ask("levels", number, word, gettext("Level “%(word)s”"), levels)
        for number, word in enumerate(unknown["clubs"]):
            other = [(MAKE, gettext("Make this club")), (NO_CLUB, pgettext("club", "Leave the club empty"))]
            self._ask("clubs", number, word, gettext("Club “%(word)s”"), [*other, *clubs])

    def _ask(self, kind: str, number: int, word: str, label: str, choices: list[tuple[str, str]]) -> None:
        name = f"{kind}_{number}"
        self.words[name] = (kind, word)
        self.fields[f"{name}_word"] = forms.CharField(initial=word, widget=forms.HiddenInput, required=False)
        self.fields[name] = forms.ChoiceField(
            label=label % {"word": word}, required=False, choices=[("", gettext("Choose")), *choices]
        )

    def clean(self) -> dict[str, Any]:
        """A list that has changed since the page was opened must not give a word the answer of another."""
        told: dict[str, Any] = super().clean() or {}
        for name, (_kind, word) in self.words.items():
            if told.get(name) and told.get(f"{name}_word") != word:
                self.add_error(None, gettext("This page was out of date. Check what you chose; then send again."))
                break
        return told

    def settled(self) -> dict[str, Any]:
        """What was decided, as `services.settle` takes it."""
        told: dict[str, Any] = {"levels": {}, "clubs": {}}
        for name, (kind, word) in self.words.items():
            if chosen := self.cleaned_data.get(name):
                told[kind][word] = chosen
        if order := self.cleaned_data.get("day_first"):
            told["day_first"] = order == "yes"
        return told


class LineForm(forms.Form):
    """What a line should say, and whom it is about. Only what is changed is kept beside the line."""

    name = forms.CharField(label=FIELDS["name"].label, required=False, max_length=FIELDS["name"].most)
    email = forms.CharField(label=FIELDS["email"].label, required=False, max_length=FIELDS["email"].most)
    number = forms.CharField(label=FIELDS["number"].label, required=False, max_length=FIELDS["number"].most)
    club = forms.CharField(label=FIELDS["club"].label, required=False, max_length=FIELDS["club"].most)
    level = forms.ChoiceField(label=FIELDS["level"].label, required=False)
    until = forms.DateField(label=FIELDS["until"].label, required=False, widget=Day)
    start = forms.DateField(
        label=FIELDS["start"].label,
        required=False,
        widget=Day,
        help_text=_("Empty: the term of the level, counted back from the end."),
    )
    person = forms.ChoiceField(label=_("Who this is"), required=False, widget=forms.RadioSelect)
    left_out = forms.BooleanField(label=_("Leave this line out"), required=False)
    field_order = ("person",)
    written = ("name", "email", "number", "club")
    chosen = ("level", "until", "start")

    def __init__(self, *args: Any, line: IntakeLine, days: dict[str, str], **kwargs: Any) -> None:
        self.line = line
        initial = {name: line.read.get(name, "") for name in self.written}
        initial |= {**days, "level": line.corrected.get("level", "")}
        kwargs["initial"] = {**initial, "person": line.person, "left_out": line.left_out}
        super().__init__(*args, **kwargs)
        levels = Level.objects.filter(body=line.body_id).values_list("code", "name")
        self.fields["level"].choices = [("", gettext("As in the file")), *levels]  # type: ignore[attr-defined]
        options = line.plan.get("options", [])
        if options:
            self.fields["person"].choices = options  # type: ignore[attr-defined]
        elif line.person:
            keep = [(line.person, gettext("As you decided")), ("", gettext("Decide again"))]
            self.fields["person"].choices = keep  # type: ignore[attr-defined]
        else:
            del self.fields["person"]

    def corrected(self) -> dict[str, str]:
        """What holds in place of the cells: what was corrected before, with what differs now from what was shown."""
        told = dict(self.line.corrected)
        for name in (*self.written, *self.chosen):
            text = str(self.cleaned_data.get(name) or "")
            if text != str(self.initial.get(name) or ""):
                told[name] = text
        if not told.get("level"):
            told.pop("level", None)
        return told


class AddressForm(forms.Form):
    """The address of an entry."""

    email = forms.EmailField(
        label=_("Email address"),
        help_text=_("The person can claim the entry by asking for a new password with this address."),
    )
