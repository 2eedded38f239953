"""What the rules engine sees in an auction that somebody has typed: irregular calls without a star.

Only a hint. A regular call may bear a star, as when it was withdrawn, and a question may leave an irregular call unmarked
on purpose.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _

from exams.bank.kinds import Content
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import NAMES, diagnose


def hints(content: Content) -> Sequence[str]:
    """A sentence for each call that is irregular and bears no mark."""
    auction = content["diagrams"].get("auction")
    if not auction:
        return ()
    made = [f"{one['by']} {one['call']}" for one in auction["calls"]]
    try:
        found = diagnose(parse_record({"dealer": auction["dealer"], "auction": made, "edition": content["edition"]}))
    except (BadRecord, LookupError):
        return ()
    return [
        _("Call %(number)d, %(call)s by %(by)s: %(what)s, without a star. Candidates will not see it marked.")
        % {
            "number": one.index + 1,
            "call": one.made.call.symbol,
            "by": one.made.by.full_name,
            "what": ", ".join(NAMES[kind] for kind in one.kinds),
        }
        for one in sorted(found, key=lambda one: one.index)
        if not auction["calls"][one.index].get("bad")
    ]
