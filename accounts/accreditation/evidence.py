"""The evidence of an application, as people read it."""

from __future__ import annotations

import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _


def shown(evidence: dict[str, Any]) -> list[tuple[str, str]]:
    """Name and value of each figure, in the order of importance; what is not known here is left to the audit log."""
    rows = [
        (_("Examination"), evidence.get("sitting", "")),
        (_("Date"), _date(evidence.get("date", ""))),
        (_("Mark"), _percent(evidence["percent"]) if "percent" in evidence else ""),
        (_("Reference"), evidence.get("result", "")),
    ]
    return [(name, value) for name, value in rows if value]


def _percent(written: str | float) -> str:
    """A percentage without idle noughts: 82 %, 82.5 %."""
    return _("%(percent)s %%") % {"percent": f"{float(written):g}"}


def _date(written: str) -> str:
    """A date of the evidence in the reader's form; what is no date is shown as it is."""
    try:
        return date_format(datetime.date.fromisoformat(written), "j F Y")
    except ValueError:
        return written
