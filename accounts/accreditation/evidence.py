"""The evidence of an application as people read it: a passed paper, or what a registrar entered in words."""

from __future__ import annotations

import datetime
from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.models import Application
from accounts.accreditation.particulars import PARTICULARS
from accounts.accreditation.requirements import LEAVES


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
        rows = [(_date(one["day"]), one["words"]) for one in evidence["rests_on"]]
    else:
        rows = [
            (_("Examination"), evidence.get("sitting", "")),
            (_("Date"), _date(evidence.get("date", ""))),
            (_("Mark"), _percent(evidence["percent"]) if "percent" in evidence else ""),
            (_("Reference"), evidence.get("result", "")),
        ]
    return [(name, value) for name, value in rows if value]


def in_words(kind: str, details: Mapping[str, Any]) -> str:
    """A piece of evidence in a line, without its day: what it is, and its particulars in the order in which they are asked."""
    if kind == "paper":
        told = [details.get("sitting", ""), _percent(details["percent"]) if "percent" in details else ""]
    else:
        told = [
            str(one.choices.get(details[name], details[name]))
            for name, one in PARTICULARS.get(kind, {}).items()
            if details.get(name) not in (None, "")
        ]
    title = str(LEAVES[kind].title) if kind in LEAVES else kind
    said = ", ".join(str(one) for one in told if one)
    return f"{title}: {said}" if said else title


def _percent(written: str | float) -> str:
    """A percentage without trailing zeros: 82 %, 82.5 %."""
    return _("%(percent)s %%") % {"percent": f"{float(written):g}"}


def _date(written: str) -> str:
    """A date of the evidence in the reader's form; what is no date is shown as it is."""
    try:
        return date_format(datetime.date.fromisoformat(written), "j F Y")
    except ValueError:
        return written
