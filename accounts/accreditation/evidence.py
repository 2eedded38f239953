"""The evidence of an application as people read it: a passed paper, or what a registrar entered in words."""

from __future__ import annotations

import datetime
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.accreditation.models import Application


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
    else:
        rows = [
            (_("Examination"), evidence.get("sitting", "")),
            (_("Date"), _date(evidence.get("date", ""))),
            (_("Mark"), _percent(evidence["percent"]) if "percent" in evidence else ""),
            (_("Reference"), evidence.get("result", "")),
        ]
    return [(name, value) for name, value in rows if value]


def _percent(written: str | float) -> str:
    """A percentage without trailing zeros: 82 %, 82.5 %."""
    return _("%(percent)s %%") % {"percent": f"{float(written):g}"}


def _date(written: str) -> str:
    """A date of the evidence in the reader's form; what is no date is shown as it is."""
    try:
        return date_format(datetime.date.fromisoformat(written), "j F Y")
    except ValueError:
        return written
