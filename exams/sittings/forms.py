"""Forms of the sittings' pages."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Body
from exams.sittings.models import LAST_SEQUENCE

# What `<input type="datetime-local">` sends and wants.
LOCAL_MINUTE = "%Y-%m-%dT%H:%M"
# A slip of the keyboard, as 0206 for 2026. The database would keep years that Python cannot read back.
FURTHEST = dt.timedelta(days=2 * 366)


class LocalMoment(forms.DateTimeField):
    """A moment by the body's clock, typed in a browser's own date and time field."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL_MINUTE)

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=[LOCAL_MINUTE, "%Y-%m-%dT%H:%M:%S"], **options)


class SittingForm(forms.Form):
    """When and where a paper is sat. Bind and show it while the body's time zone is active."""

    title = forms.CharField(label=_("Title"), max_length=120, help_text=_("Such as: Club directors, November."))
    place = forms.CharField(
        label=_("Place"), max_length=120, required=False, help_text=_("A room, or leave empty for a sitting on line.")
    )
    opens_at = LocalMoment(label=_("Opens"), help_text=_("From then on candidates may start."))
    closes_at = LocalMoment(
        label=_("Closes"),
        help_text=_("Nobody starts after this, and every attempt ends by then, except on extra minutes."),
    )

    def __init__(self, *args: Any, body: Body, minutes: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.minutes = minutes
        for name in ("opens_at", "closes_at"):
            self.fields[name].help_text = _("%(help)s By %(clock)s.") % {
                "help": self.fields[name].help_text,
                "clock": body.clock,
            }

    def clean(self) -> dict[str, Any]:
        """The window must be one in which the paper can be worked."""
        data: dict[str, Any] = super().clean() or {}
        opens, closes = data.get("opens_at"), data.get("closes_at")
        for name, moment in (("opens_at", opens), ("closes_at", closes)):
            if moment and abs(moment - timezone.now()) > FURTHEST:
                self.add_error(name, _("This is more than two years from now."))
        if opens and closes and not self.errors:
            if closes <= opens:
                self.add_error("closes_at", _("The sitting must close after it opens."))
            elif closes <= timezone.now():
                self.add_error("closes_at", _("This moment is past."))
            elif closes - opens < dt.timedelta(minutes=self.minutes):
                self.add_error("closes_at", _("The paper takes %(minutes)s minutes.") % {"minutes": self.minutes})
        return data


class ExtraMinutesForm(forms.Form):
    """More time for one candidate."""

    minutes = forms.IntegerField(
        label=_("Extra minutes"), min_value=0, max_value=600, help_text=_("Altogether; 0 takes extra time back.")
    )
    reason = forms.CharField(label=_("Reason"), max_length=500, help_text=_("Kept in the audit log."))


class AnswerForm(forms.Form):
    """A question's page sent without scripts. `go` says what the person pressed: a question's number or a word.

    The answer's own fields are read by its kind of question (exams.bank.kinds).
    """

    flagged = forms.BooleanField(required=False)
    sequence = forms.IntegerField(min_value=1, max_value=LAST_SEQUENCE)
    go = forms.CharField(max_length=8)
