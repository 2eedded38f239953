"""What may be compared. The templates write the fields; these forms judge what comes back and fill what was left out."""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from laws import library
from laws.fields import LawField, date_field
from laws.models import Amendment, Concordance, Edition

DAY = datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Term:
    """An edition and the days on which it applies: from its first one to the day before `ends`."""

    edition: Edition
    readable: bool
    ends: datetime.date | None
    amended: tuple[datetime.date, ...]

    def holds(self, date: datetime.date) -> bool:
        """Whether the edition applies on the date."""
        return self.edition.in_force <= date and (self.ends is None or date < self.ends)

    @property
    def latest(self) -> datetime.date:
        """Today, or the last day of an edition that has ended, or the first of one still to come."""
        last = self.ends - DAY if self.ends else library.today()
        return max(min(last, library.today()), self.edition.in_force)


def terms() -> list[Term]:
    """Every edition that is known here, codes in order, the latest edition of a code first. Three queries."""
    editions = list(Edition.objects.select_related("code").order_by("code", "-in_force"))
    readable = set(Edition.objects.on_shelf().values_list("pk", flat=True))
    amended: dict[int, list[datetime.date]] = {}
    for edition, date in Amendment.objects.order_by("in_force").values_list("edition", "in_force"):
        amended.setdefault(edition, []).append(date)
    ends: dict[int, datetime.date] = {}
    for later, earlier in itertools.pairwise(editions):
        if later.code_id == earlier.code_id:
            ends[earlier.pk] = later.in_force
    return [Term(one, one.pk in readable, ends.get(one.pk), tuple(amended.get(one.pk, ()))) for one in editions]


class Compare(forms.Form):
    """Two sides, each an edition on a date, and perhaps one law.

    What is left out is filled so that there is something to see: the same edition before and after its last amendment.
    `cleaned_data` has `left` and `right` as `Term`.
    """

    left = forms.CharField(max_length=50, required=False)
    left_on = date_field()
    right = forms.CharField(max_length=50, required=False)
    right_on = date_field()
    law = LawField()
    texts = forms.BooleanField(required=False)

    def __init__(self, data: Any, *, terms: Sequence[Term]) -> None:
        super().__init__(data)
        self.terms = terms

    def clean_left(self) -> Term | None:
        """The edition of the left side."""
        return self._term(self.cleaned_data["left"])

    def clean_right(self) -> Term | None:
        """The edition of the right side; the same as on the left if none is named."""
        return self._term(self.cleaned_data["right"]) if self.cleaned_data["right"] else self.cleaned_data.get("left")

    def clean(self) -> dict[str, Any]:
        """Dates must lie in the time of their edition, and the two sides must differ."""
        data = super().clean() or self.cleaned_data
        if self.errors or not data["left"]:
            return data
        left, right = data["left"], data["right"]
        if left.edition == right.edition:
            self._one_edition(data, left)
        for term, name in ((left, "left_on"), (right, "right_on")):
            data[name] = data[name] or term.latest
            if not term.holds(data[name]):
                self.add_error(name, self._outside(term, data[name]))
        return data

    def _one_edition(self, data: dict[str, Any], term: Term) -> None:
        """Fill the dates of one edition: its last amendment, else its whole time; refuse what cannot be compared."""
        if not term.readable:
            raise forms.ValidationError(
                _("The text of the %(edition)s is not in the library, so two of its dates cannot be compared."),
                params={"edition": term.edition.title},
            )
        old, new = data["left_on"], data["right_on"]
        if term.amended and not (old and new):
            last = next((date for date in reversed(term.amended) if not old or date > old), term.latest)
            data["right_on"] = new or last
            data["left_on"] = old or min(last, data["right_on"]) - DAY
        else:
            data["right_on"], data["left_on"] = new or term.latest, old or term.edition.in_force
        if data["left_on"] == data["right_on"]:
            raise forms.ValidationError(
                _("Both sides are the %(edition)s on %(date)s. Choose two dates or two editions."),
                params={"edition": term.edition.title, "date": date_format(data["left_on"], "j F Y")},
            )

    def _term(self, slug: str) -> Term | None:
        if not slug:
            usual = (one for one in self.terms if one.readable and one.edition.code.slug == library.USUAL_CODE)
            return next(usual, None)
        for one in self.terms:
            if one.edition.slug == slug:
                return one
        raise forms.ValidationError(_("There is no edition “%(slug)s” here."), params={"slug": slug})

    @staticmethod
    def _outside(term: Term, date: datetime.date) -> str:
        said = {
            "edition": term.edition.title,
            "date": date_format(date, "j F Y"),
            "start": date_format(term.edition.in_force, "j F Y"),
        }
        if not term.ends or date < term.edition.in_force:
            return gettext("The %(edition)s apply from %(start)s; you asked for %(date)s.") % said
        last = date_format(term.ends - DAY, "j F Y")
        return gettext("The %(edition)s applied until %(last)s; you asked for %(date)s.") % {**said, "last": last}


class Held(forms.Form):
    """The day of edit time for which a history is asked."""

    held = date_field()

    def clean_held(self) -> datetime.date | None:
        """What will be held on a day to come nobody knows."""
        held: datetime.date | None = self.cleaned_data["held"]
        if held and held > library.today():
            raise forms.ValidationError(_("We cannot know what the library will hold on a future day."))
        return held


class Concordances(forms.Form):
    """Which entries of the concordance to list. `pairs` are those of editions that have any."""

    between = forms.CharField(max_length=101, required=False)
    kind = forms.ChoiceField(
        choices=Concordance.Kind.choices,
        required=False,
        error_messages={"invalid_choice": _("There are no entries of the kind “%(value)s”.")},
    )
    law = LawField()

    def __init__(self, data: Any, *, pairs: Sequence[tuple[Edition, Edition]]) -> None:
        super().__init__(data)
        self.pairs = pairs

    def clean_between(self) -> tuple[Edition, Edition] | None:
        """The two editions, written as their short names with a dot between; the first pair if none is named."""
        asked = self.cleaned_data["between"]
        if not asked:
            return self.pairs[0] if self.pairs else None
        for earlier, later in self.pairs:
            if asked == f"{earlier.slug}.{later.slug}":
                return earlier, later
        raise forms.ValidationError(_("Nothing has been recorded between “%(asked)s”."), params={"asked": asked})
