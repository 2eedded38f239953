"""The evidence of an application as people read it: a passed paper, or what a registrar entered in words."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.accreditation.models import Application, Evidence
from accounts.accreditation.particulars import PARTICULARS
from accounts.accreditation.requirements import LEAVES, Item

TITLES: Mapping[str, Promise] = {"sessions": gettext_lazy("A session")}
"""What one piece is called where a requirement asks for several."""

BRIEF: Mapping[str, tuple[Promise, tuple[str, ...]]] = {
    "sessions": (gettext_lazy("Session"), ("club", "with")),
    "assessment": (gettext_lazy("Practical assessment"), ("outcome",)),
    "reference": (gettext_lazy("Reference"), ("by",)),
    "course": (gettext_lazy("Course"), ("name",)),
    "recognition": (gettext_lazy("Award of another body"), ("award", "body")),
    "fee": (gettext_lazy("Fee"), ("amount",)),
    "age": (gettext_lazy("Age"), ("years",)),
}
"""What each kind is called in a list, and the particulars by which one knows it again."""


def shown(evidence: dict[str, Any]) -> list[tuple[str, str]]:
    """Name and value of each figure, in the order of importance; what is not known here is left to the audit log."""
    kind = evidence.get("kind")
    if kind in (Application.HAND, Application.RECOGNITION):
        rows = [
            (
                _("Kind"),
                _("Recognised by a registrar") if kind == Application.RECOGNITION else _("Granted by hand"),
            ),
            (_("Other body"), evidence.get("other_body", "")),
            (_("Award recognised"), evidence.get("other_award", "")),
            (_("Evidence"), evidence.get("words", "")),
        ]
    elif kind == Application.IMPORT:
        rows = [
            (_("Kind"), _("Imported from a register")),
            (_("File"), evidence.get("file", "")),
            (_("Line"), str(evidence.get("line", ""))),
            *evidence.get("values", ()),
        ]
    elif "rests_on" in evidence:
        rows = [(day_in_words(one["day"]), one["words"]) for one in evidence["rests_on"]]
    else:
        rows = [
            (_("Examination"), evidence.get("sitting", "")),
            (_("Date"), day_in_words(evidence.get("date", ""))),
            (_("Mark"), _percent(evidence["percent"]) if "percent" in evidence else ""),
            (_("Reference"), evidence.get("result", "")),
        ]
    return [(name, value) for name, value in rows if value]


def in_words(kind: str, details: Mapping[str, Any], paper: str = "") -> str:
    """A piece of evidence in a line, without its day: what it is, and its particulars as one would say them.

    paper: the name of the paper that was passed, where it is known.
    """
    if kind == "paper":
        told = [details.get("sitting", ""), _percent(details["percent"]) if "percent" in details else ""]
    else:
        told = [particulars_in_words(kind, details)]
    title = f"“{paper}”" if paper else str(TITLES.get(kind) or (LEAVES[kind].title if kind in LEAVES else kind))
    said = ", ".join(str(one) for one in told if one)
    return f"{title}: {said}" if said else title


def particulars_in_words(kind: str, details: Mapping[str, Any]) -> str:
    """The particulars of a piece of evidence, as one would say them."""
    told = [_value(kind, name, details) for name in PARTICULARS.get(kind, {})]
    return ", ".join(one for one in told if one)


def in_brief(kind: str, details: Mapping[str, Any], paper: str = "") -> str:
    """A piece of evidence in a few words, for lists that lead to more."""
    title, names = BRIEF.get(kind, (str(LEAVES[kind].title) if kind in LEAVES else kind, ()))
    told = [_value(kind, name, details) for name in names]
    if kind == "paper":
        title = f"“{paper}”" if paper else title
        told = [_percent(details["percent"]) if "percent" in details else ""]
    return ", ".join([str(title), *(one for one in told if one)])


def copied(item: Item, paper: str = "") -> dict[str, Any]:
    """A copy of a piece of evidence that stays readable, as an application keeps it. paper: the name of the one passed."""
    return {
        "reference": item.ref,
        "kind": item.kind,
        "day": item.day.isoformat(),
        "words": in_words(item.kind, item.details, paper),
        "details": dict(item.details),
    }


def _value(kind: str, name: str, details: Mapping[str, Any]) -> str:
    """A particular as one would say it; "" where it is not told."""
    value = details.get(name)
    if value in (None, ""):
        return ""
    match kind, name:
        case "sessions", "tables":
            return ngettext("%(n)s table", "%(n)s tables", value) % {"n": value}
        case "assessment", "level":
            return _("for the level “%(level)s”") % {"level": value}
        case "sessions", "with":
            return _("with %(name)s") % {"name": value}
    return str(PARTICULARS[kind][name].choices.get(value, value))


def _percent(written: str | float) -> str:
    """A percentage without trailing zeros: 82 %, 82.5 %."""
    return _("%(percent)s %%") % {"percent": f"{float(written):g}"}


def day_in_words(written: str) -> str:
    """A date of the evidence in the reader's form; what is no date is shown as it is."""
    try:
        return date_format(datetime.date.fromisoformat(written), "j F Y")
    except ValueError:
        return written


# --- When two entries tell of one session: the same person, club, day and event ---------------------------------------


def same_session(known: Iterable[Evidence], details: Mapping[str, Any], *, strictly: bool = False) -> Evidence | None:
    """Which of these sessions of one person at one club on one day is told of once more, if one is.

    The kind of event is the same, and so is its name; one that has no name may be any of its kind, unless strictly asked.
    """
    alike = [one for one in known if one.details.get("event") == details.get("event")]
    wanted = _title(details)
    exact = next((one for one in alike if _title(one.details) == wanted), None)
    if exact is not None or strictly:
        return exact
    return next((one for one in alike if not wanted or not _title(one.details)), None)


def _title(details: Mapping[str, Any]) -> str:
    return " ".join(str(details.get("title", "")).split()).casefold()
