"""Forms of a club's contact, of the director of whom a club has told, and of the registrar who settles who confirms."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.accreditation.clubs.season import Row, rows_of
from accounts.accreditation.evidence_forms import HELP, Suggested
from accounts.accreditation.forms import Day
from accounts.accreditation.intake.forms import RowsForm
from accounts.accreditation.models import Evidence
from accounts.accreditation.particulars import LONGEST
from accounts.accreditation.requirements import Sessions
from accounts.forms import ReasonForm
from accounts.models import Body, Club, Confirmer, Membership, Role, User
from accounts.prose import Prose

SALT = "accreditation.season"
LASTS = 24 * 60 * 60
"""So many seconds a page with what would happen can be sent."""


class WordForm(forms.Form):
    """What a contact says of one or several sessions that wait for the club. A reason is needed to dispute them."""

    CONFIRM, DISPUTE = "confirm", "dispute"

    chosen = forms.ModelMultipleChoiceField(
        Evidence.objects.none(),
        error_messages={
            "required": _("Choose the sessions first."),
            "invalid_choice": _("One of these no longer waits. Choose again among those that do."),
        },
    )
    decision = forms.ChoiceField(choices=[(CONFIRM, _("Confirm")), (DISPUTE, _("Dispute"))])
    reason = forms.CharField(
        label=_("What is wrong, if you dispute"),
        max_length=1000,
        required=False,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("The director and the registrars read it. A registrar decides."),
    )

    def __init__(self, *args: Any, waiting: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"].queryset = waiting  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Nothing is disputed without a word."""
        told: dict[str, Any] = super().clean() or {}
        if told.get("decision") == self.DISPUTE and "reason" in told and not told["reason"].strip():
            self.add_error("reason", gettext("Say what is wrong. The director and the registrars read it."))
        return told


class DisputeForm(ReasonForm):
    """A director says that the club is wrong."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].label = gettext("What is wrong")
        self.fields["reason"].help_text = gettext("The club and the registrars read it. A registrar decides.")


class OneSessionForm(forms.Form):
    """One session with its directors; what it would do is shown before anything is entered."""

    day = forms.DateField(label=_("Day"), widget=Day)
    event = forms.CharField(label=_("Name of the event"), max_length=LONGEST, required=False, help_text=HELP["title"])
    kind = forms.ChoiceField(
        label=_("Event"), choices=list(Sessions.EVENTS.items()), initial="club", widget=forms.RadioSelect
    )
    tables = forms.IntegerField(label=_("Tables"), required=False, min_value=1)
    movement = forms.CharField(label=_("Movement"), max_length=LONGEST, required=False, help_text=HELP["movement"])
    director = forms.CharField(label=_("Director"), max_length=LONGEST, help_text=_("The name or the number."))
    co_director = forms.CharField(label=_("Co-director"), max_length=LONGEST, required=False)

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = Membership.objects.active().filter(body=club.body_id, club=club, role=Role.CANDIDATE).values("person")
        names = list(User.objects.filter(pk__in=held, is_active=True).order_by("name").values_list("name", flat=True))
        for name in ("director", "co_director"):
            self.fields[name].widget = Suggested(names)
        self.fields["day"].widget.attrs["max"] = club.body.today().isoformat()

    @property
    def rows(self) -> list[Row]:
        """It as a line."""
        told = self.cleaned_data
        cells: Mapping[str, Any] = {
            "date": told["day"].isoformat(),
            "event": told["event"],
            "kind": told["kind"],
            "tables": str(told["tables"] or ""),
            "movement": told["movement"],
            "director": told["director"],
            "co-director": told["co_director"],
        }
        return [Row(1, cells)]


class SeasonFileForm(RowsForm):
    """A file with a season."""

    file = forms.FileField(label=_("File (CSV)"), help_text=_("At most 300 lines."))

    def read_rows(self, name: str, data: bytes) -> list[Row]:
        """Its sessions."""
        return rows_of(name, data)


class EnterForm(forms.Form):
    """What was shown, as it was shown: the lines and what they would do, signed, so that nothing else is done."""

    sealed = forms.CharField(widget=forms.HiddenInput)

    @staticmethod
    def seal(club: Club, rows: list[Row], digest: str) -> str:
        """The lines of a page for its form."""
        told = {
            "club": str(club.pk),
            "digest": digest,
            "reference": str(uuid.uuid4()),
            "rows": [[row.number, dict(row.cells)] for row in rows],
        }
        return signing.dumps(told, salt=SALT, compress=True)

    def opened(self, club: Club) -> tuple[list[Row], str, uuid.UUID] | None:
        """The lines, the digest and the reference; None where they are not ours, too old, or of another club."""
        try:
            told = signing.loads(self.cleaned_data["sealed"], salt=SALT, max_age=LASTS)
        except signing.BadSignature:
            return None
        if told["club"] != str(club.pk):
            return None
        return [Row(number, cells) for number, cells in told["rows"]], told["digest"], uuid.UUID(told["reference"])


class HowForm(ReasonForm):
    """Who confirms sessions, and for how long a director can dispute what a club entered."""

    confirmer = forms.ChoiceField(label=_("Who confirms sessions"), choices=Confirmer.choices, widget=forms.RadioSelect)
    days = forms.IntegerField(
        label=_("Days in which a director can dispute"),
        min_value=1,
        max_value=365,
        help_text=_("Counted from the day on which the club entered the session."),
    )
    field_order = ("confirmer", "days", "reason")

    def __init__(self, *args: Any, body: Body, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["confirmer"].initial, self.fields["days"].initial = body.sessions_confirmed_by, body.dispute_days
