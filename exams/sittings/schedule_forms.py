"""The form by which a sitting is made and changed."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Sequence
from copy import copy
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User, normal_email
from accounts.prose import Prose, is_blank
from exams.papers.models import Paper
from exams.sittings.exposure import leaks
from exams.sittings.models import Entry, Release, Sitting
from exams.sittings.schedules import AFTERWARDS, are_fewer

# What `<input type="datetime-local">` sends and wants.
LOCAL_MINUTE = "%Y-%m-%dT%H:%M"
# A slip of the keyboard, as 0206 for 2026. The database would keep years that Python cannot read back.
FURTHEST = dt.timedelta(days=2 * 366)
MOST_KEYS = 20
WINDOW, TOGETHER = "window", "together"
MOMENTS = ("opens_at", "closes_at", "entry_opens_at", "entry_closes_at")
# The fields that show what the sitting has under the same name.
AS_STORED = ("title", "place", *MOMENTS, "late_minutes", "code", "approval", "places", "release", "exposed_reason")

# What may be typed there once the sitting has opened.
HELP_AFTERWARDS = {
    "closes_at": _(
        "You can only move the close to a later time. Attempts that the old close would have cut short get "
        "their full time."
    ),
    "browser_keys": _(
        "One per line, 64 hexadecimal digits each. Leave empty to allow any browser. While candidates are "
        "working, you can add keys or remove all of them."
    ),
    "places": _("You can only add places. Leave empty for no limit."),
}


class LocalMoment(forms.DateTimeField):
    """A moment by the body's clock, typed in a browser's own date and time field."""

    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=LOCAL_MINUTE)

    def __init__(self, **options: Any) -> None:
        super().__init__(input_formats=[LOCAL_MINUTE, "%Y-%m-%dT%H:%M:%S"], **options)


class SittingForm(forms.Form):
    """When, where and how a paper is sat. Bind and show it while the body's time zone is active.

    paper: what is sat. sitting: the one to be changed, or None for a new one. helpers: who may be ticked as invigilators.
    After `is_valid`, `arrangement` is what the services take.
    """

    title = forms.CharField(label=_("Title"), max_length=120, help_text=_("For example: Club directors, November."))
    place = forms.CharField(
        label=_("Place"),
        max_length=120,
        required=False,
        help_text=_(
            "The room. Leave empty for an online sitting, where candidates can change machines without a code "
            "from an invigilator."
        ),
    )
    opens_at = LocalMoment(label=_("Opens"), help_text=_("When candidates may start."))
    closes_at = LocalMoment(
        label=_("Closes"),
        required=False,
        help_text=_(
            "Nobody can start after this, and every attempt ends by then unless the candidate has extra minutes. "
            "If everyone starts together you can leave this empty: the sitting closes when the paper’s time is "
            "up."
        ),
    )
    start = forms.ChoiceField(
        label=_("How it starts"),
        choices=[
            (WINDOW, _("In a window: each candidate’s clock runs from when they start")),
            (TOGETHER, _("Together: one clock from the opening; latecomers do not get extra time")),
        ],
        initial=WINDOW,
        widget=forms.RadioSelect,
    )
    late_minutes = forms.IntegerField(
        label=_("Latest start, in minutes after the opening"),
        required=False,
        min_value=0,
        max_value=10_000,
        help_text=_("Leave empty to allow starts until the sitting closes."),
    )
    code = forms.CharField(
        label=_("Start code"),
        required=False,
        max_length=12,
        help_text=_("Candidates type it to start; announce it in the room. Leave empty if no code is needed."),
    )
    browser_keys = forms.CharField(
        label=_("Keys of the Safe Exam Browser"),
        required=False,
        widget=Prose(attrs={"rows": 2}),
        help_text=_(
            "Config keys or browser exam keys, one per line, 64 hexadecimal digits each. Leave empty to allow any"
            " browser."
        ),
    )
    approval = forms.BooleanField(label=_("Entries need approval"), required=False)
    places = forms.IntegerField(
        label=_("Places"), required=False, min_value=1, max_value=10_000, help_text=_("Leave empty for no limit.")
    )
    entry_opens_at = LocalMoment(
        label=_("Entry opens"), required=False, help_text=_("Leave empty to open entries now.")
    )
    entry_closes_at = LocalMoment(
        label=_("Entry closes"),
        required=False,
        help_text=_(
            "Leave empty to keep entries open until the sitting closes. Staff can still enter somebody after that."
        ),
    )
    release = forms.ChoiceField(
        label=_("When candidates learn their results"),
        choices=Release.choices,
        initial=Release.AT_ONCE,
        widget=forms.RadioSelect,
        help_text=_("A paper with written rulings is marked once the last ruling is marked."),
    )
    exposed_reason = forms.CharField(
        label=_("Why this is acceptable"),
        required=False,
        max_length=1000,
        widget=Prose(attrs={"rows": 2}),
        help_text=_("Kept with the sitting and in the audit log. Otherwise choose another setting."),
    )
    invigilators = forms.ModelMultipleChoiceField(
        label=_("Invigilators"),
        required=False,
        queryset=User.objects.none(),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("In addition to the body’s invigilators, who may watch every sitting."),
    )
    others = forms.CharField(
        label=_("Other invigilators"),
        required=False,
        widget=Prose(attrs={"rows": 2}),
        help_text=_(
            "Email addresses of other members of the body, one per line. Nobody who sits this paper can be an "
            "invigilator."
        ),
    )

    GROUPS: ClassVar = (
        (_("When and where"), ("title", "place", "opens_at", "closes_at")),
        (_("Start"), ("start", "late_minutes", "code", "browser_keys")),
        (_("Entry"), ("entry_opens_at", "entry_closes_at", "approval", "places")),
        (_("Results"), ("release",)),
        (_("What gives the paper away"), ("exposed_reason",)),
        (_("Invigilators"), ("invigilators", "others")),
    )

    def __init__(
        self, *args: Any, paper: Paper, sitting: Sitting | None = None, helpers: Sequence[User] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        # What gives the paper away, told when the form has been sent.
        self.exposures: dict[str, str] = {}
        self.paper, self.sitting = paper, sitting
        if helpers:
            found = User.objects.filter(pk__in=[person.pk for person in helpers]).order_by("name", "email")
            cast("forms.ModelMultipleChoiceField[User]", self.fields["invigilators"]).queryset = found
        else:
            del self.fields["invigilators"]
            self.fields["others"].label = _("Invigilators")
        opened = sitting is not None and not sitting.is_coming(timezone.now())
        for name, help_text in HELP_AFTERWARDS.items() if opened else ():
            self.fields[name].help_text = help_text
        for name in ("opens_at", "closes_at"):
            self.fields[name].help_text = _("%(help)s In %(clock)s.") % {
                "help": self.fields[name].help_text,
                "clock": paper.body.clock,
            }
        if opened:
            for name in set(self.fields) - AFTERWARDS - {"others"}:
                del self.fields[name]

    @property
    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        """The fields there are, under their headings."""
        shown = self.fields.keys() - (set() if self.exposures or self["exposed_reason"].value() else {"exposed_reason"})
        found = [(heading, [self[name] for name in names if name in shown]) for heading, names in self.GROUPS]
        return [(heading, fields) for heading, fields in found if fields]

    def clean_code(self) -> str:
        """Letters and digits, as it is read out."""
        code: str = "".join(self.cleaned_data["code"].split()).upper()
        if code and not code.isalnum():
            raise ValidationError(_("Use letters and digits only: the code is read out."))
        return code

    def clean_browser_keys(self) -> list[str]:
        """One key a line."""
        keys = [key.lower() for key in self.cleaned_data["browser_keys"].split()]
        for key in keys:
            if not re.fullmatch(r"[0-9a-f]{64}", key):
                raise ValidationError(
                    _("“%(key)s” is not a key. The Safe Exam Browser shows 64 hexadecimal digits."),
                    params={"key": key[:20]},
                )
        if len(keys) > MOST_KEYS:
            raise ValidationError(_("At most %(most)s keys."), params={"most": MOST_KEYS})
        return keys

    def clean_others(self) -> list[User]:
        """The people behind the addresses."""
        addresses = [normal_email(line) for line in self.cleaned_data["others"].splitlines() if line.strip()]
        known = {
            person.email: person
            for person in User.objects.filter(
                email__in=addresses, memberships__body=self.paper.body_id, memberships__until=None
            ).distinct()
        }
        for address in addresses:
            if address not in known:
                raise ValidationError(
                    _("Nobody in %(body)s has the address %(address)s."),
                    params={"body": self.paper.body.short_name, "address": address},
                )
        return [known[address] for address in addresses]

    def clean(self) -> dict[str, Any]:
        """The times must be such that the paper can be worked and entered."""
        data: dict[str, Any] = super().clean() or {}
        if self.sitting is not None:
            data |= self._left_as_shown(self.sitting, data)
        for name in MOMENTS:
            moment = data.get(name)
            if moment and abs(moment - timezone.now()) > FURTHEST:
                self.add_error(name, _("This is more than two years from now."))
        if not self.errors:
            self._check_window(data)
        if not self.errors and "start" in self.fields:
            self._check_start_and_entry(data)
        if not self.errors and self.sitting is not None:
            self._check_places(self.sitting, data["places"])
        if not self.errors:
            self._check_exposure(data)
        return data

    @property
    def arrangement(self) -> dict[str, Any]:
        """What was settled, as `exams.sittings.schedules` takes it."""
        data = dict(self.cleaned_data)
        if "start" in data:
            data["together"] = data.pop("start") == TOGETHER
        data["invigilators"] = [*data.get("invigilators", ()), *data.pop("others")]
        return data

    def _left_as_shown(self, sitting: Sitting, data: dict[str, Any]) -> dict[str, dt.datetime]:
        """The stored moments whose minute was typed: the page shows no seconds, and a pause need not be whole minutes."""
        stored = {name: getattr(sitting, name) for name in MOMENTS if data.get(name) and getattr(sitting, name)}
        return {name: at for name, at in stored.items() if data[name] == at.replace(second=0, microsecond=0)}

    def _check_window(self, data: dict[str, Any]) -> None:
        opened = self.sitting if "opens_at" not in data else None
        opens = opened.opens_at if opened else data["opens_at"]
        if not data.get("closes_at"):
            if data.get("start") != TOGETHER:
                self.add_error("closes_at", _("Say when the sitting closes."))
                return
            data["closes_at"] = opens + dt.timedelta(minutes=self.paper.minutes)
        closes = data["closes_at"]
        if closes <= opens:
            self.add_error("closes_at", _("The sitting must close after it opens."))
        elif closes <= timezone.now():
            self.add_error("closes_at", _("This time is in the past."))
        elif closes - opens < dt.timedelta(minutes=self.paper.minutes):
            self.add_error("closes_at", _("The paper takes %(minutes)s minutes.") % {"minutes": self.paper.minutes})
        elif opened and closes < opened.closes_at:
            self.add_error("closes_at", _("The sitting has opened, so you can only move the close to a later time."))

    def _check_start_and_entry(self, data: dict[str, Any]) -> None:
        late, minutes = data.get("late_minutes"), self.paper.minutes
        if data["start"] == TOGETHER and late is not None and late >= minutes:
            none_left = _("The paper takes %(minutes)s minutes. A candidate who starts then would have no time left.")
            self.add_error("late_minutes", none_left % {"minutes": minutes})
        entry_opens, entry_closes = data.get("entry_opens_at"), data.get("entry_closes_at")
        if entry_closes and entry_closes > data["closes_at"]:
            self.add_error("entry_closes_at", _("The sitting closes before that."))
        if entry_opens and entry_opens >= (entry_closes or data["closes_at"]):
            self.add_error("entry_opens_at", _("Entries must open before they close."))

    def _check_exposure(self, data: dict[str, Any]) -> None:
        """Where these settings give the paper away, a reason has to stand beside them; elsewhere none is kept."""
        arranged = Sitting(body=self.paper.body, paper=self.paper) if self.sitting is None else copy(self.sitting)
        for name in ("opens_at", "closes_at", "late_minutes", "release"):
            if name in data:
                setattr(arranged, name, data[name])
        if "start" in data:
            arranged.together = data["start"] == TOGETHER
        self.exposures = leaks(arranged)
        # What was so before is not asked about again, whatever moves.
        known = set() if self.sitting is None else leaks(self.sitting).keys()
        if not self.exposures:
            data["exposed_reason"] = ""
        elif self.exposures.keys() - known and is_blank(data.get("exposed_reason", "")):
            self.add_error(
                "exposed_reason", _("These settings give the paper away. Change them, or say why that is acceptable.")
            )

    def _check_places(self, sitting: Sitting, places: int | None) -> None:
        taken = sitting.entries.filter(standing=Entry.Standing.APPROVED).count()
        if "start" not in self.fields and are_fewer(places, sitting.places):
            self.add_error("places", _("The sitting has opened, so you can only add places."))
        elif are_fewer(places, taken):
            self.add_error("places", _("%(taken)s entries are approved already.") % {"taken": taken})


def as_typed(sitting: Sitting, helpers: Iterable[User]) -> dict[str, Any]:
    """What the form of this sitting shows at first."""
    watching = list(sitting.invigilators.all())
    ticked = {person.pk for person in helpers}
    return {
        **{name: getattr(sitting, name) for name in AS_STORED},
        "start": TOGETHER if sitting.together else WINDOW,
        "browser_keys": "\n".join(sitting.browser_keys),
        "invigilators": [person.pk for person in watching if person.pk in ticked],
        "others": "\n".join(person.email for person in watching if person.pk not in ticked),
    }


def draft(paper: Paper, now: dt.datetime) -> dict[str, Any]:
    """What the form of a new sitting shows at first: as the latest sitting by the same blueprint was.

    One in a window opens at once and lasts as long as that one did, or a week; one with a common start is tomorrow at the
    same hour. Call it while the body's time zone is active.
    """
    usual: dict[str, Any] = {"title": paper.title}
    opens, lasts = timezone.localtime(now).replace(second=0, microsecond=0), dt.timedelta(days=7)
    like = Sitting.objects.filter(paper__blueprint=paper.blueprint_id, voided_at=None).order_by("-created_at").first()
    if like is not None:
        usual |= {name: getattr(like, name) for name in ("place", "late_minutes", "approval", "places", "release")}
        usual["start"] = TOGETHER if like.together else WINDOW
        closed = like.announced_close or like.closes_at
        lasts = max(closed - like.opens_at - like.stood, dt.timedelta(minutes=paper.minutes))
        if like.together:
            hour = timezone.localtime(like.opens_at)
            opens = (opens + dt.timedelta(days=1)).replace(hour=hour.hour, minute=hour.minute)
    return {**usual, "opens_at": opens, "closes_at": opens + lasts}
