"""What a candidate will see of the question that is being written, and what somebody should look at before saving it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import Body
from exams.bank.editing.differences import same_table
from exams.bank.editing.sheet import Sheet
from exams.bank.kinds import Content
from exams.bank.models import QuestionVersion
from exams.bank.presenting import Asked, Explained, Given, asked, explained, given
from exams.bank.tells.told import Told, told
from laws.rulings.record import BadRecord, parse_record
from laws.rulings.replay import NAMES, diagnose


@dataclass(frozen=True)
class Preview:
    """unread: the diagrams that cannot be read yet, with what is wrong. hints: what may be a slip. tells: what stands out."""

    asked: Asked
    given: Given
    explained: Explained
    edition: str
    on: dt.date
    unread: Sequence[tuple[str, str]]
    hints: Sequence[str]
    tells: Told | None


def preview(sheet: Sheet, body: Body) -> Preview | None:
    """The question as far as it is written; nothing while nothing is."""
    if sheet.data is None:
        content = sheet.opened.content
        unread: Sequence[tuple[str, str]] = ()
    else:
        content, unread = sheet.content(), sheet.diagram_faults()
    if content is None:
        return None
    version = QuestionVersion(content=content)
    noted = list(hints(content))
    base = sheet.opened.content
    if base and "receipt" in base and not (same_table(base, content) or unread):
        noted.append(
            _("These are not the hands, auction and play that the rules engine ruled on: check the key and the ruling.")
        )
    return Preview(
        asked=asked(version),
        given=given(version),
        explained=explained(version),
        edition=content["edition"],
        on=body.today(),
        unread=unread,
        hints=noted,
        tells=told(content),
    )


# --- What the rules engine sees in an auction that somebody has typed: irregular calls without a star -----------------
#
# Only a hint. A regular call may bear a star, as when it was withdrawn, and a question may leave an irregular call unmarked
# on purpose.


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
